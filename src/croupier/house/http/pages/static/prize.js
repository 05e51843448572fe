/* A jackpot prize for whoever verifies it: amount, payee, hand, meter, and the way to its round. */

import { hand } from "./cards.js";
import { h } from "./dom.js";
import { money, t } from "./text/en.js";
import { inWords } from "./text/amounts.js";
import { p } from "./text/en_pit.js";
import { s } from "./text/en_slip.js";

/** @import { PayableView } from "../api.d.ts" */

/**
 * What whoever verifies a prize has to see: the amount, the hand, the meter, the round.
 * @param {PayableView} payable
 */
export function verifying(payable) {
  const { meter_before: before, meter_after: after } = payable;
  return [
    h(
      "p",
      { class: "item-facts" },
      p.payable.what(t.table.player(payable.player), money(payable.amount)),
      " · ",
      t.wager(payable.target),
      " · ",
      payable.jackpot,
    ),
    h("p", { class: "muted small" }, inWords(payable.amount)),
    payable.chips === null || payable.chips === payable.amount
      ? null
      : h("p", { class: "small" }, p.payable.inChips(s.chips({ ...payable, chips: payable.chips }))),
    payable.hand === null ? null : h(
      "p",
      { class: "item-hand" },
      hand(payable.hand.cards, { plain: true }),
      h("span", {}, payable.hand.name),
    ),
    before === null || after === null ? null : h("p", { class: "small" }, p.payable.meter(money(before), money(after))),
    h(
      "a",
      { class: "button", href: `/audit/${encodeURIComponent(payable.table)}/${payable.round}` },
      p.matter.replay,
    ),
  ];
}
