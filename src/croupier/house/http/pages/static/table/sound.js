/* Soft ticks, generated here; silent unless the player wants them. */

/** @import { TableState } from "./state.js" */

/** @typedef {[frequency: number, after: number, length: number, volume: number]} Tone */

/** @satisfies {Record<string, Tone[]>} */
const SOUNDS = {
  chip: [[1900, 0, 0.05, 0.05], [2500, 0.03, 0.04, 0.03]],
  card: [[420, 0, 0.06, 0.04]],
  tick: [[900, 0, 0.03, 0.03]],
  win: [[660, 0, 0.14, 0.05], [880, 0.12, 0.2, 0.05]],
};
/** @type {AudioContext | null} */
let context = null;

/**
 * @param {TableState} s
 * @param {keyof typeof SOUNDS} name
 */
export function sound(s, name) {
  if (!s.prefs.sound) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  for (const [frequency, after, length, volume] of SOUNDS[name]) {
    const tone = context.createOscillator();
    const loudness = context.createGain();
    const start = context.currentTime + after;
    tone.frequency.value = frequency;
    tone.type = "triangle";
    loudness.gain.setValueAtTime(volume, start);
    loudness.gain.exponentialRampToValueAtTime(0.0001, start + length);
    tone.connect(loudness).connect(context.destination);
    tone.start(start);
    tone.stop(start + length);
  }
}
