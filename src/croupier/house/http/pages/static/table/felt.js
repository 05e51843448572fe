/* The felt: the dealer at the top, the boxes in an arc, chips and cards on them. */

import { card, cardName, hand } from "../cards.js";
import { stack } from "../chips.js";
import { h } from "../dom.js";
import { money, shortMoney, signed, t } from "../text/en.js";
import { botName } from "./coach.js";
import { ghost, isFixed, lay, withdraw } from "./laying.js";
import { ANTE, isOver, laid, may, net, plays } from "./reading.js";

/** @import { BoxView, HouseTableView } from "../../api.d.ts" */
/** @import { Seen } from "./state.js" */

/** @param {Seen} s */
export function felt(s) {
  const { push } = s;
  const { layout, view } = push;
  const boxes = new Map(view.game.boxes.map((box) => [box.box, box]));
  return h(
    "section",
    { class: ["felt", `phase-${view.game.phase}`, view.paused && "still"], key: "felt" },
    dealer(s),
    h(
      "div",
      { class: "boxes", style: { "--boxes": String(layout.boxes) } },
      Array.from({ length: layout.boxes }, (_, place) => {
        const across = layout.boxes > 1 ? (2 * place) / (layout.boxes - 1) - 1 : 0;
        return seat(s, place + 1, boxes.get(place + 1), 1 - across * across);
      }),
    ),
  );
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
  return h(
    "div",
    { class: "dealer" },
    h("h2", { class: "unseen" }, t.table.dealerHand),
    h(
      "div",
      { class: "hand dealer-hand" },
      cards ?? Array.from({ length: size }, (_, place) => h("i", { key: `gap${place}`, class: "gap" })),
    ),
    h(
      "p",
      { class: "plate" },
      game.dealer?.name
        ? t.table.hand(game.dealer.name)
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
    h("p", { class: "call", key: `call${s.callNumber}` }, s.call ?? " "),
  );
}

/**
 * @param {Seen} s
 * @param {number} number
 * @param {BoxView | undefined} box
 * @param {number} drop how far the middle of the arc hangs down
 */
function seat(s, number, box, drop) {
  const { push, id } = s;
  const { layout, view } = push;
  const mine = box !== undefined && plays(box, id);
  const taken = box !== undefined && plays(box);
  const open = may(push, "place_wager", number) !== undefined;
  const bot = view.bots[number];
  const name = mine ? t.table.you : taken ? t.table.player(box.seated) : bot ?? t.table.free;
  return h(
    "section",
    {
      key: number,
      style: { "--drop": drop.toFixed(3) },
      "aria-label": t.table.boxOf(number, name),
      class: [
        "box",
        mine && "own",
        !taken && "free",
        open && "open",
        box?.choice === "folded" && "folded",
        box?.out && "gone",
      ],
    },
    h(
      "div",
      { class: "sides" },
      layout.wagers.filter((wager) => wager !== ANTE && wager !== layout.stay).map((wager) =>
        side(s, number, box, wager)
      ),
    ),
    h("div", { class: "mains" }, main(s, number, box, ANTE), stay(s, box)),
    h("div", { class: "hand" }, cards(s, box)),
    h(
      "p",
      { class: "seat" },
      h("b", {}, number),
      " ",
      bot && !mine ? botName(s, number, bot) : h("span", {}, name),
      word(box, view.game.phase),
    ),
    result(view, number),
  );
}

/**
 * @param {Seen} s
 * @param {BoxView | undefined} box
 */
function cards(s, box) {
  if (!box?.has_hand) return null;
  return hand(box.hand ? box.hand.cards : s.push.layout.hand_size, { plain: true });
}

/**
 * @param {BoxView | undefined} box
 * @param {string} phase
 */
function word(box, phase) {
  if (!box?.has_hand) return null;
  const said = box.out
    ? t.table.out
    : box.choice === "folded"
    ? t.table.folded
    : phase === "dealt" && box.choice === "undecided"
    ? "…"
    : null;
  return said === null ? null : h("em", {}, said);
}

/**
 * @param {HouseTableView} view
 * @param {number} number
 */
function result(view, number) {
  const lines = view.game.lines.filter((line) => line.box === number);
  if (!lines.length || !isOver(view.game)) return null;
  if (lines.some((line) => line.result === "pending")) {
    return h("p", { class: "result", key: "result" }, t.table.result.pending);
  }
  const sum = net(lines);
  return h("p", { class: ["result", sum > 0 && "up", sum < 0 && "down"], key: "result" }, signed(sum));
}

/**
 * A spot for chips. Every spot can be tapped: if a wager is not allowed, the house says why.
 * @param {Seen} s
 * @param {number} number
 * @param {BoxView | undefined} box
 * @param {string} wager
 */
function main(s, number, box, wager) {
  const lies = laid(box, wager);
  const coming = ghost(s, number, wager);
  const { game, paused } = s.push.view;
  const guest = s.visitor && game.phase === "betting" && !paused && !game.closed && !(box && plays(box)) &&
    !s.push.view.bots[number];
  const lit = guest || may(s.push, "place_wager", number, { wager }) !== undefined;
  return h(
    "button",
    {
      class: ["spot", "round", lit && "lit", coming > 0 && "ghost"],
      "data-spot": `${number}/${wager}`,
      "aria-label": `${t.table.spot(t.wager(wager), number, lies ? money(lies) : null)}, ${
        t.table.spotAdd(shortMoney(s.chip ?? 0))
      }`,
      onclick: (event) => lay(s, number, wager, event.currentTarget),
      onkeydown: (event) => takeBack(s, event, number, wager),
    },
    lies + coming
      ? [stack(lies + coming), h("span", { class: "amount" }, shortMoney(lies + coming))]
      : h("span", { class: "name" }, t.wager(wager)),
  );
}

/**
 * @param {Seen} s
 * @param {KeyboardEvent & { readonly currentTarget: Element }} event
 * @param {number} number
 * @param {string} wager
 */
function takeBack(s, event, number, wager) {
  if (event.key === "Backspace" || event.key === "Delete") withdraw(s, number, wager, event.currentTarget);
}

/**
 * @param {Seen} s
 * @param {BoxView | undefined} box
 */
function stay(s, box) {
  const wager = s.push.layout.stay;
  const lies = laid(box, wager);
  return h(
    "span",
    { class: ["spot", "round", "stay", lies > 0 && "full"] },
    lies
      ? [stack(lies), h("span", { class: "amount" }, shortMoney(lies))]
      : h("span", { class: "name" }, t.wager(wager)),
  );
}

/**
 * @param {Seen} s
 * @param {number} number
 * @param {BoxView | undefined} box
 * @param {string} wager
 */
function side(s, number, box, wager) {
  const lies = laid(box, wager);
  const coming = ghost(s, number, wager);
  const lit = may(s.push, "place_wager", number, { wager }) !== undefined;
  const fixed = isFixed(s, wager);
  const stake = s.push.view.game.jackpot_stake;
  const words = lies
    ? t.table.spotBack
    : fixed
    ? t.table.spotToggle(stake === null ? null : shortMoney(stake))
    : t.table.spotAdd(shortMoney(s.chip ?? 0));
  return h(
    "button",
    {
      key: wager,
      class: ["spot", "side", fixed && "lamp", lit && "lit", lies + coming > 0 && "on", coming > 0 && "ghost"],
      "data-spot": `${number}/${wager}`,
      "aria-label": `${t.table.spot(t.wager(wager), number, lies ? money(lies) : null)}, ${words}`,
      "aria-pressed": fixed ? String(lies > 0) : null,
      onclick: (
        event,
      ) => (fixed && laid(box, wager, s.id)
        ? withdraw(s, number, wager, event.currentTarget)
        : lay(s, number, wager, event.currentTarget)),
      onkeydown: (event) => takeBack(s, event, number, wager),
    },
    h("span", { class: "name" }, t.wager(wager)),
    lies + coming ? h("span", { class: "amount" }, shortMoney(lies + coming)) : null,
  );
}
