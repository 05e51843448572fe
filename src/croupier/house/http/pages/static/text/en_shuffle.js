/* The text of the page about the shuffle. */

export const f = {
  title: "The shuffle",
  lead: "At an electronic table nobody chooses the cards: not the house, and not a player. Here is how, and how you " +
    "can check it.",
  steps: [
    [
      "The house draws a number",
      "Before bets open, the house draws a secret number of 256 bits: the seed. It publishes the seed's " +
      "fingerprint with the opening call. From then on it cannot change the seed without the fingerprint giving " +
      "it away; and nobody can work the seed out from the fingerprint.",
    ],
    [
      "Players add their parts",
      "Your browser has a secret number of its own, your part. It gave the house the part's fingerprint during an " +
      "earlier round, before the house drew its seed. While bets are open it opens the part. The house fixed its " +
      "seed without knowing your part, and you fixed your part before there was a seed: neither can steer the " +
      "cards.",
    ],
    [
      "Seed and parts make the order",
      "When bets close, seed and opened parts are mixed into one number, and this number alone says in which " +
      "order the 52 cards lie. Every order is equally likely as long as one side draws honestly.",
    ],
    [
      "After the round everything is open",
      "The house publishes the seed. Your browser checks that the seed has the published fingerprint, that your " +
      "own part is in it unchanged, and that every card you saw came from its place in that order. If one of " +
      "these fails, it says so in red.",
    ],
  ],
  limits: "What this does not do",
  limitsText: [
    "A part counts from your second round at a table: it has to be fixed a round ahead. Where no player adds one, " +
    "the order comes from the house's seed alone, fixed before bets open.",
    "A browser may keep its part back. Somebody who knew the house's seed could in that way choose between two " +
    "orders, one with the part and one without it; with several accounts at the table each doubles the choice: 4 " +
    "orders with two, 64 with six. The seed is sealed under the house's key while the round runs.",
    "At a live table cards are shuffled by hand, and there is nothing to compute.",
  ],
  check: "Check a round",
  checkLead:
    "The figures of a round are in your past rounds, at the table. Everything is worked out in your browser; " +
    "nothing is sent.",
  table: "Table",
  round: "Round",
  fingerprint: "Fingerprint",
  seed: "Seed",
  parts: "Parts of players",
  partsHint: "One a line: the player's name, a space, the part. Leave it empty where there were none.",
  action: "Check",
  holds: "The seed has this fingerprint. The cards lay in this order, from the top:",
  broken: "The seed does not have this fingerprint.",
  unread: {
    round: "The round is a whole number.",
    fingerprint: "A fingerprint has 64 digits from 0 to 9 and a to f.",
    seed: "A seed has 64 digits from 0 to 9 and a to f.",
    parts: "A line of a part is a name, a space, and 64 digits from 0 to 9 and a to f.",
  },
  exact: "For programmers",
  exactText:
    "The fingerprint is SHA-256 of “croupier-shuffle/1 ”, table, a space, round, a space, and the 32 bytes of the " +
    "seed. With parts, the seed of the cards is SHA-256 of “croupier-joint/1 ”, the 32 bytes, and for each player " +
    "in the order of names a space, the name, a space and the part in hexadecimal; without parts it is the seed " +
    "itself. SHAKE-256 of “croupier-shuffle/1 ” and the seed of the cards gives big-endian numbers of 32 bits. " +
    "From the last place of the deck 2c 2d 2h 2s 3c … As to the second, the card there changes places with the " +
    "one at number mod (place + 1), places counted from 0; numbers not below the largest multiple of place + 1 " +
    "are skipped.",
};
