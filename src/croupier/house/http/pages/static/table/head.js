/* The head of a table: game, limits, jackpot, wallet and the sheets that are one tap away; announcements to
   everybody. */

import { h } from "../dom.js";
import { me } from "../net.js";
import { money, shortMoney, signed, t } from "../text/en.js";
import { own } from "./reading.js";
import { moves } from "./state.js";

/** @import { Seen } from "./state.js" */

/* Of what is left to count, a frame counts one in so many. */
const STEPS = 9;

const ICONS = {
  back: "M10 3L5 8l5 5",
  rules: "M3 3h4a1.500 1.500 0 0 1 1 .5A1.500 1.500 0 0 1 9 3h4v10H9a1.500 1.500 0 0 0-1 .5A1.500 1.500 0 0 0 7 " +
    "13H3zM8 3.500v10",
  history: "M8 4.500V8l2.500 1.500M2.500 8a5.500 5.500 0 1 0 1.700-4M2.500 2.500V5H5",
  call: "M3 12h10l-1.500-2V7a3.500 3.500 0 0 0-7 0v3zM6.500 14h3M8 2v1.500",
  settings: "M2 4.500h7M12 4.500h2M2 8h2M7 8h7M2 11.500h6M11 11.500h3M10.500 3v3M5.500 6.500v3M9.500 10v3",
};

/** @param {keyof typeof ICONS} name */
const icon = (name) => h("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, h("path", { d: ICONS[name] }));

/**
 * @param {Seen} s
 * @param {"rules" | "history" | "call" | "settings" | "meter" | "position"} name
 */
export async function openSheet(s, name) {
  const sheets = await import("./sheets.js");
  sheets[name](s);
}

/** @param {Seen} s */
export function head(s) {
  const { view, layout } = s.push;
  const { game } = view;
  return h(
    "header",
    { class: "table-head", key: "table-head" },
    h("a", { class: "button icon", href: "/", "aria-label": t.table.lobby }, icon("back")),
    h(
      "div",
      { class: "table-title" },
      h("h1", {}, layout.game),
      h(
        "p",
        {},
        h("span", { class: "where" }, `${s.table} · ${t.table.round(game.round)} · `),
        t.table.limits(shortMoney(game.limits[0]), shortMoney(game.limits[1])),
      ),
    ),
    view.jackpot === null ? null : h(
      "button",
      { class: ["jackpot", !game.jackpot_available && "down"], onclick: () => openSheet(s, "meter") },
      h("span", {}, game.jackpot_available ? t.table.jackpot : t.table.jackpotDown),
      h("b", {
        keep: true,
        ref: (made) => {
          s.meter.element = made;
          s.meter.shown = null;
          drawMeter(s);
        },
      }),
    ),
    purse(s, () => openSheet(s, "position")),
    h(
      "div",
      { class: "tools" },
      tool(s, "rules"),
      tool(s, "history"),
      tool(s, "call", own(view, s.id).length > 0),
      tool(s, "settings"),
    ),
  );
}

/**
 * What a player has: the wallet, what is kept of it for the bet, the result of this visit.
 * @param {Seen} s
 * @param {() => void} open shows more about it
 */
function purse(s, open) {
  const { view, kept, layout } = s.push;
  const held = me.wallet ? money(view.practice ? me.wallet.practice : me.wallet.live) : null;
  const net = s.memory.net();
  const aside = Object.values(kept).reduce((sum, one) => sum + one, 0);
  const words = aside ? t.table.kept(shortMoney(aside), t.wager(layout.stay)) : null;
  return h(
    "button",
    {
      class: "purse",
      onclick: open,
      "aria-label": [held, words, t.table.netLabel(signed(net)), t.table.position].filter(Boolean).join(". "),
    },
    held ? h("b", {}, held) : null,
    words ? h("span", { class: "kept", key: "kept" }, words) : null,
    h("span", { class: net < 0 ? "down" : "up", key: "net" }, `${t.table.net} ${signed(net)}`),
  );
}

/**
 * The jackpot's meter: it counts up to what it shows.
 * @param {Seen} s
 */
export function drawMeter(s) {
  const { meter } = s;
  const { element, shown } = meter;
  const value = s.push.view.game.jackpot ?? 0;
  if (element === null || meter.counting) return;
  const counts = shown !== null && shown < value && moves();
  const next = counts ? shown + Math.ceil((value - shown) / STEPS) : value;
  if (next !== shown) element.textContent = money(next);
  meter.shown = next;
  if (next === value) return;
  meter.counting = true;
  requestAnimationFrame(() => {
    meter.counting = false;
    drawMeter(s);
  });
}

/**
 * @param {Seen} s
 * @param {"rules" | "history" | "call" | "settings"} name
 * @param {boolean} open one that is not keeps its place: nothing beside it moves when it comes
 */
const tool = (s, name, open = true) =>
  h(
    "button",
    {
      class: ["icon", !open && "shut"],
      inert: !open,
      onclick: () => openSheet(s, name),
      "aria-label": t.table[name],
      title: t.table[name],
    },
    icon(name),
  );

/** @param {Seen} s */
export function notices(s) {
  const { view } = s.push;
  const { prompt } = t.table;
  const notice = (/** @type {string} */ text, kind = "calm") => h("p", { class: ["notice", kind], key: text }, text);
  return [
    view.game.closed
      ? notice(prompt.closedTable, "bad")
      : view.paused
      ? notice(prompt.paused)
      : view.last_round === null
      ? null
      : notice(prompt.lastRound),
    view.jackpot === null || view.game.jackpot_available ? null : notice(t.table.jackpotDownText),
    own(view, s.id).length && s.parts?.isLeftOut(view)
      ? h("p", { class: "notice bad", key: "left-out", role: "alert" }, prompt.partLeftOut)
      : null,
  ];
}
