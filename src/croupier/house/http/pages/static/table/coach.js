/* What the house tells a player besides the game: the value of a decision, the clauses behind a result, what a bot goes
   by. */

import { h, popover } from "../dom.js";
import { api } from "../net.js";
import { t } from "../text/en.js";
import { own } from "./reading.js";

/** @import { Line } from "../../api.d.ts" */
/** @import { Seen } from "./state.js" */

/**
 * @param {Seen} s
 * @param {number} box
 */
export const adviceFor = (s, box) => s.advice.get(`${s.push.view.game.round}/${box}`);

/**
 * Asks once for advice on every hand to be decided.
 * @param {Seen} s
 */
export async function advise(s) {
  const { view, layout } = s.push;
  if (!s.prefs.coach || !layout.coach || view.game.phase !== "dealt") return;
  for (const { box, hand, choice } of own(view, s.id)) {
    const key = `${view.game.round}/${box}`;
    if (!hand || choice !== "undecided" || s.advice.has(key)) continue;
    s.advice.set(key, null);
    try {
      s.advice.set(key, await api("GET /api/tables/{table}/advice", { table: s.table, box }));
      s.draw();
    } catch {
      /* missing advice does no harm: the player can decide without it */
    }
  }
}

/**
 * The name at a bot's box: a tap tells its strategy.
 * @param {Seen} s
 * @param {number} box
 * @param {string} name
 */
export const botName = (s, box, name) =>
  h("button", {
    class: "bot-name",
    "aria-label": t.table.aboutBot(name),
    onclick: async ({ currentTarget }) => (await import("./company.js")).tell(s, box, currentTarget),
  }, name);

/**
 * The clauses behind a line, with what the book says about them in our words.
 * @param {Line} line
 * @param {Element} anchor
 */
export async function why(line, anchor) {
  const told = await Promise.all(line.clauses.map(async (clause) => [clause, await gistOf(clause)]));
  popover(
    anchor,
    told.map(([clause, gist]) => h("p", { key: clause }, h("strong", {}, t.table.clauseOf(clause)), gist)),
  );
}

/** @param {string} clause */
async function gistOf(clause) {
  const [document, number] = clause.split(/ (.*)/);
  try {
    return (await api("GET /api/book/clauses/{document}/{number}", { document, number })).gist ?? "";
  } catch {
    return "";
  }
}
