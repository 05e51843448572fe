/* Reports of a gaming day: tables against expectation, irregularities, the close. */

import { h } from "../dom.js";
import { money, t } from "../text/en.js";
import { u } from "../text/en_audit.js";
import { c } from "../text/en_cage.js";
import { dayName, momentOf, o } from "../text/en_office.js";
import { pair, path, rows } from "../office/parts.js";
import { report as shiftReport } from "../cage/day.js";
import { column, panel } from "./panels.js";

/** @import { Irregularities, Shift, ShiftsReport, TableResult, TablesReport } from "../../api.d.ts" */
/** @import { Column } from "../office/parts.js" */

const words = u.report;

/** @param {TablesReport} found */
export function tables(found) {
  const w = words.tables;
  /** @returns {Column<TableResult>[]} */
  const columns = (/** @type {string} */ first) => [
    { head: first, cell: (one) => (first === w.table ? one.table : t.game(one.game)) },
    first === w.table
      ? {
        head: w.game,
        cell: (
          one,
        ) => [
          t.game(one.game),
          one.money === "practice" ? h("small", { class: "muted" }, ` ${o.status.practice}`) : null,
        ],
      }
      : { head: w.money, cell: (one) => (one.money && o.status[one.money]) ?? o.nothing },
    { head: w.rounds, number: true, cell: (one) => String(one.rounds) },
    { head: w.voided, number: true, cell: (one) => String(one.voided) },
    { head: w.pace, number: true, cell: (one) => words.pace(one.rounds_per_hour) },
    column("handle", w.handle),
    column("average_bet", w.average),
    column("win", w.win),
    column("drop", w.drop),
    { head: w.hold, number: true, cell: (one) => words.percent(one.hold) },
    { head: w.ofHandle, number: true, cell: (one) => words.percent(one.hold_of_handle) },
    { head: w.expected, number: true, cell: (one) => expected(one) },
    { head: w.deviations, number: true, cell: (one) => words.sigma(one.deviations) },
  ];
  return [
    h("p", { class: "muted small", key: "compared" }, dayName(found.day), ". ", state(found), " ", found.compared),
    panel(
      "tables",
      w.byTable,
      rows({
        caption: w.byTable,
        columns: columns(w.table),
        data: found.tables,
        empty: words.none,
        keyOf: (one) => one.table,
      }),
    ),
    panel(
      "games",
      w.byGame,
      rows({
        caption: w.byGame,
        columns: columns(w.game),
        data: found.games,
        empty: words.none,
        keyOf: (one) => `${one.game} ${one.money}`,
      }),
    ),
  ];
}

/**
 * Rounded to the cent, and exactly.
 * @param {TableResult} one
 */
const expected = (one) =>
  h(
    "span",
    { title: words.exactly(one.theoretical.exactly) },
    money(one.theoretical.cents),
    one.unpriced.length ? h("small", { class: "muted" }, ` ${words.without(one.unpriced)}`) : null,
  );

/** @param {{ closed: boolean, since: string | null }} found */
const state = (found) =>
  found.closed ? words.closedDay : words.openDay(found.since === null ? null : momentOf(found.since));

/** @param {Irregularities} found */
export function irregularities(found) {
  const w = words.irregularities;
  const counts = Object.entries(found.counts);
  return panel(
    "irregular",
    dayName(found.day),
    counts.length === 0 ? h("p", { class: "nothing" }, w.none) : [
      h("dl", { class: "figures" }, counts.map(([kind, count]) => pair(u.kind(kind), String(count)))),
      rows({
        caption: words.names.irregularities,
        data: found.events,
        empty: w.none,
        keyOf: (one) => `${one.stream} ${one.version}`,
        columns: [
          { head: u.events.when, cell: (one) => momentOf(one.at) },
          { head: u.events.kind, cell: (one) => u.kind(one.kind) },
          { head: u.events.who, cell: (one) => one.person ?? o.nothing },
          {
            head: u.events.where,
            cell: (
              one,
            ) => (one.round && one.place
              ? h("a", { href: `/audit/${path(one.place)}/${one.round}` }, u.events.place(one.place, one.round))
              : (one.place ?? o.nothing)),
          },
          { head: u.events.what, wide: true, cell: (one) => one.text },
        ],
      }),
    ],
  );
}

/** @param {Shift & { practiceNames: string[] }} found */
export function shift(found) {
  if (found.report === null) {
    return h(
      "div",
      { class: "panel calm" },
      h("h2", {}, dayName(found.day)),
      h("p", {}, words.shift.open),
      h("p", { class: "muted" }, words.shift.openText),
    );
  }
  return [
    h(
      "p",
      { class: "muted", key: "by" },
      dayName(found.day),
      ". ",
      found.closed ? words.shift.closedBy(found.closed_by ?? "") : state(found),
    ),
    shiftReport(found.report, found.practiceNames),
  ];
}

/** @param {ShiftsReport} found */
export function shifts(found) {
  const w = c.shift.report;
  if (found.shifts.length === 0) {
    return h("div", { class: "panel calm" }, h("h2", {}, dayName(found.day)), h("p", {}, w.none));
  }
  return found.shifts.map((one) =>
    panel(
      `shift ${one.shift.number}`,
      w.title(one.shift.name, one.shift.manager),
      h(
        "p",
        { class: "muted" },
        one.shift.closed === null
          ? w.runs(momentOf(one.shift.opened))
          : w.ran(momentOf(one.shift.opened), momentOf(one.shift.closed), one.shift.closed_by ?? ""),
        one.shift.remarks ? h("q", {}, one.shift.remarks) : null,
      ),
      h(
        "dl",
        { class: "figures" },
        pair(w.win, money(one.win)),
        pair(w.drop, money(one.drop)),
        pair(w.cashIn, money(one.cash_in)),
        pair(w.cashOut, money(one.cash_out)),
        pair(w.irregularities, String(one.irregularities)),
      ),
      rows({
        caption: w.title(one.shift.name, one.shift.manager),
        data: one.tables,
        empty: words.none,
        keyOf: (each) => each.table,
        columns: [
          { head: w.table, cell: (each) => each.table },
          column("opening", w.opening),
          column("fills", w.fills),
          column("credits", w.credits),
          column("drop", w.drop),
          column("closing", w.closing),
          column("win", w.win),
          { head: w.rounds, number: true, cell: (each) => String(each.rounds) },
          column("average_bet", w.averageBet),
          {
            head: w.theoretical,
            number: true,
            cell: (each) =>
              h("span", { title: words.exactly(each.theoretical.exactly) }, money(each.theoretical.cents)),
          },
        ],
      }),
    )
  );
}
