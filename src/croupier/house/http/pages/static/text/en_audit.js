/* The text of the audit, in English: searches, a round step by step, reports. */

import { isOne, money, signed, t } from "./en.js";
import { plain } from "./en_names.js";

/** @param {string} text */
const sentence = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** @type {Record<string, string>} */
const KINDS = {
  "log-in": "Log-ins",
  "failed-log-in": "Failed log-ins",
  account: "Accounts",
  role: "Roles",
  limit: "Player limits",
  override: "Corrections by hand",
  ruling: "Rulings",
  irregularity: "Irregularities",
  void: "Void rounds",
  reversal: "Settlements undone",
  player: "Players restricted or barred",
  parameter: "Parameters",
  proposal: "Two people",
  hit: "Jackpot hits",
  payment: "Jackpot payments",
  adjustment: "Meter corrections",
  "large-win": "Large wins",
  pause: "Pauses and closures",
  link: "Links",
  cage: "Cage",
  fill: "Fills and counts",
  day: "Gaming days",
  clock: "Clock",
  verification: "Checks of the log",
  program: "Program",
};
/** @param {number} number */
const box = (number) => (number === undefined ? "" : `box ${number}`);

/* An event in a sentence; one that is not listed here is named with its facts. */
/** @type {Record<string, (one: Record<string, any>) => string>} */
const EVENTS = {
  command_given: (one) => `Command: ${plain(one.command.do)}`,
  shuffle_committed: () => "The shuffle was committed",
  shuffle_opened: () => "The seed was opened",
  cards_sealed: () => "The cards of the round are sealed until its end",
  cards_opened: () => "The key of the sealed cards was published",
  bets_opened: (one) => `Bets opened for round ${one.round}`,
  bets_closed: () => "Bets closed",
  call_made: (one) => `Called: “${one.text}”`,
  notice_shown: (one) => `Shown${one.player ? ` to ${one.player}` : ""}: “${one.text}”`,
  wager_placed: (one) => `${one.player} placed ${money(one.amount)} on ${t.wager(one.wager)}, ${box(one.box)}`,
  wager_withdrawn: (one) => `${one.player} took back ${t.wager(one.wager)}, ${box(one.box)}`,
  cards_dealt: () => "Cards were dealt",
  hand_viewed: (one) => `The hand of ${box(one.box)} was looked at`,
  hand_folded: (one) => `${sentence(box(one.box))} folded`,
  dealer_revealed: () => "The dealer's hand was opened",
  wager_settled: (one) =>
    `${sentence(box(one.line.box))} ${t.wager(one.line.wager)}: ${t.table.result[one.line.result]} ${
      signed(one.line.won + one.line.returned - one.line.staked)
    }`,
  round_settled: () => "The round was settled",
  round_voided: () => "The round was declared void",
  timer_set: (one) => `Clock: ${plain(one.step)}`,
  timer_cleared: () => "Clock stopped",
  jackpot_grew: () => "The meter grew",
  jackpot_won: (one) => `The meter was won: ${money(one.paid)}`,
  proposed: (
    one,
  ) => (one.command.do === "pay_jackpot"
    ? "The hit was confirmed, and payment proposed"
    : `Proposed: ${plain(one.command.do)}`),
  proposal_approved: (one) => `Approved by a second person; proposed by ${one.proposed_by.id}`,
  proposal_declined: (one) => `Declined: ${one.reason}`,
  prize_released: (one) =>
    `${money(one.amount)} released to ${t.table.player(one.player)}, ${box(one.box)}: the cage pays it in cash`,
  jackpot_paid: (one) => `${money(one.amount)} paid to ${t.table.player(one.player)}, ${box(one.box)}`,
  payment_returned: (one) => `${money(one.amount)} handed back by ${t.table.player(one.player)}`,
  wins_reversed: (one) => `The win was undone: ${money(one.paid)}`,
};
/** @param {Record<string, any>} event */
const facts = (event) =>
  Object.entries(event).filter(([name, value]) => name !== "event" && value !== null && typeof value !== "object").map((
    [name, value],
  ) => `${plain(name)} ${value}`).join(", ");
