/* A decision is confirmed in the words of what it will do: the server decides it beforehand and changes nothing. */

import { h, popover, sheet } from "./dom.js";
import { api } from "./net.js";
import { t } from "./text/en.js";
import { r } from "./text/en_ruling.js";

/** @import { CorrectEntry, Report, Rule } from "../api.d.ts" */
/** @typedef {{ message: string, clause: string | null }} Refusal */

/** @param {Element} anchor @param {Refusal} trouble */
function refuse(anchor, { message, clause }) {
  popover(anchor, [h("strong", {}, message), clause ? h("small", {}, t.trouble.clause(clause)) : null], {
    kind: "refusal",
  });
}

/**
 * Shows what it will do, and waits for the answer: whether it was agreed to, or why it would be refused.
 * @param {string} table
 * @param {Rule | Report | CorrectEntry} command
 * @param {string} what the decision in words
 * @param {string} [reason]
 * @returns {Promise<boolean | Refusal>}
 */
export async function agreed(table, command, what, reason) {
  let told;
  try {
    told = await api("POST /api/floor/tables/{table}/foresee", { table }, { command });
  } catch (trouble) {
    return t.trouble.refusal(trouble);
  }
  const sentences = r.sentences(told, t.table.player);
  const { promise, resolve } = Promise.withResolvers();
  sheet(r.title, (close) => [
    h("p", {}, h("strong", {}, r.ruling(what))),
    h(
      "ul",
      { class: "foreseen" },
      (sentences.length ? sentences : [r.nothing]).map((one) => h("li", { key: one }, one)),
    ),
    reason ? h("p", { class: "muted" }, r.reason(reason)) : null,
    h(
      "div",
      { class: "row" },
      h("button", {
        class: "primary big",
        onclick: () => {
          resolve(true);
          close();
        },
      }, r.confirm),
      h("button", { class: "big", onclick: close }, r.cancel),
    ),
  ], { onclose: () => resolve(false) });
  return promise;
}

/**
 * Asks for a reason, then shows what the ruling will do; `give` is called with what was confirmed.
 * @param {string} table
 * @param {Rule} command
 * @param {string} what the ruling in words
 * @param {Element} anchor
 * @param {(command: Rule) => void} give
 */
export async function confirmRuling(table, command, what, anchor, give) {
  const reason = (command.reason ?? "").trim();
  if (reason === "") return refuse(anchor, { message: r.reasonFirst, clause: null });
  const wanted = { ...command, reason };
  const answer = await agreed(table, wanted, what, reason);
  if (answer === true) give(wanted);
  else if (answer !== false) refuse(anchor, answer);
}
