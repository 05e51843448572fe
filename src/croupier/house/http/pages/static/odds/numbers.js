/* Numbers for people: exact ones stay exact. Fractions arrive as "N/D", money as cents. */

const MINUS = "−";
/** @param {string | number} text */
const plain = (text) => String(text).replace("-", MINUS);
/** @param {string | number} text */
const grouped = (text) => plain(text).replace(/\B(?=(\d{3})+(?!\d))/g, ",");

/**
 * A whole number of any size, or "N/D", with its digits in groups.
 * @param {string | number} text
 */
export function exact(text) {
  const [top, bottom] = String(text).split("/");
  if (bottom === undefined || bottom === "1") return decimalGrouped(top);
  return `${grouped(top)} / ${grouped(bottom)}`;
}

/** @param {string | number} text */
function decimalGrouped(text) {
  const [whole, decimals] = String(text).split(".");
  return grouped(whole) + (decimals === undefined ? "" : `.${decimals}`);
}

/** @param {number} value @param {number} digits */
export function fixed(value, digits) {
  return plain(value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits }));
}

/** @param {number} value @param {number} digits */
export const percent = (value, digits = 3) => `${fixed(value * 100, digits)} %`;

/** @param {number} value @param {number} digits */
export const signed = (value, digits = 4) => (value > 0 ? `+${fixed(value, digits)}` : fixed(value, digits));

/** @param {number} cents @param {{ whole?: boolean }} options */
export function dollars(cents, { whole = false } = {}) {
  const digits = whole || (Number.isInteger(cents) && cents % 100 === 0) ? 0 : 2;
  return `${cents < 0 ? MINUS : ""}$${fixed(Math.abs(cents) / 100, digits)}`;
}

/** @param {number} cents */
export const money = (cents) => `${cents < 0 ? MINUS : ""}$${fixed(Math.abs(cents) / 100, 2)}`;

/** @param {number | null} times */
export function oneIn(times) {
  if (times === null || !Number.isFinite(times)) return "";
  return fixed(times, times >= 100 ? 0 : 2);
}

/**
 * A chance, small or large, with as many digits as are meaningful.
 * @param {number} value
 */
export function chance(value) {
  if (value === 0) return "0";
  const share = value * 100;
  const digits = share >= 1 ? 4 : Math.min(8, 4 - Math.floor(Math.log10(share)));
  return `${fixed(share, digits)} %`;
}

/** @param {string | number} text */
export function ratio(text) {
  const [top, bottom = "1"] = String(text).split("/");
  return Number(top) / Number(bottom);
}

/**
 * Dollars typed by a person, in cents; null if it is not an amount.
 * @param {string} text
 */
export function cents(text) {
  const said = String(text).replace(/[$,\s]/g, "");
  if (!/^\d{1,13}(\.\d{0,2})?$/.test(said)) return null;
  const [whole, decimals = ""] = said.split(".");
  return Number(whole) * 100 + Number(decimals.padEnd(2, "0"));
}
