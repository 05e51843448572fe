/* A QR code as SVG: bytes, error correction L, mask 0, up to 230 bytes (versions 1 to 9). Longer text is not drawn: it
   is also shown in writing. */

import { h } from "../dom.js";

/* By version: total codewords, correction codewords per block, blocks; positions of alignment marks. */
const VERSIONS = [[26, 7, 1], [44, 10, 1], [70, 15, 1], [100, 20, 1], [134, 26, 1], [172, 18, 2], [196, 20, 2], [
  242,
  24,
  2,
], [292, 30, 2]];
/** @type {number[][]} */
const MARKS = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46]];
const FORMAT = 0x77c4;
const unset = () => /** @type {boolean | null} */ (null);

const EXP = new Uint8Array(512);
const LOG = new Uint8Array(256);
for (let power = 0, value = 1; power < 255; power++) {
  EXP[power] = value;
  EXP[power + 255] = value;
  LOG[value] = power;
  value = (value << 1) ^ (value & 128 ? 0x11d : 0);
}
/** @param {number} a @param {number} b */
const times = (a, b) => (a === 0 || b === 0 ? 0 : EXP[LOG[a] + LOG[b]]);

/**
 * The remainder of the data after division by the generator polynomial of a degree (Reed-Solomon).
 * @param {number[]} data
 * @param {number} degree
 */
function correction(data, degree) {
  let generator = [1];
  for (let root = 0; root < degree; root++) {
    const next = [...generator, 0];
    generator.forEach((factor, place) => {
      next[place + 1] ^= times(factor, EXP[root]);
    });
    generator = next;
  }
  const rest = Array.from({ length: degree }, () => 0);
  for (const byte of data) {
    const factor = byte ^ (rest.shift() ?? 0);
    rest.push(0);
    for (let place = 0; place < degree; place++) rest[place] ^= times(generator[place + 1], factor);
  }
  return rest;
}

/**
 * @param {Uint8Array} bytes
 * @param {number[]} version
 */
function codewords(bytes, [all, check, blocks]) {
  const room = all - check * blocks;
  /** @type {number[]} */
  const bits = [];
  /** @param {number} value @param {number} count */
  const put = (value, count) => {
    for (let bit = count - 1; bit >= 0; bit--) bits.push((value >> bit) & 1);
  };
  put(4, 4);
  put(bytes.length, 8);
  for (const byte of bytes) put(byte, 8);
  put(0, Math.min(4, room * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  /** @type {number[]} */
  const data = [];
  for (let at = 0; at < bits.length; at += 8) data.push(Number.parseInt(bits.slice(at, at + 8).join(""), 2));
  for (let pad = 0xec; data.length < room; pad ^= 0xec ^ 0x11) data.push(pad);
  const size = room / blocks;
  const parts = Array.from({ length: blocks }, (_, place) => data.slice(place * size, (place + 1) * size));
  const checks = parts.map((part) => correction(part, check));
  /** @param {number[][]} lists @param {number} length */
  const woven = (lists, length) => Array.from({ length }, (_, place) => lists.map((list) => list[place])).flat();
  return [...woven(parts, size), ...woven(checks, check)];
}

/**
 * Rows of modules, true for dark.
 * @param {string} text
 */
export function modules(text) {
  const bytes = new TextEncoder().encode(text);
  const place = VERSIONS.findIndex(([all, check, blocks]) => bytes.length + 2 <= all - check * blocks);
  if (place < 0) return null;
  const version = place + 1;
  const size = 17 + 4 * version;
  const grid = Array.from({ length: size }, () => Array.from({ length: size }, unset));
  const square = (/** @type {number} */ row, /** @type {number} */ column, /** @type {number} */ reach) => {
    for (let y = -reach; y <= reach; y++) {
      for (let x = -reach; x <= reach; x++) {
        const ring = Math.max(Math.abs(x), Math.abs(y));
        if (grid[row + y]?.[column + x] !== undefined) {
          grid[row + y][column + x] = reach === 4 ? ring !== 2 && ring !== 4 : ring !== 1;
        }
      }
    }
  };
  for (const [row, column] of [[3, 3], [3, size - 4], [size - 4, 3]]) square(row, column, 4);
  const marks = MARKS[place];
  for (const row of marks) for (const column of marks) if (grid[row][column] === null) square(row, column, 2);
  for (let at = 8; at < size - 8; at++) {
    grid[6][at] = at % 2 === 0;
    grid[at][6] = at % 2 === 0;
  }
  /** @param {number} bit */
  const format = (bit) => ((FORMAT >> bit) & 1) === 1;
  for (let bit = 0; bit < 15; bit++) {
    const near = bit < 6 ? [bit, 8] : bit < 8 ? [bit + 1, 8] : bit === 8 ? [8, 7] : [8, 14 - bit];
    const far = bit < 8 ? [8, size - 1 - bit] : [size - 15 + bit, 8];
    grid[near[0]][near[1]] = format(bit);
    grid[far[0]][far[1]] = format(bit);
  }
  grid[size - 8][8] = true;
  if (version >= 7) {
    let rest = version;
    for (let step = 0; step < 12; step++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
    const bits = (version << 12) | rest;
    for (let bit = 0; bit < 18; bit++) {
      const dark = ((bits >> bit) & 1) === 1;
      grid[Math.floor(bit / 3)][size - 11 + (bit % 3)] = dark;
      grid[size - 11 + (bit % 3)][Math.floor(bit / 3)] = dark;
    }
  }
  fill(grid, size, codewords(bytes, VERSIONS[place]));
  return grid;
}

/**
 * Two columns at a time from the right, alternately up and down; mask 0 inverts every other module.
 * @param {(boolean | null)[][]} grid
 * @param {number} size
 * @param {number[]} words
 */
function fill(grid, size, words) {
  let bit = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      const row = ((right + 1) & 2) === 0 ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (grid[row][column] !== null) continue;
        const dark = bit < words.length * 8 && ((words[bit >> 3] >> (7 - (bit & 7))) & 1) === 1;
        grid[row][column] = dark !== ((row + column) % 2 === 0);
        bit += 1;
      }
    }
  }
}

/** @param {string} text @param {string} label */
export function qr(text, label) {
  const grid = modules(text);
  if (grid === null) return null;
  const size = grid.length + 8;
  const path = grid.flatMap((line, row) =>
    line.map((dark, column) => (dark ? `M${column + 4} ${row + 4}h1v1h-1z` : ""))
  ).join("");
  return h(
    "svg",
    { class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": label, "shape-rendering": "crispEdges" },
    h("rect", { width: size, height: size, fill: "#fff" }),
    h("path", { d: path, fill: "#000" }),
  );
}
