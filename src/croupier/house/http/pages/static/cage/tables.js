/* Table floats at the cage: fills, credits, counts of float and drop. */

import { h, oneLine } from "../dom.js";
import { api, houseCommand } from "../net.js";
import { money, t } from "../text/en.js";
import { inWords } from "../text/amounts.js";
import { c } from "../text/en_cage.js";
import { o } from "../text/en_office.js";
import {
  address,
  amountField,
  asked,
  cents,
  choice,
  confirm,
  field,
  form,
  may,
  pair,
  searched,
  shown,
  unlessWaits,
  worker,
} from "../office/parts.js";

import { chipFields, chipWords, piecesOf, totalOf } from "../office/slips.js";

/** @import { CageToday, TableToday } from "../../api.d.ts" */
/** @import { Submitted } from "../dom.js" */
/** @import { Asked, Worker } from "../office/parts.js" */

/** @typedef {"count_float" | "count_drop"} Act */
/**
 * @typedef {object} Floats
 * @property {() => void} draw
 * @property {string | null} table
 * @property {Asked<CageToday>} today
 * @property {Worker} work
 * @property {Act[]} acts
 * @property {Act} act
 * @property {number | null} asking the amount to be confirmed
 * @property {Record<string, string>} counted chips that were keyed, by their value
 * @property {"opening" | "closing" | "check"} sheet what the count is for
 */

/**
 * A difference in words: never by colour alone.
 * @param {number | null} amount
 * @param {boolean} counted
 */
export function variance(amount, counted = true) {
  if (!counted) return h("span", { class: "tag tag-warn" }, c.variance.uncounted);
  if (amount === null) return h("span", { class: "tag tag-warn" }, c.variance.unread);
  if (amount === 0) return h("span", { class: "tag tag-good" }, c.variance.agrees);
  return h(
    "span",
    { class: "tag tag-bad" },
    amount > 0 ? c.variance.over(money(amount)) : c.variance.short(money(-amount)),
  );
}

/** @type {Act[]} */
const ACTS = ["count_float", "count_drop"];

/** @param {() => void} draw */
export function tables(draw) {
  const { table = null } = searched();
  const today = asked(() => api("GET /api/floor/cage", {}), draw);
  const work = worker(draw);
  const acts = ACTS.filter(may);
  /** @type {Floats} */
  const s = { draw, table, today, work, acts, act: acts[0], asking: null, counted: {}, sheet: "closing" };
  return { drawn: () => drawn(s) };
}

/** @param {Floats} s @param {TableToday[]} all */
function list(s, all) {
  return h(
    "section",
    { class: "panel", "aria-labelledby": "tables-title" },
    h("h2", { id: "tables-title" }, c.table.list),
    h(
      "ul",
      { class: "picks" },
      all.map((one) =>
        h(
          "li",
          { key: one.table },
          h(
            "a",
            {
              class: "pick",
              href: address("/cage", { see: "tables", table: one.table }),
              "aria-current": one.table === s.table ? "true" : null,
            },
            h(
              "span",
              {},
              h("strong", {}, one.table),
              " ",
              h("span", { class: "muted small" }, t.game(one.rulebook)),
              one.file ? h("span", { class: "muted small" }, ` · ${t.lobby.file}`) : null,
            ),
            h("small", {}, one.held === null ? c.table.blind : money(one.held)),
          ),
        )
      ),
    ),
  );
}

