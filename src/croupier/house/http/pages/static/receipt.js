/* The receipt of a movement of cash at the cage, to be printed and signed. */

import { h, popover, sheet } from "./dom.js";
import { api } from "./net.js";
import { money, t } from "./text/en.js";
import { inWords } from "./text/amounts.js";
import { momentOf } from "./text/en_office.js";
import { k } from "./text/en_cash.js";

/** @param {number} number @param {Element} anchor */
export async function openReceipt(number, anchor) {
  let one;
  try {
    one = await api("GET /api/receipts/{number}", { number });
  } catch (trouble) {
    return popover(anchor, t.trouble.refusal(trouble).message, { kind: "refusal" });
  }
  const lines = [
    [k.number, String(one.number)],
    [k.what, k.kinds[one.what] ?? one.what],
    [k.player, t.table.player(one.player)],
    [k.amount, money(one.amount)],
    [k.words, inWords(one.amount)],
    [k.at, momentOf(one.at)],
    [k.by, one.by ?? ""],
    ...(one.approved_by === null ? [] : [[k.approvedBy, one.approved_by]]),
    [k.signed, ""],
  ];
  return sheet(k.receipt, () => [
    h(
      "dl",
      { class: "slip" },
      lines.map(([name, value]) => h("div", { key: name }, h("dt", {}, name), h("dd", {}, value))),
    ),
    h("button", { class: "primary", onclick: () => print() }, k.print),
  ]);
}
