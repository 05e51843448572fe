/* The state of the pit, and how it sends commands: done, or a note where the finger was. */

import { h, popover, say } from "../dom.js";
import { give, houseCommand, tableCommand } from "../net.js";
import { proved } from "../office/proving.js";
import { t } from "../text/en.js";
import { p } from "../text/en_pit.js";

/** @import { AnyCommand, PayableView, PersonView, Pit, ProposalView, ReturnView } from "../../api.d.ts" */
/** @import { TableCommand } from "../../api.d.ts" */
/** @import { Sheet } from "../dom.js" */
/** @import { BuyIns } from "../office/buy_ins.js" */
/** @import { Slips } from "../office/slips.js" */
/** @import { Rotation } from "./rotation.js" */

/**
 * @typedef {Pit & {
 *   proposals: ProposalView[], payables: PayableView[], returns: ReturnView[], me: PersonView,
 * }} Floor
 */
/** @typedef {{ reason: string, box: number | null }} Draft what has been filled in on an item of the queue */

/**
 * @typedef {object} PitState
 * @property {Element} outlet
 * @property {PersonView} me
 * @property {() => void} draw
 * @property {(after?: number) => void} soon asks the floor again
 * @property {Floor | null} pit
 * @property {Record<string, number>} meters of jackpots, newer than the floor
 * @property {unknown} trouble
 * @property {Map<string, Draft>} drafts
 * @property {Set<Sheet>} sheets drawn again with the page
 * @property {string} filter
 * @property {string} searched
 * @property {[id: string, name: string][] | null} found
 * @property {number} told how many items were announced
 * @property {boolean} loading
 * @property {boolean} again
 * @property {number} timer
 * @property {number} looked
 * @property {boolean} left whether another page is shown
 * @property {Slips | null} slips fills and credits
 * @property {BuyIns | null} buyIns those at tables, to be put right
 * @property {Rotation | null} rotation of dealers
 */
/** @typedef {PitState & { pit: Floor }} Desk once the floor is known */

/** @param {Desk} desk */
export const failedLinks = (desk) =>
  new Set(desk.pit.jackpots.filter((one) => one.failed !== null).map((one) => one.jackpot));

/**
 * @param {Element} anchor
 * @param {string} message
 * @param {string | null} clause
 */
export function refuse(anchor, message, clause = null) {
  popover(anchor, [h("strong", {}, message), clause ? h("small", {}, t.trouble.clause(clause)) : null], {
    kind: "refusal",
  });
}

/**
 * @param {PitState} desk
 * @param {() => Promise<unknown>} send
 */
export async function attempt(desk, send) {
  try {
    await send();
    return null;
  } catch (trouble) {
    return t.trouble.refusal(trouble);
  } finally {
    desk.soon(0);
  }
}

/**
 * @param {PitState} desk
 * @param {Element} anchor
 * @param {() => Promise<unknown>} send
 * @param {string} spoken
 */
async function done(desk, anchor, send, spoken = p.done) {
  const problem = await attempt(desk, send);
  if (problem === null) say(spoken);
  else refuse(anchor.isConnected ? anchor : desk.outlet, problem.message, problem.clause);
}

/**
 * @param {PitState} desk
 * @param {AnyCommand} command
 */
export const tryOffice = (desk, command) => attempt(desk, () => houseCommand(command));

/**
 * A command of the game.
 * @param {PitState} desk
 * @param {string} table
 * @param {TableCommand} command
 * @param {Element} anchor
 */
export const giveTable = (desk, table, command, anchor) => done(desk, anchor, () => give(table, command));

/**
 * A command of the house about a table.
 * @param {PitState} desk
 * @param {string} table
 * @param {AnyCommand} command
 * @param {Element} anchor
 */
export const giveHouse = (desk, table, command, anchor) => done(desk, anchor, () => tableCommand(table, command));

/**
 * What requires a fresh proof of identity.
 * @param {PitState} desk
 * @param {AnyCommand} command
 * @param {Element} anchor
 * @param {string} spoken
 */
export const giveOffice = (desk, command, anchor, spoken) =>
  done(desk, anchor, () => proved(() => houseCommand(command)), spoken);
