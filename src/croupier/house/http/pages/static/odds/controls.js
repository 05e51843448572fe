/* The left side: what may be changed. Every control reports at once; the page prices it. */

import { h } from "../dom.js";
import { odds as t } from "../text/en_odds.js";
import { changes } from "./asking.js";
import { cents, dollars, fixed } from "./numbers.js";

/** @import { Asked, Game, PayRow, PayTable as Pays, Terms as AllTerms } from "./asking.js" */
/** @import { JackpotMeters } from "../../api.d.ts" */
/** @import { Sheet } from "./questions.js" */

/** @typedef {(table: string, row: string, value: string, approved: string) => void} SetRow */
/** @typedef {(terms: Partial<AllTerms>) => void} SetTerms */
/**
 * @typedef {object} NumberGiven
 * @property {string} id
 * @property {string} label
 * @property {string | number | null} value
 * @property {string} [unit]
 * @property {number} [min]
 * @property {number} [max]
 * @property {number | "any"} [step]
 * @property {(value: string) => void} change
 */
/**
 * @typedef {object} MoneyGiven
 * @property {string} id
 * @property {string} label
 * @property {number | null} value
 * @property {string} [empty] what is shown if no amount is needed
 * @property {string} [hint]
 * @property {(value: number | null) => void} change
 */
/**
 * @typedef {object} ControlsGiven
 * @property {Game} game
 * @property {Asked} asked
 * @property {Sheet | undefined} sheet
 * @property {JackpotMeters[]} meters
 * @property {SetRow} setRow
 * @property {SetTerms} setTerms
 * @property {() => void} reset
 */

/**
 * A field keeps what is being typed in it; when it loses the focus it shows the current value.
 * @param {string} written
 */
const keeping = (written) => ({
  "data-written": written,
  ref: (/** @type {HTMLInputElement} */ element) => {
    element.value = written;
  },
  onblur: (/** @type {{ readonly target: HTMLInputElement }} */ { target }) => {
    target.value = target.dataset.written ?? "";
    target.removeAttribute("aria-invalid");
  },
});

/** @param {Element} root */
export function refresh(root) {
  for (const input of root.querySelectorAll("input[data-written]")) {
    if (!(input instanceof HTMLInputElement) || input === document.activeElement) continue;
    const { written = "" } = input.dataset;
    if (input.value !== written) input.value = written;
  }
}

/**
 * Open at first if there is room; from then on as the reader leaves it.
 * @param {boolean} wanted
 */
const opened = (wanted) => (/** @type {HTMLDetailsElement} */ element) => {
  element.open = wanted && matchMedia("(min-width: 861px)").matches;
};

/**
 * A number with a label, and steps by keys. change(value) is called only with a number.
 * @param {NumberGiven} given
 */
function NumberField({ id, label, value, unit, min = 0, max, step = 1, change }) {
  return h(
    "div",
    { class: "field", key: id },
    h("label", { for: id }, label),
    h(
      "span",
      { class: "entry" },
      h("input", {
        id,
        type: "number",
        inputmode: "decimal",
        min,
        max,
        step,
        ...keeping(String(value)),
        oninput: ({ target }) => target.validity.valid && target.value !== "" && change(target.value),
      }),
      unit && h("span", { class: "unit" }, unit),
    ),
  );
}

/**
 * Money in dollars, kept in cents. It is not reformatted while being typed.
 * @param {MoneyGiven} given
 */
function MoneyField({ id, label, value, empty, hint, change }) {
  const written = value === null ? "" : fixed(value / 100, value % 100 === 0 ? 0 : 2);
  return h(
    "div",
    { class: "field", key: id },
    h("label", { for: id }, label),
    h(
      "span",
      { class: "entry" },
      h("span", { class: "unit", "aria-hidden": "true" }, "$"),
      h("input", {
        id,
        type: "text",
        inputmode: "decimal",
        autocomplete: "off",
        placeholder: empty ?? "",
        "aria-describedby": hint ? `${id}-hint` : null,
        ...keeping(written),
        oninput: ({ target }) => {
          const amount = target.value.trim() === "" && empty !== undefined ? null : cents(target.value);
          const wrong = amount === null && !(target.value.trim() === "" && empty !== undefined);
          target.setAttribute("aria-invalid", String(wrong));
          if (!wrong) change(amount);
        },
      }),
    ),
    hint && h("p", { class: "hint", id: `${id}-hint` }, hint),
  );
}

