/* What a table's page keeps: what the house pushed, and what is the player's own: the chosen chip, pending wagers, the
   order of placing (for undo), preferences. Felt, rail and sheets are drawn from it. */

import { preference } from "../dom.js";
import { visit } from "./visit.js";

/** @import { BoxAdvice, PrintedFelt, TablePush } from "../../api.d.ts" */
/** @import { Shell } from "../main.js" */
/** @import { Belongs, Trouble } from "../net.js" */
/** @import { Staged } from "./flying.js" */
/** @import { Guide } from "./guide.js" */
/** @import { Parts } from "./parts.js" */
/** @import { Sound } from "./sound.js" */
/** @import { Visit } from "./visit.js" */

/** @typedef {{ box: number, wager: string, amount: number }} Bet */
/** @typedef {Bet & { fixed: boolean, version: number }} Sent a pending wager, and the version that includes it */
/** @typedef {{ coach: boolean, sound: boolean, peek: boolean, fourColour: boolean, lightRoom: boolean, contrast: boolean }} Preferences */
/** @typedef {{ element: Element | null, shown: number | null, counting: boolean }} Meter the jackpot's, as it is shown */

/**
 * @typedef {object} TableState
 * @property {string} table
 * @property {Element} outlet
 * @property {Shell} shell
 * @property {() => void} draw
 * @property {boolean} held whether a finger is down, and nothing is drawn
 * @property {boolean} owed whether there is something to draw once it is up
 * @property {TablePush | null} push the table as the house shows it now
 * @property {PrintedFelt | null} print on its felt
 * @property {Trouble | null} trouble why there is no table
 * @property {string | null} id of the player
 * @property {boolean} visitor whether this is somebody who would play as a guest
 * @property {boolean} playing
 * @property {Visit} memory of this tab
 * @property {Preferences} prefs
 * @property {number | null} chip the chosen one, in cents
 * @property {Set<Sent>} pending
 * @property {Bet[]} placed in this round, the last one last
 * @property {Bet[]} lastBets
 * @property {number[]} seats the boxes that the player had last
 * @property {Promise<unknown>} turn acts are done one after the other
 * @property {Belongs} act what the current one belongs to
 * @property {Promise<unknown> | null} joining a visitor is becoming a guest
 * @property {number} reached the version that includes everything carried out
 * @property {(() => void)[]} waiting for that version to be shown
 * @property {Set<string>} deciding pending decisions
 * @property {Map<string, BoxAdvice | null>} advice by round and box
 * @property {number} peeked the round whose hand was turned over automatically
 * @property {(Parts & { player: string }) | null} parts
 * @property {string | null} call what was said last
 * @property {number} [calling] the timer that takes it away
 * @property {typeof import("./motion.js") | null} motion how things move, once something has
 * @property {typeof import("./outcome.js") | null} telling what happened, once there are cards
 * @property {Set<Animation>} moving what can be skipped
 * @property {Staged[]} staged what is about to move
 * @property {Meter} meter
 * @property {Element | null} clock
 * @property {number | null} ticked the last second that sounded
 * @property {string | null} shown the box that was brought into the window last
 * @property {Guide | null} guide through the first hand
 */

/** @typedef {TableState & { push: TablePush }} Seen the state once there is a table to show */

/**
 * @param {TableState} s
 * @returns {s is Seen}
 */
export const isSeen = (s) => s.push !== null;

/**
 * Sounds come only to who wants them.
 * @param {TableState} s
 * @param {Sound} name
 */
export async function sound(s, name) {
  if (s.prefs.sound) (await import("./sound.js")).play(name);
}

/** Whether anything may move now. */
export const moves = () => !document.hidden && !matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Ends everything that moves: the page is as it is.
 * @param {TableState} s
 */
export function skip(s) {
  for (const animation of [...s.moving]) animation.finish();
}

/**
 * @param {Element} outlet
 * @param {string} table
 * @param {Shell} shell
 * @param {(s: TableState) => void} draw
 * @returns {TableState}
 */
export function newState(outlet, table, shell, draw) {
  const memory = visit(table);
  /** @type {TableState} */
  const s = {
    table,
    outlet,
    shell,
    draw: () => {
      s.owed = s.held;
      if (!s.held) draw(s);
    },
    held: false,
    owed: false,
    push: null,
    print: null,
    trouble: null,
    id: null,
    visitor: false,
    playing: false,
    memory,
    prefs: preferences(),
    chip: null,
    pending: new Set(),
    placed: [],
    lastBets: memory.lastBets,
    seats: [...new Set(memory.lastBets.map((bet) => bet.box))],
    turn: Promise.resolve(),
    act: {},
    joining: null,
    reached: 0,
    waiting: [],
    deciding: new Set(),
    advice: new Map(),
    peeked: 0,
    parts: null,
    call: null,
    motion: null,
    telling: null,
    moving: new Set(),
    staged: [],
    meter: { element: null, shown: null, counting: false },
    clock: null,
    ticked: null,
    shown: null,
    guide: null,
  };
  return s;
}

/** @returns {Preferences} */
function preferences() {
  return {
    coach: preference.get("coach", false),
    sound: preference.get("sound", false),
    peek: preference.get("peek", false),
    fourColour: preference.get("fourColour", false),
    lightRoom: preference.get("lightRoom", false),
    contrast: preference.get("contrast", false),
  };
}

/* A finger that rests holds nothing up for longer. */
const HOLD_MS = 700;
/* After a touch, the click comes by itself. */
const CLICK_MS = 120;

/**
 * Nothing moves beneath a finger: while one is down, what the house sends is kept and drawn once it is up, since a button
 * that moves between down and up loses its click, or another gets it.
 * @param {TableState} s
 * @returns {() => void} ends it
 */
export function watchFinger(s) {
  const ending = new AbortController();
  const heard = { capture: true, signal: ending.signal };
  let timer = 0;
  const up = () => {
    clearTimeout(timer);
    s.held = false;
    if (s.owed) s.draw();
  };
  const until = (/** @type {number} */ wait) => {
    clearTimeout(timer);
    timer = setTimeout(up, wait);
  };
  addEventListener("pointerdown", () => {
    s.held = true;
    until(HOLD_MS);
  }, heard);
  addEventListener("pointerup", () => s.held && until(CLICK_MS), heard);
  addEventListener("pointercancel", up, heard);
  addEventListener("click", up, { signal: ending.signal }); /* after who it was for */
  return () => {
    ending.abort();
    clearTimeout(timer);
  };
}
