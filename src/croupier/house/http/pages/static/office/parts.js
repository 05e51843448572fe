/* What the offices share: who may come in, loading, work that may be refused, amounts, tables that fold into cards on a
   phone, secrets that are shown once. */

import { h, say } from "../dom.js";
import { isMissing, me, Trouble } from "../net.js";
import { t } from "../text/en.js";
import { o } from "../text/en_office.js";

/** @import { Accepted, AnyCommand, Section } from "../../api.d.ts" */
/** @import { Child, Part, Submitted } from "../dom.js" */

/**
 * @template T
 * @typedef {{ data: T | null, trouble: unknown, again: () => Promise<T | null> }} Asked a request to the house
 */
/** @typedef {{ text: string, clause?: string | null, good: boolean }} Note */
/**
 * @typedef {object} Worker
 * @property {<T>(name: string, work: () => T, done?: Done<Awaited<T>>) => Promise<boolean>} attempt
 * @property {(name: string) => Child} note
 * @property {(name: string, text: string) => void} refuse
 * @property {(name: string) => void} forget
 * @property {Set<string>} busy
 */
/**
 * @template T
 * @typedef {string | null | ((answer: T) => string)} Done the message when it is done
 */
/**
 * @template T
 * @typedef {object} Column
 * @property {string} head
 * @property {(row: T, place: number) => Child} cell
 * @property {boolean} [number]
 * @property {boolean} [wide]
 */

/**
 * Whether this person's roles allow a command.
 * @param {AnyCommand["do"]} command
 */
export const may = (command) => me.person?.may.includes(command) ?? false;

/**
 * Whether this person's roles open a section.
 * @param {Section} section
 */
export const opens = (section) => me.person?.sections.includes(section) ?? false;
/** @param {string} name */
export const path = (name) => encodeURIComponent(name);

/**
 * Tells a person without access why they may not see a page; nothing is requested from the house before.
 * @param {...Section} sections one of which is enough
 */
export function gate(...sections) {
  if (me.person === null) {
    return state(o.signInTitle, null, h("a", { class: "button primary", href: "/login" }, o.signIn));
  }
  if (me.person.must_change_password) {
    return state(o.mustChangeTitle, o.mustChange, h("a", { class: "button primary", href: "/me" }, o.toAccount));
  }
  if (!sections.some(opens)) {
    return state(o.forbiddenTitle, o.forbidden, h("a", { class: "button primary", href: "/" }, o.home));
  }
  return null;
}

/**
 * @param {string} title
 * @param {string | null} text
 * @param {Child} action
 */
const state = (title, text, action) =>
  h("div", { class: "state" }, h("h1", {}, title), text ? h("p", {}, text) : null, action);

/**
 * The head of an office: its title and its sections, each with its own address.
 * @param {string} title
 * @param {string} lead
 * @param {{ name: string, words: string, href: string }[]} sections
 * @param {string} current
 */
export function head(title, lead, sections, current) {
  return h(
    "header",
    { class: "office-head" },
    h("div", {}, h("h1", {}, title), lead ? h("p", { class: "muted" }, lead) : null),
    sections.length > 1
      ? h(
        "nav",
        { class: "sections", "aria-label": o.sections },
        sections.map(({ name, words, href }) =>
          h("a", {
            key: name,
            href,
            "aria-current": name === current ? "page" : null,
            ref: (link) =>
              name === current && queueMicrotask(() => link.scrollIntoView({ block: "nearest", inline: "nearest" })),
          }, words)
        ),
      )
      : null,
  );
}

/**
 * A request to the house: what is known so far, and how to ask again.
 * @template T
 * @param {() => Promise<T>} work
 * @param {() => void} draw
 * @returns {Asked<T>}
 */
export function asked(work, draw) {
  /** @type {Asked<T>} */
  const one = { data: null, trouble: null, again };
  async function again() {
    try {
      one.data = await work();
      one.trouble = null;
    } catch (problem) {
      one.trouble = problem;
    }
    draw();
    return one.data;
  }
  again();
  return one;
}

/**
 * @template T
 * @param {Asked<T>} one
 * @param {(data: T) => Child} drawn
 */
export function shown(one, drawn) {
  if (one.data !== null) return drawn(one.data);
  if (one.trouble === null) {
    return h("p", { class: "waiting", key: "waiting" }, h("span", { class: "spinner" }), o.loading);
  }
  const forbidden = one.trouble instanceof Trouble && one.trouble.status === 403;
  const missing = isMissing(one.trouble);
  return h(
    "div",
    { class: "panel failed", role: "alert", key: "failed" },
    h("h2", {}, missing ? o.missing : o.failed),
    h("p", {}, t.trouble.words(one.trouble)),
    forbidden || missing ? null : h("button", { onclick: one.again }, o.again),
  );
}

