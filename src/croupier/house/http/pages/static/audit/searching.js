/* Searching rounds and significant events: each search is an address, each page goes further back. */

import { h } from "../dom.js";
import { api } from "../net.js";
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
  has,
  path,
  rows,
  searched,
  shown,
  worker,
} from "../office/parts.js";

/* What was found, page after page. */
function pages(draw, ask, name) {
  const found = asked(async () => {
    const page = await ask(null);
    return { list: page[name], next: page.next };
  }, draw);
  const work = worker(draw);
  const older = () =>
    work.attempt("older", async () => {
      const page = await ask(found.data.next);
      found.data = { list: [...found.data.list, ...page[name]], next: page.next };
    });
  const more = () => [
    found.data.next ? h("button", { key: "older", onclick: older, disabled: work.busy.has("older") }, o.older) : null,
    work.note("older"),
  ];
  return { found, more };
}

const text = (name, label, value, more = {}) =>
  field(label, h("input", { name, ...begins(value ?? ""), maxlength: 100, autocomplete: "off", ...more }));
const moment = (value) => (value ? new Date(value).toISOString() : "");

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

export function rounds(draw, shell) {
  const given = searched();
  const work = worker(draw);
  const query = {
    table: given.table,
    player: given.player,
    day: given.day,
    min_won: given.won ? cents(given.won, { zero: true }).amount : "",
  };
  const { found, more } = pages(
    draw,
    (before) => api("GET", address("/api/audit/rounds", { ...query, before, limit: 25 })),
    "rounds",
  );
  const tables = asked(() => api("GET", "/api/tables"), draw);

  function search(event) {
    const wanted = form(event);
    const { problem } = wanted.won.trim() ? cents(wanted.won, { zero: true }) : {};
    if (problem) return work.refuse("search", problem);
    return shell.go(
      address("/audit", {
        see: "rounds",
        table: wanted.table,
        player: wanted.player.trim(),
        day: wanted.day,
        won: wanted.won.trim(),
      }),
    );
  }

  const filters = () =>
    h(
      "form",
      { class: "panel", role: "search", onsubmit: search, novalidate: true },
      h(
        "div",
        { class: "inline filter" },
        field(
          u.table,
          choice(
            "table",
            [["", u.any], ...(tables.data ?? []).map((one) => [one.table, one.table])],
            given.table ?? "",
          ),
        ),
        text("player", u.player, given.player),
        field(u.day, h("input", { type: "date", name: "day", ...begins(given.day ?? "") })),
        text("won", u.minWon, given.won, { inputmode: "decimal" }),
      ),
      buttons("rounds", work),
    );

  const list = (all) =>
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
  return {
    drawn: () => [
      filters(),
      h(
        "section",
        { class: "panel", key: "found" },
        shown(found, ({ list: all }) => [
          list(all),
          more(),
          all.length
            ? h(
              "p",
              { class: "links" },
              h("span", { class: "muted" }, u.rounds.export),
              h("a", {
                href: address("/api/audit/rounds", { ...query, limit: 200 }),
                target: "_blank",
                rel: "noopener",
              }, o.json),
            )
            : null,
        ]),
      ),
    ],
  };
}

export function events(draw, shell) {
  const given = searched();
  const work = worker(draw);
  const query = {
    kind: given.kind,
    person: given.person,
    table: given.table,
    text: given.text,
    from: moment(given.from),
    to: moment(given.to),
  };
  const { found, more } = pages(
    draw,
    (before) => api("GET", address("/api/audit/events", { ...query, before, limit: 50 })),
    "events",
  );

  function search(event) {
    const wanted = form(event);
    shell.go(
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

  const filters = () =>
    h(
      "form",
      { class: "panel", role: "search", onsubmit: search },
      h(
        "div",
        { class: "inline filter" },
        field(u.kindLabel, choice("kind", [["", u.events.all], ...u.kinds], given.kind ?? "")),
        text("person", u.person, given.person),
        text("table", u.table, given.table),
        text("text", u.text, given.text),
        field(u.from, h("input", { type: "datetime-local", name: "from", ...begins(given.from ?? "") })),
        field(u.to, h("input", { type: "datetime-local", name: "to", ...begins(given.to ?? "") })),
      ),
      buttons("events", work),
    );

  const where = (one) => {
    if (one.place === null) return o.nothing;
    const words = u.events.place(one.place, one.round);
    return one.round && one.stream.startsWith("table:") && has("auditor", "shift_manager")
      ? h("a", { href: `/audit/${path(one.place)}/${one.round}` }, words)
      : words;
  };
  const list = (all) =>
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
  return {
    drawn: () => [
      filters(),
      h(
        "section",
        { class: "panel", key: "found" },
        shown(found, ({ list: all }) => [
          list(all),
          more(),
          all.length
            ? h(
              "p",
              { class: "links" },
              h("span", { class: "muted" }, u.events.export),
              h("a", {
                href: address("/api/audit/events", { ...query, format: "csv" }),
                download: "significant-events.csv",
              }, o.csv),
              h("a", {
                href: address("/api/audit/events", { ...query, limit: 1000 }),
                target: "_blank",
                rel: "noopener",
              }, o.json),
            )
            : null,
        ]),
      ),
    ],
  };
}
