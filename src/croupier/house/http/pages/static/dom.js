/* The page as a function of what is known: h() describes, render() changes only what differs.

   h("button", {class: "primary", onclick: go}, "Deal")   an element; attributes, then children
   Part({…}, …)                                        a function that returns a description
   render(container, description)                         in place, keyed: elements that stay are not rebuilt
   Attributes: `key` (identity among siblings), `class` (string, or list with gaps), `style` (object,
   set through the CSSOM, which the content security policy allows; custom properties too), `on…`
   handlers, `value`/`checked`/… as properties, `ref` (called with the element once), `keep`
   (leaves the content to other code), true/false/null for attributes that are present or not.
   SVG elements are created inside <svg>.
   say(text) speaks in the polite live region; sheet() is a side sheet, popover() a small note. */

import { t } from "./text/en.js";

/** @typedef {string | number} Key */
/** @typedef {{ text: string, tag?: undefined, key?: undefined }} Words */
/**
 * @typedef {{
 *   tag: string,
 *   key: Key | undefined,
 *   attributes: Attributes<any>,
 *   children: Described[],
 *   text?: undefined,
 * }} Part
 */
/** @typedef {Words | Part} Described */
/** @typedef {{ readonly [place: number]: Child, readonly length: number }} Children */
/** @typedef {Described | string | number | boolean | null | undefined | Children} Child */
/** @typedef {ChildNode & { described?: Described }} Drawn a node, and what it was drawn from */
/** @typedef {{ close: () => void, dialog: HTMLDialogElement } & (() => void)} Sheet */
/** @typedef {{ link: HTMLLinkElement, worn: boolean, there: Promise<unknown> }} Style */

/**
 * @template {string} Tag
 * @typedef {Tag extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[Tag] : HTMLElement} ElementOf
 */
/**
 * @template E
 * @template {string} Tag
 * @typedef {E & { readonly currentTarget: ElementOf<Tag>, readonly target: ElementOf<Tag> }} Heard
 */
/**
 * @template {string} Tag
 * @typedef {{
 *   key?: Key,
 *   class?: string | null | false | (string | number | boolean | null | undefined)[],
 *   style?: Record<string, string>,
 *   ref?: (element: ElementOf<Tag>) => void,
 *   keep?: boolean,
 *   onclick?: (event: Heard<MouseEvent, Tag>) => unknown,
 *   oninput?: (event: Heard<InputEvent, Tag>) => unknown,
 *   onchange?: (event: Heard<Event, Tag>) => unknown,
 *   onblur?: (event: Heard<FocusEvent, Tag>) => unknown,
 *   onkeydown?: (event: Heard<KeyboardEvent, Tag>) => unknown,
 *   onpointermove?: (event: Heard<PointerEvent, Tag>) => unknown,
 *   onpointerdown?: (event: Heard<PointerEvent, Tag>) => unknown,
 *   onsubmit?: (event: Submitted) => unknown,
 *   [attribute: string]: unknown,
 * }} Attributes
 */
/** @typedef {Heard<SubmitEvent, "form"> & { readonly submitter: HTMLButtonElement | null }} Submitted */

const SVG = "http://www.w3.org/2000/svg";
const PROPERTIES = new Set(["value", "checked", "disabled", "selected", "open", "indeterminate"]);

/**
 * @template {string} Tag
 * @param {Tag} tag
 * @param {Attributes<Tag> | null} attributes
 * @param {...Child} children
 * @returns {Part}
 */
export function h(tag, attributes, ...children) {
  const given = attributes ?? {};
  return { tag, key: given.key, attributes: given, children: flat(children, []) };
}

/**
 * @param {Child} child
 * @returns {child is Child[]}
 */
const isList = (child) => Array.isArray(child);

/**
 * @param {Child[]} children
 * @param {Described[]} into
 */
function flat(children, into) {
  for (const child of children) {
    if (isList(child)) flat(child, into);
    else if (child !== null && child !== undefined && child !== false && child !== true) {
      into.push(typeof child === "object" ? /** @type {Described} */ (child) : { text: String(child) });
    }
  }
  return into;
}

/**
 * @param {Element} container
 * @param {Child} description
 */
export function render(container, description) {
  const wanted = flat([description], []);
  children(container, wanted, container.namespaceURI === SVG);
}

/**
 * @param {Described} node
 * @param {boolean} svg
 * @returns {Drawn}
 */
function create(node, svg) {
  if (node.text !== undefined) {
    return Object.assign(document.createTextNode(node.text), { described: node });
  }
  const drawn = svg || node.tag === "svg";
  const element = drawn ? document.createElementNS(SVG, node.tag) : document.createElement(node.tag);
  attributes(element, {}, node.attributes);
  if (!node.attributes.keep) children(element, node.children, drawn);
  Object.assign(element, { described: node });
  node.attributes.ref?.(element);
  return element;
}

