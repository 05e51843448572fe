/* The player's wagers: placed, pending, taken back, placed again. */

import { preference } from "../dom.js";
import { arrived, attempt, carry, caughtUp, present } from "./acting.js";
import { ANTE, bets } from "./reading.js";
import { sound } from "./state.js";

/** @import { Bet, Seen, Sent } from "./state.js" */

/**
 * What is pending for a spot.
 * @param {Seen} s
 * @param {number} box
 * @param {string} wager
 */
export function ghost(s, box, wager) {
  let sum = 0;
  for (const one of s.pending) if (one.box === box && one.wager === wager) sum += one.amount;
  return sum;
}

/**
 * A wager without limits has a fixed stake, which the house knows.
 * @param {Seen} s
 * @param {string} wager
 */
export const isFixed = (s, wager) => !(wager in s.push.layout.limits);

/**
 * A pending wager is drawn at once, lighter, until the pushed table includes it.
 * @param {Seen} s
 * @param {Bet} bet
 * @returns {Sent}
 */
function announce(s, { box, wager, amount }) {
  const fixed = isFixed(s, wager);
  const sent = { box, wager, fixed, amount: fixed ? s.push.view.game.jackpot_stake ?? 0 : amount, version: Infinity };
  s.pending.add(sent);
  s.draw();
  return sent;
}

/**
 * @param {Seen} s
 * @param {string} player
 * @param {Sent} sent
 */
async function place(s, player, sent) {
  const { box, wager, amount, fixed } = sent;
  try {
    const done = await carry(s, { do: "place_wager", box, wager, player, ...(fixed ? {} : { amount }) });
    sent.version = done.version;
    s.placed.push({ box, wager, amount });
    sound(s, "chip");
  } catch (trouble) {
    s.pending.delete(sent);
    throw trouble;
  } finally {
    arrived(s);
    s.draw();
  }
}

/**
 * @param {Seen} s
 * @param {number} box
 * @param {string} wager
 */
const take = (s, box, wager) => carry(s, { do: "withdraw_wager", box, wager, player: s.id });

/**
 * @param {Seen} s
 * @param {number} box
 * @param {string} wager
 * @param {Element} anchor
 */
export function lay(s, box, wager, anchor) {
  const sent = announce(s, { box, wager, amount: s.chip ?? 0 });
  return attempt(s, anchor, async () => {
    try {
      const player = await present(s, s.act.until);
      if (player !== null) await place(s, player, sent);
    } finally {
      if (sent.version === Infinity) s.pending.delete(sent);
      s.draw();
    }
  });
}

/**
 * @param {Seen} s
 * @param {number} box
 * @param {string} wager
 * @param {Element} anchor
 */
export function withdraw(s, box, wager, anchor) {
  return attempt(s, anchor, async () => {
    await take(s, box, wager);
    const gone = wager === ANTE ? [wager, ...s.push.layout.beside_ante] : [wager];
    s.placed = s.placed.filter((one) => one.box !== box || !gone.includes(one.wager));
  });
}

/**
 * @param {Seen} s
 * @param {number} value
 */
export function choose(s, value) {
  s.chip = value;
  preference.set("chip", value);
  s.draw();
}

/** @param {Seen} s */
export const undoable = (s) => s.push.view.game.phase === "betting" && s.placed.length > 0;

/**
 * The house takes back a whole wager, so what was there before the last chip is placed again.
 * @param {Seen} s
 * @param {Element} anchor
 */
export async function undo(s, anchor) {
  await attempt(s, anchor, async () => {
    await caughtUp(s);
    const last = undoable(s) ? s.placed.pop() : undefined;
    if (last === undefined || s.id === null) return;
    const { id } = s;
    const placed = [...s.placed];
    const lying = bets(s.push, id).filter((bet) => bet.box === last.box);
    const spot = lying.find((bet) => bet.wager === last.wager);
    if (!spot) return;
    await take(s, last.box, last.wager);
    if (spot.amount > last.amount) {
      await place(s, id, announce(s, { ...last, amount: spot.amount - last.amount }));
      const { beside_ante: beside } = s.push.layout;
      const fell = last.wager === ANTE ? lying.filter((bet) => beside.includes(bet.wager)) : [];
      for (const bet of fell) await place(s, id, announce(s, bet));
    }
    s.placed = placed;
  });
  s.draw();
}

/**
 * @param {Seen} s
 * @param {Element} anchor
 */
export async function clear(s, anchor) {
  await attempt(s, anchor, async () => {
    await caughtUp(s);
    s.placed = [];
    const { beside_ante: beside } = s.push.layout;
    const all = bets(s.push, s.id);
    const antes = new Set(all.filter((bet) => bet.wager === ANTE).map((bet) => bet.box));
    const lying = all.filter((bet) => !(antes.has(bet.box) && beside.includes(bet.wager)));
    for (const bet of lying) await take(s, bet.box, bet.wager);
  });
}

/**
 * What was placed in the previous round, or twice what is there now.
 * @param {Seen} s
 * @param {Element} anchor
 */
export async function rebet(s, anchor) {
  await attempt(s, anchor, async () => {
    const player = await present(s, s.act.until);
    if (player === null) return;
    await caughtUp(s);
    if (s.push.view.game.phase !== "betting") return;
    const lying = bets(s.push, player);
    const wanted = lying.length ? lying.filter((bet) => !isFixed(s, bet.wager)) : s.lastBets;
    for (const bet of wanted) await place(s, player, announce(s, bet));
  });
}
