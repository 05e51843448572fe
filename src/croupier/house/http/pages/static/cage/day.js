/* The gaming day: float, drop, ledger and meters compared, to the cent. */

import { h } from "../dom.js";
import { addressOf, api, houseCommand } from "../net.js";
import { money } from "../text/en.js";
import { c } from "../text/en_cage.js";
import { dayName, o } from "../text/en_office.js";
import {
  address,
  asked,
  begins,
  confirm,
  field,
  form,
  may,
  pair,
  rows,
  searched,
  shown,
  unlessWaits,
  worker,
} from "../office/parts.js";
import { proposals } from "../office/proposals.js";
import { shiftPanel } from "./shifts.js";
import { variance } from "./tables.js";

/** @import { CageToday, DayReport, MeterReport, Shift, TableReport } from "../../api.d.ts" */
/** @import { Submitted } from "../dom.js" */
/** @import { Shell } from "../main.js" */
/** @import { Asked, Column, Worker } from "../office/parts.js" */
/** @import { Proposals } from "../office/proposals.js" */

/**
 * @typedef {object} Day
 * @property {() => void} draw
 * @property {Shell} shell
 * @property {string | null} wanted the day in the URL
 * @property {Asked<CageToday>} today
 * @property {Asked<Shift> | null} past
 * @property {Worker} work
 * @property {Proposals} waiting
 * @property {boolean} closing
 * @property {string} reason
 */

/** @param {() => void} draw @param {Shell} shell */
export function day(draw, shell) {
  const { day: wanted = null } = searched();
  const today = asked(() => api("GET /api/floor/cage", {}), draw);
  const past = wanted === null ? null : asked(() => api("GET /api/reports/shift", { day: wanted }), draw);
  const work = worker(draw);
  const waiting = proposals(draw, {
    changed: () => {
      today.again();
      past?.again();
    },
  });
  /** @type {Day} */
  const s = { draw, shell, wanted, today, past, work, waiting, closing: false, reason: "" };
  return { drawn: () => drawn(s) };
}

/** @param {Day} s @param {Submitted} event */
const choose = (s, event) => s.shell.go(address("/cage", { see: "day", day: form(event).day }));

/** @param {Day} s @param {CageToday} now */
function picker(s, now) {
  return h(
    "form",
    { class: "inline day-form", onsubmit: (event) => choose(s, event) },
    field(
      c.day.day,
      h("input", { type: "date", name: "day", ...begins(s.wanted ?? now.day), max: now.day, required: true }),
    ),
    h("button", { type: "submit" }, c.day.show),
  );
}

/** @param {Day} s @param {CageToday} now */
function current(s, now) {
  return [
    h(
      "section",
      { class: "panel", key: "now", "aria-labelledby": "day-title" },
      h(
        "div",
        { class: "panel-head" },
        h("h2", { id: "day-title" }, c.day.today(dayName(now.day))),
        now.closed ? h("span", { class: "tag tag-warn" }, c.day.closed) : null,
      ),
      h("p", { class: "muted" }, now.closed ? c.day.closed : c.day.running),
      verdict(now.report, now.practice),
      s.work.note("close"),
      now.closed
        ? (may("reopen_day") ? reopen(s, now.day) : null)
        : may("close_day")
        ? close(s, now.day, now.against)
        : h("p", { class: "muted" }, c.day.byShift),
    ),
    shiftPanel({ work: s.work, again: () => [s.today.again(), s.waiting.again()] }, now),
    report(now.report, now.practice),
  ];
}

