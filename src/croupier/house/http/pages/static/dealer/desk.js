/* The state of the dealer's console, and how it sends commands: a refusal is shown where the finger was. */

import { endNote, h, popover } from "../dom.js";
import { give, houseCommand, tableCommand } from "../net.js";
import { t } from "../text/en.js";
import { ANTE } from "../table/reading.js";
import { newEntry } from "./entry.js";

/** @import { Accepted, AnyCommand, Console, PersonView, PlaceWager, Sitter, TableCommand, TablePush } from "../../api.d.ts" */
/** @import { Sheet } from "../dom.js" */
/** @import { Entry } from "./entry.js" */

/** @typedef {{ message: string, clause: string | null }} Refusal */
/** @typedef {{ key: string, at: number }} Key */
/** @typedef {Key | { act: () => unknown }} Held */
/** @typedef {{ magic_card: string | null, lucky_box: number | null, lucky_dealer: boolean | null }} Picked */

/**
 * @typedef {object} DeskState
 * @property {Element} outlet
 * @property {string} table
 * @property {PersonView} me
 * @property {() => void} draw
 * @property {() => void} refresh asks the floor again
 * @property {TablePush | null} push the table as shown
 * @property {TablePush | null} coming a newer one, until the floor has described it
 * @property {Console | null} console what the floor says
 * @property {boolean} failed whether there is no such table
 * @property {boolean} asking whether the floor is being asked
 * @property {boolean} askAgain
 * @property {boolean} busy
 * @property {Held[] | null} held keys pressed and wagers tapped since the round was moved on, until that is on the screen
 * @property {number} moved the version of the table that the last act led to
 * @property {string | null} proposal the last command, awaiting a second person
 * @property {Entry} entry
 * @property {boolean} byHand whether cards are keyed although a shoe should deal
 * @property {number | null} turning a hand that is shown out of turn
 * @property {Set<string>} showing places whose cards are being sent
 * @property {{ text: string, found: Sitter[], at: number }} search for whoever sits down
 * @property {number | null} chosen
 * @property {boolean} deciding
 * @property {{ player: string, wager: string | null, amount: string }} pad
 * @property {string | number | null} sharer by name, or by number until the floor has named them: whose wagers the pad records, where several share the chosen box
 * @property {boolean} sharing whether somebody is picked who shares the chosen box
 * @property {{ reason: string }} ruling
 * @property {string | null} awaited a field that gets the focus once it exists
 * @property {Set<Sheet>} sheets drawn again with the console
 * @property {string[]} calls
 * @property {string | null} calledAt the stage of the calls
 * @property {Set<string>} known players whose wagers were recorded
 * @property {PlaceWager[]} placed
 * @property {Picked} picked
 */
/** @typedef {DeskState & { push: TablePush, console: Console }} Desk once table and floor are known */

/** @returns {Picked} */
export const nothingPicked = () => ({ magic_card: null, lucky_box: null, lucky_dealer: null });

/**
 * @param {Element} outlet
 * @param {string} table
 * @param {PersonView} person
 * @param {(desk: DeskState) => void} draw
 * @param {(desk: DeskState) => void} refresh
 * @returns {DeskState}
 */
export function newDesk(outlet, table, person, draw, refresh) {
  /** @type {DeskState} */
  const desk = {
    outlet,
    table,
    me: person,
    draw: () => draw(desk),
    refresh: () => refresh(desk),
    push: null,
    coming: null,
    console: null,
    failed: false,
    asking: false,
    askAgain: false,
    busy: false,
    held: null,
    moved: 0,
    proposal: null,
    entry: newEntry(),
    byHand: false,
    turning: null,
    showing: new Set(),
    search: { text: "", found: [], at: 0 },
    chosen: null,
    deciding: false,
    pad: { player: "", wager: ANTE, amount: "" },
    sharer: null,
    sharing: false,
    ruling: { reason: "" },
    awaited: null,
    sheets: new Set(),
    calls: [],
    calledAt: null,
    known: new Set(),
    placed: [],
    picked: nothingPicked(),
  };
  return desk;
}

/**
 * @param {DeskState} desk
 * @returns {desk is Desk}
 */
export const isReady = (desk) => desk.push !== null && desk.console !== null;

/**
 * Whether somebody has to sign on first: a plain dealer who is not dealing here.
 * @param {Desk} desk
 */
