/* What this browser was shown of a round while it was played, kept through reloads: the proof after the round
   compares with it, since a house that lies could tell both seed and fingerprint anew by then.

   witness()     called whenever the table changes
   witnessed()   what was seen of a round, or null
   lying()       the cards of a view, each with its place in the deck: "7 Ah" */

import { preference } from "../dom.js";
import { own } from "./reading.js";

/** @import { LayoutView, TablePush, TableView } from "../../api.d.ts" */

/**
 * @typedef {object} Witnessed
 * @property {number} round
 * @property {string | null} fingerprint as it was shown before the player's bets and part, if it was
 * @property {string[]} cards every card that was shown, also one that was shown as another later
 * @property {boolean} played whether the player had a wager in it
 */

/* As many as a player looks back on; of rounds without a wager only the last. */
const KEPT = 50;

/** @param {string} table */
const key = (table) => `witnessed ${table}`;
/** @param {string} table */
const kept = (table) => preference.get(key(table), /** @type {Witnessed[]} */ ([]));

/** @param {string} table @param {number} round */
export const witnessed = (table, round) => kept(table).find((one) => one.round === round) ?? null;

/** @param {string} table @param {TablePush} push @param {string | null} id of the player */
export function witness(table, { view, layout }, id) {
  const { game, dealing, shuffle } = view;
  if (dealing.cards !== "electronic") return;
  const rounds = kept(table);
  const { round } = game;
  /** @type {Witnessed} */
  const before = rounds.find((one) => one.round === round) ?? { round, fingerprint: null, cards: [], played: false };
  const played = before.played || own(view, id).length > 0;
  const early = game.phase === "betting" && shuffle?.round === round && !played &&
    !Object.hasOwn(shuffle.added, id ?? "");
  const now = {
    round,
    fingerprint: before.fingerprint ?? (early ? shuffle.commitment : null),
    cards: Array.from(new Set([...before.cards, ...lying(game, layout)])),
    played,
  };
  if (JSON.stringify(now) === JSON.stringify(before)) return;
  preference.set(key(table), [...rounds.filter((one) => one.played && one.round !== round), now].slice(-KEPT));
}

/**
 * Hands lie in the order of the boxes, the dealer's last; of the dealer's the last card is the one face up.
 * @param {TableView} game
 * @param {LayoutView} layout
 */
export function lying({ boxes, dealer, up_card }, { hand_size: size, burns, singly }) {
  const hands = [...boxes.filter((box) => box.has_hand).map((box) => box.hand), dealer];
  const at = (/** @type {number} */ place, /** @type {number} */ turn) =>
    (burns ? 1 : 0) + (singly ? turn * hands.length + place : place * size + turn);
  const shown = hands.flatMap((hand, place) =>
    hand === null ? [] : hand.cards.split(" ").map((code, turn) => `${at(place, turn)} ${code}`)
  );
  return up_card === null ? shown : [...shown, `${at(hands.length - 1, size - 1)} ${up_card}`];
}
