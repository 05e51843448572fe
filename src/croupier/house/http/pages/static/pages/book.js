/* The book: the shelf with its search, one rulebook, a clause, a comparison of two, the coverage. */

import { Coverage, Differences } from "../book/comparing.js";
import { askClause, Cite, Clause, Honour, Reading, readingBookOf, Sources } from "../book/parts.js";
import { askPrices, askReadings, USUAL } from "../book/prices.js";
import { Rulebook } from "../book/rulebook.js";
import { h, render, style } from "../dom.js";
import { api, me } from "../net.js";
import { t as words } from "../text/en.js";
import { book as t } from "../text/en_book.js";

/** @import { TableEditions } from "../../api.d.ts" */
/** @import { Filter } from "../book/comparing.js" */
/** @import { Answer } from "../book/parts.js" */
/** @import { Terms } from "../book/prices.js" */
/** @import { Open, Shell } from "../main.js" */

/**
 * @typedef {object} BookState
 * @property {Element} outlet
 * @property {Shell} shell
 * @property {string | undefined} part of the book that is open; the shelf if there is none
 * @property {URLSearchParams} query
 * @property {Answer[] | null} books
 * @property {Answer | null} found
 * @property {TableEditions | null} editions of the table whose book is open
 * @property {unknown} trouble
 * @property {string} words searched for on the shelf
 * @property {string} filter of one rulebook
 * @property {Filter} covering
 * @property {string} a
 * @property {string} b
 * @property {Terms} terms
 * @property {Answer | null} prices
 * @property {Answer[] | null} readings
 * @property {unknown} unpriced why there are no prices
 * @property {number} turn
 * @property {number} timer
 * @property {boolean} closed
 */
/** @typedef {BookState & { books: Answer[] }} Opened */
/** @typedef {Opened & { found: Answer }} Found */

const PAUSE = 150;

/** @type {Open} */
export async function open(outlet, [part], shell) {
  await style("book.css");
  const query = new URLSearchParams(location.search);
  readingBookOf(query.get(part === "table" ? "name" : "table"));
  /** @type {BookState} */
  const s = {
    outlet,
    shell,
    part,
    query,
    books: null,
    found: null,
    editions: null,
    trouble: null,
    words: "",
    filter: "",
    covering: { document: "", honoured: "", kind: "", text: "" },
    a: "",
    b: "",
    terms: USUAL,
    prices: null,
    readings: null,
    unpriced: null,
    turn: 0,
    timer: 0,
    closed: false,
  };
  start(s);
  return { title: t.title, close: () => close(s) };
}

/** @param {BookState} s */
function close(s) {
  s.closed = true;
  clearTimeout(s.timer);
}

/** @param {BookState} s */
async function start(s) {
  draw(s);
  try {
    const books = await api("GET /api/book", {});
    await load(Object.assign(s, { books }));
  } catch (trouble) {
    s.trouble = trouble;
  }
  if (!s.closed) draw(s);
}

/** @param {Opened} s */
async function load(s) {
  const { part, query } = s;
  switch (part) {
    case undefined:
      s.words = query.get("q") ?? "";
      if (s.words.length >= 2) s.found = await api("GET /api/book/search", { q: s.words });
      break;
    case "differences":
      await loadDifferences(s);
      call(s, t.compare);
      break;
    case "coverage":
      s.found = await api("GET /api/book/coverage", {});
      call(s, t.coverage);
      break;
    case "clause":
      s.found = await askClause(query.get("id") ?? "");
      call(s, query.get("id") ?? "");
      break;
    case "table": {
      const table = query.get("name") ?? "";
      [s.found, s.editions] = await Promise.all([
        api("GET /api/tables/{table}/book", { table }),
        api("GET /api/tables/{table}/editions", { table }),
      ]);
      call(s, table);
      break;
    }
    default:
      s.found = await api("GET /api/book/{rulebook}", { rulebook: part });
      s.filter = query.get("q") ?? "";
      call(s, me.games[s.found.rulebook] ?? s.found.name);
  }
}

/**
 * What is open, in the title of the window.
 * @param {BookState} s
 * @param {string} name
 */
const call = (s, name) => s.closed || s.shell.call(t.title, name);

