/* All tables at a glance: one card each, dense enough for a dozen or more on one screen. */

import { h } from "../dom.js";
import { money, shortMoney, t } from "../text/en.js";
import { p } from "../text/en_pit.js";

/** @import { PitTable } from "../../api.d.ts" */

const OVER = ["idle", "settled", "void"];

/**
 * What needs a look, worst first: [kind, words].
 * @param {PitTable} table
 * @param {Set<string>} failed
 */
export function alarms(table, failed) {
  const found = [];
  const { alarm } = p;
  if (table.matters.length) found.push(["bad", alarm.matter(table.matters.length)]);
  if (table.choice_awaited) found.push(["bad", alarm.choice]);
  if (table.jackpot !== null && failed.has(table.jackpot)) found.push(["bad", alarm.link]);
  else if (table.jackpot !== null && !table.jackpot_available) found.push(["warn", alarm.jackpotOff]);
  if (table.paused) found.push(["warn", alarm.paused(table.paused_because)]);
  if (table.options) found.push(["warn", alarm.options(table.options)]);
  if (table.last_round !== null && !table.closed) found.push(["note", alarm.last(table.last_round)]);
  if (!table.automatic && table.dealer === null && table.seats.length && !OVER.includes(table.phase)) {
    found.push(["warn", alarm.noDealer]);
  }
  return found;
}

/**
 * @param {{
 *   tables: PitTable[],
 *   failed: Set<string>,
 *   jackpots: Record<string, number>,
 *   filter: string,
 *   show: (name: string) => void,
 *   filterBy: (one: string) => void,
 * }} given
 */
export function Tables({ tables, failed, jackpots, filter, show, filterBy }) {
  const kept = tables.filter((one) =>
    filter === "all" ||
    (filter === "attention" && alarms(one, failed).length) ||
    (filter === "open" && !one.closed) ||
    (filter === "attended" && !one.automatic)
  );
  return h(
    "section",
    { class: "floor", "aria-labelledby": "floor-title" },
    h(
      "header",
      { class: "pit-head" },
      h("h2", { id: "floor-title" }, p.tables),
      h(
        "div",
        { class: "row", role: "group", "aria-label": p.filter },
        Object.keys(p.filters).map((one) =>
          h("button", {
            key: one,
            class: "pill",
            "aria-pressed": String(one === filter),
            onclick: () => filterBy(one),
          }, p.filters[one])
        ),
      ),
    ),
    kept.length === 0
      ? h("p", { class: "muted" }, tables.length ? p.none : p.empty)
      : h("ul", { class: "floor-tables" }, kept.map((one) => card(one, failed, jackpots, show))),
  );
}

/**
 * @param {PitTable} table
 * @param {Set<string>} failed
 * @param {Record<string, number>} jackpots
 * @param {(name: string) => void} show
 */
function card(table, failed, jackpots, show) {
  const found = alarms(table, failed);
  const bad = found.some(([kind]) => kind === "bad");
  const state = table.closed ? "closed" : table.paused ? "paused" : table.phase;
  return h(
    "li",
    { key: table.table },
    h(
      "button",
      {
        class: [
          "floor-table",
          `is-${state}`,
          bad && "is-bad",
          !bad && found.some(([kind]) => kind === "warn") && "is-warn",
        ],
        onclick: () => show(table.table),
      },
      h(
        "span",
        { class: "floor-top" },
        h("b", {}, table.table),
        h("span", { class: `floor-state state-${state}` }, p.state[state] ?? p.phase[table.phase]),
      ),
      h("span", { class: "floor-game" }, t.game(table.rulebook)),
      table.file ? h("span", { class: "floor-game" }, t.lobby.file) : null,
      table.practice ? h("span", { class: "floor-practice" }, p.practice) : null,
      h(
        "span",
        { class: "floor-facts" },
        h(
          "span",
          {},
          dots(table),
          h("span", { class: "unseen" }, `${p.seatsLabel} `),
          p.seatsShort(table.seats.length, table.boxes),
        ),
        h(
          "span",
          { class: "value" },
          h("span", { class: "unseen" }, `${p.dealerLabel} `),
          table.automatic ? p.automatic : (table.dealer ?? p.noDealer),
        ),
      ),
      h(
        "span",
        { class: "floor-facts" },
        h(
          "span",
          {},
          h("span", { class: "unseen" }, `${p.limitsLabel} `),
          p.limits(shortMoney(table.limits[0]), shortMoney(table.limits[1])),
        ),
        h(
          "span",
          { title: p.paceWords(table.rounds_per_hour) },
          h("span", { class: "unseen" }, p.round(table.round)),
          h("span", { "aria-hidden": "true" }, p.roundShort(table.round)),
          p.pace(table.rounds_per_hour),
        ),
      ),
      h(
        "span",
        { class: ["floor-jackpot", table.jackpot !== null && failed.has(table.jackpot) && "error"] },
        h("span", {}, p.jackpotLabel),
        h("b", {}, table.jackpot === null ? p.noJackpot : money(jackpots[table.jackpot] ?? 0)),
      ),
      figures(table),
      found.length
        ? h(
          "span",
          { class: "floor-alarms" },
          found.map(([kind, words]) => h("span", { key: words, class: `alarm alarm-${kind}` }, words)),
        )
        : null,
    ),
  );
}

/**
 * Win and what it should be, drop and hold, average bet: since the last closing of a day.
 * @param {PitTable} table
 */
function figures({ figures: f }) {
  const w = p.figures;
  /** @param {string} label @param {string} value @param {string} [kind] */
  const one = (label, value, kind = "") =>
    h("span", { key: label }, h("small", {}, label), h("b", { class: kind }, value));
  return h(
    "span",
    { class: "floor-figures" },
    one(w.win, w.signed(f.win, shortMoney(f.win)), f.win < 0 ? "is-loss" : ""),
    one(w.theoretical, w.signed(f.theoretical.cents, shortMoney(f.theoretical.cents))),
    one(w.drop, f.drop === null ? w.uncounted : shortMoney(f.drop)),
    one(w.hold, w.percent(f.hold)),
    one(w.average, f.average_bet === null ? w.none : shortMoney(f.average_bet)),
    one(w.rounds, String(f.rounds)),
  );
}

/** @param {PitTable} table */
function dots(table) {
  const taken = new Set(table.seats.map((seat) => seat.box));
  return h(
    "span",
    { class: "dots", "aria-hidden": "true" },
    Array.from({ length: table.boxes }, (_, at) => h("i", { key: at, class: taken.has(at + 1) ? "on" : "" })),
  );
}
