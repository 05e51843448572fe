/* How somebody does at a game: kept in this browser, never sent. */

import { preference } from "../dom.js";

/** @import { Graded } from "../../api.d.ts" */

/**
 * @typedef {object} Progress
 * @property {number} level from 1
 * @property {number} answered
 * @property {number} right
 * @property {number} streak right ones in a row, at this level
 * @property {number} cost antes given away, in all
 */

export const LEVELS = 3;
export const IN_A_ROW = 5;
/** @type {Progress} */
const NONE = { level: 1, answered: 0, right: 0, streak: 0, cost: 0 };

/** @param {string} game */
const key = (game) => `training ${game}`;

/**
 * @param {string} game
 * @returns {Progress}
 */
export const progressOf = (game) => ({ ...NONE, ...preference.get(key(game), NONE) });

/**
 * @param {string} game
 * @param {Progress} progress
 */
export function keep(game, progress) {
  preference.set(key(game), progress);
  return progress;
}

/** @param {string} game */
export const forget = (game) => keep(game, { ...NONE });

/**
 * One more decision; enough right ones in a row lead to the next level.
 * @param {Progress} before
 * @param {Graded} graded
 * @returns {Progress}
 */
export function counted(before, graded) {
  const streak = graded.right ? before.streak + 1 : 0;
  const up = streak >= IN_A_ROW && before.level < LEVELS;
  return {
    level: up ? before.level + 1 : before.level,
    answered: before.answered + 1,
    right: before.right + Number(graded.right),
    streak: up ? 0 : streak,
    cost: before.cost + graded.cost_decimal,
  };
}
