/* Amounts in words, as on a cheque. They are English in every language: slips and receipts are read by whoever checks them
   later, and each language would need a grammar of its own. */

const SMALL = [
  "zero",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
  "thirteen",
  "fourteen",
  "fifteen",
  "sixteen",
  "seventeen",
  "eighteen",
  "nineteen",
];
const TENS = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
/** @type {[number, string][]} */
const SCALES = [[1e12, "trillion"], [1e9, "billion"], [1e6, "million"], [1e3, "thousand"]];

/**
 * @param {number} number
 * @returns {string}
 */
function below(number) {
  if (number < 20) return SMALL[number];
  if (number < 100) return TENS[Math.floor(number / 10)] + (number % 10 ? `-${SMALL[number % 10]}` : "");
  const rest = number % 100;
  return `${SMALL[Math.floor(number / 100)]} hundred${rest ? ` ${below(rest)}` : ""}`;
}
/**
 * @param {number} number
 * @returns {string}
 */
export function numberInWords(number) {
  const parts = [];
  let left = number;
  for (const [scale, name] of SCALES) {
    if (left >= scale) parts.push(`${numberInWords(Math.floor(left / scale))} ${name}`);
    left %= scale;
  }
  if (left || parts.length === 0) parts.push(below(left));
  return parts.join(" ");
}
/** @param {number} cents */
export function inWords(cents) {
  const dollars = Math.floor(cents / 100);
  const rest = cents % 100;
  const whole = `${numberInWords(dollars)} ${dollars === 1 ? "dollar" : "dollars"}`;
  if (rest === 0) return whole;
  return `${whole} and ${numberInWords(rest)} ${rest === 1 ? "cent" : "cents"}`;
}
