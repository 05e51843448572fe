/* The shuffle, checked in the browser, written from docs/house.md and not from the house's code: SHA-256 of table,
   round and seed must be the fingerprint; SHAKE-256 of the seed gives the deck. */

/** @param {string} text */
const words = (text) => new TextEncoder().encode(text);
/** @param {string} hex */
const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
/** @param {Uint8Array<ArrayBuffer>} bytes */
const hexOf = (bytes) => Array.from(bytes, (one) => one.toString(16).padStart(2, "0")).join("");
/** @param {...ArrayLike<number>} parts */
const join = (...parts) => Uint8Array.from(parts.flatMap((part) => Array.from(part)));

const ROUNDS = [
  0x0000000000000001n,
  0x0000000000008082n,
  0x800000000000808an,
  0x8000000080008000n,
  0x000000000000808bn,
  0x0000000080000001n,
  0x8000000080008081n,
  0x8000000000008009n,
  0x000000000000008an,
  0x0000000000000088n,
  0x0000000080008009n,
  0x000000008000000an,
  0x000000008000808bn,
  0x800000000000008bn,
  0x8000000000008089n,
  0x8000000000008003n,
  0x8000000000008002n,
  0x8000000000000080n,
  0x000000000000800an,
  0x800000008000000an,
  0x8000000080008081n,
  0x8000000000008080n,
  0x0000000080000001n,
  0x8000000080008008n,
];
const MASK = (1n << 64n) - 1n;
/** @param {bigint} word @param {bigint} by */
const turn = (word, by) => (by === 0n ? word : ((word << by) | (word >> (64n - by))) & MASK);

/** @param {bigint[]} a */
function permute(a) {
  for (const constant of ROUNDS) {
    const c = [0, 1, 2, 3, 4].map((x) => a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20]);
    for (let i = 0; i < 25; i++) a[i] ^= c[(i + 4) % 5] ^ turn(c[(i + 1) % 5], 1n);
    let x = 1, y = 0, current = a[1];
    for (let step = 1, by = 0; step <= 24; step++) {
      by = (by + step) % 64;
      [x, y] = [y, (2 * x + 3 * y) % 5];
      [current, a[x + 5 * y]] = [a[x + 5 * y], turn(current, BigInt(by))];
    }
    for (let row = 0; row < 25; row += 5) {
      const line = a.slice(row, row + 5);
      for (let i = 0; i < 5; i++) a[row + i] = line[i] ^ (~line[(i + 1) % 5] & MASK & line[(i + 2) % 5]);
    }
    a[0] ^= constant;
  }
}

/** @param {Uint8Array} message */
export function* shake256(message) {
  const rate = 136;
  const padded = new Uint8Array((Math.floor(message.length / rate) + 1) * rate);
  padded.set(message);
  padded[message.length] = 0x1f;
  padded[padded.length - 1] |= 0x80;
  const a = Array.from({ length: 25 }, () => 0n);
  for (let block = 0; block < padded.length; block += rate) {
    for (let i = 0; i < rate; i++) a[i >> 3] ^= BigInt(padded[block + i]) << BigInt(8 * (i & 7));
    permute(a);
  }
  for (;;) {
    for (let i = 0; i < rate; i++) yield Number((a[i >> 3] >> BigInt(8 * (i & 7))) & 255n);
    permute(a);
  }
}

/** @param {string} seed */
export function deckOf(seed) {
  const stream = shake256(join(words("croupier-shuffle/1 "), bytesOf(seed)));
  const number = () => [0, 0, 0, 0].reduce((sum) => sum * 256 + (stream.next().value ?? 0), 0);
  const deck = Array.from("23456789TJQKA").flatMap((rank) => Array.from("cdhs", (suit) => rank + suit));
  for (let place = 51; place > 0; place--) {
    const fair = 2 ** 32 - (2 ** 32 % (place + 1));
    let drawn = number();
    while (drawn >= fair) drawn = number();
    const other = drawn % (place + 1);
    [deck[place], deck[other]] = [deck[other], deck[place]];
  }
  return deck;
}

/** @param {Uint8Array<ArrayBuffer>} message */
const sha256 = async (message) => hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", message)));

/**
 * The house's seed with the players' additions, in the order of their names; the house's alone if there are none.
 * @param {string} seed
 * @param {Record<string, string>} added
 */
async function jointOf(seed, added) {
  const names = Object.keys(added).toSorted((one, other) => (one < other ? -1 : 1));
  if (!names.length) return seed;
  return await sha256(
    join(words("croupier-joint/1 "), bytesOf(seed), words(names.map((name) => ` ${name} ${added[name]}`).join(""))),
  );
}

/**
 * Whether the seed matches what was published before the bets, and the deck that follows from it and the players'
 * parts.
 * @param {string} table
 * @param {number} round
 * @param {{ commitment: string, seed: string, added?: Record<string, string> }} given2
 */
export async function check(table, round, { commitment, seed, added = {} }) {
  const published = await sha256(join(words(`croupier-shuffle/1 ${table} ${round} `), bytesOf(seed)));
  return { holds: published === commitment, deck: deckOf(await jointOf(seed, added)) };
}

/* A part of a shuffle for a later round: kept here until then, fixed at the house by its hash. */
export async function newPart() {
  const part = crypto.getRandomValues(new Uint8Array(32));
  return { part: hexOf(part), hash: await sha256(part) };
}
