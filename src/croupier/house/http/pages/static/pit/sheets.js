/* A table in detail, a player and what may be done about them. */

import { h, sheet } from "../dom.js";
import { api, tableCommand } from "../net.js";
import { payoutForm } from "../payout.js";
import { dayOf, money, t } from "../text/en.js";
import { pay } from "../text/en_payment.js";
import { p } from "../text/en_pit.js";
import { attempt, failedLinks, giveHouse, giveTable, refuse } from "./desk.js";
import { limitLines, limitsForm } from "./limits.js";
import { alarms } from "./tables.js";

/** @import { AccountView, AnyCommand, PitTable, WalletPage } from "../../api.d.ts" */
/** @import { TableCommand } from "../../api.d.ts" */
/** @import { Refusal } from "../dealer/desk.js" */
/** @import { Child, Submitted } from "../dom.js" */
/** @import { Desk } from "./desk.js" */
/** @import { Changing } from "./limits.js" */
/** @import { PayoutState } from "../payout.js" */

/** @typedef {{ readonly currentTarget: Element }} Pressed */
/**
 * @typedef {object} Watched a table in detail
 * @property {string} name
 * @property {Desk} desk
 * @property {string} reason
 * @property {Changing | null} limits
 * @property {(open: boolean) => void} changing the limits
 * @property {PayoutState | null} payout
 * @property {(open: boolean) => void} paying reporting what was paid wrongly
 */
/**
 * @typedef {object} PlayerState
 * @property {string} player
 * @property {Desk} desk
 * @property {AccountView | null} account
 * @property {WalletPage | null} wallet
 * @property {string | null} sure the table to bar from, once confirmed
 * @property {string} reason
 * @property {() => void} redraw
 */

/**
 * The players of a table with all their boxes.
 * @param {PitTable} table
 */
function seated(table) {
  const by = new Map();
  for (const seat of table.seats) {
    by.set(seat.player, { ...seat, boxes: [...(by.get(seat.player)?.boxes ?? []), seat.box] });
  }
  return [...by.values()];
}

/** @param {string} name @param {Desk} desk */
export function openTable(name, desk) {
  /** @type {Watched} */
  const s = {
    name,
    desk,
    reason: "",
    limits: null,
    payout: null,
    paying: (open) => {
      s.payout = open ? (s.payout ?? { trouble: null }) : null;
      redraw();
    },
    changing: (open) => {
      s.limits = open ? (s.limits ?? { trouble: null }) : null;
      redraw();
    },
  };
  const redraw = sheet(p.tableTitle(name), (close) => drawnTable(s, close), {
    wide: true,
    onclose: () => desk.sheets.delete(redraw),
  });
  desk.sheets.add(redraw);
}

/** @param {Watched} s @param {() => void} close */
function drawnTable(s, close) {
  const { pit } = s.desk;
  const table = pit.tables.find((one) => one.table === s.name);
  if (!table) return h("p", {}, p.none);
  const at = encodeURIComponent(s.name);
  /** @param {string} tag */
  const may = (tag) => pit.may.includes(tag);
  const house = (/** @type {AnyCommand} */ command) => (/** @type {Pressed} */ event) =>
    giveHouse(s.desk, s.name, command, event.currentTarget);
  const game = (/** @type {TableCommand} */ command) => (/** @type {Pressed} */ event) =>
    giveTable(s.desk, s.name, command, event.currentTarget);
  const pause = (
    /** @type {Pressed} */ event,
  ) => (s.reason.trim()
    ? house({ do: "pause_table", reason: s.reason.trim() })(event)
    : refuse(event.currentTarget, p.reasonNeeded));
  const found = alarms(table, failedLinks(s.desk));
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
    table.file ? h("p", {}, h("strong", {}, t.lobby.file)) : null,
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
      limitLines(table).map(({ label, value }) => pair(label, value)),
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
        value: s.reason,
        maxlength: 200,
        oninput: (event) => {
          s.reason = event.target.value;
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
      may("change_limits") && s.limits === null
        ? h("button", { onclick: () => s.changing(true) }, p.limit.change)
        : null,
      may("report_payment") && table.paid.length && lastOver(table) && s.payout === null
        ? h("button", { onclick: () => s.paying(true) }, pay.wrong.title)
        : null,
      may("close_table") && !table.closed ? h("button", { onclick: game({ do: "close_table" }) }, p.closeTable) : null,
      may("open_table") && table.closed ? h("button", { onclick: game({ do: "open_table" }) }, p.openTable) : null,
      may("jackpot_service") && table.jackpot !== null
        ? h(
          "button",
          { onclick: game({ do: "jackpot_service", available: !table.jackpot_available }) },
          table.jackpot_available ? p.jackpotOffNow : p.jackpotOn,
        )
        : null,
    ),
    s.payout
      ? h(
        "div",
        { class: "panel", key: "payout" },
        payoutForm({
          round: lastOver(table),
          handed: null,
          wagers: table.paid,
          stays: true,
          send: (command) =>
            attempt(s.desk, async () => {
              const answer = await tableCommand(s.name, command);
              if (s.payout) s.payout.proposed = Boolean(answer.proposal);
            }),
          done: () => s.paying(false),
          redraw: () => s.paying(true),
        }, s.payout),
      )
      : null,
    s.limits ? limitsForm(table, s.desk, s.limits, s.changing) : null,
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
                openPlayer(one.player, s.desk);
              },
              disabled: one.bot,
            },
            h("strong", {}, t.table.player(one.player)),
            h("span", { class: "muted" }, p.boxesOf(one.boxes), one.bot ? ` · ${p.bot}` : ""),
          ),
        )
      ),
    ),
    marked(table, s.desk, s.name),
  ];
}

