/* A wrong payout: what a player was handed is not what was confirmed. */

import { h } from "./dom.js";
import { t } from "./text/en.js";
import { pay } from "./text/en_payment.js";
import { amountField, cents, choice, field, form } from "./office/parts.js";

/** @import { AnyCommand } from "../api.d.ts" */
/** @import { Refusal } from "./dealer/desk.js" */
/** @import { Submitted } from "./dom.js" */

/** @typedef {{ box: number, player: string, wager: string }} Handed */
/**
 * @typedef {object} Payout
 * @property {number} round
 * @property {Handed[] | null} handed to choose from; null where the round has to be named
 * @property {string[]} wagers
 * @property {boolean} stays whether somebody is asked if it stays so
 * @property {(command: AnyCommand) => Promise<Refusal | null>} send
 * @property {() => void} done
 * @property {() => void} redraw
 */
/** @typedef {{ trouble: string | null, proposed?: boolean }} PayoutState what waits for a second person is proposed */

const words = pay.wrong;

/** @param {Payout} given @param {PayoutState} s */
export function payoutForm(given, s) {
  const refuse = (/** @type {string} */ message) => {
    s.trouble = message;
    given.redraw();
  };
  /** @param {Submitted} event */
  const submit = async (event) => {
    const filled = form(event);
    const { amount, problem } = cents(filled.amount);
    if (problem !== undefined) return refuse(problem);
    const reason = filled.reason.trim();
    if (!reason) return refuse(words.noReason);
    const of = given.handed?.[Number(filled.of)] ??
      { box: Number(filled.box), player: (filled.player ?? "").trim(), wager: filled.wager };
    if (!of.player || !(of.box >= 1)) return refuse(words.noPlayer);
    const round = given.handed === null ? Number(filled.round) : given.round;
    if (!(round >= 1)) return refuse(words.noRound);
    const trouble = await given.send({
      do: "report_payment",
      round,
      ...of,
      over: filled.way === "much" ? amount : -amount,
      reason,
      ...(filled.after === "stays" ? { stays: true } : {}),
    });
    if (trouble !== null) return refuse(trouble.message);
    if (!s.proposed) return given.done();
    s.trouble = null;
    return given.redraw();
  };
  if (s.proposed) {
    return h(
      "section",
      { class: "payout-form", key: "payout", "aria-label": words.title },
      h("p", { role: "status" }, words.waits),
      h("button", { class: "primary", type: "button", onclick: given.done }, words.close),
    );
  }
  return h(
    "form",
    { class: "payout-form", key: "payout", novalidate: true, onsubmit: submit, "aria-label": words.title },
    h("h3", {}, words.title),
    h("p", { class: "muted small" }, given.handed === null ? words.lateLead : words.lead),
    h(
      "div",
      { class: "payout-fields" },
      given.handed === null ? named(given) : field(
        words.of,
        choice("of", given.handed.map((one, at) => [String(at), words.handed(one, t.wager(one.wager))])),
      ),
      field(words.way, choice("way", [["much", words.much], ["little", words.little]])),
      amountField("amount", words.amount),
      given.stays ? field(words.after, choice("after", [["right", words.right], ["stays", words.stays]])) : null,
    ),
    field(words.reason, h("input", { name: "reason", maxlength: 300, autocomplete: "off" })),
    s.trouble ? h("p", { class: "error", role: "alert" }, s.trouble) : null,
    h(
      "div",
      { class: "row" },
      h("button", { class: "primary", type: "submit" }, words.report),
      h("button", { class: "quiet", type: "button", onclick: given.done }, words.back),
    ),
  );
}

/** @param {Payout} given */
const named = ({ round, wagers }) => [
  field(
    words.round,
    h("input", {
      name: "round",
      inputmode: "numeric",
      maxlength: 9,
      autocomplete: "off",
      ref: (element) => (element.value = String(round)),
    }),
  ),
  field(words.box, h("input", { name: "box", inputmode: "numeric", maxlength: 2, autocomplete: "off" })),
  field(words.player, h("input", { name: "player", maxlength: 64, autocomplete: "off" })),
  field(words.wager, choice("wager", wagers.map((one) => [one, t.wager(one)]))),
];
