/* The hand-pay slip of a jackpot prize: who gets what, and the two who released it; to be printed and signed. */

import { h, popover, sheet } from "./dom.js";
import { api } from "./net.js";
import { money, t } from "./text/en.js";
import { inWords } from "./text/amounts.js";
import { momentOf } from "./text/en_office.js";
import { s } from "./text/en_slip.js";

/** @import { Slip } from "../api.d.ts" */

/** @param {Slip} one */
function drawn(one) {
  const rows = [
    [s.number, one.proposal],
    [s.payee, t.table.player(one.player)],
    [s.amount, money(one.amount)],
    [s.words, inWords(one.amount)],
    ...(one.chips === null ? [] : [[s.inChips, s.chips({ ...one, chips: one.chips })]]),
    [s.paid, s.handed(one)],
    [s.where, s.at(one.table, one.round, one.box)],
    [s.jackpot, one.jackpot],
    [s.time, momentOf(one.at)],
    [s.first, s.signature(one.first)],
    [s.second, s.signature(one.second)],
    ...(one.how === "cash" ? [[s.cashier, s.paidBy(one, one.paid === null ? "" : momentOf(one.paid))]] : []),
    [s.received, ""],
  ];
  return h(
    "dl",
    { class: "slip", key: one.proposal },
    rows.map(([name, value]) => h("div", { key: name }, h("dt", {}, name), h("dd", {}, value))),
  );
}

/** @param {string} jackpot @param {string} table @param {number} number @param {Element} anchor */
export async function openSlip(jackpot, table, number, anchor) {
  let slips;
  try {
    slips = await api("GET /api/slips/{jackpot}/{table}/{number}", { jackpot, table, number });
  } catch (trouble) {
    return popover(anchor, t.trouble.refusal(trouble).message, { kind: "refusal" });
  }
  if (slips.length === 0) return popover(anchor, s.none);
  sheet(s.title, () => [
    slips.map(drawn),
    h("button", { class: "primary", onclick: () => print() }, s.print),
  ]);
}
