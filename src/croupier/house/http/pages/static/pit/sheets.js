/* A table in detail, a link to fail or restore, a player with what may be done about them. */

import { h, sheet } from "../dom.js";
import { api } from "../net.js";
import { dayOf, money, shortMoney, t } from "../text/en.js";
import { p } from "../text/en_pit.js";
import { alarms } from "./tables.js";

const EXCLUDES = ["shift_manager", "pit_manager", "cage"];
const EXCLUSION_ENDS = ["shift_manager"];

/* The players of a table with all their boxes. */
function seated(table) {
  const by = new Map();
  for (const seat of table.seats) {
    by.set(seat.player, { ...seat, boxes: [...(by.get(seat.player)?.boxes ?? []), seat.box] });
  }
  return [...by.values()];
}

export function openTable(name, desk) {
  let reason = "";
  const redraw = sheet(p.tableTitle(name), (close) => {
    const { pit } = desk;
    const table = pit.tables.find((one) => one.table === name);
    if (!table) return h("p", {}, p.none);
    const at = encodeURIComponent(name);
    const may = (tag) => pit.may.includes(tag);
    const house = (command) => (event) => desk.acts.house(name, command, event.currentTarget);
    const game = (command) => (event) => desk.acts.table(name, command, event.currentTarget);
    const pause = (
      event,
    ) => (reason.trim()
      ? house({ do: "pause_table", reason: reason.trim() })(event)
      : desk.acts.refuse(event.currentTarget, p.reasonNeeded));
    const found = alarms(table, desk.failed());
    return [
      h(
        "p",
        {},
        t.game(table.rulebook),
        " · ",
        p.round(table.round),
        " · ",
        p.state[table.closed ? "closed" : table.paused ? "paused" : ""] ?? p.phase[table.phase],
      ),
      found.length
        ? h(
          "p",
          { class: "floor-alarms" },
          found.map(([kind, words]) => h("span", { key: words, class: `alarm alarm-${kind}` }, words)),
        )
        : null,
      h(
        "dl",
        { class: "pit-facts" },
        pair(p.limitsLabel, p.limits(shortMoney(table.limits[0]), shortMoney(table.limits[1]))),
        pair(p.dealerLabel, table.automatic ? p.automatic : (table.dealer ?? p.nobody)),
        pair(p.paceLabel, p.paceWords(table.rounds_per_hour)),
        pair(p.seatsLabel, p.seats(table.seats.length, table.boxes)),
        table.staked && !["settled", "void"].includes(table.phase) ? pair(p.stakedLabel, money(table.staked)) : null,
      ),
      h(
        "div",
        { class: "row" },
        h("a", { class: "button primary", href: `/deal/${at}` }, p.deal),
        h("a", { class: "button", href: `/table/${at}` }, p.watch),
        lastOver(table) ? h("a", { class: "button", href: `/audit/${at}/${lastOver(table)}` }, p.audit) : null,
      ),
      h("h3", {}, p.actions),
      h(
        "label",
        { class: "field" },
        p.reason,
        h("input", {
          value: reason,
          maxlength: 200,
          oninput: (event) => {
            reason = event.target.value;
          },
        }),
      ),
      h(
        "div",
        { class: "row" },
        may("pause_table")
          ? (table.paused
            ? h("button", { onclick: house({ do: "resume_table" }) }, p.resume)
            : h("button", { onclick: pause }, p.pause))
          : null,
        may("announce_last_round") && table.last_round === null && !table.closed
          ? h("button", { onclick: house({ do: "announce_last_round" }) }, p.announce)
          : null,
        may("close_table") && !table.closed
          ? h("button", { onclick: game({ do: "close_table" }) }, p.closeTable)
          : null,
        may("open_table") && table.closed ? h("button", { onclick: game({ do: "open_table" }) }, p.openTable) : null,
        may("jackpot_service") && table.jackpot !== null
          ? h(
            "button",
            { onclick: game({ do: "jackpot_service", available: !table.jackpot_available }) },
            table.jackpot_available ? p.jackpotOffNow : p.jackpotOn,
          )
          : null,
      ),
      h("h3", {}, p.seatsTitle),
      table.seats.length === 0 ? h("p", { class: "muted" }, p.noSeats) : h(
        "ul",
        { class: "people" },
        seated(table).map((one) =>
          h(
            "li",
            { key: one.player },
            h(
              "button",
              {
                class: "quiet person",
                onclick: () => {
                  close();
                  openPlayer(one.player, desk);
                },
                disabled: one.bot,
              },
              h("strong", {}, t.table.player(one.player)),
              h("span", { class: "muted" }, p.boxesOf(one.boxes), one.bot ? ` · ${p.bot}` : ""),
            ),
          )
        ),
      ),
      marked(table, desk, name),
    ];
  }, { wide: true, onclose: () => desk.sheets.delete(redraw) });
  desk.sheets.add(redraw);
}

