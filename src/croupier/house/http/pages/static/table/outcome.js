/* What happened and why, in one sentence: from the lines of the settlement, the hands that were shown and the clauses
   that lines carry. Which hand wins is the house's to say; here it is only told. */

import { t } from "../text/en.js";
import { o } from "../text/en_outcome.js";
import { net, own, ownLines } from "./reading.js";

/** @import { BoxView, Line } from "../../api.d.ts" */
/** @import { Seen } from "./state.js" */

/** @typedef {{ box: BoxView | undefined, numbers: number[], lines: Line[] }} Alike boxes that came out in the same way */

/**
 * The whole of it for the player, with what it comes to.
 * @param {Seen} s
 */
export function outcome(s) {
  const { game } = s.push.view;
  const lines = ownLines(s.push.view, s.id);
  if (game.phase === "void") return lines.length ? o.void(lines[0].clauses, sum(lines, "staked")) : t.table.prompt.void;
  const groups = alike(s, lines);
  const told = groups.length === 1 && groups[0].numbers.length === 1 ? single(s, groups[0]) : several(s, groups);
  return o.sentences([told, t.table.spoken.result(net(lines))]);
}

/** @param {Line[]} lines @param {"staked" | "won" | "returned"} what */
const sum = (lines, what) => lines.reduce((all, line) => all + line[what], 0);

/**
 * @param {Seen} s
 * @param {Line[]} lines
 */
function alike(s, lines) {
  const boxes = new Map(own(s.push.view, s.id).map((box) => [box.box, box]));
  /** @type {Map<string, Alike>} */
  const groups = new Map();
  for (const number of new Set(lines.map((line) => line.box))) {
    const box = boxes.get(number);
    const mine = lines.filter((line) => line.box === number);
    const key = JSON.stringify([
      mine.map((line) => [line.wager, line.result]),
      box?.choice,
      box?.out,
      box?.viewed,
      lapsed(s, number),
    ]);
    const known = groups.get(key);
    if (known) {
      known.numbers.push(number);
      known.lines.push(...mine);
    } else groups.set(key, { box, numbers: [number], lines: mine });
  }
  return [...groups.values()];
}

/** @param {Seen} s @param {number} box */
const lapsed = (s, box) => s.push.view.timed_out.includes(box);

/**
 * One box: the dealer's hand and the own one, then each wager.
 * @param {Seen} s
 * @param {Alike} group
 */
function single(s, { box, lines, numbers }) {
  const [ante] = lines;
  const against = box?.choice === "stayed" && !box.out;
  const why = box?.out
    ? o.out(ante.clauses)
    : box?.choice === "folded"
    ? lapsed(s, numbers[0]) ? o.lapsed : o.folded
    : against && box.hand?.name && dealerPlays(s)
    ? o.hand(box.hand.name, !box.viewed)
    : null;
  const lead = [against ? dealer(s) : null, why].filter((part) => part !== null).join("; ");
  const what = o.joined(wagers(s, lines, true));
  return `${o.capital(lead ? `${lead}: ${what}` : what)}.`;
}

/**
 * The dealer once, then the boxes that came out alike.
 * @param {Seen} s
 * @param {Alike[]} groups
 */
function several(s, groups) {
  const compared = groups.some(({ box }) => box?.choice === "stayed" && !box.out);
  const first = compared ? dealer(s) : null;
  const told = groups.map(({ box, numbers, lines }) => {
    const why = box?.out
      ? o.boxOut(lines[0].clauses)
      : box?.choice === "folded"
      ? lapsed(s, numbers[0]) ? o.boxLapsed : o.boxFolded
      : box?.viewed === false
      ? o.boxBlind
      : null;
    return `${o.boxes(numbers, why)}: ${o.joined(wagers(s, lines, false))}.`;
  });
  return o.sentences([...(first === null ? [] : [`${first}.`]), ...told]);
}

/** @param {Seen} s */
const dealerPlays = (s) => s.push.view.game.qualified !== false;

/** @param {Seen} s */
function dealer(s) {
  const { dealer: seen, qualified } = s.push.view.game;
  return seen?.name ? o.dealer(seen.name, qualified !== false) : null;
}

/**
 * A wager whose prize is a line of its own has won nothing itself: it comes back.
 * @param {Line} line
 */
const comesTo = ({ result, won, returned }) => (result === "won" && !won && returned ? "returned" : result);

/**
 * @param {Seen} s
 * @param {Line[]} lines
 * @param {boolean} own whether it is said that they are the player's
 */
function wagers(s, lines, own) {
  const name = (/** @type {Line} */ line) => t.wager(line.wager).toLowerCase();
  const of = (/** @type {Line["result"]} */ result) => {
    /** @type {Map<string, Line[]>} */
    const found = new Map();
    for (const line of lines) {
      if (comesTo(line) === result) found.set(name(line), [...(found.get(name(line)) ?? []), line]);
    }
    return found;
  };
  const names = (/** @type {Map<string, Line[]>} */ found) => [...found.keys()];
  const [won, lost, off, back, open] = [of("won"), of("lost"), of("standoff"), of("returned"), of("pending")];
  const clauses = dealerPlays(s) ? [...back.values()][0]?.[0].clauses ?? [] : [];
  return [
    ...[...won].map(([wager, all]) =>
      sum(all, "staked")
        ? o.wins(wager, sum(all, "won"), sum(all, "staked") - sum(all, "returned"), own)
        : o.pays(wager, sum(all, "won"))
    ),
    ...(off.size ? [o.standoff(names(off), own)] : []),
    ...(back.size ? [o.back(names(back), own, clauses)] : []),
    ...(lost.size ? [o.lose(names(lost), own)] : []),
    ...[...open.keys()].map((wager) => o.pending(wager)),
  ];
}
