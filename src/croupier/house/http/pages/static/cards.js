/* Cards, drawn here: card("As") face up, card(null) face down, hand("As Kd", …) a row of them.

   Options: `plain` for small cards (rank and suit only), `both` where the style sheet chooses, `fourColour`, `marked` (a
   ring, for an up card or a magic card). Every card has a name for screen readers; cardName("As") returns it. */

import { court, isCourt } from "./courts.js";
import { h } from "./dom.js";
import { t } from "./text/en.js";

/** @import { Part } from "./dom.js" */

/** @typedef {{ plain?: boolean, both?: boolean, fourColour?: boolean, marked?: boolean, key?: string }} Look */

/** @type {Record<string, string>} */
const SUITS = {
  s: "M12 2C8 7 3 9.500 3 14.500c0 3 2.300 4.900 4.800 4.900 1.200 0 2.300-.5 3.100-1.400-.2 2-.9 3.400-2.400 " +
    "4.500h7c-1.500-1.100-2.200-2.500-2.400-4.500.8.9 1.900 1.400 3.100 1.400 2.500 0 4.800-1.900 4.800-4.900C21 " +
    "9.500 16 7 12 2z",
  h: "M12 21.500C7 17 2.500 13.500 2.500 8.800c0-3.100 2.300-5.300 5-5.300 1.900 0 3.500 1 4.500 2.700 1-1.700 " +
    "2.600-2.700 4.500-2.700 2.700 0 5 2.200 5 5.300 0 4.700-4.500 8.200-9.500 12.700z",
  d: "M12 1.500L20 12l-8 10.500L4 12z",
  c: "M12 2.200a4.600 4.600 0 0 0-4.100 6.700 4.600 4.600 0 1 0 2.900 8.100c-.2 2-.9 3.600-2.300 " +
    "4.800h7c-1.400-1.200-2.100-2.800-2.300-4.800a4.600 4.600 0 1 0 2.900-8.100A4.600 4.600 0 0 0 12 2.200z",
};
const L = 22, C = 30, R = 38;
/** @type {Record<string, [x: number, y: number][]>} */
const PIPS = {
  2: [[C, 22], [C, 62]],
  3: [[C, 22], [C, 42], [C, 62]],
  4: [[L, 22], [R, 22], [L, 62], [R, 62]],
  5: [[L, 22], [R, 22], [C, 42], [L, 62], [R, 62]],
  6: [[L, 22], [R, 22], [L, 42], [R, 42], [L, 62], [R, 62]],
  7: [[L, 22], [R, 22], [C, 32], [L, 42], [R, 42], [L, 62], [R, 62]],
  8: [[L, 22], [R, 22], [C, 32], [L, 42], [R, 42], [C, 52], [L, 62], [R, 62]],
  9: [[L, 20], [R, 20], [L, 34.500], [R, 34.500], [C, 42], [L, 49.500], [R, 49.500], [L, 64], [R, 64]],
  T: [[L, 20], [R, 20], [C, 27], [L, 34.500], [R, 34.500], [L, 49.500], [R, 49.500], [C, 57], [L, 64], [R, 64]],
};

/** @param {string | null} code */
export function cardName(code) {
  return code === null ? t.card.faceDown : t.card.name(code[0], code[1]);
}

/** @param {string} kind @param {number} x @param {number} y @param {number} size @param {boolean} turned */
function suit(kind, x, y, size, turned = false) {
  const scale = size / 24;
  const turn = turned ? ` rotate(180 ${x} ${y})` : "";
  return h("path", { d: SUITS[kind], transform: `${turn}translate(${x - size / 2} ${y - size / 2})scale(${scale})` });
}

/** @param {number} x @param {number} y @param {number} size */
export const spade = (x, y, size) => suit("s", x, y, size);

/**
 * A rank in its place; the ten, with two characters, is no wider than the others in any typeface.
 * @param {string} rank
 * @param {number} x
 * @param {number} y
 * @param {string} kind
 * @param {number} width
 */
function rankAt(rank, x, y, kind, width) {
  const ten = rank === "T";
  return h(
    "text",
    { x, y, class: kind, textLength: ten ? width : null, lengthAdjust: ten ? "spacingAndGlyphs" : null },
    ten ? "10" : rank,
  );
}

/** @param {string} rank @param {string} kind @param {boolean} turned */
function index(rank, kind, turned) {
  return h(
    "g",
    turned ? { transform: "rotate(180 30 42)" } : {},
    rankAt(rank, 8.500, 16.500, "rank", 13.500),
    suit(kind, 8, 25, 10.500),
  );
}

/** @param {string} rank @param {string} kind */
function art(rank, kind) {
  if (rank === "A") return suit(kind, 30, 42, 34);
  if (isCourt(rank)) return [court(rank), suit(kind, 20, 19, 8), suit(kind, 40, 65, 8, true)];
  return PIPS[rank].map(([x, y]) => suit(kind, x, y, 12, y > 42));
}

/** @param {string} code @param {boolean} plain */
function face(code, plain) {
  const [rank, kind] = code;
  if (plain) {
    return [
      rankAt(rank, 30, 38, "big", 34),
      suit(kind, 30, 61, 30),
    ];
  }
  return [index(rank, kind, false), index(rank, kind, true), art(rank, kind)];
}

const BACK = [
  h("rect", { x: 4, y: 4, width: 52, height: 76, rx: 3.500, class: "back-field" }),
  h("rect", { x: 6.500, y: 6.500, width: 47, height: 71, rx: 2, class: "back-frame" }),
  h("path", {
    class: "back-lines",
    d: "M4 24L24 4M4 44L44 4M4 64L56 12M8 80L56 32M28 80L56 52M48 80l8-8M36 4l20 20M16 4l40 40M4 12l52 52M4 32l48 " +
      "48M4 52l28 28M4 72l8 8",
  }),
  h("circle", { cx: 30, cy: 42, r: 11, class: "back-seal" }),
  h("g", { class: "back-mark" }, suit("s", 30, 42, 13)),
];

/** @type {Map<string, Part>} */
const drawn = new Map();
/** @param {string | null} code @param {Look} look */
export function card(code, { plain = false, both = false, fourColour = false, marked = false, key } = {}) {
  const kind = `${code} ${plain} ${both} ${fourColour} ${marked} ${key}`;
  const made = drawn.get(kind) ?? h(
    "svg",
    {
      key,
      viewBox: "0 0 60 84",
      role: "img",
      "aria-label": cardName(code),
      class: ["card", code === null ? "down" : `suit-${code[1]}`, fourColour && "four", marked && "marked"],
    },
    h("rect", { x: 0.750, y: 0.750, width: 58.500, height: 82.500, rx: 6, class: "paper" }),
    code === null
      ? BACK
      : both
      ? [h("g", { class: "full-face" }, face(code, false)), h("g", { class: "small-face" }, face(code, true))]
      : h("g", plain ? { class: "plain-face" } : {}, face(code, plain)),
  );
  drawn.set(kind, made);
  return made;
}

/**
 * A row of cards: "As Kd …", or a number of face-down cards. "?" is one that nobody has keyed in yet.
 * @param {string | number} cards
 * @param {Omit<Look, "marked"> & { marked?: string }} options
 */
export function hand(cards, options = {}) {
  const codes = typeof cards === "number" ? Array.from({ length: cards }, () => null) : cards.split(" ");
  return codes.map((seen, place) => {
    const code = seen === "?" ? null : seen;
    return card(code, {
      ...options,
      marked: options.marked !== undefined && options.marked === code,
      key: code ?? `down${place}`,
    });
  });
}