/** @param {Day} s @param {string} name @param {string[]} against what speaks against it */
function close(s, name, against) {
  if (!s.closing) {
    return h(
      "div",
      { class: "row" },
      h("button", {
        class: "primary",
        onclick: () => {
          s.closing = true;
          s.draw();
        },
      }, c.day.close),
    );
  }
  const give = async () => {
    const reason = s.reason.trim() === "" ? null : s.reason.trim();
    await s.work.attempt(
      "close",
      () => houseCommand({ do: "close_day", day: name, reason }),
      unlessWaits(c.day.closeDone(dayName(name))),
    );
    s.closing = false;
    s.waiting.again();
    s.today.again();
  };
  return confirm({
    title: c.day.closeAsk(dayName(name)),
    lines: [
      c.day.closeText,
      against.length ? h("strong", {}, c.day.against(against)) : null,
      field(
        against.length ? c.day.reasonNeeded : c.day.reasonFree,
        h("input", {
          name: "closing-reason",
          maxlength: 300,
          value: s.reason,
          oninput: (event) => {
            s.reason = event.target.value;
            s.draw();
          },
        }),
      ),
    ],
    yes: c.day.closeYes,
    onyes: give,
    busy: s.work.busy.has("close"),
    ready: against.length === 0 || s.reason.trim() !== "",
    onno: () => {
      s.closing = false;
      s.draw();
    },
  });
}

/** @param {Day} s @param {string} name */
function reopen(s, name) {
  /** @param {Submitted} event */
  const propose = (event) => {
    const { reason } = form(event);
    s.work.attempt("close", () => houseCommand({ do: "reopen_day", day: name, reason }), c.day.reopenDone).then(() =>
      s.waiting.again()
    );
  };
  return h(
    "form",
    { class: "act", key: "reopen", onsubmit: propose },
    h("h3", {}, c.day.reopen),
    h("p", { class: "muted small" }, c.day.reopenText),
    h(
      "div",
      { class: "inline" },
      field(o.reason, h("input", { name: "reason", required: true, maxlength: 300 })),
      h("button", { type: "submit" }, c.day.reopenSend),
    ),
  );
}

/** @param {Day} s @param {Shift} found @param {string[]} practice */
function before(s, found, practice) {
  if (found.report === null) {
    return h(
      "div",
      { class: "panel calm", key: "none" },
      h("h2", {}, dayName(found.day)),
      h("p", {}, c.day.notClosed),
      h("p", { class: "muted" }, c.day.notClosedText),
    );
  }
  return [
    h(
      "section",
      { class: "panel", key: "past", "aria-labelledby": "day-title" },
      h(
        "div",
        { class: "panel-head" },
        h("h2", { id: "day-title" }, dayName(found.day)),
        h(
          "span",
          { class: "links" },
          h(
            "a",
            {
              href: addressOf("GET /api/reports/shift", { day: found.day, format: "csv" }),
              download: `shift-${found.day}.csv`,
            },
            c.day.csv,
          ),
          h("a", { href: addressOf("GET /api/reports/shift", { day: found.day }), target: "_blank" }, c.day.json),
        ),
      ),
      h("p", {}, found.reopened ? c.day.reopened : c.day.closedBy(found.closed_by ?? "")),
      verdict(found.report, practice),
      s.work.note("close"),
      found.closed && may("reopen_day") ? reopen(s, found.day) : null,
    ),
    report(found.report, practice),
  ];
}

/** @param {Day} s */
const drawn = (s) =>
  shown(s.today, (now) => {
    const past = s.wanted !== now.day || now.closed ? s.past : null;
    return [
      picker(s, now),
      past ? shown(past, (found) => before(s, found, now.practice)) : current(s, now),
      may("approve") ? s.waiting.drawn() : null,
    ];
  });

/** @param {MeterReport} one */
const meterGap = (one) => (one.meter === null ? null : one.meter - one.ledger);

/**
 * Whether everything agrees comes first.
 * @param {DayReport} found
 * @param {string[]} practice
 */
function verdict(found, practice) {
  const tables = found.tables.filter((one) => !practice.includes(one.table));
  const meters = found.meters.filter((one) => !practice.includes(one.jackpot));
  const gaps = [
    ...tables.map((one) => one.variance),
    ...tables.map((one) => one.drop_variance),
    ...meters.map((one) => meterGap(one) ?? 0),
  ].filter((gap) => gap !== 0).length;
  const uncounted = tables.filter((one) => one.counted === null).length;
  return h(
    "p",
    { class: "row" },
    gaps === 0
      ? h("span", { class: "tag tag-good" }, c.day.sound)
      : h("span", { class: "tag tag-bad" }, c.day.unsound(gaps)),
    uncounted ? h("span", { class: "tag tag-warn" }, c.day.uncounted(uncounted)) : null,
  );
}

