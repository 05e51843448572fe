/* The text of the dealer's console, in English. */

import { isOne } from "./en.js";

/** @type {Record<string, string>} */
const ROLES = {
  player: "player",
  dealer: "dealer",
  pit_supervisor: "pit supervisor",
  pit_manager: "pit manager",
  shift_manager: "shift manager",
  cage: "cage",
  auditor: "auditor",
  administrator: "administrator",
  device: "device",
};
/** @param {number[]} boxes */
const list = (
  boxes,
) => (boxes.length === 1 ? `box ${boxes[0]}` : `boxes ${boxes.slice(0, -1).join(", ")} and ${boxes.at(-1)}`);

/** @param {string} name */
export const role = (name) => ROLES[name] ?? name;

/**
 * What somebody at the table sees, in our words, by the name of the report.
 * @type {Record<string, [what: string, more: string]>}
 */
export const SEEN = {
  foreign_card: ["A card that does not belong", "Another back, another deck, or a card twice."],
  unshuffled: ["The cards were not shuffled", "They came in an order that no shuffle gives."],
  insufficient_cards: ["The cards ran out", "Not enough cards for every hand."],
  deck_count: ["The deck does not count 52", "A card is missing or too many."],
  count_in_doubt: ["Somebody doubts the deck", "The deck was counted because its number was in doubt."],
  misdeal: ["Hands lie at the wrong boxes", "Whole hands went to the wrong place."],
  dealer_card_count: ["The dealer's hand has too many or too few cards", "Count it before anything else is touched."],
  player_card_count: ["A box has too many or too few cards", "Count the hand of that box."],
  cards_exposed: ["Cards were exposed", "One or more cards were seen while they were dealt."],
  dealer_card_exposed: ["One of the dealer's cards was exposed", "A card other than the up card was seen."],
  burn_omitted: ["The first card was not burnt", "Dealing began without the burn."],
  face_up_in_shoe: ["A card lay face up in the shoe", "It was found turned over before it was dealt."],
  simultaneous_draw: ["Two cards came out together", "It is not plain which of them came first."],
  dealing_error: ["A mistake in dealing", "Cards went astray in another way, and players saw cards."],
  technical_interruption: ["Play was interrupted", "Power, light, shuffler or another system stopped."],
  jackpot_failure: ["The jackpot system stopped", "The meter, the link or the lamps no longer work."],
  extra_hand_viewed: ["A player looked at a second hand", "One hand of a player may be looked at."],
  confidentiality: ["A player showed or told their cards", "Cards were shared with others at the table."],
  multiple_positions: ["A player has more positions than allowed", "Wagers of one player on several boxes."],
  over_limit: ["A wager is over the maximum", "The excess goes back."],
  under_limit: ["A wager is under the minimum", "The player raises it or takes it back."],
  other: ["Something else", "Chips moved after no more bets, a dispute, anything that is not in this list."],
  left_after_viewing: ["A player looked and walked away", "The hand is undecided."],
};
/** @type {[name: string, kinds: string[]][]} */
export const GROUPS = [
  ["Cards on the layout", [
    "misdeal",
    "player_card_count",
    "dealer_card_count",
    "cards_exposed",
    "dealer_card_exposed",
    "dealing_error",
  ]],
  ["Deck and shoe", [
    "foreign_card",
    "deck_count",
    "count_in_doubt",
    "unshuffled",
    "insufficient_cards",
    "burn_omitted",
    "face_up_in_shoe",
    "simultaneous_draw",
  ]],
  ["Chips and players", ["over_limit", "under_limit", "extra_hand_viewed", "multiple_positions", "confidentiality"]],
  ["Systems", ["jackpot_failure", "technical_interruption"]],
  ["Anything else", ["other" /* code */]],
];