/** @param {string} label @param {Child} value */
const pair = (label, value) => h("div", { key: label }, h("dt", {}, label), h("dd", {}, value));
/** @param {PitTable} table */
const lastOver = (table) => (["settled", "void"].includes(table.phase) ? table.round : Math.max(0, table.round - 1));

/** @param {PitTable} table @param {Desk} desk @param {string} name */
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
            onclick: (event) => giveTable(desk, name, { do: "readmit_player", player }, event.currentTarget),
          }, p.readmit)
          : null,
      )
    ),
  );
}

/** @param {string} player @param {Desk} desk */
export function openPlayer(player, desk) {
  /** @type {PlayerState} */
  const s = { player, desk, account: null, wallet: null, sure: null, reason: "", redraw: () => redraw() };
  const redraw = sheet(player, () => drawnPlayer(s), { onclose: () => desk.sheets.delete(redraw) });
  desk.sheets.add(redraw);
  look(s);
}

/** @param {PlayerState} s */
function drawnPlayer(s) {
  const { pit } = s.desk;
  /** @param {string} tag */
  const may = (tag) => pit.may.includes(tag);
  const places = pit.tables.filter((table) =>
    table.seats.some((seat) => seat.player === s.player) || table.barred.includes(s.player) ||
    table.restricted.includes(s.player)
  );
  return [
    s.account
      ? h(
        "p",
        {},
        h("strong", {}, s.account.name),
        " ",
        s.account.suspended ? h("span", { class: "alarm alarm-bad" }, p.player.suspended) : null,
        s.account.excluded
          ? h(
            "span",
            { class: "alarm alarm-bad" },
            p.player.excluded(s.account.excluded_until ? dayOf(s.account.excluded_until) : null),
          )
          : null,
      )
      : null,
    s.wallet
      ? h(
        "dl",
        { class: "pit-facts" },
        pair(p.player.balance, money(s.wallet.balance ?? 0)),
        pair(p.player.practice, money(s.wallet.practice ?? 0)),
        s.wallet.reserved ? pair(p.player.reserved, money(s.wallet.reserved)) : null,
        s.wallet.owed ? pair(p.player.owed, money(s.wallet.owed)) : null,
        pair(
          p.player.limit,
          s.wallet.limit
            ? p.player.limitWords(
              money(s.wallet.limit.lost_so_far),
              s.wallet.limit.amount === null ? p.player.noLimit : money(s.wallet.limit.amount),
              s.wallet.limit.period,
            )
            : p.player.noLimit,
        ),
      )
      : h("p", { class: "muted" }, s.account ? p.player.noWallet : p.player.noAccount),
    places.length && !places.some((table) => table.bars || table.restricts)
      ? h("p", { class: "muted" }, p.player.noPower)
      : null,
    places.length === 0 ? h("p", { class: "muted" }, p.player.notAtTable) : null,
    h(
      "ul",
      { class: "people" },
      places.map((table) => {
        const boxes = table.seats.filter((seat) => seat.player === s.player).map((seat) => seat.box);
        const give =
          (/** @type {"restrict_player" | "bar_player" | "readmit_player"} */ what) => (/** @type {Pressed} */ event) =>
            giveTable(s.desk, table.table, { do: what, player: s.player }, event.currentTarget);
        const barred = table.barred.includes(s.player);
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
              : table.restricted.includes(s.player)
              ? h("span", { class: "alarm alarm-warn" }, p.restricted)
              : null,
          ),
          h(
            "div",
            { class: "row" },
            may("restrict_player") && table.restricts && !barred
              ? h("button", { onclick: give("restrict_player") }, p.restrict)
              : null,
            may("bar_player") && table.bars && !barred
              ? h("button", {
                onclick: () => {
                  s.sure = table.table;
                  s.redraw();
                },
              }, p.bar)
              : null,
            may("readmit_player") && (barred || table.restricted.includes(s.player))
              ? h("button", { onclick: give("readmit_player") }, p.readmit)
              : null,
          ),
          s.sure === table.table
            ? h(
              "div",
              { class: "own row", role: "alert" },
              h("span", {}, p.confirmBar(s.player, table.table)),
              h("button", {
                class: "primary",
                onclick: (event) => {
                  s.sure = null;
                  give("bar_player")(event);
                },
              }, p.yes),
            )
            : null,
        );
      }),
    ),
    s.account ? exclusion(s, s.account) : null,
  ];
}

/** @param {PlayerState} s @param {AccountView} account */
function exclusion(s, account) {
  const out = account.excluded !== null;
  if (!s.desk.pit.me.may.includes(out ? "readmit" : "exclude")) return null;
  /** @param {Submitted} event */
  const send = async (event) => {
    event.preventDefault();
    const anchor = event.submitter ?? event.target;
    try {
      s.account = await api(
        out ? "POST /api/people/{person}/readmit" : "POST /api/people/{person}/exclude",
        { person: s.player },
        { reason: s.reason.trim() },
      );
      s.reason = "";
    } catch (problem) {
      refuse(anchor, t.trouble.words(problem));
    }
    s.redraw();
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
        value: s.reason,
        oninput: (event) => {
          s.reason = event.target.value;
        },
      }),
    ),
    h("div", { class: "row" }, h("button", { type: "submit" }, out ? p.player.readmit : p.player.exclude)),
  );
}

/**
 * Patrons who play with physical chips have no account: they are known by name only.
 * @param {PlayerState} s
 */
async function look(s) {
  try {
    s.account = (await api("GET /api/people", { search: s.player })).find((one) => one.id === s.player) ?? null;
    if (s.account !== null) s.wallet = await api("GET /api/wallets/{player}", { player: s.player });
  } catch {
    /* not for this role */
  }
  s.redraw();
}
