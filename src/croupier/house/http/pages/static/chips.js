/* Chips: denominations(limits) for a tray, chip(value) seen from above, stack(cents) on the felt. */

import { h } from "./dom.js";
import { shortMoney } from "./text/en.js";

/** @import { Part } from "./dom.js" */

const VALUES = [100, 500, 1000, 2500, 10_000, 50_000, 100_000, 500_000, 2_500_000, 10_000_000];
const MOST_CHIPS = 6;

/**
 * Five denominations that suit a table's limits.
 * @param {[least: number, most: number]} limits
 */
export function denominations([least, most]) {
  const useful = VALUES.filter((value) => value >= least && value <= most);
  return (useful.length ? useful : VALUES).slice(0, 5);
}

/** @param {number} cents */
export function chipsOf(cents) {
  /** @type {number[]} */
  const chips = [];
  let left = cents;
  for (const value of VALUES.toReversed()) {
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
        h("text", { x: 24, y: 24, class: "chip-value" }, shortMoney(value).replace("$", "")),
      ),
    );
  }
  return drawnChips.get(value);
}

/** @type {Map<number, Part>} */
const stacks = new Map();
/**
 * A stack seen from the side; the amount in words belongs next to it.
 * @param {number} cents
 */
export function stack(cents) {
  if (!stacks.has(cents)) {
    const chips = chipsOf(cents);
    const shown = chips.length > MOST_CHIPS ? chips.slice(0, MOST_CHIPS) : chips;
    const height = 20 + shown.length * 5;
    stacks.set(
      cents,
      h(
        "svg",
        { viewBox: `0 0 44 ${height}`, class: "stack", "aria-hidden": "true" },
        shown.map((value, place) => {
          const y = height - 12 - place * 5;
          return h(
            "g",
            { class: `chip-${value}` },
            h("path", { d: `M2 ${y}v5a20 8 0 0 0 40 0v-5z`, class: "chip-side" }),
            h("ellipse", { cx: 22, cy: y, rx: 20, ry: 8, class: "chip-edge" }),
            h("ellipse", { cx: 22, cy: y, rx: 17, ry: 6.500, class: "chip-spots", pathLength: 36 }),
            h("ellipse", { cx: 22, cy: y, rx: 12.500, ry: 4.800, class: "chip-face" }),
          );
        }),
      ),
    );
  }
  return stacks.get(cents);
}
