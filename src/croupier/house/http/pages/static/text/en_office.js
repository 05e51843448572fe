/* The text that the offices (cage, administration, audit, account) share, in English. */

/** @type {Record<string, string>} */
export const ROLES = {
  player: "Player",
  dealer: "Dealer",
  pit_supervisor: "Pit supervisor",
  pit_manager: "Pit manager",
  shift_manager: "Shift manager",
  cage: "Cage",
  auditor: "Auditor",
  administrator: "Administrator",
  device: "Device",
};
const longDay = new Intl.DateTimeFormat("en-GB", {
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});
const exact = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
});

/** @param {string | number | Date} iso */
export const momentOf = (iso) => exact.format(new Date(iso));
/** @param {string} day */
export const dayName = (day) => longDay.format(new Date(`${day}T00:00:00Z`));

export const o = {
  /** @param {string} role */
  role: (role) => ROLES[role] ?? role,
  /** @param {string[]} roles */
  roles: (roles) => roles.map((/** @type {string} */ one) => ROLES[one] ?? one).join(", "),
  sections: "Sections of this page",
  loading: "One moment…",
  failed: "This cannot be shown just now",
  missing: "There is no such thing",
  again: "Try again",
  signInTitle: "Please sign in",
  signIn: "Sign in",
  forbiddenTitle: "This page is not for your role",
  forbidden: "Somebody with another role can open it.",
  home: "To the tables",
  mustChangeTitle: "Choose your own password first",
  mustChange: "The one you have was made by somebody else. Until you change it you can do nothing here.",
  toAccount: "Change my password",
  confirm: "Confirm",
  change: "Change it",
  cancel: "Cancel",
  done: "Done.",
  yes: "yes",
  no: "no",
  none: "none",
  nothing: "–",
  print: "Print",
  slips: {
    heading: "Fills and credits",
    none: "No slip is open.",
    chips: "Chips",
    /** @param {string} value */
    chipsOf: (value) => `How many of ${value}`,
    /** @param {string} way @param {number} slip @param {string} table @param {string} amount */
    title: (way, slip, table, amount) => `${way === "fill" ? "Fill" : "Credit"} ${slip}: ${amount}, ${table}`,
    /** @param {string} who @param {string} when */
    requested: (who, when) => `Requested by ${who}, ${when}.`,
    waits: "The chips have not left yet.",
    /** @param {string} who @param {string} chips */
    underWay: (who, chips) => `Issued by ${who}: ${chips}.`,
    other: "You issued it: a different person receives it.",
    issue: "Issue the chips",
    receive: "Received and counted",
    cancel: "Cancel the slip",
    /** @param {number} slip */
    issued: (slip) => `Slip ${slip} is issued. Somebody else receives it.`,
    /** @param {number} slip */
    received: (slip) => `Slip ${slip} is received.`,
    /** @param {number} slip */
    cancelled: (slip) => `Slip ${slip} is cancelled.`,
    table: "Table",
    what: "What is wanted",
    fill: "Fill: chips to the table",
    credit: "Credit: chips from the table",
    ask: "Open a slip",
    /** @param {string} way @param {string} amount @param {string} table */
    asked: (way, amount, table) => `A ${way} of ${amount} is requested for ${table}.`,
  },
  csv: "CSV",
  json: "JSON",
  copy: "Copy",
  copied: "Copied.",
  notCopied: "This browser does not allow copying. Select the text and copy it by hand.",
  shownOnce: "Shown only now. It cannot be shown again.",
  understood: "I have noted it",
  older: "Older ones",
  search: "Search",
  clear: "Clear",
  reason: "Reason",
  /** @type {Record<string, string>} */
  status: { live: "Live money", practice: "Play money" },
  amount: {
    label: "Amount in dollars",
    empty: "Type an amount first.",
    /** @param {string} text */
    malformed: (text) => `“${text}” is not an amount. Write it like 1200 or 1,200.50.`,
    cents: "An amount has at most two digits after the point.",
    zero: "The amount has to be more than nothing.",
    large: "That is more than the house can count.",
  },
  proposals: {
    title: "Waits for a second person",
    empty: "Nothing waits for a second person.",
    waits: "Proposed. A second person has to approve it.",
    /** @param {string} who @param {string} role @param {string} when */
    by: (who, role, when) => `Proposed by ${who} (${role}), ${when}`,
    own: "You proposed it. A different person has to approve it.",
    /** @param {string} roles */
    needs: (roles) => `Takes: ${roles}.`,
    approve: "Approve",
    decline: "Decline",
    approved: "Approved and carried out.",
    declined: "Declined.",
    declineReason: "Reason to decline",
    figures: {
      stands: "Stands at",
      should: "Should be",
      change: "Change",
      /** @param {string} amount @param {boolean} more */
      more: (amount, more) => (more ? `${amount} more` : `${amount} less`),
      /** @param {string} day */
      day: (day) => `${day} as it would be closed now`,
      /** @param {string[]} tables */
      unseen: (tables) =>
        `Not shown to those who count: ${tables.join(", ")}. Count the float and the drop box first, or decline.`,
      drop: "Drop of these tables",
      differences: "Differences of counts",
      win: "Win of these tables",
      meters: "Meters and ledger",
      /** @param {string[]} jackpots */
      gaps: (jackpots) => `differ: ${jackpots.join(", ")}`,
    },
  },
};
