/* A player's own rounds, replayed as they saw them. */

import { h, sheet } from "../dom.js";
import { api, me } from "../net.js";
import { dayOf, money, signed, timeOf } from "../text/en.js";
import { m } from "../text/en_account.js";
import { board, handSize, stepper } from "../audit/board.js";
import { asked, rows, shown } from "../office/parts.js";
import { net } from "../table/reading.js";

/** @import { RoundPlayed } from "../../api.d.ts" */

const TABLES_MOST = 6;

const ROUNDS_MOST = 40;

export async function ownRounds() {
  const held = await api("GET /api/wallet", { limit: 200 });
  const tables = [
    ...new Set(
      [...held.movements, ...held.practice_movements].map((one) => one.stream).filter((stream) =>
        stream.startsWith("table:")
      ).map((stream) => stream.slice(6)),
    ),
  ].slice(0, TABLES_MOST);
  const found = await Promise.all(
    tables.map((table) => api("GET /api/tables/{table}/rounds", { table, limit: 30, mine: true }).catch(() => [])),
  );
  return found.flat().map((one) => ({ ...one, lines: one.lines.filter((line) => line.player === me.person?.id) }))
    .filter((one) => one.lines.length)
    .toSorted((a, b) => b.ended.localeCompare(a.ended)).slice(0, ROUNDS_MOST);
}

/** @param {RoundPlayed[]} list */
export const played = (list) =>
  rows({
    caption: m.rounds.title,
    data: list,
    empty: m.rounds.empty,
    keyOf: (one) => `${one.table} ${one.round}`,
    columns: [
      { head: m.rounds.what, cell: (one) => m.rounds.round(one.table, one.round) },
      { head: m.rounds.when, cell: (one) => dayOf(one.ended) },
      {
        head: m.rounds.staked,
        number: true,
        cell: (one) => money(one.lines.reduce((sum, line) => sum + line.staked, 0)),
      },
      {
        head: m.rounds.net,
        number: true,
        cell: (
          one,
        ) => (one.void
          ? m.rounds.void
          : h("span", { class: net(one.lines) < 0 ? "down" : "up" }, signed(net(one.lines)))),
      },
      {
        head: m.rounds.replay,
        cell: (one) =>
          h("button", {
            "aria-label": `${m.rounds.replay}: ${m.rounds.round(one.table, one.round)}`,
            onclick: () => replay(one),
          }, m.rounds.replay),
      },
    ],
  });

/** @param {RoundPlayed} given */
function replay({ table, round }) {
  let place = 0;
  const found = asked(() => api("GET /api/tables/{table}/rounds/{number}", { table, number: round }), () => again());
  const again = sheet(m.rounds.round(table, round), () =>
    shown(found, ({ steps }) => [
      stepper(place, steps.length, (to) => {
        place = Math.min(steps.length - 1, Math.max(0, to));
        again();
      }),
      h("p", { class: "muted small" }, timeOf(steps[place].at)),
      board(steps[place].view, handSize(steps.map((one) => one.view))),
      steps[place].said.length
        ? h(
          "div",
          { class: "board-said" },
          h("h3", {}, m.rounds.said),
          h("ul", {}, steps[place].said.map((text, at) => h("li", { key: at }, `“${text}”`))),
        )
        : null,
    ]), { wide: true });
}
