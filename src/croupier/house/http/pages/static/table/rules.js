/* How the game of a table is played, on the first screen; then payouts, edge and rules: from the book and the exact
   odds, at the current meter. */

import { h, sheet, style } from "../dom.js";
import { api } from "../net.js";
import { addressAt, asAt, question } from "../odds/asking.js";
import { money, t } from "../text/en.js";
import { sheets } from "../text/en_sheets.js";
import { learn } from "../text/en_learn.js";
import { addressOf, lessonOf, rulesOf } from "../train/asking.js";
import { Lesson } from "../train/lesson.js";
import { waiting } from "./sheets.js";

/** @import { Lesson as Told, RulesToRemember, TableTerms } from "../../api.d.ts" */
/** @import { Answer } from "../book/parts.js" */
/** @import { Seen } from "./state.js" */
/** @typedef {(wager: string) => boolean} Played whether a wager can be made at the table */

const JACKPOTS = ["jackpot", "dealer_jackpot"];

/** @param {Seen} s */
export async function rules(s) {
  await Promise.all([style("table/sheets.css"), style("train/lesson.css")]);
  const words = sheets.rules;
  const { table } = s.push.view.game;
  /* A table without a jackpot shows nothing of it, whatever the rulebook has. */
  const jackpot = s.push.view.jackpot !== null;
  const played = (/** @type {string} */ wager) => jackpot || !JACKPOTS.includes(wager);
  const name = encodeURIComponent(table);
  /** @type {TableTerms | null} */
  let terms = null;
  /** @type {Answer | null} */
  let book = null;
  /** @type {Answer | null | false} */
  let odds = null;
  /** @type {Told | null} */
  let lesson = null;
  /** @type {RulesToRemember | null | false} */
  let remember = null;
  let failed = false;
  const again = sheet(words.title, () => [
    lesson ? Lesson({ lesson, rules: remember }) : null,
    h(
      "p",
      { class: "row" },
      lesson ? h("a", { class: "button primary", href: addressOf({ table }) }, learn.practise) : null,
      h("a", { class: "button", href: `/book/table?name=${name}` }, words.book),
      terms && odds ? h("a", { class: "button", href: addressAt(table, asAt(terms)) }, words.odds) : null,
    ),
    book?.file ? h("p", {}, h("strong", {}, t.lobby.file)) : null,
    s.push.view.time_out ? h("p", { class: "muted" }, s.push.view.time_out) : null,
    edges(odds, s.push.layout.stay, played),
    failed
      ? h("p", { class: "error" }, words.failed)
      : book === null
      ? waiting(words.loading)
      : [pays(book, played), facts(book)],
  ], { wide: true });
  /** @type {<T>(asked: Promise<T>) => Promise<T | null>} */
  const orNull = (asked) => asked.catch(() => null);
  lesson = await orNull(lessonOf({ table }));
  again();
  book = await orNull(api("GET /api/tables/{table}/book", { table }));
  failed = book === null;
  again();
  remember = (await orNull(rulesOf({ table }))) ?? false;
  again();
  try {
    terms = await api("GET /api/tables/{table}/odds/terms", { table });
    odds = await api("GET /api/tables/{table}/odds", { table, ...question(asAt(terms)) });
  } catch {
    odds = false;
  }
  again();
}

/** @param {Answer | null | false} odds @param {string} stay @param {Played} played */
function edges(odds, stay, played) {
  const words = sheets.rules;
  if (odds === false) return null;
  if (odds === null) return waiting(words.counting);
  return h(
    "section",
    { key: "edges" },
    h("h3", {}, words.edge),
    h("p", { class: "fine" }, words.edgeText),
    h(
      "dl",
      { class: "pairs" },
      Object.entries(odds.wagers).filter(([wager, one]) => played(wager) && typeof one.house_edge === "number").map((
        [wager, one],
      ) => [
        h("dt", { key: wager }, wager === "main" ? words.main(t.wager("ante"), t.wager(stay)) : t.wager(wager)),
        h(
          "dd",
          { key: `${wager}=` },
          words.percent(one.house_edge),
          one.break_even_meter
            ? h("small", { class: "muted" }, ` ${words.breakEven(money(one.break_even_meter))}`)
            : null,
        ),
      ]),
    ),
  );
}

/** @param {Answer} book @param {Played} played */
function pays(book, played) {
  const words = sheets.rules;
  return book.pay_tables.filter((/** @type {Answer} */ table) => played(table.wager)).map((
    /** @type {Answer} */ table,
  ) =>
    h(
      "section",
      { key: table.wager },
      h("h3", {}, words.pays(t.wager(table.wager))),
      h(
        "table",
        { class: "pays" },
        h("thead", {}, h("tr", {}, h("th", {}, words.hand), h("th", {}, words.pay), h("th", {}, words.dealt))),
        h(
          "tbody",
          {},
          table.rows.map((/** @type {Answer} */ row) =>
            h(
              "tr",
              { key: row.row },
              h("td", {}, t.table.hand(row.hand)),
              h("td", {}, row.pays),
              h("td", { class: "muted" }, row.one_in ? words.oneIn(row.one_in) : ""),
            )
          ),
        ),
      ),
    )
  );
}

/** @param {Answer} book */
function facts(book) {
  return book.sections.map((/** @type {Answer} */ section) =>
    h(
      "details",
      { key: section.title },
      h("summary", {}, sheets.section(section.title)),
      h(
        "dl",
        { class: "facts-list" },
        section.facts.map((/** @type {Answer} */ fact, /** @type {number} */ place) => [
          h("dt", { key: `t${place}` }, fact.subject),
          h(
            "dd",
            { key: `d${place}` },
            String(fact.value),
            fact.clauses?.length ? h("small", { class: "muted" }, ` ${fact.clauses.slice(0, 2).join(", ")}`) : null,
          ),
        ]),
      ),
    )
  );
}
