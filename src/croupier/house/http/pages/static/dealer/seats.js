/* Who sits at a box: picked from the register, or somebody unknown. Nothing that is typed becomes a name. */

import { h } from "../dom.js";
import { api } from "../net.js";
import { t } from "../text/en.js";
import { d } from "../text/en_dealer.js";
import { focus } from "./acting.js";
import { peopleAt, tryHouse, wasDone, whose } from "./desk.js";

/** @import { Sitter } from "../../api.d.ts" */
/** @import { Submitted } from "../dom.js" */
/** @import { Desk } from "./desk.js" */

/**
 * Whether somebody has to sit down at a box before a wager of theirs is recorded.
 * @param {Desk} desk
 * @param {number} box
 */
export const isFree = (desk, box) => desk.console.recording && desk.console.seats[box] === undefined;

/**
 * Whether the pad asks for a person: somebody who sits down at the box, or shares it.
 * @param {Desk} desk
 * @param {number} box
 */
export const isPicking = (desk, box) => isFree(desk, box) || desk.sharing;

/**
 * Asks the register; answers that come late are dropped.
 * @param {Desk} desk
 * @param {string} text
 */
async function find(desk, text) {
  desk.search.text = text;
  const found = text.trim() === "" ? [] : await api("GET /api/floor/players", { match: text.trim() });
  if (desk.search.text !== text) return;
  desk.search.found = found;
  desk.search.at = 0;
  desk.draw();
}

/**
 * Those who can be picked; the last is somebody whom the house does not know.
 * @param {Desk} desk
 * @returns {(Sitter | null)[]}
 */
const choices = (desk) => [...desk.search.found, null];

/**
 * @param {Desk} desk
 * @param {Sitter | null} who
 * @param {Element | null} anchor
 */
async function sit(desk, who, anchor) {
  const box = desk.chosen;
  if (box === null) return;
  if (who?.excluded) {
    wasDone(desk, anchor, { message: d.seat.excluded(who.name), clause: null });
    return;
  }
  const player = who === null ? {} : { player: who.id };
  const shares = desk.sharing ? { shares: true } : {};
  const number = peopleAt(desk, box).length;
  const placed = desk.placed.length;
  if (!wasDone(desk, anchor, await tryHouse(desk, { do: "take_seat", box, ...player, ...shares }))) return;
  desk.search = { text: "", found: [], at: 0 };
  desk.sharing = false;
  desk.sharer = number;
  // The floor may have shown the seat before this was answered, and a quick dealer be done with the wager.
  if (desk.chosen === box && desk.placed.length === placed) focus(desk, "pad-amount");
}

/**
 * @param {Desk} desk
 * @param {number} box
 * @param {string} player
 * @param {Element | null} anchor
 */
export const getUp = async (desk, box, player, anchor) =>
  wasDone(desk, anchor, await tryHouse(desk, { do: "leave_seat", box, player }));

/** @param {{ desk: Desk }} given */
export function SeatPicker({ desk }) {
  const { search } = desk;
  /** @param {Submitted} event */
  const pick = async (event) => {
    event.preventDefault();
    const field = document.getElementById("pad-player");
    const text = field instanceof HTMLInputElement ? field.value : desk.search.text;
    const at = desk.search.text === text ? desk.search.at : 0;
    await find(desk, text); // Enter may come before the answer to the last key
    const { found } = desk.search;
    const chosen = found.find((one) => one.id === text.trim()) ?? found[at] ?? null;
    if (chosen === null && text.trim() !== "" && at === 0) {
      wasDone(desk, field, { message: d.seat.nobody(text.trim()), clause: null });
    } else sit(desk, chosen, field);
  };
  /** @param {KeyboardEvent} event */
  const move = (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    desk.search.at = (desk.search.at + step + choices(desk).length) % choices(desk).length;
    desk.draw();
  };
  return h(
    "form",
    { class: "pad-form", onsubmit: pick, novalidate: true },
    h(
      "label",
      { class: "field" },
      desk.sharing ? d.seat.whoShares : d.seat.who,
      h("input", {
        id: "pad-player",
        role: "combobox",
        "aria-expanded": "true",
        "aria-controls": "seat-choices",
        "aria-activedescendant": `seat-choice-${search.at}`,
        value: search.text,
        autocomplete: "off",
        autocapitalize: "off",
        spellcheck: "false",
        maxlength: 64,
        oninput: (event) => find(desk, event.target.value),
        onkeydown: move,
      }),
    ),
    h(
      "ul",
      { class: "seat-choices", id: "seat-choices", role: "listbox", "aria-label": d.seat.who },
      choices(desk).map((one, at) =>
        h(
          "li",
          {
            key: one?.id ?? "unknown",
            id: `seat-choice-${at}`,
            role: "option",
            "aria-selected": String(at === search.at),
            "aria-disabled": String(one?.excluded ?? false),
            class: at === search.at ? "at" : "",
            onclick: (/** @type {{ readonly currentTarget: Element }} */ event) => sit(desk, one, event.currentTarget),
          },
          one === null ? d.seat.unknown : one.name,
          one === null || one.name === one.id ? null : h("small", { class: "muted" }, ` ${one.id}`),
          one?.excluded ? h("strong", { class: "error" }, ` ${d.seat.isExcluded}`) : null,
        )
      ),
    ),
  );
}

/**
 * Who is at the box, whose wagers are recorded, and the way to get up; where boxes are shared, the way to join.
 * @param {{ desk: Desk, box: number }} given
 */
export function SeatHolder({ desk, box }) {
  const people = peopleAt(desk, box);
  if (people.length === 0) return null;
  const mine = whose(desk, box);
  return h(
    "div",
    { class: "row small", role: "group", "aria-label": d.seat.people },
    people.map((who) =>
      h(
        "span",
        { key: who, class: "seat-holder" },
        people.length === 1 ? h("strong", {}, t.table.player(who)) : h("button", {
          type: "button",
          class: "pill",
          "aria-pressed": String(who === mine),
          onclick: () => {
            desk.sharer = who;
            desk.sharing = false;
            desk.pad.amount = "";
            desk.draw();
            focus(desk, "pad-amount");
          },
        }, t.table.player(who)),
        h("button", {
          type: "button",
          class: "quiet",
          "aria-label": people.length === 1 ? d.seat.leaves : d.seat.leavesOf(t.table.player(who)),
          onclick: (event) => {
            desk.sharer = null;
            getUp(desk, box, who, event.currentTarget);
          },
        }, d.seat.leaves),
      )
    ),
    desk.console.shares
      ? h("button", {
        type: "button",
        class: "pill",
        "aria-pressed": String(desk.sharing),
        onclick: () => {
          desk.sharing = !desk.sharing;
          desk.draw();
          focus(desk, desk.sharing ? "pad-player" : "pad-amount");
        },
      }, d.seat.share)
      : null,
  );
}