export const mustSignOn = (desk) => desk.console.must_sign_on;

/**
 * The places of the cards that are turned now, each once for every card.
 * @param {Desk} desk
 * @returns {string[]}
 */
export function cardsDue(desk) {
  if (desk.turning !== null) return Array(desk.push.layout.hand_size).fill(String(desk.turning));
  return desk.console.shoe && !desk.byHand && desk.push.view.game.phase === "closed" ? [] : desk.console.order;
}

/**
 * Whether keys are cards.
 * @param {Desk} desk
 */
export const isKeying = (desk) =>
  desk.console.live && cardsDue(desk).length > 0 && !mustSignOn(desk) && !desk.push.view.paused &&
  desk.push.view.game.matters.length === 0 && desk.push.view.game.options.length === 0;

/**
 * Cards that lie face up, in codes.
 * @param {Desk} desk
 */
export function faceUp(desk) {
  const { game } = desk.push.view;
  const hands = [game.up_card, game.dealer?.cards, ...game.boxes.map((box) => box.hand?.cards)];
  return new Set(hands.flatMap((cards) => cards?.split(" ") ?? []));
}

/**
 * Who is at a box: whoever sits there, then those who share it.
 * @param {Desk} desk
 * @param {number} box
 */
export const peopleAt = ({ console }, box) =>
  console.seats[box] === undefined ? [] : [console.seats[box], ...(console.sharers[box] ?? [])];

/**
 * Whose wagers the pad records at a box; nobody's while whoever was picked last is not there yet.
 * @param {Desk} desk
 * @param {number} box
 * @returns {string | undefined}
 */
export function whose(desk, box) {
  const people = peopleAt(desk, box);
  if (typeof desk.sharer === "string") return people.find((one) => one === desk.sharer);
  return people[desk.sharer ?? 0];
}

/** @param {Desk} desk */
export const playersOf = (desk) => [
  ...new Set([
    ...Object.values(desk.console.seats),
    ...desk.push.view.game.boxes.map((box) => box.seated),
    ...desk.known,
  ]),
];

/**
 * @param {DeskState} desk
 * @param {() => Promise<Partial<Accepted>>} send
 * @returns {Promise<Refusal | null>}
 */
export async function attempt(desk, send) {
  desk.busy = true;
  desk.draw();
  try {
    const done = await send();
    desk.proposal = done.proposal ?? null;
    if (done.stream === `table:${desk.table}`) desk.moved = done.version ?? desk.moved;
    return null;
  } catch (trouble) {
    return t.trouble.refusal(trouble);
  } finally {
    desk.busy = false;
    desk.refresh();
    desk.draw();
  }
}

/**
 * @param {Desk} desk
 * @param {TableCommand} command
 */
export const tryTable = (desk, command) => attempt(desk, () => give(desk.table, command));

/**
 * @param {Desk} desk
 * @param {AnyCommand} command
 */
export const tryHouse = (desk, command) => attempt(desk, () => tableCommand(desk.table, command));

/**
 * @param {Desk} desk
 * @param {AnyCommand} command
 */
export const tryOffice = (desk, command) => attempt(desk, () => houseCommand(command));

/**
 * What moves the round on: keys pressed from here on belong to the stage that follows, unless it is refused.
 * @param {Desk} desk
 * @param {() => Promise<Refusal | null>} give
 */
export async function moveOn(desk, give) {
  desk.held ??= [];
  const trouble = await give();
  if (trouble !== null) desk.held = null;
  return trouble;
}

/**
 * Whether what was done last is not on the screen yet.
 * @param {Desk} desk
 */
export const isSettling = (desk) =>
  desk.busy || desk.push.view.version < desk.moved || desk.console.version < desk.moved;

/**
 * Whether it was done; if not, shows why.
 * @param {Desk} desk
 * @param {Element | null} anchor
 * @param {Refusal | null} trouble
 */
export function wasDone(desk, anchor, trouble) {
  if (trouble === null) {
    endNote(); // a refusal that still stands there is of something else
    return true;
  }
  const at = anchor?.isConnected ? anchor : (desk.outlet.querySelector(".next") ?? desk.outlet);
  popover(at, [
    h("strong", {}, trouble.message),
    trouble.clause ? h("small", {}, t.trouble.clause(trouble.clause)) : null,
  ], { kind: "refusal" });
  return false;
}
