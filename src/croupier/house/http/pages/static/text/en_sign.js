/* The words of the jackpot sign. */

const clock = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });

export const sign = {
  title: (name) => `Jackpot ${name}`,
  list: "Jackpots",
  listLead: "Each opens as a sign that fills the screen.",
  open: (name, value) => `${name}: ${value}`,
  none: "This house has no jackpots.",
  kicker: "Progressive jackpot",
  loading: "Reading the meter …",
  notAvailable: "Not available",
  linkDown: "The jackpot link is down. No jackpot wagers are taken.",
  noConnection: "No connection to the house. The value is shown again once it is certain.",
  missing: (name) => `There is no jackpot called ${name}.`,
  toList: "All jackpots",
  pending: "Pending verification",
  claims: (places) => `${places.join(" and ")} claimed; paid in order once confirmed`,
  claim: (table, box) => `${table}, box ${box}`,
  unreleased: (amount) => `${amount} won, being verified`,
  won: "Jackpot won",
  where: (table, boxes) =>
    `Table ${table}${boxes.length ? `, ${boxes.length > 1 ? "boxes" : "box"} ${boxes.join(", ")}` : ""}`,
  nowStands: (amount) => `The meter now stands at ${amount}`,
  undone: (table) => `The win at table ${table} was declared void.`,
  stake: (amount) => `Jackpot wager ${amount}`,
  seed: (amount) => `starts again at ${amount}`,
  increment: (percent) => `${percent} % of each wager goes to the meter`,
  most: (amount) => `grows to at most ${amount}`,
  tables: (names) => `Played at ${names.join(", ")}`,
  lastHits: "Last hits",
  noHits: "Not won yet.",
  hit: (when, table) => `${clock.format(new Date(when))} · ${table}`,
  void: "void",
  fullScreen: "Full screen",
  saidWon: (amount, where) => `Jackpot won: ${amount}. ${where}.`,
  saidValue: (amount) => `The jackpot stands at ${amount}`,
};
