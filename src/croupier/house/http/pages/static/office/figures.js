/* What somebody approves, in figures: a buy-in put right, a count put right, a gaming day as it would be closed. */

import { h } from "../dom.js";
import { money, t } from "../text/en.js";
import { c } from "../text/en_cage.js";
import { k } from "../text/en_cash.js";
import { dayName, o } from "../text/en_office.js";
import { pair } from "./parts.js";

/** @import { BuyInProposed, DayProposed, ProposalView, RecountProposed, TableReport } from "../../api.d.ts" */

const words = o.proposals.figures;

/** @param {ProposalView} proposal */
export function figuresOf({ figures }) {
  if (figures.buy_in) return buyIn(figures.buy_in);
  if (figures.recount) return recount(figures.recount);
  return figures.day ? day(figures.day) : null;
}

/** @param {BuyInProposed} one */
const buyIn = (one) =>
  h(
    "dl",
    { class: "figures", key: "figures" },
    pair(k.player, t.table.player(one.player)),
    pair(k.what, k.kinds[one.what] ?? one.what),
    one.table === null ? null : pair(c.day.table, one.table),
    changed(one),
  );

/** @param {RecountProposed} one */
const recount = (one) => h("dl", { class: "figures", key: "figures" }, pair(c.day.table, one.table), changed(one));

/** @param {{ stands: number, should: number }} one */
const changed = ({ stands, should }) => [
  pair(words.stands, money(stands)),
  pair(words.should, money(should)),
  pair(words.change, words.more(money(Math.abs(should - stands)), should >= stands)),
];

/** @param {DayProposed} one */
function day({ day: name, report, against, unseen }) {
  const gaps = report.meters.filter((one) => one.meter !== null && one.meter !== one.ledger);
  return h(
    "section",
    { class: "proposed", key: "figures", "aria-label": words.day(dayName(name)) },
    against.length ? h("p", {}, h("strong", {}, c.day.against(against))) : null,
    unseen.length ? h("p", {}, words.unseen(unseen)) : null,
    report.tables.map(table),
    report.tables.length > 1 ? h("dl", { class: "figures" }, sums(report.tables)) : null,
    h(
      "dl",
      { class: "figures" },
      pair(c.day.cash, money(report.cash)),
      pair(c.day.wallets, money(report.wallets)),
      report.chips === undefined ? null : pair(c.day.chips, money(report.chips)),
      pair(c.day.owed, money(report.owed)),
      pair(words.meters, gaps.length ? words.gaps(gaps.map((one) => one.jackpot)) : c.variance.agrees),
    ),
  );
}

/** @param {TableReport} one */
const table = (one) =>
  h(
    "div",
    { key: one.table },
    h("p", {}, h("strong", {}, one.table)),
    h(
      "dl",
      { class: "figures" },
      pair(c.day.drop, money(one.drop)),
      pair(c.day.counted, one.counted === null ? c.variance.uncounted : money(one.counted)),
      pair(c.day.variance, money(one.variance + one.drop_variance)),
      pair(c.day.closing, money(one.closing)),
      pair(c.day.win, money(one.win)),
    ),
  );

/** @param {TableReport[]} tables */
function sums(tables) {
  /** @param {(one: TableReport) => number} of */
  const sum = (of) => money(tables.reduce((all, one) => all + of(one), 0));
  return [
    pair(words.drop, sum((one) => one.drop)),
    pair(words.differences, sum((one) => one.variance + one.drop_variance)),
    pair(words.win, sum((one) => one.win)),
  ];
}
