/* Fills and credits by slip: asked for, issued with its chips by one person, received by another. */

import { h } from "../dom.js";
import { api, houseCommand, me } from "../net.js";
import { dayOf, money, shortMoney } from "../text/en.js";
import { o } from "../text/en_office.js";
import { amountField, asked, cents, choice, field, form, may, pairs, shown, worker } from "./parts.js";

/** @import { OpenSlips, Pieces, Transfer } from "../../api.d.ts" */
/** @import { Child, Submitted } from "../dom.js" */
/** @import { Asked, Worker } from "./parts.js" */

/** The chips of the house, largest first. */
const values = () => me.chips.toReversed();

/** @typedef {{ drawn: () => Child, again: () => Promise<unknown> }} Slips */
/**
 * @typedef {object} SlipsState
 * @property {() => void} draw
 * @property {() => void} changed
 * @property {Asked<OpenSlips>} list
 * @property {Worker} work
 * @property {Map<number, Record<string, string>>} counted what has been keyed for a slip, by the value of the chips
 * @property {Set<number>} cancelling
 */

const w = o.slips;

/**
 * @param {() => void} draw
 * @param {{ changed?: () => void }} options
 * @returns {Slips}
 */
export function slips(draw, { changed = () => {} } = {}) {
  /** @type {SlipsState} */
  const s = {
    draw,
    changed,
    list: asked(() => api("GET /api/floor/slips", {}), draw),
    work: worker(draw),
    counted: new Map(),
    cancelling: new Set(),
  };
  return { drawn: () => drawn(s), again: s.list.again };
}

/**
 * Chips as they were keyed.
 * @param {Record<string, string>} given
 * @returns {Pieces[]}
 */
export const piecesOf = (given) =>
  values().map((value) => ({ value, count: Number(given[value] || 0) })).filter((one) => one.count > 0);

/** @param {Pieces[]} chips */
export const totalOf = (chips) => chips.reduce((sum, one) => sum + one.value * one.count, 0);

/** @param {Pieces[]} chips */
export const chipWords = (chips) => chips.map((one) => `${one.count} × ${shortMoney(one.value)}`).join(", ");

/**
 * One field for each value of chip, and what they come to.
 * @param {Record<string, string>} given
 * @param {() => void} draw
 */
export function chipFields(given, draw) {
  return h(
    "fieldset",
    { class: "chip-fields" },
    h("legend", {}, w.chips),
    values().map((value) =>
      h(
        "label",
        { key: value, class: "field" },
        shortMoney(value),
        h("input", {
          inputmode: "numeric",
          autocomplete: "off",
          maxlength: 6,
          "aria-label": w.chipsOf(shortMoney(value)),
          value: given[value] ?? "",
          oninput: (event) => {
            given[value] = event.target.value.replace(/\D/g, "");
            draw();
          },
        }),
      )
    ),
    h("output", { class: "sum" }, money(totalOf(piecesOf(given)))),
  );
}

/**
 * @param {SlipsState} s
 * @param {Transfer} one
 * @param {Parameters<typeof houseCommand>[0]} command
 * @param {string} done
 */
async function act(s, one, command, done) {
  if (await s.work.attempt(String(one.slip), () => houseCommand(command), done)) {
    s.counted.delete(one.slip);
    s.cancelling.delete(one.slip);
    s.changed();
  }
  s.list.again();
}

