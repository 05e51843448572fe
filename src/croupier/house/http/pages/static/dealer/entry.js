/* Keying live cards when they are turned: by tap, by two keys, or by a scanner that types like a keyboard.

   An entry knows only the deck: a card that was entered is used. The server gives the order in which cards go to
   places; a tap on a hand sends the next card there instead. */

const RANKS = "AKQJT98765432";
const SUITS = "shdc";
const SCANNED_MS = 40;

/** Every card once, suit by suit. */
export const DECK = [...SUITS].map((suit) => [...RANKS].map((rank) => rank + suit));

/**
 * @typedef {object} Entry
 * @property {string | null} stage round and phase, and a hand that is shown out of turn
 * @property {Set<string>} lying cards that lie face up already
 * @property {string[]} order the box or `dealer` for each card that is due
 * @property {{ code: string, place: string }[]} given
 * @property {string | null} target where the next card goes instead
 * @property {string} rank typed so far, waiting for its suit
 * @property {number} rankAt when it was typed
 * @property {number} cardAt when the last card was complete
 * @property {boolean} scanned whether it came faster than fingers type
 */

/** @returns {Entry} */
export const newEntry = () => ({
  stage: null,
  lying: new Set(),
  order: [],
  given: [],
  target: null,
  rank: "",
  rankAt: 0,
  cardAt: 0,
  scanned: false,
});

/**
 * How often each place occurs.
 * @param {string[]} places
 */
function counted(places) {
  /** @type {Map<string, number>} */
  const found = new Map();
  for (const one of places) found.set(one, (found.get(one) ?? 0) + 1);
  return found;
}

/**
 * Where the next card goes.
 * @param {Entry} entry
 */
export function placeOf({ target, given, order }) {
  if (target !== null) return target;
  const had = counted(given.map((one) => one.place));
  for (const one of order) {
    const count = had.get(one) ?? 0;
    if (count === 0) return one;
    had.set(one, count - 1);
  }
  return null;
}

/**
 * @param {Entry} entry
 * @param {string} code
 */
export const isUsed = (entry, code) => entry.lying.has(code) || entry.given.some((one) => one.code === code);

/**
 * Enters a card; returns where it goes, or null if it cannot be used.
 * @param {Entry} entry
 * @param {string} code
 */
export function add(entry, code) {
  const place = placeOf(entry);
  if (place === null || isUsed(entry, code)) return null;
  entry.given.push({ code, place });
  if (isWhole(entry, place)) entry.target = null;
  return place;
}

/**
 * @param {Entry} entry
 * @param {string} place
 */
export function aimAt(entry, place) {
  entry.target = entry.target === place ? null : place;
}

/**
 * How many cards are still to come.
 * @param {Entry} entry
 */
export function cardsLeft({ given, order }) {
  const had = counted(given.map((one) => one.place));
  return [...counted(order)].reduce((left, [one, count]) => left + Math.max(0, count - (had.get(one) ?? 0)), 0);
}

/**
 * @param {Entry} entry
 * @param {string} place
 */
export const cardsAt = ({ given }, place) => given.filter((one) => one.place === place).map((one) => one.code);

/**
 * The cards that are turned at this stage; those already keyed are kept as long as their place is due.
 * @param {Entry} entry
 * @param {string} stage
 * @param {string[]} order
 */
export function begin(entry, stage, order) {
  if (stage !== entry.stage) {
    entry.given = [];
    entry.target = null;
    entry.rank = "";
  } else if (order.join() !== entry.order.join()) {
    entry.given = entry.given.filter((one) => order.includes(one.place));
    if (entry.target !== null && !order.includes(entry.target)) entry.target = null;
  }
  entry.stage = stage;
  entry.order = order;
}

/**
 * Forgets the cards of one place.
 * @param {Entry} entry
 * @param {string} place
 */
export function forget(entry, place) {
  entry.given = entry.given.filter((one) => one.place !== place);
}

/**
 * Whether every card of a place is keyed.
 * @param {Entry} entry
 * @param {string} place
 */
export const isWhole = (entry, place) =>
  cardsAt(entry, place).length >= entry.order.filter((one) => one === place).length;

/** @param {Entry} entry */
export function undo(entry) {
  if (entry.rank) entry.rank = "";
  else entry.given = entry.given.slice(0, -1);
  entry.target = null;
}

/** @param {Entry} entry */
export function clear(entry) {
  entry.given = [];
  entry.rank = "";
  entry.target = null;
}

/**
 * A key: null if it is not part of a card. A card that it completes is returned with where it went.
 * @param {Entry} entry
 * @param {string} pressed
 * @param {number} at
 * @returns {{ code?: undefined } | { code: string, to: string | null, twice: boolean } | null}
 */
export function typeKey(entry, pressed, at) {
  const one = pressed.length === 1 ? pressed.toUpperCase() : "";
  if (one === "1") entry.rank = "1";
  else if (one === "0" && entry.rank === "1") entry.rank = "T";
  else if (one && RANKS.includes(one)) entry.rank = one;
  else if (one && SUITS.includes(one.toLowerCase()) && entry.rank && entry.rank !== "1") {
    const code = entry.rank + one.toLowerCase();
    const twice = isUsed(entry, code);
    entry.scanned = at - entry.rankAt < SCANNED_MS;
    entry.rank = "";
    entry.cardAt = at;
    return { code, to: twice ? null : add(entry, code), twice };
  } else return null;
  entry.rankAt = at;
  return {};
}

/**
 * A scanner ends its card with Enter, which must not count as the dealer's key.
 * @param {Entry} entry
 * @param {number} at
 */
export const endsScan = ({ scanned, cardAt }, at) => scanned && at - cardAt < SCANNED_MS * 2;
