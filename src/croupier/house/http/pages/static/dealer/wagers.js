/* Wagers that a dealer records: box × wager × amount, with the player's name. */

import { chip, denominations } from "../chips.js";
import { h } from "../dom.js";
import { money, shortMoney, t } from "../text/en.js";
import { d } from "../text/en_dealer.js";
import { ANTE, fixedWagers, laid } from "../table/reading.js";
import { playersOf, whose } from "./desk.js";
import { isPicking, SeatHolder, SeatPicker } from "./seats.js";

/** @import { BoxView, LayoutView, WithdrawWager } from "../../api.d.ts" */
/** @import { Submitted } from "../dom.js" */
/** @import { Desk } from "./desk.js" */

/** @typedef {(anchor: Element, kind?: string, credits?: number) => void} Place */

const CHIPS = 5;

/**
 * The keys that record a wager: ante, first side wager, jackpot, and a jackpot on the dealer's hand.
 * @param {LayoutView} layout
 * @returns {Record<string, string>}
 */
export const wagerKeys = (layout) => ({
  a: ANTE,
  p: layout.sides[0],
  j: fixedWagers(layout)[0],
  d: fixedWagers(layout)[1],
});

/**
 * The key of a wager with a fixed stake.
 * @param {LayoutView} layout
 * @param {string} wager
 */
function KeyOf(layout, wager) {
  const found = Object.entries(wagerKeys(layout)).find(([, one]) => one === wager);
  return found ? h("kbd", { "aria-hidden": "true" }, found[0].toUpperCase()) : null;
}

/**
 * How many credits lie on a jackpot target of the chosen box.
 * @param {Desk} desk
 * @param {string} wager
 */
export function creditsOn(desk, wager) {
  const { boxes, jackpot_stake: stake } = desk.push.view.game;
  return stake ? Math.floor(laid(boxes.find((one) => one.box === desk.chosen), wager) / stake) : 0;
}

/**
 * "25", "12.50" or "$1,000" in cents; null if it is not an amount.
 * @param {string} text
 */
export function cents(text) {
  const clean = text.replaceAll(/[\s$,]/g, "");
  return /^\d{1,12}(\.\d{1,2})?$/.test(clean) ? Math.round(Number(clean) * 100) : null;
}

/** @param {number} amount */
const plain = (amount) => String(amount / 100);

/**
 * @param {{
 *   desk: Desk,
 *   place: Place,
 *   withdraw: (command: WithdrawWager, anchor: Element) => void,
 *   repeat: (anchor: Element) => void,
 * }} given
 */
export function WagerPad({ desk, place, withdraw, repeat }) {
  const { pad } = desk;
  const number = desk.chosen;
  const { layout, view } = desk.push;
  if (number === null) {
    return h(
      "section",
      { class: "panel", key: "pad" },
      h("p", { class: "hint" }, d.wagers.pick),
      RepeatButton({ desk, repeat }),
    );
  }
  const box = view.game.boxes.find((one) => one.box === number);
  const open = desk.console.wagers.filter((one) => one.box === number);
  const sums = open.filter((one) => one.least !== null);
  const kinds = layout.wagers.filter((wager) => wager !== layout.stay && wager in layout.limits);
  const isOpen = (/** @type {string} */ wager) => open.some((one) => one.wager === wager);
  if (!sums.some((one) => one.wager === pad.wager)) pad.wager = sums[0]?.wager ?? null;
  const typed = cents(pad.amount);
  const limits = layout.limits[pad.wager ?? ANTE];
  const beyond = typed === null ? null : warning(desk, box, typed, limits);
  /** @param {Submitted} event */
  const record = (event) => {
    event.preventDefault();
    place(event.submitter ?? event.target);
  };
  return h(
    "section",
    { class: "panel pad", key: "pad", "aria-labelledby": "pad-title" },
    h(
      "header",
      { class: "panel-head" },
      h("h2", { id: "pad-title" }, d.wagers.title(number)),
      SeatHolder({ desk, box: number }),
    ),
    isPicking(desk, number) ? SeatPicker({ desk }) : open.length === 0 ? h("p", { class: "hint" }, d.wagers.none) : h(
      "form",
      { class: "pad-form", onsubmit: record, novalidate: true },
      desk.console.recording ? null : PlayerField({ desk }),
      kinds.length > 1
        ? h(
          "div",
          { class: "kinds", role: "radiogroup", "aria-label": d.sheet.wagerKind },
          kinds.map((wager) =>
            h("button", {
              key: wager,
              type: "button",
              class: "pill",
              role: "radio",
              disabled: !isOpen(wager),
              "aria-checked": String(pad.wager === wager),
              "aria-pressed": String(pad.wager === wager),
              onclick: () => {
                pad.wager = wager;
                desk.draw();
              },
            }, t.wager(wager))
          ),
        )
        : null,
      sums.length
        ? h(
          "label",
          { class: "field" },
          d.wagers.amount,
          h("input", {
            id: "pad-amount",
            value: pad.amount,
            inputmode: "decimal",
            autocomplete: "off",
            oninput: (event) => {
              pad.amount = event.target.value;
              desk.draw();
            },
          }),
        )
        : null,
      h("p", { class: "limit-warning", role: "status" }, beyond),
      sums.length
        ? h(
          "div",
          { class: "chip-row" },
          denominations(limits).slice(0, CHIPS).map((value) =>
            h("button", {
              key: value,
              type: "button",
              class: "chip-button",
              "aria-label": d.wagers.chip(shortMoney(value)),
              onclick: () => {
                pad.amount = plain((cents(pad.amount || "0") ?? 0) + value);
                desk.draw();
              },
            }, chip(value))
          ),
          h("button", {
            type: "button",
            class: "quiet",
            disabled: !pad.amount,
            onclick: () => {
              pad.amount = "";
              desk.draw();
            },
          }, d.wagers.clear),
        )
        : null,
      h(
        "div",
        { class: "row" },
        sums.length
          ? h(
            "button",
            { type: "submit", class: "big", id: "pad-record" },
            d.wagers.recordOf(t.wager(pad.wager ?? ANTE)),
            typed ? ` ${money(typed)}` : "",
            h("kbd", { "aria-hidden": "true" }, d.key.enter),
          )
          : null,
        desk.console.credits === 1
          ? fixedWagers(layout).map((wager) =>
            h(
              "button",
              {
                key: wager,
                type: "button",
                class: "big",
                disabled: !isOpen(wager),
                onclick: (event) => place(event.currentTarget, wager),
              },
              d.wagers.jackpot(t.wager(wager), money(view.game.jackpot_stake ?? 0)),
              KeyOf(layout, wager),
            )
          )
          : null,
        RepeatButton({ desk, repeat }),
      ),
      desk.console.credits > 1
        ? fixedWagers(layout).map((wager) => Credits({ desk, wager, place, open: isOpen(wager) }))
        : null,
    ),
    taken(desk, number, box, withdraw),
  );
}

