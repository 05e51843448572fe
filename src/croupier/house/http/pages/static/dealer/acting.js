/* What a dealer does at the console: the next action, wagers, cards, players' decisions. */

import { cardName } from "../cards.js";
import { say } from "../dom.js";
import { money, t } from "../text/en.js";
import { d } from "../text/en_dealer.js";
import { words } from "./deciding.js";
import { isReady, nothingPicked, tryHouse, tryTable, wasDone } from "./desk.js";
import { add, aimAt, clear, handsOf, undo } from "./entry.js";
import { nextAction } from "./next.js";
import { boxOf } from "./reading.js";
import { cents } from "./wagers.js";

/** @import { AnyCommand, PlaceWager, TableCommand, WithdrawWager } from "../../api.d.ts" */
/** @import { Desk, DeskState } from "./desk.js" */

/* Stages at which a box can be chosen. */
const CHOOSING = ["betting", "dealt", "revealed"];

/** @param {DeskState} desk */
export async function goOn(desk) {
  if (desk.busy || !isReady(desk)) return;
  const next = nextAction(desk);
  if (next.wait !== undefined) return say(next.wait);
  if (!next.ready) return say(next.note);
  const trouble = "house" in next.run ? await tryHouse(desk, next.run.house) : await tryTable(desk, next.run.table);
  wasDone(desk, desk.outlet.querySelector(".next"), trouble);
}

/**
 * A command that the server offered, as it is sent: without what the server fills in.
 * @template {TableCommand} C
 * @param {C} command
 * @returns {C}
 */
function clean(command) {
  const { by: _by, at: _at, table: _table, ...rest } = command;
  return /** @type {C} */ (Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null)));
}

/**
 * @param {Desk} desk
 * @param {TableCommand} command
 * @param {Element | null} anchor
 */
export async function record(desk, command, anchor) {
  const done = wasDone(desk, anchor, await tryTable(desk, clean(command)));
  const box = boxOf(command);
  if (done && box !== null) say(d.decide.done(box, words(desk, command)));
}

/**
 * @param {Desk} desk
 * @param {AnyCommand} command
 */
export const giveHouse = (desk, command) => async (/** @type {{ readonly currentTarget: Element }} */ event) =>
  wasDone(desk, event.currentTarget, await tryHouse(desk, command));

/* Wagers */

/**
 * Records what is on the pad; a wager with a fixed stake by its name.
 * @param {Desk} desk
 * @param {Element | null} anchor
 * @param {string} [kind]
 */
export async function place(desk, anchor, kind) {
  const { chosen: box, pad } = desk;
  const wager = kind ?? pad.wager;
  if (box === null || wager === null) return;
  const player = pad.player.trim() || desk.push.view.game.boxes.find((one) => one.box === box)?.seated;
  if (!player) return focus(desk, "pad-player", d.wagers.needName);
  /** @type {PlaceWager} */
  const command = { do: "place_wager", box, wager, player };
  if (kind === undefined) {
    command.amount = cents(pad.amount);
    if (!command.amount) return focus(desk, "pad-amount", d.wagers.needAmount);
  }
  if (!wasDone(desk, anchor, await tryTable(desk, command))) return;
  desk.known.add(player);
  desk.placed.push(command);
  say(d.wagers.recorded(t.wager(wager), command.amount ? money(command.amount) : "", box));
  if (desk.chosen === box) { // otherwise the dealer is already at another box
    pad.amount = "";
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  }
  desk.draw();
}

/**
 * A field that does not exist yet gets the focus as soon as the floor has answered.
 * @param {DeskState} desk
 * @param {string} id
 * @param {string} [note]
 */
export function focus(desk, id, note) {
  const input = document.getElementById(id);
  desk.awaited = input === null ? id : null;
  input?.focus();
  if (document.activeElement === input && note) say(note);
}

/**
 * @param {Desk} desk
 * @param {WithdrawWager} command
 * @param {Element | null} anchor
 */
export async function withdraw(desk, command, anchor) {
  if (wasDone(desk, anchor, await tryTable(desk, clean(command)))) {
    desk.placed = desk.placed.filter((one) => one.box !== command.box || one.wager !== command.wager);
    say(d.undone);
  }
}

/** @param {Desk} desk */
export async function undoWager(desk) {
  const last = desk.placed.pop();
  if (last) await withdraw(desk, { do: "withdraw_wager", box: last.box, wager: last.wager, player: last.player }, null);
}

/**
 * @param {Desk} desk
 * @param {number} number
 */
export function choose(desk, number) {
  const { phase, boxes } = desk.push.view.game;
  if (!CHOOSING.includes(phase)) return;
  const box = boxes.find((one) => one.box === number);
  desk.chosen = number;
  desk.awaited = null;
  desk.pad.player = box?.seated ?? "";
  desk.pad.amount = "";
  desk.draw();
  if (phase === "betting") focus(desk, box ? "pad-amount" : "pad-player");
}

/* Cards */

/**
 * @param {Desk} desk
 * @param {string} code
 */
export function enter(desk, code) {
  const to = add(desk.entry, code);
  if (to !== null) say(d.entry.entered(cardName(code), to));
  desk.draw();
}

/**
 * @param {Desk} desk
 * @param {string} place
 */
export function aim(desk, place) {
  aimAt(desk.entry, place);
  desk.draw();
}

/** @param {Desk} desk */
export function undoCard(desk) {
  undo(desk.entry);
  desk.draw();
}

/** @param {Desk} desk */
export function clearCards(desk) {
  clear(desk.entry);
  desk.draw();
}

/**
 * @param {Desk} desk
 * @param {Element} anchor
 */
export const dealAsItLies = async (desk, anchor) =>
  wasDone(desk, anchor, await tryTable(desk, { do: "deal", hands: handsOf(desk.entry) }));

/**
 * @param {Desk} desk
 * @param {Element} anchor
 */
export async function recordDraw(desk, anchor) {
  const picked = Object.fromEntries(Object.entries(desk.picked).filter(([, value]) => value !== null));
  if (wasDone(desk, anchor, await tryTable(desk, { do: "draw", ...picked }))) desk.picked = nothingPicked();
  desk.draw();
}

/**
 * What was done with chips is on record.
 * @param {Desk} desk
 * @param {string[]} acts
 * @param {Element | null} anchor
 */
export const confirmActs = async (desk, acts, anchor) =>
  wasDone(desk, anchor, await tryHouse(desk, { do: "confirm_acts", acts }));
