/* The state of the odds page, and what it asks the house: the newest question wins; an older answer is dropped. */

import { say } from "../dom.js";
import { api, Trouble } from "../net.js";
import { odds as t } from "../text/en_odds.js";
import { addressAt, asAt, changes, DEFAULTS, fit, question, read, write } from "./asking.js";
import { written } from "./figures.js";

/** @import { JackpotMeters, Routes, TableSummary } from "../../api.d.ts" */
/** @import { Shell } from "../main.js" */
/** @import { Asked, Game, Terms } from "./asking.js" */
/** @import { Cell } from "./chart.js" */

/** @typedef {Routes["GET /api/odds/{rulebook}"]["answer"]} Sheet the exact figures of every wager */
/** @typedef {"sheet" | "strategy" | "longRun"} Part */
/** @typedef {{ rulebook: string, title: string, document?: string, table?: string }} Listed */

/**
 * @typedef {object} OddsState
 * @property {Element} outlet
 * @property {Shell} shell
 * @property {() => void} draw
 * @property {string | undefined} slug
 * @property {string | undefined} table whose rulebook it is, if it is a table's
 * @property {Game[] | null} games
 * @property {Listed[]} files games of this house that came as files
 * @property {Game | null} game
 * @property {Asked} asked
 * @property {Terms} usual to which everything can be put back: a table's own terms, or the usual ones
 * @property {Partial<Record<Part, Sheet>>} answers
 * @property {Partial<Record<Part, Trouble>>} troubles
 * @property {Sheet | null} approved
 * @property {JackpotMeters[]} meters
 * @property {Record<Part, number>} turns
 * @property {Cell | null} cursor
 * @property {{ answer: Sheet | null, trouble: Trouble | null }} advice
 * @property {boolean} closed
 * @property {boolean} spokeOnce
 * @property {number} timer
 * @property {number} saying
 */
/** @typedef {OddsState & { games: Game[], game: Game }} Opened the state once the game is known */

const PAUSE = 90;
const SAY_AFTER = 900;
const LATER = 1200;
const METERS_MOST = 4;
const ROUTES = /** @type {const} */ ({
  sheet: ["GET /api/odds/{rulebook}", "GET /api/tables/{table}/odds"],
  strategy: ["GET /api/odds/{rulebook}/strategy", "GET /api/tables/{table}/odds/strategy"],
  longRun: ["GET /api/odds/{rulebook}/long-run", "GET /api/tables/{table}/odds/long-run"],
});

/**
 * @param {Element} outlet
 * @param {Shell} shell
 * @param {string | undefined} slug
 * @param {(s: OddsState) => void} draw
 * @returns {OddsState}
 */
export function newState(outlet, shell, slug, draw) {
  /** @type {OddsState} */
  const s = {
    outlet,
    shell,
    draw: () => draw(s),
    slug,
    table: slug === "table" ? new URLSearchParams(location.search).get("name") ?? "" : undefined,
    games: null,
    files: [],
    game: null,
    asked: read(location.search),
    usual: DEFAULTS,
    answers: {},
    troubles: {},
    approved: null,
    meters: [],
    turns: { sheet: 0, strategy: 0, longRun: 0 },
    cursor: null,
    advice: { answer: null, trouble: null },
    closed: false,
    spokeOnce: false,
    timer: 0,
    saying: 0,
  };
  return s;
}

/** @param {OddsState} s */
export async function start(s) {
  s.draw();
  try {
    const games = /** @type {Game[]} */ (await api("GET /api/odds", {}));
    const game = await find(s, games);
    if (s.closed) return;
    if (game === undefined && s.slug === undefined) return s.shell.go(`/odds/${games[0].rulebook}`, true);
    if (game === undefined) {
      s.games = games;
      throw new Trouble({ kind: "refused", message: t.noGame(s.slug ?? "") }, 404);
    }
    const opened = /** @type {Opened} */ (Object.assign(s, { games, game, asked: fit(s.asked, game) }));
    s.shell.call(t.title, s.table ?? game.title);
    s.draw();
    ask(opened);
    askApproved(s);
    askMeters(opened);
  } catch (trouble) {
    s.troubles.sheet = demandTrouble(trouble);
    s.draw();
  }
}

/**
 * A game by its name, or the one that a table of this house uses: /odds/table?name=T1.
 * @param {OddsState} s
 * @param {Game[]} games
 * @returns {Promise<Game | undefined>}
 */
async function find(s, games) {
  if (s.table === undefined) return games.find(({ rulebook }) => rulebook === s.slug);
  const terms = await api("GET /api/tables/{table}/odds/terms", { table: s.table });
  const own = asAt(terms);
  s.usual = own.terms;
  if (!write(s.asked)) {
    s.asked = own;
    history.replaceState(history.state, "", addressAt(s.table, own));
  }
  const game = /** @type {Game} */ (await api("GET /api/tables/{table}/odds/rulebook", { table: s.table }));
  if (terms.meter !== null) return game;
  return { ...game, jackpot: false, tables: game.tables.filter(({ table }) => table !== "jackpot_pays") };
}

