/* The counting of the sign. What is shown runs after the true value and never past it: it eases up
   from below, and falls at once. Wheels turn as in a real odometer, so that whatever can be read while
   they turn lies between two values that are both true or below the truth. */

const EASE = 0.8;
/* Seconds in which about two thirds of what is missing are made up. */
const SLOWEST = 12;
/* Cents a second, at the least. */

export class Counter {
  constructor() {
    this.truth = null;
    this.shown = 0;
  }

  /* A new true value; `jump` shows it at once. */
  set(truth, jump = false) {
    if (this.truth === null || jump || truth < this.shown) this.shown = truth;
    this.truth = truth;
  }

  /* Nothing is known any more: the next value is shown as it is. */
  forget() {
    this.truth = null;
  }

  get resting() {
    return this.truth === null || this.shown >= this.truth;
  }

  /* Some time passes; returns what may be shown, with the part of a cent that the last wheel has turned. */
  pass(seconds) {
    if (!this.resting) {
      const missing = this.truth - this.shown;
      const step = Math.max(missing * (1 - Math.exp(-seconds / EASE)), SLOWEST * seconds);
      this.shown = Math.min(this.truth, this.shown + step);
    }
    return this.shown;
  }
}

/* How far each wheel has turned, from the highest: the last turns smoothly, another only while all
   below it pass from nine to nought. */
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

/* Signs between wheels: "1,234.56" has a comma and a point. */
export function separator(place, count) {
  const after = count - place - 1;
  if (after === 2) return ".";
  return after > 2 && (after - 2) % 3 === 0 ? "," : "";
}
