/* The one next action: what the server says may be done, in the order of a round. */

import { h } from "../dom.js";
import { d, role, SEEN } from "../text/en_dealer.js";
import { cardsDue, isKeying, isSettling, mustSignOn } from "./desk.js";
import { cardsAt, cardsLeft } from "./entry.js";
import { nextActs, prizeWaits } from "./payouts.js";
import { pay } from "../text/en_payment.js";

/** @import { HouseTableView } from "../../api.d.ts" */
/** @import { Desk } from "./desk.js" */

/** @import { AnyCommand, TableCommand } from "../../api.d.ts" */

/** @typedef {{ table: TableCommand } | { house: AnyCommand }} Run */
/** @typedef {{ name: string, note: string, run: Run, ready: boolean, wait?: undefined } | { wait: string }} Next */

/* How a card is written that lies face down. */
const CLOSED = "?";

const COURSE = /** @type {const} */ (["open_bets", "close_bets", "deal", "reveal_dealer", "settle"]);

/**
 * {name, label, note, run, ready} or {wait} with the reason.
 * @param {Desk} desk
 * @returns {Next}
 */
export function nextAction(desk) {
  const { view, legal } = desk.push;
  if (mustSignOn(desk)) {
    const there = desk.console.dealer;
    return {
      name: "sign_on",
      note: there ? d.takeOver(there) : d.actionNote.sign_on,
      run: { house: { do: "sign_on" } },
      ready: true,
    };
  }
  if (view.paused) {
    return { name: "resume", note: d.actionNote.resume, run: { house: { do: "resume_table" } }, ready: true };
  }
  if (prizeWaits(desk)) return { wait: pay.prize.frozen };
  const acts = nextActs(desk);
  if (acts !== null) {
    return {
      name: "confirm",
      note: pay.confirmNote(acts.name),
      run: { house: { do: "confirm_acts", acts: acts.acts } },
      ready: true,
    };
  }
  const found = COURSE.find((name) => legal.some((one) => one.do === name));
  if (found === undefined) return { wait: reason(desk) };
  if (found === "open_bets" && lastPlayed(view)) return { wait: d.wait.last };
  if (found === "open_bets" && desk.console.day_closed !== null) return { wait: d.wait.day(desk.console.day_closed) };
  if (found === "deal") return dealing(desk);
  if (found === "reveal_dealer" && isKeying(desk)) return revealing(desk);
  const nobody = found === "close_bets" && view.game.boxes.length === 0;
  const name = found === "open_bets" && view.game.phase === "idle" ? "first" : found;
  return {
    name,
    note: nobody ? d.wait.noBets : d.actionNote[name],
    run: { table: { do: found } },
    ready: true,
  };
}

/**
 * @param {Desk} desk
 * @returns {Next}
 */
function dealing(desk) {
  if (!desk.console.live) {
    return { name: "deal", note: d.actionNote.deal, run: { table: { do: "deal" } }, ready: true };
  }
  if (desk.console.shoe && !desk.byHand) return { wait: d.wait.shoe };
  const left = cardsDue(desk).length ? cardsLeft(desk.entry) : 0;
  return {
    name: "deal",
    ready: left === 0,
    note: left === 0 ? d.actionNote.deal : d.entry.upCardDue,
    run: { table: { do: "deal", hands: handsDealt(desk) } },
  };
}

/**
 * What can be seen of a deal: a closed hand at every box that has one, and the dealer's up card.
 * @param {Desk} desk
 */
function handsDealt(desk) {
  const size = desk.push.layout.hand_size;
  const up = cardsDue(desk).length ? cardsAt(desk.entry, "dealer") : [];
  const dealer = [...Array(size - up.length).fill(CLOSED), ...up].join(" ");
  const hands = desk.console.due.map((box) => [String(box), Array(size).fill(CLOSED).join(" ")]);
  return { ...Object.fromEntries(hands), dealer };
}

/**
 * @param {Desk} desk
 * @returns {Next}
 */
function revealing(desk) {
  const left = cardsLeft(desk.entry);
  const up = desk.push.view.game.up_card;
  return {
    name: "reveal_dealer",
    ready: left === 0,
    note: left === 0 ? d.actionNote.reveal_dealer : d.cardsLeft(left),
    run: { table: { do: "reveal_dealer", cards: [...cardsAt(desk.entry, "dealer"), ...(up ? [up] : [])].join(" ") } },
  };
}

/** @param {HouseTableView} view */
const lastPlayed = (view) => view.last_round !== null && view.game.round >= view.last_round;

/** @param {Desk} desk */
function reason(desk) {
  const { view } = desk.push;
  const { game } = view;
  if (game.matters.length) {
    const [matter] = game.matters;
    if (desk.push.legal.some((one) => one.do === "rule")) {
      return d.wait.yours(SEEN[matter.irregularity]?.[0] ?? matter.irregularity);
    }
    return d.wait.matter(SEEN[matter.irregularity]?.[0] ?? matter.irregularity, role(matter.decided_by));
  }
  if (game.options.length) return d.wait.options(game.options.flatMap((one) => one.boxes));
  if (desk.console.choice_awaited) return d.wait.choice;
  if (game.closed) return d.wait.closed;
  const open = game.boxes.filter((box) =>
    game.phase === "dealt" && box.choice === "undecided" && !box.out && box.has_hand
  );
  if (open.length) return d.wait.undecided(open.map((box) => box.box));
  if (game.phase === "revealed" && desk.console.order.length) {
    return d.wait.turn([...new Set(desk.console.order.map(Number))]);
  }
  return d.wait.other;
}

/**
 * The large button; a quiet plate with the reason if there is nothing to press.
 * @param {{ desk: Desk, act: () => void }} given
 */
export function NextAction({ desk, act }) {
  const next = nextAction(desk);
  if (next.wait !== undefined) {
    return h(
      "div",
      { class: "next waiting", key: "wait", role: "status" },
      h("span", { class: "next-label" }, d.wait.title),
      h("span", { class: "next-note" }, next.wait),
    );
  }
  return h(
    "button",
    {
      class: "next primary",
      key: "next",
      id: "next-action",
      onclick: act,
      "aria-disabled": String(!next.ready || isSettling(desk)),
      "aria-describedby": "next-note",
      "aria-keyshortcuts": "Space Enter",
    },
    h("span", { class: "next-label" }, d.action[next.name]),
    h("span", { class: "next-note", id: "next-note" }, next.note),
    h("kbd", { "aria-hidden": "true" }, d.key.space),
  );
}
