/* A drawing of where the optimum stays in: a grid by hand and up card, or a threshold. All cells of a kind are one
   path, so that a chart of two thousand decisions has a handful of elements. */

import { h } from "../dom.js";
import { odds as t } from "../text/en_odds.js";
import { exact, fixed, percent, ratio } from "./numbers.js";

/** @typedef {{ row: number, at: number }} Cell */
/**
 * Every decision against one up card; `decisions` has a letter for each hand.
 * @typedef {object} GridColumn
 * @property {string} up_card
 * @property {string} decisions
 * @property {string} approved
 * @property {number[]} margin_least
 * @property {number[]} margin_most
 * @property {string[]} stay
 */
/** @typedef {{ hands: string[], columns: GridColumn[] }} Grid */

const CELL = 6;
const ROW = 21;
const LEFT = 34;
const BOTTOM = 30;
const words = t.strategy;

/**
 * Neighbouring cells of a row for which it holds, as one rectangle each.
 * @param {GridColumn[]} columns
 * @param {(column: GridColumn, at: number) => boolean} holds
 */
function runs(columns, holds) {
  let path = "";
  columns.forEach((column, row) => {
    let from = -1;
    for (let at = 0; at <= column.decisions.length; at += 1) {
      const inside = at < column.decisions.length && holds(column, at);
      if (inside && from < 0) from = at;
      if (!inside && from >= 0) {
        path += `M${LEFT + from * CELL} ${row * ROW}h${(at - from) * CELL}v${ROW - 1}h${(from - at) * CELL}z`;
        from = -1;
      }
    }
  });
  return path;
}

/**
 * Hands that share their first cards: a label, and a line where the next group begins.
 * @param {string[]} hands
 */
function groups(hands) {
  const ranks = hands.map((hand) => hand.split("-"));
  let common = 0;
  while (common < 4 && ranks.every((one) => one[common] === ranks[0][common])) common += 1;
  /** @type {{ label: string, from: number, to: number }[]} */
  const found = [];
  ranks.forEach((one, at) => {
    const label = one.slice(0, common + 1).join("-");
    const last = found.at(-1);
    if (last?.label === label) last.to = at + 1;
    else found.push({ label, from: at, to: at + 1 });
  });
  return found;
}

/** @param {{ moved: boolean, suits?: boolean }} given */
function Legend({ moved, suits = true }) {
  /** @param {string} kind */
  const sign = (kind) =>
    h(
      "svg",
      { class: `sign ${kind}`, viewBox: "0 0 16 16", "aria-hidden": "true" },
      h("rect", { class: kind, x: 1, y: 1, width: 14, height: 14 }),
    );
  return h(
    "ul",
    { class: "legend" },
    h("li", null, sign("stay"), words.legend.S),
    suits && h("li", null, sign("suits"), words.legend["~"]),
    h("li", null, sign("fold"), words.legend.F),
    moved && h("li", null, sign("was"), words.legend.moved),
  );
}

/**
 * The words of one cell.
 * @param {Grid} grid
 * @param {number} row
 * @param {number} at
 */
export function told(grid, row, at) {
  const column = grid.columns[row];
  const hand = grid.hands[at];
  const kind = column.decisions[at];
  const least = column.margin_least[at];
  const most = column.margin_most[at];
  if (kind === ".") return words["."](hand, column.up_card);
  if (kind === "~") return words["~"](hand, column.up_card, percent(ratio(column.stay[at]), 1));
  const [low, high] = kind === "S" ? [least, most] : [-most, -least];
  const by = fixed(low, 4) === fixed(high, 4) ? fixed(low, 4) : `${fixed(low, 4)} to ${fixed(high, 4)}`;
  return (kind === "S" ? words.S : words.F)(hand, column.up_card, by);
}

