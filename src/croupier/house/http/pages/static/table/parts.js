/* The player's part of each shuffle: fixed by its hash a round ahead, opened while bets are open, remembered for the
   check. The house cannot choose the order of the cards, since it commits before it knows the parts. */

import { preference } from "../dom.js";
import { give } from "../net.js";
import { newPart } from "./verify.js";

/** @import { AddSeed, TablePush } from "../../api.d.ts" */

/**
 * @typedef {{
 *   parts: Record<string, string>,
 *   opened: Record<string, string>,
 * }} Kept parts by their hash, and by round once opened
 */
/** @typedef {ReturnType<typeof parts>} Parts */

/** @param {string} table @param {string} player */
const key = (table, player) => `part ${table} ${player}`;
const KEPT = 50;

/** @param {string} table @param {string} player */
export function parts(table, player) {
  const kept = () => preference.get(key(table, player), /** @type {Kept} */ ({ parts: {}, opened: {} }));
  let busy = false;

  /**
   * Called whenever the table changes: does what is due, once.
   * @param {TablePush} given
   * @param {boolean} hasWager
   */
  async function look({ view }, hasWager) {
    const { shuffle, dealing, game } = view;
    if (busy || !hasWager || shuffle === null || dealing.cards !== "electronic" || shuffle.fixed) return;
    busy = true;
    try {
      const { parts: waiting, opened } = kept();
      const due = game.phase === "betting" && shuffle.due !== null ? waiting[shuffle.due] : undefined;
      const next = await newPart();
      /** @type {AddSeed} */
      const command = { do: "add_seed", next: next.hash, ...(due === undefined ? {} : { seed: due }) };
      preference.set(key(table, player), { parts: last({ ...waiting, [next.hash]: next.part }), opened });
      await give(table, command);
      if (due !== undefined) {
        preference.set(key(table, player), { ...kept(), opened: last({ ...opened, [shuffle.round]: due }) });
      }
    } catch {
      /* Bets closed meanwhile: the next round will do. */
    } finally {
      busy = false;
    }
  }

  /**
   * Whether what this browser added to a round is what the round was dealt with.
   * @param {number} round
   * @param {Record<string, string>} added
   */
  const holds = (round, added) => {
    const mine = kept().opened[round];
    return mine === undefined || added[player] === mine;
  };
  return { look, holds };
}

/** @param {Record<string, string>} entries */
const last = (entries) => Object.fromEntries(Object.entries(entries).slice(-KEPT));
