/* What the pages of the book share: citations, facts, tables, one clause in a side sheet. */

import { h, sheet } from "../dom.js";
import { api } from "../net.js";
import { t as words } from "../text/en.js";
import { book as t } from "../text/en_book.js";

/** @import { Routes } from "../../api.d.ts" */
/** @import { Child } from "../dom.js" */

/** @typedef {Routes["GET /api/book/{rulebook}"]["answer"]} Answer as varied as the rules it describes */

/* A document without a registry is known only from a rulebook: that of the table whose book is open. */
/** @type {string | null} */
let table = null;
/** @param {string | null} name */
export const readingBookOf = (name) => {
  table = name;
};

/** @param {string} id */
export const clauseAddress = (id) => `/book/clause?${new URLSearchParams(table === null ? { id } : { id, table })}`;
/** @param {string} id */
export const askClause = (id) => {
  const [document, ...number] = id.split(" ");
  return api("GET /api/book/clauses/{document}/{number}", { document, number: number.join(" "), table });
};

/**
 * A clause number that opens the clause beside the page; opened as a link it is a page of its own.
 * @param {{ id: string }} given
 */
export function Cite({ id }) {
  const open = (/** @type {MouseEvent} */ event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    showClause(id);
  };
  return h("a", { class: "cite", key: id, href: clauseAddress(id), onclick: open }, id);
}

/** @param {{ id: string }} given */
export function ReadingCite({ id }) {
  const open = (/** @type {MouseEvent} */ event) => {
    event.preventDefault();
    showReading(id);
  };
  return h("a", { class: "cite reading", key: id, href: `/book?q=${id}`, onclick: open }, t.reading(id));
}

/** @param {Answer} given */
export const Sources = ({ clauses, reading }) =>
  h(
    "span",
    { class: "cites" },
    clauses.map((/** @type {string} */ id) => Cite({ id })),
    reading && ReadingCite({ id: reading }),
  );

/** @param {string} title @param {Promise<Answer>} asked @param {(found: Answer) => Child} draw */
function inSheet(title, asked, draw) {
  /** @type {Answer | null} */
  let found = null;
  /** @type {unknown} */
  let trouble = null;
  const redraw = sheet(
    title,
    () =>
      trouble
        ? h("p", { class: "error", role: "alert" }, words.trouble.words(trouble))
        : found
        ? draw(found)
        : h("p", { role: "status" }, t.loading),
  );
  asked.then((answer) => {
    found = answer;
    redraw();
  }, (error) => {
    trouble = error;
    redraw();
  });
}

/** @param {string} id */
export const showClause = (id) => inSheet(t.clause.title(id), askClause(id), (row) => Clause({ row }));
/** @param {string} id */
export const showReading = (id) =>
  inSheet(
    t.reading(id),
    api("GET /api/book/readings/{reading}", { reading: id }),
    (reading) => Reading({ reading }),
  );

