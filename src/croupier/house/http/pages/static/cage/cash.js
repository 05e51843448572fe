/* Cash at the cage: drawers, what patrons brought and got in a gaming day, receipts, the log of large cash. */

import { h } from "../dom.js";
import { addressOf, api, houseCommand, me } from "../net.js";
import { money, t } from "../text/en.js";
import { dayName, momentOf, o } from "../text/en_office.js";
import { k } from "../text/en_cash.js";
import { openReceipt } from "../receipt.js";
import { prizes } from "./prizes.js";
import { buyIns } from "../office/buy_ins.js";
import {
  address,
  amountField,
  asked,
  begins,
  cents,
  choice,
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

/** @import { AnyCommand, CashMovement, CashReport, DrawerToday, LargeCash } from "../../api.d.ts" */
/** @import { Submitted } from "../dom.js" */
/** @import { Shell } from "../main.js" */
/** @import { BuyIns } from "../office/buy_ins.js" */
/** @import { Asked, Worker } from "../office/parts.js" */

/**
 * @typedef {object} Cash
 * @property {() => void} draw
 * @property {Shell} shell
 * @property {string} day
 * @property {Asked<DrawerToday[]>} drawers
 * @property {Asked<CashReport>} report
 * @property {ReturnType<typeof prizes>} prizes
 * @property {BuyIns} buyIns
 * @property {Worker} work
 */

/** @param {() => void} draw @param {Shell} shell */
export function cash(draw, shell) {
  const { day = "" } = searched();
  /** @type {Cash} */
  const s = {
    draw,
    shell,
    day,
    drawers: asked(() => api("GET /api/floor/drawers", {}), draw),
    report: asked(() => api("GET /api/reports/cash", day ? { day } : {}), draw),
    prizes: prizes(draw, () => {
      s.drawers.again();
      s.report.again();
    }),
    buyIns: buyIns(draw),
    work: worker(draw),
  };
  return {
    drawn: () => [
      s.prizes.drawn(),
      shown(s.drawers, (found) => drawers(s, found)),
      may("move_bankroll") ? bankroll(s) : null,
      s.buyIns.drawn(),
      choose(s),
      shown(s.report, (found) => cashOf(found)),
    ],
  };
}

/** @param {Cash} s @param {AnyCommand} command @param {string} done */
async function give(s, command, done) {
  await s.work.attempt("drawer", () => houseCommand(command), unlessWaits(done));
  s.drawers.again();
}

/** @param {Cash} s @param {DrawerToday[]} found */
function drawers(s, found) {
  const own = found.find((one) => one.cashier === me.person?.id);
  return h(
    "section",
    { class: "panel", key: "drawers", "aria-labelledby": "drawers-title" },
    h("h2", { id: "drawers-title" }, k.drawers.title),
    rows({
      caption: k.drawers.title,
      data: found,
      empty: k.drawers.none,
      keyOf: (one) => one.cashier,
      columns: [
        { head: k.drawers.cashier, cell: (one) => one.cashier },
        { head: k.drawers.since, cell: (one) => momentOf(one.since) },
        { head: k.drawers.opened, number: true, cell: (one) => money(one.opened) },
        { head: k.drawers.held, number: true, cell: (one) => (one.held === null ? k.drawers.blind : money(one.held)) },
      ],
    }),
    s.work.note("drawer"),
    h(
      "div",
      { class: "halves", key: "acts" },
      may("open_drawer") ? opening(s, own !== undefined) : null,
      may("open_drawer") && own ? closing(s, own.cashier) : null,
      may("open_drawer") ? null : found.map((one) => closing(s, one.cashier)),
    ),
  );
}

/** @param {Cash} s @param {boolean} more */
function opening(s, more) {
  const title = more ? k.drawers.more : k.drawers.open;
  /** @param {Submitted} event */
  const submit = (event) => {
    const { amount, problem } = cents(form(event).amount);
    if (problem !== undefined) return s.work.refuse("drawer", problem);
    return give(s, { do: "open_drawer", amount }, k.drawers.openedWith(money(amount)));
  };
  return h(
    "form",
    { class: "act", key: "open", novalidate: true, onsubmit: submit, "aria-label": title },
    h("h3", {}, title),
    h("p", { class: "muted small" }, k.drawers.openText),
    amountField("amount", o.amount.label),
    h("button", { type: "submit" }, title),
  );
}

/** @param {Cash} s @param {string} cashier */
function closing(s, cashier) {
  const own = cashier === me.person?.id;
  const title = own ? k.drawers.close : k.drawers.closeOf(cashier);
  /** @param {Submitted} event */
  const submit = (event) => {
    const given = form(event);
    const { amount, problem } = given.amount.trim() === "0" ? { amount: 0 } : cents(given.amount);
    if (problem !== undefined) return s.work.refuse("drawer", problem);
    const reason = given.reason.trim();
    return give(
      s,
      { do: "close_drawer", amount, ...(reason ? { reason } : {}), ...(own ? {} : { cashier }) },
      k.drawers.closedAt(money(amount)),
    );
  };
  return h(
    "form",
    { class: "act", key: `close ${cashier}`, novalidate: true, onsubmit: submit, "aria-label": title },
    h("h3", {}, title),
    h("p", { class: "muted small" }, k.drawers.closeText),
    amountField("amount", k.drawers.counted),
    field(k.drawers.reason, h("input", { name: "reason", maxlength: 300, autocomplete: "off" })),
    h("button", { type: "submit" }, title),
  );
}

/** @param {Cash} s */
function bankroll(s) {
  const words = k.bankroll;
  /** @param {Submitted} event */
  const submit = (event) => {
    const given = form(event);
    const { amount, problem } = cents(given.amount);
    if (problem !== undefined) return s.work.refuse("bankroll", problem);
    const reason = given.reason.trim();
    if (!reason) return s.work.refuse("bankroll", words.noReason);
    const way = given.way === "in" ? "in" : "out";
    return s.work.attempt(
      "bankroll",
      () => houseCommand({ do: "move_bankroll", way, amount, reason }),
      unlessWaits(words.done),
    );
  };
  return h(
    "section",
    { class: "panel", key: "bankroll", "aria-labelledby": "bankroll-title" },
    h("h2", { id: "bankroll-title" }, words.title),
    s.work.note("bankroll"),
    h(
      "form",
      { class: "act", key: "bankroll", novalidate: true, onsubmit: submit, "aria-label": words.title },
      h("p", { class: "muted small" }, words.lead),
      h(
        "div",
        { class: "inline" },
        field(words.way, choice("way", [["in", words.in], ["out", words.out]])),
        amountField("amount", o.amount.label),
        field(o.reason, h("input", { name: "reason", maxlength: 300, autocomplete: "off" })),
        h("button", { type: "submit" }, words.propose),
      ),
    ),
  );
}

/** @param {Cash} s */
function choose(s) {
  /** @param {Submitted} event */
  const look = (event) => s.shell.go(address("/cage", { see: "cash", day: form(event).day }));
  return h(
    "form",
    { class: "inline", key: "day", onsubmit: look },
    field(k.day, h("input", { name: "day", type: "date", ...begins(s.day) })),
    h(
      "div",
      { class: "row" },
      h("button", { type: "submit" }, k.show),
      h(
        "a",
        {
          class: "button quiet",
          href: addressOf("GET /api/reports/cash", { format: "csv", ...(s.day ? { day: s.day } : {}) }),
        },
        k.csv,
      ),
      h("button", { type: "button", class: "quiet", onclick: () => globalThis.print() }, o.print),
    ),
  );
}

/** @param {CashReport} found */
function books({ books: found, day }) {
  const words = k.books;
  if (found === null) return null;
  return h(
    "section",
    { class: "panel", key: "books", "aria-labelledby": "books-title" },
    h("h2", { id: "books-title" }, words.title),
    h("p", { class: "muted small" }, words.equation(dayName(day))),
    h(
      "dl",
      { class: "figures" },
      pair(words.opening, money(found.opening)),
      pair(words.bankroll, money(found.bankroll)),
      pair(words.takenIn, money(found.taken_in)),
      pair(words.paidOut, money(found.paid_out)),
      pair(words.drops, money(found.drops)),
      pair(words.differences, money(found.differences)),
      pair(words.closing, h("b", {}, money(found.closing))),
    ),
  );
}

/** @param {CashReport} found */
export const cashOf = (found) => [
  books(found),
  h(
    "section",
    { class: "panel", key: "large", "aria-labelledby": "large-title" },
    h("h2", { id: "large-title" }, k.large.title),
    h("p", { class: "muted small" }, k.large.about(money(found.threshold), dayName(found.day))),
    rows({
      caption: k.large.title,
      data: found.large,
      empty: k.large.none,
      keyOf: (one) => `${one.player} ${one.way}`,
      columns: [
        { head: k.player, cell: (one) => t.table.player(one.player) },
        { head: k.way, cell: (/** @type {LargeCash} */ one) => k.ways[one.way] },
        { head: k.large.total, number: true, cell: (one) => h("b", {}, money(one.total)) },
        { head: k.large.largest, number: true, cell: (one) => money(one.largest) },
        { head: k.large.movements, number: true, cell: (one) => String(one.movements.length) },
      ],
    }),
  ),
  h(
    "section",
    { class: "panel", key: "cash", "aria-labelledby": "cash-title" },
    h("h2", { id: "cash-title" }, k.movements),
    h(
      "dl",
      { class: "figures" },
      pair(k.takenIn, money(found.taken_in)),
      pair(k.paidOut, money(found.paid_out)),
    ),
    found.uncounted.length ? h("p", { class: "muted small" }, k.uncounted(found.uncounted)) : null,
    rows({
      caption: k.movements,
      data: found.movements,
      empty: k.none,
      keyOf: (one) => `${one.stream} ${one.number}`,
      columns: [
        { head: k.at, cell: (one) => momentOf(one.at) },
        { head: k.what, cell: (/** @type {CashMovement} */ one) => k.kinds[one.what] ?? one.what },
        { head: k.player, cell: (one) => t.table.player(one.player) },
        { head: k.amount, number: true, cell: (one) => money(one.amount) },
        { head: k.where, cell: (one) => one.table ?? (one.drawer ? k.drawerOf(one.drawer) : k.safe) },
        { head: k.by, cell: (one) => one.by ?? "" },
        {
          head: k.receipt,
          cell: (one) =>
            one.stream === "cage"
              ? h(
                "button",
                { class: "quiet", onclick: (event) => openReceipt(one.number, event.currentTarget) },
                k.open,
              )
              : null,
        },
      ],
    }),
  ),
];
