/* Jackpots and their links: meters, registration, and changes that take two people. */

import { h } from "../dom.js";
import { api, houseCommand } from "../net.js";
import { money } from "../text/en.js";
import { a } from "../text/en_admin.js";
import { o } from "../text/en_office.js";
import {
  address,
  amountField,
  asked,
  cents,
  choice,
  field,
  form,
  opens,
  pair,
  pairs,
  searched,
  shown,
  worker,
} from "../office/parts.js";
import { proposals } from "../office/proposals.js";

/** @import { AnyCommand, JackpotMeters, Money } from "../../api.d.ts" */
/** @import { Submitted } from "../dom.js" */
/** @import { Asked, Worker } from "../office/parts.js" */
/** @import { Proposals } from "../office/proposals.js" */

/**
 * @typedef {object} Jackpots
 * @property {string | null} jackpot
 * @property {boolean} adding
 * @property {Asked<JackpotMeters[]>} known
 * @property {Worker} work
 * @property {Proposals} waiting
 */

const NAME = "[A-Za-z0-9][A-Za-z0-9._\\-]{0,63}";
const words = a.jackpots;
const optional = { required: false };

/** @param {() => void} draw */
export function jackpots(draw) {
  const { jackpot = null } = searched();
  const known = asked(() => api("GET /api/jackpots", {}), draw);
  const work = worker(draw);
  const waiting = proposals(draw, { changed: () => known.again() });
  const adding = jackpot === "";
  /** @type {Jackpots} */
  const s = { jackpot, known, work, waiting, adding };
  return { drawn: () => drawn(s) };
}

/** @typedef {"meter" | "reset" | "stake" | "limit"} Sum */
/**
 * @typedef {(
 *   | "display"
 *   | "amount_in"
 *   | "contributed"
 *   | "paid"
 *   | "seeded"
 *   | "adjusted"
 *   | "reserve"
 *   | "overflow"
 *   | "payable"
 *   | "reset"
 *   | "stake"
 * )} Fact
 */

/**
 * The amounts filled in on a form, by name; the first mistake in words.
 * @param {Record<string, string>} given
 * @param {Sum[]} names
 * @returns {{ found: Partial<Record<Sum, number>>, problem: string | null }}
 */
function sums(given, names) {
  /** @type {Partial<Record<Sum, number>>} */
  const found = {};
  for (const name of names) {
    if (!given[name]?.trim()) continue;
    const { amount, problem } = cents(given[name], { zero: true });
    if (problem !== undefined) return { found, problem: `${words[name]}: ${problem}` };
    found[name] = amount;
  }
  return { found, problem: null };
}

/** @param {Jackpots} s @param {Submitted} event */
function register(s, event) {
  const given = form(event);
  const { found, problem } = sums(given, ["meter", "reset", "stake", "limit"]);
  if (problem) return s.work.refuse("add", problem);
  const { limit = null, meter = 0, reset = 0, stake = 0 } = found;
  /** @type {AnyCommand} */
  const command = {
    do: "register_jackpot",
    name: given.name.trim(),
    money: /** @type {Money} */ (given.money),
    terms: { limit, reserve: given.reserve.trim() || "0" },
    entry: { meter, reset, stake, increment: given.increment.trim(), max_credits: Number(given.credits) },
  };
  return propose(s, "add", command);
}

/** @param {Jackpots} s @param {string} name @param {AnyCommand} command */
const propose = (s, name, command) =>
  s.work.attempt(name, () => houseCommand(command), words.proposed).then(() => s.waiting.again());

/** @param {Jackpots} s @param {Submitted} event */
function change(s, event) {
  const given = form(event);
  const { found, problem } = sums(given, ["reset", "stake", "limit"]);
  if (problem) return s.work.refuse("change", problem);
  const { limit = null, ...rest } = found;
  const reserve = given.reserve.trim();
  if ((limit === null) !== (reserve === "")) return s.work.refuse("change", words.together);
  const terms = reserve ? { terms: { limit, reserve } } : {};
  const more = {
    ...rest,
    ...terms,
    ...(given.increment.trim() ? { increment: given.increment.trim() } : {}),
    ...(given.credits ? { max_credits: Number(given.credits) } : {}),
  };
  if (Object.keys(more).length === 0) return s.work.refuse("change", words.nothing);
  return propose(s, "change", { do: "change_jackpot", jackpot: s.jackpot ?? "", reason: given.reason, ...more });
}

