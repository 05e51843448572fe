/* The jackpot sign: one meter that fills a wall. It never shows more than the house says; it announces that a win is
   being verified, celebrates a win, and says "not available" rather than show an old value. */

import { h, oneLine, render, say, style } from "../dom.js";
import { api, follow, isMissing, link, on } from "../net.js";
import { openList } from "../sign/list.js";
import { count, forget, newCounter, pass, rests, separator, wheels } from "../sign/odometer.js";
import { sign as t } from "../text/en_sign.js";
import { money } from "../text/en.js";

/** @import { JackpotMeters, JackpotWon, Told, WinsReversed } from "../../api.d.ts" */
/** @import { Open } from "../main.js" */
/** @import { Events, Link } from "../net.js" */
/** @import { Counter } from "../sign/odometer.js" */

/** @typedef {{ key: string, table: string, round: number, boxes: number[], amount: number }} Hit */

/**
 * @typedef {object} SignState
 * @property {Element} outlet
 * @property {string} name
 * @property {JackpotMeters | null} meters
 * @property {boolean} missing
 * @property {boolean} connected
 * @property {boolean} unreachable
 * @property {Hit | null} hit being celebrated
 * @property {string | null} undone the table whose win was reversed
 * @property {Counter} counter
 * @property {WakeLockSentinel | null} lock
 * @property {boolean} closed
 * @property {number} frame
 * @property {number} asking
 * @property {number} ending
 * @property {number} undoing
 * @property {(() => void)[]} closers
 */
/** @typedef {SignState & { meters: JackpotMeters }} Known */

const CELEBRATION = 14000;
const FRESH = 120000;
const ASK_EVERY = 5000;
const ASK_PAUSE = 120;
const CONFETTI = 70;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** @type {Open} */
export async function open(outlet, [name]) {
  await style("sign.css");
  if (name === undefined) return openList(outlet);
  /** @type {SignState} */
  const s = {
    outlet,
    name,
    meters: null,
    missing: false,
    connected: link !== "lost",
    unreachable: false,
    hit: null,
    undone: null,
    counter: newCounter(),
    lock: null,
    closed: false,
    frame: 0,
    asking: 0,
    ending: 0,
    undoing: 0,
    closers: [],
  };
  start(s);
  return { title: t.title(name), bare: true, close: () => close(s) };
}

/** @param {SignState} s */
function start(s) {
  draw(s);
  s.closers.push(
    follow(`jackpot:${s.name}`, (events, message) => hear(s, events, message)),
    on("link", (state) => linked(s, state)),
  );
  const tick = setInterval(() => ask(s), ASK_EVERY);
  /** @param {KeyboardEvent} event */
  const key = (event) => {
    if (event.key === "f" && !event.ctrlKey && !event.metaKey) fullScreen(s);
  };
  addEventListener("keydown", key);
  s.closers.push(
    () => clearInterval(tick),
    () => removeEventListener("keydown", key),
    () => clearTimeout(s.asking),
    () => clearTimeout(s.ending),
  );
  ask(s);
  stayAwake(s);
}

/** @param {SignState} s */
function close(s) {
  s.closed = true;
  cancelAnimationFrame(s.frame);
  s.lock?.release?.().catch(() => {});
  for (const close of s.closers) close();
}

/** @param {SignState} s */
async function stayAwake(s) {
  try {
    s.lock = await navigator.wakeLock?.request("screen");
  } catch {
    /* A sign without that power goes dark when its screen is set to. */
  }
}

/** @param {SignState} s */
function fullScreen(s) {
  if (document.fullscreenElement) document.exitFullscreen();
  else s.outlet.requestFullscreen?.().catch(() => {});
}

/**
 * What is known
 * @param {SignState} s
 * @param {Link} state
 */
function linked(s, state) {
  s.connected = state === "open";
  if (s.connected) {
    ask(s);
  } else {
    s.unreachable = true; // until the house answers again: the old value may be too high
    forget(s.counter);
  }
  draw(s);
}

/** @param {SignState} s @param {Told[]} events @param {Events} message */
function hear(s, events, message) {
  for (const event of events) {
    if (event.event === "jackpot_won") celebrate(s, event, message);
    if (event.event === "wins_reversed" && event.paid > 0) undo(s, event);
  }
  clearTimeout(s.asking);
  s.asking = setTimeout(() => ask(s), ASK_PAUSE);
}

