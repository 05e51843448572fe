/* Nothing moves beneath a finger: while one is down, what the house sends is kept and drawn once it is up, since a button
   that moves between down and up loses its click, or another gets it. */

/** @import { TableState } from "./state.js" */

/* A finger that rests holds nothing up for longer. */
const HOLD_MS = 700;
/* After a touch, the click comes by itself. */
const CLICK_MS = 120;

/**
 * @param {TableState} s
 * @returns {() => void} ends it
 */
export function watchFinger(s) {
  const ending = new AbortController();
  const heard = { capture: true, signal: ending.signal };
  let timer = 0;
  const up = () => {
    clearTimeout(timer);
    s.held = false;
    if (s.owed) s.draw();
  };
  const until = (/** @type {number} */ wait) => {
    clearTimeout(timer);
    timer = setTimeout(up, wait);
  };
  addEventListener("pointerdown", () => {
    s.held = true;
    until(HOLD_MS);
  }, heard);
  addEventListener("pointerup", () => s.held && until(CLICK_MS), heard);
  addEventListener("pointercancel", up, heard);
  addEventListener("click", up, { signal: ending.signal }); /* after who it was for */
  return () => {
    ending.abort();
    clearTimeout(timer);
  };
}