/** @param {OddsState} s */
export function close(s) {
  s.closed = true;
  clearTimeout(s.timer);
  clearTimeout(s.saying);
}

/**
 * @param {OddsState} s
 * @param {Part} part
 * @param {Asked} asked
 */
function answerTo(s, part, asked) {
  const [ofGame, ofTable] = ROUTES[part];
  const terms = question(asked);
  return s.table === undefined
    ? api(ofGame, { rulebook: s.slug ?? "", ...terms })
    : api(ofTable, { table: s.table, ...terms });
}

/**
 * @param {Opened} s
 * @param {Part} part
 */
async function askPart(s, part) {
  s.turns[part] += 1;
  const turn = s.turns[part];
  const isOld = () => s.closed || turn !== s.turns[part];
  try {
    const answer = await answerTo(s, part, s.asked);
    if (isOld()) return;
    s.answers[part] = answer;
    delete s.troubles[part];
  } catch (trouble) {
    if (isOld()) return;
    s.troubles[part] = demandTrouble(trouble);
    if (s.troubles[part]?.kind === "throttled") askSoon(s, LATER);
  }
  s.draw();
  if (part === "sheet") speak(s);
}

/** @param {Opened} s */
export async function ask(s) {
  await askPart(s, "sheet");
  if (s.troubles.sheet === undefined) {
    askPart(s, "strategy");
    if (s.game.jackpot) askPart(s, "longRun");
  }
}

/**
 * The same question about the rulebook as approved.
 * @param {OddsState} s
 */
async function askApproved(s) {
  try {
    const { meter, stake, reset, increment, players, boxes, tables, ante } = s.asked.terms;
    const terms = { ...DEFAULTS, meter, stake, reset, increment, players, boxes, tables, ante };
    s.approved = await answerTo(s, "sheet", { terms, rows: {} });
    if (!s.closed) s.draw();
  } catch {
    s.approved = null;
  }
}

/** @param {TableSummary} table */
const slugOf = ({ rulebook }) => rulebook.split("@")[0];

/**
 * Games of this house that came as files, and the meters of this game, to be adopted with a tap.
 * @param {Opened} s
 */
async function askMeters(s) {
  try {
    const [tables, jackpots] = await Promise.all([api("GET /api/tables", {}), api("GET /api/jackpots", {})]);
    const own = new Set(
      tables.filter((one) => (s.table === undefined ? slugOf(one) === s.game.rulebook : one.table === s.table))
        .map(({ jackpot }) => jackpot),
    );
    const known = new Set(s.games.map(({ rulebook }) => rulebook));
    s.files = tables.filter((one) => !known.has(slugOf(one)) && known.add(slugOf(one))).map((one) => ({
      rulebook: slugOf(one),
      title: one.name,
      table: one.table,
    }));
    s.meters = jackpots.filter(({ jackpot }) => own.has(jackpot)).slice(0, METERS_MOST);
    if (!s.closed) s.draw();
  } catch {
    s.meters = [];
  }
}

/**
 * @param {Opened} s
 * @param {number} pause
 */
function askSoon(s, pause = PAUSE) {
  clearTimeout(s.timer);
  s.timer = setTimeout(() => {
    ask(s);
    if (changes(s.asked)) askApproved(s);
  }, pause);
}

/** @param {OddsState} s */
function speak(s) {
  clearTimeout(s.saying);
  if (!s.spokeOnce) {
    s.spokeOnce = true;
    return;
  }
  s.saying = setTimeout(() => {
    const figures = s.answers.sheet?.figures;
    if (figures === undefined) return;
    const even = s.game?.jackpot &&
      figures.jackpot?.find((/** @type {Sheet} */ { figure }) => figure === "break_even");
    say(t.said(written(figures.main[0]), even && written(even)));
  }, SAY_AFTER);
}

/**
 * The URL follows, so that a link or a reload shows the same.
 * @param {Opened} s
 * @param {Asked} next
 */
export function change(s, next) {
  s.asked = next;
  const query = write(next);
  const path = `/odds/${s.game.rulebook}`;
  const ofGame = query ? `${path}?${query}` : path;
  history.replaceState(history.state, "", s.table === undefined ? ofGame : addressAt(s.table, next));
  s.draw();
  askSoon(s);
}

/**
 * The values of staying in and of folding with one hand.
 * @param {Opened} s
 * @param {string} hand
 * @param {string} up_card
 */
export async function askAdvice(s, hand, up_card) {
  const terms = { ...question(s.asked), hand, up_card };
  try {
    const answer = s.table === undefined
      ? await api("GET /api/odds/{rulebook}/advice", { rulebook: s.slug ?? "", ...terms })
      : await api("GET /api/tables/{table}/odds/advice", { table: s.table, ...terms });
    s.advice = { answer, trouble: null };
  } catch (trouble) {
    s.advice = { answer: null, trouble: demandTrouble(trouble) };
  }
  if (!s.closed) s.draw();
}

/**
 * @param {unknown} trouble
 * @returns {Trouble}
 */
function demandTrouble(trouble) {
  if (trouble instanceof Trouble) return trouble;
  throw trouble;
}
