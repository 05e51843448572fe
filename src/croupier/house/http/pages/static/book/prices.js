/* The price of a word: what each changed rule between two rulebooks is worth. */

import { h } from "../dom.js";
import { api } from "../net.js";
import { cents, dollars, exact, money, ratio, signed } from "../odds/numbers.js";
import { t as said } from "../text/en.js";
import { book } from "../text/en_book.js";
import { Sources } from "./parts.js";

/** @import { Answer } from "./parts.js" */

/** @typedef {{ ante: number, meter: number, strategy: string }} Terms */
/**
 * @typedef {object} Pricing
 * @property {Answer | null} found
 * @property {Answer[] | null} readings
 * @property {unknown} trouble
 * @property {Terms} terms
 * @property {(terms: Terms) => void} ask
 */

const t = book.prices;

export const USUAL = { ante: 10_000, meter: 100_000_000, strategy: "" };

/** @param {Terms} terms */
const given = (terms) => ({ ...terms, strategy: terms.strategy || "optimal" });

/** @param {string} a @param {string} b @param {Terms} terms */
export const askPrices = (a, b, terms) => api("GET /api/odds/differences", { a, b, ...given(terms) });
/** @param {string} a @param {Terms} terms */
export const askReadings = (a, terms) => api("GET /api/odds/{rulebook}/readings", { rulebook: a, ...given(terms) });

/** @param {string} rule */
const words = (rule) => rule.replaceAll("_", " ").replaceAll(".", " · ");

/** @param {{ label: string, value: number, change: (value: number) => void }} given */
function Amount({ label, value, change }) {
  const typed = (/** @type {{ readonly target: HTMLInputElement }} */ { target }) => {
    const found = cents(target.value) ?? 0;
    target.setCustomValidity(found > 0 ? "" : t.noAmount);
    if (target.reportValidity()) change(found);
  };
  return h(
    "label",
    { class: "pick" },
    label,
    h("input", { inputmode: "decimal", value: dollars(value), onchange: typed }),
  );
}

/** @param {string} text */
const gain = (text) => (text.startsWith("-") ? exact(text) : `+${exact(text)}`);
/** @param {Answer} effect */
const houseGain = (effect) => {
  const value = ratio(effect.house_cents_in_1000_rounds);
  return (value > 0 ? "+" : "") + money(value);
};

/** @param {{ effects: Record<string, Answer>, several: boolean }} given */
function Effects({ effects, several }) {
  return h(
    "dl",
    { class: "effects" },
    Object.entries(effects).map(([strategy, effect]) => {
      const wagers = Object.entries(effect.wagers);
      return h(
        "div",
        { key: strategy },
        several && h("dt", null, strategy),
        wagers.length === 0 ? h("dd", { class: "nothing" }, t.zero) : wagers.map(([wager, moved]) =>
          h(
            "dd",
            { key: wager },
            h("span", { class: "muted" }, `${t.wager(wager)} `),
            h("strong", null, gain(moved)),
            ` = ${signed(ratio(moved), 6)}`,
          )
        ),
        wagers.length > 0 &&
          h(
            "dd",
            { class: "house" },
            h("span", { class: "muted" }, `${t.house} `),
            h("strong", null, houseGain(effect)),
          ),
      );
    }),
  );
}

/** @param {Answer} one */
const side = (
  one,
) => (one === null
  ? h("span", { class: "muted silent" }, t.none)
  : [h("span", { class: "words", key: "w" }, one.value), " ", Sources(one)]);

/** @param {{ one: Answer, several: boolean, inseparable: boolean }} given */
function Change({ one, several, inseparable }) {
  return h(
    "article",
    { class: "change", key: one.rule },
    h("h3", null, words(one.rule)),
    h("p", null, side(one.before)),
    h("p", { class: "becomes" }, h("span", { "aria-label": t.becomes, role: "img" }, "→"), " ", side(one.after)),
    one.effects && Effects({ effects: one.effects, several }),
    one.decides && !(one.pays && inseparable) && h("p", { class: "muted" }, t.decides(one.decides)),
  );
}

