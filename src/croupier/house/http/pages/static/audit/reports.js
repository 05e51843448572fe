/* Reports for reading: tables against expectation, meters, irregularities, liability, shift, dossier. */

import { h } from "../dom.js";
import { addressOf, api } from "../net.js";
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
  opens,
  pair,
  pairs,
  path,
  rows,
  searched,
  shown,
} from "../office/parts.js";
import { report as shiftReport } from "../cage/day.js";

/** @import { Dossier, Irregularities, JackpotMeters, Liability, Reconciliation } from "../../api.d.ts" */
/** @import { Shift, TableResult, TablesReport } from "../../api.d.ts" */
/** @import { Child, Heard, Submitted } from "../dom.js" */
/** @import { Shell } from "../main.js" */
/** @import { Asked, Column } from "../office/parts.js" */

/** @typedef {Record<string, string>} Given what the URL asks for */
/**
 * @typedef {{
 *   day: string | null,
 *   drawn: (above: () => Child) => Child,
 * }} Found with the gaming day, if the report is for one
 */
/**
 * @template T
 * @typedef {object} Report
 * @property {boolean} daily
 * @property {(given: Given) => Promise<T>} ask
 * @property {(given: Given, file: boolean) => string} address of the report as JSON, or as a file
 * @property {(found: T) => Child} drawn
 */
/**
 * @typedef {object} Kind a report of any content
 * @property {boolean} daily
 * @property {(given: Given, file: boolean) => string} address
 * @property {(given: Given, draw: () => void) => () => Found} open
 */
/**
 * @typedef {object} Reports
 * @property {Shell} shell
 * @property {Given} given
 * @property {(keyof typeof REPORTS)[]} mine
 * @property {keyof typeof REPORTS} which
 * @property {Asked<JackpotMeters[]> | null} jackpots to choose from
 * @property {(() => Found) | null} found
 */

/** @typedef {typeof ACCOUNT[number] | "amount_in" | "wins" | "reserve" | "overflow" | "payable"} Sum */

const words = u.report;
const ACCOUNT = /** @type {const} */ (["opening", "contributed", "seeded", "adjusted", "paid", "display", "ledger"]);
const DAYS = /** @type {const} */ (
  ["opening", "contributed", "won", "reset", "overflow", "adjusted", "other", "display"]
);

/**
 * @template T
 * @param {Report<T>} report
 * @returns {Kind}
 */
function kind({ daily, ask, address, drawn }) {
  return {
    daily,
    address,
    open: (given, draw) => {
      const found = asked(() => ask(given), draw);
      return () => ({ day: dayIn(found.data), drawn: (above) => shown(found, (data) => [above(), drawn(data)]) });
    },
  };
}

/** @param {unknown} found */
const dayIn = (found) =>
  typeof found === "object" && found !== null && "day" in found && typeof found.day === "string" ? found.day : null;

/** @param {boolean} file */
const csv = (file) => (file ? { format: /** @type {const} */ ("csv") } : {});

const REPORTS = {
  tables: kind({
    daily: true,
    ask: ({ day }) => api("GET /api/reports/tables", { day }),
    address: ({ day }, file) => addressOf("GET /api/reports/tables", { day, ...csv(file) }),
    drawn: tables,
  }),
  jackpots: kind({
    daily: false,
    ask: () => api("GET /api/reports/jackpots", {}),
    address: (_, file) => addressOf("GET /api/reports/jackpots", csv(file)),
    drawn: meters,
  }),
  irregularities: kind({
    daily: true,
    ask: ({ day }) => api("GET /api/reports/irregularities", { day }),
    address: ({ day }, file) => addressOf("GET /api/reports/irregularities", { day, ...csv(file) }),
    drawn: irregularities,
  }),
  liability: kind({
    daily: false,
    ask: () => api("GET /api/reports/liability", {}),
    address: (_, file) => addressOf("GET /api/reports/liability", csv(file)),
    drawn: liability,
  }),
  shift: kind({
    daily: true,
    ask: ({ day }) => closing(day),
    address: ({ day }, file) => addressOf("GET /api/reports/shift", { day, ...csv(file) }),
    drawn: shift,
  }),
  dossier: kind({
    daily: false,
    ask: ({ jackpot }) => api("GET /api/reports/dossier/{jackpot}", { jackpot }),
    address: ({ jackpot }, file) =>
      addressOf("GET /api/reports/dossier/{jackpot}", { jackpot, ...(file ? { format: "markdown" } : {}) }),
    drawn: dossier,
  }),
};

/**
 * @param {string} name
 * @returns {name is keyof typeof REPORTS}
 */
const isReport = (name) => name in REPORTS;

/** Each is a section of its own, for those whose work it is. */
export const REPORT_NAMES = Object.keys(REPORTS).filter(isReport);

/**
 * @param {() => void} draw
 * @param {Shell} shell
 */
export function reports(draw, shell) {
  const mine = REPORT_NAMES.filter(opens);
  const given = searched();
  const which = mine.find((name) => name === given.report) ?? mine[0];
  const ofOne = which === "dossier";
  /** @type {Reports} */
  const s = {
    shell,
    given,
    mine,
    which,
    jackpots: ofOne ? asked(() => api("GET /api/jackpots", {}), draw) : null,
    found: ofOne && !given.jackpot ? null : REPORTS[which].open(given, draw),
  };
  return { drawn: () => drawn(s) };
}

/**
 * @param {Reports} s
 * @param {Submitted} event
 */
