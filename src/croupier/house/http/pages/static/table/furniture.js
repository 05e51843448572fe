/* What stands on every table and is nobody's: the dealer's chips, the shoe, the tray of discards, and the emblem of the
   game on the cloth. Drawn for the eye alone. */

import { spade } from "../cards.js";
import { h } from "../dom.js";

/* Letters whose width is known, in whatever face; others are as wide as theirs is. */
const LATIN = /^[ -~]+$/;

/* From the outside in: the dealer pays mostly from the middle. */
const TUBES = [100, 10_000, 2500, 500, 1000, 500, 2500, 10_000, 50_000];
const [APART, LONG] = [22, 34];

/** The dealer's chips on edge, in tubes. */
export const rack = () =>
  h(
    "svg",
    { viewBox: `0 0 ${TUBES.length * APART + 16} 46`, class: "rack", key: "rack", "aria-hidden": "true" },
    h("rect", { class: "rack-case", x: 1, y: 1, width: TUBES.length * APART + 14, height: 44, rx: 5 }),
    TUBES.map((value, place) => {
      const x = 8 + APART * (place + 0.500);
      const full = LONG - (place % 3) * 4;
      const line = (/** @type {string} */ kind, across = 0, length = full) =>
        h("path", { class: kind, d: `M${x + across} ${6 + LONG - length}v${length}` });
      return h(
        "g",
        { key: place, class: `chip-${value}` },
        line("tube", 0, LONG),
        line("tube-chips"),
        line("tube-marks", -5),
        line("tube-marks", 5),
        line("tube-ribs"),
        line("tube-shade", 8),
        line("tube-shine", -2),
      );
    }),
  );

export const shoe = () =>
  h(
    "svg",
    { viewBox: "0 0 96 84", class: "shoe", key: "shoe", "aria-hidden": "true" },
    h("path", { class: "thing-shadow", d: "M6 72h84l4 8H2z" }),
    h("path", { class: "thing-top", d: "M22 4h52l10 22H12z" }),
    h("path", { class: "thing-shine", d: "M26 7h20l-5 16H18z" }),
    h("path", { class: "thing-front", d: "M12 26h72l4 46H8z" }),
    h("path", { class: "thing-edge", d: "M12 26h72" }),
    h("path", { class: "thing-mouth", d: "M22 42h52l3 20H19z" }),
    h("rect", { class: "tray-card", x: 27, y: 47, width: 42, height: 24, rx: 2 }),
    h("rect", { class: "tray-back", x: 30, y: 50, width: 36, height: 21, rx: 1 }),
    h("circle", { class: "thing-light", cx: 79, cy: 34, r: 2 }),
  );

export const discards = () =>
  h(
    "svg",
    { viewBox: "0 0 96 84", class: "discards", key: "discards", "aria-hidden": "true" },
    h("path", { class: "thing-shadow", d: "M6 72h84l4 8H2z" }),
    h("path", { class: "thing-glass", d: "M20 18h56l10 40H10z" }),
    Array.from({ length: 7 }, (_, place) =>
      h("rect", {
        key: place,
        class: "tray-card",
        x: 24 - (place % 2),
        y: 60 - place * 4,
        width: 49,
        height: 8,
        rx: 1.500,
      })),
    h("path", { class: "tray-back", d: "M27 34l3-12h36l4 12z" }),
    h("path", { class: "thing-glass front", d: "M10 44h76l4 28H6z" }),
    h("path", { class: "thing-shine", d: "M14 47h26l-6 22H10z" }),
  );

/**
 * Printed in the middle of the cloth; as wide as its letters in any typeface.
 * @param {string} game
 */
export function emblem(game) {
  const size = Math.min(34, 660 / game.length);
  return h(
    "svg",
    { viewBox: "0 0 400 150", class: "emblem", key: "emblem", "aria-hidden": "true" },
    h("circle", { cx: 200, cy: 52, r: 44, class: "emblem-line" }),
    h("circle", { cx: 200, cy: 52, r: 38, class: "emblem-line thin" }),
    spade(200, 52, 46),
    h("path", { class: "emblem-line", d: "M150 52H60q-24 0-24 12M250 52h90q24 0 24 12" }),
    h("path", { class: "emblem-line thin", d: "M146 60H72M254 60h74" }),
    h("path", { id: "emblem-arc", class: "arc-line", d: "M14 112Q200 146 386 112" }),
    h(
      "text",
      { style: { "font-size": `${size}px` } },
      h("textPath", {
        href: "#emblem-arc",
        startOffset: "50%",
        textLength: LATIN.test(game) ? 0.550 * size * game.length : null,
      }, game),
    ),
  );
}
