/* Things that travel over the table: copies on a layer above the page, while the page itself already shows the end.
   A tap or a key ends every flight at once; whoever wants no motion sees none.

   What moves costs a frame as little as it can: transforms and opacity alone, which the browser animates beside the page;
   the places of everything are read before anything is changed; and all that moves together ends together, so that the
   felt is painted twice and not once for every card. */

import { render } from "../dom.js";

/** @import { Child } from "../dom.js" */
/** @import { TableState } from "./state.js" */

/** @typedef {{ left: number, top: number, width: number, height: number }} Place */
/** @typedef {{ delay?: number, duration?: number, turn?: number, fades?: boolean, lies?: boolean }} Flight */
/**
 * @typedef {object} Staged a flight that is about to begin
 * @property {HTMLElement | SVGElement} copy
 * @property {Place} from
 * @property {Place} to
 * @property {Required<Flight>} flight
 * @property {HTMLElement | SVGElement} [covered] what is seen once the copy has arrived
 */

const SOFT = "cubic-bezier(.2, .7, .25, 1)";
/* Of a flight that fades, so much is flown before it does. */
const FLOWN = 0.850;

/** @returns {HTMLElement} */
function layer() {
  const found = document.querySelector("body > .flying");
  if (found instanceof HTMLElement) return found;
  const made = Object.assign(document.createElement("div"), { className: "flying" });
  made.setAttribute("aria-hidden", "true");
  document.body.append(made);
  return made;
}

/**
 * Keeps an animation until it ends, so that it can be ended sooner.
 * @param {TableState} s
 * @param {Animation} animation
 * @param {() => void} [after]
 */
export function keep(s, animation, after) {
  s.moving.add(animation);
  animation.finished.catch(() => {}).then(() => {
    s.moving.delete(animation);
    after?.();
  });
}

/**
 * Elements change one after the other. They wait and rest within their animations, which end together: the browser asks
 * the page for every frame of a delay, and paints anew at every end.
 * @param {TableState} s
 * @param {(Element | null)[]} elements
 * @param {Keyframe} from
 * @param {Keyframe} to
 * @param {{ beat: number, duration: number }} times
 */
export function inTurn(s, elements, from, to, { beat, duration }) {
  const all = (elements.length - 1) * beat + duration;
  elements.forEach((element, place) => {
    if (element === null) return;
    const frames = [
      { ...from, offset: 0, easing: "step-end" },
      { ...from, offset: (place * beat) / all, easing: "ease-out" },
      { ...to, offset: (place * beat + duration) / all },
      { ...to, offset: 1 },
    ];
    keep(s, element.animate(frames, { duration: all }));
  });
}

/**
 * @param {Element | null} element
 * @returns {Place | null}
 */
export function placeOf(element) {
  if (element === null || element.getClientRects().length === 0) return null;
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left, top, width, height };
}

/**
 * A copy of an element flies to where it is; it is seen itself once all copies have arrived.
 * @param {TableState} s
 * @param {Element} element
 * @param {Place} from
 * @param {Flight} flight
 */
export function arrive(s, element, from, flight) {
  const to = placeOf(element);
  const covered = /** @type {HTMLElement | SVGElement} */ (element);
  if (to !== null) stage(s, { copy: copyOf(element), from, to, flight: whole(flight), covered });
}

/**
 * A copy of an element flies away.
 * @param {TableState} s
 * @param {Element} element
 * @param {Place} to
 * @param {Flight} flight
 */
export function leave(s, element, to, flight) {
  const from = placeOf(element);
  if (from !== null) stage(s, { copy: copyOf(element), from, to, flight: whole({ ...flight, fades: true }) });
}

/**
 * Something that is only drawn for its flight.
 * @param {TableState} s
 * @param {Child} drawing
 * @param {number} size across
 * @param {Place} from
 * @param {Place} to
 * @param {Flight} flight
 */
export function send(s, drawing, size, from, to, flight) {
  const made = document.createElement("div");
  render(made, drawing);
  const spot = (/** @type {Place} */ at) => ({
    left: at.left + at.width / 2 - size / 2,
    top: at.top + at.height / 2 - size / 2,
    width: size,
    height: size,
  });
  stage(s, { copy: made, from: spot(from), to: spot(to), flight: whole({ ...flight, fades: true }) });
}

/**
 * Something that lies on the layer over a box, with its corners.
 * @param {Element} box
 * @param {string} kind
 */
export function over(box, kind) {
  const made = Object.assign(document.createElement("i"), { className: kind });
  for (const [name, value] of Object.entries(placeOf(box) ?? {})) made.style.setProperty(name, `${value}px`);
  made.style.borderRadius = getComputedStyle(box).borderRadius;
  layer().append(made);
  return made;
}

/** @param {Flight} flight @returns {Required<Flight>} */
const whole = (flight) => ({ delay: 0, duration: 350, turn: 0, fades: false, lies: false, ...flight });

/** @param {Element} element */
function copyOf(element) {
  const copy = /** @type {HTMLElement | SVGElement} */ (element.cloneNode(true));
  copy.style.margin = "0";
  return copy;
}

/**
 * Flights of one moment begin together, once every place has been read.
 * @param {TableState} s
 * @param {Staged} flight
 */
function stage(s, flight) {
  if (s.staged.push(flight) === 1) queueMicrotask(() => begin(s, s.staged.splice(0)));
}

/**
 * @param {TableState} s
 * @param {Staged[]} flights
 */
function begin(s, flights) {
  const last = Math.max(...flights.map(({ flight }) => flight.delay + flight.duration));
  layer().append(...flights.map(({ copy }) => copy));
  for (const one of flights) {
    const { covered } = one;
    if (covered) covered.style.visibility = "hidden";
    keep(s, fly(one, last), () => {
      if (covered) covered.style.visibility = "";
      one.copy.remove();
    });
  }
}

/**
 * @param {Staged} staged
 * @param {number} all how long its copy is there: it waits for its turn, flies, and rests where it has come to
 */
function fly({ copy, from, to, flight }, all) {
  const { delay, duration, turn, fades, lies } = flight;
  for (const [name, value] of Object.entries(to)) copy.style.setProperty(name, `${value}px`);
  copy.style.position = "fixed";
  const x = from.left + from.width / 2 - to.left - to.width / 2;
  const y = from.top + from.height / 2 - to.top - to.height / 2;
  const scale = Math.max(0.2, Math.min(1.500, from.width / (to.width || 1)));
  const start = `translate(${x}px, ${y}px) scale(${scale}) rotate(${turn}deg)`;
  const at = (/** @type {number} */ time) => Math.min(1, time / all);
  const there = { transform: "none", opacity: 1 };
  return copy.animate([
    { transform: start, opacity: lies ? 1 : 0, offset: 0, easing: "step-end" },
    { transform: start, opacity: 1, offset: at(delay), easing: SOFT },
    { ...there, offset: at(delay + duration * (fades ? FLOWN : 1)) },
    { ...there, opacity: fades ? 0 : 1, offset: at(delay + duration) },
    { ...there, opacity: fades ? 0 : 1, offset: 1 },
  ], { duration: all });
}
