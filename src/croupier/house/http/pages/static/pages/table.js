/* The table as players see it: one state (table/state.js), drawn by head, felt and rail.

   The house pushes view, legal commands and costs; what a player does goes through table/acting.js. */

import { h, preference, render, style } from "../dom.js";
import { api, follow, forget, me, on, Trouble, watch } from "../net.js";
import { press } from "../keys.js";
import { drawnNow } from "../table/acting.js";
import { felt } from "../table/felt.js";
import { drawMeter, head, notices } from "../table/head.js";
import { hear, said } from "../table/hearing.js";
import { readPrint } from "../table/print.js";
import { drawClock, rail } from "../table/rail.js";
import { own } from "../table/reading.js";
import { isSeen, newState, skip, watchFinger } from "../table/state.js";
import { t } from "../text/en.js";

/** @import { Open } from "../main.js" */
/** @import { TableState } from "../table/state.js" */

const TICK_MS = 250;

/** @type {Open} */
export async function open(outlet, [table], shell) {
  const styles = style("pages/table.css");
  const s = newState(outlet, table, shell, draw);
  s.draw();
  await styles;
  if (!preference.get("guided", false)) import("../table/guide.js").then(({ begin }) => begin(s));
  const pressed = (/** @type {KeyboardEvent} */ event) => {
    skip(s);
    press(outlet, event);
  };
  addEventListener("keydown", pressed);
  const tapped = () => skip(s);
  addEventListener("pointerdown", tapped, { capture: true });
  const ticking = setInterval(() => isSeen(s) && drawClock(s), TICK_MS);
  const ends = [
    on("me", s.draw),
    on("link", s.draw),
    watch(table, (push) => {
      const first = s.push === null;
      hear(s, push);
      if (first) shell.call(titleOf(s));
    }),
    follow(`table:${table}`, (events) => said(s, events)),
    () => removeEventListener("keydown", pressed),
    () => removeEventListener("pointerdown", tapped, { capture: true }),
    watchFinger(s),
    () => skip(s),
    () => s.outlet.classList.remove("light-room", "contrast"),
    () => clearInterval(ticking),
    () => clearTimeout(s.calling),
    () => forget(table),
  ];
  demandTable(s);
  readPrint(s);
  const close = () => ends.forEach((end) => end());
  return { title: titleOf(s), bare: true, start: "#mine", close, leaving: () => leaving(s) };
}

/** @param {TableState} s */
const titleOf = (s) => (s.push === null ? s.table : t.table.title(s.table, s.push.layout.game));

/**
 * Whoever leaves a hand undecided is told what becomes of it.
 * @param {TableState} s
 */
function leaving(s) {
  const { game, time_out } = s.push?.view ?? {};
  if (game?.phase !== "dealt") return null;
  const open = game.boxes.filter((box) =>
    box.seated === s.id && box.has_hand && box.choice === "undecided" && !box.out
  );
  return open.length ? t.table.leaving(open.map(({ box }) => box), time_out ?? "") : null;
}

/** @param {TableState} s */
function draw(s) {
  s.id = me.person?.id ?? null;
  if (s.trouble) return render(s.outlet, missing(s.trouble));
  if (!isSeen(s)) {
    return render(
      s.outlet,
      h("div", { class: "state" }, h("span", { class: "spinner" }), h("p", {}, t.table.loading)),
    );
  }
  if (s.prefs.lightRoom || s.prefs.contrast) style("table/rooms.css");
  s.outlet.classList.toggle("light-room", s.prefs.lightRoom);
  s.outlet.classList.toggle("contrast", s.prefs.contrast);
  s.visitor = me.person === null && me.demo;
  s.playing = own(s.push.view, s.id).length > 0;
  const held = document.activeElement;
  render(s.outlet, [head(s), notices(s), s.guide?.draw(s), felt(s), rail(s)]);
  drawClock(s);
  drawMeter(s);
  showNext(s);
  if (held instanceof HTMLElement && document.activeElement === document.body) keepFocus(s, held);
}

/**
 * With more boxes than a small window holds, the one that is decided next is brought into it, once.
 * @param {TableState} s
 */
function showNext(s) {
  const next = s.outlet.querySelector(".near.active");
  const box = next?.getAttribute("data-box") ?? null;
  if (box !== s.shown) next?.scrollIntoView({ block: "nearest" });
  s.shown = box;
}

/**
 * A spot that was moved with its box keeps the focus. A control that is gone with its phase leaves it to the words that
 * say what to do now, and not to the top of the page. No other control gets it: a second Enter must not decide anything.
 * @param {TableState} s
 * @param {HTMLElement} held
 */
function keepFocus(s, held) {
  if (held === document.body || document.querySelector("dialog[open]")) return;
  const words = [".what", ".guide p"].map((one) => s.outlet.querySelector(one)).find((one) => one?.checkVisibility());
  const next = drawnNow(s, held) ?? words;
  if (!(next instanceof HTMLElement)) return;
  if (next === words) next.tabIndex = -1;
  next.focus({ preventScroll: true });
}

/** @param {Trouble} trouble */
const missing = (trouble) =>
  h(
    "div",
    { class: "state" },
    h("h1", {}, t.table.noTable),
    h("p", {}, trouble.message || t.trouble.unreachable),
    h("a", { class: "button primary", href: "/" }, t.table.lobby),
  );

/**
 * A table that does not exist is never pushed.
 * @param {TableState} s
 */
async function demandTable(s) {
  try {
    await api("GET /api/tables/{table}", { table: s.table });
  } catch (trouble) {
    if (trouble instanceof Trouble && trouble.status === 404) {
      s.trouble = trouble;
      s.shell.call(t.table.noTable);
      s.draw();
    }
  }
}
