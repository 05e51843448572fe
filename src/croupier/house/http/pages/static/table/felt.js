/* The felt from the player's chair: the dealer opposite, the other boxes along both sides, the player's own in front. */

import { card, cardName, hand } from "../cards.js";
import { stack } from "../chips.js";
import { h } from "../dom.js";
import { shortMoney, t } from "../text/en.js";
import { nearBox, result, word } from "./box.js";
import { botName } from "./coach.js";
import { discards, emblem, rack, shoe } from "./furniture.js";
import { pays, prizes, qualifies } from "./print.js";
import { left, own, plays } from "./reading.js";
import { ante } from "./spots.js";

/** @import { BoxView } from "../../api.d.ts" */
/** @import { Seen } from "./state.js" */

/* So many boxes leave room beside them. */
const FEW = 2;

/** @param {Seen} s */
export function felt(s) {
  const { layout, view } = s.push;
  const boxes = new Map(view.game.boxes.map((box) => [box.box, box]));
  const near = before(s, boxes);
  const middle = Math.ceil(layout.boxes / 2);
  const all = Array.from({ length: layout.boxes }, (_, place) => place + 1);
  const bend = (/** @type {number} */ number) =>
    layout.boxes > 1 ? (((2 * (number - 1)) / (layout.boxes - 1) - 1) ** 2).toFixed(3) : "0";
  const flank = (/** @type {string} */ side, /** @type {number[]} */ numbers) =>
    h(
      "div",
      { class: ["flank", side], style: { "--seats": String(numbers.length) } },
      numbers.map((number, place) => {
        const around = { "--bend": bend(number), "--place": String(place) };
        return near.includes(number) ? here(s, number, around) : seat(s, number, boxes.get(number), around);
      }),
    );
  return h(
    "section",
    { class: ["felt", `phase-${view.game.phase}`, view.paused && "still"], key: "felt" },
    h(
      "div",
      { class: ["stage", near.length > FEW ? "many" : "few", near.length === layout.boxes && "all"] },
      pays(s),
      h("div", { class: "bank", key: "bank" }, rack(), discards(), dealer(s), shoe(), qualifies(s)),
      prizes(s),
      emblem(layout.game),
      h(
        "div",
        { class: "mine", key: "mine", id: "mine", style: { "--boxes": String(near.length) } },
        near.map((number) => nearBox(s, number, boxes.get(number))),
      ),
      h(
        "div",
        { class: "seats", key: "seats" },
        flank("left", all.slice(0, middle)),
        flank("right", all.slice(middle)),
      ),
    ),
  );
}

/**
 * The boxes in front of the player: the own ones; for somebody without any, those played last, or one free box.
 * @param {Seen} s
 * @param {Map<number, BoxView>} boxes
 */
function before(s, boxes) {
  const { layout, view } = s.push;
  const mine = new Set(own(view, s.id).map((box) => box.box));
  for (const { box } of s.pending) mine.add(box);
  if (mine.size) return [...mine].toSorted((a, b) => a - b);
  if (view.game.closed) return [];
  const isFree = (/** @type {number} */ number) => {
    const box = boxes.get(number);
    return !(box && plays(box)) && !view.bots[number] && !layout.disallowed.includes(number);
  };
  const again = s.seats.filter(isFree);
  if (again.length) return again;
  const middle = (layout.boxes + 1) / 2;
  return Array.from({ length: layout.boxes }, (_, place) => place + 1)
    .filter(isFree)
    .toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle))
    .slice(0, 1);
}

/** @param {Seen} s */
function dealer(s) {
  const { view, layout, draw } = s.push;
  const { game } = view;
  const down = game.boxes.some((box) => box.has_hand);
  const size = layout.hand_size;
  let cards = null;
  if (game.dealer) cards = hand(game.dealer.cards, { marked: game.up_card ?? undefined });
  else if (game.up_card) cards = [...hand(size - 1), card(game.up_card, { key: game.up_card })];
  else if (down && game.phase !== "void") cards = hand(size);
  const name = game.dealer?.name ? t.table.hand(game.dealer.name) : null;
  return h(
    "div",
    { class: "dealer", key: "dealer" },
    h("h2", { class: "unseen" }, t.table.dealerHand),
    h(
      "div",
      { class: "hand dealer-hand" },
      cards ?? Array.from({ length: size }, (_, place) => h("i", { key: `gap${place}`, class: "gap" })),
    ),
    h(
      "div",
      { class: "voice" },
      h(
        "p",
        { class: "plate" },
        name
          ? [h("b", {}, name), game.qualified === false ? ` · ${t.table.noHand}` : null]
          : game.up_card
          ? [h("span", { class: "muted" }, t.table.upCard), " ", cardName(game.up_card)]
          : h("span", { class: "muted" }, t.table.dealer),
      ),
      draw && (draw.magic_card || draw.lucky_box || draw.lucky_dealer)
        ? h(
          "p",
          { class: "draws" },
          draw.magic_card ? h("span", {}, t.table.magic(cardName(draw.magic_card))) : null,
          draw.lucky_box ? h("span", {}, t.table.luckyBox(draw.lucky_box)) : null,
          draw.lucky_dealer ? h("span", {}, t.table.luckyDealer) : null,
        )
        : null,
      s.call === null || s.call === name || s.call.toLowerCase() === t.table.noHand
        ? null
        : h("p", { class: "call", key: "call" }, s.call),
    ),
  );
}

/**
 * Where a box in front of the player has its place around the table.
 * @param {Seen} s
 * @param {number} number
 * @param {Record<string, string>} around
 */
const here = (s, number, around) =>
  h(
    "p",
    {
      key: number,
      class: ["far", "here", s.playing && "own-place"],
      "aria-hidden": "true",
      style: around,
    },
    h("b", { class: "number" }, number),
    s.playing ? h("span", {}, t.table.you) : null,
  );

/**
 * A box along the side: somebody else's, or a free one.
 * @param {Seen} s
 * @param {number} number
 * @param {BoxView | undefined} box
 * @param {Record<string, string>} around how far out on the arc it lies (0 in the middle, 1 at the ends), and its place in
 *   its row
 */
function seat(s, number, box, around) {
  const { layout, view } = s.push;
  const taken = box !== undefined && plays(box);
  const bot = view.bots[number];
  const name = taken ? t.table.player(box.seated) : bot ?? t.table.free;
  const stayed = left(view.game, box, layout.stay);
  return h(
    "section",
    {
      key: number,
      "data-box": number,
      style: around,
      "aria-label": t.table.boxOf(number, name),
      class: ["box", "far", !taken && "free", box?.choice === "folded" && "folded", box?.out && "gone"],
    },
    taken || bot
      ? h(
        "p",
        { class: "seat" },
        bot ? botName(s, number, bot) : h("span", {}, name),
        word(box, view.game.phase),
      )
      : null,
    h(
      "div",
      { class: "far-chips" },
      ante(s, number, box, true),
      stayed ? h("span", { class: "far-stay" }, stack(stayed), h("small", {}, shortMoney(stayed))) : null,
    ),
    box?.has_hand
      ? h("div", { class: "hand" }, hand(box.hand ? box.hand.cards : layout.hand_size, { plain: true }))
      : null,
    result(view, number),
  );
}