/** @param {SignState} s */
async function ask(s) {
  try {
    const meters = await api("GET /api/jackpots/{jackpot}", { jackpot: s.name });
    if (s.closed || (s.meters && meters.version < s.meters.version)) return;
    s.meters = meters;
    s.missing = false;
    s.unreachable = false;
    if (meters.failed) forget(s.counter);
    else count(s.counter, meters.display, calm.matches);
  } catch (trouble) {
    if (s.closed) return;
    s.missing = isMissing(trouble);
    s.unreachable = !s.missing;
    forget(s.counter);
  }
  draw(s);
}

/** @param {SignState} s @param {JackpotWon} event @param {Events} message */
function celebrate(s, event, message) {
  const at = Date.parse(message?.at ?? "");
  if (Number.isFinite(at) && Date.now() - at > FRESH) return;
  const boxes = [...new Set(event.winnings.map(({ box }) => box))];
  const amount = event.winnings.reduce((sum, one) => sum + one.amount, 0);
  s.hit = {
    key: `${event.table} ${event.round} ${amount}`,
    table: event.table,
    round: event.round,
    boxes,
    amount,
  };
  s.undone = null;
  say(t.saidWon(money(amount), t.where(event.table, boxes)));
  clearTimeout(s.ending);
  s.ending = setTimeout(() => {
    s.hit = null;
    draw(s);
  }, CELEBRATION);
  draw(s);
}

/** @param {SignState} s @param {WinsReversed} win */
function undo(s, { table, round }) {
  if (s.hit?.table === table && s.hit.round === round) s.hit = null;
  s.undone = table;
  clearTimeout(s.undoing);
  s.undoing = setTimeout(() => {
    s.undone = null;
    if (!s.closed) draw(s);
  }, CELEBRATION);
  say(t.undone(table));
  draw(s);
}

/**
 * What is shown
 * @param {SignState} s
 */
function stateOf(s) {
  if (s.missing) return "missing";
  if (!s.connected || s.unreachable) return "lost";
  if (s.meters === null) return "loading";
  if (s.meters.failed) return "down";
  return "open";
}

/**
 * @param {SignState} s
 * @returns {s is Known}
 */
const isKnown = (s) => s.meters !== null;

/** @param {SignState} s */
function draw(s) {
  if (s.closed) return;
  const { hit } = s;
  const state = stateOf(s);
  render(
    s.outlet,
    h(
      "div",
      { class: ["jackpot-sign", state, hit && "celebrating"] },
      h("header", null, h("p", { class: "kicker" }, t.kicker), h("h1", null, s.name)),
      h("div", { class: "stage" }, stage(s)),
      isKnown(s) && state !== "missing" && h("footer", null, terms(s), hits(s)),
      h("button", {
        type: "button",
        class: "quiet full",
        onclick: () => fullScreen(s),
        title: "F",
      }, t.fullScreen),
    ),
  );
  turn(s);
}

/** @param {SignState} s */
function stage(s) {
  const { hit } = s;
  const state = stateOf(s);
  if (state === "missing") {
    return h(
      "div",
      { class: "away" },
      h("p", null, t.missing(s.name)),
      h("a", { class: "button", href: "/sign" }, t.toList),
    );
  }
  if (state === "loading") return h("p", { class: "away", role: "status" }, t.loading);
  if (hit) return celebration(s, hit);
  if (state !== "open") {
    return h(
      "div",
      { class: "away", role: "alert", key: "away" },
      h("p", { class: "word" }, t.notAvailable),
      h("p", null, state === "down" ? t.linkDown : t.noConnection),
    );
  }
  return isKnown(s) ? [odometer(s), pending(s)] : null;
}

/** @param {Known} s */
function odometer(s) {
  const count = wheels(s.counter.shown).length;
  return h(
    "div",
    {
      class: "odometer",
      key: "odometer",
      role: "img",
      "aria-label": t.saidValue(money(s.meters.display)),
      style: { "--ems": ems(count).toFixed(2) },
    },
    h("span", { class: "sign-of-money", "aria-hidden": "true" }, "$"),
    Array.from({ length: count }, (_, place) => {
      const cents = place >= count - 2;
      const after = separator(place, count);
      return h(
        "span",
        { class: ["place", cents && "cents"], key: `p${count - place}`, "aria-hidden": "true" },
        h(
          "span",
          { class: "wheel" },
          h("span", { class: "strip" }, "01234567890".split("").map((digit) => h("span", null, digit))),
        ),
        after && h("span", { class: "between" }, after),
      );
    }),
  );
}

