/* The lobby: every table with its current game, limits, seats, stage and jackpot. */

import { h, preference, render, style } from "../dom.js";
import { me, now, on, watchLobby } from "../net.js";
import { money, shortMoney, t } from "../text/en.js";

/** @import { TableSummary } from "../../api.d.ts" */
/** @import { Open } from "../main.js" */

/**
 * @typedef {object} LobbyState
 * @property {Element} outlet
 * @property {Map<string, TableSummary> | null} tables
 * @property {Record<string, number>} jackpots
 * @property {Set<string>} failed
 * @property {string} game
 */
/** @typedef {LobbyState & { tables: Map<string, TableSummary> }} Known */

const TICK_MS = 500;
const DEALERS = ["dealer", "pit_supervisor", "pit_manager", "shift_manager"];

/** @type {Open} */
export async function open(outlet) {
  await style("pages/lobby.css");
  const game = preference.get("lobby.game", "all");
  /** @type {LobbyState} */
  const s = { outlet, tables: null, jackpots: {}, failed: new Set(), game };
  draw(s);
  const ends = [
    on("me", () => draw(s)),
    watchLobby((push) => {
      s.tables ??= new Map();
      for (const table of push.tables) s.tables.set(table.table, table);
      s.jackpots = push.jackpots;
      s.failed = new Set(push.failed);
      draw(s);
    }),
    ticking(s),
  ];
  return { title: t.lobby.title, close: () => ends.forEach((end) => end()) };
}

/**
 * Seconds run only where somebody has to hurry.
 * @param {LobbyState} s
 */
function ticking(s) {
  const timer = setInterval(() => {
    if (isKnown(s) && [...s.tables.values()].some((table) => left(table) !== null)) draw(s);
  }, TICK_MS);
  return () => clearInterval(timer);
}

/**
 * @param {LobbyState} s
 * @returns {s is Known}
 */
const isKnown = (s) => s.tables !== null;

/** @param {LobbyState} s */
const draw = (s) => render(s.outlet, [welcome(), isKnown(s) ? [waiting(s), filters(s), list(s)] : loading()]);

/* Of a round that is over nothing waits. */
const OVER = ["idle", "settled", "void"];

/**
 * What a player has left on a table, in words; null if it is nothing.
 * @param {TableSummary} table
 */
function left(table) {
  const own = table.seats.filter(({ player }) => player === me.person?.id);
  if (!own.length || table.closed || OVER.includes(table.phase)) return null;
  if (!own.some(({ decides }) => decides)) return t.lobby.wagers;
  const due = table.timer?.step === "fold_undecided" ? Date.parse(table.timer.due) - now() : null;
  return t.lobby.hand(due === null ? null : Math.max(0, Math.ceil(due / 1000)));
}

/**
 * The way back to one's hand is the first thing on the page.
 * @param {Known} s
 */
const waiting = (s) =>
  [...s.tables.values()].map((table) => {
    const words = left(table);
    return words === null ? null : h(
      "a",
      {
        key: `waiting ${table.table}`,
        class: ["your-hand", words !== t.lobby.wagers && "decides"],
        href: `/table/${encodeURIComponent(table.table)}`,
      },
      t.lobby.waits(words, table.table),
    );
  });

function welcome() {
  return h(
    "section",
    { class: "welcome" },
    h(
      "div",
      {},
      h("h1", {}, t.lobby.title),
      h(
        "p",
        {},
        t.lobby.lead,
        " ",
        h("a", { href: "/log" }, t.lobby.log),
        " ",
        h("a", { href: "/shuffle" }, t.lobby.shuffle),
      ),
      me.demo ? h("p", { class: "note" }, t.lobby.demo) : null,
    ),
  );
}

const loading = () =>
  h("div", { class: "state", key: "loading" }, h("span", { class: "spinner" }), h("p", {}, t.lobby.loading));

/** @param {TableSummary} table */
const slug = (table) => table.rulebook.split("@")[0];