const pair = (label, value) => h("div", { key: label }, h("dt", {}, label), h("dd", {}, value));
const lastOver = (table) => (["settled", "void"].includes(table.phase) ? table.round : table.round - 1);

function marked(table, desk, name) {
  const all = [...new Set([...table.barred, ...table.restricted])];
  if (all.length === 0) return null;
  return h(
    "ul",
    { class: "people" },
    all.map((player) =>
      h(
        "li",
        { key: player, class: "row" },
        h("strong", {}, player),
        h("span", { class: "alarm alarm-bad" }, table.barred.includes(player) ? p.barred : p.restricted),
        desk.pit.may.includes("readmit_player")
          ? h("button", {
            onclick: (event) => desk.acts.table(name, { do: "readmit_player", player }, event.currentTarget),
          }, p.readmit)
          : null,
      )
    ),
  );
}

export function openLink(jackpot, desk) {
  const down = jackpot.failed !== null;
  let reason = "";
  let trouble = null;
  let redraw = () => {};
  const submit = async (event) => {
    event.preventDefault();
    trouble = await desk.tryOffice({
      do: down ? "restore_link" : "fail_link",
      jackpot: jackpot.jackpot,
      reason: reason.trim(),
    });
    if (trouble === null) redraw.close();
    else redraw();
  };
  redraw = sheet(
    down ? p.link.restoreTitle(jackpot.jackpot) : p.link.failTitle(jackpot.jackpot),
    () =>
      h(
        "form",
        { class: "pit-form", onsubmit: submit },
        h("p", { class: "muted" }, down ? p.link.restoreLead : p.link.failLead),
        h(
          "label",
          { class: "field" },
          p.reason,
          h("input", {
            required: true,
            maxlength: 300,
            value: reason,
            oninput: (event) => {
              reason = event.target.value;
            },
          }),
        ),
        trouble ? h("p", { class: "error", role: "alert" }, trouble.message) : null,
        h("button", { class: "primary", type: "submit" }, down ? p.link.restore : p.link.fail),
      ),
  );
}