/** @param {SlipsState} s @param {Transfer} one */
function buttons(s, one) {
  const { slip, table } = one;
  const cage = me.person?.roles.includes("cage") ?? false;
  if (s.cancelling.has(slip)) {
    /** @param {Submitted} event */
    const cancel = (event) =>
      act(s, one, { do: "cancel_transfer", table, slip, reason: form(event).reason }, w.cancelled(slip));
    return h(
      "form",
      { class: "inline", key: "cancel", onsubmit: cancel },
      field(o.reason, h("input", { name: "reason", required: true, maxlength: 300 })),
      h("button", { type: "submit" }, w.cancel),
    );
  }
  const issues = one.issued_by === null && (one.way === "fill") === cage;
  const receives = one.issued_by !== null && one.issued_by !== me.person?.id && (one.way === "credit") === cage;
  const given = s.counted.get(slip) ?? Object.fromEntries(one.chips.map((each) => [each.value, String(each.count)]));
  s.counted.set(slip, given);
  const chips = piecesOf(given);
  return [
    issues ? chipFields(given, s.draw) : null,
    h(
      "div",
      { class: "row", key: "acts" },
      issues
        ? h("button", {
          class: "primary",
          disabled: totalOf(chips) !== one.amount || s.work.busy.has(String(slip)),
          onclick: () => act(s, one, { do: "issue_transfer", table, slip, chips }, w.issued(slip)),
        }, w.issue)
        : null,
      receives
        ? h("button", {
          class: "primary",
          disabled: s.work.busy.has(String(slip)),
          onclick: () => act(s, one, { do: "receive_transfer", table, slip }, w.received(slip)),
        }, w.receive)
        : null,
      h("button", {
        onclick: () => {
          s.cancelling.add(slip);
          s.draw();
        },
      }, w.cancel),
      h("button", { class: "quiet", onclick: (event) => printed(event.currentTarget) }, o.print),
    ),
  ];
}

/**
 * One slip, and nothing of the page around it.
 * @param {Element} button
 */
function printed(button) {
  const slip = button.closest(".slip");
  slip?.classList.add("printed");
  globalThis.print();
  slip?.classList.remove("printed");
}

/** @param {SlipsState} s @param {Transfer} one */
const item = (s, one) =>
  h(
    "li",
    { key: one.slip, class: "proposal slip" },
    h("p", {}, h("strong", {}, w.title(one.way, one.slip, one.table, money(one.amount)))),
    h(
      "p",
      { class: "muted" },
      w.requested(one.requested_by, dayOf(one.at)),
      one.issued_by === null ? ` ${w.waits}` : ` ${w.underWay(one.issued_by, chipWords(one.chips))}`,
      one.issued_by !== null && one.issued_by === me.person?.id ? ` ${w.other}` : "",
    ),
    may("receive_transfer") ? buttons(s, one) : null,
    s.work.note(String(one.slip)),
  );

/** @param {SlipsState} s @param {OpenSlips} found */
function request(s, found) {
  /** @param {Submitted} event */
  const ask = async (event) => {
    const asked = event.currentTarget;
    const given = form(event);
    const { amount, problem } = cents(given.amount);
    if (problem !== undefined) return s.work.refuse("request", problem);
    const way = given.way === "credit" ? "credit" : "fill";
    const done = await s.work.attempt(
      "request",
      () => houseCommand({ do: "request_transfer", table: given.table, way, amount }),
      w.asked(way, money(amount), given.table),
    );
    if (done) asked.reset(); // what was asked for once is not asked for again by mistake
    return s.list.again();
  };
  return h(
    "form",
    { class: "act", key: "request", novalidate: true, onsubmit: ask },
    h(
      "div",
      { class: "inline" },
      field(w.table, choice("table", pairs(found.tables, (one) => one))),
      field(w.what, choice("way", [["fill", w.fill], ["credit", w.credit]])),
      amountField("amount", o.amount.label),
      h("button", { type: "submit" }, w.ask),
    ),
    s.work.note("request"),
  );
}

/** @param {SlipsState} s */
const drawn = (s) =>
  h(
    "section",
    { class: "panel", key: "slips", "aria-labelledby": "slips-title" },
    h("h2", { id: "slips-title" }, w.heading),
    shown(s.list, (found) => [
      found.slips.length
        ? h("ul", { class: "proposals" }, found.slips.map((one) => item(s, one)))
        : h("p", { class: "nothing" }, w.none),
      may("request_transfer") && found.tables.length ? request(s, found) : null,
    ]),
  );
