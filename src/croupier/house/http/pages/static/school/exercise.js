/* One exercise: the table as it lies, the questions, and the marks with their clauses. */

import { hand as cards } from "../cards.js";
import { h } from "../dom.js";
import { money } from "../text/en.js";
import { s as t } from "../text/en_school.js";

/** @import { Answered, Ask, Exercise, HandShown, Mark } from "../../api.d.ts" */
/** @import { Submitted } from "../dom.js" */

const FEW = 6;

/** @param {Exercise} exercise */
export const Situation = (exercise) =>
  h(
    "section",
    { class: "situation", key: `${exercise.seed} table`, "aria-label": t.situation, tabindex: -1 },
    h("div", { class: "told" }, exercise.told.map((sentence, place) => h("p", { key: place }, sentence))),
    exercise.hands.length ? h("div", { class: "layout" }, exercise.hands.map(Lying)) : null,
  );

/** @param {HandShown} hand @param {number} place */
const Lying = (hand, place) =>
  h(
    "figure",
    { key: place, class: hand.box === null ? "dealers" : "" },
    h(
      "figcaption",
      {},
      hand.box === null ? t.dealer : t.box(hand.box, hand.player),
      hand.note ? h("em", {}, ` · ${hand.note}`) : null,
    ),
    h("div", { class: "hand" }, hand.cards ? cards(hand.cards, { plain: true }) : null),
    hand.wagers.length
      ? h(
        "ul",
        { class: "laid" },
        hand.wagers.map((one) => h("li", { key: one.wager }, t.laid(one.label, money(one.amount)))),
      )
      : null,
  );

/**
 * @param {object} given
 * @param {Exercise} given.exercise
 * @param {Answered | null} given.answered
 * @param {string | null} given.trouble
 * @param {boolean} given.busy
 * @param {(event: Submitted) => unknown} given.submit
 * @param {() => unknown} given.next
 */
export function Questions({ exercise, answered, trouble, busy, submit, next }) {
  const marks = new Map(answered?.marked.marks.map((one) => [one.name, one]));
  const right = answered?.marked.marks.filter((one) => one.right).length ?? 0;
  return h(
    "form",
    { class: "questions", key: `${exercise.seed} asks`, novalidate: true, onsubmit: submit, "aria-label": t.questions },
    h("div", { class: "asks" }, exercise.asks.map((ask) => Question(ask, marks.get(ask.name) ?? null))),
    trouble ? h("p", { class: "said said-bad", role: "alert" }, trouble) : null,
    answered === null ? h("button", { class: "primary", type: "submit", disabled: busy }, t.answer) : h(
      "div",
      { class: "outcome", key: "outcome", role: "status" },
      h(
        "p",
        { class: ["said", answered.marked.right ? "said-good" : "said-bad"] },
        h("strong", {}, answered.marked.right ? t.right : t.wrong),
        ` · ${t.score(right, marks.size)}`,
      ),
      answered.counted ? null : h("p", { class: "muted small" }, t.notCounted),
      h("button", { class: "primary", type: "button", onclick: next }, t.next),
    ),
  );
}

/** @param {Ask} ask @param {Mark | null} mark */
const Question = (ask, mark) =>
  h(
    "fieldset",
    {
      key: ask.name,
      class: [`ask-${ask.form}`, mark && (mark.right ? "is-right" : "is-wrong")],
      disabled: mark !== null,
    },
    h("legend", {}, ask.words),
    Control(ask),
    mark === null ? null : h(
      "div",
      { class: "marked" },
      h("p", {}, h("strong", {}, mark.right ? t.right : t.itIs(mark.words))),
      mark.because.map(({ clause, gist }) =>
        h("p", { key: clause, class: "because" }, h("b", {}, clause), gist ? ` ${gist}` : "")
      ),
      mark.reading ? h("p", { class: "because" }, t.reading(mark.reading)) : null,
    ),
  );

/** @param {Ask} ask */
function Control(ask) {
  if (ask.form === "money") {
    return h("input", {
      name: ask.name,
      inputmode: "decimal",
      autocomplete: "off",
      maxlength: 20,
      "aria-label": ask.words,
    });
  }
  if (ask.form === "chips") {
    return h(
      "div",
      { class: "chip-fields" },
      ask.options.map(({ value, words }) =>
        h(
          "label",
          { key: value, class: "field" },
          words,
          h("input", { name: `${ask.name} ${value}`, inputmode: "numeric", autocomplete: "off", maxlength: 4 }),
        )
      ),
    );
  }
  if (ask.form === "order") {
    return h("ol", { class: "places" }, ask.options.map((_, place) => h("li", { key: place }, Picked(ask, place))));
  }
  if (ask.options.length > FEW) return Picked(ask, null);
  return h(
    "div",
    { class: "choices" },
    ask.options.map(({ value, words }) =>
      h("label", { key: value, class: "check" }, h("input", { type: "radio", name: ask.name, value }), words)
    ),
  );
}

/** @param {Ask} ask @param {number | null} place of an order */
const Picked = (ask, place) =>
  h(
    "select",
    {
      name: place === null ? ask.name : `${ask.name} ${place}`,
      "aria-label": place === null ? ask.words : `${ask.words} ${t.place(place + 1)}`,
    },
    h("option", { value: "" }, t.choose),
    ask.options.map(({ value, words }) => h("option", { key: value, value }, words)),
  );
