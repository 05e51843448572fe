/* Payments in the order of settlement, line by line as the server gives them. */

import { h } from "../dom.js";
import { money, t } from "../text/en.js";
import { d } from "../text/en_dealer.js";

/** @import { Line } from "../../api.d.ts" */
/** @import { Desk } from "./desk.js" */

/** @param {{ desk: Desk, tick: (at: number) => void }} given */
export function Payouts({ desk, tick }) {
  const { game } = desk.push.view;
  const { lines } = game;
  if (lines.length === 0) return h("section", { class: "panel", key: "pay" }, h("p", { class: "hint" }, d.pay.nothing));
  const done = lines.filter((_, at) => desk.ticked.has(at)).length;
  return h(
    "section",
    { class: "panel pay", key: "pay", "aria-labelledby": "pay-title" },
    h(
      "header",
      { class: "panel-head" },
      h("h2", { id: "pay-title" }, game.phase === "void" ? d.pay.voidTitle : d.pay.title),
      h("p", { class: "muted" }, d.pay.progress(done, lines.length), " ", h("kbd", { "aria-hidden": "true" }, "X")),
    ),
    h(
      "ol",
      { class: "lines" },
      lines.map((line, at) => row(desk, line, at, lines, tick)),
    ),
  );
}

/** @param {Line} line */
const due = (line) => line.won + line.returned;

/**
 * @param {Desk} desk
 * @param {Line} line
 * @param {number} at
 * @param {Line[]} lines
 * @param {(at: number) => void} tick
 */
function row(desk, line, at, lines, tick) {
  const first = at === 0 || lines[at - 1].box !== line.box;
  const box = desk.push.view.game.boxes.find((one) => one.box === line.box);
  const total = lines.filter((one) => one.box === line.box).reduce(
    (sum, one) => sum + due(one),
    0,
  );
  const what = `${d.box(line.box)}, ${t.wager(line.wager)}: ${d.pay.line[line.result]}`;
  const amount = line.result === "won" ? line.won : line.result === "lost" ? line.staked : line.returned;
  const ticked = desk.ticked.has(at);
  return h(
    "li",
    { key: at, class: ["line", `line-${line.result}`, ticked && "ticked", first && "line-first"] },
    first
      ? h(
        "div",
        { class: "line-box" },
        h("b", {}, d.box(line.box)),
        h("span", {}, t.table.player(line.player)),
        box?.hand?.name ? h("span", { class: "muted" }, d.pay.hand(box.hand.name)) : null,
        h("span", { class: "line-total" }, d.pay.boxTotal(money(total))),
      )
      : null,
    h(
      "label",
      { class: "line-row" },
      h("input", { type: "checkbox", checked: ticked, onchange: () => tick(at), "aria-label": d.pay.doneLabel(what) }),
      h("span", { class: "line-wager" }, t.wager(line.wager)),
      h("span", { class: "line-do" }, d.pay.line[line.result]),
      h("b", { class: "line-amount" }, money(amount)),
      h(
        "span",
        { class: "line-why" },
        line.result === "won" && line.returned ? h("span", {}, d.pay.stakeBack(money(line.returned))) : null,
        h("span", { class: "line-clause" }, line.clauses.join(", ")),
      ),
    ),
  );
}
