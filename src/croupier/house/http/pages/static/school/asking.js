/* What the house is asked about an exercise, and how answers are put into the words that it takes. */

import { api } from "../net.js";

/** @import { Answered, Ask, Exercise, GameTaught, Kind } from "../../api.d.ts" */

/** @typedef {{ game: GameTaught, kind: Kind, level: number }} Wanted */

/** @param {GameTaught} game */
const named = ({ rulebook, table }) => (rulebook === null ? { table } : { rulebook });

/**
 * @param {Wanted} wanted
 * @returns {Promise<Exercise>}
 */
export const exerciseOf = ({ game, kind, level }) => api("GET /api/school/exercise", { ...named(game), kind, level });

/**
 * @param {Wanted} wanted
 * @param {Exercise} exercise
 * @param {Record<string, string>} answers
 * @returns {Promise<Answered>}
 */
export const answersTo = ({ game }, { kind, level, seed }, answers) =>
  api("POST /api/school/answers", {}, { ...named(game), kind, level, seed, answers });

/**
 * The answers of a form: the chips and places of an order are several fields each.
 * @param {Ask[]} asks
 * @param {Record<string, string>} filled
 */
export function answersIn(asks, filled) {
  return Object.fromEntries(asks.map((ask) => [ask.name, answerTo(ask, filled)]).filter(([, given]) => given !== ""));
}

/**
 * @param {Ask} ask
 * @param {Record<string, string>} filled
 */
function answerTo(ask, filled) {
  if (ask.form === "chips") {
    const cut = ask.options.map(({ value }) => [filled[`${ask.name} ${value}`]?.trim() ?? "", value]);
    return cut.filter(([count]) => count !== "" && count !== "0").map(([count, value]) =>
      `${count}x${(Number(value) / 100).toFixed(2)}`
    ).join(" ");
  }
  if (ask.form === "order") {
    const places = ask.options.map((_, place) => filled[`${ask.name} ${place}`] ?? "");
    return new Set(places).size === places.length && !places.includes("") ? places.join(",") : "";
  }
  return filled[ask.name]?.trim() ?? "";
}
