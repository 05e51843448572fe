/* A player's own rounds, replayed as they saw them. */

import { h, sheet, style } from "../dom.js";
import { api, me } from "../net.js";
import { Older, ownLines } from "../rounds.js";
import { dayOf, money, signed, timeOf } from "../text/en.js";
import { m } from "../text/en_account.js";
import { board, handSize, stepper } from "../audit/board.js";
import { asked, rows, shown } from "../office/parts.js";
import { prove } from "../table/proof.js";
import { net } from "../table/reading.js";
import { shuffled } from "../table/shuffled.js";

/** @import { RoundPlayed } from "../../api.d.ts" */
/** @import { PastRounds } from "../rounds.js" */
/** @import { Finding } from "../table/proof.js" */

/** @param {PastRounds} past */
export const played = (past) => [
  rows({
    caption: m.rounds.title,
    data: past.rounds,
    empty: past.next === null ? m.rounds.empty : "",
    keyOf: (one) => `${one.table} ${one.round}`,
    columns: [
      { head: m.rounds.what, cell: (one) => m.rounds.round(one.table, one.round) },
      { head: m.rounds.when, cell: (one) => dayOf(one.ended) },
      {
        head: m.rounds.staked,
        number: true,
        cell: (one) => money(ownLines(one).reduce((sum, line) => sum + line.staked, 0)),
      },
      { head: m.rounds.net, number: true, cell: (one) => (one.void ? m.rounds.void : outcome(net(ownLines(one)))) },
      {
        head: m.rounds.replay,
        cell: (one) =>
          h("button", {
            "aria-label": `${m.rounds.replay}: ${m.rounds.round(one.table, one.round)}`,
            onclick: () => replay(one),
          }, m.rounds.replay),
      },
    ],
  }),
  Older(past),
];

/** @param {number} sum */
const outcome = (sum) => h("span", { class: sum < 0 ? "down" : "up" }, signed(sum));

/** @param {RoundPlayed} given */
async function replay({ table, round }) {
  await style("table/sheets.css");
  let place = 0;
  /** @type {Finding[] | null} */
  let proof = null;
  const found = asked(async () => {
    const answer = await api("GET /api/tables/{table}/rounds/{number}", { table, number: round });
    if (answer.shuffle) proof = await prove(answer, answer.shuffle, me.person?.id ?? null);
    return answer;
  }, () => again());
  const again = sheet(m.rounds.round(table, round), () =>
    shown(found, (answer) => [
      stepper(place, answer.steps.length, (to) => {
        place = Math.min(answer.steps.length - 1, Math.max(0, to));
        again();
      }),
      h("p", { class: "muted small" }, timeOf(answer.steps[place].at)),
      board(answer.steps[place].view, handSize(answer.steps.map((one) => one.view))),
      answer.steps[place].said.length
        ? h(
          "div",
          { class: "board-said" },
          h("h3", {}, m.rounds.said),
          h("ul", {}, answer.steps[place].said.map((text, at) => h("li", { key: at }, `“${text}”`))),
        )
        : null,
      shuffled(answer, proof),
    ]), { wide: true });
}
