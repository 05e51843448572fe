/* Hands to be decided, as a dealer records what players do; and the draw of a live Singapore Stud table. */

import { h } from "../dom.js";
import { confirmRuling } from "../ruling.js";
import { money, t } from "../text/en.js";
import { d, SEEN } from "../text/en_dealer.js";
import { Deck } from "./cards.js";
import { boxOf } from "./reading.js";

/** @import { Choose, TableCommand } from "../../api.d.ts" */
/** @import { Desk, Picked } from "./desk.js" */

const order = ["view_hand", "place_wager", "fold", "show_hand", "claim_jackpot", "decline_reveal", "choose"];

/**
 * Boxes at which something can be recorded.
 * @param {Desk} desk
 */
export function openBoxes(desk) {
  const main = desk.console.acts.filter((one) => ["place_wager", "fold", "choose"].includes(one.do));
  const boxes = main.map(boxOf).filter((box) => box !== null);
  return [...new Set(boxes)].toSorted((a, b) => a - b);
}

/** @param {Desk} desk @param {TableCommand} act */
export function words(desk, act) {
  const { stay } = desk.push.layout;
  switch (act.do) {
    case "view_hand":
      return d.decide.look;
    case "place_wager":
      return d.decide.stay(t.wager(stay), money(desk.console.stays[act.box] ?? 0));
    case "fold":
      return d.decide.fold;
    case "show_hand":
    case "claim_jackpot":
      return d.decide.claim;
    case "decline_reveal":
      return d.decide.keep;
    case "choose":
      return (act.option === "continue" ? d.decide.goOn : d.decide.withdraw)(sharer(desk, act));
    case "leave":
      return d.decide.leave(t.table.player(act.player));
    default:
      return act.do;
  }
}

/**
 * The player of a shared box who has the choice, if not the player seated there.
 * @param {Desk} desk
 * @param {Choose} act
 */
function sharer(desk, act) {
  const box = desk.push.view.game.boxes.find((one) => one.box === act.box);
  return act.player === box?.seated ? null : t.table.player(act.player ?? "");
}

/** @type {Record<string, string>} */
const KEYS = { view_hand: "L", place_wager: "B", fold: "F", show_hand: "J" };

/** @param {{ desk: Desk, give: (command: TableCommand, anchor: Element) => void }} given */
export function Deciding({ desk, give }) {
  const number = desk.chosen;
  const acts = desk.console.acts.filter((one) => order.includes(one.do));
  const box = desk.push.view.game.boxes.find((one) => one.box === number);
  const mine = acts.filter((one) => boxOf(one) === number).toSorted((a, b) =>
    order.indexOf(a.do) - order.indexOf(b.do)
  );
  const leaves = desk.console.acts.filter((one) => one.do === "leave" && one.player === box?.seated);
  if (acts.length === 0) {
    return h(
      "section",
      { class: "panel", key: "decide" },
      h(
        "p",
        { class: "hint" },
        desk.push.view.game.phase === "dealt" && !desk.console.recording ? d.decide.waiting : d.decide.pick,
      ),
    );
  }
  if (!box || mine.length === 0) {
    return h(
      "section",
      { class: "panel", key: "decide" },
      h("p", { class: "hint" }, openBoxes(desk).length ? d.wait.undecided(openBoxes(desk)) : d.decide.pick),
    );
  }
  return h(
    "section",
    { class: "panel decide", key: "decide", "aria-labelledby": "decide-title" },
    h(
      "header",
      { class: "panel-head" },
      h("h2", { id: "decide-title" }, d.decide.title(box.box, t.table.player(box.seated))),
      desk.console.recording ? null : h("p", { class: "hint" }, d.decide.waiting),
    ),
    h(
      "div",
      { class: "decide-row" },
      [...mine, ...leaves].map((one) =>
        h(
          "button",
          {
            key: JSON.stringify(one),
            class: ["big", one.do === "place_wager" && "stay"],
            onclick: (event) => give(one, event.currentTarget),
          },
          words(desk, one),
          KEYS[one.do] ? h("kbd", { "aria-hidden": "true" }, KEYS[one.do]) : null,
        )
      ),
    ),
  );
}

