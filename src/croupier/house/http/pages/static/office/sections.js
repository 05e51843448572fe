/* An office: a page of sections, each with its own address. */

import { h, render } from "../dom.js";
import { head } from "./parts.js";

/** @import { Child } from "../dom.js" */
/** @import { Page } from "../main.js" */

/** @typedef {{ drawn: () => Child }} Section */
/**
 * @typedef {object} Office
 * @property {string} title
 * @property {string} lead
 * @property {string} address
 * @property {[name: string, words: string][]} sections that this person may see
 * @property {string} current
 */
/**
 * @typedef {{
 *   outlet: Element,
 *   kind: string,
 *   here: boolean,
 *   head: () => Child,
 *   section: Section | null,
 * }} OfficeState
 */

/**
 * @param {Element} outlet
 * @param {string} kind class of the page
 * @param {Office} office
 * @param {(draw: () => void) => Section} open
 * @returns {Page}
 */
export function openOffice(outlet, kind, { title, lead, address, sections, current }, open) {
  const listed = sections.map(([name, words]) => ({ name, words, href: `${address}?see=${name}` }));
  const words = listed.find((one) => one.name === current)?.words;
  return openAlone(outlet, kind, `${words} · ${title}`, open, () => head(title, lead, listed, current));
}

/**
 * A section that has the page to itself.
 * @param {Element} outlet
 * @param {string} kind
 * @param {string} title
 * @param {(draw: () => void) => Section} open
 * @param {() => Child} above
 * @returns {Page}
 */
export function openAlone(outlet, kind, title, open, above = () => null) {
  /** @type {OfficeState} */
  const s = { outlet, kind, here: true, head: above, section: null };
  s.section = open(() => draw(s));
  draw(s);
  return {
    title,
    close: () => {
      s.here = false;
    },
  };
}

/** @param {OfficeState} s */
function draw(s) {
  if (s.here && s.section) render(s.outlet, h("div", { class: s.kind }, s.head(), s.section.drawn()));
}