/** @param {Jackpots} s @param {Submitted} event */
function adjust(s, event) {
  const given = form(event);
  const lower = /^[-−]/.test(given.by.trim());
  const { amount, problem } = cents(given.by.trim().replace(/^[-−+]/, ""));
  if (problem !== undefined) return s.work.refuse("adjust", problem);
  return propose(s, "adjust", {
    do: "adjust_jackpot",
    jackpot: s.jackpot ?? "",
    amount: lower ? -amount : amount,
    reason: given.reason,
  });
}

/** @param {Jackpots} s @param {Submitted} event */
function retire(s, event) {
  const given = form(event);
  return propose(s, "retire", {
    do: "retire_jackpot",
    jackpot: s.jackpot ?? "",
    reason: given.reason,
    to: given.to || null,
  });
}

const because = () => field(o.reason, h("input", { name: "reason", required: true, maxlength: 300 }));

/** @param {string} name @param {boolean} required */
const decimal = (name, required = true) =>
  h("input", {
    name,
    inputmode: "decimal",
    pattern: "0(\\.\\d+)?|1",
    placeholder: "0.25",
    required,
    title: words.incrementNote,
  });

/** @param {boolean} required */
const credits = (required) =>
  h("input", {
    name: "credits",
    type: "number",
    min: 1,
    max: 1000,
    required,
    ref: (box) => {
      if (required) box.value = "5";
    },
  });

/** @param {Jackpots} s @param {JackpotMeters[]} all */
function list(s, all) {
  /** @param {JackpotMeters} one */
  const state = (one) =>
    one.retired !== null
      ? h("span", { class: "tag tag-warn" }, words.retired)
      : one.failed !== null
      ? h("span", { class: "tag tag-bad" }, words.down)
      : money(one.display);
  return h(
    "section",
    { class: "panel", "aria-labelledby": "jackpots-title" },
    h(
      "div",
      { class: "panel-head" },
      h("h2", { id: "jackpots-title" }, words.title),
      h("a", { class: "button", href: `${address("/admin", { see: "jackpots" })}&jackpot=` }, words.add),
    ),
    all.length === 0 ? h("p", { class: "nothing" }, words.none) : h(
      "ul",
      { class: "picks" },
      all.map((one) =>
        h(
          "li",
          { key: one.jackpot },
          h(
            "a",
            {
              class: "pick",
              href: address("/admin", { see: "jackpots", jackpot: one.jackpot }),
              "aria-current": one.jackpot === s.jackpot ? "true" : null,
            },
            h(
              "span",
              {},
              h("strong", {}, one.jackpot),
              " ",
              one.practice ? h("span", { class: "muted small" }, o.status.practice) : null,
            ),
            h("small", {}, state(one)),
          ),
        )
      ),
    ),
  );
}

/** @param {Jackpots} s */
function add(s) {
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
            maxlength: 64,
            title: words.nameNote,
            autocomplete: "off",
          }),
        ),
        field(a.tables.money, choice("money", Object.entries(a.tables.moneyOf))),
      ),
      h("p", { class: "muted small" }, words.nameNote),
      h(
        "div",
        { class: "inline" },
        amountField("meter", words.meter),
        amountField("reset", words.reset),
        amountField("stake", words.stake),
        amountField("limit", words.limit, optional),
      ),
      h(
        "div",
        { class: "inline" },
        field(words.increment, decimal("increment"), words.incrementNote),
        field(words.reserve, decimal("reserve", false), words.incrementNote),
        field(words.credits, credits(true)),
      ),
      s.work.note("add"),
      h("div", {}, h("button", { class: "primary", type: "submit", disabled: s.work.busy.has("add") }, words.create)),
    ),
  );
}

