/* Keys of the console, ignored while something else needs them. */

import { cardName } from "../cards.js";
import { say } from "../dom.js";
import { d } from "../text/en_dealer.js";
import {
  choose,
  confirmActs,
  focus,
  goOn,
  keyed,
  leave,
  place,
  record,
  repeatWagers,
  turn,
  undoCard,
  undoWager,
} from "./acting.js";
import { isKeying, isReady, isSettling, wasDone } from "./desk.js";
import { endsScan, typeKey } from "./entry.js";
import { prizeWaits } from "./payouts.js";
import { boxOf } from "./reading.js";
import { openReports } from "./reports.js";
import { openKeys } from "./sheets.js";
import { creditsOn, wagerKeys } from "./wagers.js";
import { fixedWagers } from "../table/reading.js";

/** @import { TableCommand } from "../../api.d.ts" */
/** @import { Desk, DeskState, Held, Key } from "./desk.js" */

const TYPED_INTO = "input:not([type=checkbox]), textarea, select";
const PRESSED = "button, a, summary, input";
const LETTER = /^[a-z]$/i;
/** @type {Record<string, TableCommand["do"]>} */
const DECISIONS = { l: "view_hand", b: "place_wager", f: "fold" };

/**
 * @param {DeskState} desk
 * @param {KeyboardEvent} event
 */
export function pressed(desk, event) {
  if (event.ctrlKey || event.metaKey || event.altKey || !isReady(desk)) return;
  const on = event.target instanceof Element ? event.target : document.body;
  const instead = on.id === "pad-amount" && LETTER.test(event.key); // of an amount, which has no letters
  if (event.key === "Escape" && on.closest(".pad")) return leave(desk);
  if (document.querySelector("dialog[open]") || (on.closest(TYPED_INTO) && !instead)) return;
  if (isNext(event.key) && on.closest(PRESSED)) return;
  const key = { key: event.key, at: event.timeStamp };
  if (desk.held !== null && isSettling(desk)) hold(desk.held, key, event.repeat);
  else if (!take(desk, key, event.repeat) && !instead) return;
  event.preventDefault();
}

/** @param {string} key */
const isNext = (key) => key === " " || key === "Enter";

/**
 * A key waits for the stage that it belongs to. The space bar pressed twice counts once; after other keys it waits as
 * they do.
 * @param {Held[]} held
 * @param {Key} key
 * @param {boolean} repeated
 */
function hold(held, key, repeated) {
  if (!repeated && (held.length > 0 || !isNext(key.key))) held.push(key);
}

/**
 * Takes the keys that have waited, once the screen shows what they belong to.
 * @param {DeskState} desk
 */
export function release(desk) {
  while (desk.held !== null && isReady(desk) && !isSettling(desk)) {
    const next = desk.held.shift();
    if (next === undefined) desk.held = null;
    else if ("act" in next) next.act();
    else take(desk, next, false);
  }
}

/**
 * Whether a key means something at this stage.
 * @param {Desk} desk
 * @param {Key} pressed
 * @param {boolean} repeated
 */
function take(desk, { key, at }, repeated) {
  if (isKeying(desk) && typed(desk, key, at)) return true;
  if (!isNext(key)) return shortcut(desk, key.toLowerCase());
  if (!repeated) goOn(desk);
  return true;
}

/**
 * A tap leaves no focus behind, so that the space bar keeps triggering the next action; nor does a sheet that it opens
 * give the focus back to the button when it is closed.
 * @param {Event} event
 */
export function tapped(event) {
  if (!(event instanceof MouseEvent) || !(event.target instanceof Element)) return;
  const button = event.target.closest("button");
  if (event.detail > 0 && button !== null && document.activeElement === button) button.blur();
}

/**
 * Whether a key belongs to a card.
 * @param {Desk} desk
 * @param {string} key
 * @param {number} at
 */
function typed(desk, key, at) {
  if (key === "Enter" && endsScan(desk.entry, at)) return true;
  if (key === "Backspace") {
    undoCard(desk);
    return true;
  }
  if (key === "Escape" && desk.turning !== null) {
    turn(desk, null);
    return true;
  }
  const found = typeKey(desk.entry, key, at);
  if (found === null) return false;
  if (found.code !== undefined) {
    const name = cardName(found.code);
    if (found.to) keyed(desk, found.code, found.to);
    if (found.twice) {
      wasDone(desk, desk.outlet.querySelector(".entry .aim"), { message: d.entry.twice(name), clause: null });
    }
  }
  desk.draw();
  return true;
}

/**
 * Whether a key means something now.
 * @param {Desk} desk
 * @param {string} key
 */
function shortcut(desk, key) {
  const { view, layout } = desk.push;
  const { phase } = view.game;
  const number = Number(key);
  const wagers = wagerKeys(layout);
  if (number >= 1 && number <= layout.boxes) choose(desk, number);
  else if (key === "i") openReports(desk);
  else if (key === "?") openKeys();
  else if (key === "x" && desk.console.payment !== null) confirmNext(desk);
  else if (phase === "betting" && key === "u") undoWager(desk);
  else if (phase === "betting" && key === "r") repeatWagers(desk, null);
  else if (key === "j" && phase !== "betting") return decideBy(desk, "show_hand");
  else if (phase === "betting" && desk.chosen !== null && key in wagers) return wagerBy(desk, wagers[key]);
  else if (key in DECISIONS) return decideBy(desk, DECISIONS[key]);
  else return false;
  return true;
}

/** @param {Desk} desk */
function confirmNext(desk) {
  const next = desk.console.payment?.acts.find((act) => act.id !== null)?.id;
  if (next && !desk.busy && !prizeWaits(desk)) confirmActs(desk, [next], null);
}

/**
 * @param {Desk} desk
 * @param {string} wager
 */
function wagerBy(desk, wager) {
  if (desk.console.credits > 1 && fixedWagers(desk.push.layout).includes(wager)) return oneMoreCredit(desk, wager);
  const there = desk.console.wagers.find((one) => one.box === desk.chosen && one.wager === wager);
  if (there === undefined) return false;
  if (there.least === null) place(desk, null, wager);
  else {
    desk.pad.wager = wager;
    desk.draw();
    focus(desk, "pad-amount");
  }
  return true;
}

/**
 * @param {Desk} desk
 * @param {string} wager
 */
function oneMoreCredit(desk, wager) {
  const lie = creditsOn(desk, wager);
  if (lie === 0 && !desk.console.wagers.some((one) => one.box === desk.chosen && one.wager === wager)) return false;
  if (lie >= desk.console.credits) say(d.wagers.mostCredits(desk.console.credits));
  else place(desk, null, wager, lie + 1);
  return true;
}

/**
 * @param {Desk} desk
 * @param {TableCommand["do"]} decision
 */
function decideBy(desk, decision) {
  const found = desk.console.acts.find((one) => one.do === decision && boxOf(one) === desk.chosen);
  if (found !== undefined) record(desk, found, null);
  return found !== undefined;
}
