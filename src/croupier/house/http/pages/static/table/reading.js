/* What the pushed table says, asked in the words of the page. No rule is known here: amounts, names
   and what is allowed all come from the house. */

/* A wager that was taken back leaves an empty share behind. */
export const plays = (box, id) =>
  box.wagers.some((one) => (id === undefined || one.player === id) && Object.keys(one.laid).length > 0);
export const own = (view, id) => view.game.boxes.filter((box) => plays(box, id ?? null));

export function may(push, what, box, more = {}) {
  return push.legal.find((command) =>
    command.do === what && (box === undefined || command.box === box) &&
    Object.entries(more).every(([name, value]) => command[name] === value)
  );
}

export function laid(box, wager, player) {
  if (box === undefined) return 0;
  if (wager === "jackpot" || wager === "dealer_jackpot") {
    return player === undefined || box.seated === player ? box[wager] : 0;
  }
  return box.wagers.reduce(
    (sum, one) => sum + (player === undefined || one.player === player ? one.laid[wager] ?? 0 : 0),
    0,
  );
}

/* What lies on a box, by wager, in the order in which lines list them. */
export function lying(box) {
  const sums = new Map();
  for (const { laid: own } of box.wagers) {
    for (const [wager, amount] of Object.entries(own)) sums.set(wager, (sums.get(wager) ?? 0) + amount);
  }
  for (const wager of ["jackpot", "dealer_jackpot"]) if (box[wager]) sums.set(wager, box[wager]);
  return [...sums];
}

export const net = (lines) => lines.reduce((sum, line) => sum + line.won + line.returned - line.staked, 0);
export const ownLines = (view, id) => view.game.lines.filter((line) => line.player === id);

/* Everything a player has on the table before the deal, so that it can be laid again. */
export function bets(push, id) {
  const before = push.layout.wagers.filter((wager) => wager !== push.layout.stay);
  return own(push.view, id).flatMap((box) =>
    before.map((wager) => ({ box: box.box, wager, amount: laid(box, wager, id) })).filter((bet) => bet.amount > 0)
  );
}

export const SECONDS = {
  close_bets: "betting_seconds",
  fold_undecided: "decision_seconds",
  open_bets: "pause_seconds",
  settle: "reveal_seconds",
};
