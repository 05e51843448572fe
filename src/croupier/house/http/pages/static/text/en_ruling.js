/* What a ruling will do, in English: one sentence for each consequence. */

import { money } from "./en.js";
import { role } from "./en_dealer.js";

/** @import { Consequences } from "../../api.d.ts" */

/** @param {(string | number)[]} names */
const list = (names) => (names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`);
/** @param {number[]} boxes */
const boxes = (boxes) => (boxes.length > 1 ? `boxes ${list(boxes)}` : `box ${boxes[0]}`);
/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
/** @param {number} count */
const is = (count) => (count > 1 ? "are" : "is");

/**
 * @param {Consequences} of
 * @param {(player: string) => string} named
 */
function sentences(of, named) {
  const back = of.players.filter((one) => one.back > 0).map((one) =>
    `${money(one.back)} goes back to ${named(one.player)}`
  );
  const kept = of.players.filter((one) => one.back < 0).map((one) =>
    `${money(-one.back)} of ${named(one.player)} no longer goes back`
  );
  const more = of.players.filter((one) => one.net > 0).map((one) => `${named(one.player)} gets ${money(one.net)} more`);
  const less = of.players.filter((one) => one.net < 0).map((one) =>
    `${named(one.player)} gets ${money(-one.net)} less`
  );
  const lost = of.players.filter((one) => one.prize < 0).map((one) =>
    `The jackpot prize of ${named(one.player)} falls by ${money(-one.prize)}.`
  );
  const won = of.players.filter((one) => one.prize > 0).map((one) =>
    `${named(one.player)} wins ${money(one.prize)} of the jackpot; two people verify it.`
  );
  return [
    of.void ? "The round is void; every wager is returned." : null,
    of.out.length ? `${capital(boxes(of.out))} ${is(of.out.length)} taken out.` : null,
    of.folded.length ? `${capital(boxes(of.folded))} ${is(of.folded.length)} folded.` : null,
    of.cards ? "The cards are put as reported." : null,
    of.up_card ? `The up card becomes ${of.up_card}.` : null,
    ...of.options.map((one) => `${named(one.player)} may go on or withdraw at ${boxes(one.boxes)}.`),
    of.advised.length ? `The player at ${boxes(of.advised)} is asked to raise or withdraw.` : null,
    of.restricted.length ? `${list(of.restricted.map(named))} may play one box from now on.` : null,
    of.barred.length ? `${list(of.barred.map(named))} may not play until readmitted.` : null,
    of.jackpot_fails ? "The jackpot counts as failed at this table; a shift manager says how to go on." : null,
    of.settled_anew && !of.void ? "The round is settled anew." : null,
    of.settled ? "The round is over." : null,
    ...[...back, ...kept].map((one) => `${one}.`),
    ...[...more, ...less].map((one) => `${one} than before.`),
    ...lost,
    ...won,
    of.waits_for ? `Nothing yet: it waits for a ${role(of.waits_for)}.` : null,
    of.noted ? "It is noted and changes nothing." : null,
  ].filter((one) => one !== null);
}

export const r = {
  title: "What will happen",
  sentences,
  nothing: "Play goes on as it is; no money moves.",
  confirm: "Decide so",
  cancel: "Not yet",
  /** @param {string} what */
  ruling: (what) => `Your decision: ${what}`,
  notYet: "Not done yet.",
  /** @param {string} reason */
  reason: (reason) => `Reason: ${reason}`,
  reasonFirst: "Say why first: it is on record, and the dealer reads it.",
  correct: {
    whose: "Whose wager?",
    /** @param {string | null} was */
    now: (was) => (was === null ? "No cards are on record there yet." : `On record: ${was}`),
    /** @param {number | string} box @param {string | null} was @param {string} cards */
    cards: (box, was, cards) => {
      if (typeof box !== "number") {
        return was ? `the dealer's cards, from ${was} to ${cards}` : `the dealer's cards: ${cards}`;
      }
      return was ? `the cards of box ${box}, from ${was} to ${cards}` : `the cards of box ${box}: ${cards}`;
    },
    /** @param {string} wager @param {string} player @param {number | string} box @param {string} was @param {string} amount */
    wager: (wager, player, box, was, amount) => `${wager} of ${player}, box ${box}, from ${was} to ${amount}`,
  },
};