/** @param {Opened} s */
async function loadDifferences(s) {
  const names = s.books.map(({ rulebook }) => rulebook);
  const amount = (/** @type {"ante" | "meter"} */ name) => Number(s.query.get(name)) || USUAL[name];
  s.a = s.query.get("a") ?? names[0];
  s.b = s.query.get("b") ?? names.find((name) => name !== s.a);
  s.terms = { ante: amount("ante"), meter: amount("meter"), strategy: s.query.get("strategy") ?? "" };
  if (s.a !== s.b) s.found = await api("GET /api/book/differences", { a: s.a, b: s.b });
  ask(s, s.terms);
}

/* The URL keeps the search, without a history entry for each letter. */
/**
 * @param {string} path
 * @param {Record<string, string>} query
 */
function keep(path, query) {
  const text = new URLSearchParams(query).toString();
  history.replaceState(history.state, "", text ? `${path}?${text}` : path);
}

/** @param {BookState} s @param {string} words */
function search(s, words) {
  s.words = words;
  keep("/book", words ? { q: words } : {});
  clearTimeout(s.timer);
  const turn = (s.turn += 1);
  if (words.trim().length < 2) {
    s.found = null;
    draw(s);
    return;
  }
  s.timer = setTimeout(async () => {
    try {
      const found = await api("GET /api/book/search", { q: words.trim() });
      if (turn !== s.turn || s.closed) return;
      s.found = found;
      s.trouble = null;
    } catch (trouble) {
      s.trouble = trouble;
    }
    if (!s.closed) draw(s);
  }, PAUSE);
}

/** @param {BookState} s @param {string} a @param {string} b */
async function choose(s, a, b) {
  Object.assign(s, { a, b, found: null, prices: null, readings: null });
  s.terms = { ...s.terms, strategy: "" };
  keep("/book/differences", { a, b });
  draw(s);
  try {
    if (a !== b) s.found = await api("GET /api/book/differences", { a, b });
    ask(s, s.terms);
  } catch (trouble) {
    s.trouble = trouble;
  }
  if (!s.closed) draw(s);
}

/**
 * Computed in the background: the first time takes seconds for a game.
 * @param {BookState} s
 * @param {Terms} terms
 */
async function ask(s, terms) {
  const turn = (s.turn += 1);
  const { a, b } = s;
  const usual = Object.entries(USUAL);
  const asked = Object.entries(terms).filter((term) => !usual.some((one) => one.join() === term.join()));
  Object.assign(s, { terms, unpriced: null });
  keep("/book/differences", { a, b, ...Object.fromEntries(asked.map(([name, value]) => [name, String(value)])) });
  let { prices, readings } = s;
  let unpriced = null;
  try {
    if (a !== b) prices = await askPrices(a, b, terms);
    readings = await askReadings(a, terms);
  } catch (trouble) {
    unpriced = trouble;
  }
  if (turn !== s.turn || s.closed) return;
  Object.assign(s, { prices, readings, unpriced });
  draw(s);
}

/** @param {BookState} s */
function draw(s) {
  render(s.outlet, h("div", { class: "book" }, body(s)));
}

/**
 * @param {BookState} s
 * @returns {s is Opened}
 */
const isOpened = (s) => s.books !== null;

/**
 * @param {Opened} s
 * @returns {s is Found}
 */
const isFound = (s) => s.found !== null;

/** @param {BookState} s */
function body(s) {
  if (s.trouble) {
    return h(
      "div",
      { class: "state", role: "alert" },
      h("h1", null, t.failed),
      h("p", null, words.trouble.words(s.trouble)),
      h("a", { class: "button", href: "/book" }, t.shelf),
    );
  }
  const waiting = h(
    "div",
    { class: "state", role: "status" },
    h("span", { class: "spinner" }),
    h("p", null, t.loading),
  );
  if (!isOpened(s)) return waiting;
  if (s.part === undefined) return shelf(s);
  if (s.part === "differences") {
    return Differences({
      books: s.books,
      a: s.a,
      b: s.b,
      found: s.found,
      /** @param {string} a @param {string} b */
      choose: (a, b) => choose(s, a, b),
      pricing: {
        found: s.prices,
        trouble: s.unpriced,
        terms: s.terms,
        /** @param {Terms} terms */
        ask: (terms) => ask(s, terms),
        readings: s.readings,
      },
    });
  }
  if (!isFound(s)) return waiting;
  if (s.part === "coverage") {
    return Coverage({
      found: s.found,
      filter: s.covering,
      setFilter: (filter) => {
        s.covering = filter;
        draw(s);
      },
    });
  }
  if (s.part === "clause") return clause(s);
  return Rulebook({
    found: s.found,
    editions: s.editions,
    filter: s.filter,
    setFilter: (filter) => {
      s.filter = filter;
      draw(s);
    },
  });
}

