/* What is done with chips after a round, and what officials decided, in English. */

import { money, shortMoney, t } from "./en.js";
import { d, role, SEEN } from "./en_dealer.js";

/** @import { ActView, PrizeView, Ruling, Sums } from "../../api.d.ts" */

/** @type {Record<string, string>} */
const DO = { take: "Take", give_back: "Give back", pay: "Pay", put_back: "Give back", collect: "Take back" };
/** @type {Record<string, string>} */
const FROM = {
  take: "to the tray",
  give_back: "the stake",
  pay: "from the tray",
  put_back: "the stake, from the tray",
  collect: "from the player",
};
/** @type {(keyof Sums)[]} */
const KINDS = ["pay", "put_back", "give_back", "take", "collect"];

/** @param {Sums} sums @param {Record<string, string>} words */
const parts = (sums, words) =>
  KINDS.filter((kind) => sums[kind] > 0).map((kind) => `${words[kind]} ${money(sums[kind])}`).join(" · ");

/** @type {Record<string, string>} */
const ALREADY = {
  take: "taken",
  give_back: "given back",
  pay: "paid",
  put_back: "given back",
  collect: "taken back",
};
/** @type {Record<string, string>} */
const DID = { take: "Taken", give_back: "Given back", pay: "Paid", put_back: "Given back", collect: "Taken back" };
/** @type {Record<string, string>} */
const DUE = {
  take: "to take",
  give_back: "to give back",
  pay: "to pay",
  put_back: "to give back",
  collect: "to take back",
};

/**
 * What an official put right.
 * @param {Ruling} ruling
 */
function entryOf({ entry, box }) {
  if (entry === null) return box === null ? "an entry" : `an entry of ${d.box(box).toLowerCase()}`;
  if (entry.wager === null) return box === null ? "the dealer's cards" : `the cards of ${d.box(box).toLowerCase()}`;
  const whose = `${t.wager(entry.wager)} of ${t.table.player(entry.player ?? "")}, ${d.box(box ?? 0).toLowerCase()}`;
  return `${whose}, from ${money(entry.before)} to ${money(entry.after)}`;
}

