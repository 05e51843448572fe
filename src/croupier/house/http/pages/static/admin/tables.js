/* Tables: the list, registration of a new one, a change of edition for an existing one. The house knows what a rulebook
   allows. */

import { h } from "../dom.js";
import { api, houseCommand } from "../net.js";
import { dayOf, shortMoney, t } from "../text/en.js";
import { a } from "../text/en_admin.js";
import { o } from "../text/en_office.js";
import { amountField, asked, begins, cents, choice, field, form, pairs, rows, shown, worker } from "../office/parts.js";
import { proposals } from "../office/proposals.js";
import { bookField, bookOf } from "./books.js";

/** @import { AnyCommand, Cards, Device, EntryMode, JackpotMeters, Money, Routes } from "../../api.d.ts" */
/** @import { TableSummary } from "../../api.d.ts" */
/** @import { Submitted } from "../dom.js" */
/** @import { Asked, Worker } from "../office/parts.js" */
/** @import { Proposals } from "../office/proposals.js" */

/** @typedef {Routes["GET /api/book"]["answer"][number]} Book */
/**
 * @typedef {{
 *   limits: { wager: string, label: string }[],
 *   jackpot: boolean,
 * }} Choice what has to be known about a rulebook
 */
/** @typedef {{ all: TableSummary[], jackpots: JackpotMeters[], books: Book[] }} Known */
/**
 * @typedef {object} Tables
 * @property {() => void} draw
 * @property {Asked<Known>} known
 * @property {Worker} work
 * @property {Proposals} waiting
 * @property {{ money: string, automatic: string, cards: string, rulebook: string | null }} chosen
 */

const NAME = "[A-Za-z0-9][A-Za-z0-9._\\-]{0,63}";
const words = a.tables;

/* Until a custom file is read, only its ante is known, and it may have a jackpot. */
const OWN = { limits: [{ wager: "ante", label: t.lobby.limitsLabel }], jackpot: true };

/** @param {() => void} draw */
export function tables(draw) {
  const known = asked(async () => {
    const [all, jackpots, books] = await Promise.all([
      api("GET /api/tables", {}),
      api("GET /api/jackpots", {}),
      api("GET /api/book", {}),
    ]);
    return { all, jackpots, books };
  }, draw);
  const work = worker(draw);
  const waiting = proposals(draw, { changed: () => known.again() });
  const chosen = { money: "live", automatic: "automatic", cards: "electronic", rulebook: null };
  /** @type {Tables} */
  const s = { draw, known, work, waiting, chosen };
  return { drawn: () => drawn(s) };
}

/**
 * @param {Tables} s
 * @param {Book[]} books
 * @returns {Choice}
 */
const picked = (s, books) => /** @type {Choice | undefined} */ (bookNamed(s, books)) ?? OWN;

/**
 * @param {Tables} s
 * @param {Book[]} books
 */
const bookNamed = (s, books) => books.find((one) => one.rulebook === (s.chosen.rulebook ?? books[0].rulebook));

/**
 * The ante is not a proper name, so it is in lower case.
 * @param {string} wager
 * @param {string} label
 */
const said = (wager, label) => (wager === "ante" ? label.toLowerCase() : label);

/** @param {Tables} s @param {Submitted} event */
async function register(s, event) {
  const element = event.currentTarget;
  const given = form(event);
  const rulebook = await bookOf(element);
  if (rulebook === "") return s.work.refuse("add", words.noFile);
  /** @type {Record<string, [number, number]>} */
  const limits = {};
  for (const { wager, label } of picked(s, s.known.data?.books ?? []).limits) {
    const from = cents(given[`${wager}-from`]);
    if (from.problem !== undefined) return s.work.refuse("add", `${words.from(said(wager, label))}: ${from.problem}`);
    const to = cents(given[`${wager}-to`]);
    if (to.problem !== undefined) return s.work.refuse("add", `${words.to(said(wager, label))}: ${to.problem}`);
    limits[wager] = [from.amount, to.amount];
  }
  const automatic = given.dealing === "automatic";
  /** @type {AnyCommand} */
  const command = {
    do: "register_table",
    name: given.name.trim(),
    money: /** @type {Money} */ (given.money),
    entry: {
      rulebook,
      boxes: Number(given.boxes),
      device: /** @type {Device} */ (given.device),
      entry: automatic ? "enforcing" : /** @type {EntryMode} */ (given.entry),
      jackpot: given.jackpot || null,
      limits,
    },
    dealing: {
      cards: automatic ? "electronic" : /** @type {Cards} */ (given.cards),
      automatic,
      ...(automatic ? { betting_seconds: Number(given.betting), decision_seconds: Number(given.deciding) } : {}),
    },
  };
  return s.work.attempt("add", () => houseCommand(command), o.proposals.waits).then((done) => {
    if (done) {
      element.reset();
      s.waiting.again();
    }
  });
}

