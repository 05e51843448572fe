/* A table as one person saw it: the dealer's cards, each box with its wagers and its hand. */

import { card, hand } from "../cards.js";
import { h } from "../dom.js";
import { lying } from "../table/reading.js";
import { money, shortMoney, t } from "../text/en.js";
import { u } from "../text/en_audit.js";

/** @import { BoxView, Line, TableView } from "../../api.d.ts" */

const words = u.round;

/**
 * How many cards a hand has, from any hand that somebody saw.
 * @param {TableView[]} views
 */
export function handSize(views) {
  for (const view of views) {
    for (const one of [view.dealer, ...view.boxes.map((box) => box.hand)]) {
      if (one) return one.cards.split(" ").length;
    }
  }
  return 5;
}

/** @param {TableView} view @param {number} size */
export function board(view, size) {
  const boxes = view.boxes.filter((box) => box.wagers.some((one) => Object.keys(one.laid).length > 0) || box.has_hand);
  const dealt = boxes.some((box) => box.has_hand);
  return h(
    "div",
    { class: "board" },
    h(
      "div",
      { class: "board-dealer" },
      h("h3", {}, words.dealer),
      h("div", { class: "board-hand", "data-hand": "dealer" }, dealer(view, size, dealt)),
      view.dealer?.name
        ? h("p", {}, t.table.hand(view.dealer.name))
        : view.up_card && !view.dealer
        ? h("p", { class: "board-muted" }, words.up)
        : null,
      view.jackpot === null ? null : h("p", { class: "board-meter" }, words.meter(money(view.jackpot))),
    ),
    boxes.length === 0 ? h("p", { class: "board-muted" }, words.noBoxes) : h(
      "ul",
      { class: "board-boxes" },
      boxes.map((box) => seat(box, size, view.lines.filter((line) => line.box === box.box))),
    ),
  );
}

/** @param {TableView} view @param {number} size @param {boolean} dealt */
function dealer(view, size, dealt) {
  if (view.dealer) return hand(view.dealer.cards, { plain: true, marked: view.up_card ?? undefined });
  if (view.up_card) return [...hand(size - 1, { plain: true }), card(view.up_card, { plain: true, key: view.up_card })];
  return dealt ? hand(size, { plain: true }) : h("p", { class: "board-muted" }, words.noCards);
}

/** @param {BoxView} box @param {number} size @param {Line[]} lines */
function seat(box, size, lines) {
  const laid = lying(box);
  const result = lines.reduce((sum, line) => sum + line.won + line.returned - line.staked, 0);
  return h(
    "li",
    { key: box.box, class: ["board-box", box.out && "board-out"], "data-box": box.box },
    h("h3", {}, words.box(box.box, t.table.player(box.seated))),
    h(
      "div",
      { class: "board-hand" },
      box.has_hand
        ? hand(box.hand ? box.hand.cards : size, { plain: true })
        : h("span", { class: "board-muted" }, words.noCards),
    ),
    box.hand?.name
      ? h("p", {}, t.table.hand(box.hand.name))
      : box.has_hand && !box.hand
      ? h("p", { class: "board-muted" }, words.hidden)
      : null,
    h(
      "p",
      { class: "board-wagers" },
      laid.map(([name, sum]) => h("span", { key: name }, `${t.wager(name)} ${shortMoney(sum)}`)),
      box.choice === "folded" ? h("span", { key: "folded" }, words.choice.folded) : null,
    ),
    lines.length
      ? h(
        "p",
        { class: ["board-result", result < 0 ? "down" : "up"] },
        h("b", {}, `${result > 0 ? "+" : ""}${money(result)}`),
      )
      : null,
  );
}

/**
 * Back, a slider and forward; arrow keys move the slider.
 * @param {number} place
 * @param {number} all
 * @param {(place: number) => void} to
 */
export function stepper(place, all, to) {
  return h(
    "div",
    { class: "steps", role: "group", "aria-label": words.steps },
    h("button", { onclick: () => to(place - 1), "aria-disabled": place === 0 ? "true" : null }, words.previous),
    h("input", {
      type: "range",
      min: 0,
      max: all - 1,
      value: String(place),
      "aria-label": words.slider,
      "aria-valuetext": words.step(place + 1, all),
      oninput: (event) => to(Number(event.currentTarget.value)),
    }),
    h("button", { onclick: () => to(place + 1), "aria-disabled": place === all - 1 ? "true" : null }, words.next),
  );
}