/** @param {Jackpots} s @param {JackpotMeters} found @param {JackpotMeters[]} all */
function one(s, found, all) {
  const sum = (/** @type {Fact} */ name) => pair(words.facts[name], money(found[name]));
  const others = all.filter((each) =>
    each.jackpot !== s.jackpot && each.practice === found.practice && each.retired === null
  );
  return [
    h(
      "section",
      { class: "panel", key: "facts", "aria-labelledby": "one-title" },
      h(
        "div",
        { class: "panel-head" },
        h("h2", { id: "one-title" }, s.jackpot),
        h(
          "span",
          { class: "links" },
          h("a", { href: `/sign/${encodeURIComponent(s.jackpot ?? "")}` }, words.sign),
          opens("dossier")
            ? h(
              "a",
              { href: address("/audit", { see: "reports", report: "dossier", jackpot: s.jackpot }) },
              words.dossier,
            )
            : null,
        ),
      ),
      h("div", {}, h("p", { class: "muted" }, words.facts.display), h("p", { class: "purse" }, money(found.display))),
      found.failed !== null ? h("p", { class: "said said-bad" }, words.down, ": ", found.failed) : null,
      found.retired !== null ? h("p", { class: "said said-bad" }, words.retired, ": ", found.retired) : null,
      h(
        "dl",
        { class: "figures" },
        /** @type {Fact[]} */ (["stake", "reset"]).map(sum),
        pair(words.facts.increment, found.increment),
        pair(words.facts.limit, found.limit === null ? o.none : money(found.limit)),
        /** @type {Fact[]} */ ([
          "amount_in",
          "contributed",
          "seeded",
          "adjusted",
          "paid",
          "payable",
          "reserve",
          "overflow",
        ]).map(sum),
        pair(words.facts.hits, String(found.hits)),
        pair(words.facts.tables, found.tables.join(", ") || o.none),
      ),
    ),
    found.retired === null
      ? h(
        "section",
        { class: "panel forms", key: "change" },
        h(
          "form",
          { key: `change ${s.jackpot}`, onsubmit: (event) => change(s, event) },
          h("h2", {}, words.change),
          h("p", { class: "muted small" }, words.changeText),
          h(
            "div",
            { class: "inline" },
            amountField("stake", words.stake, optional),
            amountField("reset", words.reset, optional),
            amountField("limit", words.facts.limit, optional),
            field(words.increment, decimal("increment", false)),
            field(words.reserve, decimal("reserve", false)),
            field(words.credits, credits(false)),
            because(),
          ),
          s.work.note("change"),
          h("div", {}, h("button", { type: "submit" }, words.propose)),
        ),
        h(
          "form",
          { key: "adjust", onsubmit: (event) => adjust(s, event) },
          h("h2", {}, words.adjust),
          h("p", { class: "muted small" }, words.adjustText),
          h(
            "div",
            { class: "inline" },
            amountField("by", words.by),
            because(),
            h("button", { type: "submit" }, words.propose),
          ),
          s.work.note("adjust"),
        ),
        h(
          "form",
          { key: "retire", onsubmit: (event) => retire(s, event) },
          h("h2", {}, words.retire),
          h("p", { class: "muted small" }, words.retireText),
          h(
            "div",
            { class: "inline" },
            field(words.to, choice("to", [["", words.house], ...pairs(others, (one) => one.jackpot)])),
            because(),
            h("button", { type: "submit" }, words.propose),
          ),
          s.work.note("retire"),
        ),
      )
      : null,
  ];
}

/** @param {Jackpots} s @param {JackpotMeters[]} all */
function beside(s, all) {
  if (s.adding) return add(s);
  const found = all.find((each) => each.jackpot === s.jackpot);
  return found ? one(s, found, all) : h("div", { class: "panel calm" }, h("p", { class: "muted" }, words.hint));
}

/** @param {Jackpots} s */
const drawn = (s) =>
  shown(
    s.known,
    (
      all,
    ) => [h("div", { class: "two" }, list(s, all), h("div", { class: "beside" }, beside(s, all))), s.waiting.drawn()],
  );
