/* The counting of the sign. The shown value follows the true one and never exceeds it: it eases up from below, and
   falls at once. Wheels turn as in a real odometer, so that any reading while they turn is between two values that are
   both at or below the truth. */

const EASE = 0.8;
/* Seconds in which about two thirds of the lag are made up. */
const SLOWEST = 12;
/* Minimum speed, in cents per second. */

/** @typedef {{ truth: number | null, shown: number }} Counter in cents; `truth` is null if nothing is known */

/** @returns {Counter} */
export const newCounter = () => ({ truth: null, shown: 0 });

/**
 * A new true value; `jump` shows it at once.
 * @param {Counter} counter
 * @param {number} truth
 * @param {boolean} jump
 */
export function count(counter, truth, jump) {
  if (counter.truth === null || jump || truth < counter.shown) counter.shown = truth;
  counter.truth = truth;
}

/**
 * Nothing is known any more: the next value is shown at once.
 * @param {Counter} counter
 */
export function forget(counter) {
  counter.truth = null;
}

/** @param {Counter} counter */
export const rests = ({ truth, shown }) => truth === null || shown >= truth;

/**
 * Some time passes; returns what may be shown, including the fraction of a cent that the last wheel has turned.
 * @param {Counter} counter
 * @param {number} seconds
 */
export function pass(counter, seconds) {
  const { truth, shown } = counter;
  if (truth !== null && shown < truth) {
    const step = Math.max((truth - shown) * (1 - Math.exp(-seconds / EASE)), SLOWEST * seconds);
    counter.shown = Math.min(truth, shown + step);
  }
  return counter.shown;
}

/**
 * How far each wheel has turned, from the highest: the last turns smoothly, another only while all below it pass from
 * nine to zero.
 * @param {number} value
 */
export function wheels(value) {
  const whole = Math.floor(value);
  let turning = value - whole;
  const digits = String(whole).padStart(3, "0").split("").map(Number);
  const turned = [];
  for (let place = digits.length - 1; place >= 0; place -= 1) {
    turned.unshift(digits[place] + turning);
    turning = digits[place] === 9 ? turning : 0;
  }
  return turned;
}

/**
 * Separators between wheels: "1,234.56" has a comma and a point.
 * @param {number} place
 * @param {number} count
 */
export function separator(place, count) {
  const after = count - place - 1;
  if (after === 2) return "." /* code */;
  return after > 2 && (after - 2) % 3 === 0 ? "," : "";
}
