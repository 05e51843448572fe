/* A wrong payout among what a dealer may see, while its round is on the table. */

import { h } from "../dom.js";
import { pay } from "../text/en_payment.js";
import { payoutForm } from "../payout.js";
import { tryHouse } from "./desk.js";

/** @import { Handed, PayoutState } from "../payout.js" */
/** @import { Desk } from "./desk.js" */

/** @param {() => void} pick */
export const paidWrongly = (pick) =>
  h(
    "section",
    { key: "payout", class: "seen-group" },
    h("h3", {}, pay.title),
    h(
      "ul",
      {},
      h(
        "li",
        {},
        h(
          "button",
          { class: "seen", onclick: pick },
          h("strong", {}, pay.wrong.title),
          h("span", {}, pay.wrong.seen),
        ),
      ),
    ),
  );

/**
 * The wagers for which chips have changed hands.
 * @param {Desk} desk
 * @returns {Handed[]}
 */
export function handedOver({ console: { payment } }) {
  /** @type {Map<string, Handed>} */
  const found = new Map();
  for (const { id, box, player, wager } of payment?.in_chips ? payment.acts : []) {
    if (id === null && box !== null && wager !== null) found.set(`${box}/${player}/${wager}`, { box, player, wager });
  }
  return [...found.values()];
}

/** @param {Desk} desk @param {PayoutState} state @param {{ close: () => void, redraw: () => void }} sheet */
export const payout = (desk, state, { close, redraw }) =>
  payoutForm({
    round: desk.push.view.game.round,
    handed: handedOver(desk),
    wagers: [],
    stays: desk.me.may.includes("correct_entry"),
    send: async (command) => {
      const trouble = await tryHouse(desk, command);
      state.proposed = desk.proposal !== null;
      return trouble;
    },
    done: close,
    redraw,
  }, state);
