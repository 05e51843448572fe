/* Amounts in words, as on a cheque: in English, and in Chinese by the numerals that are used for money. Each language needs
   a grammar of its own, so these words are not in the catalogue; in the other languages they are English. */

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
const DIGITS = [..."零壹贰叁肆伍陆柒捌玖"];
const PLACES = ["", "拾", "佰", "仟"];
const GROUPS = ["", "万", "亿", "万亿"];

/** @param {number} number */
function inChinese(number) {
  const digits = [...String(number)].map(Number);
  let said = "";
  let gap = false;
  digits.forEach((digit, index) => {
    const place = digits.length - 1 - index;
    if (digit) said += (gap ? DIGITS[0] : "") + DIGITS[digit] + PLACES[place % 4];
    gap = digit === 0 && said !== "";
    if (place && place % 4 === 0 && digits.slice(Math.max(0, index - 3), index + 1).some(Boolean)) {
      said += GROUPS[place / 4];
      gap = false;
    }
  });
  return said || DIGITS[0];
}
/** @param {number} cents */
function inChineseMoney(cents) {
  const [tenths, hundredths] = [Math.floor(cents / 10) % 10, cents % 10];
  const whole = `${inChinese(Math.floor(cents / 100))}元`;
  if (tenths + hundredths === 0) return `${whole}整`;
  const after = tenths ? `${DIGITS[tenths]}角` : DIGITS[0];
  return whole + after + (hundredths ? `${DIGITS[hundredths]}分` : "");
}
/** @param {number} cents */
export function inWords(cents) {
  if (document.documentElement.lang === "zh-Hans") return inChineseMoney(cents);
  const dollars = Math.floor(cents / 100);
  const rest = cents % 100;
  const whole = `${numberInWords(dollars)} ${dollars === 1 ? "dollar" : "dollars"}`;
  if (rest === 0) return whole;
  return `${whole} and ${numberInWords(rest)} ${rest === 1 ? "cent" : "cents"}`;
}
