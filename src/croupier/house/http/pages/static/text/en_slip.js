/* The hand-pay slip, in English. */

import { money } from "./en.js";
import { role } from "./en_dealer.js";

/** @import { Signature, Slip } from "../../api.d.ts" */

export const s = {
  title: "Hand-pay slip",
  open: "Hand-pay slip",
  print: "Print",
  none: "No slip was found for this round.",
  /** @param {Slip} one */
  handed: (one) => {
    if (one.cancelled) return "Cancelled: the win was undone before it was paid";
    if (one.how === "chips") return "Paid in chips";
    if (one.how === "wallet") return "Paid into the wallet";
    return one.paid === null ? "To be paid in cash at the cage" : "Paid in cash at the cage";
  },
  cashier: "Paid by the cashier",
  /** @param {Slip} one @param {string} at */
  paidBy: (one, at) => {
    if (one.cancelled) return "not to be paid";
    if (one.paid === null) return "not paid yet";
    return one.cashier === null ? at : `${one.cashier.id}, ${at}`;
  },
  payee: "Payee",
  amount: "Amount",
  words: "In words",
  inChips: "In chips",
  /**
   * What is handed over, and why it is another sum than the amount.
   * @param {{ amount: number, chips: number, remainder: number }} one
   */
  chips: ({ amount, chips, remainder }) => {
    const given = chips + remainder - amount;
    const why = [
      given > 0 ? `${money(given)} more: no chip is so small` : "",
      given < 0 ? `${money(-given)} less: it was given before, for want of a chip` : "",
      remainder > 0 ? `and ${money(remainder)} in coin at the cage` : "",
    ].filter(Boolean).join("; ");
    return why ? `${money(chips)} (${why})` : money(chips);
  },
  paid: "How",
  where: "Won at",
  /** @param {string} table @param {number} round @param {number} box */
  at: (table, round, box) => `table ${table}, round ${round}, box ${box}`,
  jackpot: "Jackpot",
  time: "Released",
  number: "Slip",
  first: "Verified by",
  second: "Approved by",
  /** @param {Signature | null} by */
  signature: (by) => (by === null ? "" : `${by.id} (${role(by.role)})`),
  received: "Received by the player",
};
