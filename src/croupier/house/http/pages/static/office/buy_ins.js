/* Buy-ins of the gaming day, and the form by which one is put right: two people agree to it. */

import { h } from "../dom.js";
import { api, houseCommand } from "../net.js";
import { money, t, timeOf } from "../text/en.js";
import { k } from "../text/en_cash.js";
import { o } from "../text/en_office.js";
import { amountField, asked, cents, field, form, may, rows, shown, unlessWaits, worker } from "./parts.js";

/** @import { BuyInToday } from "../../api.d.ts" */
/** @import { Submitted } from "../dom.js" */
/** @import { Asked, Worker } from "./parts.js" */

/**
 * @typedef {object} State
 * @property {() => void} draw
 * @property {Asked<BuyInToday[]>} found
 * @property {Worker} work
 * @property {number | null} chosen the receipt of the one that is put right
 */
/** @typedef {ReturnType<typeof buyIns>} BuyIns */

const words = k.buyIns;

/** @param {() => void} draw @param {() => void} changed */
export function buyIns(draw, changed = () => {}) {
  /** @type {State} */
  const s = {
    draw,
    found: asked(() => api("GET /api/floor/buy-ins", {}), draw),
    work: worker(draw),
    chosen: null,
  };
  return { drawn: () => shown(s.found, (found) => list(s, found, changed)), again: s.found.again };
}

/** @param {State} s @param {BuyInToday[]} found @param {() => void} changed */
function list(s, found, changed) {
  const one = found.find(({ receipt }) => receipt === s.chosen);
  return h(
    "section",
    { class: "panel", key: "buy-ins", "aria-labelledby": "buy-ins-title" },
    h("h2", { id: "buy-ins-title" }, words.title),
    rows({
      caption: words.title,
      data: found,
      empty: words.none,
      keyOf: (each) => each.receipt,
      columns: [
        { head: k.number, number: true, cell: (each) => String(each.receipt) },
        { head: k.at, cell: (each) => timeOf(each.at) },
        { head: k.what, cell: (each) => k.kinds[each.what] ?? each.what },
        { head: k.player, cell: (each) => t.table.player(each.player) },
        { head: words.table, cell: (each) => each.table ?? o.nothing },
        {
          head: k.amount,
          number: true,
          cell: (each) => [
            money(each.amount),
            each.amount === each.entered ? null : h("small", { class: "muted" }, ` ${words.was(money(each.entered))}`),
          ],
        },
        { head: k.by, cell: (each) => each.by ?? "" },
        may("correct_buy_in")
          ? {
            head: words.right,
            cell: (each) =>
              h("button", {
                class: "quiet",
                "aria-label": words.rightOf(each.receipt),
                onclick: () => {
                  s.chosen = each.receipt;
                  s.work.forget("right");
                  s.draw();
                },
              }, words.right),
          }
          : null,
      ],
    }),
    s.work.note("right"),
    one ? correction(s, one, changed) : null,
  );
}

/** @param {State} s @param {BuyInToday} one @param {() => void} changed */
function correction(s, one, changed) {
  /** @param {Submitted} event */
  const submit = async (event) => {
    const given = form(event);
    const { amount, problem } = cents(given.amount, { zero: true });
    if (problem !== undefined) return s.work.refuse("right", problem);
    const reason = given.reason.trim();
    if (!reason) return s.work.refuse("right", words.noReason);
    const done = await s.work.attempt(
      "right",
      () => houseCommand({ do: "correct_buy_in", receipt: one.receipt, amount, reason }),
      unlessWaits(words.done),
    );
    if (!done) return;
    s.chosen = null;
    s.found.again();
    changed();
  };
  return h(
    "form",
    { class: "act", key: `right ${one.receipt}`, novalidate: true, onsubmit: submit, "aria-label": words.form },
    h("h3", {}, words.ask(one.receipt, t.table.player(one.player), money(one.amount))),
    h("p", { class: "muted small" }, words.lead),
    h(
      "div",
      { class: "inline" },
      amountField("amount", words.should),
      field(o.reason, h("input", { name: "reason", maxlength: 300, autocomplete: "off" })),
    ),
    h(
      "div",
      { class: "row" },
      h("button", { class: "primary", type: "submit" }, words.propose),
      h("button", {
        class: "quiet",
        type: "button",
        onclick: () => {
          s.chosen = null;
          s.draw();
        },
      }, words.leave),
    ),
  );
}
