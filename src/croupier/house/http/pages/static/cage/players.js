/* Players at the cage: find one, see the wallet, take in cash, pay out cash. */

import { h, oneLine } from "../dom.js";
import { api, houseCommand } from "../net.js";
import { dayOf, money, signed } from "../text/en.js";
import { inWords } from "../text/amounts.js";
import { c } from "../text/en_cage.js";
import { k } from "../text/en_cash.js";
import { o } from "../text/en_office.js";
import { openReceipt } from "../receipt.js";
import {
  address,
  amountField,
  asked,
  begins,
  cents,
  confirm,
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

/** @import { AccountView, AnyCommand, Movement, WalletPage } from "../../api.d.ts" */
/** @import { Submitted } from "../dom.js" */
/** @import { Shell } from "../main.js" */
/** @import { Asked, Worker } from "../office/parts.js" */

/** @typedef {"buy_in" | "cash_out" | "buy_chips" | "redeem_chips" | "pay_remainder"} Act */
/**
 * @typedef {object} Players
 * @property {() => void} draw
 * @property {Shell} shell
 * @property {string | null} player
 * @property {string} search
 * @property {Asked<AccountView[]>} found
 * @property {Asked<AccountView> | null} person
 * @property {Asked<WalletPage> | null} wallet
 * @property {Worker} work
 * @property {{ act: Act, amount: number } | null} asking what is to be confirmed
 * @property {number | null} receipt the number of the last movement
 * @property {boolean} practice whether the movements of play money are shown
 */

const MOST = 200;

/** @param {() => void} draw @param {Shell} shell */
export function players(draw, shell) {
  const { player = null, search = "" } = searched();
  const found = asked(() => api("GET /api/people", { role: "player", search }), draw);
  const person = player === null ? null : asked(() => api("GET /api/people/{person}", { person: player }), draw);
  const wallet = player === null ? null : asked(() => api("GET /api/wallets/{player}", { player, limit: 100 }), draw);
  const work = worker(draw);
  /** @type {Players} */
  const s = { draw, shell, player, search, found, person, wallet, work, asking: null, receipt: null, practice: false };
  return { drawn: () => drawn(s) };
}

/** @param {Players} s @param {Submitted} event */
function look(s, event) {
  const given = form(event);
  s.shell.go(address("/cage", { see: "players", search: given.search.trim(), player: s.player }));
}

/** @param {Players} s */
function list(s) {
  return h(
    "section",
    { class: "panel", "aria-labelledby": "find-title" },
    h("h2", { id: "find-title" }, c.player.find),
    h(
      "form",
      { role: "search", class: "find-form", onsubmit: (event) => look(s, event) },
      field(
        c.player.search,
        h("input", { name: "search", type: "search", ...begins(s.search), maxlength: 60, autocomplete: "off" }),
      ),
      h("button", { type: "submit" }, c.player.go),
    ),
    shown(s.found, (all) =>
      all.length === 0 ? h("p", { class: "nothing", role: "status" }, c.player.none) : [
        h(
          "ul",
          { class: "picks" },
          all.map((one) =>
            h(
              "li",
              { key: one.id },
              h(
                "a",
                {
                  class: "pick",
                  href: address("/cage", { see: "players", search: s.search, player: one.id }),
                  "aria-current": one.id === s.player ? "true" : null,
                },
                h("strong", {}, one.name),
                h("small", {}, one.name === one.id ? null : one.id, flags(one)),
              ),
            )
          ),
        ),
        all.length === MOST ? h("p", { class: "muted small" }, c.player.more(MOST)) : null,
      ]),
  );
}

/** @param {AccountView} one */
const flags = (one) => [
  one.suspended ? h("span", { class: "tag tag-bad" }, c.player.suspended) : null,
  one.excluded ? h("span", { class: "tag tag-bad" }, c.player.excluded) : null,
];

/**
 * @param {Players} s
 * @param {Asked<WalletPage>} wallet
 * @param {AccountView} person
 */
function purse(s, wallet, person) {
  const { name } = person;
  return shown(wallet, (held) => [
    h(
      "section",
      { class: "panel", key: "purse", "aria-labelledby": "player-title" },
      h(
        "div",
        { class: "panel-head" },
        h("h2", { id: "player-title" }, name),
        h("span", { class: "muted" }, name === s.player ? null : s.player, flags(person)),
      ),
      h("div", {}, h("p", { class: "muted" }, c.player.balance), h("p", { class: "purse" }, money(held.balance))),
      h(
        "dl",
        { class: "figures" },
        pair(c.player.reserved, held.reserved ? money(held.reserved) : null),
        held.chips ? pair(c.player.chips, money(held.chips)) : null,
        held.remainder ? pair(c.player.remainder, money(held.remainder)) : null,
        held.owed ? pair(c.player.owed, h("span", { class: "tag tag-bad" }, money(held.owed))) : null,
        pair(c.player.practice, money(held.practice)),
        pair(
          c.player.limit,
          held.limit?.amount
            ? c.player.limitWords(money(held.limit.lost_so_far), money(held.limit.amount), held.limit.period)
            : c.player.noLimit,
        ),
      ),
      s.work.note("moved"),
      s.receipt !== null && s.asking === null ? receiptButton(s.receipt) : null,
      may("cash_out")
        ? (s.asking ? sure(s, s.asking, held, name) : h(
          "div",
          { class: "halves", key: "forms" },
          ask(s, "buy_in", c.money.buyIn, c.money.buyInText),
          ask(s, "cash_out", c.money.cashOut, c.money.cashOutText),
          ask(s, "buy_chips", c.money.buyChips, c.money.buyChipsText),
          ask(s, "redeem_chips", c.money.redeemChips, c.money.redeemChipsText),
          held.remainder > 0
            ? ask(s, "pay_remainder", c.money.payRemainder, c.money.payRemainderText(money(held.remainder)))
            : null,
        ))
        : null,
    ),
    movements(s, held),
  ]);
}

/** @param {number} number */
const receiptButton = (number) =>
  h(
    "button",
    { class: "quiet", key: "receipt", onclick: (event) => openReceipt(number, event.currentTarget) },
    k.receipt,
  );

/**
 * @param {Players} s
 * @param {Act} act
 * @param {string} title
 * @param {string} text
 */
function ask(s, act, title, text) {
  /** @param {Submitted} event */
  const submit = (event) => {
    const { amount, problem } = cents(form(event).amount);
    s.work.forget("moved");
    if (problem !== undefined) return s.work.refuse(act, problem);
    s.work.forget(act);
    s.asking = { act, amount };
    return s.draw();
  };
  return h(
    "form",
    { key: act, class: "act", onsubmit: submit, novalidate: true, "aria-label": title },
    h("h3", {}, title),
    h("p", { class: "muted small" }, text),
    amountField("amount", o.amount.label),
    s.work.note(act),
    h("button", { type: "submit" }, c.money.next),
  );
}

/**
 * @param {Players} s
 * @param {{ act: Act, amount: number }} asking
 * @param {WalletPage} held
 * @param {string} name
 */
function sure(s, { act, amount }, held, name) {
  const out = act !== "buy_in" && act !== "buy_chips";
  const short = act === "cash_out" && amount > held.balance;
  const before = act === "pay_remainder" ? held.remainder : act.endsWith("chips") ? held.chips : held.balance;
  const give = async () => {
    const player = s.player ?? "";
    /** @type {AnyCommand} */
    const command = act === "buy_in" ? { do: act, player, amount, money: "live" } : { do: act, player, amount };
    if (
      await s.work.attempt(
        "moved",
        async () => {
          const accepted = await houseCommand(command);
          s.receipt = accepted.proposal ? null : accepted.version;
          return accepted;
        },
        unlessWaits(c.money.done[act](money(amount), name)),
      )
    ) {
      s.asking = null;
      s.draw();
    }
    s.wallet?.again();
  };
  return confirm({
    title: (out ? c.money.payOut : c.money.takeIn)(money(amount), name),
    lines: [
      oneLine("span", money(amount), { class: "sum" }),
      h("span", { class: "in-words" }, inWords(amount)),
      short
        ? h("span", { class: "warn" }, c.money.short(money(held.balance)))
        : c.money.after(money(before), money(before + (out ? -amount : amount))),
    ],
    yes: (out ? c.money.yesOut : c.money.yesIn)(money(amount)),
    onyes: give,
    busy: s.work.busy.has("moved"),
    onno: () => {
      s.asking = null;
      s.work.forget("moved");
      s.draw();
    },
  });
}

/** @param {Players} s @param {WalletPage} held */
function movements(s, held) {
  /** @param {boolean} value */
  const choose = (value) => () => {
    s.practice = value;
    s.draw();
  };
  return h(
    "section",
    { class: "panel", key: "moves", "aria-labelledby": "moves-title" },
    h(
      "div",
      { class: "panel-head" },
      h("h2", { id: "moves-title" }, c.movements.title),
      h(
        "div",
        { class: "row", role: "group", "aria-label": c.movements.which },
        h("button", { class: "pill", "aria-pressed": String(!s.practice), onclick: choose(false) }, c.movements.live),
        h("button", { class: "pill", "aria-pressed": String(s.practice), onclick: choose(true) }, c.movements.practice),
      ),
    ),
    moved(s.practice ? held.practice_movements : held.movements),
  );
}

/** @param {Players} s */
function beside(s) {
  const { person, wallet } = s;
  return person && wallet ? shown(person, (one) => purse(s, wallet, one)) : null;
}

/** @param {Players} s */
function drawn(s) {
  return h(
    "div",
    { class: "two" },
    list(s),
    h(
      "div",
      { class: "beside" },
      s.player === null
        ? h(
          "div",
          { class: "panel calm" },
          h("h2", {}, c.player.hintTitle),
          h("p", { class: "muted" }, c.player.hint),
        )
        : beside(s),
    ),
  );
}

/** @param {Movement[]} list */
export function moved(list) {
  return rows({
    caption: c.movements.title,
    data: list,
    empty: c.movements.empty,
    keyOf: (one, place) => `${one.at} ${place}`,
    columns: [
      { head: c.movements.at, cell: (one) => dayOf(one.at) },
      { head: c.movements.memo, cell: (one) => one.memo, wide: true },
      {
        head: c.movements.amount,
        number: true,
        cell: (one) => h("span", { class: one.amount < 0 ? "down" : "up" }, signed(one.amount)),
      },
      { head: c.movements.balance, number: true, cell: (one) => money(one.balance) },
    ],
  });
}
