/* What is done with chips after a round: by box and player, in the order of settlement, as the server lists it. */

import { h, popover } from "../dom.js";
import { money, t, timeOf } from "../text/en.js";
import { openSlip } from "../slip.js";
import { pay } from "../text/en_payment.js";
import { s as slip } from "../text/en_slip.js";

/** @import { ActView, PaymentView, PlayerSums, PrizeView, Ruling } from "../../api.d.ts" */
/** @import { Desk } from "./desk.js" */

/** @typedef {{ key: string, box: number | null, player: string, acts: ActView[] }} Group */
/** @typedef {(acts: string[], anchor: Element | null) => void} Confirm */

/**
 * The acts of one player at one box; a net act stands alone.
 * @param {PaymentView} payment
 */
function groups(payment) {
  /** @type {Map<string, Group>} */
  const found = new Map();
  for (const act of payment.acts) {
    const key = `${act.box ?? "net"}/${act.player}`;
    const group = found.get(key) ?? { key, box: act.box, player: act.player, acts: [] };
    group.acts.push(act);
    found.set(key, group);
  }
  return [...found.values()];
}

/**
 * The acts that one key confirms: those of the next box that has any.
 * @param {Desk} desk
 */
export function nextActs(desk) {
  const { payment } = desk.console;
  const next = payment?.acts.find((act) => act.id !== null);
  if (!payment || next === undefined) return null;
  const acts = payment.acts.filter((act) =>
    act.id !== null && act.box === next.box && (act.box !== null || act === next)
  );
  const players = [...new Set(acts.map((act) => t.table.player(act.player)))];
  return {
    name: pay.group(next.box, players),
    acts: acts.flatMap((act) => (act.id === null ? [] : [act.id])),
  };
}

/** @param {Desk} desk */
export const prizeWaits = (desk) => desk.console.payment?.prizes.some((one) => one.prize.waits) ?? false;

/** @param {{ desk: Desk, confirm: Confirm }} given */
export function Payouts({ desk, confirm }) {
  const { payment } = desk.console;
  if (payment === null) return null;
  const { acts, changed, in_chips: inChips } = payment;
  const done = acts.filter((act) => act.id === null).length;
  const changedTitle = done === acts.length ? pay.changedDone : pay.changedTitle;
  const isVoid = desk.push.view.game.phase === "void";
  const held = inChips && prizeWaits(desk);
  const title = held ? pay.heldTitle : changed ? changedTitle : isVoid ? pay.voidTitle : pay.title;
  return [
    payment.prizes.length ? Prizes(desk, payment.prizes) : null,
    h(
      "section",
      { class: "panel pay", key: "pay", "aria-labelledby": "pay-title" },
      h(
        "header",
        { class: "panel-head" },
        h("h2", { id: "pay-title" }, title),
        acts.length && inChips && !held
          ? h("p", { class: "muted" }, pay.progress(done, acts.length), " ", h("kbd", { "aria-hidden": "true" }, "X"))
          : null,
      ),
      inChips ? null : h("p", { class: "hint" }, pay.wallets),
      held ? h("p", { class: "hint" }, pay.held) : null,
      changed ? Differences(payment.players.filter((one) => one.already !== null)) : null,
      acts.length === 0 ? h("p", { class: "hint" }, pay.nothing) : h(
        "ol",
        { class: "groups" },
        groups(payment).map((group) => GroupOf(desk, group, payment, held ? null : confirm)),
      ),
      Totals(payment),
    ),
  ];
}

/** @param {Desk} desk @param {Group} group @param {PaymentView} payment @param {Confirm | null} confirm */
function GroupOf(desk, group, payment, confirm) {
  const box = desk.push.view.game.boxes.find((one) => one.box === group.box);
  const player = t.table.player(group.player);
  return h(
    "li",
    { key: group.key, class: ["group", group.acts.every((act) => act.id === null) && "group-done"] },
    h(
      "div",
      { class: "line-box" },
      group.box === null ? h("b", {}, pay.net) : h("b", {}, pay.group(group.box, [])),
      h("span", { class: "payee" }, group.box === null ? pay.allBoxes(player) : player),
      box?.hand?.name ? h("span", { class: "muted" }, pay.hand(box.hand.name)) : null,
    ),
    h(
      "ol",
      { class: "lines" },
      group.acts.map((act, at) => row(act, at, player, payment, confirm)),
    ),
  );
}

/**
 * A stake that was taken and goes back is no payment, though it comes out of the tray.
 * @param {ActView} act
 */
const kindOf = (act) => (act.kind === "pay" && act.stakes > 0 && act.stakes === act.amount ? "put_back" : act.kind);

/**
 * @param {ActView} act
 * @param {number} at
 * @param {string} player
 * @param {PaymentView} payment
 * @param {Confirm | null} confirm None while nothing may be handed over.
 */