/**
 * @param {Described | undefined} described
 * @param {Described} node
 */
function same(described, node) {
  return described !== undefined && described.tag === node.tag && described.key === node.key;
}

/**
 * @param {any} element as it was drawn from `element.described`, which has the same tag
 * @param {Described} node
 * @param {boolean} svg
 */
function update(element, node, svg) {
  const before = element.described;
  if (before === node) return;
  if (node.text !== undefined) {
    if (before.text !== node.text) element.data = node.text;
  } else {
    attributes(element, before.attributes, node.attributes);
    if (!node.attributes.keep) children(element, node.children, svg || node.tag === "svg");
  }
  element.described = node;
}

/**
 * @param {Element} parent
 * @param {Described[]} wanted
 * @param {boolean} svg
 */
function children(parent, wanted, svg) {
  /** @type {Drawn[]} */
  const before = Array.from(parent.childNodes);
  /** @type {Map<Key, Drawn>} */
  const keyed = new Map();
  /** @type {Drawn[]} */
  const loose = [];
  for (const child of before) {
    const key = child.described?.key;
    if (key === undefined) loose.push(child);
    else keyed.set(key, child);
  }
  /** @type {Set<Drawn>} */
  const now = new Set();
  for (const node of wanted) {
    /** @type {Drawn | undefined} */
    let child;
    if (node.key === undefined) {
      const at = loose.findIndex((one) => same(one.described, node));
      if (at >= 0) [child] = loose.splice(at, 1);
    } else {
      child = keyed.get(node.key);
      if (child !== undefined && (!same(child.described, node) || now.has(child))) child = undefined;
    }
    if (child === undefined) child = create(node, svg);
    else update(child, node, svg);
    now.add(child);
  }
  for (const child of before) if (!now.has(child)) child.remove();
  let place = parent.firstChild;
  for (const child of now) {
    if (child === place) place = child.nextSibling;
    else parent.insertBefore(child, place);
  }
}

/**
 * @param {any} element HTML or SVG, with its properties
 * @param {Attributes<any>} before
 * @param {Attributes<any>} now
 */
function attributes(element, before, now) {
  for (const name of Object.keys(before)) {
    if (!(name in now)) attribute(element, name, undefined, before[name]);
  }
  for (const [name, value] of Object.entries(now)) {
    const property = PROPERTIES.has(name);
    if (property ? element[name] !== value : before[name] !== value) {
      attribute(element, name, value, before[name]);
    }
  }
}

/**
 * @param {any} element HTML or SVG: both have a style
 * @param {string} name
 * @param {any} value
 * @param {any} before
 */
function attribute(element, name, value, before) {
  if (name === "key" || name === "ref" || name === "keep") return;
  if (name === "style") {
    for (const key of Object.keys(before ?? {})) if (!(key in (value ?? {}))) element.style.removeProperty(key);
    for (const [key, one] of Object.entries(value ?? {})) {
      if (before?.[key] !== one) element.style.setProperty(key, one);
    }
  } else if (name.startsWith("on")) {
    element[name] = value ?? null;
  } else if (PROPERTIES.has(name) && name in element) {
    element[name] = value ?? (name === "value" ? "" : false);
  } else {
    const text = name === "class" && Array.isArray(value) ? value.filter(Boolean).join(" ") : value;
    if (text === undefined || text === null || text === false) element.removeAttribute(name);
    else element.setAttribute(name, text === true ? "" : text);
  }
}

/**
 * Words that stay on one line, as large as their space allows (see .one-line).
 * @param {string} tag
 * @param {string} words
 * @param {{ class?: string }} attributes
 */
export const oneLine = (tag, words, attributes = {}) =>
  h(tag, { ...attributes, class: ["one-line", attributes.class], style: { "--signs": String(words.length) } }, words);

/* Additional styles of a page: loaded once, and in force until the next page is opened, so that no page looks different
   depending on the one before. A page is drawn once its styles are loaded. */
/** @type {Map<string, Style>} */
const styles = new Map();
/** @param {string} file */
export function style(file) {
  const href = new URL(file, import.meta.url).href;
  const one = styles.get(href) ?? loaded(href);
  styles.set(href, one);
  wear(one, true);
  return one.there;
}

export function undress() {
  for (const one of styles.values()) wear(one, false);
}

/**
 * @param {string} href
 * @returns {Style}
 */
function loaded(href) {
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  const there = new Promise((done) => {
    link.onload = () => done(wear(one, one.worn));
    link.onerror = done;
  });
  const one = { link, worn: true, there };
  document.head.append(link);
  return one;
}

/** @param {Style} one @param {boolean} worn */
function wear(one, worn) {
  one.worn = worn;
  if (one.link.sheet) one.link.sheet.disabled = !worn;
}

