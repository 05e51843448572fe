/* The player's part of each shuffle: fixed by its hash a round ahead, opened while bets are open, remembered to be
   checked. The house can choose no order of the cards, since it commits before it knows the parts; nor can it leave
   a part out unnoticed, since the browser remembers by itself which one is due. */

import { preference } from "../dom.js";
import { give } from "../net.js";
import { newPart } from "./verify.js";

/** @import { AddSeed, HouseTableView, TablePush } from "../../api.d.ts" */

/**
 * @typedef {object} Kept
 * @property {Record<string, string>} parts by their hash
 * @property {{ round: number, hash: string } | null} fixed the last one that the house took, and in which round
 * @property {Record<string, string>} due the parts that belong into rounds, by round
 */
/** @typedef {ReturnType<typeof parts>} Parts */

/** @param {string} table @param {string} player */
const key = (table, player) => `part ${table} ${player}`;
const KEPT = 50;

/** @param {string} table @param {string} player */
export function parts(table, player) {
  /** @returns {Kept} */
  const kept = () => ({ parts: {}, fixed: null, due: {}, ...preference.get(key(table, player), {}) });
  /** @param {Partial<Kept>} more */
  const keep = (more) => preference.set(key(table, player), { ...kept(), ...more });
  let busy = false;
  let round = 0;
  /** @type {{ part: string, hash: string } | null} */
  let drawn = null;

  /**
   * Called whenever the table changes: does what is due, once.
   * @param {TablePush} given
   * @param {boolean} hasWager
   */
  async function look({ view }, hasWager) {
    const { shuffle, dealing, game } = view;
    round = game.round;
    if (!hasWager || shuffle === null || dealing.cards !== "electronic") return;
    const due = game.phase === "betting" ? dueIn(game.round, shuffle.due) : undefined;
    if (due !== undefined) keep({ due: last({ ...kept().due, [game.round]: due }) });
    if (busy || shuffle.fixed) return;
    busy = true;
    try {
      await add(game.round, due);
    } catch {
      /* Turned away, rightly or not: a part that is due and not in its round is said to be left out. */
    } finally {
      busy = false;
    }
  }

  /**
   * The part fixed in the round before, whatever the house says is due.
   * @param {number} now
   * @param {string | null} said by the house
   */
  function dueIn(now, said) {
    const { parts: waiting, fixed } = kept();
    return waiting[fixed?.round === now - 1 ? fixed.hash : said ?? ""];
  }

  /** @param {number} now @param {string | undefined} seed */
  async function add(now, seed) {
    /* What was turned away is used again, but never once it is opened: the house must not know the next part. */
    if (drawn === null || drawn.part === seed) drawn = await newPart();
    const { part, hash } = drawn;
    keep({ parts: last({ ...kept().parts, [hash]: part }) });
    /** @type {AddSeed} */
    const command = { do: "add_seed", next: hash, ...(seed === undefined ? {} : { seed }) };
    await give(table, command, { round: now });
    drawn = null;
    if (round === now) keep({ fixed: { round: now, hash } });
  }

  /**
   * Whether what this browser has for a round is in what the round was dealt with.
   * @param {number} of
   * @param {Record<string, string>} added
   * @returns {"in" | "leftOut" | "elsewhere" | "none"}
   */
  const standing = (of, added) => {
    const mine = kept().due[of];
    if (mine === undefined) return Object.hasOwn(added, player) ? "elsewhere" : "none";
    return added[player] === mine ? "in" : "leftOut";
  };

  /**
   * Bets are closed, and a part that was due is not in.
   * @param {HouseTableView} view
   */
  const isLeftOut = ({ game, shuffle }) =>
    game.phase !== "betting" && standing(game.round, shuffle?.added ?? {}) === "leftOut";
  return { look, standing, isLeftOut };
}

/** @param {Record<string, string>} entries */
const last = (entries) => Object.fromEntries(Object.entries(entries).slice(-KEPT));