/** @type {Record<string, string>} */
const GROUPS = {
  meters: "Jackpot meters",
  payables: "Jackpots payable",
  reserves: "Reserves",
  overflows: "Overflows",
  wallets: "Wallets of players",
  chips: "Chips with patrons",
  remainders: "Due in coin",
  on_tables: "On tables",
  set_aside: "Set aside for wagers",
};

export const u = {
  title: "Audit",
  lead: "Every round and every act that matters, as it stands in the log.",
  sections: { rounds: "Rounds", events: "Significant events", reports: "Reports" },
  any: "any",
  table: "Table",
  player: "Player",
  day: "Gaming day",
  minWon: "Won at least (dollars)",
  kindLabel: "Kind",
  person: "Person",
  text: "Text",
  from: "From",
  to: "To",
  jackpot: "Jackpot",
  rounds: {
    empty: "No round like that was played.",
    emptyText: "Rounds appear here once they are over.",
    round: "Round",
    when: "Opened",
    game: "Game",
    players: "Players",
    staked: "Staked",
    won: "Most won",
    void: "void",
    /** @param {string} table @param {number} round */
    open: (table, round) => `${table} · ${round}`,
    caption: "Rounds, newest first",
    export: "These rounds:",
  },
  events: {
    empty: "Nothing like that is on record.",
    caption: "Significant events, newest first",
    when: "When",
    kind: "Kind",
    who: "By",
    where: "Where",
    what: "What",
    amount: "Amount",
    all: "Every kind",
    /** @param {string} place @param {number | null} round */
    place: (place, round) => (round ? `${place}, round ${round}` : place),
    export: "What was found:",
    round: "Round",
  },
  /** @param {string} kind */
  kind: (kind) => KINDS[kind] ?? sentence(plain(kind)),
  kinds: Object.entries(KINDS),
  /** @param {string} name */
  name: (name) => sentence(plain(name)),
  /** @param {string} text an amount, or one of a few words */
  value: (text) => (/^[a-z]+$/.test(text) ? plain(text) : text),
  round: {
    back: "All rounds",
    /** @param {string} table @param {number} round */
    title: (table, round) => `${table}, round ${round}`,
    none: "There is no such round",
    /** @param {string} given */
    numbered: (given) => `Rounds are numbered 1, 2, 3 and so on; “${given}” is not one of these numbers.`,
    /** @param {string} table */
    ofTable: (table) => `Rounds of ${table}`,
    void: "Void",
    facts: {
      game: "Game",
      edition: "Rule edition",
      opened: "Opened",
      ended: "Ended",
      limits: "Ante limits",
      jackpot: "Jackpot",
      contribution: "Added to the meter",
      fingerprint: "Rulebook SHA-256",
    },
    /** @param {string} given */
    contribution: (given) => {
      const [whole, rest] = given.split(" ");
      return rest === undefined ? money(Number(whole)) : `${money(Number(whole))} and ${rest} cent`;
    },
    viewer: "As seen by",
    viewers: { public: "Everybody", staff: "Staff", auditor: "Auditor" },
    viewerNote: {
      public: "What anybody at the rail saw.",
      staff: "What staff of the table saw: matters, and no closed card.",
      auditor: "Everything, as it can be seen once the round is over.",
      /** @param {string} name */
      player: (name) => `What ${name} saw: the own hand once looked at, and what lay open.`,
    },
    steps: "Steps",
    /** @param {number} place @param {number} all */
    step: (place, all) => `Step ${place} of ${all}`,
    previous: "Back",
    next: "On",
    slider: "Step of the round",
    /** @param {string} command */
    act: (command) => sentence(plain(command)),
    /** @param {string} who @param {string} role */
    by: (who, role) => `${who} (${role})`,
    house: "the house",
    dealer: "Dealer",
    /** @param {number} number @param {string} player */
    box: (number, player) => `Box ${number} · ${player}`,
    hidden: "Cards not seen by this viewer",
    noCards: "no cards yet",
    up: "Up card",
    notDealt: "No cards lie on the table yet.",
    noBoxes: "No wager lies on the table yet.",
    choice: { folded: "folded", stayed: "stayed in" },
    /** @param {string} amount */
    meter: (amount) => `Jackpot ${amount}`,
    said: "Said and shown",
    record: "The record of this step",
    recordNote: "As it stands in the log, whoever looks: for the auditor.",
    /** @param {string} stream @param {number} version */
    version: (stream, version) => `${stream} ${version}`,
    /** @param {string} phase */
    phase: (phase) => t.lobby.phase[phase] ?? phase,
    lines: "Settlement",
    line: {
      box: "Box",
      player: "Player",
      wager: "Wager",
      staked: "Staked",
      result: "Result",
      won: "Won",
      returned: "Returned",
      clauses: "Clauses",
    },
    noLines: "Nothing was settled.",
    payment: "The jackpot",
    course: { when: "When", who: "By", what: "What" },
    ledger: "Ledger entries",
    ledgerNow: "of this step",
    posting: { step: "Record", debit: "From", credit: "To", amount: "Amount", memo: "What for" },
    noPostings: "No money moved.",
    clauses: "Clauses cited",
    clauseNote: "Tap a clause to read its gist.",
    /** @param {string} id @param {string} gist */
    clause: (id, gist) => `${id}: ${gist}`,
    noGist: "The gist of this clause is not in the record; see the book.",
    pays: "Pay tables in force",
    /** @param {string} name */
    payTable: (name) => {
      const [, label, clause] = /^(.*) \((.*)\)$/.exec(name) ?? ["", name, ""];
      return clause ? `${sentence(plain(label))} (${clause})` : sentence(plain(label));
    },
    /** @param {string | number} odds */
    toOne: (odds) => `${odds} to 1`,
    /** @param {string} slug */
    hand: (slug) => sentence(plain(slug)),
    shuffle: "The shuffle",
    shuffleText:
      "Before any wager the house committed to a seed by publishing its hash; after the round it opened the seed. " +
      "House and browser check one against the other; both come from the record of this house. That the record has not " +
      "been rewritten since is what croupier verify and the heads that others keep show.",
    live: "The cards of this round were dealt by hand; there is no shuffle to verify.",
    commitment: "Commitment",
    seed: "Seed",
    deck: "Deck from the seed",
    houseSays: "The house",
    browserSays: "This browser",
    /** @param {boolean | null} good */
    committed: (
      good,
    ) => (good ? "the seed is the one that was committed" : "the seed is not the one that was committed"),
    /** @param {boolean | null} good */
    dealt: (
      good,
    ) => (good === null
      ? "no cards were dealt"
      : good
      ? "the cards dealt are those of the seed"
      : "the cards dealt are not those of the seed"),
    checking: "checking…",
    unchecked: "could not check it here (this needs a secure connection)",
    script: "Export as a script",
    json: "Whole record (JSON)",
    lobby: "The table now",
  },
  report: {
    which: "Report",
    names: {
      tables: "Tables against expectation",
      jackpots: "Jackpot reconciliation",
      irregularities: "Irregularities and rulings",
      liability: "What the house owes",
      shift: "Close of the day",
      shifts: "Shifts",
      cash: "Cash",
      ratings: "Ratings of players",
      dealers: "Dealers",
      dossier: "Dossier of a link",
      compliance: "Compliance",
    },
    show: "Show",
    none: "Nothing to report.",
    tables: {
      table: "Table",
      game: "Game",
      money: "Money",
      rounds: "Rounds",
      voided: "Void",
      handle: "Handle",
      average: "Average bet",
      pace: "Rounds/h",
      win: "Win",
      drop: "Drop",
      hold: "Hold",
      ofHandle: "Win of handle",
      expected: "Theoretical win",
      deviations: "Deviations",
      byTable: "By table",
      byGame: "By game",
    },
    ratings: {
      /** @param {string} comp */
      about: (comp) =>
        `A session ends after half an hour without a round. Theoretical win is the exact edge of each wager under ` +
        `best play; mistakes are what the player's own decisions gave away beyond it. Comps: ${comp} of both.`,
      players: "Players",
      list: "Sessions",
      player: "Player",
      table: "Table",
      since: "Since",
      sessions: "Sessions",
      time: "Time",
      hands: "Decisions",
      average: "Average bet",
      won: "Won",
      theoretical: "Theoretical win",
      mistakes: "Mistakes",
      comps: "Comps",
      /** @param {number} minutes */
      minutes: (minutes) => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")} h`,
      /** @param {number} count */
      mistaken: (count) => (isOne(count) ? "1 decision" : `${count} decisions`),
      /** @param {string} hand @param {boolean} stayed */
      mistake: (hand, stayed) => `${hand} ${stayed ? "stayed in" : "folded"}:`,
    },
    dealers: {
      dealer: "Dealer",
      table: "Table",
      since: "From",
      until: "To",
      time: "Dealing",
      rounds: "Rounds",
      pace: "Rounds/h",
    },
    /** @param {number | null} rounds */
    pace: (rounds) => (rounds === null ? "–" : rounds.toFixed(1)),
    /** @param {string} value */
    exactly: (value) => `exactly ${value} cents`,
    /** @param {string[]} wagers */
    without: (wagers) => `without ${wagers.join(", ")}`,
    closedDay: "Closed.",
    /** @param {string | null} since */
    openDay: (since) =>
      since === null ? "Not closed: everything so far." : `Not closed: everything since the closing of ${since}.`,
    /** @param {string | null} value */
    percent: (value) => (value === null ? "–" : `${value} %`),
    /** @param {string | null} value */
    sigma: (value) => (value === null ? "–" : `${value} σ`),
    jackpots: {
      opening: "Opening",
      contributed: "Contributed",
      seeded: "Seeded",
      adjusted: "Corrected",
      paid: "Paid",
      display: "Display",
      ledger: "Ledger",
      balanced: "Balance",
      yes: "agrees to the cent",
      no: "does not agree",
      equation: "opening + contributed + seeded + corrected − paid = display = ledger",
      amountIn: "Wagered",
      hits: "Hits",
      wins: "Won",
      actual: "Actual return",
      increment: "Increment meant",
      share: "Increment seen",
      reserve: "Reserve",
      overflow: "Overflow",
      payable: "Payable",
      days: "Day by day",
      day: "Day",
      won: "Won",
      reset: "Reset",
      other: "Other",
      lastHits: "Last hits",
      noHits: "No hit yet.",
    },
    irregularities: { counts: "How many", none: "Nothing irregular on this day." },
    liability: {
      total: "Owed in all",
      /** @param {string} name */
      group: (name) => GROUPS[name] ?? sentence(plain(name)),
      owed: "Owed by players",
      practice: "Play money out",
      account: "Account",
      amount: "Amount",
      none: "nothing",
    },
    shift: {
      /** @param {string} who */
      closedBy: (who) => `Closed by ${who}.`,
      open: "This day has no books of its own.",
      openText: "It has not begun, or it was closed together with a later day.",
    },
    compliance: {
      about: "The requirements that this house is built for, as 'croupier compliance' lists them. No claim of " +
        "conformity with any standard.",
      requirement: "Requirement",
      standing: "State",
      how: "How it is met",
      met: "Met",
      partly: "Met in part",
      notMet: "Not met",
      missing: "Missing: ",
      /** @param {number} count */
      evidence: (count) => (isOne(count) ? "1 piece of evidence" : `${count} pieces of evidence`),
    },
    dossier: {
      choose: "Jackpot",
      rulebook: "Rules",
      how: "How it works",
      parameters: "Parameters",
      prizes: "Prizes",
      hand: "Hand",
      prize: "Prize",
      clause: "Clause",
      back: "Expected return",
      breakEven: "Fair at a meter of",
      equipment: "Equipment",
      program: "Program",
      access: "Who may",
      two: "Takes two people",
      end: "At the end",
      retired: "Retired",
      table: "Table",
      boxes: "Boxes",
      device: "Device",
      cards: "Cards",
      dealing: "Dealt",
      /** @param {string} cards */
      dealt: (cards) => (cards === "live" ? "Live cards" : "Electronic cards"),
      automatic: "automatically",
      dealer: "by a dealer",
      pdf: "Download (PDF)",
      markdown: "As a document (Markdown)",
      none: "There is no jackpot.",
    },
  },
  /** @param {Record<string, any>} one */
  event: (one) => EVENTS[one.event]?.(one) ?? [sentence(plain(one.event)), facts(one)].filter(Boolean).join(": "),
};
