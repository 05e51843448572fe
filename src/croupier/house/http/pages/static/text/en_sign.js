/* The text of the jackpot sign. */

const clock = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });

export const sign = {
  /** @param {string} name */
  title: (name) => `Jackpot ${name}`,
  list: "Jackpots",
  listLead: "Each opens as a sign that fills the screen.",
  /** @param {string} name @param {string} value */
  open: (name, value) => `${name}: ${value}`,
  none: "This house has no jackpots.",
  kicker: "Progressive jackpot",
  loading: "Reading the meter …",
  notAvailable: "Not available",
  linkDown: "The jackpot link is down. No jackpot wagers are taken.",
  noConnection: "No connection to the house. The value is shown again once it is certain.",
  /** @param {string} name */
  missing: (name) => `There is no jackpot called ${name}.`,
  toList: "All jackpots",
  pending: "Pending verification",
  /** @param {string[]} places */
  claims: (places) => `${places.join(" and ")} claimed; paid in order once confirmed`,
  /** @param {string} table @param {number} box */
  claim: (table, box) => `${table}, box ${box}`,
  /** @param {string} amount */
  unreleased: (amount) => `${amount} won, being verified`,
  won: "Jackpot won",
  /** @param {string} table @param {number[]} boxes */
  where: (table, boxes) =>
    `Table ${table}${boxes.length ? `, ${boxes.length > 1 ? "boxes" : "box"} ${boxes.join(", ")}` : ""}`,
  /** @param {string} amount */
  nowStands: (amount) => `The meter now stands at ${amount}`,
  /** @param {string} table */
  undone: (table) => `The win at table ${table} was declared void.`,
  /** @param {string} amount */
  stake: (amount) => `Jackpot wager ${amount}`,
  /** @param {string} amount */
  seed: (amount) => `starts again at ${amount}`,
  /** @param {number} percent */
  increment: (percent) => `${percent} % of each wager goes to the meter`,
  /** @param {string} amount */
  most: (amount) => `grows to at most ${amount}`,
  /** @param {string[]} names */
  tables: (names) => `Played at ${names.join(", ")}`,
  lastHits: "Last hits",
  noHits: "Not won yet.",
  /** @param {string} when @param {string} table */
  hit: (when, table) => `${clock.format(new Date(when))} · ${table}`,
  void: "void",
  fullScreen: "Full screen",
  /** @param {string} amount @param {string} where */
  saidWon: (amount, where) => `Jackpot won: ${amount}. ${where}.`,
  /** @param {string} amount */
  saidValue: (amount) => `The jackpot stands at ${amount}`,
};
