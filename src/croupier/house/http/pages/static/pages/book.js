/* The book: the shelf with its search, one rulebook, a clause, two side by side, the coverage. */

import { Coverage, Differences } from "../book/comparing.js";
import { Cite, Clause, clauseApi, Honour, Reading, readingBookOf, Sources } from "../book/parts.js";
import { asks, asksReadings, USUAL } from "../book/prices.js";
import { Rulebook } from "../book/rulebook.js";
import { h, render, style } from "../dom.js";
import { api } from "../net.js";
import { book as t } from "../text/en_book.js";

const PAUSE = 150;

export async function open(outlet, [part], shell) {
  await style("book.css");
  const page = new Book(outlet, shell, part);
  page.start();
  return { title: t.title, close: () => page.close() };
}

class Book {
  constructor(outlet, shell, part) {
    Object.assign(this, {
      outlet,
      shell,
      part,
      closed: false,
      found: null,
      prices: null,
      readings: null,
      unpriced: null,
      terms: USUAL,
      trouble: null,
      filter: "",
    });
    this.query = new URLSearchParams(location.search);
    readingBookOf(this.query.get(part === "table" ? "name" : "table"));
    this.covering = { document: "", honoured: "", kind: "", text: "" };
    this.turn = 0;
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
  }

  async start() {
    this.draw();
    try {
      this.books = await api("GET", "/api/book");
      await this.load();
    } catch (trouble) {
      this.trouble = trouble;
    }
    if (!this.closed) this.draw();
  }

  async load() {
    if (this.part === undefined) {
      const words = this.query.get("q") ?? "";
      this.words = words;
      if (words.length >= 2) this.found = await api("GET", `/api/book/search?q=${encodeURIComponent(words)}`);
    } else if (this.part === "differences") {
      const names = this.books.map(({ rulebook }) => rulebook);
      this.a = this.query.get("a") ?? names[0];
      this.b = this.query.get("b") ?? names.find((name) => name !== this.a);
      const amount = (name) => Number(this.query.get(name)) || USUAL[name];
      this.terms = { ante: amount("ante"), meter: amount("meter"), strategy: this.query.get("strategy") ?? "" };
      if (this.a !== this.b) {
        this.found = await api(
          "GET",
          `/api/book/differences?a=${encodeURIComponent(this.a)}&b=${encodeURIComponent(this.b)}`,
        );
      }
      this.ask(this.terms);
    } else if (this.part === "coverage") {
      this.found = await api("GET", "/api/book/coverage");
    } else if (this.part === "clause") {
      this.found = await api("GET", clauseApi(this.query.get("id") ?? ""));
    } else if (this.part === "table") {
      const table = `/api/tables/${encodeURIComponent(this.query.get("name") ?? "")}`;
      [this.found, this.editions] = await Promise.all([api("GET", `${table}/book`), api("GET", `${table}/editions`)]);
    } else {
      this.found = await api("GET", `/api/book/${encodeURIComponent(this.part)}`);
      this.filter = this.query.get("q") ?? "";
    }
  }

  /* The address keeps what was looked for, without a new page for each letter. */
  address(path, query) {
    const text = new URLSearchParams(query).toString();
    history.replaceState(history.state, "", text ? `${path}?${text}` : path);
  }

  search = (words) => {
    this.words = words;
    this.address("/book", words ? { q: words } : {});
    clearTimeout(this.timer);
    const turn = (this.turn += 1);
    if (words.trim().length < 2) {
      this.found = null;
      this.draw();
      return;
    }
    this.timer = setTimeout(async () => {
      try {
        const found = await api("GET", `/api/book/search?q=${encodeURIComponent(words.trim())}`);
        if (turn !== this.turn || this.closed) return;
        this.found = found;
        this.trouble = null;
      } catch (trouble) {
        this.trouble = trouble;
      }
      if (!this.closed) this.draw();
    }, PAUSE);
  };

