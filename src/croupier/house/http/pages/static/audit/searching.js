/* Searching rounds and significant events: each search is a URL, each page goes further back. */

import { h } from "../dom.js";
import { addressOf, api } from "../net.js";
import { money, t } from "../text/en.js";
import { u } from "../text/en_audit.js";
import { momentOf, o } from "../text/en_office.js";
import {
  address,
  asked,
  begins,
  cents,
  choice,
  field,
  form,
  opens,
  pairs,
  path,
  rows,
  searched,
  shown,
  worker,
} from "../office/parts.js";

/** @import { RoundFound, Routes, SignificantEvent, TableSummary } from "../../api.d.ts" */
/** @import { Child, Submitted } from "../dom.js" */
/** @import { Shell } from "../main.js" */
/** @import { Asked, Worker } from "../office/parts.js" */

/**
 * @template T
 * @typedef {{ list: T[], next: string | null }} Page
 */
/**
 * @template T
 * @typedef {{ found: Asked<Page<T>>, work: Worker, ask: (before: string | null) => Promise<Page<T>> }} Pages
 */
/** @typedef {{ shell: Shell, given: Record<string, string>, work: Worker }} Searching */
/**
 * @typedef {Searching & {
 *   query: Routes["GET /api/audit/rounds"]["given"],
 *   pages: Pages<RoundFound>,
 *   tables: Asked<TableSummary[]>,
 * }} RoundSearch
 */
/**
 * @typedef {Searching & {
 *   query: Routes["GET /api/audit/events"]["given"],
 *   pages: Pages<SignificantEvent>,
 * }} EventSearch
 */

/**
 * Search results, page after page.
 * @template T
 * @param {() => void} draw
 * @param {(before: string | null) => Promise<Page<T>>} ask
 * @returns {Pages<T>}
 */
const pages = (draw, ask) => ({ found: asked(() => ask(null), draw), work: worker(draw), ask });

/**
 * @template T
 * @param {Pages<T>} pages
 * @param {Page<T>} shown
 */
const older = ({ found, work, ask }, { list, next }) =>
  work.attempt("older", async () => {
    const page = await ask(next);
    found.data = { list: [...list, ...page.list], next: page.next };
  });

/**
 * @template T
 * @param {Pages<T>} pages
 * @param {Page<T>} shown
 */
const more = (pages, shown) => [
  shown.next
    ? h("button", {
      key: "older",
      onclick: () => older(pages, shown),
      disabled: pages.work.busy.has("older"),
    }, o.older)
    : null,
  pages.work.note("older"),
];

/**
 * What was found, page after page, and links to take it along.
 * @template T
 * @param {Pages<T>} pages
 * @param {(list: T[]) => Child} listed
 * @param {string} label
 * @param {Child[]} links
 */
const results = (pages, listed, label, links) =>
  h(
    "section",
    { class: "panel", key: "found" },
    shown(pages.found, (page) => [
      listed(page.list),
      more(pages, page),
      page.list.length ? h("p", { class: "links" }, h("span", { class: "muted" }, label), ...links) : null,
    ]),
  );

/** @param {string} href */
const asJson = (href) => h("a", { href, target: "_blank", rel: "noopener" }, o.json);

/**
 * @param {string} name
 * @param {string} label
 * @param {string | undefined} value
 * @param {Record<string, unknown>} more
 */
const text = (name, label, value, more = {}) =>
  field(label, h("input", { name, ...begins(value ?? ""), maxlength: 100, autocomplete: "off", ...more }));
/** @param {string | undefined} value */
const moment = (value) => (value ? new Date(value).toISOString() : "");

/** @param {string} see @param {Worker} work */
function buttons(see, work) {
  return [
    h(
      "div",
      { class: "row" },
      h("button", { class: "primary", type: "submit" }, o.search),
      h("a", { class: "button", href: `/audit?see=${see}` }, o.clear),
    ),
    work.note("search"),
  ];
}

/**
 * @param {() => void} draw
 * @param {Shell} shell
 */
export function rounds(draw, shell) {
  const given = searched();
  const query = {
    table: given.table,
    player: given.player,
    day: given.day,
    min_won: given.won ? cents(given.won, { zero: true }).amount : null,
  };
  /** @type {RoundSearch} */
  const s = {
    shell,
    given,
    work: worker(draw),
    query,
    pages: pages(draw, async (before) => {
      const page = await api("GET /api/audit/rounds", { ...query, before, limit: 25 });
      return { list: page.rounds, next: page.next };
    }),
    tables: asked(() => api("GET /api/tables", {}), draw),
  };
  return { drawn: () => drawnRounds(s) };
}

/** @param {RoundSearch} s @param {Submitted} event */
function searchRounds(s, event) {
  const wanted = form(event);
  const { problem } = wanted.won.trim() ? cents(wanted.won, { zero: true }) : {};
  if (problem) return s.work.refuse("search", problem);
  return s.shell.go(
    address("/audit", {
      see: "rounds",
      table: wanted.table,
      player: wanted.player.trim(),
      day: wanted.day,
      won: wanted.won.trim(),
    }),
  );
}