/** @param {DayReport} found @param {string[]} practice */
export function report(found, practice = []) {
  const ofTable = (/** @type {TableReport} */ one) => practice.includes(one.table);
  const ofMeter = (/** @type {MeterReport} */ one) => practice.includes(one.jackpot);
  const spare = found.tables.filter(ofTable);
  return [
    h(
      "section",
      { class: "panel", key: "tables", "aria-labelledby": "rec-title" },
      h("h2", { id: "rec-title" }, c.day.tables),
      h("p", { class: "muted small" }, c.day.equation),
      tableRows(found.tables.filter((one) => !ofTable(one))),
    ),
    h(
      "section",
      { class: "panel", key: "meters", "aria-labelledby": "met-title" },
      h("h2", { id: "met-title" }, c.day.meters),
      meterRows(found.meters.filter((one) => !ofMeter(one))),
    ),
    h(
      "section",
      { class: "panel", key: "rest" },
      h(
        "dl",
        { class: "figures" },
        pair(c.day.cash, money(found.cash)),
        pair(c.day.wallets, money(found.wallets)),
        found.chips === undefined ? null : pair(c.day.chips, money(found.chips)),
        found.remainders ? pair(c.day.remainders, money(found.remainders)) : null,
        pair(c.day.owed, money(found.owed)),
        pair(c.day.onTables, money(found.on_tables)),
        pair(c.day.practice, money(found.practice)),
      ),
      spare.length
        ? h(
          "details",
          {},
          h("summary", {}, c.day.practiceTables(spare.length)),
          h("p", { class: "muted small" }, c.day.practiceText),
          tableRows(spare),
          meterRows(found.meters.filter(ofMeter)),
        )
        : null,
    ),
  ];
}

const TABLE_SUMS = /** @type {const} */ (["opening", "fills", "credits", "drop", "ledger"]);
const METER_SUMS = /** @type {const} */ (["payable", "reserve", "overflow"]);

/**
 * Columns of amounts.
 * @template {typeof TABLE_SUMS[number] | typeof METER_SUMS[number]} Name
 * @param {readonly Name[]} names
 * @returns {Column<Record<Name, number>>[]}
 */
const sumsOf = (names) => names.map((name) => ({ head: c.day[name], number: true, cell: (one) => money(one[name]) }));

/** @param {TableReport[]} data */
const tableRows = (data) =>
  rows({
    caption: c.day.tables,
    data,
    empty: c.day.noTables,
    keyOf: (one) => one.table,
    columns: [
      { head: c.day.table, cell: (one) => one.table },
      ...sumsOf(TABLE_SUMS),
      { head: c.day.counted, number: true, cell: (one) => (one.counted === null ? o.nothing : money(one.counted)) },
      {
        head: c.day.variance,
        cell: (
          one,
        ) => [
          variance(one.variance, one.counted !== null),
          one.drop_variance ? [" ", c.day.dropVariance, " ", variance(one.drop_variance)] : null,
        ],
      },
      { head: c.day.closing, number: true, cell: (one) => money(one.closing) },
      { head: c.day.win, number: true, cell: (one) => h("b", {}, money(one.win)) },
    ],
  });

/** @param {MeterReport[]} data */
const meterRows = (data) =>
  rows({
    caption: c.day.meters,
    data,
    empty: c.day.noMeters,
    keyOf: (one) => one.jackpot,
    columns: [
      { head: c.day.jackpot, cell: (one) => one.jackpot },
      { head: c.day.display, number: true, cell: (one) => (one.meter === null ? o.nothing : money(one.meter)) },
      { head: c.day.ledgerOf, number: true, cell: (one) => money(one.ledger) },
      { head: c.day.agreement, cell: (one) => variance(meterGap(one)) },
      ...sumsOf(METER_SUMS),
    ],
  });