export function openPlayer(player, desk) {
  let account = null;
  let wallet = null;
  let sure = null;
  let reason = "";
  const redraw = sheet(player, () => {
    const { pit } = desk;
    const may = (tag) => pit.may.includes(tag);
    const places = pit.tables.filter((table) =>
      table.seats.some((seat) => seat.player === player) || table.barred.includes(player) ||
      table.restricted.includes(player)
    );
    return [
      account
        ? h(
          "p",
          {},
          h("strong", {}, account.name),
          " ",
          account.suspended ? h("span", { class: "alarm alarm-bad" }, p.player.suspended) : null,
          account.excluded
            ? h(
              "span",
              { class: "alarm alarm-bad" },
              p.player.excluded(account.excluded_until ? dayOf(account.excluded_until) : null),
            )
            : null,
        )
        : null,
      wallet
        ? h(
          "dl",
          { class: "pit-facts" },
          pair(p.player.balance, money(wallet.balance ?? 0)),
          pair(p.player.practice, money(wallet.practice ?? 0)),
          wallet.reserved ? pair(p.player.reserved, money(wallet.reserved)) : null,
          wallet.owed ? pair(p.player.owed, money(wallet.owed)) : null,
          pair(
            p.player.limit,
            wallet.limit
              ? p.player.limitWords(
                money(wallet.limit.lost_so_far),
                wallet.limit.amount === null ? p.player.noLimit : money(wallet.limit.amount),
                wallet.limit.period,
              )
              : p.player.noLimit,
          ),
        )
        : h("p", { class: "muted" }, account ? p.player.noWallet : p.player.noAccount),
      places.length && !places.some((table) => table.bars || table.restricts)
        ? h("p", { class: "muted" }, p.player.noPower)
        : null,
      places.length === 0 ? h("p", { class: "muted" }, p.player.notAtTable) : null,
      h(
        "ul",
        { class: "people" },
        places.map((table) => {
          const boxes = table.seats.filter((seat) => seat.player === player).map((seat) => seat.box);
          const give = (command) => (event) =>
            desk.acts.table(table.table, { ...command, player }, event.currentTarget);
          const barred = table.barred.includes(player);
          return h(
            "li",
            { key: table.table, class: "place" },
            h(
              "p",
              {},
              h("strong", {}, table.table),
              " ",
              h("span", { class: "muted" }, boxes.length ? p.boxesOf(boxes) : ""),
              " ",
              barred
                ? h("span", { class: "alarm alarm-bad" }, p.barred)
                : table.restricted.includes(player)
                ? h("span", { class: "alarm alarm-warn" }, p.restricted)
                : null,
            ),
            h(
              "div",
              { class: "row" },
              may("restrict_player") && table.restricts && !barred
                ? h("button", { onclick: give({ do: "restrict_player" }) }, p.restrict)
                : null,
              may("bar_player") && table.bars && !barred
                ? h("button", {
                  onclick: () => {
                    sure = table.table;
                    redraw();
                  },
                }, p.bar)
                : null,
              may("readmit_player") && (barred || table.restricted.includes(player))
                ? h("button", { onclick: give({ do: "readmit_player" }) }, p.readmit)
                : null,
            ),
            sure === table.table
              ? h(
                "div",
                { class: "own row", role: "alert" },
                h("span", {}, p.confirmBar(player, table.table)),
                h("button", {
                  class: "primary",
                  onclick: (event) => {
                    sure = null;
                    give({ do: "bar_player" })(event);
                  },
                }, p.yes),
              )
              : null,
          );
        }),
      ),
      account ? exclusion() : null,
    ];
  }, { onclose: () => desk.sheets.delete(redraw) });
  desk.sheets.add(redraw);
  const name = encodeURIComponent(player);
  function exclusion() {
    const out = account.excluded !== null;
    const may = out ? EXCLUSION_ENDS : EXCLUDES;
    if (!may.some((one) => desk.pit.me.roles.includes(one))) return null;
    const send = async (event) => {
      event.preventDefault();
      const anchor = event.submitter ?? event.target;
      try {
        account = await api("POST", `/api/people/${name}/${out ? "readmit" : "exclude"}`, { reason: reason.trim() });
        reason = "";
      } catch (problem) {
        desk.acts.refuse(anchor, problem.message);
      }
      redraw();
    };
    return h(
      "form",
      { class: "pit-form place", onsubmit: send, key: "exclusion" },
      h("p", {}, out ? p.player.readmitText : p.player.excludeText),
      h(
        "label",
        { class: "field" },
        p.reason,
        h("input", {
          required: true,
          maxlength: 300,
          value: reason,
          oninput: (event) => {
            reason = event.target.value;
          },
        }),
      ),
      h("div", { class: "row" }, h("button", { type: "submit" }, out ? p.player.readmit : p.player.exclude)),
    );
  }
  look();

  /* Patrons with chips in their hands have no account: they are known by name only. */
  async function look() {
    try {
      account = (await api("GET", `/api/people?search=${name}`)).find((one) => one.id === player) ?? null;
      if (account !== null) wallet = await api("GET", `/api/wallets/${name}`);
    } catch {
      /* not for this role */
    }
    redraw();
  }
}