  choose = async (a, b) => {
    Object.assign(this, { a, b, found: null, prices: null, readings: null });
    this.terms = { ...this.terms, strategy: "" };
    this.address("/book/differences", { a, b });
    this.draw();
    try {
      if (a !== b) this.found = await api("GET", `/api/book/differences?a=${a}&b=${b}`);
      this.ask(this.terms);
    } catch (trouble) {
      this.trouble = trouble;
    }
    if (!this.closed) this.draw();
  };

  /* Counted beside the page: the first count of a game takes seconds. */
  ask = async (terms) => {
    const turn = (this.turn += 1);
    const { a, b } = this;
    const asked = Object.entries(terms).filter(([name, value]) => value !== USUAL[name]);
    Object.assign(this, { terms, unpriced: null });
    this.address("/book/differences", { a, b, ...Object.fromEntries(asked) });
    let { prices, readings } = this;
    let unpriced = null;
    try {
      if (a !== b) prices = await api("GET", asks(a, b, terms));
      readings = await api("GET", asksReadings(a, terms));
    } catch (trouble) {
      unpriced = trouble;
    }
    if (turn !== this.turn || this.closed) return;
    Object.assign(this, { prices, readings, unpriced });
    this.draw();
  };

  draw() {
    render(this.outlet, h("div", { class: "book" }, this.body()));
  }

  body() {
    if (this.trouble) {
      return h(
        "div",
        { class: "state", role: "alert" },
        h("h1", null, t.failed),
        h("p", null, this.trouble.message),
        h("a", { class: "button", href: "/book" }, t.shelf),
      );
    }
    const waiting = h(
      "div",
      { class: "state", role: "status" },
      h("span", { class: "spinner" }),
      h("p", null, t.loading),
    );
    if (!this.books) return waiting;
    if (this.part === undefined) return this.shelf();
    if (this.part === "differences") {
      return Differences({
        books: this.books,
        a: this.a,
        b: this.b,
        found: this.found,
        choose: this.choose,
        pricing: {
          found: this.prices,
          trouble: this.unpriced,
          terms: this.terms,
          ask: this.ask,
          readings: this.readings,
        },
      });
    }
    if (!this.found) return waiting;
    if (this.part === "coverage") {
      return Coverage({
        found: this.found,
        filter: this.covering,
        setFilter: (filter) => {
          this.covering = filter;
          this.draw();
        },
      });
    }
    if (this.part === "clause") return this.clause();
    return Rulebook({
      found: this.found,
      editions: this.editions,
      filter: this.filter,
      setFilter: (filter) => {
        this.filter = filter;
        this.draw();
      },
    });
  }

  clause() {
    const { rulebook, clause } = this.found;
    const table = this.query.get("table");
    const ours = this.books.find((one) => one.rulebook === rulebook);
    const book = ours ? `/book/${rulebook}` : `/book/table?${new URLSearchParams({ name: table })}`;
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
          h("a", { href: book }, ours?.name ?? this.found.name),
        ),
        h("h1", null, clause),
      ),
      Clause({ row: this.found, title: "h2" }),
    );
  }

  shelf() {
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
              element.value = this.words;
            },
            oninput: ({ target }) => this.search(target.value),
          }),
        ),
      ),
      this.found ? this.results() : this.books.map((one) =>
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
      !this.found &&
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

  results() {
    const { clauses, facts, readings, found } = this.found;
    const none = found.clauses + found.facts + found.readings === 0;
    const name = (slug) => this.books.find(({ rulebook }) => rulebook === slug)?.name;
    const left = (kind, list) =>
      found[kind] > list.length && h("p", { class: "muted" }, t.more(found[kind] - list.length));
    return h(
      "div",
      { class: "results", key: "results" },
      h("p", { role: "status" }, none ? t.nothing(this.words) : t.found(found.clauses, found.facts, found.readings)),
      facts.length > 0 &&
        h(
          "section",
          { key: "facts" },
          h("h2", null, t.results.facts),
          h(
            "ul",
            { class: "clauses" },
            facts.map((fact) =>
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
            clauses.map((row) =>
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
          readings.map((reading) => Reading({ reading })),
        ),
    );
  }
}
