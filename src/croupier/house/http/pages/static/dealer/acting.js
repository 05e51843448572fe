/* What a dealer does at the console: the next action, wagers, cards, players' decisions. */

import { cardName } from "../cards.js";
import { say } from "../dom.js";
import { money, t } from "../text/en.js";
import { d } from "../text/en_dealer.js";
import { words } from "./deciding.js";
import {
  attempt,
  cardsDue,
  isReady,
  isSettling,
  moveOn,
  nothingPicked,
  tryHouse,
  tryTable,
  wasDone,
  whose,
} from "./desk.js";
import { add, aimAt, begin, cardsAt, clear, forget, isWhole, undo } from "./entry.js";
import { nextAction } from "./next.js";
import { boxOf } from "./reading.js";
import { cents } from "./wagers.js";
import { give } from "../net.js";
import { ANTE, fixedWagers, laid } from "../table/reading.js";

/** @import { AnyCommand, PlaceWager, TableCommand, WithdrawWager } from "../../api.d.ts" */
/** @import { Desk, DeskState } from "./desk.js" */
/** @import { Run } from "./next.js" */

/* Stages at which a box can be chosen. */
const CHOOSING = ["betting", "dealt", "revealed"];

/** @param {DeskState} desk */
export async function goOn(desk) {
  if (desk.busy || !isReady(desk)) return;
  const next = nextAction(desk);
  if (next.wait !== undefined) return say(next.wait);
  if (!next.ready) return say(next.note);
  const { run } = next;
  const give = () => "house" in run ? tryHouse(desk, run.house) : tryTable(desk, run.table);
  const trouble = leadsToCards(run) ? await moveOn(desk, give) : await give();
  wasDone(desk, desk.outlet.querySelector(".next"), trouble);
}

/**
 * After the opening call keys go to fields, which are not there yet.
 * @param {Run} run
 */
const leadsToCards = (run) => "table" in run && run.table.do !== "open_bets";

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
  if (command.do === "show_hand") return showJackpotHand(desk, command.box, anchor);
  const done = wasDone(desk, anchor, await moveOn(desk, () => tryTable(desk, clean(command))));
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
 * Records what is on the pad; a wager with a fixed stake by its name, and how many credits where it may be several.
 * @param {Desk} desk
 * @param {Element | null} anchor
 * @param {string} [kind]
 * @param {number} [credits]
 */
