/* The text of the cage, in English. */

import { isOne, t } from "./en.js";

export const c = {
  calls: {
    title: "Called from the tables",
    none: "Nobody has called.",
    /** @type {Record<string, string>} */
    need: { fill: "a fill", colour_change: "a colour change", supervisor: "a supervisor" },
    /** @param {string} dealer @param {string} at */
    by: (dealer, at) => `${dealer}, ${at}`,
    answer: "I see to it",
    sound: "Sound",
  },
  title: "Cage",
  lead: "Wallets, table floats and the gaming day.",
  sections: {
    players: "Players",
    tables: "Tables",
    slips: "Fills and credits",
    cash: "Cash",
    day: "Gaming day",
    approvals: "Approvals",
  },
  player: {
    find: "Find a player",
    search: "Name or login",
    go: "Find",
    none: "Nobody by that name is registered as a player.",
    hint: "Find a player to see the wallet, take cash in or pay it out.",
    hintTitle: "No player chosen",
    suspended: "Suspended",
    excluded: "Excluded from play",
    balance: "Balance",
    practice: "Play money",
    chips: "Chips, by the ledger",
    remainder: "Due in coin",
    reserved: "Set aside at tables",
    owed: "Owes the house",
    limit: "Loss limit",
    /** @param {string} lost @param {string} amount @param {string} period */
    limitWords: (lost, amount, period) => `${lost} lost of ${amount} ${t.period[period]}`,
    noLimit: "none",
    /** @param {number} count */
    more: (count) => `The first ${count} are shown. Type more of the name.`,
  },
  money: {
    buyIn: "Buy in",
    cashOut: "Cash out",
    buyInText: "Cash goes into the cage, the same amount onto the wallet.",
    cashOutText: "The wallet is charged, cash goes to the player.",
    /** @param {string} amount @param {string} name */
    takeIn: (amount, name) => `Take in ${amount} from ${name}?`,
    /** @param {string} amount @param {string} name */
    payOut: (amount, name) => `Pay out ${amount} to ${name}?`,
    /** @param {string} before @param {string} after */
    after: (before, after) => `The balance goes from ${before} to ${after}.`,
    /** @param {string} balance */
    short: (balance) => `The wallet holds only ${balance}; the house will refuse this.`,
    /** @type {Record<string, (amount: string, name: string) => string>} */
    done: {
      buy_in: (amount, name) => `${name} has bought in for ${amount}.`,
      cash_out: (amount, name) => `${amount} was paid out to ${name}.`,
      buy_chips: (amount, name) => `${name} has chips for ${amount}.`,
      redeem_chips: (amount, name) => `${amount} in cash for the chips of ${name}.`,
      pay_remainder: (amount, name) => `${amount} in coin was paid to ${name}.`,
    },
    buyChips: "Sell chips",
    buyChipsText: "Cash goes into the cage, chips to the player.",
    redeemChips: "Redeem chips",
    redeemChipsText: "Chips come into the cage, cash goes to the player.",
    payRemainder: "Pay the remainder",
    /** @param {string} amount */
    payRemainderText: (amount) => `${amount} is due in coin: no chip could pay it.`,
    next: "Go on",
    /** @param {string} amount */
    yesIn: (amount) => `Yes, take in ${amount}`,
    /** @param {string} amount */
    yesOut: (amount) => `Yes, pay out ${amount}`,
  },
  movements: {
    title: "Movements",
    live: "Live money",
    practice: "Play money",
    which: "Which money",
    empty: "Nothing has moved in this wallet yet.",
    at: "When",
    memo: "What for",
    amount: "Amount",
    balance: "Balance after",
  },
  table: {
    list: "Tables with live money",
    none: "No table plays for live money.",
    noneText: "Play-money tables have no float. An administrator or shift manager registers tables.",
    hint: "Choose a table to fill it, take a credit or enter a count.",
    held: "Float by the ledger",
    boxed: "In the drop box, by the records",
    fills: "Fills today",
    credits: "Credits today",
    counted: "Last count of the float",
    variance: "Count against ledger",
    dropCounted: "Drop counted",
    /** @type {Record<string, [name: string, what: string]>} */
    acts: {
      count_float: [
        "Count the float",
        "What two people counted in the tray, by value. What the ledger says is shown once the count is entered; a " +
        "difference is posted when the day is closed.",
      ],
      count_drop: ["Count the drop", "What was in the box. It goes to the cage; the box is empty afterwards."],
    },
    act: "What is done",
    /** @type {Record<string, (amount: string, table: string) => string>} */
    ask: {
      count_float: (amount, table) => `Float of ${table} counted at ${amount}?`,
      count_drop: (amount, table) => `Drop box of ${table} counted at ${amount}?`,
    },
    /** @type {Record<string, (amount: string, table: string) => string>} */
    done: {
      fill: (amount, table) => `${table} was filled with ${amount}.`,
      credit: (amount, table) => `${amount} was credited from ${table}.`,
      count_float: (amount, table) => `The float of ${table} was counted at ${amount}.`,
      count_drop: (amount, table) => `The drop box of ${table} was counted at ${amount}.`,
    },
    yes: "Yes, enter it",
    cageOnly: "Counts are entered by the cage and the pit.",
    blind: "to be counted",
    blindText: "Count first: what the ledger says is shown afterwards.",
    chips: "Chips by value",
    /** @param {boolean} counted */
    chipsBy: (counted) => (counted ? "as counted, and by slips since" : "by slips; not counted since the last closing"),
    sheet: "Count sheet",
    sheets: { opening: "Opening", closing: "Closing", check: "Check in between" },
    recording: "Physical chips",
    electronic: "Electronic money",
    /** @param {string} amount */
    expected: (amount) => `By the records there should be ${amount}.`,
  },
  variance: {
    agrees: "agrees",
    /** @param {string} amount */
    over: (amount) => `${amount} over`,
    /** @param {string} amount */
    short: (amount) => `${amount} short`,
    uncounted: "not counted",
    unread: "moved while it was read",
  },
  shift: {
    title: "Shift",
    none: "No shift is open.",
    /** @param {string} name @param {string} manager @param {string} since */
    runs: (name, manager, since) => `${name}: ${manager} has charge since ${since}.`,
    reports: "Reports by shift",
    name: "Name of the shift",
    example: "day, swing, night",
    noName: "Give the shift a name.",
    open: "Open a shift",
    openText: "You have charge of it until you hand it over or close it.",
    /** @param {string} name */
    opened: (name) => `Shift ${name} is open.`,
    hand: "Hand over",
    handText: "Your shift ends and the next begins, in the same moment, when the other approves it.",
    nobody: "Nobody else is a shift manager now.",
    to: "To",
    remarks: "What they have to know",
    noRemarks: "Say what the next has to know; “nothing” is an answer.",
    /** @param {string} to */
    handed: (to) => `${to} has charge.`,
    close: "Close the shift",
    closeText: "It ends, and no other begins.",
    /** @param {string} manager */
    closeOther: (manager) => `${manager} has charge of it: say why you close it.`,
    remarksFree: "Remarks",
    remarksWhy: "Reason",
    /** @param {string} name */
    closed: (name) => `Shift ${name} is closed.`,
    report: {
      none: "No shift began on this day.",
      /** @param {string} name @param {string} manager */
      title: (name, manager) => `Shift ${name}, ${manager}`,
      /** @param {string} since */
      runs: (since) => `Since ${since}; it still runs. `,
      /** @param {string} since @param {string} until @param {string} by */
      ran: (since, until, by) => `From ${since} to ${until}, ended by ${by}. `,
      table: "Table",
      opening: "Opening",
      fills: "Fills",
      credits: "Credits",
      drop: "Drop",
      closing: "Closing",
      win: "Win",
      rounds: "Rounds",
      averageBet: "Average bet",
      theoretical: "Theoretical win",
      cashIn: "Cash taken in",
      cashOut: "Cash paid out",
      irregularities: "Irregularities and rulings",
    },
  },
  day: {
    day: "Gaming day",
    show: "Show",
    /** @param {string} day */
    today: (day) => `${day} (running)`,
    running: "This is how the day would be closed at this moment.",
    /** @param {string} who */
    closedBy: (who) => `Closed by ${who}.`,
    closed: "The day is closed and takes no further entries.",
    reopened: "The day was opened again and takes entries.",
    notClosed: "This day was not closed.",
    notClosedText: "Its figures went into the next closing.",
    tables: "Tables",
    equation: "closing + credits + drop − opening − fills = win",
    table: "Table",
    opening: "Opening",
    fills: "Fills",
    credits: "Credits",
    drop: "Drop",
    ledger: "Ledger",
    counted: "Counted",
    variance: "Variance",
    closing: "Closing",
    win: "Win",
    jackpots: "To jackpots",
    dropVariance: "Drop count",
    noTables: "No table to show: what the books have of one is shown once it moved live money and is counted.",
    meters: "Jackpots",
    jackpot: "Jackpot",
    display: "Display",
    ledgerOf: "Ledger",
    agreement: "Display and ledger",
    payable: "Payable",
    reserve: "Reserve",
    overflow: "Overflow",
    noMeters: "No jackpot holds live money.",
    wallets: "Held for players",
    chips: "Chips with patrons",
    remainders: "Due in coin",
    owed: "Owed by players",
    cash: "Cash in the cage",
    onTables: "On tables and set aside",
    practice: "Play money out",
    /** @param {number} count */
    practiceTables: (count) => (isOne(count) ? "1 play-money table" : `${count} play-money tables`),
    practiceText: "Worth nothing, and no part of the reconciliation.",
    practiceMeters: "Play-money jackpots",
    sound: "Everything that was counted agrees to the cent.",
    /** @param {number} count */
    unsound: (count) => (isOne(count) ? "1 figure does not agree." : `${count} figures do not agree.`),
    /** @param {number} count */
    uncounted: (
      count,
    ) => (isOne(count)
      ? "1 table that moved money is not counted yet."
      : `${count} tables that moved money are not counted yet.`),
    close: "Close the gaming day",
    /** @param {string[]} against */
    against: (against) => `This speaks against it: ${against.join("; ")}.`,
    reasonNeeded: "Reason (needed)",
    reasonFree: "Reason (if there is one)",
    closeText: "Differences of counts are posted, nothing further is dated in this day. A second person approves it.",
    /** @param {string} day */
    closeAsk: (day) => `Close the gaming day ${day}?`,
    closeYes: "Yes, close the day",
    /** @param {string} day */
    closeDone: (day) => `The gaming day ${day} is closed.`,
    byShift: "A shift manager closes the day.",
    reopen: "Open the day again",
    reopenText: "Two people: you propose it with a reason, another one approves.",
    reopenSend: "Propose it",
    reopenDone: "Proposed. A second person has to approve it.",
    csv: "Tables as CSV",
    json: "All as JSON",
  },
};
