/* The lines of a settled box: each wager on its own, with its clause a tap away. */

import { h } from "../dom.js";
import { shortMoney, signed, t } from "../text/en.js";
import { why } from "./coach.js";
import { net } from "./reading.js";

/** @import { Line } from "../../api.d.ts" */

/** @param {Line[]} lines */
export function results(lines) {
  return h(
    "div",
    { class: "results", key: "results" },
    h("ul", {}, lines.map((line, place) => h("li", { key: `${line.wager}${line.box}${place}` }, told(line)))),
    lines.length > 1 ? h("p", { class: "sum" }, h("span", {}, t.table.total), h("b", {}, signed(net(lines)))) : null,
  );
}

/** @param {Line} line */
function told(line) {
  const amount = line.result === "pending" ? "…" : signed(net([line]));
  const name = t.wager(line.wager);
  return h(
    "button",
    {
      class: "line",
      "data-line": `${line.box}/${line.wager}`,
      onclick: (event) => why(line, event.currentTarget),
      "aria-label": `${name}: ${t.table.result[line.result]} ${amount}. ${t.table.clauseOf(line.clauses.join(", "))}`,
    },
    h("span", {}, name),
    h("span", { class: "muted" }, line.staked ? `${shortMoney(line.staked)} ` : "", t.table.result[line.result]),
    h("b", { class: amount.startsWith("+") ? "up" : amount.startsWith("−") ? "down" : "" }, amount),
    h("small", { class: "clause" }, line.clauses[0] ?? ""),
  );
}