function show(s, event) {
  const wanted = form(event);
  s.shell.go(address("/audit", { see: "reports", report: wanted.report, day: wanted.day, jackpot: wanted.jackpot }));
}

/**
 * @param {Reports} s
 * @param {string} report
 */
const pick = (s, report) => s.shell.go(address("/audit", { see: "reports", report, day: s.given.day }));

/** @param {Reports} s */
function filters(s) {
  const { daily } = REPORTS[s.which];
  const day = s.found?.().day ?? "";
  return h(
    "form",
    { class: "panel inline", onsubmit: (event) => show(s, event) },
    field(
      words.which,
      h(
        "select",
        { name: "report", onchange: (event) => pick(s, event.target.value) },
        s.mine.map((name) => h("option", { key: name, value: name, selected: name === s.which }, words.names[name])),
      ),
    ),
    daily ? field(u.day, h("input", { type: "date", name: "day", key: day, ...begins(s.given.day ?? day) })) : null,
    s.jackpots
      ? field(
        words.dossier.choose,
        choice("jackpot", pairs(s.jackpots.data ?? [], (one) => one.jackpot), s.given.jackpot),
      )
      : null,
    daily || s.jackpots ? h("button", { type: "submit" }, words.show) : null,
  );
}

/** @param {Reports} s */
function links(s) {
  const { address } = REPORTS[s.which];
  const file = address(s.given, true);
  return h(
    "p",
    { class: "links" },
    s.which === "dossier"
      ? h("a", { href: file, download: `dossier-${s.given.jackpot}.md` }, words.dossier.markdown)
      : h("a", { href: file, download: `${s.which}.csv` }, o.csv),
    h("a", { href: address(s.given, false), target: "_blank", rel: "noopener" }, o.json),
  );
}

/** @param {Reports} s */
const drawn = (s) => [
  filters(s),
  s.found === null
    ? (s.jackpots?.data?.length === 0
      ? h("div", { class: "panel calm" }, h("p", { class: "muted" }, words.dossier.none))
      : null)
    : s.found().drawn(() => links(s)),
];

/**
 * The shift close, with the names of play-money tables and jackpots.
 * @param {string} day
 */
async function closing(day) {
  const [found, allTables, allJackpots] = await Promise.all([
    api("GET /api/reports/shift", { day }),
    api("GET /api/tables", {}),
    api("GET /api/jackpots", {}),
  ]);
  const practiceNames = [
    ...allTables.filter((one) => one.practice).map((one) => one.table),
    ...allJackpots.filter((one) => one.practice).map((one) => one.jackpot),
  ];
  return { ...found, practiceNames };
}

/**
 * @param {string} name
 * @param {string} head
 * @returns {Column<Record<string, any>>}
 */
const column = (name, head) => ({
  head,
  number: true,
  cell: (one) => (typeof one[name] === "number" ? money(one[name]) : (one[name] ?? o.nothing)),
});

/** @param {string} key @param {string} title @param {...Child} inside */
const panel = (key, title, ...inside) =>
  h("section", { class: "panel", key, "aria-label": title }, h("h2", {}, title), inside);

/** @param {TablesReport} found */
function tables(found) {
  const w = words.tables;
  /** @returns {Column<TableResult>[]} */
  const columns = (/** @type {string} */ first) => [
    /** @param {Reconciliation} one */
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
      /** @param {Reconciliation} one */
      : { head: w.money, cell: (one) => (one.money && o.status[one.money]) ?? o.nothing },
    /** @param {Reconciliation} one */
    { head: w.rounds, number: true, cell: (one) => String(one.rounds) },
    /** @param {Reconciliation} one */
    { head: w.voided, number: true, cell: (one) => String(one.voided) },
    column("handle", w.handle),
    column("win", w.win),
    column("drop", w.drop),
    /** @param {Reconciliation} one */
    { head: w.hold, number: true, cell: (one) => words.percent(one.hold) },
    /** @param {Reconciliation} one */
    { head: w.ofHandle, number: true, cell: (one) => words.percent(one.hold_of_handle) },
    /** @param {Reconciliation} one */
    { head: w.expected, number: true, cell: (one) => money(Math.round(Number(one.expected_win))) },
    /** @param {Reconciliation} one */
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

/** @param {Reconciliation} one */
function account(one) {
  const w = words.jackpots;
  const sum = (/** @type {Sum} */ name) => pair(w[name === "amount_in" ? "amountIn" : name], money(one[name]));
  return [
    h("p", { class: "muted small" }, w.equation),
    h(
      "dl",
      { class: "figures" },
      ACCOUNT.map(sum),
      pair(
        w.balanced,
        h("span", { class: ["tag", one.balanced ? "tag-good" : "tag-bad"] }, one.balanced ? w.yes : w.no),
      ),
      sum("amount_in"),
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
          ...DAYS.map((name) => column(name, w[name])),
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
/** @param {Reconciliation[]} found */
function meters(found) {
  return found.length === 0
    ? h("div", { class: "panel calm" }, h("p", { class: "muted" }, words.none))
    : found.map((one) => panel(one.jackpot, one.jackpot, account(one)));
}

/** @param {Irregularities} found */
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

/** @param {Liability} found */
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

/** @param {Shift & { practiceNames: string[] }} found */
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
    h("p", { class: "muted", key: "by" }, dayName(found.day), ". ", words.shift.closedBy(found.closed_by ?? "")),
    shiftReport(found.report, found.practiceNames),
  ];
}

/** @param {Dossier} found */
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