/** @param {PointerEvent & { readonly currentTarget: Element }} event @param {Grid} grid */
function cellAt(event, grid) {
  const box = event.currentTarget.getBoundingClientRect();
  const wide = LEFT + grid.hands.length * CELL;
  const tall = grid.columns.length * ROW + BOTTOM;
  const at = Math.floor((((event.clientX - box.left) / box.width) * wide - LEFT) / CELL);
  const row = Math.floor((((event.clientY - box.top) / box.height) * tall) / ROW);
  const inside = at >= 0 && at < grid.hands.length && row >= 0 && row < grid.columns.length;
  return inside ? { row, at } : null;
}

/** @type {Record<string, [row: number, at: number]>} */
const MOVES = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  Home: [0, -9999],
  End: [0, 9999],
};

/** @param {KeyboardEvent} event @param {Grid} grid @param {Cell | null} cursor */
function moved(event, grid, cursor) {
  const step = MOVES[event.key];
  if (step === undefined) return null;
  event.preventDefault();
  const { row, at } = cursor ?? { row: 0, at: 0 };
  if (cursor === null) return { row, at };
  return {
    row: Math.min(Math.max(row + step[0], 0), grid.columns.length - 1),
    at: Math.min(Math.max(at + step[1], 0), grid.hands.length - 1),
  };
}

/** @param {{ grid: Grid, cursor: Cell | null, point: (cell: Cell) => void }} given */
export function GridChart({ grid, cursor, point }) {
  const wide = LEFT + grid.hands.length * CELL;
  const tall = grid.columns.length * ROW;
  const isMoved = (/** @type {GridColumn} */ column, /** @type {number} */ at) =>
    column.approved[at] !== column.decisions[at];
  const anyMoved = grid.columns.some((column) => column.approved !== column.decisions);
  const marks = groups(grid.hands);
  return h(
    "div",
    { class: "chart" },
    Legend({ moved: anyMoved }),
    h(
      "div",
      {
        class: "chart-scroll",
        tabindex: 0,
        role: "group",
        "aria-label": words.keys,
        "aria-describedby": "told",
        onkeydown: (event) => {
          const next = moved(event, grid, cursor);
          if (next) point(next);
        },
      },
      h(
        "svg",
        {
          class: "grid",
          viewBox: `0 0 ${wide} ${tall + BOTTOM}`,
          "aria-hidden": "true",
          onpointermove: (event) => {
            const cell = cellAt(event, grid);
            if (cell) point(cell);
          },
          onpointerdown: (event) => {
            const cell = cellAt(event, grid);
            if (cell) point(cell);
          },
        },
        h(
          "defs",
          null,
          h(
            "pattern",
            { id: "suits", width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
            h("rect", { class: "suits-under", width: 6, height: 6 }),
            h("rect", { class: "suits-over", width: 2.6, height: 6 }),
          ),
        ),
        h("path", { class: "fold", d: runs(grid.columns, (column, at) => column.decisions[at] === "F") }),
        h("path", { class: "stay", d: runs(grid.columns, (column, at) => column.decisions[at] === "S") }),
        h("path", { class: "suits", d: runs(grid.columns, (column, at) => column.decisions[at] === "~") }),
        anyMoved && h("path", { class: "was", d: runs(grid.columns, isMoved) }),
        grid.columns.map((column, row) =>
          h("text", { class: "rank", x: LEFT - 10, y: row * ROW + ROW * 0.7, "text-anchor": "end" }, column.up_card)
        ),
        marks.map(({ label, from, to }) => [
          h("path", { class: "mark", d: `M${LEFT + from * CELL} 0V${tall + 6}` }),
          (to - from) * CELL >= 34 &&
          h(
            "text",
            { class: "hand", x: LEFT + ((from + to) / 2) * CELL, y: tall + 20, "text-anchor": "middle" },
            label,
          ),
        ]),
        cursor !== null &&
          h("rect", {
            class: "cursor",
            x: LEFT + cursor.at * CELL - 1,
            y: cursor.row * ROW - 1,
            width: CELL + 2,
            height: ROW + 1,
          }),
      ),
    ),
    h(
      "p",
      { class: "told", id: "told", role: "status" },
      cursor === null ? words.point : told(grid, cursor.row, cursor.at),
    ),
    h("details", { class: "as-table" }, h("summary", null, words.byUpCard), ByUpCard({ grid })),
  );
}

/** @param {{ grid: Grid }} given */
function ByUpCard({ grid }) {
  /** @param {string} text @param {string} letter */
  const count = (text, letter) => text.split(letter).length - 1;
  return h(
    "div",
    { class: "table-scroll", tabindex: 0, role: "group", "aria-label": words.byUpCard },
    h(
      "table",
      null,
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          words.byUpCardColumns.map((name, at) =>
            h("th", { scope: "col", class: at && at < 4 ? "number" : null }, name)
          ),
        ),
      ),
      h(
        "tbody",
        null,
        grid.columns.map((column) => {
          const first = column.decisions.search(/[S~]/);
          const last = Math.max(column.decisions.lastIndexOf("F"), column.decisions.lastIndexOf("~"));
          return h(
            "tr",
            { key: column.up_card },
            h("th", { scope: "row" }, column.up_card),
            ["S", "~", "F"].map((kind) => h("td", { class: "number" }, String(count(column.decisions, kind)))),
            h("td", null, first < 0 ? "" : grid.hands[first]),
            h("td", null, last < 0 ? "" : grid.hands[last]),
          );
        }),
      ),
    ),
  );
}