/** @param {Pricing} given */
export function Prices({ found, trouble, terms, ask }) {
  const several = (found?.strategies.length ?? 0) > 1;
  const paying = found?.changes.filter((/** @type {Answer} */ { pays }) => pays) ?? [];
  const deciding = found?.changes.filter((/** @type {Answer} */ { pays }) => !pays) ?? [];
  return h(
    "section",
    { class: "prices", "aria-labelledby": "prices" },
    h("h2", { id: "prices" }, t.title),
    h("p", { class: "muted" }, t.lead),
    h(
      "div",
      { class: "picks" },
      Amount({ label: t.ante, value: terms.ante, change: (ante) => ask({ ...terms, ante }) }),
      Amount({ label: t.meter, value: terms.meter, change: (meter) => ask({ ...terms, meter }) }),
      h(
        "label",
        { class: "pick" },
        t.strategy,
        h(
          "select",
          { onchange: ({ target }) => ask({ ...terms, strategy: target.value }) },
          ["", ...(found?.named ?? [])].map((name) =>
            h(
              "option",
              { key: name, value: name, selected: name === terms.strategy },
              name ? t.strategyName(name) : t.optimumAlone,
            )
          ),
        ),
      ),
    ),
    trouble ? h("p", { class: "error", role: "alert" }, said.trouble.words(trouble)) : null,
    !found && !trouble && h("p", { role: "status" }, t.counting),
    found && [
      h("p", { class: "muted", key: "stakes" }, t.stakes(dollars(found.stake))),
      h(
        "div",
        { class: "change whole", key: "whole" },
        h("h3", null, t.whole),
        Effects({ effects: found.whole, several }),
        found.inseparable && h("p", null, found.inseparable),
        found.left_out && h("p", null, found.left_out),
      ),
      paying.map((/** @type {Answer} */ one) => Change({ one, several, inseparable: found.inseparable })),
      found.interactions.map((/** @type {Answer} */ { rules, effects }) =>
        h(
          "article",
          { class: "change", key: rules.join("+") },
          h("h3", null, t.together),
          h("p", null, rules.map(words).join(" + ")),
          Effects({ effects, several }),
        )
      ),
      deciding.length > 0 &&
      h(
        "details",
        { key: "deciding" },
        h("summary", null, t.deciding(deciding.length)),
        deciding.map((/** @type {Answer} */ one) => Change({ one, several, inseparable: false })),
      ),
    ],
  );
}

/** @param {string} value */
const choice = (value) => (typeof value === "boolean" ? t.yes[value] : String(value).replaceAll("_", " "));

/**
 * Where a document leaves a choice open, what each alternative would be worth.
 * @param {{ name: string, readings: Answer[] }} given
 */
export function Ambiguities({ name, readings }) {
  return h(
    "section",
    { class: "prices", "aria-labelledby": "ambiguities" },
    h("h2", { id: "ambiguities" }, t.ambiguities(name)),
    h("p", { class: "muted" }, t.ambiguitiesLead),
    readings.length === 0 && h("p", null, t.unambiguous),
    readings.map(({ reading, question, ours, others, clauses }) =>
      h(
        "article",
        { class: "change", key: reading },
        h("h3", null, question),
        h("p", null, h("span", { class: "words" }, t.ours(choice(ours))), " ", Sources({ clauses, reading })),
        others.map((/** @type {Answer} */ { choice: other, difference }) =>
          h(
            "div",
            { class: "other", key: String(other) },
            h("h4", null, t.other(choice(other))),
            Effects({ effects: difference.whole, several: difference.strategies.length > 1 }),
            difference.left_out && h("p", { class: "muted" }, difference.left_out),
          )
        ),
      )
    ),
  );
}
