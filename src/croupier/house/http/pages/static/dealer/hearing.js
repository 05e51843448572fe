/* What the console receives: the pushed table, what the floor says about it, calls. */

import { say } from "../dom.js";
import { api, isMissing } from "../net.js";
import { learn } from "../text/en.js";
import { openBoxes } from "./deciding.js";
import { cardsDue, faceUp, isReady } from "./desk.js";
import { begin } from "./entry.js";
import { release } from "./keys.js";
import { prizeWaits } from "./payouts.js";

/** @import { TablePush, Told } from "../../api.d.ts" */
/** @import { Desk, DeskState } from "./desk.js" */

const CALLS_KEPT = 3;
/* The stage that begins with an event: calls made with it belong to that stage. */
/** @type {Record<string, string>} */
const AFTER = {
  bets_opened: "betting",
  bets_closed: "closed",
  cards_dealt: "dealt",
  dealer_revealed: "revealed",
  round_settled: "settled",
  round_voided: "void",
};

/**
 * Asks the floor; with `said`, also for the calls made before the page was opened.
 * @param {DeskState} desk
 * @param {boolean} said
 */
export async function refresh(desk, said = false) {
  if (desk.asking) {
    desk.askAgain = true;
    return;
  }
  desk.asking = true;
  try {
    const told = await api("GET /api/floor/tables/{table}", { table: desk.table, ...(said ? { said } : {}) });
    if (said && desk.calls.length === 0) {
      desk.calls = told.said;
      desk.calledAt = desk.push?.view.game.phase ?? null;
    }
    desk.console = told;
    if (desk.coming !== null && told.version >= desk.coming.view.version) take(desk, desk.coming);
    else settle(desk);
  } catch (trouble) {
    if (isMissing(trouble)) desk.failed = true;
    else if (desk.coming !== null) take(desk, desk.coming);
  }
  desk.asking = false;
  desk.draw();
  for (const redraw of desk.sheets) redraw();
  if (desk.askAgain) {
    desk.askAgain = false;
    refresh(desk);
  }
  release(desk);
}

/**
 * What follows from a new state: the entry for this round, the box that comes next.
 * @param {DeskState} desk
 */
function settle(desk) {
  if (!isReady(desk)) return;
  const { round, phase } = desk.push.view.game;
  if (desk.turning !== null && !desk.console.closed.includes(desk.turning)) desk.turning = null;
  if (phase !== "closed") desk.byHand = false;
  desk.entry.lying = faceUp(desk);
  begin(desk.entry, `${round} ${phase} ${desk.turning}`, cardsDue(desk));
  if (phase !== "betting") desk.placed = [];
  if (phase === "dealt" || phase === "revealed") chooseNext(desk);
  else if (phase !== "betting") desk.chosen = null;
}

/** @param {Desk} desk */
function chooseNext(desk) {
  const waiting = openBoxes(desk);
  if (waiting.length && (desk.chosen === null || !waiting.includes(desk.chosen))) [desk.chosen] = waiting;
  if (waiting.length === 0 && desk.deciding) desk.chosen = null;
  desk.deciding = waiting.length > 0;
}

/**
 * A new state is shown only once the floor has said what may be done in it, so that no key is pressed in between.
 * @param {DeskState} desk
 * @param {TablePush} push
 */
export function hear(desk, push) {
  const known = desk.console !== null && desk.console.version >= push.view.version;
  if (desk.push !== null && !known) desk.coming = push;
  else take(desk, push);
  // A prize is released in another stream: the table itself does not move on.
  const held = isReady(desk) && prizeWaits(desk);
  if (!known || held) refresh(desk, desk.console === null);
  desk.draw();
  release(desk);
}

/**
 * @param {DeskState} desk
 * @param {TablePush} push
 */
function take(desk, push) {
  desk.coming = null;
  desk.push = push;
  learn({ wagers: push.layout.labels });
  settle(desk);
}

/**
 * @param {DeskState} desk
 * @param {Told[]} events
 */
export function hearCalls(desk, events) {
  const calls = events.filter((one) => one.event === "call_made").map((one) => one.text);
  if (calls.length === 0) return;
  const turn = events.findLast((one) => one.event in AFTER);
  desk.calls = [...desk.calls, ...calls].slice(-CALLS_KEPT);
  desk.calledAt = turn ? AFTER[turn.event] : (desk.push?.view.game.phase ?? null);
  say(calls[calls.length - 1]);
  desk.draw();
}
