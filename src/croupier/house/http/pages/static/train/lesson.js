/* A game on one screen: three steps, what it has besides, and the rule to remember with its exact cost. */

import { h } from "../dom.js";
import { exact, money } from "../odds/numbers.js";
import { learn as t } from "../text/en_learn.js";

/** @import { Lesson as Told, PlayStep, RulesToRemember, RuleToRemember } from "../../api.d.ts" */

/* What costs are told for: most people put down something like it. */
export const ANTE = 2500;

/** @param {{ lesson: Told, rules: RulesToRemember | null | false }} given `false` if no rule can be found */
export const Lesson = ({ lesson, rules }) =>
  h(
    "div",
    { class: "lesson", key: "lesson" },
    h("ol", { class: "play-steps" }, lesson.steps.map((step, place) => Step({ step, number: place + 1 }))),
    rules === false ? null : Remember({ stay: lesson.stay, rules }),
    lesson.besides.length
      ? h("dl", { class: "besides" }, lesson.besides.map((step) => [h("dt", {}, step.title), h("dd", {}, step.text)]))
      : null,
  );

/** @param {{ step: PlayStep, number: number }} given */
const Step = ({ step, number }) =>
  h(
    "li",
    { key: number },
    h("b", { "aria-hidden": "true" }, number),
    h("div", {}, h("h3", {}, step.title), h("p", {}, step.text), Clauses({ step })),
  );

/** @param {{ step: PlayStep }} given */
const Clauses = ({ step }) => step.clauses.length ? h("small", {}, step.clauses.slice(0, 3).join(", ")) : null;

/**
 * The rule that costs least, and the single threshold beside it.
 * @param {{ stay: string, rules: RulesToRemember | null }} given
 */
function Remember({ stay, rules }) {
  const best = rules?.rules.at(-1);
  return h(
    "section",
    { class: "remember", key: "remember", "aria-label": t.rule.title },
    h("h3", {}, t.rule.title),
    best === undefined ? h("p", { class: "row muted" }, h("span", { class: "spinner" }), t.counting) : [
      One({ stay, rule: rules?.rules[0] ?? best }),
      rules && rules.rules.length > 1
        ? h("details", { key: "finer" }, h("summary", {}, t.rule.finer), One({ stay, rule: best }))
        : null,
    ],
  );
}

/** @param {{ stay: string, rule: RuleToRemember }} given */
function One({ stay, rule }) {
  const [always, ...exceptions] = rule.stay_with;
  return h(
    "div",
    { class: "rule" },
    h("p", {}, t.rule.stay(stay), " ", h("strong", {}, always), exceptions.length ? ` ${t.rule.and}` : "."),
    exceptions.length ? h("ul", {}, exceptions.map((one) => h("li", { key: one }, one))) : null,
    h("p", {}, t.rule.otherwise),
    h(
      "p",
      { class: "fine" },
      rule.cost_decimal === 0
        ? t.rule.perfect
        : `${t.rule.costs(small(rule.cost_decimal), money(ANTE))} ${t.rule.exactly(exact(rule.cost))}`,
    ),
  );
}

const FEW_CENTS = 10;

/**
 * What a share of the ante comes to; a few cents or less with two digits.
 * @param {number} antes
 */
export function small(antes) {
  const cents = antes * ANTE;
  return cents >= FEW_CENTS ? money(cents) : `${Number(cents.toPrecision(2))} ¢`;
}