/** @param {Known} s */
function filters(s) {
  const games = [...new Set([...s.tables.values()].map(slug))].toSorted((a, b) => t.game(a).localeCompare(t.game(b)));
  if (games.length < 2) return null;
  const choose = (/** @type {string} */ one) => () => {
    s.game = one;
    preference.set("lobby.game", one);
    draw(s);
  };
  return h(
    "div",
    { class: "filters", role: "group", "aria-label": t.lobby.filter, key: "filters" },
    ["all", ...games].map((one) =>
      h(
        "button",
        { key: one, class: "pill", "aria-pressed": String(one === s.game), onclick: choose(one) },
        one === "all" ? t.lobby.all : t.game(one),
      )
    ),
  );
}

/** @param {Known} s */
function list(s) {
  const all = [...s.tables.values()].toSorted((a, b) => a.table.localeCompare(b.table, "en", { numeric: true }));
  if (all.length === 0) {
    return h("div", { class: "state", key: "empty" }, h("h2", {}, t.lobby.empty), h("p", {}, t.lobby.emptyText));
  }
  const shown = all.filter((table) => s.game === "all" || slug(table) === s.game);
  if (shown.length === 0) {
    return h(
      "div",
      { class: "state", key: "none" },
      h("p", {}, t.lobby.noneOfGame),
      h("button", {
        onclick: () => {
          s.game = "all";
          draw(s);
        },
      }, t.lobby.showAll),
    );
  }
  return h(
    "ul",
    { class: "tables", key: "tables", "aria-label": t.lobby.count(shown.length) },
    shown.map((table) => item(s, table)),
  );
}

/** @param {Known} s @param {TableSummary} table */
function item(s, table) {
  const taken = new Map(table.seats.map((seat) => [seat.box, seat.player]));
  const free = table.boxes - taken.size;
  const down = table.jackpot !== null && s.failed.has(table.jackpot);
  const deals = !table.automatic && me.person?.roles.some((role) => DEALERS.includes(role));
  return h(
    "li",
    { key: table.table, class: ["table-card", table.closed && "closed"] },
    h(
      "div",
      { class: "table-top" },
      h(
        "h2",
        {},
        h("a", { href: `/${deals ? "deal" : "table"}/${encodeURIComponent(table.table)}` }, t.game(table.rulebook)),
      ),
      h("span", { class: "table-name" }, table.table),
    ),
    table.file && h("p", { class: "muted small" }, t.lobby.file),
    table.jackpot === null ? h("p", { class: "meter none" }, t.lobby.noJackpot) : h(
      "p",
      { class: ["meter", down && "down"] },
      h("span", {}, down ? t.lobby.jackpotDown : t.lobby.jackpot),
      h("b", {}, money(s.jackpots[table.jackpot] ?? 0)),
    ),
    h(
      "dl",
      { class: "facts" },
      h(
        "div",
        {},
        h("dt", {}, t.lobby.limitsLabel),
        h("dd", {}, t.lobby.limits(shortMoney(table.limits[0]), shortMoney(table.limits[1]))),
      ),
      h(
        "div",
        {},
        h("dt", {}, table.automatic ? t.lobby.automatic : t.lobby.attended),
        h("dd", {}, table.practice ? t.lobby.practice : t.lobby.money),
      ),
    ),
    h(
      "div",
      { class: "table-end" },
      h(
        "div",
        {},
        h(
          "div",
          { class: "seats", "aria-hidden": "true" },
          Array.from({ length: table.boxes }, (_, place) =>
            h("i", {
              key: place,
              class: taken.has(place + 1) ? "taken" : "",
              title: t.lobby.seatLabel(place + 1, named(taken.get(place + 1))),
            })),
        ),
        h("span", { class: "seats-words" }, t.lobby.seats(free, table.boxes)),
        h(
          "span",
          { class: ["stage", table.closed ? "stage-closed" : `stage-${table.phase}`] },
          table.closed ? t.lobby.closed : table.paused ? t.lobby.paused : t.lobby.phase[table.phase],
        ),
      ),
      h(
        "span",
        { class: "button primary", "aria-hidden": "true" },
        deals
          ? t.lobby.deal
          : left(table) !== null
          ? t.lobby.back
          : table.closed || free === 0
          ? t.lobby.look
          : t.lobby.open,
      ),
    ),
  );
}

/** @param {string | undefined} player */
const named = (player) => (player === undefined ? null : t.table.player(player));