/** @param {Floats} s @param {TableToday} found */
function one(s, found) {
  const { today: day } = found;
  return h(
    "section",
    { class: "panel", "aria-labelledby": "table-title" },
    h(
      "div",
      { class: "panel-head" },
      h("h2", { id: "table-title" }, found.table),
      h("span", { class: "muted" }, found.recording ? c.table.recording : c.table.electronic),
    ),
    found.file ? h("p", {}, h("strong", {}, t.lobby.file)) : null,
    found.held === null
      ? h("p", { class: "muted" }, c.table.blindText)
      : h("div", {}, h("p", { class: "muted" }, c.table.held), h("p", { class: "purse" }, money(found.held))),
    h(
      "dl",
      { class: "figures" },
      pair(c.table.fills, money(day.fills)),
      pair(c.table.credits, money(day.credits)),
      found.boxed === null ? null : pair(c.table.boxed, money(found.boxed)),
      pair(
        c.table.chips,
        found.chips.length
          ? [chipWords(found.chips), " ", h("small", { class: "muted" }, c.table.chipsBy(day.counted !== null))]
          : c.variance.uncounted,
      ),
      pair(
        c.table.dropCounted,
        day.drop_counted === null ? c.variance.uncounted : [money(day.drop_counted), " ", variance(day.drop_variance)],
      ),
      pair(c.table.counted, day.counted === null ? c.variance.uncounted : money(day.counted)),
      pair(c.table.variance, variance(day.variance, day.counted !== null)),
    ),
    s.acts.length ? null : h("p", { class: "muted" }, c.table.cageOnly),
    s.work.note("done"),
    s.acts.length === 0 ? null : s.asking === null ? ask(s) : sure(s, found, s.asking),
  );
}

/** @param {Floats} s */
function ask(s) {
  /** @param {Submitted} event */
  const submit = (event) => {
    const float = s.act === "count_float";
    const given = form(event);
    const { amount, problem } = float
      ? { amount: totalOf(piecesOf(s.counted)), problem: undefined }
      : cents(given.amount, { zero: true });
    if (given.sheet === "opening" || given.sheet === "closing" || given.sheet === "check") s.sheet = given.sheet;
    s.work.forget("done");
    if (problem !== undefined) return s.work.refuse("amount", problem);
    s.work.forget("amount");
    s.asking = amount;
    return s.draw();
  };
  return h(
    "form",
    { class: "act", key: "ask", novalidate: true, onsubmit: submit },
    h(
      "div",
      { class: "inline" },
      field(
        c.table.act,
        h(
          "select",
          {
            name: "act",
            onchange: (event) => {
              s.act = /** @type {Act} */ (event.target.value);
              s.draw();
            },
          },
          s.acts.map((name) =>
            h("option", { key: name, value: name, selected: name === s.act }, c.table.acts[name][0])
          ),
        ),
      ),
      s.act === "count_float"
        ? field(c.table.sheet, choice("sheet", Object.entries(c.table.sheets), s.sheet))
        : amountField("amount", o.amount.label),
    ),
    s.act === "count_float" ? chipFields(s.counted, s.draw) : null,
    h("p", { class: "muted small" }, c.table.acts[s.act][1]),
    s.work.note("amount"),
    h("button", { type: "submit" }, c.money.next),
  );
}

/**
 * @param {Floats} s
 * @param {TableToday} found
 * @param {number} amount
 */
function sure(s, found, amount) {
  const { table } = found;
  const chips = piecesOf(s.counted);
  const command = s.act === "count_float"
    ? { do: /** @type {const} */ ("count_float"), table, amount, chips, sheet: s.sheet }
    : { do: /** @type {const} */ ("count_drop"), table, amount };
  const give = async () => {
    if (
      await s.work.attempt(
        "done",
        () => houseCommand(command),
        unlessWaits(c.table.done[s.act](money(amount), table)),
      )
    ) {
      s.asking = null;
      s.counted = {};
      s.draw();
    }
    s.today.again();
  };
  return confirm({
    title: c.table.ask[s.act](money(amount), table),
    lines: [
      oneLine("span", money(amount), { class: "sum" }),
      h("span", { class: "in-words" }, inWords(amount)),
      s.act === "count_float" ? chipWords(chips) : null,
    ],
    yes: c.table.yes,
    onyes: give,
    busy: s.work.busy.has("done"),
    onno: () => {
      s.asking = null;
      s.work.forget("done");
      s.draw();
    },
  });
}

/** @param {Floats} s */
const drawn = (s) =>
  shown(s.today, ({ tables: all }) => {
    if (all.length === 0) {
      return h(
        "div",
        { class: "panel calm" },
        h("h2", {}, c.table.none),
        h("p", { class: "muted" }, c.table.noneText),
      );
    }
    const found = all.find((each) => each.table === s.table);
    return h(
      "div",
      { class: "two" },
      list(s, all),
      found ? one(s, found) : h("div", { class: "panel calm" }, h("p", { class: "muted" }, c.table.hint)),
    );
  });
