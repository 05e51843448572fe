/* One rulebook: pay tables with odds, rules in our words, readings, clauses; all of it filtered by words. */

import { h } from "../dom.js";
import { exact, oneIn } from "../odds/numbers.js";
import { dayOf } from "../text/en.js";
import { book as t } from "../text/en_book.js";
import { Cite, Facts, holds, Honour, Reading, Table, wordsOf } from "./parts.js";

/** @import { TableEditions } from "../../api.d.ts" */
/** @import { Child } from "../dom.js" */
/** @import { Answer } from "./parts.js" */

/** @param {{ table: Answer }} given */
function PayTable({ table }) {
  return h(
    "section",
    { class: "pay-table", key: table.wager },
    h("h3", null, table.label),
    h("p", { class: "muted" }, t.payTables.on[table.on] ?? t.payTables.note[table.wager] ?? t.payTables.stay),
    Table({
      caption: table.label,
      columns: t.payTables.columns,
      number: [2, 3],
      rows: table.rows.map((/** @type {Answer} */ row) => ({
        key: row.row,
        cells: [
          row.hand,
          [
            h("strong", { key: "p" }, row.pays),
            row.envy ? h("span", { class: "muted", key: "e" }, `, ${t.payTables.envy(row.envy / 100)}`) : null,
          ],
          oneIn(row.one_in),
          row.dealt === null ? "" : exact(row.dealt),
          Cite({ id: row.clause }),
        ],
      })),
    }),
  );
}

/**
 * Jumps to a part of the page; the address stays, so that going back leaves the book.
 * @param {{ to: string, words: string }} given
 */
const Jump = ({ to, words }) =>
  h("a", {
    key: to,
    href: `#${to}`,
    onclick: (event) => {
      event.preventDefault();
      const part = document.getElementById(to);
      if (part instanceof HTMLDetailsElement) part.open = true;
      part?.scrollIntoView();
      part?.querySelector("h2")?.focus({ preventScroll: true });
    },
  }, words);

/* On a phone the whole book is a hundred screens long: there its parts are opened one by one. */
const NARROW = "(max-width: 700px)";

/**
 * @param {{ id: string, title: string, folded: boolean }} given
 * @param {...Child} content
 */
function Part({ id, title, folded }, ...content) {
  const heading = h("h2", { tabindex: -1 }, title);
  return folded
    ? h("details", { id, key: `${id} folded`, class: "part" }, h("summary", null, heading), content)
    : h("section", { id, key: id, class: "part" }, heading, content);
}

/* Drawn as tables with their odds; as sentences only when somebody searches for a word. */
const PAY_TABLES = "Pay tables";

/** @param {string} title */
const anchor = (title) => title.toLowerCase().replaceAll(" ", "-");

/**
 * The editions that a table of the house uses, used and will use.
 * @param {TableEditions} given
 */
const Editions = ({ table, edition, fingerprint, file, planned, earlier }) =>
  h(
    "div",
    { class: "panel", key: "editions" },
    file && h("p", null, h("strong", null, t.table.notApproved)),
    h(
      "p",
      { class: "tools" },
      h("a", { class: "button", href: `/odds/table?name=${encodeURIComponent(table)}` }, t.odds),
    ),
    h("p", null, t.table.runs(table, edition)),
    earlier.map((one) => h("p", { key: `${one.until}` }, t.table.before(one.edition, one.until))),
    planned && h("p", null, t.table.planned(planned.edition, dayOf(planned.since), planned.reason)),
    h("p", { class: "muted small" }, t.table.fingerprint, " ", h("code", { class: "hash" }, fingerprint)),
    file && h("details", null, h("summary", null, t.table.file), h("pre", { class: "file", tabindex: 0 }, file)),
  );

/**
 * @param {{ found: Answer, editions: TableEditions | null, filter: string, setFilter: (filter: string) => void }} given
 */
