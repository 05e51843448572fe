/* A bell for staff: two tones when something new needs them. Silent until somebody switches it on here. */

import { h, preference } from "./dom.js";

const NAME = "staff.bell";
const TONES = [784, 1047];
const BEAT = 0.16;

/** @type {AudioContext | null} */
let context = null;

const isOn = () => preference.get(NAME, /** @type {boolean} */ (false));

/** Rings, if it is switched on. */
export function ring() {
  if (!isOn()) return;
  context ??= new AudioContext();
  context.resume();
  const start = context.currentTime;
  TONES.forEach((frequency, place) => {
    const [tone, loudness] = [
      /** @type {AudioContext} */ (context).createOscillator(),
      /** @type {AudioContext} */ (context).createGain(),
    ];
    tone.frequency.value = frequency;
    loudness.gain.setValueAtTime(0.12, start + place * BEAT);
    loudness.gain.exponentialRampToValueAtTime(0.0001, start + (place + 2) * BEAT);
    tone.connect(loudness).connect(/** @type {AudioContext} */ (context).destination);
    tone.start(start + place * BEAT);
    tone.stop(start + (place + 2) * BEAT);
  });
}

/**
 * The switch; turning it on rings once, so that one hears how loud it is.
 * @param {{ label: string, draw: () => void }} given
 */
export const BellSwitch = ({ label, draw }) =>
  h("button", {
    class: "pill",
    "aria-pressed": String(isOn()),
    onclick: () => {
      preference.set(NAME, !isOn());
      ring();
      draw();
    },
  }, label);
