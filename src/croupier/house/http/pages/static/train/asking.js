/* What the house is asked about a game to be learned: by the name of its rulebook, or that of a table, which may go by a
   file of its own. */

import { api } from "../net.js";

/** @import { OddsChoice } from "../../api.d.ts" */

/** @typedef {{ rulebook: string } | { table: string }} Game */
/** @typedef {{ seed: string, level: number }} Hand stands for one hand */

/** @param {Game} game */
export const lessonOf = (game) =>
  "table" in game ? api("GET /api/tables/{table}/play", game) : api("GET /api/book/{rulebook}/play", game);

/** @param {Game} game */
export const rulesOf = (game) =>
  "table" in game ? api("GET /api/tables/{table}/odds/rule", game) : api("GET /api/odds/{rulebook}/rule", game);

/** @param {Game} game @param {Hand} hand */
export const exerciseOf = (game, hand) =>
  "table" in game
    ? api("GET /api/tables/{table}/odds/exercise", { ...game, ...hand })
    : api("GET /api/odds/{rulebook}/exercise", { ...game, ...hand });

/** @param {Game} game @param {Hand} hand @param {OddsChoice} choice */
export const gradeOf = (game, hand, choice) =>
  "table" in game
    ? api("GET /api/tables/{table}/odds/exercise/graded", { ...game, ...hand, choice })
    : api("GET /api/odds/{rulebook}/exercise/graded", { ...game, ...hand, choice });

/** @param {Game} game */
export const addressOf = (game) =>
  "table" in game ? `/train/table?name=${encodeURIComponent(game.table)}` : `/train/${game.rulebook}`;
