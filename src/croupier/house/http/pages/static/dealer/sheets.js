/* What a dealer does besides dealing: call somebody, pause, take cash. */

import { h, say, sheet } from "../dom.js";
import { money } from "../text/en.js";
import { d } from "../text/en_dealer.js";
import { playersOf, tryHouse, tryOffice, tryTable } from "./desk.js";
import { cardsAt } from "./entry.js";
import { codes } from "./reports.js";
import { cents } from "./wagers.js";

/** @import { Child, Submitted } from "../dom.js" */
/** @import { Need } from "../../api.d.ts" */
/** @import { Desk, Refusal } from "./desk.js" */

/** @type {Need[]} */
const NEEDS = ["supervisor", "fill", "colour_change"];

/**
 * A sheet with a form. content(values, redraw) draws the fields; send(values) returns a trouble or null.
 * @template V
 * @param {string} title
 * @param {V} values
 * @param {(values: V, redraw: () => void) => Child} content
 * @param {(values: V, how: string | undefined) => Promise<Refusal | null> | Refusal} send
 * @param {string} label
 * @param {string | ((values: V) => string)} [done]
 */
export function asking(title, values, content, send, label, done) {
  /** @type {Refusal | null} */
  let trouble = null;
  /** @param {Submitted} event */
  const submit = async (event) => {
    event.preventDefault();
    trouble = await send(values, event.submitter?.value);
    if (trouble === null) {
      redraw.close();
      if (done) say(typeof done === "function" ? done(values) : done);
    } else redraw();
  };
  const redraw = sheet(
    title,
    () =>
      h(
        "form",
        { class: "report-form", onsubmit: submit },
        content(values, () => redraw()),
        trouble
          ? h("p", { class: "error", role: "alert" }, trouble.message, trouble.clause ? ` (${trouble.clause})` : "")
          : null,
        h("button", { class: "primary big", type: "submit", value: "main" }, label),
      ),
  );
}

/** @param {string} message */
export const bad = (message) => ({ message, clause: null });

/** @param {{ reason: string }} values @param {() => void} redraw */
function reasons(values, redraw) {
  return [
    h(
      "label",
      { class: "field" },
      d.sheet.reason,
      h("input", {
        required: true,
        maxlength: 200,
        value: values.reason,
        oninput: (event) => {
          values.reason = event.target.value;
        },
      }),
    ),
    h(
      "div",
      { class: "row" },
      d.sheet.reasons.map((one) =>
        h("button", {
          key: one,
          type: "button",
          class: "pill",
          "aria-pressed": String(values.reason === one),
          onclick: () => {
            values.reason = one;
            redraw();
          },
        }, one)
      ),
    ),
  ];
}

/**
 * Pit and cage see it at once; play goes on.
 * @param {Desk} desk
 */
export const openCalls = (desk) =>
  asking(
    d.calls.title,
    { need: /** @type {Need} */ ("supervisor"), words: "" },
    (values, redraw) => [
      h("p", { class: "muted" }, d.calls.lead),
      h(
        "div",
        { class: "row", role: "group", "aria-label": d.calls.title },
        NEEDS.map((one) =>
          h("button", {
            key: one,
            type: "button",
            class: "pill",
            "aria-pressed": String(values.need === one),
            onclick: () => {
              values.need = one;
              redraw();
            },
          }, d.calls.need[one])
        ),
      ),
      h(
        "label",
        { class: "field" },
        d.calls.words,
        h("input", {
          maxlength: 200,
          value: values.words,
          oninput: (event) => {
            values.words = event.target.value;
          },
        }),
      ),
      h(
        "details",
        {},
        h("summary", {}, d.sheet.orRefer),
        h("p", { class: "muted" }, d.sheet.referNote),
        h("button", { type: "submit", value: "refer" }, d.sheet.refer),
      ),
    ],
    (values, how) => (how === "refer"
      ? tryTable(desk, { do: "report", irregularity: "other", description: values.words || d.calls.need.supervisor })
      : tryHouse(desk, { do: "call_for", need: values.need, words: values.words })),
    d.calls.send,
    (values) =>
      d.calls.sent(d.calls.need[values.need]),
  );

