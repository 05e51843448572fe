/* The boxes of the table in a row, and the dealer's place: who sits there, what is on it, what comes next. */

import { card, hand } from "../cards.js";
import { h } from "../dom.js";
import { cardsDue, isKeying, peopleAt } from "./desk.js";
import { cardsAt, placeOf } from "./entry.js";
import { lying } from "../table/reading.js";
import { money, t } from "../text/en.js";
import { d } from "../text/en_dealer.js";
import { pay } from "../text/en_payment.js";

/** @import { BoxView } from "../../api.d.ts" */
/** @import { Desk } from "./desk.js" */

/** @param {{ desk: Desk, choose: (box: number) => void, aim: (place: string) => void }} given */
export function Boxes({ desk, choose, aim }) {
  const { view, layout } = desk.push;
  const open = view.game.phase === "betting";
  const shown = new Map(
    view.game.boxes.filter((box) => !open || lying(box).length).map((
      box,
    ) => [box.box, box]),
  );
  const keying = isKeying(desk);
  const place = keying ? placeOf(desk.entry) : null;
  const due = new Set(keying ? cardsDue(desk) : []);
  /** @param {number} number */
  const tile = (number) => {
    const box = shown.get(number);
    const next = place === String(number);
    const barred = layout.disallowed.includes(number);
    const aims = due.has(String(number));
    const press = aims ? () => aim(String(number)) : () => choose(number);
    const seat = desk.console.seats[number];
    const people = whoIsAt(desk, number, box);
    const who = people.length ? people.map(t.table.player).join(" + ") : barred ? d.disallowed : d.empty;
    return h(
      "li",
      { key: number, class: box ? "" : "box-empty" },
      h(
        "button",
        {
          class: [
            "tile",
            desk.chosen === number && !aims && "chosen",
            next && "aimed",
            box?.out && "is-out",
            box?.choice === "folded" && "is-folded",
            !box && !seat && "is-empty",
          ],
          onclick: press,
          disabled: barred,
          "aria-pressed": String(aims ? next : desk.chosen === number),
          "aria-label": label(number, who, box, next),
        },
        h(
          "span",
          { class: "tile-top" },
          h("b", {}, number),
          h("span", { class: "tile-who" }, who),
        ),
        open ? Wagers(desk, box) : box ? wagers(box) : null,
        cards(desk, number, box, aims),
        next ? h("span", { class: "tag next-tag" }, d.nextCard) : tags(box, view.game.phase),
      ),
    );
  };
  return h(
    "ol",
    { class: ["boxes", view.game.phase === "betting" && "boxes-open"], "aria-label": d.boxes },
    Array.from({ length: layout.boxes }, (_, at) => tile(at + 1)),
    dealerTile(desk, due.has("dealer"), place, aim),
  );
}

/**
 * Who has wagers on a box or a seat at it, whoever sits there first.
 * @param {Desk} desk
 * @param {number} number
 * @param {BoxView | undefined} box
 */
const whoIsAt = (desk, number, box) => [
  ...new Set([
    ...(box ? [box.seated, ...box.wagers.map((one) => one.player)] : []),
    ...peopleAt(desk, number),
  ]),
];

/** @param {number} number @param {string} who @param {BoxView | undefined} box @param {boolean} next */
function label(number, who, box, next) {
  const words = [d.box(number), who];
  if (box) words.push(...lying(box).map(([wager, amount]) => `${t.wager(wager)} ${money(amount)}`));
  if (box?.viewed) words.push(d.looked);
  if (box?.choice && box.choice !== "undecided") words.push(d.choice[box.choice]);
  if (box?.out) words.push(d.out);
  if (next) words.push(d.nextCard);
  return words.join(", ");
}

/**
 * While bets are open every wager of the game has its line and the width of its largest amount, whether it lies there
 * or not: what is below the boxes keeps its place as wagers come and go.
 * @param {Desk} desk
 * @param {BoxView | undefined} box
 */
