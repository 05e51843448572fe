/* Reports, to be read: tables against expectation, meters, irregularities, liability, shift, dossier. */

import { h } from "../dom.js";
import { api } from "../net.js";
import { dayOf, money, t } from "../text/en.js";
import { u } from "../text/en_audit.js";
import { dayName, momentOf, o } from "../text/en_office.js";
import {
  address,
  asked,
  begins,
  choice,
  field,
  form,
  has,
  pair,
  path,
  rows,
  searched,
  shown,
} from "../office/parts.js";
import { report as shiftReport } from "../cage/day.js";

const words = u.report;
const FLOOR = ["auditor", "shift_manager", "pit_manager"];
const READERS = {
  tables: FLOOR,
  jackpots: FLOOR,
  irregularities: FLOOR,
  liability: ["auditor", "shift_manager", "cage"],
  shift: [...FLOOR, "cage"],
  dossier: ["auditor", "shift_manager"],
};
const DAILY = ["tables", "irregularities", "shift"];
const column = (name, head, number = true) => ({
  head,
  number,
  cell: (one) => (typeof one[name] === "number" ? money(one[name]) : (one[name] ?? o.nothing)),
});

export function reports(draw, shell) {
  const mine = Object.keys(READERS).filter((name) => has(...READERS[name]));
  const given = searched();
  const which = mine.includes(given.report) ? given.report : mine[0];
  const where = which === "dossier"
    ? `/api/reports/dossier/${path(given.jackpot ?? "")}`
    : address(`/api/reports/${which}`, { day: DAILY.includes(which) ? given.day : null });
  const jackpots = which === "dossier" ? asked(() => api("GET", "/api/jackpots"), draw) : null;
  const found = which === "dossier" && !given.jackpot
    ? null
    : asked(() => (which === "shift" ? closing(where) : api("GET", where)), draw);

  const show = (event) => {
    const wanted = form(event);
    shell.go(address("/audit", { see: "reports", report: wanted.report, day: wanted.day, jackpot: wanted.jackpot }));
  };
  const pick = (event) => shell.go(address("/audit", { see: "reports", report: event.target.value, day: given.day }));

  const filters = () =>
    h(
      "form",
      { class: "panel inline", onsubmit: show },
      field(
        words.which,
        h(
          "select",
          { name: "report", onchange: pick },
          mine.map((name) => h("option", { key: name, value: name, selected: name === which }, words.names[name])),
        ),
      ),
      DAILY.includes(which)
        ? field(
          u.day,
          h("input", {
            type: "date",
            name: "day",
            key: found?.data?.day ?? "",
            ...begins(given.day ?? found?.data?.day ?? ""),
          }),
        )
        : null,
      jackpots
        ? field(
          words.dossier.choose,
          choice("jackpot", (jackpots.data ?? []).map((one) => [one.jackpot, one.jackpot]), given.jackpot),
        )
        : null,
      DAILY.includes(which) || jackpots ? h("button", { type: "submit" }, words.show) : null,
    );

  function links() {
    const csv = which === "dossier"
      ? h("a", { href: `${where}?format=markdown`, download: `dossier-${given.jackpot}.md` }, words.dossier.markdown)
      : h("a", { href: `${where}${where.includes("?") ? "&" : "?"}format=csv`, download: `${which}.csv` }, o.csv);
    return h("p", { class: "links" }, csv, h("a", { href: where, target: "_blank", rel: "noopener" }, o.json));
  }

  return {
    drawn: () => [
      filters(),
      found === null
        ? (jackpots?.data?.length === 0
          ? h("div", { class: "panel calm" }, h("p", { class: "muted" }, words.dossier.none))
          : null)
        : shown(found, (data) => [links(), DRAWN[which](data)]),
    ],
  };
}

/* The shift close, with the names of what plays for nothing. */
async function closing(where) {
  const [found, tables_, jackpots_] = await Promise.all([
    api("GET", where),
    api("GET", "/api/tables"),
    api("GET", "/api/jackpots"),
  ]);
  return {
    ...found,
    practiceNames: [...tables_, ...jackpots_].filter((one) => one.practice).map((one) => one.table ?? one.jackpot),
  };
}

const panel = (key, title, ...inside) =>
  h("section", { class: "panel", key, "aria-label": title }, h("h2", {}, title), inside);

