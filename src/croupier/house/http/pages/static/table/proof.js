/* The proof of a round's shuffle: what the house tells after the round, held against what this browser saw and
   gave while it was played. It vouches for nothing that it did not see. */

import { f } from "../text/en_shuffle.js";
import { parts } from "./parts.js";
import { check } from "./verify.js";
import { lying, witnessed } from "./witness.js";

/** @import { Replay, Shuffle } from "../../api.d.ts" */
/** @import { Witnessed } from "./witness.js" */

/** @typedef {{ good: boolean | null, text: string }} Finding what holds, fails, or (null) cannot be vouched for */

/**
 * Three findings: fingerprint, cards, the player's part.
 * @param {Replay} replay
 * @param {Shuffle} shuffle
 * @param {string | null} player whose browser this is
 * @returns {Promise<Finding[]>}
 */
export async function prove(replay, shuffle, player) {
  const { table, round } = replay;
  const seen = witnessed(table, round);
  const { holds, deck } = await check(table, round, shuffle);
  const recorded = lying(replay.steps[replay.steps.length - 1].view, replay.layout);
  const isDealt = (/** @type {string} */ card) => card === `${Number.parseInt(card)} ${deck[Number.parseInt(card)]}`;
  const fits = deck.join(" ") === shuffle.deck && recorded.every(isDealt);
  return [
    fingerprintFinding(seen, shuffle, holds),
    cardsFinding(seen?.cards ?? [], isDealt, fits),
    partFinding(player === null ? "none" : parts(table, player).standing(round, shuffle.added)),
  ];
}

/** @param {Witnessed | null} seen @param {Shuffle} shuffle @param {boolean} holds */
function fingerprintFinding(seen, { commitment }, holds) {
  const words = f.proof.fingerprint;
  const shown = seen?.fingerprint ?? null;
  if (shown !== null && shown !== commitment) return { good: false, text: words.another(shown) };
  if (!holds) return { good: false, text: words.broken };
  return shown === null ? { good: null, text: words.unseen } : { good: true, text: words.holds };
}

/** @param {string[]} seen @param {(card: string) => boolean} isDealt @param {boolean} fits */
function cardsFinding(seen, isDealt, fits) {
  const words = f.proof.cards;
  if (!seen.every(isDealt)) return { good: false, text: words.another };
  if (!fits) return { good: false, text: words.broken };
  return seen.length ? { good: true, text: words.holds } : { good: null, text: words.unseen };
}

/** @param {"in" | "leftOut" | "elsewhere" | "none"} standing */
const partFinding = (standing) => ({
  good: { in: true, leftOut: false, elsewhere: null, none: null }[standing],
  text: f.proof.part[standing],
});