/**
 * Turns the wheels; continues as long as it lags behind.
 * @param {SignState} s
 */
function turn(s) {
  cancelAnimationFrame(s.frame);
  let before = performance.now();
  const step = (/** @type {number} */ now) => {
    const board = s.outlet.querySelector(".odometer");
    if (!(board instanceof HTMLElement) || s.closed) return;
    const shown = pass(s.counter, Math.max(0, (now - before) / 1000));
    before = now;
    const turned = wheels(shown);
    /** @type {NodeListOf<HTMLElement>} */
    const strips = board.querySelectorAll(".strip");
    if (strips.length !== turned.length) {
      draw(s);
      return;
    }
    turned.forEach((turn, place) => strips[place].style.setProperty("transform", `translateY(${-turn / 11 * 100}%)`));
    board.dataset.shown = String(Math.floor(shown));
    if (!rests(s.counter)) s.frame = requestAnimationFrame(step);
  };
  step(before);
}

/** @param {Known} s */
function pending(s) {
  const { pending, payable = 0 } = s.meters;
  if (s.undone) return h("p", { class: "pending", key: "undone", role: "status" }, t.undone(s.undone));
  if (!pending.length && !payable) return null;
  const places = pending.map((one) => t.claim(one.table, one.box));
  return h(
    "p",
    { class: "pending", key: "pending", role: "status" },
    h("strong", null, t.pending),
    h("span", null, places.length ? t.claims(places) : t.unreleased(money(payable))),
  );
}

/**
 * @param {SignState} s
 * @param {Hit} hit
 */
function celebration(s, { table, boxes, amount, key }) {
  const verified = !(s.meters?.payable || s.meters?.pending.length);
  return h(
    "div",
    { class: "hit", key: `hit ${key}` },
    calm.matches ? null : confetti(),
    h("p", { class: "word" }, t.won),
    h("p", { class: "amount" }, oneLine("span", money(amount))),
    h("p", { class: "where" }, t.where(table, boxes)),
    verified ? null : h("p", { class: "unverified" }, t.pending),
    stateOf(s) === "open" && isKnown(s) && h("p", { class: "now" }, t.nowStands(money(s.meters.display))),
  );
}

/** @param {Known} s */
function terms(s) {
  const { stake, reset, increment, limit, tables } = s.meters;
  const lines = [
    t.stake(money(stake)),
    t.seed(money(reset)),
    Number(increment) > 0 && t.increment(Number((Number(increment) * 100).toFixed(6))),
    limit !== null && t.most(money(limit)),
  ];
  return h(
    "div",
    { class: "terms" },
    h("p", null, lines.filter(Boolean).join(" · ")),
    tables.length > 0 && h("p", { class: "muted" }, t.tables(tables)),
  );
}

/** @param {Known} s */
function hits(s) {
  const hits = s.meters.last_hits.slice(-4).toReversed();
  return h(
    "section",
    { class: "hits", "aria-label": t.lastHits },
    h("h2", null, t.lastHits),
    hits.length === 0 ? h("p", { class: "muted" }, t.noHits) : h(
      "ol",
      null,
      hits.map((one) =>
        h(
          "li",
          { key: String(one.number), class: one.reversed && "reversed" },
          h("span", null, t.hit(one.at, one.table)),
          " ",
          h("strong", null, money(one.amount)),
          one.reversed && h("em", null, ` ${t.void}`),
        )
      ),
    ),
  );
}

/**
 * The width of a board with this many wheels, in widths of its type: frame and dollar sign, wheels, commas, cents.
 * @param {number} count
 */
const ems = (count) => 1 + (count - 2) * 0.6 + Math.floor((count - 3) / 3) * 0.26 + 0.26 + 0.7;

/* Falling paper: each piece gets its position and motion through custom properties. */
function confetti() {
  return h(
    "div",
    { class: "confetti", "aria-hidden": "true" },
    Array.from({ length: CONFETTI }, (_, piece) => {
      const chance = (/** @type {number} */ step) => ((piece * step) % 101) / 101;
      return h("i", {
        key: String(piece),
        class: `paper-${piece % 4}`,
        style: {
          "--x": `${(chance(37) * 100).toFixed(1)}%`,
          "--late": `${(chance(59) * 4).toFixed(2)}s`,
          "--long": `${(4 + chance(71) * 4).toFixed(2)}s`,
          "--drift": `${((chance(83) - 0.5) * 30).toFixed(1)}vw`,
        },
      });
    }),
  );
}