function tables(found) {
  const w = words.tables;
  const columns = (first) => [
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
      : { head: w.money, cell: (one) => o.status[one.money] ?? o.nothing },
    { head: w.rounds, number: true, cell: (one) => String(one.rounds) },
    { head: w.voided, number: true, cell: (one) => String(one.voided) },
    column("handle", w.handle),
    column("win", w.win),
    column("drop", w.drop),
    { head: w.hold, number: true, cell: (one) => words.percent(one.hold) },
    { head: w.ofHandle, number: true, cell: (one) => words.percent(one.hold_of_handle) },
    { head: w.expected, number: true, cell: (one) => money(Math.round(Number(one.expected_win))) },
    { head: w.deviations, number: true, cell: (one) => words.sigma(one.deviations) },
  ];
  return [
    h("p", { class: "muted small", key: "compared" }, dayName(found.day), ". ", found.compared),
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

function account(one) {
  const w = words.jackpots;
  const sum = (name, label = w[name]) => pair(label, money(one[name]));
  return [
    h("p", { class: "muted small" }, w.equation),
    h(
      "dl",
      { class: "figures" },
      ["opening", "contributed", "seeded", "adjusted", "paid", "display", "ledger"].map((name) => sum(name)),
      pair(
        w.balanced,
        h("span", { class: ["tag", one.balanced ? "tag-good" : "tag-bad"] }, one.balanced ? w.yes : w.no),
      ),
      sum("amount_in", w.amountIn),
      pair(w.hits, String(one.hits)),
      sum("wins"),
      pair(w.actual, words.percent(one.actual_return)),
      pair(w.increment, words.percent(one.increment)),
      pair(w.share, words.percent(one.contributed_share)),
      sum("reserve"),
      sum("overflow"),
      sum("payable"),
    ),
    h(
      "details",
      {},
      h("summary", {}, w.days),
      rows({
        caption: w.days,
        data: one.days,
        empty: words.none,
        keyOf: (day) => day.day,
        columns: [
          { head: w.day, cell: (day) => dayName(day.day) },
          ...["opening", "contributed", "won", "reset", "overflow", "adjusted", "other", "display"].map((name) =>
            column(name, w[name])
          ),
        ],
      }),
    ),
    h("h3", {}, w.lastHits),
    one.last_hits.length === 0 ? h("p", { class: "nothing" }, w.noHits) : h(
      "ul",
      {},
      one.last_hits.map((hit) =>
        h(
          "li",
          { key: hit.number },
          h("a", { href: `/audit/${path(hit.table)}/${hit.round}` }, u.round.title(hit.table, hit.round)),
          ` ${money(hit.amount)}, ${hit.winners.join(", ")}, ${dayOf(hit.at)}`,
        )
      ),
    ),
  ];
}
const meters = (
  found,
) => (found.length === 0
  ? h("div", { class: "panel calm" }, h("p", { class: "muted" }, words.none))
  : found.map((one) => panel(one.jackpot, one.jackpot, account(one))));

function irregularities(found) {
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
            ) => (one.round
              ? h("a", { href: `/audit/${path(one.place)}/${one.round}` }, u.events.place(one.place, one.round))
              : (one.place ?? o.nothing)),
          },
          { head: u.events.what, wide: true, cell: (one) => one.text },
        ],
      }),
    ],
  );
}

function liability(found) {
  const w = words.liability;
  return [
    panel(
      "total",
      w.total,
      h("p", { class: "purse" }, money(found.total)),
      h(
        "dl",
        { class: "figures" },
        Object.entries(found.groups).map(([name, sum]) => pair(w.group(name), money(sum))),
        pair(w.owed, money(found.owed_by_players)),
        pair(w.practice, money(found.practice)),
      ),
    ),
    Object.entries(found.accounts).filter(([, list]) => Object.keys(list).length).map(([name, list]) =>
      panel(
        name,
        w.group(name),
        rows({
          caption: w.group(name),
          data: Object.entries(list),
          empty: w.none,
          keyOf: ([one]) => one,
          columns: [{ head: w.account, cell: ([one]) => one }, {
            head: w.amount,
            number: true,
            cell: ([, sum]) => money(sum),
          }],
        }),
      )
    ),
  ];
}

function shift(found) {
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
    h("p", { class: "muted", key: "by" }, dayName(found.day), ". ", words.shift.closedBy(found.closed_by)),
    shiftReport(found.report, found.practiceNames),
  ];
}

function dossier(found) {
  const w = words.dossier;
  return [
    panel(
      "rules",
      found.jackpot,
      h("p", {}, found.how),
      h(
        "dl",
        { class: "figures" },
        pair(w.rulebook, found.edition),
        Object.entries(found.parameters).map(([name, value]) => pair(u.name(name), value)),
        pair(w.back, found.expected_return === null ? null : words.percent(found.expected_return)),
        pair(w.breakEven, found.break_even),
        pair(w.retired, found.retired),
      ),
    ),
    panel(
      "prizes",
      w.prizes,
      rows({
        caption: w.prizes,
        data: found.prizes,
        empty: words.none,
        columns: [{ head: w.hand, cell: (one) => one[0] }, {
          head: w.prize,
          cell: (one) => one[1],
        }, { head: w.clause, cell: (one) => one[2] }],
      }),
    ),
    panel(
      "equipment",
      w.equipment,
      rows({
        caption: w.equipment,
        data: found.equipment,
        empty: words.none,
        keyOf: (one) => one.table,
        columns: [
          { head: w.table, cell: (one) => one.table },
          { head: w.boxes, cell: (one) => String(one.boxes) },
          { head: w.device, cell: (one) => one.device },
          { head: w.cards, cell: (one) => one.cards },
          { head: w.dealing, cell: (one) => (one.automatic ? w.automatic : w.dealer) },
        ],
      }),
      h("dl", { class: "figures proof" }, pair(w.program, h("code", {}, found.program))),
    ),
    panel(
      "access",
      w.access,
      h(
        "dl",
        { class: "figures" },
        Object.entries(found.access).map(([what, who]) => pair(u.name(what), who.map((one) => u.name(one)).join(", "))),
        pair(w.two, found.two_people.map((one) => u.name(one)).join(", ")),
      ),
    ),
    panel("end", w.end, h("p", {}, found.at_the_end)),
    panel("account", words.names.jackpots, account(found.account)),
  ];
}

const DRAWN = { tables, jackpots: meters, irregularities, liability, shift, dossier };
