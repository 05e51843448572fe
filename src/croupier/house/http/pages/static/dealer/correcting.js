/* What was keyed wrongly is put right: which entry, from what to what, and why; confirmed in the words of what follows. */

import { h } from "../dom.js";
import { money, t } from "../text/en.js";
import { d } from "../text/en_dealer.js";
import { r } from "../text/en_ruling.js";
import { agreed } from "../ruling.js";
import { ANTE, laid, lying } from "../table/reading.js";
import { tryTable } from "./desk.js";
import { codes } from "./reports.js";
import { asking, bad } from "./sheets.js";
import { cents } from "./wagers.js";

/** @import { BoxView, CorrectEntry } from "../../api.d.ts" */
/** @import { Desk } from "./desk.js" */

/**
 * @typedef {object} Correction
 * @property {"cards" | "wager"} what
 * @property {number | string | null} box
 * @property {string} player of a shared box
 * @property {string} wager
 * @property {string} text cards or an amount, as it should be
 * @property {string} reason
 */

/** @param {BoxView | undefined} box */
const sharersOf = (box) => (box ? box.wagers.map((one) => one.player) : []);

/**
 * The wagers of one player, by name.
 * @param {BoxView | undefined} box
 * @param {string} player
 */
const wagersOf = (box, player) =>
  box ? lying(box).map(([wager]) => wager).filter((wager) => laid(box, wager, player) > 0) : [];

/**
 * What can be put right, with what was said before as long as it is among it.
 * @param {Desk} desk
 * @param {Correction} values
 */
function choosing(desk, values) {
  const { boxes } = desk.push.view.game;
  /** @type {(number | string | null)[]} */
  const places = [...boxes.map((box) => box.box), ...(values.what === "cards" ? ["dealer"] : [])];
  if (!places.includes(values.box)) values.box = places[0] ?? null;
  const box = boxes.find((one) => one.box === values.box);
  const players = sharersOf(box);
  if (!players.includes(values.player)) values.player = box?.seated ?? players[0] ?? "";
  const kinds = wagersOf(box, values.player);
  if (!kinds.includes(values.wager)) values.wager = kinds[0];
  return { places, players, kinds, now: now(desk, values, box) };
}

/**
 * What is on record now.
 * @param {Desk} desk
 * @param {Correction} values
 * @param {BoxView | undefined} box
 */
function now(desk, values, box) {
  if (values.what === "wager") return money(laid(box, values.wager, values.player));
  const { dealer } = desk.push.view.game;
  return (values.box === "dealer" ? dealer?.cards : box?.hand?.cards) ?? null;
}

/**
 * A choice of one, as pills.
 * @template {keyof Correction} Name
 * @param {string} label
 * @param {Correction[Name][]} all
 * @param {Correction} values
 * @param {Name} name
 * @param {(one: Correction[Name]) => string} words
 * @param {() => void} redraw
 */
const pills = (label, all, values, name, words, redraw) =>
  h(
    "fieldset",
    { class: "choices" },
    h("legend", {}, label),
    h(
      "div",
      { class: "row" },
      all.map((one) =>
        h("button", {
          key: String(one),
          type: "button",
          class: "pill",
          "aria-pressed": String(values[name] === one),
          onclick: () => {
            values[name] = one;
            redraw();
          },
        }, words(one))
      ),
    ),
  );

/** @param {Desk} desk @param {Correction} values @param {() => void} redraw */
function fields(desk, values, redraw) {
  const cards = values.what === "cards";
  const { places, players, kinds, now: was } = choosing(desk, values);
  return [
    h("p", { class: "muted" }, d.sheet.correctLead),
    pills(d.sheet.what, ["cards", "wager"], values, "what", (one) => d.sheet[one], redraw),
    pills(
      d.sheet.where,
      places,
      values,
      "box",
      (one) => (typeof one === "number" ? d.box(one) : d.dealer),
      redraw,
    ),
    cards || players.length < 2
      ? null
      : pills(r.correct.whose, players, values, "player", (one) => t.table.player(one), redraw),
    cards ? null : pills(d.sheet.wagerKind, kinds, values, "wager", t.wager, redraw),
    h("p", {}, r.correct.now(was)),
    h(
      "label",
      { class: "field" },
      cards ? d.sheet.newCards : d.sheet.newAmount,
      h("input", {
        required: true,
        autocomplete: "off",
        spellcheck: "false",
        value: values.text,
        oninput: (event) => {
          values.text = event.target.value;
        },
      }),
      cards ? h("small", { class: "muted" }, d.sheet.newCardsNote) : null,
    ),
    h(
      "label",
      { class: "field" },
      d.sheet.reason,
      h("input", {
        required: true,
        maxlength: 300,
        autocomplete: "off",
        value: values.reason,
        oninput: (event) => {
          values.reason = event.target.value;
        },
      }),
    ),
  ];
}

/** @param {Desk} desk */
export const openCorrect = (desk) =>
  asking(
    d.sheet.correctTitle,
    /** @type {Correction} */ ({ what: "cards", box: null, player: "", wager: ANTE, text: "", reason: "" }),
    (values, redraw) => fields(desk, values, redraw),
    (values) => {
      const { box, wager, player } = values;
      const reason = values.reason.trim();
      if (box === null) return bad(d.badAmount);
      if (reason === "") return bad(r.reasonFirst);
      const { now: was } = choosing(desk, values);
      if (values.what === "cards") {
        const cards = codes(values.text);
        return correct(desk, { do: "correct_entry", box, cards, reason }, r.correct.cards(box, was, cards));
      }
      const amount = cents(values.text);
      if (!amount) return bad(d.badAmount);
      return correct(
        desk,
        { do: "correct_entry", box, wager, player, amount, reason },
        r.correct.wager(t.wager(wager), t.table.player(player), box, was ?? "", money(amount)),
      );
    },
    d.sheet.put,
    d.sheet.corrected,
  );

/**
 * @param {Desk} desk
 * @param {CorrectEntry} command
 * @param {string} what from what to what
 */
async function correct(desk, command, what) {
  const answer = await agreed(desk.table, command, what, command.reason);
  if (answer === true) return tryTable(desk, command);
  return answer === false ? bad(r.notYet) : answer;
}
