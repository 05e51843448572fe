/* Reports of people on a gaming day: players as they are rated, dealers and their pace. */

import { h } from "../dom.js";
import { dayOf, money, t } from "../text/en.js";
import { u } from "../text/en_audit.js";
import { dayName, o } from "../text/en_office.js";
import { path, rows } from "../office/parts.js";
import { column, panel } from "./panels.js";

/** @import { DealersReport, Exact, Ratings, Session } from "../../api.d.ts" */

const words = u.report;

/** @param {Exact} value */
const exact = (value) => h("span", { title: words.exactly(value.exactly) }, money(value.cents));

/** @param {Session} one */
const mistakes = (one) => [
  exact(one.mistakes),
  one.mistaken.length
    ? h(
      "details",
      {},
      h("summary", {}, words.ratings.mistaken(one.mistaken.length)),
      h(
        "ul",
        {},
        one.mistaken.map((each) =>
          h(
            "li",
            { key: `${each.round} ${each.box}` },
            h("a", { href: `/audit/${path(one.table)}/${each.round}` }, u.round.title(one.table, each.round)),
            ` ${words.ratings.mistake(each.hand, each.stayed)} `,
            exact(each.cost),
          )
        ),
      ),
    )
    : null,
];

/** @param {Ratings} found */
export function ratings(found) {
  const w = words.ratings;
  return [
    h("p", { class: "muted small", key: "about" }, dayName(found.day), ". ", w.about(found.comp)),
    panel(
      "players",
      w.players,
      rows({
        caption: w.players,
        data: found.players,
        empty: words.none,
        keyOf: (one) => one.player,
        columns: [
          { head: w.player, cell: (one) => one.player },
          { head: w.sessions, number: true, cell: (one) => String(one.sessions) },
          { head: w.time, number: true, cell: (one) => w.minutes(one.minutes) },
          { head: w.hands, number: true, cell: (one) => String(one.hands) },
          column("average_bet", w.average),
          column("won", w.won),
          { head: w.theoretical, number: true, cell: (one) => exact(one.theoretical) },
          { head: w.mistakes, number: true, cell: (one) => exact(one.mistakes) },
          column("comps", w.comps),
        ],
      }),
    ),
    panel(
      "sessions",
      w.list,
      rows({
        caption: w.list,
        data: found.sessions,
        empty: words.none,
        keyOf: (one) => `${one.player} ${one.table} ${one.since}`,
        columns: [
          { head: w.player, cell: (one) => one.player },
          {
            head: w.table,
            cell: (one) => [
              `${one.table}, ${t.game(one.game)}`,
              one.practice ? h("small", { class: "muted" }, ` ${o.status.practice}`) : null,
            ],
          },
          { head: w.since, cell: (one) => dayOf(one.since) },
          { head: w.time, number: true, cell: (one) => w.minutes(one.minutes) },
          { head: w.hands, number: true, cell: (one) => String(one.hands) },
          column("average_bet", w.average),
          column("won", w.won),
          { head: w.theoretical, number: true, cell: (one) => exact(one.theoretical) },
          { head: w.mistakes, cell: mistakes },
        ],
      }),
    ),
  ];
}

/** @param {DealersReport} found */
export function dealers(found) {
  const w = words.dealers;
  return panel(
    "dealers",
    dayName(found.day),
    rows({
      caption: words.names.dealers,
      data: found.dealers,
      empty: words.none,
      keyOf: (one) => `${one.dealer} ${one.table}`,
      columns: [
        { head: w.dealer, cell: (one) => one.dealer },
        { head: w.table, cell: (one) => one.table },
        { head: w.since, cell: (one) => dayOf(one.since) },
        { head: w.until, cell: (one) => dayOf(one.until) },
        { head: w.time, number: true, cell: (one) => words.ratings.minutes(one.minutes) },
        { head: w.rounds, number: true, cell: (one) => String(one.rounds) },
        { head: w.pace, number: true, cell: (one) => words.pace(one.rounds_per_hour) },
      ],
    }),
  );
}