export function Rulebook({ found, editions = null, filter, setFilter }) {
  const words = wordsOf(filter);
  const folded = words.length === 0 && matchMedia(NARROW).matches;
  const sections = found.sections
    .map((/** @type {Answer} */ { title, facts }) => (/** @type {Answer} */ {
      title,
      facts: facts.filter((/** @type {Answer} */ fact) =>
        holds(words, title, fact.subject, fact.value, ...fact.clauses, fact.reading ?? "")
      ),
    }))
    .filter((/** @type {Answer} */ { title, facts }) =>
      facts.length && (words.length || title !== PAY_TABLES)
    ) /** @type {Answer} */;
  const readings = found.readings.filter((/** @type {Answer} */ one) =>
    holds(words, one.id, one.question, one.choice, one.reason, ...one.clauses)
  );
  const clauses = found.clauses.filter((/** @type {Answer} */ row) =>
    holds(words, row.clause, row.gist, row.kind, row.honoured)
  );
  const lines = sections.reduce((/** @type {number} */ sum, /** @type {Answer} */ { facts }) => sum + facts.length, 0) +
    readings.length + clauses.length;
  return h(
    "div",
    { class: "rulebook" },
    h(
      "header",
      { class: "book-head" },
      h("p", { class: "crumb" }, h("a", { href: "/book" }, t.shelf)),
      h("h1", null, found.name),
      h(
        "p",
        { class: "muted" },
        `${found.document} · ${found.operator} · ${t.edition(found.edition, found.effective)}`,
      ),
      editions ? Editions(editions) : h(
        "p",
        { class: "tools" },
        h("a", { class: "button", href: `/odds/${found.rulebook}` }, t.odds),
        h("a", { class: "button quiet", href: `/book/differences?a=${found.rulebook}` }, t.compare),
      ),
    ),
    h(
      "div",
      { class: "book-body" },
      h(
        "aside",
        null,
        h(
          "label",
          { class: "filter" },
          t.filter,
          h("input", { type: "search", value: filter, oninput: ({ target }) => setFilter(target.value) }),
        ),
        h(
          "p",
          { class: "muted", role: "status" },
          words.length ? t.filtered(lines) : t.counts(found.clauses.length, found.readings.length),
        ),
        h(
          "nav",
          { class: "contents", "aria-label": t.onPage },
          words.length === 0 && Jump({ to: "tables", words: t.parts.tables }),
          sections.map((/** @type {Answer} */ { title }) => Jump({ to: anchor(title), words: t.section(title) })),
          readings.length > 0 && Jump({ to: "readings", words: t.parts.readings }),
          clauses.length > 0 && Jump({ to: "clauses", words: t.parts.clauses }),
        ),
      ),
      h(
        "div",
        { class: "pages" },
        words.length === 0 &&
          Part(
            { id: "tables", title: t.parts.tables, folded: false },
            found.pay_tables.map((/** @type {Answer} */ table) => PayTable({ table })),
          ),
        sections.map((/** @type {Answer} */ { title, facts }) =>
          Part(
            { id: anchor(title), title: t.section(title), folded },
            t.notes[title] && h("p", { class: "muted" }, t.notes[title]),
            Facts({ facts }),
          )
        ),
        readings.length > 0 &&
          Part(
            { id: "readings", title: t.parts.readings, folded },
            h("p", { class: "muted" }, t.readingsLead),
            readings.map((/** @type {Answer} */ reading) => Reading({ reading })),
          ),
        clauses.length > 0 &&
          Part(
            { id: "clauses", title: t.parts.clauses, folded },
            h(
              "dl",
              { class: "honours" },
              Object.entries(found.honours).map(([name, meaning]) =>
                h("div", { key: name }, h("dt", null, Honour({ honoured: name })), h("dd", { class: "muted" }, meaning))
              ),
            ),
            h(
              "ul",
              { class: "clauses" },
              clauses.map((/** @type {Answer} */ row) =>
                h(
                  "li",
                  { key: row.clause },
                  Cite({ id: row.clause }),
                  h("span", { class: "gist" }, row.gist),
                  Honour({ honoured: row.honoured }),
                )
              ),
            ),
          ),
        lines === 0 && h("p", { class: "state" }, t.nothing(filter)),
      ),
    ),
  );
}