function row(act, at, player, payment, confirm) {
  const done = act.id === null;
  const wager = act.wager === null ? "" : t.wager(act.wager);
  const what = [player, wager, `${pay.do(kindOf(act))} ${money(act.chips)}`].filter(Boolean).join(", ");
  return h(
    "li",
    { key: at, class: ["line", `line-${act.kind}`, done && payment.in_chips && "ticked"] },
    h(
      "label",
      { class: "line-row" },
      payment.in_chips
        ? h("input", {
          type: "checkbox",
          checked: done,
          disabled: done || confirm === null,
          onchange: (event) => act.id !== null && confirm?.([act.id], event.currentTarget),
          "aria-label": pay.doneLabel(what),
        })
        : h("span", {}),
      act.wrong
        ? h(
          "span",
          { class: "line-do" },
          act.kind === "pay" ? pay.wrong.tooMuch : pay.wrong.tooLittle,
          h("small", {}, pay.wrong.found),
        )
        : h(
          "span",
          { class: "line-do" },
          (done ? pay.did : pay.do)(kindOf(act)),
          h("small", {}, pay.from(kindOf(act))),
        ),
      h("b", { class: "line-amount" }, money(act.chips)),
      h("span", { class: "line-wager" }, wager),
      h(
        "span",
        { class: "line-why" },
        act.cut.length && act.kind !== "take" && act.kind !== "give_back"
          ? h("span", { class: "cut" }, pay.cut(act.cut))
          : null,
        act.odd || act.set_off ? h("span", {}, pay.odd(act)) : null,
        pay.stakes(act) ? h("span", {}, pay.stakes(act)) : null,
        act.parts.length ? h("span", {}, pay.parts(act)) : null,
        done && act.at !== null && act.by !== null
          ? h("span", {}, (act.wrong ? pay.wrong.foundBy : pay.doneBy)(act.by, timeOf(act.at)))
          : null,
      ),
    ),
    act.clauses.length
      ? h("button", {
        class: "quiet clause-tap",
        "aria-label": pay.clauses(act.clauses),
        onclick: (event) => popover(event.currentTarget, pay.clauses(act.clauses)),
      }, act.clauses[0])
      : null,
  );
}

/** @param {PaymentView} payment */
function Totals(payment) {
  const players = payment.players.filter((one) => one.boxes.length > 0);
  return h(
    "dl",
    { class: "totals" },
    players.map((one) =>
      h(
        "div",
        { key: one.player },
        h("dt", {}, t.table.player(one.player)),
        h("dd", {}, pay.sums(one.left, one.done)),
      )
    ),
  );
}

/** @param {string} acts @param {number} cents */
const cell = (acts, cents) => h("td", {}, h("b", {}, acts), h("small", {}, pay.comesTo(cents)));

/**
 * What was done, what is due, and what lies between: each with what it comes to, so that they add up.
 * @param {PlayerSums[]} players
 */
function Differences(players) {
  return h(
    "table",
    { class: "differences" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", {}, ""),
        h("th", {}, pay.alreadyDone),
        h("th", {}, pay.nowDue),
        h("th", {}, pay.difference),
      ),
    ),
    h(
      "tbody",
      {},
      players.map(({ player, already, now_due: due, left, done }) =>
        already === null || due === null ? null : h(
          "tr",
          { key: player },
          h("th", { scope: "row" }, t.table.player(player)),
          cell(pay.already(already), already.comes_to),
          cell(pay.due(due), due.comes_to),
          cell(pay.sums(left, done), left.comes_to + done.comes_to),
        )
      ),
    ),
  );
}

/** @param {Desk} desk @param {PrizeView[]} prizes */
function Prizes(desk, prizes) {
  const number = desk.push.view.game.round;
  const waiting = prizes.some((one) => one.prize.waits);
  return h(
    "section",
    {
      class: ["panel", "prize", waiting && "prize-waits"],
      key: "prize",
      role: "status",
      "aria-labelledby": "prize-title",
    },
    h("h2", { id: "prize-title" }, waiting ? pay.prize.title : pay.prize.verified),
    h(
      "ul",
      {},
      prizes.map((one) =>
        h(
          "li",
          { key: `${one.prize.box}/${one.prize.target}` },
          h("strong", {}, pay.prize.who(one, t.table.player(one.prize.player))),
          h("p", {}, one.prize.waits ? pay.prize.waits(one) : pay.prize.released),
          one.prize.waits ? null : h("button", {
            onclick: (event) => openSlip(one.jackpot, desk.table, number, event.currentTarget),
          }, slip.open),
        )
      ),
    ),
    waiting ? h("ol", { class: "todo" }, pay.prize.todo.map((one) => h("li", { key: one }, one))) : null,
  );
}

/** @param {{ rulings: Ruling[] }} given */
export function Ruled({ rulings }) {
  if (rulings.length === 0) return null;
  return h(
    "section",
    { class: "panel ruled", key: "ruled", "aria-labelledby": "ruled-title" },
    h("h2", { id: "ruled-title" }, pay.ruled.title),
    h(
      "ol",
      {},
      rulings.map((one, at) =>
        h(
          "li",
          { key: at },
          h("span", {}, pay.ruled.line(one, timeOf(one.at))),
          one.reason ? h("q", {}, one.reason) : null,
          one.clauses.length ? h("span", { class: "muted" }, one.clauses.join(", ")) : null,
        )
      ),
    ),
  );
}
