/* Players at the cage: find one, see the wallet, take cash in, pay it out. */

import { h, oneLine } from "../dom.js";
import { api, houseCommand } from "../net.js";
import { dayOf, money, signed } from "../text/en.js";
import { c, inWords } from "../text/en_cage.js";
import { o } from "../text/en_office.js";
import {
  address,
  amountField,
  asked,
  begins,
  cents,
  confirm,
  field,
  form,
  has,
  pair,
  path,
  rows,
  searched,
  shown,
  unlessWaits,
  worker,
} from "../office/parts.js";

const MOST = 200;

export function players(draw, shell) {
  const { player = null, search = "" } = searched();
  const found = asked(() => api("GET", address("/api/people", { role: "player", search })), draw);
  const person = player === null ? null : asked(() => api("GET", `/api/people/${path(player)}`), draw);
  const wallet = player === null ? null : asked(() => api("GET", `/api/wallets/${path(player)}?limit=100`), draw);
  const work = worker(draw);
  let asking = null;
  let practice = false;

  const look = (event) => {
    const given = form(event);
    shell.go(address("/cage", { see: "players", search: given.search.trim(), player }));
  };

  function list() {
    return h(
      "section",
      { class: "panel", "aria-labelledby": "find-title" },
      h("h2", { id: "find-title" }, c.player.find),
      h(
        "form",
        { role: "search", class: "find-form", onsubmit: look },
        field(
          c.player.search,
          h("input", { name: "search", type: "search", ...begins(search), maxlength: 60, autocomplete: "off" }),
        ),
        h("button", { type: "submit" }, c.player.go),
      ),
      shown(found, (all) =>
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
                    href: address("/cage", { see: "players", search, player: one.id }),
                    "aria-current": one.id === player ? "true" : null,
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

  const flags = (
    one,
  ) => [
    one.suspended ? h("span", { class: "tag tag-bad" }, c.player.suspended) : null,
    one.excluded ? h("span", { class: "tag tag-bad" }, c.player.excluded) : null,
  ];

  function purse(name) {
    return shown(wallet, (held) => [
      h(
        "section",
        { class: "panel", key: "purse", "aria-labelledby": "player-title" },
        h(
          "div",
          { class: "panel-head" },
          h("h2", { id: "player-title" }, name),
          h("span", { class: "muted" }, name === player ? null : player, person.data ? flags(person.data) : null),
        ),
        h("div", {}, h("p", { class: "muted" }, c.player.balance), h("p", { class: "purse" }, money(held.balance))),
        h(
          "dl",
          { class: "figures" },
          pair(c.player.reserved, held.reserved ? money(held.reserved) : null),
          held.owed ? pair(c.player.owed, h("span", { class: "tag tag-bad" }, money(held.owed))) : null,
          pair(c.player.practice, money(held.practice)),
          pair(
            c.player.limit,
            held.limit?.amount
              ? c.player.limitWords(money(held.limit.lost_so_far), money(held.limit.amount), held.limit.period)
              : c.player.noLimit,
          ),
        ),
        work.note("moved"),
        has("cage")
          ? (asking ? sure(held, name) : h(
            "div",
            { class: "halves", key: "forms" },
            ask("buy_in", c.money.buyIn, c.money.buyInText),
            ask("cash_out", c.money.cashOut, c.money.cashOutText),
          ))
          : null,
      ),
      movements(held),
    ]);
  }

  function ask(act, title, text) {
    const submit = (event) => {
      const { amount, problem } = cents(form(event).amount);
      work.forget("moved");
      if (problem) return work.refuse(act, problem);
      work.forget(act);
      asking = { act, amount };
      return draw();
    };
    return h(
      "form",
      { key: act, class: "act", onsubmit: submit, novalidate: true, "aria-label": title },
      h("h3", {}, title),
      h("p", { class: "muted small" }, text),
      amountField("amount", o.amount.label),
      work.note(act),
      h("button", { type: "submit" }, c.money.next),
    );
  }

  function sure(held, name) {
    const { act, amount } = asking;
    const out = act === "cash_out";
    const short = out && amount > held.balance;
    const give = async () => {
      const command = { do: act, player, amount, ...(out ? {} : { money: "live" }) };
      if (
        await work.attempt(
          "moved",
          () => houseCommand(command),
          unlessWaits((out ? c.money.cashedOut : c.money.boughtIn)(money(amount), name)),
        )
      ) {
        asking = null;
        draw();
      }
      wallet.again();
    };
    return confirm({
      title: (out ? c.money.payOut : c.money.takeIn)(money(amount), name),
      lines: [
        oneLine("span", money(amount), { class: "sum" }),
        h("span", { class: "in-words" }, inWords(amount)),
        short
          ? h("span", { class: "warn" }, c.money.short(money(held.balance)))
          : c.money.after(money(held.balance), money(held.balance + (out ? -amount : amount))),
      ],
      yes: (out ? c.money.yesOut : c.money.yesIn)(money(amount)),
      onyes: give,
      busy: work.busy.has("moved"),
      onno: () => {
        asking = null;
        work.forget("moved");
        draw();
      },
    });
  }

  function movements(held) {
    const choose = (value) => () => {
      practice = value;
      draw();
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
          h("button", { class: "pill", "aria-pressed": String(!practice), onclick: choose(false) }, c.movements.live),
          h("button", { class: "pill", "aria-pressed": String(practice), onclick: choose(true) }, c.movements.practice),
        ),
      ),
      moved(practice ? held.practice_movements : held.movements),
    );
  }

  function drawn() {
    return h(
      "div",
      { class: "two" },
      list(),
      h(
        "div",
        { class: "beside" },
        player === null
          ? h(
            "div",
            { class: "panel calm" },
            h("h2", {}, c.player.hintTitle),
            h("p", { class: "muted" }, c.player.hint),
          )
          : shown(person, (one) => purse(one.name)),
      ),
    );
  }
  return { drawn };
}

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
