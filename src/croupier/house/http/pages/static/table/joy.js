/* Joy in three grades: any win glows, a large one shines, and the jackpot rains gold. By what was paid, not by rules. */

import { h } from "../dom.js";
import { keep, over, placeOf, send } from "./flying.js";
import { fixedWagers, net } from "./reading.js";
import { sound } from "./state.js";

/** @import { Line } from "../../api.d.ts" */
/** @import { Seen } from "./state.js" */

/* As many times its stake makes a win a large one; a prize of the jackpot is grand from so many on. */
const LARGE = 4;
const GRAND = 50;
const SPARKS = { large: 10, grand: 36 };

/**
 * @param {Seen} s
 * @param {Line[]} lines of the player
 * @returns {"win" | "large" | "grand" | null}
 */
export function gradeOf(s, lines) {
  const times = (/** @type {Line} */ line) => (line.staked ? line.won / line.staked : 0);
  if (lines.some((line) => fixedWagers(s.push.layout).includes(line.wager) && times(line) >= GRAND)) return "grand";
  if (net(lines) <= 0) return null;
  return lines.some((line) => times(line) >= LARGE) ? "large" : "win";
}

/**
 * @param {Seen} s
 * @param {Line[]} lines
 * @param {number} delay
 */
export function joy(s, lines, delay) {
  const grade = gradeOf(s, lines);
  if (grade === null) return;
  for (const number of new Set(lines.filter((line) => line.won > 0).map((line) => line.box))) {
    const box = s.outlet.querySelector(`.near[data-box="${number}"]`);
    if (box !== null) glow(s, box, delay, grade === "win" ? 1 : 3);
    if (box !== null && grade !== "win") sparks(s, box, delay, SPARKS[grade]);
  }
}

/**
 * @param {Seen} s
 * @param {Element} box
 * @param {number} delay
 * @param {number} iterations
 */
function glow(s, box, delay, iterations) {
  const light = over(box, "light");
  const frames = [{ opacity: 0 }, { opacity: 1 }, { opacity: 0 }];
  keep(s, light.animate(frames, { delay, duration: 600, iterations }), () => light.remove());
}

/**
 * Gold that springs from a box; where it falls is of no account.
 * @param {Seen} s
 * @param {Element} box
 * @param {number} delay
 * @param {number} count
 */
function sparks(s, box, delay, count) {
  const from = placeOf(box);
  if (from === null) return;
  for (let place = 0; place < count; place += 1) {
    const angle = (place / count) * 2 * Math.PI;
    const far = 0.600 + (place % 3) * 0.400;
    const to = {
      ...from,
      left: from.left + Math.cos(angle) * from.width * far,
      top: from.top + Math.sin(angle) * from.height * far,
    };
    send(s, h("i", { class: "spark" }), 12, from, to, { delay: delay + (place % 4) * 90, duration: 1100 });
  }
}

/**
 * @param {Seen} s
 * @param {Line[]} lines
 */
export function cheer(s, lines) {
  const grade = gradeOf(s, lines);
  if (grade !== null) sound(s, grade);
}