/** @param {{ table: string, row: PayRow, asked: Asked, setRow: SetRow }} given */
function Row({ table, row, asked, setRow }) {
  const value = asked.rows[table]?.[row.row] ?? String(row.pays);
  const changed = row.row in (asked.rows[table] ?? {});
  const id = `${table}-${row.row}`;
  return h(
    "div",
    { class: ["pay-row", changed && "changed"], key: id },
    h(
      "label",
      { for: id },
      row.label,
      h("span", { class: "clause" }, changed ? t.writtenWas(fixed(row.pays, 0)) : row.clause),
    ),
    h(
      "span",
      { class: "entry" },
      h("input", {
        id,
        type: "number",
        inputmode: "decimal",
        min: 0,
        max: row.unit === "percent" ? 100 : 1000000,
        step: row.unit === "dollars" ? "any" : 1,
        ...keeping(value),
        oninput: ({ target }) => {
          if (target.validity.valid && target.value !== "") setRow(table, row.row, target.value, String(row.pays));
        },
      }),
      h("span", { class: "unit" }, t.units[row.unit]),
    ),
  );
}

/** @param {{ table: Pays, asked: Asked, setRow: SetRow, open: boolean }} given */
function PayTable({ table, asked, setRow, open }) {
  const title = t.tables[table.table]?.(table.label) ?? t.tables.side(table.label);
  const changed = table.rows.filter(({ row }) => row in (asked.rows[table.table] ?? {})).length;
  return h(
    "details",
    { class: "group", ref: opened(open), key: `${table.table} ${table.label}` },
    h("summary", null, title, changed > 0 && h("span", { class: "badge" }, t.changed(changed))),
    table.rows.map((row) => Row({ table: table.table, row, asked, setRow })),
  );
}

/**
 * @param {{ game: Game, asked: Asked, sheet: Sheet | undefined, setTerms: SetTerms, meters: JackpotMeters[] }} given
 */
function Terms({ game, asked, sheet, setTerms, meters }) {
  const { terms } = asked;
  const number = (/** @type {keyof typeof t.fields & keyof AllTerms} */ name, more = {}) =>
    NumberField({
      id: `term-${name}`,
      label: t.fields[name],
      value: terms[name],
      change: (value) => setTerms({ [name]: Number(value) }),
      ...more,
    });
  const amount = (/** @type {"meter" | "stake" | "reset" | "ante"} */ name, more = {}) =>
    MoneyField({
      id: `term-${name}`,
      label: t.fields[name],
      value: terms[name],
      change: (value) => setTerms({ [name]: value }),
      ...more,
    });
  const bites = sheet?.limit_bites_above;
  return [
    game.jackpot &&
    h(
      "details",
      { class: "group", ref: opened(true), key: "jackpot" },
      h("summary", null, t.jackpotTerms),
      amount("meter"),
      meters.length > 0 && h(
        "div",
        { class: "live-meters" },
        h("span", null, t.live),
        meters.map((one) =>
          h("button", {
            type: "button",
            class: "pill",
            key: one.jackpot,
            onclick: () =>
              setTerms({
                meter: one.display,
                stake: one.stake,
                reset: one.reset,
                increment: String(Number(one.increment)),
              }),
          }, t.useLive(one.jackpot, dollars(one.display)))
        ),
      ),
      amount("stake"),
      NumberField({
        id: "term-increment",
        label: t.fields.increment,
        value: Number((Number(terms.increment) * 100).toFixed(6)),
        unit: t.fields.incrementUnit,
        max: 100,
        step: "any",
        change: (value) => setTerms({ increment: String(Number((Number(value) / 100).toFixed(9))) }),
      }),
      amount("reset"),
      game.others && number("players", { max: game.boxes[1] - 1 }),
      game.draws && number("magic_every", { max: 10000 }),
      game.draws && number("lucky_every", { max: 10000 }),
    ),
    h(
      "details",
      { class: "group", key: "table" },
      h("summary", null, t.circumstances),
      amount("ante", {
        empty: t.fields.anteAny,
        hint: game.payout_max === null ? t.fields.anteNone : t.fields.anteHint(fixed((bites ?? 0) / 100, 0)),
      }),
      number("boxes", { min: game.boxes[0], max: game.boxes[1] }),
      number("tables", { min: 1, max: 10000 }),
      number("rounds_per_hour", { min: 1, max: 10000 }),
      NumberField({
        id: "term-participation",
        label: t.fields.participation,
        value: Number((Number(terms.participation) * 100).toFixed(4)),
        unit: "%",
        min: 1,
        max: 100,
        step: "any",
        change: (value) => setTerms({ participation: String(Number((Number(value) / 100).toFixed(6))) }),
      }),
    ),
  ];
}

/** @param {ControlsGiven} given */
export function Controls({ game, asked, sheet, meters, setRow, setTerms, reset }) {
  const changed = changes(asked);
  return h(
    "form",
    { class: "controls", onsubmit: (event) => event.preventDefault(), "aria-label": t.whatIf },
    h(
      "div",
      { class: "controls-head" },
      h("h2", null, t.whatIf),
      h("span", { class: ["standing", changed > 0 && "changed"] }, changed ? t.changed(changed) : t.asWritten),
    ),
    Terms({ game, asked, sheet, setTerms, meters }),
    game.tables.map((table) => PayTable({ table, asked, setRow, open: table.table === "pays" })),
    h("button", { type: "button", class: "quiet reset", onclick: reset }, t.backToWritten),
  );
}
