/* A player's money: the wallet, its movements, a loss limit, time away from play. */

import { h } from "../dom.js";
import { api, houseCommand, loadMe } from "../net.js";
import { dayOf, money, shortMoney } from "../text/en.js";
import { m } from "../text/en_account.js";
import { moved } from "../cage/players.js";
import { cents, choice, confirm, field, form, pair, shown } from "../office/parts.js";

/** @import { LimitView, Period, WalletPage } from "../../api.d.ts" */
/** @import { Submitted } from "../dom.js" */
/** @import { Asked } from "../office/parts.js" */
/** @import { Account } from "../pages/account.js" */

const AMOUNTS = [50_000, 100_000, 500_000];

/** @param {Account} s @param {Asked<WalletPage>} wallet */
export function purse(s, wallet) {
  /** @param {number} amount */
  const take = (amount) => () =>
    s.work.attempt(
      "take",
      () => houseCommand({ do: "buy_in", player: s.me.id, amount, money: "practice" }),
      m.wallet.taken(money(amount)),
    ).then(() => {
      loadMe().catch(() => {});
      s.wallet?.again();
    });
  /** @param {boolean} value */
  const show = (value) => () => {
    s.practice = value;
    s.draw();
  };
  return shown(wallet, (held) => [
    h(
      "section",
      { class: "panel", key: "purse", "aria-labelledby": "wallet-title" },
      h("h2", { id: "wallet-title" }, m.wallet.title),
      h(
        "div",
        { class: "halves" },
        s.me.guest
          ? null
          : h("div", {}, h("p", { class: "muted" }, m.wallet.live), h("p", { class: "purse" }, money(held.balance))),
        h("div", {}, h("p", { class: "muted" }, m.wallet.practice), h("p", { class: "purse" }, money(held.practice))),
      ),
      held.reserved || held.owed
        ? h(
          "dl",
          { class: "figures" },
          held.reserved ? pair(m.wallet.reserved, money(held.reserved)) : null,
          held.owed ? pair(m.wallet.owed, money(held.owed)) : null,
        )
        : null,
      h("p", { class: "muted small" }, s.me.guest ? m.wallet.textDemo : m.wallet.text),
      h(
        "div",
        { class: "row" },
        AMOUNTS.map((amount) =>
          h(
            "button",
            { key: amount, onclick: take(amount), disabled: s.work.busy.has("take") },
            m.wallet.take(shortMoney(amount)),
          )
        ),
      ),
      s.work.note("take"),
    ),
    s.me.guest ? null : limit(s, held.limit),
    h(
      "section",
      { class: "panel", key: "moves", "aria-labelledby": "moves-title" },
      h(
        "div",
        { class: "panel-head" },
        h("h2", { id: "moves-title" }, m.wallet.movements),
        s.me.guest ? null : h(
          "div",
          { class: "row", role: "group", "aria-label": m.wallet.movements },
          h("button", { class: "pill", "aria-pressed": String(!s.practice), onclick: show(false) }, m.wallet.live),
          h("button", { class: "pill", "aria-pressed": String(s.practice), onclick: show(true) }, m.wallet.practice),
        ),
      ),
      moved((s.practice || s.me.guest ? held.practice_movements : held.movements).slice(0, 30)),
    ),
  ]);
}

/** @param {Account} s @param {LimitView | null} held */
function limit(s, held) {
  /** @param {number | null} amount @param {Period} period @param {string} done */
  const give = (amount, period, done) =>
    s.work.attempt("limit", () => houseCommand({ do: "set_loss_limit", amount, period }), done).then(() => {
      s.wallet?.again();
      loadMe().catch(() => {});
    });
  /** @param {Submitted} event */
  const set = (event) => {
    const given = form(event);
    const { amount, problem } = cents(given.amount);
    return problem === undefined
      ? give(amount, /** @type {Period} */ (given.period), m.limit.done)
      : s.work.refuse("limit", problem);
  };
  const now = held === null || held.amount === null ? null : { ...held, amount: held.amount };
  return h(
    "section",
    { class: "panel", key: "limit", "aria-labelledby": "limit-title" },
    h("h2", { id: "limit-title" }, m.limit.title),
    h("p", { class: "muted small" }, m.limit.text),
    now === null ? h("p", {}, m.limit.none) : h(
      "p",
      {},
      h("strong", {}, m.limit.now(money(now.amount), now.period)),
      ". ",
      m.limit.lost(money(now.lost_so_far), money(now.amount)),
    ),
    held?.next_since
      ? h(
        "p",
        { class: "warn" },
        m.limit.coming(
          held.next_amount === null ? null : money(held.next_amount),
          held.next_period,
          dayOf(held.next_since),
        ),
      )
      : null,
    h(
      "form",
      { class: "inline", onsubmit: set, novalidate: true },
      field(
        m.limit.amount,
        h("input", { name: "amount", inputmode: "decimal", autocomplete: "off", maxlength: 20, required: true }),
      ),
      field(m.limit.period, choice("period", Object.entries(m.limit.periods), held?.period)),
      h("button", { type: "submit" }, m.limit.set),
      now === null ? null : h("button", {
        type: "button",
        onclick: () => give(null, /** @type {Period} */ (now.period), m.limit.lifted),
      }, m.limit.lift),
    ),
    s.work.note("limit"),
  );
}

/** @param {Account} s */
export function timeAway(s) {
  /** @param {Submitted} event */
  const ask = (event) => {
    s.away = new Date(form(event).until);
    s.draw();
  };
  const give = (/** @type {Date} */ away) =>
    s.work.attempt(
      "away",
      () =>
        api("POST /api/people/{person}/exclude", { person: s.me.id }, {
          reason: m.away.reason,
          until: away.toISOString(),
        }),
      m.away.done(dayOf(away)),
    ).then(() => {
      s.away = null;
      s.draw();
    });
  return h(
    "section",
    { class: "panel", key: "away", "aria-labelledby": "away-title" },
    h("h2", { id: "away-title" }, m.away.title),
    h("p", { class: "muted small" }, m.away.text),
    s.away !== null
      ? confirm({
        title: m.away.ask(dayOf(s.away)),
        lines: [],
        yes: m.away.yes,
        onyes: () => s.away && give(s.away),
        onno: () => {
          s.away = null;
          s.draw();
        },
        busy: s.work.busy.has("away"),
      })
      : h(
        "form",
        { class: "inline", onsubmit: ask },
        field(m.away.until, h("input", { type: "datetime-local", name: "until", required: true })),
        h("button", { type: "submit" }, m.away.go),
      ),
    s.work.note("away"),
  );
}