/**
 * Where a jackpot wager may be several credits: how many lie there, and a tap for another number.
 * @param {{ desk: Desk, wager: string, place: Place, open: boolean }} given
 */
function Credits({ desk, wager, place, open }) {
  const lie = creditsOn(desk, wager);
  const name = t.wager(wager);
  return h(
    "div",
    { class: "row credits", key: wager, role: "group", "aria-label": d.wagers.credits(name) },
    h("span", {}, d.wagers.credits(name), " ", KeyOf(desk.push.layout, wager)),
    Array.from({ length: desk.console.credits }, (_, at) => at + 1).map((credits) =>
      h("button", {
        key: credits,
        type: "button",
        class: "pill",
        disabled: !open && lie === 0,
        "aria-pressed": String(credits === lie),
        "aria-label": d.wagers.creditsOf(credits, name),
        onclick: (event) => place(event.currentTarget, wager, credits),
      }, credits)
    ),
    h("span", { class: "muted" }, d.wagers.credit(money(desk.push.view.game.jackpot_stake ?? 0))),
  );
}

/**
 * Over or under the limits of the box as it would lie; a warning, since chips may lie there all the same.
 * @param {Desk} desk
 * @param {BoxView | undefined} box
 * @param {number} typed
 * @param {[number, number]} limits
 */
function warning(desk, box, typed, [least, most]) {
  const wager = desk.pad.wager ?? ANTE;
  const mine = desk.console.recording ? whose(desk, desk.chosen ?? 0) : undefined;
  const others = mine === undefined ? laid(box, wager) : laid(box, wager) - laid(box, wager, mine);
  const total = others + typed;
  if (total > most) return d.wagers.over(money(total), money(most));
  return total < least ? d.wagers.under(money(total), money(least)) : null;
}

/** @param {{ desk: Desk }} given */
function PlayerField({ desk }) {
  const { pad } = desk;
  return h(
    "label",
    { class: "field" },
    d.wagers.player,
    h("input", {
      id: "pad-player",
      list: "pad-players",
      value: pad.player,
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      maxlength: 64,
      oninput: (event) => {
        pad.player = event.target.value;
      },
    }),
    h("datalist", { id: "pad-players" }, playersOf(desk).map((name) => h("option", { key: name, value: name }))),
  );
}

/** @param {{ desk: Desk, repeat: (anchor: Element) => void }} given */
function RepeatButton({ desk, repeat }) {
  if (desk.console.laid_before.length === 0) return null;
  return h(
    "button",
    { class: "big", id: "repeat-wagers", onclick: (event) => repeat(event.currentTarget) },
    d.wagers.repeat,
    h("kbd", { "aria-hidden": "true" }, "R"),
  );
}

/**
 * What can be taken back, at the foot of the pad: it comes and goes, and nothing is to move under a finger.
 * @param {Desk} desk
 * @param {number} number
 * @param {BoxView | undefined} box
 * @param {(command: WithdrawWager, anchor: Element) => void} withdraw
 */
function taken(desk, number, box, withdraw) {
  const back = desk.console.acts.filter((one) => one.do === "withdraw_wager").filter((one) => one.box === number);
  const shared = new Set(box?.wagers.map((one) => one.player)).size > 1;
  return h(
    "div",
    { class: "row small taken" },
    back.map((one) => {
      const amount = money(laid(box, one.wager, one.player ?? undefined));
      const wager = t.wager(one.wager);
      return h(
        "button",
        {
          key: `${one.wager}${one.player}`,
          class: "pill",
          onclick: (event) => withdraw(one, event.currentTarget),
        },
        shared
          ? d.wagers.takeBackOf(wager, amount, t.table.player(one.player ?? ""))
          : d.wagers.takeBack(wager, amount),
      );
    }),
  );
}
