/* What the page asks: a rulebook and what differs from it, kept in the URL so that it can be shared, reloaded and
   undone with the back button. */

/** @import { TableTerms } from "../../api.d.ts" */

/**
 * @typedef {object} Terms
 * @property {number | null} ante
 * @property {number} meter
 * @property {number} reset
 * @property {number} stake
 * @property {string} increment
 * @property {number} players
 * @property {number} boxes
 * @property {number} tables
 * @property {number} magic_every
 * @property {number} lucky_every
 * @property {number} rounds_per_hour
 * @property {string} participation
 */
/** @typedef {Record<string, Record<string, string>>} Rows what a row of a pay table pays, by table and row */
/** @typedef {{ terms: Terms, rows: Rows }} Asked */
/**
 * @typedef {{
 *   row: string,
 *   label: string,
 *   pays: number,
 *   unit: "to_one" | "percent" | "dollars",
 *   clause: string,
 * }} PayRow
 */
/** @typedef {{ table: string, label: string, rows: PayRow[] }} PayTable */
/**
 * A game that can be priced, as /api/odds lists it.
 * @typedef {object} Game
 * @property {string} rulebook
 * @property {string} title
 * @property {string} document
 * @property {[number, number]} boxes
 * @property {number} cards
 * @property {boolean} up_card
 * @property {string} stay_wager
 * @property {boolean} jackpot
 * @property {boolean} others whether other players affect a figure
 * @property {boolean} draws
 * @property {number | null} payout_max
 * @property {{ wager: string, label: string }[]} side_wagers
 * @property {PayTable[]} tables
 */

/** @type {Terms} */
export const DEFAULTS = {
  ante: null,
  meter: 100000000,
  reset: 10000000,
  stake: 500,
  increment: "0.2",
  players: 0,
  boxes: 7,
  tables: 1,
  magic_every: 0,
  lucky_every: 0,
  rounds_per_hour: 40,
  participation: "0.5",
};

/**
 * What a table plays for now, as a question.
 * @param {TableTerms} terms
 * @returns {Asked}
 */
export const asAt = (terms) => ({
  terms: { ...DEFAULTS, ...Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== null)) },
  rows: {},
});

/**
 * The page of odds with a question about a table.
 * @param {string} table
 * @param {Asked} asked
 */
export const addressAt = (table, asked) =>
  `/odds/table?${[`name=${encodeURIComponent(table)}`, write(asked)].filter(Boolean).join("&")}`;

/**
 * What a URL asks for; `fit` leaves out what a game does not know.
 * @param {string} search
 * @returns {Asked}
 */
export function read(search) {
  const given = new URLSearchParams(search);
  const terms = Object.entries(DEFAULTS).map(([name, usual]) => [name, termOf(given.get(name), usual)]);
  const rows = [...new Set(given.keys())].filter((name) => !(name in DEFAULTS)).map((table) => [
    table,
    Object.fromEntries(given.getAll(table).map((pair) => pair.split("=")).filter((pair) => pair.length === 2)),
  ]);
  return { terms: Object.fromEntries(terms), rows: Object.fromEntries(rows) };
}

/**
 * @param {string | null} text
 * @param {string | number | null} usual
 */
function termOf(text, usual) {
  if (text === null || typeof usual === "string") return text ?? usual;
  return Number.isFinite(Number(text)) ? Number(text) : usual;
}

/**
 * The question as parameters: only what differs.
 * @param {Asked} asked
 * @returns {Partial<Terms> & Record<string, any>}
 */
export function question({ terms, rows }) {
  const usual = Object.entries(DEFAULTS);
  const differing = Object.entries(terms).filter(([name, value]) =>
    value !== null && value !== "" && usual.some(([one, least]) => one === name && least !== value)
  );
  const changed = Object.entries(rows).map(([table, pays]) => [
    table,
    Object.entries(pays).map(([row, value]) => `${row}=${value}`),
  ]);
  return Object.fromEntries([...differing, ...changed]);
}

/**
 * The question as the query of a URL.
 * @param {Asked} asked
 */
export const write = (asked) =>
  new URLSearchParams(
    Object.entries(question(asked)).flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)])),
  ).toString();

/**
 * Drops the terms that the game has no use for, so that changing the game never leads to a refusal.
 * @param {Asked} asked
 * @param {Game} game
 * @returns {Asked}
 */
export function fit({ terms, rows }, game) {
  const [least, most] = game.boxes;
  const fitted = { ...terms, boxes: Math.min(Math.max(terms.boxes, least), most) };
  if (!game.others) fitted.players = 0;
  fitted.players = Math.min(fitted.players, most - 1);
  if (!game.draws) Object.assign(fitted, { magic_every: 0, lucky_every: 0 });
  /** @type {Rows} */
  const kept = {};
  for (const { table, rows: known } of game.tables) {
    const names = new Set(known.map(({ row }) => row));
    kept[table] = {
      ...kept[table],
      ...Object.fromEntries(Object.entries(rows[table] ?? {}).filter(([row]) => names.has(row))),
    };
  }
  return { terms: fitted, rows: kept };
}

/** @param {Asked} asked */
export const changes = ({ rows }) => Object.values(rows).reduce((sum, table) => sum + Object.keys(table).length, 0);