/** @param {Found} s */
function clause(s) {
  const { rulebook, clause } = s.found;
  const table = s.query.get("table");
  const ours = s.books.find((one) => one.rulebook === rulebook);
  const book = ours ? `/book/${rulebook}` : `/book/table?${new URLSearchParams({ name: table ?? "" })}`;
  return h(
    "div",
    { class: "one-clause" },
    h(
      "header",
      { class: "book-head" },
      h(
        "p",
        { class: "crumb" },
        h("a", { href: "/book" }, t.shelf),
        " · ",
        h("a", { href: book }, ours?.name ?? s.found.name),
      ),
      h("h1", null, clause),
    ),
    Clause({ row: s.found, title: "h2" }),
  );
}

/** @param {Opened} s */
function shelf(s) {
  return h(
    "div",
    { class: "shelf" },
    h("header", { class: "book-head" }, h("h1", null, t.title), h("p", { class: "lead" }, t.lead)),
    h(
      "search",
      null,
      h(
        "label",
        { class: "search" },
        t.search,
        h("input", {
          type: "search",
          autocomplete: "off",
          placeholder: t.searchHint,
          ref: (element) => {
            element.value = s.words;
          },
          oninput: ({ target }) => search(s, target.value),
        }),
      ),
    ),
    isFound(s) ? results(s) : s.books.map((one) =>
      h(
        "article",
        { class: "volume", key: one.rulebook },
        h("p", { class: "code" }, one.document),
        h(
          "div",
          null,
          h("h2", null, h("a", { href: `/book/${one.rulebook}` }, one.name)),
          h("p", { class: "muted" }, `${one.operator} · ${t.edition(one.edition, one.effective)}`),
          h("p", { class: "muted" }, t.counts(one.clauses, one.readings)),
        ),
        h(
          "div",
          { class: "tools" },
          h(
            "a",
            { class: "button", href: `/book/${one.rulebook}`, "aria-label": `${t.read}: ${one.name}` },
            t.read,
          ),
          h(
            "a",
            { class: "button quiet", href: `/odds/${one.rulebook}`, "aria-label": `${t.odds}: ${one.name}` },
            t.odds,
          ),
        ),
      )
    ),
    !s.found &&
      h(
        "div",
        { class: "ways" },
        h(
          "a",
          { class: "way", href: "/book/differences" },
          h("strong", null, t.compare),
          h("span", null, t.compareLead),
        ),
        h(
          "a",
          { class: "way", href: "/book/coverage" },
          h("strong", null, t.coverage),
          h("span", null, t.coverageLead),
        ),
      ),
  );
}

/** @param {Found} s */
function results(s) {
  const { clauses, facts, readings, found } = s.found;
  const none = found.clauses + found.facts + found.readings === 0;
  const name = (/** @type {string} */ slug) => s.books.find(({ rulebook }) => rulebook === slug)?.name;
  const left = (/** @type {string} */ kind, /** @type {Answer[]} */ list) =>
    found[kind] > list.length && h("p", { class: "muted" }, t.more(found[kind] - list.length));
  return h(
    "div",
    { class: "results", key: "results" },
    h("p", { role: "status" }, none ? t.nothing(s.words) : t.found(found.clauses, found.facts, found.readings)),
    facts.length > 0 &&
      h(
        "section",
        { key: "facts" },
        h("h2", null, t.results.facts),
        h(
          "ul",
          { class: "clauses" },
          facts.map((/** @type {Answer} */ fact) =>
            h(
              "li",
              { key: `${fact.rulebook}${fact.section}${fact.subject}` },
              h("a", { href: `/book/${fact.rulebook}?q=${encodeURIComponent(fact.subject)}` }, name(fact.rulebook)),
              h("span", { class: "gist" }, h("span", { class: "muted" }, `${fact.subject}: `), fact.value),
              Sources(fact),
            )
          ),
        ),
        left("facts", facts),
      ),
    clauses.length > 0 &&
      h(
        "section",
        { key: "clauses" },
        h("h2", null, t.results.clauses),
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
        left("clauses", clauses),
      ),
    readings.length > 0 &&
      h(
        "section",
        { key: "readings" },
        h("h2", null, t.results.readings),
        readings.map((/** @type {Answer} */ reading) => Reading({ reading })),
      ),
  );
}
