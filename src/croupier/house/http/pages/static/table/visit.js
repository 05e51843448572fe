/* A visit to the house in this tab: when it began, its result so far, the last wagers. */

/** @import { Bet } from "./state.js" */

/** @typedef {{ rounds: Record<string, number>, bets: Bet[] }} Here */
/** @typedef {{ since: number, tables: Record<string, Here> }} Kept */
/** @typedef {ReturnType<typeof visit>} Visit */

const KEY = "croupier.visit";

/** @returns {Partial<Kept>} */
function read() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {string} table */
export function visit(table) {
  /** @type {Kept} */
  const kept = { since: Date.now(), tables: {}, ...read() };
  const here = (kept.tables[table] ??= { rounds: {}, bets: [] });
  const keep = () => sessionStorage.setItem(KEY, JSON.stringify(kept));
  return {
    since: kept.since,
    lastBets: here.bets,
    /** @param {Bet[]} bets */
    keepBets(bets) {
      if (JSON.stringify(here.bets) !== JSON.stringify(bets)) {
        here.bets = bets;
        keep();
      }
      return bets;
    },
    /**
     * Counts a round once; a round that is settled again replaces itself. True if something is new.
     * @param {number} round
     * @param {number} amount
     */
    count(round, amount) {
      if (here.rounds[round] === amount) return false;
      here.rounds[round] = amount;
      keep();
      return true;
    },
    net: () =>
      Object.values(kept.tables).reduce((sum, one) => sum + Object.values(one.rounds).reduce((a, b) => a + b, 0), 0),
    rounds: () => Object.values(kept.tables).reduce((sum, one) => sum + Object.keys(one.rounds).length, 0),
  };
}
