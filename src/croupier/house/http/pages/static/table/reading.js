/* Queries on the pushed table, in the terms of the page. No rule is known here: amounts, names and what is allowed all
   come from the house. */

/** @import { BoxView, HouseTableView, LayoutView, Line, Step, TableCommand, TablePush } from "../../api.d.ts" */
/** @import { TableView } from "../../api.d.ts" */
/** @import { Bet } from "./state.js" */

/* Every game begins with it. */
export const ANTE = "ante";

/**
 * The least and the most that a chip is good for: from the smallest minimum of any wager on.
 * @param {LayoutView} layout
 * @returns {[number, number]}
 */
export const chipLimits = ({ limits }) => [Math.min(...Object.values(limits).map(([least]) => least)), limits[ANTE][1]];

/** @param {TableView} game */
export const isOver = (game) => game.phase === "settled" || game.phase === "void";

/**
 * A wager that was taken back leaves an empty share behind.
 * @param {BoxView} box
 * @param {string | null} [id] of a player; anybody if omitted
 */
export const plays = (box, id) =>
  box.wagers.some((one) => (id === undefined || one.player === id) && Object.keys(one.laid).length > 0);

/**
 * @param {HouseTableView} view
 * @param {string | null} id
 */
export const own = (view, id) => view.game.boxes.filter((box) => plays(box, id));

/**
 * The first legal command of a kind, for a box and with these fields.
 * @template {TableCommand["do"]} Do
 * @param {TablePush} push
 * @param {Do} what
 * @param {number} [box]
 * @param {Record<string, unknown>} [more]
 */
export function may(push, what, box, more = {}) {
  const wanted = Object.entries(box === undefined ? more : { ...more, box });
  return push.legal.find((command) =>
    command.do === what && wanted.every(([name, value]) => fieldOf(command, name) === value)
  );
}

/**
 * @param {TableCommand} command
 * @param {string} name
 * @returns {unknown}
 */
const fieldOf = (command, name) => Object.entries(command).find(([one]) => one === name)?.[1];

/**
 * What is on a box besides the players' shares.
 * @param {BoxView} box
 * @returns {Record<string, number>}
 */
const jackpotsOf = ({ jackpot, dealer_jackpot }) => ({ jackpot, dealer_jackpot });

/**
 * @param {BoxView | undefined} box
 * @param {string} wager
 * @param {string | null} [player] anybody if omitted
 */
export function laid(box, wager, player) {
  if (box === undefined) return 0;
  const jackpots = jackpotsOf(box);
  if (wager in jackpots) return player === undefined || box.seated === player ? jackpots[wager] : 0;
  return box.wagers.reduce(
    (sum, one) => sum + (player === undefined || one.player === player ? one.laid[wager] ?? 0 : 0),
    0,
  );
}

/**
 * What lies on a box for a wager; once it is settled, what the dealer has left there or put beside it.
 * @param {TableView} game
 * @param {BoxView | undefined} box
 * @param {string} wager
 */
export function left(game, box, wager) {
  if (!isOver(game)) return laid(box, wager);
  const lines = game.lines.filter((line) => line.box === box?.box && line.wager === wager);
  return lines.reduce((sum, line) => sum + line.returned + line.won, 0);
}

/**
 * What is on a box, by wager, in the order in which lines list them.
 * @param {BoxView} box
 */
export function lying(box) {
  /** @type {Map<string, number>} */
  const sums = new Map();
  for (const { laid: own } of box.wagers) {
    for (const [wager, amount] of Object.entries(own)) sums.set(wager, (sums.get(wager) ?? 0) + amount);
  }
  for (const [wager, amount] of Object.entries(jackpotsOf(box))) if (amount) sums.set(wager, amount);
  return [...sums];
}

/** @param {Pick<Line, "won" | "returned" | "staked">[]} lines */
export const net = (lines) => lines.reduce((sum, line) => sum + line.won + line.returned - line.staked, 0);

/**
 * @param {HouseTableView} view
 * @param {string | null} id
 */
export const ownLines = (view, id) => view.game.lines.filter((line) => line.player === id);

/**
 * Everything a player has on the table before the deal, so that it can be placed again.
 * @param {TablePush} push
 * @param {string | null} id
 * @returns {Bet[]}
 */
export function bets(push, id) {
  const before = push.layout.wagers.filter((wager) => wager !== push.layout.stay);
  return own(push.view, id).flatMap((box) =>
    before.map((wager) => ({ box: box.box, wager, amount: laid(box, wager, id) })).filter((bet) => bet.amount > 0)
  );
}

/**
 * Wagers with a fixed stake, except the one that keeps a hand in: those on the jackpot.
 * @param {LayoutView} layout
 */
export const fixedWagers = (layout) =>
  layout.wagers.filter((wager) => wager !== layout.stay && !(wager in layout.limits));

/**
 * Which of the table's times a step of the automatic dealer waits for.
 * @type {Partial<Record<Step, "betting_seconds" | "decision_seconds" | "pause_seconds" | "reveal_seconds">>}
 */
export const SECONDS = {
  close_bets: "betting_seconds",
  fold_undecided: "decision_seconds",
  open_bets: "pause_seconds",
  settle: "reveal_seconds",
};