/**
 * Work that may be refused: one at a time by name, with the outcome in words.
 * @param {() => void} draw
 * @returns {Worker}
 */
export function worker(draw) {
  /** @type {Map<string, Note>} */
  const notes = new Map();
  /** @type {Set<string>} */
  const busy = new Set();
  return {
    busy,
    note: (name) => noted(name, notes.get(name)),
    forget: (name) => notes.delete(name),
    refuse: (name, text) => {
      notes.set(name, { text, good: false });
      draw();
    },
    attempt: async (name, work, done = null) => {
      if (busy.has(name)) return false;
      busy.add(name);
      notes.delete(name);
      draw();
      try {
        const answer = await work();
        const text = typeof done === "function" ? done(answer) : done;
        if (text) {
          notes.set(name, { text, good: true });
          say(text);
        }
        return true;
      } catch (problem) {
        const { message, clause } = t.trouble.refusal(problem);
        notes.set(name, { text: message, clause, good: false });
        return false;
      } finally {
        busy.delete(name);
        draw();
      }
    },
  };
}

/**
 * @param {string} name
 * @param {Note | undefined} said
 */
const noted = (name, said) =>
  said === undefined ? null : h(
    "p",
    { key: `note ${name}`, class: ["said", said.good ? "said-good" : "said-bad"], role: said.good ? null : "alert" },
    said.text,
    said.clause ? h("small", {}, ` ${t.trouble.clause(said.clause)}`) : null,
  );

/**
 * What was done, or that it awaits a second person.
 * @param {string} text
 */
export const unlessWaits = (text) => (/** @type {Accepted} */ answer) => (answer.proposal ? o.proposals.waits : text);

const MOST = 1e15;
/**
 * Dollars as people write them, in whole cents; `problem` says what is wrong.
 * @param {string} text
 * @param {{ zero?: boolean }} options
 * @returns {{ amount: number, problem?: undefined } | { problem: string, amount?: undefined }}
 */
export function cents(text, { zero = false } = {}) {
  const given = text.trim();
  if (given === "") return { problem: o.amount.empty };
  if (/^\$?[\d,]+\.\d{3,}$/.test(given)) return { problem: o.amount.cents };
  const found = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/.exec(given);
  if (found === null) return { problem: o.amount.malformed(given) };
  const amount = Number(found[1].replaceAll(",", "")) * 100 + Number((found[2] ?? "").padEnd(2, "0"));
  if (amount > MOST) return { problem: o.amount.large };
  return amount === 0 && !zero ? { problem: o.amount.zero } : { amount };
}

/**
 * What was filled in, by name; without files.
 * @param {Submitted} event
 * @returns {Record<string, string>}
 */
export function form(event) {
  event.preventDefault();
  const given = [...new FormData(event.currentTarget)];
  return Object.fromEntries(given.map(([name, value]) => [name, typeof value === "string" ? value : ""]));
}

/**
 * @param {string} label
 * @param {Part} control
 * @param {string | null} note
 */
export const field = (label, control, note = null) =>
  h("label", { class: "field" }, label, control, note ? h("small", {}, note) : null);

/**
 * The initial value of a field; after that it belongs to the person, whatever is redrawn.
 * @param {string} value
 */
export const begins = (value) => ({
  ref: (/** @type {HTMLInputElement} */ element) => {
    element.value = value;
  },
});

/**
 * @param {string} name
 * @param {[value: string, words: string][]} options
 * @param {string | null} [chosen]
 */
export const choice = (name, options, chosen) =>
  h(
    "select",
    { name },
    options.map(([value, words]) =>
      h("option", {
        key: value,
        value,
        ref: (option) => {
          if (value === chosen) option.selected = true;
        },
      }, words)
    ),
  );

/**
 * Options of a choice.
 * @template T
 * @param {T[]} all
 * @param {(one: T) => string} valueOf
 * @param {(one: T) => string} wordsOf
 * @returns {[value: string, words: string][]}
 */
export const pairs = (all, valueOf, wordsOf = valueOf) => all.map((one) => [valueOf(one), wordsOf(one)]);

/**
 * @param {string} name
 * @param {string} label
 * @param {Record<string, unknown>} more
 */
