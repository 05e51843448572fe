/* What dealers have asked for, above whatever the cashier is doing. */

import { BellSwitch, ring } from "../bell.js";
import { h, popover } from "../dom.js";
import { api, tableCommand, watchLobby } from "../net.js";
import { t, timeOf } from "../text/en.js";
import { c } from "../text/en_cage.js";

/** @import { TableNeeds } from "../../api.d.ts" */

/**
 * Asks again with every change on the floor; ends with the page.
 * @param {() => void} draw
 */
export function calls(draw) {
  /** @type {TableNeeds[]} */
  let open = [];
  let told = -1;
  const load = async () => {
    const found = await api("GET /api/floor/needs", {}).catch(() => open);
    const count = found.reduce((sum, one) => sum + one.needs.length, 0);
    if (told >= 0 && count > told) ring();
    if (JSON.stringify(found) === JSON.stringify(open) && told >= 0) return;
    [open, told] = [found, count];
    draw();
  };
  /** @param {string} table @param {number} call @param {Element} anchor */
  const answer = async (table, call, anchor) => {
    try {
      await tableCommand(table, { do: "answer_need", call });
    } catch (trouble) {
      popover(anchor, t.trouble.words(trouble), { kind: "refusal" });
    }
    load();
  };
  load();
  return { drawn: () => drawn(open, answer, draw), close: watchLobby(load) };
}

/**
 * @param {TableNeeds[]} open
 * @param {(table: string, call: number, anchor: Element) => void} answer
 * @param {() => void} draw
 */
function drawn(open, answer, draw) {
  return h(
    "section",
    { class: "panel calls", key: "calls", "aria-labelledby": "calls-title" },
    h(
      "header",
      { class: "row" },
      h("h2", { id: "calls-title" }, c.calls.title),
      BellSwitch({ label: c.calls.sound, draw }),
    ),
    open.length === 0 ? h("p", { class: "muted" }, c.calls.none) : h(
      "ul",
      { class: "plain" },
      open.flatMap(({ table, needs }) =>
        needs.map((one) =>
          h(
            "li",
            { key: `${table}/${one.number}`, class: "row" },
            h("strong", {}, `${table}: ${c.calls.need[one.need] ?? one.need}`),
            h("span", { class: "muted" }, [c.calls.by(one.by, timeOf(one.at)), one.words].filter(Boolean).join(" · ")),
            h("button", { onclick: (event) => answer(table, one.number, event.currentTarget) }, c.calls.answer),
          )
        )
      ),
    ),
  );
}
