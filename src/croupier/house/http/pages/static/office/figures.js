/* What somebody approves, in figures: a buy-in put right, a count put right, a gaming day as it would be closed. */

import { h } from "../dom.js";
import { money, t } from "../text/en.js";
import { c } from "../text/en_cage.js";
import { k } from "../text/en_cash.js";
import { dayName, o } from "../text/en_office.js";
import { pair, rows } from "./parts.js";

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
  /** @param {(one: TableReport) => number} of */
  const sum = (of) => money(report.tables.reduce((all, table) => all + of(table), 0));
  const gaps = report.meters.filter((one) => one.meter !== null && one.meter !== one.ledger);
  return h(
    "section",
    { class: "proposed", key: "figures", "aria-label": words.day(dayName(name)) },
    against.length ? h("p", {}, h("strong", {}, c.day.against(against))) : null,
    rows({
      caption: c.day.tables,
      data: report.tables,
      empty: c.day.noTables,
      keyOf: (one) => one.table,
      columns: [
        { head: c.day.table, cell: (one) => one.table },
        { head: c.day.drop, number: true, cell: (one) => money(one.drop) },
        {
          head: c.day.counted,
          number: true,
          cell: (one) => (one.counted === null ? c.variance.uncounted : money(one.counted)),
        },
        { head: c.day.variance, number: true, cell: (one) => money(one.variance + one.drop_variance) },
        { head: c.day.closing, number: true, cell: (one) => money(one.closing) },
        { head: c.day.win, number: true, cell: (one) => money(one.win) },
      ],
    }),
    unseen.length ? h("p", { class: "muted small" }, words.unseen(unseen)) : null,
    h(
      "dl",
      { class: "figures" },
      pair(words.drop, sum((one) => one.drop)),
      pair(words.differences, sum((one) => one.variance + one.drop_variance)),
      pair(words.win, sum((one) => one.win)),
      pair(c.day.cash, money(report.cash)),
      pair(c.day.wallets, money(report.wallets)),
      report.chips === undefined ? null : pair(c.day.chips, money(report.chips)),
      pair(c.day.owed, money(report.owed)),
      pair(words.meters, gaps.length ? words.gaps(gaps.map((one) => one.jackpot)) : c.variance.agrees),
    ),
  );
}