/** @param {RoundSearch} s */
const filterRounds = (s) =>
  h(
    "form",
    { class: "panel", role: "search", onsubmit: (event) => searchRounds(s, event), novalidate: true },
    h(
      "div",
      { class: "inline filter" },
      field(
        u.table,
        choice(
          "table",
          [["", u.any], ...pairs(s.tables.data ?? [], (one) => one.table)],
          s.given.table ?? "",
        ),
      ),
      text("player", u.player, s.given.player),
      field(u.day, h("input", { type: "date", name: "day", ...begins(s.given.day ?? "") })),
      text("won", u.minWon, s.given.won, { inputmode: "decimal" }),
    ),
    buttons("rounds", s.work),
  );

/** @param {RoundFound[]} all */
const listRounds = (all) =>
  rows({
    caption: u.rounds.caption,
    data: all,
    empty: u.rounds.empty,
    keyOf: (one) => `${one.table} ${one.round}`,
    columns: [
      {
        head: u.rounds.round,
        cell: (
          one,
        ) => [
          h("a", { href: `/audit/${path(one.table)}/${one.round}` }, u.rounds.open(one.table, one.round)),
          one.void ? [" ", h("span", { class: "tag tag-bad" }, u.rounds.void)] : null,
        ],
      },
      { head: u.rounds.when, cell: (one) => momentOf(one.opened) },
      { head: u.rounds.game, cell: (one) => t.game(one.edition) },
      { head: u.rounds.players, wide: true, cell: (one) => one.players.map(t.table.player).join(", ") || o.nothing },
      { head: u.rounds.staked, number: true, cell: (one) => money(one.staked) },
      { head: u.rounds.won, number: true, cell: (one) => money(one.won) },
    ],
  });

/** @param {RoundSearch} s */
const drawnRounds = (s) => [
  filterRounds(s),
  results(s.pages, listRounds, u.rounds.export, [
    asJson(addressOf("GET /api/audit/rounds", { ...s.query, limit: 200 })),
  ]),
];

/**
 * @param {() => void} draw
 * @param {Shell} shell
 */
export function events(draw, shell) {
  const given = searched();
  const query = {
    kind: given.kind,
    person: given.person,
    table: given.table,
    text: given.text,
    from: moment(given.from),
    to: moment(given.to),
  };
  /** @type {EventSearch} */
  const s = {
    shell,
    given,
    work: worker(draw),
    query,
    pages: pages(draw, async (before) => {
      const page = await api("GET /api/audit/events", { ...query, before, limit: 50 });
      return { list: page.events, next: page.next };
    }),
  };
  return { drawn: () => drawnEvents(s) };
}

/** @param {EventSearch} s @param {Submitted} event */
function searchEvents(s, event) {
  const wanted = form(event);
  s.shell.go(
    address("/audit", {
      see: "events",
      kind: wanted.kind,
      person: wanted.person.trim(),
      table: wanted.table.trim(),
      text: wanted.text.trim(),
      from: wanted.from,
      to: wanted.to,
    }),
  );
}

/** @param {EventSearch} s */
const filterEvents = (s) =>
  h(
    "form",
    { class: "panel", role: "search", onsubmit: (event) => searchEvents(s, event) },
    h(
      "div",
      { class: "inline filter" },
      field(u.kindLabel, choice("kind", [["", u.events.all], ...u.kinds], s.given.kind ?? "")),
      text("person", u.person, s.given.person),
      text("table", u.table, s.given.table),
      text("text", u.text, s.given.text),
      field(u.from, h("input", { type: "datetime-local", name: "from", ...begins(s.given.from ?? "") })),
      field(u.to, h("input", { type: "datetime-local", name: "to", ...begins(s.given.to ?? "") })),
    ),
    buttons("events", s.work),
  );

/** @param {SignificantEvent} one */
function where(one) {
  if (one.place === null) return o.nothing;
  const words = u.events.place(one.place, one.round);
  return one.round && one.stream.startsWith("table:") && opens("rounds")
    ? h("a", { href: `/audit/${path(one.place)}/${one.round}` }, words)
    : words;
}

/** @param {SignificantEvent[]} all */
const listEvents = (all) =>
  rows({
    caption: u.events.caption,
    data: all,
    empty: u.events.empty,
    keyOf: (one) => `${one.stream} ${one.version} ${one.kind}`,
    columns: [
      { head: u.events.when, cell: (one) => momentOf(one.at) },
      { head: u.events.kind, cell: (one) => u.kind(one.kind) },
      { head: u.events.who, cell: (one) => one.person ?? o.nothing },
      { head: u.events.where, cell: where },
      { head: u.events.what, wide: true, cell: (one) => one.text },
      { head: u.events.amount, number: true, cell: (one) => (one.amount === null ? "" : money(one.amount)) },
    ],
  });

/** @param {EventSearch} s */
const drawnEvents = (s) => [
  filterEvents(s),
  results(s.pages, listEvents, u.events.export, [
    h("a", {
      href: addressOf("GET /api/audit/events", { ...s.query, format: "csv" }),
      download: "significant-events.csv",
    }, o.csv),
    asJson(addressOf("GET /api/audit/events", { ...s.query, limit: 1000 })),
  ]),
];