/* Words for screen readers; what is said twice in a row is spoken twice. */
let spoken = 0;
/** @param {string | null | undefined} text */
export function say(text) {
  const live = document.getElementById("live");
  if (live === null || !text) return;
  const line = document.createElement("p");
  line.textContent = text;
  live.append(line);
  spoken += 1;
  if (live.childNodes.length > 4) live.firstChild?.remove();
}

/**
 * A side sheet: a dialog that takes the focus, closes on Escape or a tap beside it, and returns the focus. draw(close)
 * returns its content; the returned function draws it again.
 * @param {string} title
 * @param {(close: () => void) => Child} draw
 * @param {{ wide?: boolean, onclose?: () => void, closeLabel?: string }} options
 * @returns {Sheet}
 */
export function sheet(title, draw, { wide = false, onclose, closeLabel = t.close } = {}) {
  const dialog = document.createElement("dialog");
  dialog.className = wide ? "sheet wide" : "sheet";
  const back = document.activeElement;
  const close = () => dialog.close();
  const redraw = () =>
    render(dialog, [
      h(
        "header",
        { class: "sheet-head" },
        h("h2", { id: "sheet-title" }, title),
        h("button", { class: "icon", onclick: close, "aria-label": closeLabel }, cross()),
      ),
      h("div", { class: "sheet-body" }, draw(close)),
      h("div", { class: "sheet-notes", keep: true }),
    ]);
  dialog.setAttribute("aria-labelledby", "sheet-title");
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) close();
  });
  dialog.addEventListener("close", () => {
    dialog.remove();
    onclose?.();
    if (back instanceof HTMLElement && back.isConnected) back.focus({ preventScroll: true });
  });
  redraw();
  document.body.append(dialog);
  dialog.showModal();
  return Object.assign(redraw, { close, dialog });
}

export function cross() {
  return h("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, h("path", { d: "M3 3l10 10M13 3L3 13" }));
}

/* Above the anchor, or below it if there is no room; always in view. If the anchor is gone or hidden, the note stays
   where it is. */
const EDGE = 8;
/** @param {number} place @param {number} room */
const within = (place, room) => Math.max(EDGE, Math.min(place, room - EDGE));
/** @param {Element} anchor @param {HTMLElement} box */
function beside(anchor, box) {
  if (anchor.getClientRects().length === 0) return;
  const at = anchor.getBoundingClientRect();
  const size = box.getBoundingClientRect();
  const above = at.top - size.height - EDGE;
  box.style.left = `${within(at.left + at.width / 2 - size.width / 2, innerWidth - size.width)}px`;
  box.style.top = `${within(above > EDGE ? above : at.bottom + EDGE, innerHeight - size.height)}px`;
}

/* A sheet covers the page and makes it inert, so a note can be read only in the topmost sheet. */
const notes = () => Array.from(document.querySelectorAll("dialog[open] > .sheet-notes")).at(-1) ?? document.body;

/** @type {(() => void) | null} */
let shown = null;
/**
 * A small note at an element, where the finger was. It goes away by itself, on a tap or on Escape, but not on
 * scrolling: a page also scrolls by itself when a line is added above the visible part, and the note would be gone
 * before it was read.
 * @param {Element} anchor
 * @param {Child} content
 * @param {{ kind?: string, seconds?: number }} options
 */
export function popover(anchor, content, { kind = "note", seconds = 0 } = {}) {
  shown?.();
  const box = document.createElement("div");
  box.className = `popover ${kind}`;
  box.setAttribute("role", kind === "refusal" ? "alert" : "note");
  render(box, content);
  notes().append(box);
  const follow = () => beside(anchor, box);
  follow();
  const listening = new AbortController();
  const heard = { capture: true, signal: listening.signal };
  const close = () => {
    box.remove();
    listening.abort();
    clearTimeout(timer);
    if (shown === close) shown = null;
  };
  const outside = (/** @type {PointerEvent} */ event) => {
    if (event.target instanceof Node && !box.contains(event.target)) close();
  };
  const escape = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Escape") {
      close();
      event.stopPropagation();
    }
  };
  const timer = seconds ? setTimeout(close, seconds * 1000) : 0;
  addEventListener("pointerdown", outside, heard);
  addEventListener("keydown", escape, heard);
  addEventListener("scroll", follow, heard);
  addEventListener("resize", follow, heard);
  shown = close;
  return close;
}

/** The small note that is shown goes. */
export const endNote = () => shown?.();

/* A person's preferences on this device: kept here, never sent. */
export const preference = {
  /**
   * @template T
   * @param {string} name
   * @param {T} otherwise
   * @returns {T}
   */
  get(name, otherwise) {
    try {
      return JSON.parse(localStorage.getItem(`croupier.${name}`) ?? "null") ?? otherwise;
    } catch {
      return otherwise;
    }
  },
  /**
   * @param {string} name
   * @param {unknown} value
   */
  set(name, value) {
    try {
      localStorage.setItem(`croupier.${name}`, JSON.stringify(value));
    } catch {
      /* a private window may store nothing */
    }
  },
};
