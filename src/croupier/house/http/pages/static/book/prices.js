/* The price of a word: what each changed rule between two rulebooks is worth. */

import { h } from "../dom.js";
import { api } from "../net.js";
import { cents, dollars, exact, money, ratio, signed } from "../odds/numbers.js";
import { book } from "../text/en_book.js";
import { Sources } from "./parts.js";

const t = book.prices;

export const USUAL = { ante: 10_000, meter: 100_000_000, strategy: "" };

const given = (terms) => ({ ...terms, strategy: terms.strategy || "optimal" });

export const askPrices = (a, b, terms) => api("GET /api/odds/differences", { a, b, ...given(terms) });
export const askReadings = (a, terms) => api("GET /api/odds/{rulebook}/readings", { rulebook: a, ...given(terms) });

const words = (rule) => rule.replaceAll("_", " ").replaceAll(".", " · ");

function Amount({ label, value, change }) {
  const typed = ({ target }) => {
    const found = cents(target.value);
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

const gain = (text) => (text.startsWith("-") ? exact(text) : `+${exact(text)}`);
const houseGain = (effect) => {
  const value = ratio(effect.house_cents_in_1000_rounds);
  return (value > 0 ? "+" : "") + money(value);
};

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

const side = (
  one,
) => (one === null
  ? h("span", { class: "muted silent" }, t.none)
  : [h("span", { class: "words", key: "w" }, one.value), " ", Sources(one)]);

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

export function Prices({ found, trouble, terms, ask }) {
  const several = found?.strategies.length > 1;
  const paying = found?.changes.filter(({ pays }) => pays) ?? [];
  const deciding = found?.changes.filter(({ pays }) => !pays) ?? [];
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
            h("option", { key: name, value: name, selected: name === terms.strategy }, name || t.optimumAlone)
          ),
        ),
      ),
    ),
    trouble && h("p", { class: "error", role: "alert" }, trouble.message),
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
      paying.map((one) => Change({ one, several, inseparable: found.inseparable })),
      found.interactions.map(({ rules, effects }) =>
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
        deciding.map((one) => Change({ one, several, inseparable: null })),
      ),
    ],
  );
}

const choice = (value) => (typeof value === "boolean" ? t.yes[value] : String(value).replaceAll("_", " "));

/* Where a document leaves a choice open, what each other choice would be worth. */
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
        others.map(({ choice: other, difference }) =>
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