function Wagers(desk, box) {
  const { layout, view } = desk.push;
  const on = new Map(box ? lying(box) : []);
  const fixed = (view.game.jackpot_stake ?? 0) * desk.console.credits;
  const kinds = layout.wagers.filter((wager) =>
    wager !== layout.stay && (wager in layout.limits || desk.console.credits > 0)
  );
  return h(
    "span",
    { class: "tile-wagers" },
    kinds.map((wager) =>
      h(
        "span",
        { key: wager, class: on.has(wager) ? "" : "not-there" },
        on.has(wager) ? h("i", { class: `spot spot-${wager}` }, t.wager(wager)) : h("i", {
          class: "spot",
          "data-words": t.wager(wager),
        }),
        h(
          "b",
          { class: "widest", "data-widest": plain(layout.limits[wager]?.[1] ?? fixed) },
          on.has(wager) ? plain(on.get(wager) ?? 0) : null,
        ),
      )
    ),
  );
}

/** @param {number} amount */
const plain = (amount) => money(amount).replace(/\.00$/, "");

/** @param {BoxView} box */
function wagers(box) {
  return h(
    "span",
    { class: "tile-wagers" },
    lying(box).map(([wager, amount]) =>
      h(
        "span",
        { key: wager },
        h("i", { class: `spot spot-${wager}` }, t.wager(wager)),
        h("b", {}, plain(amount)),
      )
    ),
  );
}

/** @param {Desk} desk @param {number} number @param {BoxView | undefined} box @param {boolean} keyed */
function cards(desk, number, box, keyed) {
  const entered = keyed ? cardsAt(desk.entry, String(number)) : [];
  if (entered.length) {
    return h(
      "span",
      { class: "tile-cards" },
      entered.map((code) => card(code, { plain: true, key: code })),
    );
  }
  if (box?.hand) {
    return h("span", { class: "tile-cards", title: box.hand.name ?? "" }, hand(box.hand.cards, { plain: true }));
  }
  if (box?.has_hand) return h("span", { class: "tile-cards down" }, hand(desk.push.layout.hand_size));
  return null;
}

/** @param {BoxView | undefined} box @param {string} phase */
function tags(box, phase) {
  if (!box) return null;
  const words = [];
  if (box.out) words.push(["out", d.out]);
  else if (phase === "dealt" && box.has_hand) words.push([box.choice, d.choice[box.choice]]);
  if (box.viewed && phase === "dealt") words.push(["looked", d.looked]);
  return words.length
    ? h(
      "span",
      { class: "tile-tags" },
      words.map(([kind, word]) => h("span", { key: kind, class: `tag tag-${kind}` }, word)),
    )
    : null;
}

/**
 * @param {Desk} desk
 * @param {boolean} dealing
 * @param {string | null} place
 * @param {(place: string) => void} aim
 */
function dealerTile(desk, dealing, place, aim) {
  const { game } = desk.push.view;
  const entered = dealing ? cardsAt(desk.entry, "dealer") : [];
  const next = place === "dealer";
  const up = game.up_card === null ? [] : [card(game.up_card, { plain: true, key: "up", marked: true })];
  const shown = entered.length
    ? [...up, ...entered.map((code) => card(code, { plain: true, key: code }))]
    : game.dealer
    ? hand(game.dealer.cards, { plain: true })
    : game.up_card
    ? [...up, ...hand(desk.push.layout.hand_size - 1)]
    : null;
  const inside = [
    h("span", { class: "tile-top" }, h("b", {}, d.dealer)),
    game.dealer?.name ? h("span", { class: "tile-hand" }, game.dealer.name) : null,
    game.qualified === null ? null : h(
      "span",
      { class: ["tag", game.qualified ? "tag-qualifies" : "tag-no-hand"] },
      game.qualified ? pay.qualifies : pay.qualifiesNot,
    ),
    shown ? h("span", { class: "tile-cards" }, shown) : null,
    next ? h("span", { class: "tag next-tag" }, d.nextCard) : null,
  ];
  return h(
    "li",
    { key: "dealer", class: "box-dealer" },
    dealing
      ? h("button", {
        class: ["tile", "tile-dealer", next && "aimed"],
        onclick: () => aim("dealer"),
        "aria-pressed": String(next),
        "aria-label": d.entry.placeNext("dealer"),
      }, inside)
      : h("div", { class: "tile tile-dealer" }, inside),
  );
}
