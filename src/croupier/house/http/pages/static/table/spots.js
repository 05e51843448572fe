/* The spots of a box: a circle for the ante, a square for the wager that keeps a hand in, lamps for the rest. Every spot
   can be tapped: if a wager is not allowed, the house says why. */

import { stack } from "../chips.js";
import { h } from "../dom.js";
import { money, shortMoney, t } from "../text/en.js";
import { ghost, isFixed, lay, withdraw } from "./laying.js";
import { ANTE, laid, left, may, plays } from "./reading.js";

/** @import { BoxView } from "../../api.d.ts" */
/** @import { Seen } from "./state.js" */

/**
 * All of them, the farthest first.
 * @param {Seen} s
 * @param {number} number
 * @param {BoxView | undefined} box
 */
export function spots(s, number, box) {
  const { layout } = s.push;
  const others = layout.wagers.filter((wager) => wager !== ANTE && wager !== layout.stay);
  return h(
    "div",
    { class: "spots", key: "spots", style: { "--spots": String(others.length + 2) } },
    others.length ? h("div", { class: "sides" }, others.map((wager) => side(s, number, box, wager))) : null,
    h("div", { class: "mains" }, ante(s, number, box), stay(s, number, box)),
  );
}

/**
 * Whether somebody may bet on a box who is a guest only from the first wager on.
 * @param {Seen} s
 * @param {number} number
 * @param {BoxView | undefined} box
 */
function isForGuest(s, number, box) {
  const { game, paused, bots } = s.push.view;
  return s.visitor && game.phase === "betting" && !paused && !game.closed && !(box && plays(box)) && !bots[number];
}

/**
 * @param {Seen} s
 * @param {number} number
 * @param {BoxView | undefined} box
 * @param {boolean} numbered whether the number of the box stands in it
 */
export function ante(s, number, box, numbered = false) {
  const lies = left(s.push.view.game, box, ANTE);
  const coming = ghost(s, number, ANTE);
  const lit = isForGuest(s, number, box) || may(s.push, "place_wager", number, { wager: ANTE }) !== undefined;
  return h(
    "button",
    {
      key: ANTE,
      class: ["spot", "round", lit && "lit", coming > 0 && "ghost", lies + coming > 0 && "full"],
      "data-spot": `${number}/${ANTE}`,
      "aria-label": `${t.table.spot(t.wager(ANTE), number, lies ? money(lies) : null)}, ${
        t.table.spotAdd(shortMoney(s.chip ?? 0))
      }`,
      onclick: (event) => lay(s, number, ANTE, event.currentTarget),
      onkeydown: (event) => takeBack(s, event, number, ANTE),
    },
    numbered ? h("b", { class: "number" }, number) : null,
    numbered && !(lies + coming) ? null : chipsOrName(lies + coming, ANTE),
  );
}

/**
 * @param {number} amount
 * @param {string} wager
 */
const chipsOrName = (amount, wager) =>
  amount
    ? [stack(amount), h("span", { class: "amount" }, shortMoney(amount))]
    : h("span", { class: "name" }, t.wager(wager));

/**
 * @param {Seen} s
 * @param {KeyboardEvent & { readonly currentTarget: Element }} event
 * @param {number} number
 * @param {string} wager
 */
function takeBack(s, event, number, wager) {
  if (event.key === "Backspace" || event.key === "Delete") withdraw(s, number, wager, event.currentTarget);
}

/**
 * @param {Seen} s
 * @param {number} number
 * @param {BoxView | undefined} box
 */
function stay(s, number, box) {
  const wager = s.push.layout.stay;
  const lies = laid(box, wager);
  return h(
    "span",
    { key: wager, class: ["spot", "round", "stay", lies > 0 && "full"], "data-spot": `${number}/${wager}` },
    chipsOrName(lies, wager),
  );
}

/**
 * @param {Seen} s
 * @param {number} number
 * @param {BoxView | undefined} box
 * @param {string} wager
 */
function side(s, number, box, wager) {
  const lies = laid(box, wager);
  const coming = ghost(s, number, wager);
  const lit = may(s.push, "place_wager", number, { wager }) !== undefined;
  const fixed = isFixed(s, wager);
  const stake = s.push.view.game.jackpot_stake;
  const words = lies
    ? t.table.spotBack
    : fixed
    ? t.table.spotToggle(stake === null ? null : shortMoney(stake))
    : t.table.spotAdd(shortMoney(s.chip ?? 0));
  return h(
    "button",
    {
      key: wager,
      class: ["spot", "side", fixed && "lamp", lit && "lit", lies + coming > 0 && "on", coming > 0 && "ghost"],
      "data-spot": `${number}/${wager}`,
      "aria-label": `${t.table.spot(t.wager(wager), number, lies ? money(lies) : null)}, ${words}`,
      "aria-pressed": fixed ? String(lies > 0) : null,
      onclick: (
        event,
      ) => (fixed && laid(box, wager, s.id)
        ? withdraw(s, number, wager, event.currentTarget)
        : lay(s, number, wager, event.currentTarget)),
      onkeydown: (event) => takeBack(s, event, number, wager),
    },
    h("span", { class: "name" }, t.wager(wager)),
    lies + coming
      ? [fixed ? null : stack(lies + coming), h("span", { class: "amount" }, shortMoney(lies + coming))]
      : null,
  );
}
