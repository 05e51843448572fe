/* What a reader changes on the odds page: a payout, a term, everything back to approved; the highlighted cell. */

import { fit } from "./asking.js";
import { change } from "./questions.js";

/** @import { Terms } from "./asking.js" */
/** @import { Cell } from "./chart.js" */
/** @import { Opened } from "./questions.js" */

/**
 * @param {Opened} s
 * @param {string} table
 * @param {string} row
 * @param {string} value
 * @param {string} approved
 */
export function setRow(s, table, row, value, approved) {
  const rows = { ...s.asked.rows[table], [row]: value };
  if (value === approved) delete rows[row];
  change(s, { ...s.asked, rows: { ...s.asked.rows, [table]: rows } });
}

/**
 * @param {Opened} s
 * @param {Partial<Terms>} given
 */
export function setTerms(s, given) {
  change(s, { ...s.asked, terms: { ...s.asked.terms, ...given } });
}

/** @param {Opened} s */
export const reset = (s) => change(s, fit({ terms: { ...s.usual }, rows: {} }, s.game));

/**
 * @param {Opened} s
 * @param {Cell} cursor
 */
export function point(s, cursor) {
  if (s.cursor?.row === cursor.row && s.cursor?.at === cursor.at) return;
  s.cursor = cursor;
  s.draw();
}