/**
 * The value of staying in for the hands around the one where it overtakes folding.
 * @param {{ threshold: { hand: string, stay: string, decimal: number, stays: boolean }[] }} given
 */
export function ThresholdChart({ threshold }) {
  const wide = 800;
  const tall = 260;
  const left = 92;
  const values = threshold.map(({ decimal }) => decimal);
  const low = Math.min(-1, ...values) - 0.02;
  const high = Math.max(-1, ...values) + 0.03;
  /** @param {number} value */
  const y = (value) => 16 + ((high - value) / (high - low)) * (tall - 24);
  const width = (wide - left - 8) / threshold.length;
  const first = threshold.findIndex(({ stays }) => stays);
  const ticks = [...new Set([low, -1, high].map((value) => Number(value.toFixed(2))))];
  return h(
    "div",
    { class: "chart" },
    Legend({ moved: false, suits: false }),
    h(
      "div",
      { class: "chart-scroll", tabindex: 0, role: "img", "aria-label": words.threshold(threshold[first].hand) },
      h(
        "svg",
        { class: "threshold", viewBox: `0 0 ${wide} ${tall + 56}`, "aria-hidden": "true" },
        ticks.map((tick) => [
          h("path", { class: tick === -1 ? "zero" : "guide", d: `M${left} ${y(tick)}H${wide}` }),
          h("text", { class: "rank", x: left - 8, y: y(tick) + 4, "text-anchor": "end" }, fixed(tick, 2)),
        ]),
        threshold.map(({ hand, decimal, stays }, at) => {
          const top = Math.min(y(decimal), y(-1));
          const tallness = Math.max(1, Math.abs(y(decimal) - y(-1)));
          return h(
            "g",
            { key: hand },
            h("rect", {
              class: stays ? "stay" : "fold",
              x: left + at * width + 1,
              y: top,
              width: width - 2,
              height: tallness,
            }),
            (at % 4 === first % 4) &&
              h("text", {
                class: ["hand", at === first && "best"],
                transform: `translate(${left + (at + 0.5) * width + 4} ${tall + 6}) rotate(60)`,
              }, hand),
          );
        }),
        h("text", { class: "hand", x: left + 6, y: y(-1) - 6 }, words.foldLine),
      ),
    ),
    h("p", { class: "told" }, words.threshold(threshold[first].hand), " ", words.worth(exact(threshold[first].stay))),
  );
}