/** @param {Tables} s @param {Submitted} event */
async function change(s, event) {
  const element = event.currentTarget;
  const given = form(event);
  const rulebook = await bookOf(element);
  if (rulebook === "") return s.work.refuse("change", words.noFile);
  /** @type {AnyCommand} */
  const command = {
    do: "change_edition",
    table: given.table,
    rulebook,
    since: new Date(given.since).toISOString(),
    reason: given.reason.trim(),
  };
  return s.work.attempt("change", () => houseCommand(command), o.proposals.waits).then((done) => {
    if (done) {
      element.reset();
      s.waiting.again();
    }
  });
}

/**
 * @param {Tables} s
 * @param {keyof Tables["chosen"]} name
 * @param {Record<string, string>} options
 */
const pick = (s, name, options) =>
  h(
    "select",
    {
      name: name === "automatic" ? "dealing" : name,
      onchange: (event) => {
        s.chosen[name] = event.target.value;
        s.draw();
      },
    },
    Object.entries(options).map(([value, label]) =>
      h("option", { key: value, value, selected: value === s.chosen[name] }, label)
    ),
  );

/**
 * @param {Tables} s
 * @param {Known} known
 */
function add(s, { jackpots, books }) {
  const links = jackpots.filter((one) => one.practice === (s.chosen.money === "practice") && one.retired === null);
  const automatic = s.chosen.automatic === "automatic";
  return h(
    "section",
    { class: "panel", key: "add", "aria-labelledby": "add-title" },
    h("h2", { id: "add-title" }, words.add),
    h(
      "form",
      { onsubmit: (event) => register(s, event) },
      h(
        "div",
        { class: "inline" },
        field(
          words.name,
          h("input", {
            name: "name",
            required: true,
            pattern: NAME,
            title: words.nameNote,
            maxlength: 64,
            autocomplete: "off",
          }),
        ),
        field(
          words.rulebook,
          pick(s, "rulebook", {
            ...Object.fromEntries(books.map((one) => [one.rulebook, `${one.name} (${one.document} ${one.edition})`])),
            file: words.ownFile,
          }),
        ),
        field(
          words.boxes,
          h("input", { name: "boxes", type: "number", min: 1, max: 12, step: 1, required: true, ...begins("6") }),
        ),
      ),
      h("p", { class: "muted small" }, words.nameNote),
      s.chosen.rulebook === "file" ? bookField(words) : null,
      h(
        "fieldset",
        {},
        h("legend", {}, words.limitsTitle),
        h(
          "div",
          { class: "inline" },
          picked(s, books).limits.flatMap(({ wager, label }) => [
            amountField(`${wager}-from`, words.from(said(wager, label))),
            amountField(`${wager}-to`, words.to(said(wager, label))),
          ]),
        ),
      ),
      h(
        "fieldset",
        {},
        h("legend", {}, words.playTitle),
        h(
          "div",
          { class: "inline" },
          field(words.dealing, pick(s, "automatic", words.dealingOf)),
          automatic
            ? [
              h("div", { key: "b" }, field(words.betting, seconds("betting", 20))),
              h("div", { key: "d" }, field(words.deciding, seconds("deciding", 30))),
            ]
            : [
              h("div", { key: "c" }, field(words.cards, choice("cards", Object.entries(words.cardsOf)))),
              h("div", { key: "e" }, field(words.entry, choice("entry", Object.entries(words.entryOf)))),
            ],
          field(words.device, choice("device", Object.entries(words.deviceOf))),
        ),
      ),
      h(
        "fieldset",
        {},
        h("legend", {}, words.linkTitle),
        h(
          "div",
          { class: "inline" },
          field(words.money, pick(s, "money", words.moneyOf)),
          field(
            words.jackpot,
            choice("jackpot", [
              ["", words.noLink],
              ...pairs(picked(s, books).jackpot ? links : [], (one) => one.jackpot),
            ]),
          ),
        ),
      ),
      s.work.note("add"),
      h("div", {}, h("button", { class: "primary", type: "submit", disabled: s.work.busy.has("add") }, words.create)),
    ),
  );
}