export const d = {
  /** @param {string} table */
  title: (table) => `Dealing ${table}`,
  loading: "Coming to the table…",
  noTable: "There is no such table",
  noTableText: "It may have been renamed or taken away.",
  notStaff: "This console is for dealers",
  notStaffText: "Sign in as a dealer, a pit supervisor or a manager to deal here.",
  toLobby: "All tables",
  toPit: "Pit",
  watch: "As players see it",
  /** @param {number} number */
  round: (number) => (number ? `Round ${number}` : "No round yet"),
  /** @param {string} low @param {string} high */
  limits: (low, high) => `Ante ${low} – ${high}`,
  /** @type {Record<string, string>} */
  phase: {
    idle: "Before the first round",
    betting: "Bets are open",
    closed: "No more bets",
    dealt: "Hands are being decided",
    revealed: "Dealer's hand is open",
    settled: "Settle with the players",
    void: "Round is void",
  },
  automatic: "This table deals itself",
  /** @param {string} amount */
  jackpot: (amount) => `Jackpot ${amount}`,
  jackpotOff: "Jackpot not available",
  /** @param {number} number */
  lastRound: (number) => `Round ${number} is the last`,
  /** @param {string} name */
  dealtBy: (name) => `Dealer: ${name}`,
  /** @param {string} at @param {string | null} comes @param {string | null} to */
  relief: (at, comes, to) => `${at}: ${comes ?? "nobody"} comes, ${to === null ? "break" : `on to ${to}`}`,
  nobody: "Nobody is signed on",
  you: "you",
  signOn: "Sign on",
  signOff: "Sign off",
  /** @param {string} name */
  takeOver: (name) => `Takes over from ${name}`,
  signOnWhy: "Sign on to deal at this table.",

  key: { space: "Space", enter: "Enter" },
  next: "Next",
  /** @type {Record<string, string>} */
  action: {
    first: "Open bets",
    open_bets: "Next round",
    close_bets: "No more bets",
    deal: "Deal",
    reveal_dealer: "Reveal the dealer's hand",
    settle: "Settle",
    confirm: "Done",
    resume: "Resume play",
    sign_on: "Sign on",
  },
  /** @type {Record<string, string>} */
  actionNote: {
    first: "Call the first wagers.",
    open_bets: "Clear the layout, then go on.",
    close_bets: "When every wager lies.",
    deal: "Cards to every box, the dealer last.",
    reveal_dealer: "Every hand is decided.",
    settle: "Take and pay in order.",
    resume: "Play goes on at the same stage.",
    sign_on: "Your name stands on every round from now on.",
  },
  /** @param {number} left */
  cardsLeft: (left) => (isOne(left) ? "1 card to enter" : `${left} cards to enter`),
  wait: {
    title: "Waiting",
    paused: "The table is paused.",
    closed: "The table is closed. A shift manager can open it again.",
    last: "The last round has been played. A shift manager closes the table.",
    /** @param {string} day */
    day: (day) => `The gaming day ${day} is closed. Rounds begin on the next one, or when two people open it again.`,
    /** @param {string} what @param {string} who */
    matter: (what, who) => `“${what}” waits for a ${who}.`,
    /** @param {string} what */
    yours: (what) => `“${what}” waits for your ruling.`,
    /** @param {number[]} boxes */
    options: (boxes) => `The players of ${list(boxes)} choose whether to go on.`,
    /** @param {number[]} boxes */
    undecided: (boxes) => `To be decided: ${list(boxes)}.`,
    choice: "After the jackpot failure a shift manager says how to go on.",
    /** @param {string} name */
    signedOn: (name) => `${name} deals this table.`,
    other: "Nothing to do just now.",
    noBets: "No wager lies yet. Wait for a player, or record a wager.",
    shoe: "The shoe deals.",
    /** @param {number[]} boxes */
    turn: (boxes) => `Turn and key the hands of ${list(boxes)}.`,
  },
  call: "Say",
  noCall: "Nothing to call.",

  boxes: "Boxes",
  /** @param {number} number */
  box: (number) => `Box ${number}`,
  dealer: "Dealer",
  empty: "empty",
  nextCard: "next card",
  looked: "looked",
  /** @type {Record<string, string>} */
  choice: { undecided: "to decide", stayed: "in", folded: "folded" },
  out: "out",
  /** @param {number} count */
  closedHand: (count) => `${count} cards, face down`,
  disallowed: "not in use",

  entry: {
    /** @type {Record<string, string>} */
    title: {
      closed: "The up card",
      dealt: "The dealer's cards",
      revealed: "Hands as they are turned",
    },
    /** @param {string} place */
    to: (place) => (place === "dealer" ? "for the dealer" : `for box ${place}`),
    done: "All cards are entered.",
    upCard: "Up card",
    upCardDue: "Key the up card first.",
    leave: "Leave this hand",
    byHand: "The shoe does not read: key the cards",
    badCount: "Say how many cards lie there, 0 to 9.",
    grid: "Cards of the deck",
    used: "already on the table",
    undo: "Take back the last card",
    clear: "Start again",
    /** @param {string} rank */
    pending: (rank) => `${rank} of …`,
    how: "Tap a card, type rank and suit (a s), or scan. Backspace takes one back.",
    asItLies: "Deal as it lies",
    asItLiesNote: "For a deal that went wrong: how many cards lie where. Then report it.",
    /** @param {string} place */
    placeNext: (place) => (place === "dealer" ? "Next card to the dealer" : `Next card to box ${place}`),
    /** @param {string} card */
    twice: (card) => `${card} lies on the table already.`,
    /** @param {string} card @param {string} place */
    entered: (card, place) => `${card} ${place === "dealer" ? "to the dealer" : `to box ${place}`}`,
    /** @param {number} done @param {number} all */
    count: (done, all) => `${done} of ${all}`,
    burn: "Burn one card first. It stays face down and is not entered.",
  },
  wagers: {
    /** @param {number} box */
    title: (box) => `Wagers at box ${box}`,
    pick: "Choose a box, by tap or by its number, to record a wager.",
    player: "Player",
    amount: "Amount in dollars",
    record: "Record",
    /** @param {string} wager */
    recordOf: (wager) => `Record ${wager.toLowerCase()}`,
    /** @param {string} wager @param {string | null} stake */
    jackpot: (wager, stake) => `${wager} ${stake}`,
    /** @param {string} wager */
    credits: (wager) => `${wager}: credits`,
    /** @param {number} credits @param {string} wager */
    creditsOf: (credits, wager) => `${wager}: ${credits} ${isOne(credits) ? "credit" : "credits"}`,
    /** @param {string} stake */
    credit: (stake) => `${stake} each`,
    /** @param {number} most */
    mostCredits: (most) => `${most} credits lie there; that is the most.`,
    /** @param {string} value */
    chip: (value) => `Add ${value}`,
    clear: "Clear",
    laid: "On the layout",
    /** @param {string} wager @param {string} amount */
    takeBack: (wager, amount) => `Take back ${wager.toLowerCase()} ${amount}`,
    /** @param {string} wager @param {string} amount @param {string} player */
    takeBackOf: (wager, amount, player) => `Take back ${wager.toLowerCase()} ${amount} of ${player}`,
    /** @param {string} wager @param {string} amount @param {number} box */
    recorded: (wager, amount, box) => `${wager} ${amount} recorded at box ${box}.`,
    needName: "Whose wager is it?",
    needAmount: "How much?",
    none: "Nothing can be placed at this box now.",
    full: "Wagers are recorded while bets are open.",
    undo: "Undo the last wager",
    repeat: "Repeat the last wagers",
    /** @param {number} count */
    repeated: (count) => `${count} wagers repeated.`,
    /** @param {string} total @param {string} most */
    over: (total, most) => `Over the limit: ${total} would lie there, the most is ${most}.`,
    /** @param {string} total @param {string} least */
    under: (total, least) => `Under the limit: ${total} would lie there, the least is ${least}.`,
  },
  seat: {
    who: "Who sits down? Pick a player",
    unknown: "Unknown person",
    whoShares: "Who shares the box? Pick a player",
    people: "At this box",
    share: "Somebody shares this box",
    leaves: "Gets up",
    /** @param {string} name */
    leavesOf: (name) => `${name} gets up`,
    isExcluded: "excluded",
    /** @param {string} name */
    excluded: (name) => `${name} is excluded from play for now.`,
    /** @param {string} text */
    nobody: (text) => `No registered player is called “${text}”. Pick somebody, or the unknown person.`,
  },
  calls: {
    button: "Call somebody",
    title: "Whom or what do you need?",
    lead: "Pit and cage see it at once. Play goes on.",
    /** @type {Record<string, string>} */
    need: { supervisor: "A supervisor", fill: "A fill", colour_change: "A colour change" },
    words: "Say more, if you like",
    send: "Call",
    /** @param {string} what */
    sent: (what) => `Called for: ${what.toLowerCase()}.`,
    open: "Called for",
  },
  decide: {
    /** @param {number} box @param {string} player */
    title: (box, player) => `Box ${box}, ${player}`,
    pick: "Every hand is decided.",
    waiting: "Players decide at their own screens.",
    look: "Looks at the hand",
    /** @param {string} wager @param {string} amount */
    stay: (wager, amount) => `${wager} ${amount}`,
    fold: "Folds",
    claim: "Shows a jackpot hand",
    keep: "Keeps the hand closed",
    /** @param {string | null} sharer */
    goOn: (sharer) => (sharer ? `${sharer} goes on` : "Goes on"),
    /** @param {string | null} sharer */
    withdraw: (sharer) => (sharer ? `${sharer} takes the wagers back` : "Takes the wagers back"),
    /** @param {string} player */
    leave: (player) => `${player} leaves`,
    /** @param {number} box @param {string} what */
    done: (box, what) => `Box ${box}: ${what}.`,
    others: "More",
  },
  /** @type {Record<string, string>} */
  ruling: {
    void: "Void the round",
    continue: "Play on",
    reconstruct: "Put it right and play on",
    invalidate: "Take the hand out",
    permit_withdrawal: "Take the hand out, let others withdraw",
    options: "Let players choose",
    up_card: "That card becomes the up card",
    order: "Decide the order",
    bar: "Bar the player",
    return_wagers: "Give the wagers back",
    forfeit: "The wagers are forfeited",
    hand_back: "Hand back the excess",
    advise: "Ask to raise or withdraw",
    dismiss: "Dismiss the report",
  },
  rulingReason: "Reason",
  rulingPit: "All matters are in the pit",
  draw: {
    title: "What the jackpot system picked",
    magic: "Magic card",
    luckyBox: "Lucky box",
    luckyDealer: "Lucky dealer",
    none: "None",
    yes: "Yes",
    no: "No",
    record: "Record the draw",
    drawn: "Recorded",
  },
  tools: "At the table",
  wrong: "Something is wrong",
  supervisor: "Call a supervisor",
  pause: "Pause",
  resume: "Resume",
  lastRoundButton: "Announce the last round",
  buyIn: "Cash buy-in",
  correct: "Correct an entry",
  keys: "Keys",
  audit: "Audit this round",

  report: {
    title: "What do you see?",
    lead: "Choose what you see. The rules of this game say what follows.",
    early: "Not now",
    noted: "Only noted: the round is settled",
    atOnce: "Takes effect at once",
    /** @param {string} who */
    decides: (who) => `A ${who} decides`,
    /** @param {string[]} clauses */
    clause: (clauses) => clauses.join(", "),
    back: "All irregularities",
    send: "Report it",
    sent: "Reported.",
    box: "At which box?",
    boxes: "Which boxes are affected?",
    player: "Which player?",
    counted: "How many cards were counted?",
    countedMaybe: "How many cards were counted? Leave empty if not counted.",
    cards: "Which cards were seen?",
    cardsNote:
      "As Kd, for example; a card already reported is not counted twice. If nobody can say, give their number below.",
    count: "How many further cards were seen?",
    card: "Which card?",
    reconstructable: "Can the hand be put right?",
    yes: "Yes",
    no: "No",
    hands: "The cards as they should lie",
    handsNote: "Rank and suit, separated by blanks: As Kd 9c 4h 2s. Leave empty if they lie right already.",
    moves: "Where does each hand belong?",
    movesNote: "Leave all as they are if whole hands cannot be moved.",
    stays: "stays",
    order: "The cards in the order decided, first one first",
    orderNote: "For example: As Kd",
    intentional: "It was on purpose",
    permit: "Ask that all players may withdraw",
    description: "What happened?",
    anyBox: "no box in particular",
  },
  sheet: {
    supervisorTitle: "Call a supervisor",
    supervisorLead: "Play stands still, and the pit sees your call at once.",
    reason: "Why?",
    reasons: [
      "Player asks for a supervisor",
      "Large payment to check",
      "Dealer change",
      "Fill or credit needed",
      "Equipment",
    ],
    pauseAndCall: "Pause and call",
    orRefer: "Or refer it for a ruling",
    refer: "Refer it to the shift manager",
    referNote: "Opens a matter: nothing is revealed or settled before it is decided.",
    pauseTitle: "Pause the table",
    pauseLead: "A short stop; play resumes at the same stage.",
    pauseNow: "Pause now",
    buyInTitle: "Cash into the drop box",
    buyInLead: "Count the cash in the open, give chips from the float, drop the cash.",
    player: "Player",
    amount: "Amount in dollars",
    take: "Record the buy-in",
    /** @param {string} amount */
    taken: (amount) => `Buy-in of ${amount} recorded.`,
    waits: "Proposed. A supervisor or the cage has to approve it; give no chips before.",
    correctTitle: "Correct an entry",
    correctLead: "Puts right what was keyed wrongly in this round. A settled round is settled anew.",
    what: "What was keyed wrongly?",
    cards: "Cards of a hand",
    wager: "Amount of a wager",
    where: "Where?",
    newCards: "The cards as they lie",
    newCardsNote: "Rank and suit, separated by blanks: As Kd 9c 4h 2s.",
    newAmount: "The amount in dollars as it was laid",
    wagerKind: "Which wager?",
    put: "Correct it",
    corrected: "Corrected.",
    lastTitle: "Announce the last round",
    lastLead: "Players are told that the table closes after it.",
    lastNow: "Announce it",
    keysTitle: "Keys",
  },
  keysList: [
    ["Space or Enter", "the next action"],
    ["1 – 9", "choose a box"],
    ["A, P, J, D", "ante, first side wager, jackpot, jackpot on the dealer's hand; J or D again: a credit more"],
    ["R", "repeat the last wagers of all"],
    ["U", "undo the last wager recorded"],
    ["2 – 9 T J Q K A, then C D H S", "enter a card (also 10)"],
    ["Backspace", "take back the last card"],
    ["L, B, F", "the chosen box looks, bets (plays), folds"],
    ["J", "the chosen box shows a jackpot hand"],
    ["X", "tick the next payment"],
    ["I", "something is wrong"],
    ["?", "this list"],
  ],
  badAmount: "That is no amount.",
  undone: "Taken back.",
};