/** @param {string} name */
const short = (name) => name.replace(/^croupier\./, "").replace(/^tests\//, "");

/**
 * A clause that is in no registry: what the rulebook takes from it.
 * @param {{ row: Answer, title: string }} given
 */
function Citations({ row, title }) {
  const words = t.clause;
  return h(
    "div",
    { class: "clause-card" },
    h("p", null, words.cited(row.name, row.document)),
    row.facts.length > 0 && h("div", null, h(title, null, words.rules), Says(row)),
    h(
      "div",
      null,
      h(title, null, words.keys),
      h("ul", { class: "names" }, row.keys.map((/** @type {string} */ key) => h("li", { key }, h("code", null, key)))),
    ),
  );
}

/** @param {Answer} given */
const Says = ({ facts }) =>
  h(
    "ul",
    { class: "plain" },
    facts.map((/** @type {Answer} */ fact) =>
      h("li", { key: fact.section + fact.subject }, h("span", { class: "muted" }, `${fact.subject}: `), fact.value)
    ),
  );

/**
 * One clause: gist, how it is honoured, what depends on it, code, tests.
 * @param {{ row: Answer, title?: string }} given
 */
export function Clause({ row, title = "h3" }) {
  if (row.gist === undefined) return Citations({ row, title });
  const words = t.clause;
  /** @param {string[]} list */
  const names = (list) =>
    h(
      "ul",
      { class: "names" },
      list.map((name) => h("li", { key: name }, h("code", null, short(name)))),
    );
  return h(
    "div",
    { class: "clause-card" },
    h("p", { class: "gist" }, row.gist),
    h("p", null, Honour({ honoured: row.honoured }), " ", row.how, "."),
    row.rules_within.length > 0 &&
      h(
        "div",
        null,
        h(title, null, words.within),
        h("p", { class: "cites" }, row.rules_within.map((/** @type {string} */ id) => Cite({ id }))),
      ),
    row.facts.length > 0 && h("div", null, h(title, null, words.rules), Says(row)),
    row.readings.length > 0 &&
      h(
        "div",
        null,
        h(title, null, words.readings),
        h(
          "ul",
          { class: "plain" },
          row.readings.map((/** @type {Answer} */ one) =>
            h("li", { key: one.id }, ReadingCite({ id: one.id }), " ", one.question)
          ),
        ),
      ),
    h("div", null, h(title, null, words.code), row.code.length ? names(row.code) : h("p", null, words.none)),
    h("div", null, h(title, null, words.tests(row.tests.length)), names(row.tests)),
    h(
      "div",
      null,
      h(title, null, words.commandLine),
      h("code", { class: "line" }, `croupier rules --clause "${row.clause}"`),
    ),
  );
}

/** @type {Record<string, string>} */
const SIGNS = { enforced: "●", recorded: "◐", shown: "○", physical: "□" };
/** @param {{ honoured: string }} given */
export const Honour = ({ honoured }) =>
  h(
    "span",
    { class: `honour ${honoured}` },
    h("span", { "aria-hidden": "true" }, SIGNS[honoured]),
    ` ${t.named[honoured] ?? honoured}`,
  );

/** @param {{ reading: Answer }} given */
export function Reading({ reading }) {
  const choices = reading.choices.map((/** @type {Answer} */ one) => String(one).toLowerCase());
  return h(
    "article",
    { class: "reading-card", key: reading.id },
    h("h3", null, h("span", { class: "id" }, reading.id), " ", reading.question),
    h("p", null, h("span", { class: "label" }, t.weRead), " ", reading.choice),
    h("p", { class: "why" }, h("span", { class: "label" }, t.because), " ", reading.reason),
    choices.length > 0 &&
      h(
        "p",
        { class: "muted" },
        t.tableMay(choices.length > 6 ? `${choices[0]} … ${choices.at(-1)}` : choices.join(", ")),
      ),
    reading.clauses.length > 0 &&
      h("p", { class: "cites" }, reading.clauses.map((/** @type {string} */ id) => Cite({ id }))),
  );
}

/** @param {{ facts: Answer[] }} given */
export function Facts({ facts }) {
  return h(
    "dl",
    { class: "rules" },
    facts.map((fact) =>
      h(
        "div",
        { key: `${fact.section} ${fact.subject}` },
        h("dt", null, fact.subject),
        h("dd", null, h("span", { class: "words" }, fact.value), " ", Sources(fact)),
      )
    ),
  );
}

/**
 * @param {{ caption: string, columns: string[], rows: { key: string, cells: Child[] }[], number?: number[] }} given
 */
export function Table({ caption, columns, rows, number = [] }) {
  /** @param {number} at */
  const kind = (at) => (number.includes(at) ? "number" : null);
  return h(
    "div",
    { class: "table-scroll", tabindex: 0, role: "group", "aria-label": caption },
    h(
      "table",
      null,
      h("caption", { class: "unseen" }, caption),
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          columns.map((name, at) => h("th", { scope: "col", class: kind(at) }, name)),
        ),
      ),
      h(
        "tbody",
        null,
        rows.map(({ key, cells }) =>
          h(
            "tr",
            { key },
            cells.map((cell, at) => (at === 0 ? h("th", { scope: "row" }, cell) : h("td", { class: kind(at) }, cell))),
          )
        ),
      ),
    ),
  );
}

/** @param {string[]} words @param {...string[]} texts */
export const holds = (words, ...texts) => {
  const line = texts.join(" ").toLowerCase();
  return words.every((word) => line.includes(word));
};
/** @param {string} text */
export const wordsOf = (text) => text.toLowerCase().split(/\s+/).filter(Boolean);
