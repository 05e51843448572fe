/* Two rulebooks side by side, and the coverage of all clauses. */

import { h } from "../dom.js";
import { book as t } from "../text/en_book.js";
import { Cite, holds, Honour, Sources, Table, wordsOf } from "./parts.js";
import { Ambiguities, Prices } from "./prices.js";

/** @import { Answer } from "./parts.js" */
/** @import { Pricing } from "./prices.js" */

/** @typedef {{ document: string, honoured: string, kind: string, text: string }} Filter */

/** @param {{ label: string, books: Answer[], value: string, change: (value: string) => void }} given */
function Pick({ label, books, value, change }) {
  return h(
    "label",
    { class: "pick" },
    label,
    h(
      "select",
      { onchange: ({ target }) => change(target.value) },
      books.map((one) =>
        h(
          "option",
          { key: one.rulebook, value: one.rulebook, selected: one.rulebook === value },
          `${one.name} (${one.document})`,
        )
      ),
    ),
  );
}

/** @param {Answer | null} fact */
const side = (fact) =>
  fact === null
    ? h("span", { class: "muted silent" }, t.differences.silent)
    : [h("span", { class: "words", key: "w" }, fact.value), " ", Sources(fact)];

/**
 * @param {{
 *   books: Answer[],
 *   a: string,
 *   b: string,
 *   found: Answer | null,
 *   choose: (a: string, b: string) => void,
 *   pricing: Pricing,
 * }} given
 */
export function Differences({ books, a, b, found, choose, pricing }) {
  const count = (found?.sections ?? []).reduce(
    (/** @type {number} */ sum, /** @type {Answer} */ one) => sum + one.differences.length,
    0,
  );
  return h(
    "div",
    { class: "differences" },
    h(
      "header",
      { class: "book-head" },
      h("p", { class: "crumb" }, h("a", { href: "/book" }, t.shelf)),
      h("h1", null, t.compare),
      h("p", { class: "muted" }, t.compareLead),
      h(
        "div",
        { class: "picks" },
        Pick({
          label: t.differences.pick[0],
          books,
          value: a,
          /** @param {string} value */
          change: (value) => choose(value, b),
        }),
        /** @param {string} value */
        Pick({ label: t.differences.pick[1], books, value: b, change: (value) => choose(a, value) }),
      ),
    ),
    a === b && h("p", { role: "status" }, t.differences.same),
    a !== b && found && [
      h("p", { role: "status", key: "sum" }, count ? t.differences.summary(count, found.shared) : t.differences.none),
      h(
        "div",
        { class: "sides", key: "sides" },
        h(
          "div",
          { class: "side-head", "aria-hidden": "true" },
          h("span", null),
          h("strong", null, found.a.name),
          h("strong", null, found.b.name),
        ),
        found.sections.map((/** @type {Answer} */ { title, differences }) =>
          h(
            "section",
            { key: title },
            h("h2", null, t.section(title)),
            differences.map((/** @type {Answer} */ one) =>
              h(
                "div",
                { class: "difference", key: one.subject },
                h("h3", null, one.subject),
                h("div", null, h("span", { class: "side-name" }, found.a.document), side(one.left)),
                h("div", null, h("span", { class: "side-name" }, found.b.document), side(one.right)),
              )
            ),
          )
        ),
      ),
      h("div", { key: "prices" }, Prices(pricing)),
    ],
    pricing.readings &&
      Ambiguities({ name: books.find(({ rulebook }) => rulebook === a)?.name ?? a, readings: pricing.readings }),
  );
}

const SHOWN_MAX = 200;

/** @param {{ found: Answer, filter: Filter, setFilter: (filter: Filter) => void }} given */
export function Coverage({ found, filter, setFilter }) {
  const words = wordsOf(filter.text);
  const rows = found.rows.filter((/** @type {Answer} */ row) =>
    (filter.document === "" || row.document === filter.document) &&
    (filter.honoured === "" || row.honoured === filter.honoured) &&
    (filter.kind === "" || row.kind === filter.kind) && holds(words, row.clause, row.gist)
  );
  const kinds = [...new Set(found.rows.map((/** @type {Answer} */ { kind }) => kind))].toSorted();
  /** @param {"document" | "honoured" | "kind"} name @param {string} label @param {string[]} values */
  const select = (name, label, values) =>
    h(
      "label",
      { class: "pick" },
      label,
      h(
        "select",
        { onchange: ({ target }) => setFilter({ ...filter, [name]: target.value }) },
        h("option", { value: "", selected: filter[name] === "" }, t.all),
        values.map((value) =>
          h("option", { key: value, value, selected: filter[name] === value }, t.named[value] ?? value)
        ),
      ),
    );
  const missing = Object.keys(found.missing).length;
  return h(
    "div",
    { class: "coverage" },
    h(
      "header",
      { class: "book-head" },
      h("p", { class: "crumb" }, h("a", { href: "/book" }, t.shelf)),
      h("h1", null, t.coverage),
      h("p", { class: "muted" }, t.coverageLead),
      h("p", { class: "verdict" }, missing ? t.missing(missing) : t.complete(found.total.clauses)),
    ),
    Table({
      caption: t.coverage,
      columns: t.coverageTable,
      number: [1, 2, 3, 4, 5, 6, 7],
      rows: [...Object.entries(found.documents), [t.all, found.total]].map(([name, one]) => ({
        key: name,
        cells: [
          name,
          ...[
            one.clauses,
            ...["enforced", "recorded", "shown", "physical"].map((honour) => one.honoured[honour] ?? 0),
            one.with_code,
            one.with_test,
          ].map(String),
        ],
      })),
    }),
    h(
      "dl",
      { class: "honours" },
      Object.entries(found.honours).map(([name, meaning]) =>
        h("div", { key: name }, h("dt", null, Honour({ honoured: name })), h("dd", { class: "muted" }, meaning))
      ),
    ),
    h(
      "div",
      { class: "picks" },
      select("document", t.document, Object.keys(found.documents)),
      select("honoured", t.honoured, Object.keys(found.honours)),
      select("kind", t.kinds, kinds),
      h(
        "label",
        { class: "pick" },
        t.filter,
        h("input", {
          type: "search",
          value: filter.text,
          oninput: ({ target }) => setFilter({ ...filter, text: target.value }),
        }),
      ),
    ),
    h("p", { role: "status" }, t.filtered(rows.length)),
    Table({
      caption: t.coverageLead,
      columns: t.coverageColumns,
      number: [4, 5],
      rows: rows.slice(0, SHOWN_MAX).map((/** @type {Answer} */ row) => ({
        key: row.clause,
        cells: [
          Cite({ id: row.clause }),
          h("span", { class: "gist" }, row.gist),
          t.named[row.kind] ?? row.kind,
          Honour({ honoured: row.honoured }),
          String(row.code),
          String(row.tests),
        ],
      })),
    }),
    rows.length > SHOWN_MAX && h("p", { class: "muted" }, t.more(rows.length - SHOWN_MAX)),
  );
}
