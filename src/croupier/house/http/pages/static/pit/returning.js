/* Chips of a jackpot payment that was undone: who has them, and that they are back. */

import { h } from "../dom.js";
import { amountField, cents, form } from "../office/parts.js";
import { money, t } from "../text/en.js";
import { p } from "../text/en_pit.js";
import { giveOffice, refuse } from "./desk.js";

/** @import { ReturnView } from "../../api.d.ts" */
/** @import { Submitted } from "../dom.js" */
/** @import { Desk } from "./desk.js" */

/** @param {Desk} desk @param {ReturnView} owed */
export function returning(desk, owed) {
  const { jackpot, table, round, player } = owed;
  /** @param {Submitted} event */
  const submit = (event) => {
    const anchor = event.currentTarget;
    const { amount, problem } = cents(form(event).amount);
    if (problem !== undefined) return refuse(anchor, problem);
    return giveOffice(desk, { do: "return_payment", jackpot, table, round, player, amount }, anchor, p.owed.proposed);
  };
  return [
    h("p", { class: "item-facts" }, p.owed.what(t.table.player(player), money(owed.amount)), " · ", jackpot),
    owed.chips === owed.amount ? null : h("p", { class: "small" }, p.owed.whole(money(owed.chips))),
    h("p", { class: "muted small" }, owed.proposed_by === null ? p.owed.check : p.owed.waiting(owed.proposed_by)),
    owed.proposal === null && desk.pit.may.includes("return_payment")
      ? h(
        "form",
        { onsubmit: submit, novalidate: true },
        amountField("amount", p.owed.amount),
        h("button", { type: "submit", class: "primary" }, p.owed.propose),
      )
      : null,
  ];
}
