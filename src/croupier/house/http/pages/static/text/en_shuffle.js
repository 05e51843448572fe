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
      "The house publishes the seed. Your browser has kept the fingerprint that it was shown before you bet, " +
      "the part that it had for the round, and every card that it was shown in play. Under “My rounds” it checks " +
      "that the seed has that very fingerprint, that your part is in it unchanged, and that each of those cards " +
      "came from its place in that order. If one of these fails, it says so in red; what it did not see, it says " +
      "that it cannot vouch for.",
    ],
  ],
  limits: "What this does not do",
  limitsText: [
    "A part counts from your second round at a table: it has to be fixed a round ahead. Where no player adds one, " +
    "the order comes from the house's seed alone, fixed before bets open.",
    "A browser may keep its part back. Somebody who knew the house's seed could in that way choose between two " +
    "orders, one with the part and one without it; with several accounts at the table each doubles the choice: 4 " +
    "orders with two, 64 with six. The seed is sealed under the house's key while the round runs.",
    "Your browser vouches for what it saw itself. A fingerprint counts if this browser had the table open before " +
    "you bet; it keeps the last 50 of your rounds at a table, until you clear its data. For a round played on " +
    "another device, look there.",
    "A part can come too late, if you bet in the last moment. Your browser cannot tell that from a house that " +
    "turns it away: once is chance, again and again is not.",
    "At a live table cards are shuffled by hand, and there is nothing to compute.",
  ],
  proof: {
    lead: "Before the bets the house published a fingerprint of its seed, and after the round the seed. While bets " +
      "were open, browsers of players added parts that they had fixed a round before. This is what your browser " +
      "can say about it, from what it saw itself:",
    broken: "The proof of this round fails. Keep a picture of this page, and show it to the house or to whoever " +
      "supervises it.",
    fingerprint: {
      holds: "The seed has the fingerprint that this browser was shown before your bets.",
      unseen: "This browser did not see the fingerprint before the bets, so it cannot vouch that the seed was " +
        "fixed by then. The seed fits the fingerprint that the house tells now.",
      /** @param {string} shown */
      another: (shown) =>
        `The house showed this browser another fingerprint before the bets than it tells now. It was ${shown}.`,
      broken: "The seed does not have the fingerprint that the house tells.",
    },
    cards: {
      holds: "Every card that this browser was shown comes from its place in the order of the cards.",
      unseen: "This browser saw no card of this round while it was played, so it cannot vouch for them. Those on " +
        "record come from their places in the order of the cards.",
      another: "A card that this browser was shown in play is not the one at its place in the order of the cards.",
      broken: "The cards on record are not those of the seed and the parts.",
    },
    part: {
      in: "Your part is in this shuffle.",
      leftOut: "Your part is not in this shuffle, though it was fixed in the round before and your browser was there " +
        "to open it. It may have come too late if you bet in the last moment; otherwise the house left it out.",
      elsewhere: "A part in your name is in this shuffle that this browser did not give. If no other device of yours " +
        "did, tell the house.",
      none: "No part of yours is in this shuffle: this browser had none fixed in the round before.",
    },
  },
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
