/* Jackpot prizes that two people have released: the cashier pays them in cash, and gives a receipt. */

import { h, oneLine } from "../dom.js";
import { api, houseCommand } from "../net.js";
import { money, t } from "../text/en.js";
import { inWords } from "../text/amounts.js";
import { k } from "../text/en_cash.js";
import { openReceipt } from "../receipt.js";
import { openSlip } from "../slip.js";
import { asked, confirm, may, rows, shown, worker } from "../office/parts.js";

/** @import { PayableView } from "../../api.d.ts" */
/** @import { Asked, Worker } from "../office/parts.js" */

/**
 * @typedef {object} Prizes
 * @property {() => void} draw
 * @property {Asked<PayableView[]>} due
 * @property {Worker} work
 * @property {PayableView | null} asking what is to be confirmed
 * @property {number | null} receipt the number of the last one
 * @property {() => void} paid called once cash has left a drawer
 */

/** @param {() => void} draw @param {() => void} paid */
export function prizes(draw, paid) {
  /** @type {Prizes} */
  const s = {
    draw,
    due: asked(() => api("GET /api/payables", {}), draw),
    work: worker(draw),
    asking: null,
    receipt: null,
    paid,
  };
  return { drawn: () => shown(s.due, (all) => panel(s, all.filter((one) => one.slip !== null))) };
}

/** @param {Prizes} s @param {PayableView | null} one */
function ask(s, one) {
  s.asking = one;
  s.work.forget("prize");
  s.draw();
}

/** @param {Prizes} s @param {PayableView} one */
async function pay(s, one) {
  const words = k.prizes.done(money(one.amount), t.table.player(one.player));
  const given = async () => {
    const done = await houseCommand({ do: "pay_prize", slip: one.slip ?? "" });
    s.receipt = done.version;
    return done;
  };
  if (await s.work.attempt("prize", given, words)) s.asking = null;
  s.due.again();
  s.paid();
}

/** @param {Prizes} s @param {PayableView[]} due */
function panel(s, due) {
  const { asking, receipt } = s;
  return h(
    "section",
    { class: "panel", key: "prizes", "aria-labelledby": "prizes-title" },
    h("h2", { id: "prizes-title" }, k.prizes.title),
    due.length ? h("p", { class: "muted small" }, k.prizes.lead) : null,
    rows({
      caption: k.prizes.title,
      data: due,
      empty: k.prizes.none,
      keyOf: (one) => one.slip ?? "",
      columns: [
        { head: k.player, cell: (one) => t.table.player(one.player) },
        { head: k.amount, number: true, cell: (one) => h("b", {}, money(one.amount)) },
        { head: k.prizes.won, cell: (one) => k.prizes.at(one.table, one.round, one.box) },
        {
          head: k.prizes.slip,
          cell: (one) =>
            h("button", {
              class: "quiet",
              onclick: (event) => openSlip(one.jackpot, one.table, one.round, event.currentTarget),
            }, one.slip),
        },
        {
          head: k.prizes.pay,
          cell: (one) =>
            may("pay_prize") ? h("button", { class: "primary", onclick: () => ask(s, one) }, k.prizes.pay) : null,
        },
      ],
    }),
    asking === null ? null : confirm({
      title: k.prizes.ask(money(asking.amount), t.table.player(asking.player)),
      lines: [
        oneLine("span", money(asking.amount), { class: "sum" }),
        h("span", { class: "in-words" }, inWords(asking.amount)),
        k.prizes.check,
      ],
      yes: k.prizes.yes(money(asking.amount)),
      onyes: () => pay(s, asking),
      busy: s.work.busy.has("prize"),
      onno: () => ask(s, null),
    }),
    s.work.note("prize"),
    receipt === null ? null : h(
      "button",
      { class: "quiet", onclick: (event) => openReceipt(receipt, event.currentTarget) },
      k.receipt,
    ),
  );
}
