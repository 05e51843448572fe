/* Reports for reading: tables against expectation, meters, irregularities, liability, shift, dossier. */

import { h } from "../dom.js";
import { addressOf, api } from "../net.js";
import { u } from "../text/en_audit.js";
import { o } from "../text/en_office.js";
import { address, asked, begins, choice, field, form, opens, pairs, searched, shown } from "../office/parts.js";
import { compliance } from "./compliance.js";
import { irregularities, shift, shifts, tables } from "./daily.js";
import { dealers, ratings } from "./people.js";
import { cashOf } from "../cage/cash.js";
import { dossier, liability, meters } from "./links.js";

/** @import { JackpotMeters } from "../../api.d.ts" */
/** @import { Child, Submitted } from "../dom.js" */
/** @import { Shell } from "../main.js" */
/** @import { Asked } from "../office/parts.js" */

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

const words = u.report;

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
  cash: kind({
    daily: true,
    ask: ({ day }) => api("GET /api/reports/cash", { day }),
    address: ({ day }, file) => addressOf("GET /api/reports/cash", { day, ...csv(file) }),
    drawn: cashOf,
  }),
  shift: kind({
    daily: true,
    ask: ({ day }) => closing(day),
    address: ({ day }, file) => addressOf("GET /api/reports/shift", { day, ...csv(file) }),
    drawn: shift,
  }),
  shifts: kind({
    daily: true,
    ask: ({ day }) => api("GET /api/reports/shifts", { day }),
    address: ({ day }, file) => addressOf("GET /api/reports/shifts", { day, ...csv(file) }),
    drawn: shifts,
  }),
  ratings: kind({
    daily: true,
    ask: ({ day }) => api("GET /api/reports/ratings", { day }),
    address: ({ day }) => addressOf("GET /api/reports/ratings", { day }),
    drawn: ratings,
  }),
  dealers: kind({
    daily: true,
    ask: ({ day }) => api("GET /api/reports/dealers", { day }),
    address: ({ day }) => addressOf("GET /api/reports/dealers", { day }),
    drawn: dealers,
  }),
  dossier: kind({
    daily: false,
    ask: ({ jackpot }) => api("GET /api/reports/dossier/{jackpot}", { jackpot }),
    address: ({ jackpot }, file) =>
      addressOf("GET /api/reports/dossier/{jackpot}", { jackpot, ...(file ? { format: "markdown" } : {}) }),
    drawn: dossier,
  }),
  compliance: kind({
    daily: false,
    ask: () => api("GET /api/reports/compliance", {}),
    address: () => addressOf("GET /api/reports/compliance", {}),
    drawn: compliance,
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

/** @param {string} jackpot */
const pdf = (jackpot) => addressOf("GET /api/reports/dossier/{jackpot}", { jackpot, format: "pdf" });

/** Reports that are no rows of a spreadsheet. */
const NO_FILE = new Set(["ratings", "dealers", "compliance"]);

/** @param {Reports} s */
function links(s) {
  const { address } = REPORTS[s.which];
  const file = address(s.given, true);
  return h(
    "p",
    { class: "links" },
    s.which === "dossier"
      ? [
        h("a", { href: pdf(s.given.jackpot), download: `dossier-${s.given.jackpot}.pdf` }, words.dossier.pdf),
        h("a", { href: file, download: `dossier-${s.given.jackpot}.md` }, words.dossier.markdown),
      ]
      : NO_FILE.has(s.which)
      ? null
      : h("a", { href: file, download: `${s.which}.csv` }, o.csv),
    h("button", { class: "quiet", onclick: () => globalThis.print() }, o.print),
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
