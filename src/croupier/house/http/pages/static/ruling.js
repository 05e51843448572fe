/* A ruling is confirmed in the words of what it will do: the server decides it beforehand and changes nothing. */

import { h, popover, sheet } from "./dom.js";
import { api } from "./net.js";
import { t } from "./text/en.js";
import { r } from "./text/en_ruling.js";

/** @import { Rule } from "../api.d.ts" */

/** @param {Element} anchor @param {{ message: string, clause: string | null }} trouble */
function refuse(anchor, { message, clause }) {
  popover(anchor, [h("strong", {}, message), clause ? h("small", {}, t.trouble.clause(clause)) : null], {
    kind: "refusal",
  });
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
  let told;
  try {
    told = await api("POST /api/floor/tables/{table}/foresee", { table }, { command: wanted });
  } catch (trouble) {
    return refuse(anchor, t.trouble.refusal(trouble));
  }
  const sentences = r.sentences(told, t.table.player);
  sheet(r.title, (close) => [
    h("p", {}, h("strong", {}, r.ruling(what))),
    h(
      "ul",
      { class: "foreseen" },
      (sentences.length ? sentences : [r.nothing]).map((one) => h("li", { key: one }, one)),
    ),
    h("p", { class: "muted" }, r.reason(reason)),
    h(
      "div",
      { class: "row" },
      h("button", {
        class: "primary big",
        onclick: () => {
          close();
          give(wanted);
        },
      }, r.confirm),
      h("button", { class: "big", onclick: close }, r.cancel),
    ),
  ]);
}