/**
 * A deal that went wrong: how many cards lie where.
 * @param {Desk} desk
 */
export const openAsItLies = (desk) => {
  const size = desk.push.layout.hand_size;
  const places = [...Array.from({ length: desk.push.layout.boxes }, (_, at) => String(at + 1)), "dealer"];
  /** @type {Record<string, string>} */
  const counts = {};
  for (const one of places) {
    counts[one] = one === "dealer" || desk.console.due.includes(Number(one)) ? String(size) : "";
  }
  asking(
    d.entry.asItLies,
    { counts, up: cardsAt(desk.entry, "dealer")[0] ?? "" },
    (values) => [
      h("p", { class: "muted" }, d.entry.asItLiesNote),
      places.map((one) =>
        h(
          "label",
          { class: "field", key: one },
          one === "dealer" ? d.dealer : d.box(Number(one)),
          h("input", {
            inputmode: "numeric",
            maxlength: 2,
            value: values.counts[one],
            oninput: (event) => {
              values.counts[one] = event.target.value;
            },
          }),
        )
      ),
      desk.console.order.length
        ? h(
          "label",
          { class: "field" },
          d.entry.upCard,
          h("input", {
            maxlength: 3,
            value: values.up,
            oninput: (event) => {
              values.up = event.target.value;
            },
          }),
        )
        : null,
    ],
    (values) => {
      /** @type {Record<string, string>} */
      const hands = {};
      for (const one of places) {
        const up = one === "dealer" ? codes(values.up) : "";
        const count = Number(values.counts[one] || 0) - (up ? 1 : 0);
        if (!Number.isInteger(count) || count > 9) return bad(d.entry.badCount);
        const cards = [...Array(Math.max(0, count)).fill("?"), ...(up ? [up] : [])];
        if (cards.length || one === "dealer") hands[one] = cards.join(" ");
      }
      return tryTable(desk, { do: "deal", hands });
    },
    d.action.deal,
  );
};

/** @param {Desk} desk */
export const openPause = (desk) =>
  asking(
    d.sheet.pauseTitle,
    { reason: "" },
    (
      values,
      redraw,
    ) => [h("p", { class: "muted" }, d.sheet.pauseLead), reasons(values, redraw)],
    (values) => tryHouse(desk, { do: "pause_table", reason: values.reason }),
    d.sheet.pauseNow,
  );

/** @param {Desk} desk */
export const openLastRound = (desk) =>
  asking(
    d.sheet.lastTitle,
    {},
    () => h("p", { class: "muted" }, d.sheet.lastLead),
    () => tryHouse(desk, { do: "announce_last_round" }),
    d.sheet.lastNow,
  );

/** @param {Desk} desk */
export const openBuyIn = (desk) =>
  asking(
    d.sheet.buyInTitle,
    { player: "", amount: "" },
    (values) => [
      h("p", { class: "muted" }, d.sheet.buyInLead),
      h(
        "label",
        { class: "field" },
        d.sheet.player,
        h("input", {
          required: true,
          list: "buy-in-players",
          autocomplete: "off",
          value: values.player,
          oninput: (event) => {
            values.player = event.target.value;
          },
        }),
        h("datalist", { id: "buy-in-players" }, playersOf(desk).map((name) => h("option", { key: name, value: name }))),
      ),
      h(
        "label",
        { class: "field" },
        d.sheet.amount,
        h("input", {
          required: true,
          inputmode: "decimal",
          autocomplete: "off",
          value: values.amount,
          oninput: (event) => {
            values.amount = event.target.value;
          },
        }),
      ),
    ],
    (values) => {
      const amount = cents(values.amount);
      if (!amount) return bad(d.badAmount);
      return tryOffice(desk, { do: "table_buy_in", table: desk.table, player: values.player.trim(), amount });
    },
    d.sheet.take,
    (values) => (desk.proposal ? d.sheet.waits : d.sheet.taken(money(cents(values.amount) ?? 0))),
  );

export const openKeys = () =>
  sheet(
    d.sheet.keysTitle,
    () =>
      h(
        "dl",
        { class: "keys" },
        d.keysList.map(([key, what]) => h("div", { key }, h("dt", {}, h("kbd", {}, key)), h("dd", {}, what))),
      ),
  );
