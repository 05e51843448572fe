/* Sounds made here, of tones and of noise. */

/** @typedef {[frequency: number, after: number, length: number, volume: number, noise?: boolean]} Tone */

/** @param {number[]} notes @param {number} beat @param {number} volume @returns {Tone[]} */
const tune = (notes, beat, volume) =>
  notes.map((note, place) => [note, place * beat, place === notes.length - 1 ? beat * 4 : beat * 1.600, volume]);

/** @satisfies {Record<string, Tone[]>} */
const SOUNDS = {
  chip: [[3200, 0, 0.035, 0.12, true], [4600, 0.035, 0.03, 0.08, true]],
  card: [[1500, 0, 0.09, 0.09, true], [700, 0.05, 0.05, 0.05, true]],
  tick: [[900, 0, 0.03, 0.03]],
  win: tune([659, 880], 0.120, 0.05),
  large: tune([523, 659, 784, 1047], 0.110, 0.05),
  grand: tune([523, 659, 784, 1047, 784, 1047, 1319, 1568], 0.130, 0.06),
};
/** @type {AudioContext | null} */
let context = null;
/** @type {AudioBuffer | null} */
let hiss = null;

/** @typedef {keyof typeof SOUNDS} Sound */

/** @param {Sound} name */
export function play(name) {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  for (const tone of SOUNDS[name]) tone[4] ? noise(context, tone) : note(context, tone);
}

/** @param {AudioContext} to @param {Tone} tone */
function note(to, [frequency, after, length, volume]) {
  const source = to.createOscillator();
  source.frequency.value = frequency;
  source.type = "triangle";
  source.connect(fading(to, after, length, volume));
  source.start(to.currentTime + after);
  source.stop(to.currentTime + after + length);
}

/** @param {AudioContext} to @param {Tone} tone */
function noise(to, [frequency, after, length, volume]) {
  hiss ??= hissing(to);
  const source = to.createBufferSource();
  const band = to.createBiquadFilter();
  source.buffer = hiss;
  band.type = "bandpass";
  band.frequency.value = frequency;
  source.connect(band).connect(fading(to, after, length, volume));
  source.start(to.currentTime + after, 0, length);
}

/** @param {AudioContext} to @param {number} after @param {number} length @param {number} volume */
function fading(to, after, length, volume) {
  const loudness = to.createGain();
  const start = to.currentTime + after;
  loudness.gain.setValueAtTime(volume, start);
  loudness.gain.exponentialRampToValueAtTime(0.0001, start + length);
  loudness.connect(to.destination);
  return loudness;
}

/** @param {AudioContext} to */
function hissing(to) {
  const made = to.createBuffer(1, to.sampleRate / 5, to.sampleRate);
  const samples = made.getChannelData(0);
  for (let place = 0; place < samples.length; place += 1) samples[place] = Math.random() * 2 - 1;
  return made;
}
