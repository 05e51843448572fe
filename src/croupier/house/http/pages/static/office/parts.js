/* What the offices share: who may come in, what is being loaded, work that may be refused, amounts,
   tables that fold into cards on a phone, secrets that are shown once. */

import { h, say } from "../dom.js";
import { me } from "../net.js";
import { t } from "../text/en.js";
import { o } from "../text/en_office.js";

export const has = (...roles) => me.person?.roles.some((role) => roles.includes(role)) ?? false;
export const wordsOf = (problem) => problem.message || t.trouble[problem.kind] || t.trouble.unavailable;
export const path = (name) => encodeURIComponent(name);

/* Who may not see a page is told why; nothing is asked of the house before. */
export function gate(...roles) {
  if (me.person === null) {
    return state(o.signInTitle, null, h("a", { class: "button primary", href: "/login" }, o.signIn));
  }
  if (me.person.must_change_password) {
    return state(o.mustChangeTitle, o.mustChange, h("a", { class: "button primary", href: "/me" }, o.toAccount));
  }
  if (roles.length && !has(...roles)) {
    return state(o.forbiddenTitle, o.forbidden(o.roles(roles)), h("a", { class: "button primary", href: "/" }, o.home));
  }
  return null;
}
const state = (title, text, action) =>
  h("div", { class: "state" }, h("h1", {}, title), text ? h("p", {}, text) : null, action);

/* The head of an office: its title and its sections, each with an address of its own. */
export function head(title, lead, sections = [], current = null) {
  return h(
    "header",
    { class: "office-head" },
    h("div", {}, h("h1", {}, title), lead ? h("p", { class: "muted" }, lead) : null),
    sections.length > 1
      ? h(
        "nav",
        { class: "sections", "aria-label": o.sections },
        sections.map(([name, words, href]) =>
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

/* Something asked of the house: what is known of it, and how to ask again. */
export function asked(work, draw) {
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

export function shown(one, drawn) {
  if (one.data !== null) return drawn(one.data);
  if (one.trouble === null) {
    return h("p", { class: "waiting", key: "waiting" }, h("span", { class: "spinner" }), o.loading);
  }
  return h(
    "div",
    { class: "panel failed", role: "alert", key: "failed" },
    h("h2", {}, o.failed),
    h("p", {}, wordsOf(one.trouble)),
    one.trouble.status === 403 ? null : h("button", { onclick: one.again }, o.again),
  );
}

/* Work that may be refused: one at a time by name, and what became of it in words. */
export function worker(draw) {
  const notes = new Map();
  const busy = new Set();
  async function attempt(name, work, done = null) {
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
      notes.set(name, { text: wordsOf(problem), clause: problem.clause ?? null, good: false });
      return false;
    } finally {
      busy.delete(name);
      draw();
    }
  }
  const note = (name) => {
    const said = notes.get(name);
    if (!said) return null;
    return h(
      "p",
      { key: `note ${name}`, class: ["said", said.good ? "said-good" : "said-bad"], role: said.good ? null : "alert" },
      said.text,
      said.clause ? h("small", {}, ` ${t.trouble.clause(said.clause)}`) : null,
    );
  };
  const refuse = (name, text) => {
    notes.set(name, { text, good: false });
    draw();
  };
  const forget = (name) => notes.delete(name);
  return { attempt, note, refuse, forget, busy };
}

/* What was done, or that it waits for a second person. */
export const unlessWaits = (text) => (answer) => (answer?.proposal ? o.proposals.waits : text);

/* Dollars as people write them, in whole cents; `problem` says what is wrong. */
const MOST = 1e15;
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

export function form(event) {
  event.preventDefault();
  return Object.fromEntries(new FormData(event.currentTarget));
}

export const field = (label, control, note = null) =>
  h("label", { class: "field" }, label, control, note ? h("small", {}, note) : null);
/* What a field begins with; from then on it is the person's, whatever is drawn again. */
export const begins = (value) => ({
  ref: (element) => {
    element.value = value;
  },
});
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
export const amountField = (name, label, more = {}) =>
  field(label, h("input", { name, inputmode: "decimal", autocomplete: "off", maxlength: 20, required: true, ...more }));
export const focused = (element) => queueMicrotask(() => element.focus());
export const pair = (label, value) =>
  value === null || value === undefined ? null : h("div", { key: label }, h("dt", {}, label), h("dd", {}, value));

/* A table for reading; below 700 px each row becomes a card with its column names beside the cells. */
export function rows({ caption, columns, data, keyOf, empty, showCaption = false }) {
  if (data.length === 0) return h("p", { class: "nothing" }, empty);
  const shape = columns.filter(Boolean);
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

/* Something that is shown once: with a button to copy it, and one to put it away. */
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

/* Asks once more, in the place of the form: what will happen, and two buttons. */
export function confirm({ title, lines, yes, onyes, onno, note, busy }) {
  return h(
    "section",
    { class: "confirm", key: "confirm", "aria-labelledby": "confirm-title" },
    h("h3", { id: "confirm-title", tabindex: -1, ref: focused }, title),
    lines.filter(Boolean).map((line, place) => h("p", { key: place }, line)),
    note,
    h(
      "div",
      { class: "row" },
      h("button", { class: "primary", onclick: onyes, disabled: busy }, yes),
      h("button", { onclick: onno, disabled: busy }, o.change),
    ),
  );
}

/* The address of the page with some of its search changed. */
export function address(base, values) {
  const search = new URLSearchParams(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== ""),
  );
  return `${base}${search.size ? `?${search}` : ""}`;
}
export const searched = () => Object.fromEntries(new URLSearchParams(location.search));
