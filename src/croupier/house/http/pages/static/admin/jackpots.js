/* Jackpots and their links: meters, registration, and what two people change. */

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
  has,
  pair,
  searched,
  shown,
  worker,
} from "../office/parts.js";
import { proposals } from "../office/proposals.js";

const NAME = "[A-Za-z0-9][A-Za-z0-9._\\-]{0,63}";
const words = a.jackpots;
const optional = { required: false };

export function jackpots(draw) {
  const { jackpot = null } = searched();
  const known = asked(() => api("GET", "/api/jackpots"), draw);
  const work = worker(draw);
  const waiting = proposals(draw, { changed: () => known.again() });
  const adding = jackpot === "";

  /* Amounts of a form by name: those that are filled in; the first mistake in words. */
  function sums(given, names) {
    const found = {};
    for (const [name, target = name] of names) {
      if (!given[name]?.trim()) continue;
      const { amount, problem } = cents(given[name], { zero: true });
      if (problem) return { problem: `${words[name]}: ${problem}` };
      found[target] = amount;
    }
    return { found };
  }

  function register(event) {
    const given = form(event);
    const { found, problem } = sums(given, [["meter"], ["reset"], ["stake"], ["limit"]]);
    if (problem) return work.refuse("add", problem);
    const { limit = null, ...entry } = found;
    const command = {
      do: "register_jackpot",
      name: given.name.trim(),
      money: given.money,
      terms: { limit, reserve: given.reserve.trim() || "0" },
      entry: { ...entry, increment: given.increment.trim(), max_credits: Number(given.credits) },
    };
    return propose("add", command);
  }

  const propose = (name, command) =>
    work.attempt(name, () => houseCommand(command), words.proposed).then(() => waiting.again());

  function change(event) {
    const given = form(event);
    const { found, problem } = sums(given, [["reset"], ["stake"], ["limit"]]);
    if (problem) return work.refuse("change", problem);
    const { limit, ...rest } = found;
    const reserve = given.reserve.trim();
    if ((limit === undefined) !== (reserve === "")) return work.refuse("change", words.together);
    const terms = reserve ? { terms: { limit, reserve } } : {};
    const more = {
      ...rest,
      ...terms,
      ...(given.increment.trim() ? { increment: given.increment.trim() } : {}),
      ...(given.credits ? { max_credits: Number(given.credits) } : {}),
    };
    if (Object.keys(more).length === 0) return work.refuse("change", words.nothing);
    return propose("change", { do: "change_jackpot", jackpot, reason: given.reason, ...more });
  }

  function adjust(event) {
    const given = form(event);
    const lower = /^[-−]/.test(given.by.trim());
    const { amount, problem } = cents(given.by.trim().replace(/^[-−+]/, ""));
    if (problem) return work.refuse("adjust", problem);
    return propose("adjust", { do: "adjust_jackpot", jackpot, amount: lower ? -amount : amount, reason: given.reason });
  }

  const retire = (event) => {
    const given = form(event);
    return propose("retire", { do: "retire_jackpot", jackpot, reason: given.reason, to: given.to || null });
  };

  const because = () => field(o.reason, h("input", { name: "reason", required: true, maxlength: 300 }));
  const decimal = (name, required = true) =>
    h("input", {
      name,
      inputmode: "decimal",
      pattern: "0(\\.\\d+)?|1",
      placeholder: "0.25",
      required,
      title: words.incrementNote,
    });
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

  function list(all) {
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
                "aria-current": one.jackpot === jackpot ? "true" : null,
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

  function add() {
    return h(
      "section",
      { class: "panel", key: "add", "aria-labelledby": "add-title" },
      h("h2", { id: "add-title" }, words.add),
      h(
        "form",
        { onsubmit: register },
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
        work.note("add"),
        h("div", {}, h("button", { class: "primary", type: "submit", disabled: work.busy.has("add") }, words.create)),
      ),
    );
  }

  function one(found, all) {
    const sum = (name) => pair(words.facts[name], money(found[name]));
    const others = all.filter((each) =>
      each.jackpot !== jackpot && each.practice === found.practice && each.retired === null
    );
    return [
      h(
        "section",
        { class: "panel", key: "facts", "aria-labelledby": "one-title" },
        h(
          "div",
          { class: "panel-head" },
          h("h2", { id: "one-title" }, jackpot),
          h(
            "span",
            { class: "links" },
            h("a", { href: `/sign/${encodeURIComponent(jackpot)}` }, words.sign),
            has("shift_manager")
              ? h("a", { href: address("/audit", { see: "reports", report: "dossier", jackpot }) }, words.dossier)
              : null,
          ),
        ),
        h("div", {}, h("p", { class: "muted" }, words.facts.display), h("p", { class: "purse" }, money(found.display))),
        found.failed !== null ? h("p", { class: "said said-bad" }, words.down, ": ", found.failed) : null,
        found.retired !== null ? h("p", { class: "said said-bad" }, words.retired, ": ", found.retired) : null,
        h(
          "dl",
          { class: "figures" },
          ["stake", "reset"].map(sum),
          pair(words.facts.increment, found.increment),
          pair(words.facts.limit, found.limit === null ? o.none : money(found.limit)),
          ["amount_in", "contributed", "seeded", "adjusted", "paid", "payable", "reserve", "overflow"].map(sum),
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
            { key: `change ${jackpot}`, onsubmit: change },
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
            work.note("change"),
            h("div", {}, h("button", { type: "submit" }, words.propose)),
          ),
          h(
            "form",
            { key: "adjust", onsubmit: adjust },
            h("h2", {}, words.adjust),
            h("p", { class: "muted small" }, words.adjustText),
            h(
              "div",
              { class: "inline" },
              amountField("by", words.by),
              because(),
              h("button", { type: "submit" }, words.propose),
            ),
            work.note("adjust"),
          ),
          h(
            "form",
            { key: "retire", onsubmit: retire },
            h("h2", {}, words.retire),
            h("p", { class: "muted small" }, words.retireText),
            h(
              "div",
              { class: "inline" },
              field(words.to, choice("to", [["", words.house], ...others.map((each) => [each.jackpot, each.jackpot])])),
              because(),
              h("button", { type: "submit" }, words.propose),
            ),
            work.note("retire"),
          ),
        )
        : null,
    ];
  }

  function beside(all) {
    if (adding) return add();
    const found = all.find((each) => each.jackpot === jackpot);
    return found ? one(found, all) : h("div", { class: "panel calm" }, h("p", { class: "muted" }, words.hint));
  }
  return {
    drawn: () =>
      shown(
        known,
        (all) => [h("div", { class: "two" }, list(all), h("div", { class: "beside" }, beside(all))), waiting.drawn()],
      ),
  };
}
