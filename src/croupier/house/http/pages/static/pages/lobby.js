/* The lobby: every table with its game, limits, seats, stage and jackpot, as it stands now. */

import { h, preference, render, style } from "../dom.js";
import { me, on, watch } from "../net.js";
import { money, shortMoney, t } from "../text/en.js";

const DEALERS = ["dealer", "pit_supervisor", "pit_manager", "shift_manager"];

export async function open(outlet, _parts, shell) {
  await style("pages/lobby.css");
  let tables = null;
  let jackpots = {};
  let failed = new Set();
  let game = preference.get("lobby.game", "all");

  const draw = () => render(outlet, [welcome(), tables === null ? loading() : [filters(), list()]]);

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
  const slug = (table) => table.rulebook.split("@")[0];

  function filters() {
    const games = [...new Set([...tables.values()].map(slug))].toSorted((a, b) => t.game(a).localeCompare(t.game(b)));
    if (games.length < 2) return null;
    const choose = (one) => () => {
      game = one;
      preference.set("lobby.game", one);
      draw();
    };
    return h(
      "div",
      { class: "filters", role: "group", "aria-label": t.lobby.filter, key: "filters" },
      ["all", ...games].map((one) =>
        h(
          "button",
          { key: one, class: "pill", "aria-pressed": String(one === game), onclick: choose(one) },
          one === "all" ? t.lobby.all : t.game(one),
        )
      ),
    );
  }

  function list() {
    const all = [...tables.values()].toSorted((a, b) => a.table.localeCompare(b.table, "en", { numeric: true }));
    if (all.length === 0) {
      return h("div", { class: "state", key: "empty" }, h("h2", {}, t.lobby.empty), h("p", {}, t.lobby.emptyText));
    }
    const shown = all.filter((table) => game === "all" || slug(table) === game);
    if (shown.length === 0) {
      return h(
        "div",
        { class: "state", key: "none" },
        h("p", {}, t.lobby.noneOfGame),
        h("button", {
          onclick: () => {
            game = "all";
            draw();
          },
        }, t.lobby.showAll),
      );
    }
    return h("ul", { class: "tables", key: "tables", "aria-label": t.lobby.count(shown.length) }, shown.map(item));
  }

  function item(table) {
    const taken = new Map((table.seats ?? []).map((seat) => [seat.box, seat.player]));
    const free = table.boxes - taken.size;
    const down = failed.has(table.jackpot);
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
        h("b", {}, money(jackpots[table.jackpot] ?? table.jackpot_value ?? 0)),
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
                title: t.lobby.seatLabel(place + 1, taken.has(place + 1) ? t.table.player(taken.get(place + 1)) : null),
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
          deals ? t.lobby.deal : table.closed || free === 0 ? t.lobby.look : t.lobby.open,
        ),
      ),
    );
  }

  draw();
  const ends = [
    on("me", draw),
    watch("*", (push) => {
      tables ??= new Map();
      for (const table of push.tables) tables.set(table.table, table);
      jackpots = push.jackpots;
      failed = new Set(push.failed);
      draw();
    }),
  ];
  void shell;
  return { title: t.lobby.title, close: () => ends.forEach((end) => end()) };
}
