/* Limits of a table, for whoever may change them: with the next opening call. */

import { h } from "../dom.js";
import { tableCommand } from "../net.js";
import { money, shortMoney } from "../text/en.js";
import { p } from "../text/en_pit.js";
import { amountField, begins, cents, field, form } from "../office/parts.js";
import { attempt } from "./desk.js";

/** @import { PitTable } from "../../api.d.ts" */
/** @import { Submitted } from "../dom.js" */
/** @import { Desk } from "./desk.js" */

const words = p.limit;
const plain = (/** @type {number} */ amount) => money(amount).replace("$", "");

/**
 * What holds now, and what will.
 * @param {PitTable} table
 */
export const limitLines = (table) =>
  table.wagers.map((one) => ({
    label: one.label,
    value: words.line(
      p.limits(shortMoney(one.now[0]), shortMoney(one.now[1])),
      one.planned && p.limits(shortMoney(one.planned[0]), shortMoney(one.planned[1])),
    ),
  }));

/** @typedef {{ trouble: string | null }} Changing the form while it is open */

/**
 * @param {PitTable} table
 * @param {Desk} desk
 * @param {Changing} s
 * @param {(open: boolean) => void} redraw
 */
export function limitsForm(table, desk, s, redraw) {
  const refuse = (/** @type {string} */ message) => {
    s.trouble = message;
    redraw(true);
  };
  /** @param {Submitted} event */
  const submit = async (event) => {
    const given = form(event);
    /** @type {Record<string, [number, number]>} */
    const limits = {};
    for (const { wager, label } of table.wagers) {
      const low = cents(given[`${wager}-from`]), high = cents(given[`${wager}-to`]);
      if (low.problem !== undefined) return refuse(`${label}: ${low.problem}`);
      if (high.problem !== undefined) return refuse(`${label}: ${high.problem}`);
      limits[wager] = [low.amount, high.amount];
    }
    const reason = given.reason.trim();
    if (!reason) return refuse(p.reasonNeeded);
    const refused = await attempt(desk, () => tableCommand(table.table, { do: "change_limits", limits, reason }));
    if (refused === null) redraw(false);
    else refuse(refused.message);
  };
  return h(
    "form",
    { class: "pit-form panel", key: "limits", novalidate: true, onsubmit: submit, "aria-label": words.title },
    h("h3", {}, words.title),
    h("p", { class: "muted small" }, words.lead),
    h(
      "div",
      { class: "inline" },
      table.wagers.flatMap(({ wager, label, now, planned }) => [
        amountField(`${wager}-from`, words.from(label), begins(plain((planned ?? now)[0]))),
        amountField(`${wager}-to`, words.to(label), begins(plain((planned ?? now)[1]))),
      ]),
    ),
    field(p.reason, h("input", { name: "reason", maxlength: 300, autocomplete: "off" })),
    s.trouble ? h("p", { class: "error", role: "alert" }, s.trouble) : null,
    h(
      "div",
      { class: "row" },
      h("button", { class: "primary", type: "submit" }, words.change),
      h("button", { class: "quiet", type: "button", onclick: () => redraw(false) }, words.keep),
    ),
  );
}
