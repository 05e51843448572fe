/* A visit to the house in this tab: when it began, what came of it, what was laid last. */

const KEY = "croupier.visit";

function read() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

export function visit(table) {
  const kept = { since: Date.now(), tables: {}, ...read() };
  const here = (kept.tables[table] ??= { rounds: {}, bets: [] });
  const keep = () => sessionStorage.setItem(KEY, JSON.stringify(kept));
  return {
    since: kept.since,
    lastBets: here.bets,
    keepBets(bets) {
      if (JSON.stringify(here.bets) !== JSON.stringify(bets)) {
        here.bets = bets;
        keep();
      }
      return bets;
    },
    /* Counts a round once; a round that is settled anew replaces itself. True when something is new. */
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
