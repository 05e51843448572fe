/* Chips: denominations(limits) for a tray, chip(value) seen from above, stack(cents) on the felt. */

import { h } from "./dom.js";
import { me } from "./net.js";

/** @import { Part } from "./dom.js" */

/* A column of chips is no higher; what is more stands beside it, as far as there is room. */
const COLUMN = 5;
const MOST_COLUMNS = 3;

/**
 * Five denominations that suit a table's limits: from the largest on that the least wager can be laid with.
 * @param {[least: number, most: number]} limits
 */
export function denominations([least, most]) {
  const first = me.chips.findLast((value) => value <= least && least % value === 0) ?? me.chips[0];
  return me.chips.filter((value) => value >= first && value <= Math.max(first, most)).slice(0, 5);
}

/** @param {number} cents */
export function chipsOf(cents) {
  /** @type {number[]} */
  const chips = [];
  let left = cents;
  for (const value of me.chips.toReversed()) {
    while (left >= value && chips.length < 40) {
      chips.push(value);
      left -= value;
    }
  }
  return chips;
}

/** @type {Map<number, Part>} */
const drawnChips = new Map();
/** @param {number} value */
export function chip(value) {
  if (!drawnChips.has(value)) {
    drawnChips.set(
      value,
      h(
        "svg",
        { viewBox: "0 0 48 48", "aria-hidden": "true", class: ["chip", `chip-${value}`] },
        h("circle", { cx: 24, cy: 24, r: 22, class: "chip-edge" }),
        h("circle", { cx: 24, cy: 24, r: 19.500, class: "chip-spots", pathLength: 36 }),
        h("circle", { cx: 24, cy: 24, r: 15, class: "chip-face" }),
        h("text", { x: 24, y: 24, class: "chip-value" }, value < 100000 ? value / 100 : `${value / 100000}k`),
      ),
    );
  }
  return drawnChips.get(value);
}

/** @type {Map<number, Part>} */
const stacks = new Map();
const [ACROSS, THICK, BESIDE] = [44, 5, 27];
/**
 * Chips on the felt, seen from the chair: the highest value at the bottom, in columns; the amount in words belongs next
 * to it.
 * @param {number} cents
 */
export function stack(cents) {
  if (!stacks.has(cents)) {
    const chips = chipsOf(cents).slice(0, COLUMN * MOST_COLUMNS);
    const columns = Math.max(1, Math.ceil(chips.length / COLUMN));
    const height = 20 + Math.min(COLUMN, chips.length) * THICK;
    stacks.set(
      cents,
      h(
        "svg",
        {
          viewBox: `0 0 ${ACROSS + BESIDE * (columns - 1)} ${height}`,
          class: ["stack", columns > 1 && "wide"],
          "aria-hidden": "true",
        },
        chips.map((value, place) =>
          onStack(value, BESIDE * Math.floor(place / COLUMN), height - 12 - (place % COLUMN) * THICK)
        ),
      ),
    );
  }
  return stacks.get(cents);
}

/**
 * @param {number} value
 * @param {number} x
 * @param {number} y
 */
const onStack = (value, x, y) =>
  h(
    "g",
    { class: `chip-${value}`, transform: `translate(${x} ${y})` },
    h("path", { d: `M2 0v${THICK}a20 8 0 0 0 40 0v-${THICK}z`, class: "chip-side" }),
    h("path", { d: "M2 2.500a20 8 0 0 0 40 0", class: "chip-marks", pathLength: 24 }),
    h("ellipse", { cx: 22, cy: 0, rx: 20, ry: 8, class: "chip-edge" }),
    h("ellipse", { cx: 22, cy: 0, rx: 17, ry: 6.500, class: "chip-spots", pathLength: 36 }),
    h("ellipse", { cx: 22, cy: 0, rx: 12.500, ry: 4.800, class: "chip-face" }),
  );
