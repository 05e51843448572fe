/* Things that travel over the table: copies on a layer above the page, while the page itself already shows the end.
   A tap or a key ends every flight at once; whoever wants no motion sees none. */

import { render } from "../dom.js";

/** @import { Child } from "../dom.js" */
/** @import { TableState } from "./state.js" */

/** @typedef {{ left: number, top: number, width: number, height: number }} Place */
/** @typedef {{ delay?: number, duration?: number, turn?: number, fades?: boolean }} Flight */

const SOFT = "cubic-bezier(.2, .7, .25, 1)";

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
 * @param {Element | null} element
 * @returns {Place | null}
 */
export function placeOf(element) {
  if (element === null || element.getClientRects().length === 0) return null;
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left, top, width, height };
}

/**
 * A copy of an element flies to where it is; it is seen itself once the copy has arrived.
 * @param {TableState} s
 * @param {Element} element
 * @param {Place} from
 * @param {Flight} flight
 */
export function arrive(s, element, from, flight) {
  const to = placeOf(element);
  if (to === null) return;
  const { delay = 0, duration = 350 } = flight;
  keep(s, element.animate([{ opacity: 0 }, { opacity: 0 }], { duration: delay + duration, fill: "backwards" }));
  fly(s, copyOf(element), from, to, flight);
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
  if (from !== null) fly(s, copyOf(element), from, to, { ...flight, fades: true });
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
  fly(s, made, spot(from), spot(to), { ...flight, fades: true });
}

/** @param {Element} element */
function copyOf(element) {
  const copy = /** @type {HTMLElement | SVGElement} */ (element.cloneNode(true));
  copy.style.margin = "0";
  return copy;
}

/**
 * @param {TableState} s
 * @param {HTMLElement | SVGElement} copy
 * @param {Place} from
 * @param {Place} to
 * @param {Flight} flight
 */
function fly(s, copy, from, to, { delay = 0, duration = 350, turn = 0, fades = false }) {
  for (const [name, value] of Object.entries(to)) copy.style.setProperty(name, `${value}px`);
  copy.style.position = "fixed";
  layer().append(copy);
  const x = from.left + from.width / 2 - to.left - to.width / 2;
  const y = from.top + from.height / 2 - to.top - to.height / 2;
  const scale = Math.max(0.2, Math.min(1.500, from.width / (to.width || 1)));
  const animation = copy.animate([
    { transform: `translate(${x}px, ${y}px) scale(${scale}) rotate(${turn}deg)`, opacity: 1 },
    { transform: "none", opacity: 1, offset: fades ? 0.850 : 1 },
    { transform: "none", opacity: fades ? 0 : 1 },
  ], { delay, duration, easing: SOFT });
  /* Unseen until its turn comes. */
  if (delay > 0) keep(s, copy.animate([{ visibility: "hidden" }, { visibility: "hidden" }], { duration: delay }));
  keep(s, animation, () => copy.remove());
}
