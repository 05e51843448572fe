/* Drawers, cash and receipts, in English. */

export const k = {
  drawers: {
    title: "Drawers",
    none: "No drawer is open: cash goes into the safe and comes out of it.",
    cashier: "Cashier",
    since: "Open since",
    opened: "Out of the safe",
    held: "By the records",
    blind: "not shown before the count",
    open: "Open my drawer",
    more: "More out of the safe",
    openText: "Cash from the safe. What you take in and pay out from then on is in your drawer.",
    /** @param {string} amount */
    openedWith: (amount) => `${amount} went from the safe into your drawer.`,
    close: "Close my drawer",
    /** @param {string} cashier */
    closeOf: (cashier) => `Close the drawer of ${cashier}`,
    closeText: "Count it, and enter what is there. It goes back into the safe; a difference is posted.",
    counted: "Counted, in dollars",
    reason: "Reason, if it differs",
    /** @param {string} amount */
    closedAt: (amount) => `Closed: ${amount} went back into the safe.`,
  },
  bankroll: {
    title: "Bankroll",
    lead: "Cash that the house brings into its safe, or takes out of it. A second person approves it.",
    way: "Which way",
    in: "Into the safe",
    out: "Out of the safe",
    propose: "Propose it",
    noReason: "Say what for: it is on record.",
    done: "Done.",
  },
  books: {
    title: "Safe and drawers",
    /** @param {string} day */
    equation: (day) => `${day}: opening + bankroll + taken in − paid out + drop boxes + differences = closing`,
    opening: "Opening bankroll",
    bankroll: "Bankroll moved",
    takenIn: "Taken in at the cage",
    paidOut: "Paid out",
    drops: "Out of drop boxes",
    differences: "Found in drawers",
    closing: "Closing",
  },
  prizes: {
    title: "Jackpot prizes to pay in cash",
    none: "No prize is to be paid in cash.",
    lead: "Two people have released them. You pay out of your drawer, on the hand-pay slip, and give a receipt.",
    won: "Won at",
    /** @param {string} table @param {number} round @param {number} box */
    at: (table, round, box) => `table ${table}, round ${round}, box ${box}`,
    slip: "Hand-pay slip",
    pay: "Pay",
    /** @param {string} amount @param {string} player */
    ask: (amount, player) => `Pay out ${amount} to ${player}?`,
    check: "Compare the slip with the person, and count it with them.",
    /** @param {string} amount */
    yes: (amount) => `Yes, ${amount} is paid`,
    /** @param {string} amount @param {string} player */
    done: (amount, player) => `${amount} was paid to ${player}.`,
  },
  buyIns: {
    title: "Buy-ins of today",
    none: "No buy-in of today can be put right here.",
    table: "Table",
    /** @param {string} amount */
    was: (amount) => `entered as ${amount}`,
    right: "Put right",
    /** @param {number} receipt */
    rightOf: (receipt) => `Put receipt ${receipt} right`,
    form: "Put a buy-in right",
    /** @param {number} receipt @param {string} player @param {string} amount */
    ask: (receipt, player, amount) => `Receipt ${receipt}: ${player}, ${amount}`,
    lead: "What it should have been; 0 where there was none. A second person approves it, and the books follow: " +
      "box and float of the table, or drawer and wallet.",
    should: "Should have been, in dollars",
    noReason: "Say why: it is on record.",
    propose: "Propose it",
    leave: "Leave it",
    done: "Put right.",
  },
  day: "Gaming day",
  show: "Show",
  csv: "As CSV",
  movements: "Cash of patrons",
  none: "No cash of patrons to show.",
  /** @param {string[]} tables */
  uncounted: (tables) => `Without buy-ins at ${tables.join(", ")}: they are shown once the drop boxes are counted.`,
  takenIn: "Taken in",
  paidOut: "Paid out",
  at: "When",
  what: "What",
  player: "Player",
  amount: "Amount",
  words: "In words",
  where: "Where",
  safe: "safe",
  /** @param {string} cashier */
  drawerOf: (cashier) => `drawer of ${cashier}`,
  by: "Cashier",
  approvedBy: "Approved by",
  way: "Direction",
  /** @type {Record<string, string>} */
  ways: { in: "taken in", out: "paid out" },
  /** @type {Record<string, string>} */
  kinds: {
    bought_in: "Buy-in",
    cashed_out: "Cash-out",
    chips_bought: "Chips sold",
    chips_redeemed: "Chips redeemed",
    remainder_paid: "Paid in coin",
    table_bought_in: "Buy-in at a table",
    jackpot_paid: "Jackpot prize",
    prize_paid: "Jackpot prize",
    buy_in_corrected: "Buy-in put right",
  },
  receipt: "Receipt",
  open: "Show",
  number: "Number",
  signed: "Signature",
  print: "Print",
  large: {
    title: "Large cash",
    /** @param {string} threshold @param {string} day */
    about: (threshold, day) => `${day}: whoever brought or got ${threshold} or more, at once or in several parts.`,
    none: "Nobody came to the threshold.",
    total: "Together",
    largest: "Largest at once",
    movements: "Movements",
  },
};
