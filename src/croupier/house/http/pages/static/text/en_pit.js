/* The text of the pit, in English. */

import { isOne, t } from "./en.js";
import { d, role, SEEN } from "./en_dealer.js";

/** @type {Record<string, string>} */
const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };

/** @param {string} names */
const cards = (names) =>
  names.replace(
    /([2-9TJQKA])([shdc])/g,
    (/** @type {unknown} */ _, /** @type {string} */ rank, /** @type {string} */ suit) =>
      rank.replace("T", "10") + SUITS[suit],
  );
/** @type {Record<string, (value: any) => string>} */
const FACTS = {
  box: (value) => `box ${value}`,
  boxes: (value) => `boxes ${value.join(", ")}`,
  player: (value) => value,
  counted: (value) => `${value} cards counted`,
  count: (value) => (isOne(value) ? "1 card seen" : `${value} cards seen`),
  reconstructable: () => "can be put right",
  permit_withdrawal: () => "withdrawal asked for",
  card: (value) => `card ${cards(value)}`,
  cards: (value) => `cards ${cards(value)}`,
  order: (value) => `in the order ${cards(value)}`,
  moves: (value) => Object.entries(value).map(([from, to]) => `hand of box ${from} to box ${to}`).join(", "),
  hands: (value) =>
    Object.entries(value).map(([box, hand]) => `${box === "dealer" ? "dealer" : `box ${box}`} becomes ${cards(hand)}`)
      .join(", "),
  intentional: () => "on purpose",
  description: (value) => `“${value}”`,
};

