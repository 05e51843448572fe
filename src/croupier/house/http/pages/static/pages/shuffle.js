/* How electronic tables shuffle, in plain words, and a check of a round from its published figures. */

import { card } from "../cards.js";
import { h, render, style } from "../dom.js";
import { field } from "../office/parts.js";
import { check } from "../table/verify.js";
import { f } from "../text/en_shuffle.js";

/** @import { Open } from "../main.js" */
/** @import { Submitted } from "../dom.js" */

/** @typedef {"table" | "round" | "fingerprint" | "seed" | "parts"} Name */
/** @typedef {{ holds: boolean, deck: string[] }} Found */
/** @typedef {{ outlet: Element, given: Record<Name, string>, found: Found | null, trouble: string | null }} Checking */

const HEX = /^[0-9a-f]{64}$/;

/** @type {Open} */
export async function open(outlet) {
  await Promise.all([style("office.css"), style("table/sheets.css")]);
  const asked = new URLSearchParams(location.search);
  const given = {
    table: asked.get("table") ?? "",
    round: asked.get("round") ?? "",
    fingerprint: asked.get("fingerprint") ?? "",
    seed: asked.get("seed") ?? "",
    parts: asked.getAll("part").join("\n"),
  };
  /** @type {Checking} */
  const s = { outlet, given, found: null, trouble: null };
  draw(s);
  return { title: f.title };
}

/** @param {Checking} s @param {Submitted} event */
async function look(s, event) {
  event.preventDefault();
  s.found = null;
  s.trouble = unread(s.given);
  if (s.trouble === null) {
    const figures = { commitment: s.given.fingerprint, seed: s.given.seed, added: added(s.given.parts) };
    s.found = await check(s.given.table, Number(s.given.round), figures);
  }
  draw(s);
}

/** @param {Checking} s @param {Name} name @param {"input" | "textarea"} tag @param {string | null} hint */
const entry = (s, name, tag = "input", hint = null) =>
  field(
    f[name],
    h(tag, {
      name,
      value: s.given[name],
      spellcheck: "false",
      autocomplete: "off",
      oninput: (event) => {
        s.given[name] = event.currentTarget.value.trim();
      },
    }),
    hint,
  );

/** @param {Checking} s */
const draw = (s) =>
  render(
    s.outlet,
    h(
      "div",
      { class: "office shuffle" },
      h("h1", {}, f.title),
      h("p", {}, f.lead),
      h("ol", {}, f.steps.map(([title, text]) => h("li", { key: title }, h("h2", {}, title), h("p", {}, text)))),
      h("h2", {}, f.limits),
      h(
        "ul",
        {},
        f.limitsText.map((text) => h("li", { key: text }, text)),
      ),
      h("h2", { id: "check" }, f.check),
      h("p", { class: "muted" }, f.checkLead),
      h(
        "form",
        { onsubmit: (event) => look(s, event) },
        entry(s, "table"),
        entry(s, "round"),
        entry(s, "fingerprint"),
        entry(s, "seed"),
        entry(s, "parts", "textarea", f.partsHint),
        h("button", { class: "primary" }, f.action),
      ),
      s.trouble && h("p", { class: "error", role: "alert" }, s.trouble),
      s.found && !s.found.holds && h("p", { class: "error", role: "alert" }, h("b", {}, `✗ ${f.broken}`)),
      s.found?.holds && [
        h("p", { class: "up", role: "status" }, h("b", {}, `✓ ${f.holds}`)),
        h("div", { class: "deck" }, s.found.deck.map((code) => card(code, { plain: true, key: code }))),
      ],
      h("h2", {}, f.exact),
      h("p", { class: "muted" }, f.exactText),
    ),
  );

/** @param {string} parts */
const lines = (parts) => parts.split("\n").map((line) => line.trim()).filter(Boolean);
/** @param {string} line */
const parted = (line) => [line.slice(0, line.lastIndexOf(" ")), line.slice(line.lastIndexOf(" ") + 1)];
/** @param {string} parts */
const added = (parts) => Object.fromEntries(lines(parts).map(parted));

/** @param {Record<Name, string>} given */
function unread({ round, fingerprint, seed, parts }) {
  if (!/^\d{1,15}$/.test(round)) return f.unread.round;
  if (!HEX.test(fingerprint)) return f.unread.fingerprint;
  if (!HEX.test(seed)) return f.unread.seed;
  const bad = lines(parts).some((line) => line.lastIndexOf(" ") < 1 || !HEX.test(parted(line)[1]));
  return bad ? f.unread.parts : null;
}
