/* Entering cards: the deck, where the next card goes, and what can be taken back. */

import { card, cardName } from "../cards.js";
import { h } from "../dom.js";
import { d } from "../text/en_dealer.js";
import { cardsLeft, DECK, isUsed, placeOf } from "./entry.js";
import { openAsItLies } from "./sheets.js";

/** @import { Desk } from "./desk.js" */

/**
 * The deck: every card once; a card on the table cannot be picked again.
 * @param {{ used: (code: string) => boolean, pick: (code: string) => void, label: string }} given
 */
export function Deck({ used, pick, label }) {
  return h(
    "div",
    { class: "deck", role: "group", "aria-label": label },
    DECK.map((suit) =>
      h(
        "div",
        { class: "deck-suit", key: suit[0] },
        suit.map((code) => {
          const gone = used(code);
          return h("button", {
            key: code,
            class: "deck-card",
            disabled: gone,
            onclick: () => pick(code),
            "aria-label": gone ? `${cardName(code)}, ${d.entry.used}` : cardName(code),
          }, card(code, { plain: true }));
        }),
      )
    ),
  );
}

/**
 * Beside the up card: a deal that does not lie as it should, and keys in place of a shoe that fails.
 * @param {{ desk: Desk }} given
 */
export function DealTools({ desk }) {
  const byHand = () => {
    desk.byHand = true;
    desk.refresh();
    desk.draw();
  };
  return h(
    "div",
    { class: "row", key: "deal-tools" },
    desk.console.shoe && !desk.byHand ? h("button", { class: "quiet", onclick: byHand }, d.entry.byHand) : null,
    desk.console.recording
      ? h("button", { class: "quiet", onclick: () => openAsItLies(desk) }, d.entry.asItLies)
      : null,
  );
}

/**
 * @typedef {object} Entering
 * @property {Desk} desk
 * @property {(code: string) => void} enter
 * @property {() => void} undo
 * @property {() => void} clear
 * @property {() => void} leave
 */

/** @param {Entering} given */
export function CardEntry({ desk, enter, undo, clear, leave }) {
  const { entry } = desk;
  const place = placeOf(entry);
  const left = cardsLeft(entry);
  const all = entry.order.length;
  return h(
    "section",
    { class: "panel entry", key: "entry", "aria-labelledby": "entry-title" },
    h(
      "header",
      { class: "panel-head" },
      h("h2", { id: "entry-title" }, d.entry.title[desk.push.view.game.phase] ?? d.entry.title.revealed),
      h(
        "p",
        { class: "aim", role: "status" },
        place === null ? h("strong", {}, d.entry.done) : [
          h("strong", {}, d.entry.to(place)),
          " ",
          h("span", { class: "muted" }, d.entry.count(all - left, all)),
        ],
        entry.rank ? h("kbd", {}, d.entry.pending(entry.rank)) : null,
      ),
    ),
    desk.console.burns && desk.push.view.game.phase === "closed" && entry.given.length === 0
      ? h("p", { class: "hint" }, d.entry.burn)
      : null,
    Deck({ used: (code) => isUsed(entry, code), pick: enter, label: d.entry.grid }),
    h(
      "div",
      { class: "row" },
      h(
        "button",
        { onclick: undo, disabled: entry.given.length === 0 },
        d.entry.undo,
        h("kbd", { "aria-hidden": "true" }, "⌫"),
      ),
      h("button", { class: "quiet", onclick: clear, disabled: entry.given.length === 0 }, d.entry.clear),
      desk.turning !== null ? h("button", { class: "quiet", onclick: leave }, d.entry.leave) : null,
      h("span", { class: "muted how" }, d.entry.how),
    ),
  );
}
