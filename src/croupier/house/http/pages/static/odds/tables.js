/* The tables of the sheet: outcomes, hands, prizes, strategies, the long run. */

import { h } from "../dom.js";
import { odds as t } from "../text/en_odds.js";
import { chance, dollars, exact, fixed, oneIn, percent, ratio, signed } from "./numbers.js";

/** @import { Child } from "../dom.js" */
/** @import { Sheet } from "./questions.js" */

/**
 * A table that scrolls by itself on a narrow page. The first column names the row.
 * @param {{ caption: string, columns: string[], rows: Child[][], foot?: Child[], text?: number[] }} given
 */
export function Table({ caption, columns, rows, foot, text = [0] }) {
  /** @param {number} at */
  const kind = (at) => (text.includes(at) ? null : "number");
  /** @param {Child[]} row */
  const cells = (row) =>
    row.map((cell, at) => at === 0 ? h("th", { scope: "row" }, cell) : h("td", { class: kind(at) }, cell));
  return h(
    "div",
    { class: "table-scroll", tabindex: 0, role: "group", "aria-label": caption },
    h(
      "table",
      null,
      h("caption", { class: "unseen" }, caption),
      h("thead", null, h("tr", null, columns.map((name, at) => h("th", { scope: "col", class: kind(at) }, name)))),
      h("tbody", null, rows.map((row) => h("tr", { key: String(row[0]) }, cells(row)))),
      foot && h("tfoot", null, h("tr", null, cells(foot))),
    ),
  );
}

/** @param {number | string} value */
const net = (value) => (typeof value === "number" ? signed(value, 0) : signed(ratio(value), 4));

/** @param {{ main: Sheet, deals: number }} given */
export function Outcomes({ main, deals }) {
  const rows = main.outcomes.map((/** @type {Sheet} */ one) => [
    one.outcome,
    exact(one.deals),
    chance(one.frequency),
    oneIn(one.one_in),
    one.net === 0 ? "0" : net(one.net),
    signed(one.frequency * ratio(one.net), 6),
  ]);
  return Table({
    caption: t.outcomes.title,
    columns: t.outcomes.columns,
    rows,
    foot: [t.outcomes.all, exact(deals), "100 %", "", "", signed(ratio(main.expected), 6)],
  });
}

/** @param {{ hands: Sheet[] }} given */
export function Hands({ hands }) {
  return Table({
    caption: t.hands.title,
    columns: t.hands.columns,
    rows: hands.map((one) => [
      one.label,
      exact(one.hands),
      chance(one.hands / one.of),
      oneIn(one.of / one.hands),
      ...[one.no_hand, one.win, one.stand_off, one.lose, one.fold].map((deals) => exact(deals)),
    ]),
  });
}

/** @param {{ odds: Sheet }} given */
export function Prizes({ odds }) {
  return Table({
    caption: t.meter.prizes,
    columns: t.meter.prizeColumns,
    text: [0, 4],
    rows: odds.prizes.map((/** @type {Sheet} */ one) => {
      const pays = ratio(one.pays);
      return [
        h("span", null, one.prize, " ", h("a", { class: "clause", href: clauseAddress(one.clause) }, one.clause)),
        exact(one.frequency),
        oneIn(one.one_in),
        fixed(pays, Number.isInteger(pays) ? 0 : 2),
        one.returns_stake ? t.meter.returned : t.meter.taken,
        fixed(ratio(one.frequency) * (pays + (one.returns_stake ? 1 : 0)), 6),
      ];
    }),
  });
}

/** @param {string} clause */
export const clauseAddress = (clause) => `/book/clause?id=${encodeURIComponent(clause)}`;

/** @param {{ wagers: Sheet }} given */
export function Awards({ wagers }) {
  const names = Object.keys(t.meter.award).filter((name) => name in wagers && ratio(wagers[name].expected) > 0);
  if (!names.length) return null;
  return [
    h("h4", { key: "awards" }, t.meter.awards),
    Table({
      caption: t.meter.awards,
      columns: t.meter.awardColumns,
      rows: names.map((name) => [
        t.meter.award[name],
        wagers[name].frequency ? exact(wagers[name].frequency) : "",
        wagers[name].pays ? `${wagers[name].pays} ${t.units.to_one}` : "",
        fixed(ratio(wagers[name].expected), 6),
      ]),
    }),
  ];
}

/** @param {{ strategies: Sheet[] }} given */
export function Strategies({ strategies }) {
  return Table({
    caption: t.strategy.compare,
    columns: t.strategy.columns,
    rows: strategies.map((one) => [
      t.strategy.names[one.strategy] ?? one.strategy,
      percent(one.house_edge),
      percent(one.element_of_risk),
      percent(one.stays, 2),
      one.cost_decimal === 0 ? "0" : fixed(one.cost_decimal, 8),
    ]),
  });
}

/** @param {{ economics: Sheet }} given */
export function LongRun({ economics }) {
  const facts = [
    ["wagers_between_hits", fixed(ratio(economics.wagers_between_hits), 0)],
    ["hours_between_hits", fixed(economics.hours_between_hits, 1)],
    ["amount_won_mean", dollars(Math.round(ratio(economics.amount_won_mean)))],
    ["increment_for_meter", percent(economics.increment_for_meter, 2)],
    ["round_liability", dollars(economics.round_liability)],
    ["house_prizes_per_hour", dollars(Math.round(economics.house_prizes_per_hour))],
  ];
  const hourly = economics.wagers_per_hour;
  return [
    h(
      "dl",
      { class: "facts", key: "facts" },
      facts.map(([name, value]) => h("div", { key: name }, h("dt", null, t.longRun.facts[name]), h("dd", null, value))),
    ),
    h("h3", { key: "title" }, t.longRun.quantiles),
    Table({
      caption: t.longRun.quantiles,
      columns: t.longRun.quantileColumns,
      rows: Object.entries(economics.wagers_to_hit).map(([share, wagers]) => [
        share,
        fixed(wagers, 0),
        fixed(wagers / hourly, 0),
        economics.amount_won[share] === undefined ? "" : dollars(economics.amount_won[share], { whole: true }),
      ]),
    }),
  ];
}
