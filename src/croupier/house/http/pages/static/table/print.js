/* What is printed on a felt, from the rulebook of its table. */

import { h } from "../dom.js";
import { api } from "../net.js";
import { money, t } from "../text/en.js";

/** @import { PrintedRow, PrintedTable } from "../../api.d.ts" */
/** @import { Seen, TableState } from "./state.js" */

const TOP_PRIZES = 3;
const JACKPOT = "jackpot";

/**
 * Asked for once; a felt without print can be played on.
 * @param {TableState} s
 */
export async function readPrint(s) {
  try {
    s.print = await api("GET /api/tables/{table}/felt", { table: s.table });
    s.draw();
  } catch {
    /* the sheet with rules and pays says it too */
  }
}

/**
 * The pay table of the wager that keeps a hand in, and of the awards beside it.
 * @param {Seen} s
 */
export const pays = (s) =>
  h(
    "div",
    { class: "print pays", key: "pays" },
    tables(s, (one) => !isSide(s, one)).map((one) => table(one, one.rows)),
  );

/**
 * The top of the jackpot, and what side wagers pay.
 * @param {Seen} s
 */
export function prizes(s) {
  const meter = s.push.view.game.jackpot;
  return h(
    "div",
    { class: "print prizes", key: "prizes" },
    tables(s, (one) => isSide(s, one)).map((one) =>
      one.wager === JACKPOT
        ? table(one, one.rows.slice(0, TOP_PRIZES), meter === null ? null : money(meter))
        : table(one, one.rows)
    ),
  );
}

/** @param {Seen} s @param {(one: PrintedTable) => boolean} wanted */
const tables = (s, wanted) => s.print?.tables.filter(wanted) ?? [];

/** @param {Seen} s @param {PrintedTable} one */
const isSide = (s, { wager }) => wager === JACKPOT || s.push.layout.sides.includes(wager);

/**
 * @param {PrintedTable} printed
 * @param {PrintedRow[]} rows
 * @param {string | null} amount
 */
function table({ wager }, rows, amount = null) {
  const alike = rows.every((row) => row.pays === rows[0].pays);
  return h(
    "dl",
    { key: wager, class: "pay-table" },
    h("div", { class: "pay-head" }, h("dt", {}, t.wager(wager)), h("dd", {}, amount ?? (alike ? rows[0].pays : ""))),
    alike
      ? null
      : rows.map((row) => h("div", { key: row.hand }, h("dt", {}, t.table.hand(row.hand)), h("dd", {}, row.pays))),
  );
}

/**
 * In an arc before the dealer, as wide as its letters in any typeface.
 * @param {Seen} s
 */
export function qualifies(s) {
  if (!s.print) return null;
  const words = t.table.print.qualifies(s.print.qualifies);
  return h(
    "svg",
    { viewBox: "0 0 400 34", class: "arc-print", key: "arc", role: "img", "aria-label": words },
    h("path", { id: "arc", d: "M6 8Q200 44 394 8", class: "arc-line" }),
    h(
      "text",
      { "aria-hidden": "true" },
      h("textPath", { href: "#arc", startOffset: "50%", textLength: 372 }, words),
    ),
  );
}
