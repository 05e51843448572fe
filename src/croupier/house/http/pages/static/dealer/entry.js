/* Live cards: entered by tap, by two keys, or by a scanner that types like a keyboard.

   An entry knows the deck only: what was entered is used. Where each card goes is the order that
   the server gave; a tap on a hand sends the next card there instead. */

import { card, cardName } from "../cards.js";
import { h } from "../dom.js";
import { d } from "../text/en_dealer.js";

const RANKS = "AKQJT98765432";
const SUITS = "shdc";
const SCANNED_MS = 40;

export function newEntry() {
  let round = null;
  let order = [];
  let given = [];
  let target = null;
  let rank = "";
  let rankAt = 0;
  let cardAt = 0;
  let scanned = false;

  const place = () => {
    if (target !== null) return target;
    const had = new Map();
    for (const one of given) had.set(one.place, (had.get(one.place) ?? 0) + 1);
    for (const one of order) {
      const count = had.get(one) ?? 0;
      if (count === 0) return one;
      had.set(one, count - 1);
    }
    return null;
  };
  const used = (code) => given.some((one) => one.code === code);

  function add(code) {
    const to = place();
    if (to === null || used(code)) return null;
    given.push({ code, place: to });
    target = null;
    return to;
  }

  return {
    get pending() {
      return rank;
    },
    get given() {
      return given;
    },
    used,
    add,
    place,
    aim(to) {
      target = target === to ? null : to;
    },
    left() {
      const had = new Map();
      for (const one of given) had.set(one.place, (had.get(one.place) ?? 0) + 1);
      const wanted = new Map();
      for (const one of order) wanted.set(one, (wanted.get(one) ?? 0) + 1);
      return [...wanted].reduce((left, [one, count]) => left + Math.max(0, count - (had.get(one) ?? 0)), 0);
    },
    all: () => order.length,
    at: (to) => given.filter((one) => one.place === to).map((one) => one.code),
    hands() {
      const hands = {};
      for (const one of given) hands[one.place] = hands[one.place] ? `${hands[one.place]} ${one.code}` : one.code;
      return hands;
    },
    begin(number, places) {
      if (number !== round || places.join() !== order.join()) {
        given = number === round ? given.filter((one) => places.includes(one.place)) : [];
        target = null;
        rank = "";
      }
      round = number;
      order = places;
    },
    undo() {
      if (rank) rank = "";
      else given = given.slice(0, -1);
      target = null;
    },
    clear() {
      given = [];
      rank = "";
      target = null;
    },
    /* A key: true where it belongs to a card. What was entered comes back as {code, to}. */
    key(pressed, at) {
      const one = pressed.length === 1 ? pressed.toUpperCase() : "";
      if (one === "1") rank = "1";
      else if (one === "0" && rank === "1") rank = "T";
      else if (one && RANKS.includes(one)) rank = one;
      else if (one && SUITS.includes(one.toLowerCase()) && rank && rank !== "1") {
        scanned = at - rankAt < SCANNED_MS;
        const code = rank + one.toLowerCase();
        rank = "";
        cardAt = at;
        const twice = used(code);
        return { code, to: twice ? null : add(code), twice };
      } else return null;
      rankAt = at;
      return {};
    },
    /* A scanner ends its card with Enter, which is then no key of the dealer's. */
    endsScan: (at) => scanned && at - cardAt < SCANNED_MS * 2,
  };
}

/* The deck: every card once; what lies on the table cannot be taken again. */
export function Deck({ used, pick, label }) {
  return h(
    "div",
    { class: "deck", role: "group", "aria-label": label },
    [...SUITS].map((suit) =>
      h(
        "div",
        { class: "deck-suit", key: suit },
        [...RANKS].map((rank) => {
          const code = rank + suit;
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

export function CardEntry({ desk, enter, asItLies }) {
  const { entry } = desk;
  const place = entry.place();
  return h(
    "section",
    { class: "panel entry", key: "entry", "aria-labelledby": "entry-title" },
    h(
      "header",
      { class: "panel-head" },
      h("h2", { id: "entry-title" }, d.entry.title),
      h(
        "p",
        { class: "aim", role: "status" },
        place === null ? h("strong", {}, d.entry.done) : [
          h("strong", {}, d.entry.to(place)),
          " ",
          h("span", { class: "muted" }, d.entry.count(entry.all() - entry.left(), entry.all())),
        ],
        entry.pending ? h("kbd", {}, d.entry.pending(entry.pending)) : null,
      ),
    ),
    desk.console.burns && entry.given.length === 0 ? h("p", { class: "hint" }, d.entry.burn) : null,
    h(Deck, { used: entry.used, pick: enter, label: d.entry.grid }),
    h(
      "div",
      { class: "row" },
      h(
        "button",
        { onclick: desk.undoCard, disabled: entry.given.length === 0 },
        d.entry.undo,
        h("kbd", { "aria-hidden": "true" }, "⌫"),
      ),
      h("button", { class: "quiet", onclick: desk.clearCards, disabled: entry.given.length === 0 }, d.entry.clear),
      desk.console.recording && entry.given.length > 0 && entry.left() > 0
        ? h("button", { class: "quiet", onclick: asItLies, title: d.entry.asItLiesNote }, d.entry.asItLies)
        : null,
      h("span", { class: "muted how" }, d.entry.how),
    ),
  );
}
