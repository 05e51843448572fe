/* The choreography of a round, from what the log has brought since the table was last shown: cards come from the shoe
   in the order in which they are dealt, turn, and go to the tray; chips are laid, swept and paid in the order in which
   the wagers were settled. The page shows the end at once; this is only how it got there. */

import { stack } from "../chips.js";
import { arrive, inTurn, keep, leave, placeOf, send } from "./flying.js";
import { joy } from "./joy.js";
import { isOver, laid, ownLines } from "./reading.js";
import { moves } from "./state.js";

/** @import { Line, TablePush } from "../../api.d.ts" */
/** @import { Place } from "./flying.js" */
/** @import { Seen } from "./state.js" */

/* A phase takes no longer. */
const PHASE_MS = 1700;
const CARD_MS = 380;
const CHIP_MS = 550;
const TURN_MS = 260;
/* Of chips that another lays; a stack lies in the middle of its spot. */
const FALLS = [{ transform: "translate(-50%, -14px)", opacity: 0 }, { transform: "translateX(-50%)", opacity: 1 }];

/**
 * Before the table is drawn anew: what lies there and is taken away.
 * @param {Seen} s
 * @param {TablePush} next
 */
export function clearAway(s, next) {
  if (!moves() || s.push.view.game.round === next.view.game.round) return;
  const tray = placeOf(s.outlet.querySelector(".discards"));
  const cards = s.outlet.querySelectorAll(".stage .card");
  if (tray === null) return;
  cards.forEach((card, place) => leave(s, card, tray, { delay: place * 12, duration: 450, turn: 20 }));
}

/**
 * After the table was drawn: how it came to be so.
 * @param {Seen} s
 * @param {TablePush} before
 */
export function play(s, before) {
  if (!moves() || before === s.push) return;
  const [was, is] = [before.view.game, s.push.view.game];
  const hands = (/** @type {typeof is} */ game) => game.boxes.filter((box) => box.has_hand).length;
  if (hands(is) && !hands(was) && !isOver(is)) deal(s);
  else if (was.round === is.round) turn(s, before);
  if (was.round === is.round && !isOver(is)) chips(s, before);
  if (is.phase === "settled" && was.phase !== "settled" && was.round === is.round) settle(s);
}

/** @param {Seen} s */
function deal(s) {
  const shoe = placeOf(s.outlet.querySelector(".shoe"));
  if (shoe === null) return;
  const from = { ...shoe, width: shoe.width / 2 };
  const hands = [...boxesOf(s), s.outlet.querySelector(".dealer-hand")].flatMap((one) => {
    const cards = one === null ? [] : [...one.querySelectorAll(".card")];
    return cards.length ? [cards] : [];
  });
  const size = Math.max(0, ...hands.map((one) => one.length));
  const order = s.push.layout.singly
    ? Array.from({ length: size }, (_, place) => hands.flatMap((one) => one[place] ? [one[place]] : [])).flat()
    : hands.flat();
  const beat = Math.min(110, (PHASE_MS - CARD_MS) / Math.max(1, order.length));
  order.forEach((card, place) => arrive(s, card, from, { delay: place * beat, duration: CARD_MS, turn: -25 }));
}

/** @param {Seen} s */
const boxesOf = (s) => [...s.outlet.querySelectorAll(".felt [data-box]")].toSorted((a, b) => numberOf(a) - numberOf(b));

/** @param {Element} box */
const numberOf = (box) => Number(box.getAttribute("data-box"));

/**
 * @param {Seen} s
 * @param {TablePush} before
 */
function turn(s, before) {
  const [was, is] = [before.view.game, s.push.view.game];
  const shut = (/** @type {number} */ number) => !was.boxes.find((one) => one.box === number)?.hand;
  const opened = is.boxes.filter((box) => box.hand && shut(box.box)).map((box) => `[data-box="${box.box}"] .card`);
  if (is.dealer && !was.dealer) opened.push(".dealer-hand .card:not(.marked)");
  for (const cards of opened) {
    const [edge, flat] = [{ transform: "scaleX(.01)" }, { transform: "scaleX(1)" }];
    inTurn(s, [...s.outlet.querySelectorAll(cards)], edge, flat, { beat: 90, duration: TURN_MS });
  }
}

/**
 * Chips that were laid: one's own come from the rail.
 * @param {Seen} s
 * @param {TablePush} before
 */
function chips(s, before) {
  const rail = placeOf(s.outlet.querySelector('.chip-button[aria-checked="true"]') ?? s.outlet.querySelector(".rail"));
  for (const box of s.push.view.game.boxes) {
    const old = before.view.game.boxes.find((one) => one.box === box.box);
    for (const wager of s.push.layout.wagers) {
      if (laid(box, wager) <= laid(old, wager)) continue;
      const lying = s.outlet.querySelector(`[data-spot="${box.box}/${wager}"] .stack`);
      const own = box.wagers.some((one) => one.player === s.id);
      if (lying === null) continue;
      if (own && rail !== null) arrive(s, lying, { ...rail, width: Math.min(rail.width, 46) }, { duration: 300 });
      else keep(s, lying.animate(FALLS, { duration: 250, easing: "ease-out" }));
    }
  }
}

/**
 * Wager by wager: lost chips go to the dealer, payments come from there.
 * @param {Seen} s
 */
function settle(s) {
  const { lines } = s.push.view.game;
  const bank = placeOf(s.outlet.querySelector(".dealer-hand"));
  if (bank === null) return;
  const beat = Math.min(320, (PHASE_MS - CHIP_MS) / Math.max(1, lines.length));
  lines.forEach((line, place) => {
    const told = toldOf(s, line);
    const spot = s.outlet.querySelector(`[data-spot="${line.box}/${line.wager}"]`);
    const at = placeOf(told ?? spot ?? s.outlet.querySelector(`[data-box="${line.box}"]`));
    const flight = { delay: place * beat, duration: CHIP_MS };
    if (at === null) return;
    if (line.won > 0) send(s, stack(line.won), sizeOf(at), bank, at, flight);
    else if (line.result === "lost" && line.staked) {
      send(s, stack(line.staked), sizeOf(at), at, bank, { ...flight, lies: told === null && spot !== null });
    }
  });
  const own = lines.map((line) => (line.player === s.id ? toldOf(s, line) : null));
  const [away, there] = [{ opacity: 0, transform: "translateX(-6px)" }, { opacity: 1, transform: "none" }];
  inTurn(s, own, away, there, { beat, duration: 260 });
  joy(s, ownLines(s.push.view, s.id), lines.length * beat);
}

/** @param {Seen} s @param {Line} line */
const toldOf = (s, { box, wager }) => s.outlet.querySelector(`[data-line="${box}/${wager}"]`);

/** @param {Place} at */
const sizeOf = (at) => Math.max(22, Math.min(56, at.width / 3));