export async function place(desk, anchor, kind, credits) {
  if (credits !== undefined && desk.held !== null && isSettling(desk)) { // it depends on what lies there then
    desk.held.push({ act: () => place(desk, anchor, kind, credits) });
    return;
  }
  const { chosen: box, pad } = desk;
  const wager = kind ?? pad.wager;
  if (box === null || wager === null) return;
  const there = desk.push.view.game.boxes.find((one) => one.box === box);
  const player = desk.console.recording ? whose(desk, box) : pad.player.trim() || there?.seated;
  if (!player) return focus(desk, "pad-player", d.wagers.needName);
  /** @type {PlaceWager} */
  const command = { do: "place_wager", box, wager, player };
  if (kind === undefined) {
    command.amount = cents(pad.amount);
    if (!command.amount) return focus(desk, "pad-amount", d.wagers.needAmount);
  }
  if (credits !== undefined) command.amount = credits * (desk.push.view.game.jackpot_stake ?? 0);
  const replaces = credits !== undefined || (desk.console.recording && kind === undefined);
  const before = replaces ? laid(there, wager, player) : 0;
  const give = () => attempt(desk, () => lay(desk, command, before));
  if (!wasDone(desk, anchor, await (credits === undefined ? give() : moveOn(desk, give)))) return;
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
 * What is said is what lies there in the end: more is added, less is laid anew, and a jackpot wager always is.
 * @param {Desk} desk
 * @param {PlaceWager} command
 * @param {number} before
 */
async function lay(desk, command, before) {
  const amount = command.amount ?? 0;
  if (command.amount !== undefined && amount === before) return {};
  const { box, wager, player } = command;
  if (before === 0 || (amount > before && !fixedWagers(desk.push.layout).includes(wager))) {
    return give(desk.table, before ? { ...command, amount: amount - before } : command);
  }
  const there = desk.push.view.game.boxes.find((one) => one.box === box);
  const jackpots = ["jackpot", "dealer_jackpot"].map((one) => ({ wager: one, amount: laid(there, one, player) }));
  await give(desk.table, { do: "withdraw_wager", box, wager, player });
  let last = await give(desk.table, command);
  if (wager !== ANTE) return last;
  for (const one of jackpots.filter((each) => each.amount)) { // an ante takes its jackpot wagers along
    last = await give(desk.table, { do: "place_wager", box, player, ...one });
  }
  return last;
}

/**
 * The wagers of the round before, of all who still sit there and have not laid anything else.
 * @param {Desk} desk
 * @param {Element | null} anchor
 */
export async function repeatWagers(desk, anchor) {
  const again = desk.console.laid_before;
  if (again.length === 0 || desk.busy) return;
  /** @type {string[]} */
  const refused = [];
  const trouble = await attempt(desk, async () => {
    for (const { box, player, wager, amount } of again) {
      try {
        await give(desk.table, { do: "place_wager", box, player, wager, amount });
      } catch (failed) {
        refused.push(`${d.box(box)}: ${t.trouble.refusal(failed).message}`);
      }
    }
    return {};
  });
  const why = trouble ?? (refused.length ? { message: refused.join(" "), clause: null } : null);
  if (wasDone(desk, anchor, why)) say(d.wagers.repeated(again.length));
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
  desk.sharer = null;
  desk.sharing = false;
  desk.awaited = null;
  desk.pad.player = box?.seated ?? "";
  desk.pad.amount = "";
  desk.draw();
  desk.search = { text: "", found: [], at: 0 };
  const sits = desk.console.recording ? desk.console.seats[number] !== undefined : box !== undefined;
  if (phase === "betting") focus(desk, sits ? "pad-amount" : "pad-player");
}

/**
 * Whoever has chosen a wrong box leaves it, and what was typed there: the keys are the table's again.
 * @param {Desk} desk
 */
export function leave(desk) {
  Object.assign(desk, { chosen: null, sharer: null, sharing: false, awaited: null });
  desk.pad.amount = "";
  desk.search = { text: "", found: [], at: 0 };
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  desk.draw();
}

/* Cards */

/**
 * @param {Desk} desk
 * @param {string} code
 */
export function enter(desk, code) {
  const to = add(desk.entry, code);
  if (to !== null) keyed(desk, code, to);
  desk.draw();
}

/**
 * A hand is shown as soon as its last card is keyed.
 * @param {Desk} desk
 * @param {string} code
 * @param {string} place
 */
export function keyed(desk, code, place) {
  say(d.entry.entered(cardName(code), place));
  if (place !== "dealer" && isWhole(desk.entry, place)) show(desk, place);
}

/**
 * @param {Desk} desk
 * @param {string} place
 */
async function show(desk, place) {
  if (desk.showing.has(place)) return;
  desk.showing.add(place);
  const claims = desk.turning === Number(place);
  const cards = cardsAt(desk.entry, place).join(" ");
  const box = Number(place);
  const tile = desk.outlet.querySelector(".entry .aim");
  const done = wasDone(desk, tile, await tryTable(desk, { do: "show_hand", box, cards }));
  desk.showing.delete(place);
  if (!done) forget(desk.entry, place);
  else if (claims) await claim(desk, box, null);
  desk.draw();
}

/**
 * A hand that a player turns for the jackpot: keyed first where nobody knows it.
 * @param {Desk} desk
 * @param {number} box
 * @param {Element | null} anchor
 */
async function showJackpotHand(desk, box, anchor) {
  if (desk.console.closed.includes(box)) return turn(desk, box);
  if (wasDone(desk, anchor, await tryTable(desk, { do: "show_hand", box }))) await claim(desk, box, anchor);
}

/**
 * @param {Desk} desk
 * @param {number} box
 * @param {Element | null} anchor
 */
async function claim(desk, box, anchor) {
  desk.turning = null;
  if (wasDone(desk, anchor, await tryTable(desk, { do: "claim_jackpot", box }))) {
    say(d.decide.done(box, d.decide.claim));
  }
}

/**
 * Keys are the cards of one hand until it is whole, or the dealer turns away from it.
 * @param {Desk} desk
 * @param {number | null} box
 */
export function turn(desk, box) {
  desk.turning = box;
  const { round, phase } = desk.push.view.game;
  begin(desk.entry, `${round} ${phase} ${box}`, cardsDue(desk));
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