/**
 * Open matters that this person may decide, so that they need not go to the pit.
 * @param {{ desk: Desk, give: (command: TableCommand, anchor: Element) => void }} given
 */
export function Rulings({ desk, give }) {
  const { ruling } = desk;
  const rules = desk.push.legal.filter((one) => one.do === "rule");
  if (rules.length === 0) return null;
  return desk.push.view.game.matters.filter((matter) => rules.some((one) => one.matter === matter.matter)).map((
    matter,
  ) =>
    h(
      "section",
      { class: "panel ruling", key: matter.matter, "aria-label": SEEN[matter.irregularity]?.[0] },
      h(
        "header",
        { class: "panel-head" },
        h("h2", {}, SEEN[matter.irregularity]?.[0] ?? matter.irregularity),
        h("a", { href: "/pit" }, d.rulingPit),
      ),
      h(
        "label",
        { class: "field" },
        d.rulingReason,
        h("input", {
          value: ruling.reason,
          maxlength: 300,
          oninput: (event) => {
            ruling.reason = event.target.value;
          },
        }),
      ),
      h(
        "div",
        { class: "decisions" },
        rules.filter((one) => one.matter === matter.matter).map((
          one,
        ) =>
          h("button", {
            key: one.decision,
            class: "big",
            onclick: (event) => {
              const anchor = event.currentTarget;
              confirmRuling(
                desk.table,
                { do: "rule", decision: one.decision, matter: one.matter, reason: ruling.reason },
                d.ruling[one.decision] ?? one.decision,
                anchor,
                (command) => give(command, anchor),
              );
            },
          }, d.ruling[one.decision] ?? one.decision)
        ),
      ),
    )
  );
}

/** @param {{ desk: Desk, record: (anchor: Element) => void }} given */
export function LiveDraw({ desk, record }) {
  const { picked } = desk;
  const { layout } = desk.push;
  /**
   * @template {keyof Picked} Name
   * @param {Name} name
   * @param {Picked[Name]} value
   */
  const choose = (name, value) => () => {
    desk.picked = { ...picked, [name]: picked[name] === value ? null : value };
    desk.draw();
  };
  return h(
    "section",
    { class: "panel", key: "draw", "aria-labelledby": "draw-title" },
    h("h2", { id: "draw-title" }, d.draw.title),
    h(
      "details",
      { class: "magic" },
      h("summary", {}, d.draw.magic, " ", h("strong", {}, picked.magic_card ?? d.draw.none)),
      Deck({
        used: (code) => picked.magic_card === code,
        pick: (code) => choose("magic_card", code)(),
        label: d.draw.magic,
      }),
    ),
    h(
      "div",
      { class: "row", role: "group", "aria-label": d.draw.luckyBox },
      h("span", {}, d.draw.luckyBox),
      Array.from({ length: layout.boxes }, (_, at) =>
        h("button", {
          key: at,
          class: "pill",
          "aria-pressed": String(picked.lucky_box === at + 1),
          onclick: choose("lucky_box", at + 1),
        }, at + 1)),
    ),
    h(
      "div",
      { class: "row", role: "group", "aria-label": d.draw.luckyDealer },
      h("span", {}, d.draw.luckyDealer),
      [true, false].map((one) =>
        h("button", {
          key: String(one),
          class: "pill",
          "aria-pressed": String(picked.lucky_dealer === one),
          onclick: choose("lucky_dealer", one),
        }, one ? d.draw.yes : d.draw.no)
      ),
    ),
    h(
      "div",
      { class: "row" },
      h("button", {
        class: "big",
        onclick: (event) => record(event.currentTarget),
        disabled: Object.values(picked).every((one) => one === null),
      }, d.draw.record),
    ),
  );
}