export const p = {
  title: "Pit",
  /** @param {number} tables @param {number} open */
  lead: (tables, open) => `${tables} tables, ${open} open`,
  loading: "Looking over the floor…",
  failed: "The floor cannot be shown just now",
  notStaff: "The pit is for supervisors and managers",
  notStaffText: "Sign in as a pit supervisor, pit manager or shift manager.",
  signIn: "Sign in",
  empty: "No table is set up yet.",
  sections: "Sections",
  tables: "Tables",
  queue: "Needs you",
  queueEmpty: "Nothing waits.",
  queueEmptyText: "Reports, approvals and payments appear here by themselves.",
  /** @param {number} count */
  queueCount: (count) => (isOne(count) ? "1 matter needs you" : `${count} matters need you`),
  others: "Waits for somebody else",
  players: "Players",
  links: "Jackpots",
  rotation: {
    title: "Rotation of dealers",
    none: "No rotation is planned: dealers sign on where they are sent.",
    plan: "Plan a rotation",
    anew: "Plan anew",
    withdraw: "Withdraw the plan",
    withdrawn: "The plan is withdrawn.",
    /** @param {string} at */
    until: (at) => `Everybody moves on at ${at}.`,
    /** @param {string} at */
    begins: (at) => `The first turn begins at ${at}.`,
    /** @param {number} minutes @param {string} who */
    by: (minutes, who) => `${minutes} minutes a turn, planned by ${who}.`,
    dealer: "Dealer",
    now: "Now",
    next: "Next",
    signedOn: "Signed on",
    nowhere: "nowhere",
    rest: "break",
    /** @param {string} back */
    rests: (back) => `break until ${back}`,
    lead: "Dealers go from table to table in this order and rest after the last one. Whoever is more than the tables " +
      "rests: name more dealers for longer breaks. The first turn begins now.",
    dealers: "Dealers, in their order",
    tables: "Tables, in the order in which they are dealt",
    /** @param {string[]} all */
    known: (all) => (all.length ? `Known: ${all.join(", ")}` : ""),
    minutes: "Minutes a turn",
    badMinutes: "A turn is 5 to 240 minutes.",
    start: "Start it now",
    leave: "Leave it",
    done: "The rotation is planned.",
  },
  reports: "Reports",
  filter: "Show",
  /** @type {Record<string, string>} */
  filters: { all: "All", attention: "With alarms", open: "Open", attended: "With a dealer" },
  none: "No table like that.",
  role,
  /** @param {string} kind */
  seen: (kind) => SEEN[kind]?.[0] ?? kind.replaceAll("_", " "),
  /** @param {string} name */
  decision: (name) => d.ruling[name] ?? name.replaceAll("_", " "),
  /** @param {string} name @param {any} value */
  fact: (name, value) => FACTS[name]?.(value) ?? `${name} ${value}`,
  /** @type {Record<string, string>} */
  phase: {
    idle: "Not begun",
    betting: "Bets open",
    closed: "Bets closed",
    dealt: "Deciding",
    revealed: "Dealer open",
    settled: "Settled",
    void: "Void",
  },
  /** @type {Record<string, string>} */
  state: { closed: "Closed", paused: "Paused" },
  /** @param {number} number */
  round: (number) => `Round ${number}`,
  /** @param {number} taken @param {number} all */
  seats: (taken, all) => `${taken} of ${all}`,
  /** @param {number} number */
  roundShort: (number) => `#${number} ·`,
  /** @param {number} taken @param {number} all */
  seatsShort: (taken, all) => `${taken}/${all}`,
  noDealer: "no dealer",
  seatsLabel: "Seats",
  dealerLabel: "Dealer",
  paceLabel: "Pace",
  limitsLabel: "Ante",
  jackpotLabel: "Jackpot",
  noJackpot: "none",
  automatic: "automatic",
  nobody: "nobody",
  /** @param {number | null} rounds */
  pace: (rounds) => (rounds === null ? "– /h" : `${Math.round(rounds)}/h`),
  /** @param {number | null} rounds */
  paceWords: (rounds) => (rounds === null ? "no pace yet" : `${Math.round(rounds)} rounds an hour`),
  /** @param {string} low @param {string} high */
  limits: (low, high) => `${low}–${high}`,
  limit: {
    title: "Limits",
    lead:
      "They hold from the next opening call on; the round that is open keeps its own. Everybody at the table is told.",
    /** @param {string} wager */
    from: (wager) => `${wager}, smallest`,
    /** @param {string} wager */
    to: (wager) => `${wager}, largest`,
    keep: "Leave them",
    change: "Change the limits",
    /** @param {string} now @param {string | null} planned */
    line: (now, planned) => (planned === null ? now : `${now}, next round ${planned}`),
  },
  stakedLabel: "On the layout",
  alarm: {
    /** @param {number} count */
    matter: (count) => (isOne(count) ? "1 open matter" : `${count} open matters`),
    /** @param {string | null} why */
    paused: (why) => (why ? `Paused: ${why}` : "Paused"),
    link: "Link down",
    jackpotOff: "No jackpot wagers",
    choice: "Awaits the shift manager",
    /** @param {number} count */
    options: (count) => (isOne(count) ? "1 player to choose" : `${count} players to choose`),
    /** @param {number} round */
    last: (round) => `Round ${round} is the last`,
    noDealer: "No dealer signed on",
  },
  figures: {
    win: "Win",
    theoretical: "Theo",
    drop: "Drop",
    hold: "Hold",
    average: "Avg bet",
    rounds: "Rounds",
    none: "–",
    uncounted: "uncounted",
    /** @param {number} cents @param {string} words */
    signed: (cents, words) => (cents < 0 ? `−${words}` : words),
    /** @param {string | null} value */
    percent: (value) => (value === null ? "–" : `${Math.round(Number(value))} %`),
  },
  practice: "Practice: play money",
  open: "Details",
  /** @param {string} table */
  tableTitle: (table) => table,
  deal: "Open the console",
  watch: "As players see it",
  audit: "Replay the last round",
  rounds: "All rounds of this table",
  announce: "Announce the last round",
  pause: "Pause",
  resume: "Resume",
  closeTable: "Close the table",
  openTable: "Open the table",
  jackpotOn: "Take jackpot wagers again",
  jackpotOffNow: "Stop jackpot wagers",
  reason: "Reason",
  reasonNeeded: "Give a reason first.",
  actions: "At this table",
  seatsTitle: "Players at the table",
  noSeats: "No player has a wager here now.",
  bot: "demonstration player",
  /** @param {number[]} boxes */
  boxesOf: (boxes) => (boxes.length === 1 ? `box ${boxes[0]}` : `boxes ${boxes.join(", ")}`),
  restrict: "One position only",
  bar: "Bar",
  readmit: "Readmit",
  restricted: "restricted to one position",
  barred: "barred",
  /** @param {string} player @param {string} table */
  confirmBar: (player, table) => `Bar ${player} from ${table}? Their wagers of this round go back.`,
  yes: "Yes, do it",
  done: "Done.",
  matter: {
    /** @param {string} table @param {number} round */
    at: (table, round) => `${table}, round ${round}`,
    /** @param {string} who @param {string} what */
    by: (who, what) => `Reported by ${who} (${what})`,
    /** @param {string} who */
    decides: (who) => `A ${who} decides`,
    /** @param {string} who */
    notYou: (who) => `Waits for a ${who}.`,
    options: "What may be decided",
    box: "Which box?",
    replay: "Replay",
    /** @param {string} words */
    rule: (words) => words,
  },
  proposal: {
    title: "Approval",
    /** @param {string} who @param {string} when */
    by: (who, when) => `Proposed by ${who} at ${when}`,
    own: "You proposed it yourself: a different person has to approve it.",
    /** @param {string[]} roles */
    needs: (roles) => `Takes a second person: ${roles.join(", ")}.`,
    approve: "Approve",
    decline: "Decline",
    withdraw: "Withdraw it",
    approved: "Approved and carried out.",
    declined: "Declined.",
  },
  payable: {
    title: "Jackpot to verify",
    /** @param {string} player @param {string} amount */
    what: (player, amount) => `${player} is due ${amount}`,
    /** @param {string} table @param {number} round @param {number} box */
    where: (table, round, box) => `${table}, round ${round}, box ${box}`,
    check: "Check the cards, the wager and the meter first. A second person then approves.",
    propose: "Confirm the hit",
    chips: "Confirm the hit, chips",
    cash: "Confirm the hit, cash at the cage",
    /** @param {string} before @param {string} after */
    meter: (before, after) => `Meter before ${before}, after ${after}`,
    /** @param {string} chips */
    inChips: (chips) => `In chips ${chips}`,
    proposed: "Confirmed by you. A second person releases the money.",
    waiting: "Waits for the second person, under Approval.",
  },
  owed: {
    title: "Chips to come back",
    /** @param {string} player @param {string} amount */
    what: (player, amount) => `${player} has ${amount} of a jackpot that was undone`,
    /** @param {string} chips */
    whole: (chips) => `In chips ${chips}, with what was given for want of a chip`,
    check: "Count what was handed back. A second person then approves.",
    amount: "Handed back",
    propose: "These chips are back",
    proposed: "Noted. A second person confirms that the chips are back.",
    /** @param {string} who */
    waiting: (who) => `${who} has counted some; it waits for the second person, under Approval.`,
  },
  call: {
    /** @param {string} player */
    title: (player) => `${player} calls the staff`,
    noWords: "No words were given.",
    text: "Play goes on. Go and look; what you find you report yourself.",
    answer: "I have been there",
  },
  need: {
    /** @type {Record<string, string>} */
    what: { fill: "A fill", colour_change: "A colour change", supervisor: "A supervisor" },
    /** @param {string} dealer @param {string} at */
    by: (dealer, at) => `Asked for by ${dealer}, ${at}; play goes on`,
    answer: "I see to it",
    sound: "Sound",
  },
  paused: { title: "A table is paused", noReason: "No reason was given." },
  choice: {
    title: "How does the table go on?",
    text: "The jackpot system failed here. Before the next round somebody says how to go on.",
    without: "Without jackpot wagers",
    with: "With jackpot wagers again",
    close: "Close the table",
  },
  link: {
    /** @param {string} reason */
    down: (reason) => `Down: ${reason}`,
    up: "Working",
    /** @param {string[]} tables */
    tables: (tables) => tables.join(", "),
    fail: "Report it down",
    restore: "Restore it",
    /** @param {string} name */
    failTitle: (name) => `Report ${name} down`,
    failLead: "Every linked table is told, and takes no jackpot wagers until the link is restored.",
    /** @param {string} name */
    restoreTitle: (name) => `Restore ${name}`,
    restoreLead: "Check that the value is the same at every table first.",
    /** @param {number} count */
    pending: (count) => (isOne(count) ? "1 claim waits" : `${count} claims wait`),
    sign: "Sign",
  },
  player: {
    find: "Find a player",
    search: "Find",
    none: "Nobody found.",
    /** @param {string} table @param {string} boxes */
    at: (table, boxes) => `${table}, ${boxes}`,
    noPower: "The rules of these tables give no power to bar or restrict a player.",
    notAtTable: "at no table now",
    balance: "Balance",
    practice: "Play money",
    limit: "Loss limit",
    noLimit: "none",
    /** @param {string} lost @param {string} limit @param {string} period */
    limitWords: (lost, limit, period) => `${lost} lost of ${limit} ${t.period[period]}`,
    reserved: "Set aside at tables",
    owed: "Owes the house",
    noAccount: "No account in this house: plays with chips at the table.",
    noWallet: "Not shown to your role.",
    /** @param {string | null} until */
    excluded: (until) => `Excluded${until ? ` until ${until}` : ""}`,
    exclude: "Exclude from play",
    excludeText: "Exclude this player from play in the whole house.",
    readmit: "Lift the exclusion",
    readmitText: "This player is excluded from play in the whole house.",
    suspended: "Suspended",
    where: "At which table?",
    hint: "Type a name, or choose somebody at a table.",
  },
  /** @type {Record<string, string>} */
  report: {
    shift: "Shift report",
    irregularities: "Irregularities and rulings",
    tables: "Win, drop and hold",
    liability: "What the house owes",
    csv: "as a table (CSV)",
  },
  /** @param {string[]} clauses */
  clause: (clauses) => clauses.join(", "),
  /** @param {string} time */
  updated: (time) => `as of ${time}`,
};