/**
 * @param {Tables} s
 * @param {Known} known
 */
const edition = (s, { all }) =>
  h(
    "section",
    { class: "panel", key: "edition", "aria-labelledby": "edition-title" },
    h("h2", { id: "edition-title" }, words.edition),
    h("p", { class: "muted" }, words.editionText),
    h(
      "form",
      { onsubmit: (event) => change(s, event) },
      h(
        "div",
        { class: "inline" },
        field(words.table, choice("table", pairs(all, (one) => one.table, (one) => `${one.table} (${one.rulebook})`))),
        field(words.since, h("input", { name: "since", type: "datetime-local", required: true })),
        field(
          words.named,
          h("input", { name: "rulebook", maxlength: 80, autocomplete: "off", placeholder: "casino-stud@7" }),
        ),
      ),
      bookField(words),
      field(words.reason, h("input", { name: "reason", required: true, maxlength: 300, autocomplete: "off" })),
      s.work.note("change"),
      h(
        "div",
        {},
        h("button", { class: "primary", type: "submit", disabled: s.work.busy.has("change") }, words.proposeEdition),
      ),
    ),
  );

/** @param {string} name @param {number} value */
const seconds = (name, value) =>
  h("input", { name, type: "number", min: 1, max: 3600, step: 1, required: true, ...begins(String(value)) });

/** @param {Known} known */
const list = ({ all }) =>
  rows({
    caption: words.title,
    data: all,
    empty: words.none,
    keyOf: (one) => one.table,
    columns: [
      { head: words.name, cell: (one) => h("a", { href: `/table/${encodeURIComponent(one.table)}` }, one.table) },
      {
        head: words.game,
        cell: (one) =>
          h(
            "span",
            {},
            h("a", { href: `/book/table?name=${encodeURIComponent(one.table)}` }, one.name),
            " ",
            h("small", { class: "muted" }, one.rulebook),
            one.planned
              ? h("small", { class: "muted" }, ` · ${words.planned(one.planned.edition, dayOf(one.planned.since))}`)
              : null,
          ),
      },
      {
        head: words.limits,
        number: true,
        cell: (one) => t.lobby.limits(shortMoney(one.limits[0]), shortMoney(one.limits[1])),
      },
      { head: words.boxes, number: true, cell: (one) => String(one.boxes) },
      { head: words.dealt, cell: (one) => (one.automatic ? words.automatic : words.byDealer) },
      { head: words.money, cell: (one) => (one.practice ? words.moneyOf.practice : words.moneyOf.live) },
      { head: words.jackpot, cell: (one) => one.jackpot ?? words.noJackpot },
      { head: words.state, cell: (one) => (one.closed ? words.closed : one.paused ? words.paused : words.open) },
    ],
  });

/** @param {Tables} s */
const drawn = (s) =>
  shown(s.known, (found) => [
    h(
      "section",
      { class: "panel", key: "list", "aria-labelledby": "list-title" },
      h("h2", { id: "list-title" }, words.title),
      list(found),
      h("p", { class: "muted small" }, words.more),
    ),
    add(s, found),
    found.all.length ? edition(s, found) : null,
    s.waiting.drawn(),
  ]);