export const pay = {
  title: "Settle with the players",
  heldTitle: "To settle once the jackpot is verified",
  held: "Hand over nothing of this yet: if the hand turns out to be wrong, the round is settled otherwise.",
  voidTitle: "The round is void: give every wager back",
  changedTitle: "Settled anew: hand over the difference",
  changedDone: "Settled anew: the difference is handed over",
  /** @param {string} kind */
  do: (kind) => DO[kind] ?? kind,
  /** @param {string} kind */
  did: (kind) => DID[kind] ?? kind,
  /** @param {string} kind */
  from: (kind) => FROM[kind] ?? "",
  /** @param {ActView} act */
  stakes: (act) =>
    act.stakes > 0 && act.stakes < act.amount ? `${money(act.stakes)} of it is a stake that goes back` : "",
  /** @param {ActView} act */
  parts: (act) =>
    act.parts.map((one) => `${d.box(one.box)}, ${t.wager(one.wager)}: ${DUE[one.kind]} ${money(one.amount)}`).join(
      "; ",
    ),
  /** @param {number} done @param {number} all */
  progress: (done, all) => (done === all ? "All done" : `${done} of ${all} done`),
  nothing: "No chips change hands for this round.",
  wallets: "Paid to the wallets by the house.",
  /**
   * What is left to do, and what is done of it.
   * @param {Sums} left @param {Sums} done
   */
  sums: (left, done) => {
    const open = parts(left, DO);
    const past = parts(done, ALREADY);
    if (open && past) return `${open} · done: ${past}`;
    return open || (past ? `Done: ${past}` : "Nothing changes hands");
  },
  /** @param {number} cents more for the player, or less below zero */
  comesTo: (cents) => {
    if (cents === 0) return "comes to nothing";
    const amount = money(Math.abs(cents));
    return cents > 0 ? `comes to ${amount} for the player` : `comes to ${amount} for the house`;
  },
  /** @param {Sums} sums */
  already: (sums) => parts(sums, ALREADY) || "nothing",
  /** @param {Sums} sums */
  due: (sums) => parts(sums, DUE) || "nothing",
  alreadyDone: "Already",
  nowDue: "Now due",
  net: "Net",
  difference: "Difference",
  /** @param {string} player */
  allBoxes: (player) => `${player}, all boxes`,
  /** @param {[number, number][]} cut */
  cut: (cut) => cut.map(([value, count]) => `${count} × ${shortMoney(value)}`).join(" + "),
  /** @param {ActView} act */
  odd: (act) => {
    const atCage = act.at_cage && act.odd ? [`and ${money(act.odd)} at the cage`] : [];
    const favour = act.at_cage ? 0 : act.odd;
    if (act.set_off === favour) return atCage.join("");
    return [
      ...atCage,
      `by the ledger ${money(act.amount)}`,
      act.set_off ? `${money(act.set_off)} was rounded before, and is set off` : "",
      favour ? `${money(favour)} is the player's favour` : "",
    ].filter(Boolean).join("; ");
  },
  /** @param {string} who @param {string} at */
  doneBy: (who, at) => `done by ${who}, ${at}`,
  /** @param {string} what */
  doneLabel: (what) => `${what} is done`,
  /** @param {string[]} clauses */
  clauses: (clauses) => `Clauses ${clauses.join(", ")}`,
  /** @param {number | null} box @param {string[]} players */
  group: (box, players) => {
    const all = players.join(", ");
    return box === null ? all : all ? `${d.box(box)}: ${all}` : d.box(box);
  },
  confirm: "Done",
  /** @param {string} group */
  confirmNote: (group) => `${group}: chips have changed hands.`,
  /** @param {string} name */
  hand: (name) => name.slice(0, 1).toUpperCase() + name.slice(1),

  prize: {
    title: "Jackpot: nothing is handed over yet",
    /** @param {PrizeView} one @param {string} player */
    who: ({ prize }, player) =>
      `${d.box(prize.box)}, ${player}: ${prize.queued ? "amount not known yet" : money(prize.amount)}`,
    todo: [
      "Leave every card where it lies; nobody touches the layout.",
      "Call a pit supervisor. The hand, the deck and the wager are checked.",
      "Say “being verified” to the player; name no amount as paid.",
    ],
    /** @param {PrizeView} one */
    waits: ({ prize, proposed_by: by }) =>
      prize.queued
        ? "An earlier hand at another table of the link is settled first."
        : by === null
        ? "Waits for a pit supervisor or pit manager to verify it."
        : `${by.id} (${
          role(by.role)
        }) has verified it. Waits for a second person: a pit supervisor, a pit manager or the cage.`,
    verified: "Jackpot verified",
    released: "Released by two people: the hand-pay slip says how it is handed over.",
    frozen: "The table is held for a jackpot.",
  },

  ruled: {
    title: "Decided in this round",
    /** @param {Ruling} one @param {string} at */
    line: (one, at) => {
      if (one.decision === null) return `${one.by.id} (${role(one.by.role)}) corrected ${entryOf(one)}, ${at}`;
      const what = `decided “${d.ruling[one.decision] ?? one.decision}”`;
      const on = one.irregularity === null ? "" : ` on “${SEEN[one.irregularity]?.[0] ?? one.irregularity}”`;
      const box = one.box === null ? "" : `, box ${one.box}`;
      return `${one.by.id} (${role(one.by.role)}) ${what}${on}${box}, ${at}`;
    },
    /** @param {string} reason */
    reason: (reason) => `“${reason}”`,
  },
  wrong: {
    title: "A player was paid wrongly",
    seen: "More or less chips were handed over than was confirmed.",
    lead: "What was really handed over counts: what is to be taken back or handed over follows at once.",
    lateLead: "A round whose acts are closed: put right at the table, or it stays so and the books follow.",
    of: "Which wager?",
    /** @param {{ box: number, player: string }} one @param {string} wager */
    handed: ({ box, player }, wager) => `${d.box(box)}, ${player}, ${wager}`,
    round: "Round",
    box: "Box",
    player: "Player",
    wager: "Wager",
    way: "The player was handed",
    much: "too much",
    little: "too little",
    amount: "By how much, in dollars",
    after: "What becomes of it?",
    right: "It is put right at the table",
    stays: "It stays so: kept, or due at the cage",
    reason: "Reason",
    noReason: "Say why first: it is on record.",
    noPlayer: "Say which box, and who was paid.",
    noRound: "Say which round.",
    report: "Report it",
    back: "Leave it",
    waits: "Proposed: it is more than one person may let stay. A shift manager or the cage approves it.",
    close: "Close",
    tooMuch: "Too much",
    tooLittle: "Too little",
    found: "was handed over",
    /** @param {string} who @param {string} at */
    foundBy: (who, at) => `found by ${who}, ${at}`,
  },
  qualifies: "qualifies",
  qualifiesNot: "does not qualify",
};