export const amountField = (name, label, more = {}) =>
  field(label, h("input", { name, inputmode: "decimal", autocomplete: "off", maxlength: 20, required: true, ...more }));

/** @param {HTMLElement} element */
export const focused = (element) => queueMicrotask(() => element.focus());

/**
 * @param {string} label
 * @param {Child} value
 */
export const pair = (label, value) =>
  value === null || value === undefined ? null : h("div", { key: label }, h("dt", {}, label), h("dd", {}, value));

/**
 * A table for reading; below 700 px each row becomes a card with its column names next to the cells.
 * @template T
 * @param {object} table
 * @param {string} table.caption
 * @param {(Column<T> | null)[]} table.columns
 * @param {T[]} table.data
 * @param {(row: T, place: number) => string | number} [table.keyOf]
 * @param {string} [table.empty]
 * @param {boolean} [table.showCaption]
 */
export function rows({ caption, columns, data, keyOf, empty, showCaption = false }) {
  if (data.length === 0) return h("p", { class: "nothing" }, empty);
  const shape = columns.filter((one) => one !== null);
  return h(
    "div",
    { class: "rows-wrap" },
    h(
      "table",
      { class: "rows", role: "table" },
      h("caption", { class: showCaption ? "" : "unseen" }, caption),
      h(
        "thead",
        { role: "rowgroup" },
        h(
          "tr",
          { role: "row" },
          shape.map((one) =>
            h("th", { key: one.head, scope: "col", role: "columnheader", class: one.number ? "number" : "" }, one.head)
          ),
        ),
      ),
      h(
        "tbody",
        { role: "rowgroup" },
        data.map((row, place) =>
          h(
            "tr",
            { role: "row", key: keyOf ? keyOf(row, place) : place },
            shape.map((one, at) =>
              h(at === 0 ? "th" : "td", {
                key: one.head,
                role: at === 0 ? "rowheader" : "cell",
                scope: at === 0 ? "row" : null,
                class: [one.number && "number", one.wide && "wide"],
                "data-label": one.head,
              }, h("span", {}, one.cell(row, place)))
            ),
          )
        ),
      ),
    ),
  );
}

/**
 * Something shown once: with a button to copy it, and one to dismiss it.
 * @param {object} once
 * @param {string} once.title
 * @param {string} once.value
 * @param {string} once.note
 * @param {() => void} once.away
 * @param {() => void} once.draw
 * @param {{ copied?: string }} once.kept
 */
export function once({ title, value, note, away, draw, kept }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      kept.copied = o.copied;
    } catch {
      kept.copied = o.notCopied;
    }
    say(kept.copied);
    draw();
  };
  return h(
    "section",
    { class: "panel once", key: "once", "aria-labelledby": "once-title" },
    h("h2", { id: "once-title", tabindex: -1, ref: focused }, title),
    h("p", {}, note),
    h("code", { class: "secret" }, value),
    h("p", { class: "warn" }, o.shownOnce),
    h(
      "div",
      { class: "row" },
      h("button", { class: "primary", onclick: copy }, o.copy),
      h("button", { onclick: away }, o.understood),
      kept.copied ? h("span", { class: "muted" }, kept.copied) : null,
    ),
  );
}

/**
 * Asks for confirmation in place of the form: what will happen, and two buttons.
 * @param {object} question
 * @param {string} question.title
 * @param {Child[]} question.lines
 * @param {string} question.yes
 * @param {() => void} question.onyes
 * @param {() => void} question.onno
 * @param {Child} [question.note]
 * @param {boolean} [question.busy]
 * @param {boolean} [question.ready] whether the answer can be yes; no can always be said
 */
export function confirm({ title, lines, yes, onyes, onno, note, busy, ready = true }) {
  return h(
    "section",
    { class: "confirm", key: "confirm", "aria-labelledby": "confirm-title" },
    h("h3", { id: "confirm-title", tabindex: -1, ref: focused }, title),
    lines.filter(Boolean).map((line, place) => h("p", { key: place }, line)),
    note,
    h(
      "div",
      { class: "row" },
      h("button", { class: "primary", onclick: onyes, disabled: busy || !ready }, yes),
      h("button", { onclick: onno, disabled: busy }, o.change),
    ),
  );
}

/**
 * The address of a page with its parameters; empty ones are left out.
 * @param {string} base
 * @param {Record<string, string | null | undefined>} values
 */
export function address(base, values) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value) search.set(name, value);
  return `${base}${search.size ? `?${search}` : ""}`;
}

/** @returns {Record<string, string>} */
export const searched = () => Object.fromEntries(new URLSearchParams(location.search));
