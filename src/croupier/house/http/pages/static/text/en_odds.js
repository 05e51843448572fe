/* The text of the odds page. Numbers come already formatted; functions put them into sentences. */

import { isOne } from "./en.js";

export const odds = {
  title: "Odds",
  lead: "Every wager priced exactly: each deal counted, nothing simulated, nothing rounded before it is shown.",
  games: "Rulebooks",
  loading: "Counting every deal …",
  firstTime: "The first look at a game takes about a second; after that each change is priced at once.",
  failed: "The odds could not be worked out.",
  missing: "There is no such game",
  /** @param {string} name */
  noGame: (name) => `No rulebook here is called “${name}”. Choose one above.`,
  again: "Try again",
  whatIf: "What if",
  asWritten: "As in the rulebook",
  /** @param {number} n */
  changed: (n) => (isOne(n) ? "1 change" : `${n} changes`),
  backToWritten: "Back to the rulebook",
  /** @param {string} value */
  writtenWas: (value) => `rulebook: ${value}`,
  /** @type {Record<string, (label: string) => string>} */
  tables: {
    pays: (label) => `${label} pays, when it wins`,
    ante_bonus_pays: (label) => label,
    side: (label) => `${label} pays`,
    jackpot_pays: (label) => `${label} prizes`,
  },
  /** @type {Record<string, string>} */
  units: { to_one: "to 1", percent: "% of meter", dollars: "$" },
  circumstances: "At the table",
  jackpotTerms: "The jackpot",
  fields: {
    ante: "Ante",
    /** @param {string} from */
    anteHint: (from) => `Matters above $${from}: there a box's winnings meet the limit.`,
    anteNone: "This game has no payout limit, so the ante changes nothing.",
    anteAny: "any",
    meter: "Meter",
    stake: "Jackpot wager",
    reset: "Resets to",
    increment: "Of it to the meter",
    incrementUnit: "%",
    players: "Other jackpot players",
    boxes: "Boxes of the table",
    tables: "Tables on the link",
    magic_every: "Magic card, every … rounds",
    lucky_every: "Lucky draw, every … rounds",
    rounds_per_hour: "Rounds an hour",
    participation: "Boxes with a jackpot wager",
  },
  none: "none",
  headline: "The main figures",
  jackpotEdge: "Edge on the jackpot",
  live: "Meters of this house now",
  /** @param {string} name @param {string} value */
  useLive: (name, value) => `${name} ${value}`,
  wagers: {
    /** @param {string} stay */
    main: (stay) => `Ante and ${stay}`,
    jackpot: "Jackpot on your hand",
    dealer_jackpot: "Jackpot on the dealer's hand",
  },
  /** @type {Record<string, string>} */
  figures: {
    house_edge: "House edge",
    element_of_risk: "Element of risk",
    average_stake: "Average stake",
    standard_deviation: "Standard deviation",
    stay_frequency: "Hands stayed in",
    hit_frequency: "Wagers won",
    ante_bonus: "Of which ante bonus",
    return_per_million: "Each million on the meter returns",
    break_even: "Break-even meter",
    forfeited: "Prizes lost by folding",
    edge_with_awards: "House edge with draws and envy bonus",
  },
  of: { ante: "of the ante", staked: "of all that is staked", antes: "antes", stake: "of the stake", stakes: "stakes" },
  noBreakEven: "no meter is enough",
  never: "never",
  how: "How it comes about",
  exactly: "exactly",
  /* Each formula in words, then with its numbers. */
  /**
   * @type {(
   *   | Record<"main"
   *   | "wager", Record<string, [words: string, numbers: ((p: Record<string, string>) => string)
   *   | null]>>
   * )}
   */
  formulas: {
    main: {
      house_edge: ["− sum of (deals × net result) ÷ all deals", (p) => `−(${p.total}) ÷ ${p.deals}`],
      element_of_risk: ["loss ÷ everything staked, over all deals", (p) => `${p.lost} ÷ ${p.staked}`],
      average_stake: [
        "1 + stay-in wager × deals stayed in ÷ all deals",
        (p) => `1 + ${p.multiple} × ${p.stayed} ÷ ${p.deals}`,
      ],
      standard_deviation: [
        "√( sum of (deals × net²) ÷ all deals − expectation² )",
        (p) => `√( ${p.squares} ÷ ${p.deals} − (${p.expected})² ) = √( ${p.variance} )`,
      ],
      stay_frequency: ["deals stayed in ÷ all deals", (p) => `${p.stayed} ÷ ${p.deals}`],
      hit_frequency: ["deals that end with a gain ÷ all deals", (p) => `${p.won} ÷ ${p.deals}`],
      ante_bonus: ["sum of (deals stayed in × bonus) ÷ all deals", (p) => `${p.total} ÷ ${p.deals}`],
    },
    wager: {
      house_edge: ["1 − sum of (chance × what comes back for each unit staked)", (p) => `1 − ${p.back}`],
      standard_deviation: ["√( sum of (chance × net²) − expectation² )", (p) => `√( ${p.variance} )`],
      hit_frequency: ["sum of the chances of all prizes", null],
      return_per_million: [
        "1,000,000 × sum of (share of the meter × chance) ÷ wager",
        (p) => `1,000,000 × ${p.taken} ÷ ${p.stakeDollars}`,
      ],
      break_even: [
        "meter − expectation ÷ what each cent of the meter returns",
        (p) => `${p.meter} − (${p.expected}) ÷ (${p.slope}), in cents`,
      ],
      forfeited: ["chance that a hand with a prize is folded, where a fold loses the jackpot wager", null],
      edge_with_awards: ["as above, with the draws and the envy bonus; the stake comes back once", null],
    },
  },
  strategy: {
    title: "When to stay in",
    grid: "Each column is a hand, weakest on the left; each row is the dealer's up card.",
    /** @param {string} hand */
    weaker: (hand) => `Every hand below ${hand} folds`,
    /** @param {string} hand */
    stronger: (hand) => `every hand above ${hand} stays in`,
    /** @param {string} hand */
    threshold: (hand) => `Stay in with ${hand} or better: there staying in overtakes folding, which costs the ante.`,
    /** @param {string} value */
    worth: (value) => `Staying in with it is worth exactly ${value} antes.`,
    all: "Every hand stays in.",
    nothing: "Every hand folds.",
    legend: { S: "stay in", F: "fold", "~": "your suits decide", moved: "otherwise than approved" },
    upCard: "up card",
    thirdCard: "hands",
    keys: "Strategy chart. Arrow keys move from hand to hand; the decision is read out below.",
    point: "Point at the chart, or focus it and use the arrow keys.",
    /** @param {string} hand @param {string} up @param {string} by */
    S: (hand, up, by) => `${hand} against ${up}: stay in, better by ${by} antes`,
    /** @param {string} hand @param {string} up @param {string} by */
    F: (hand, up, by) => `${hand} against ${up}: fold, better by ${by} antes`,
    /** @param {string} hand @param {string} up @param {string} share */
    "~": (hand, up, share) => `${hand} against ${up}: your suits decide; stays in with ${share} of deals`,
    /** @param {string} hand @param {string} up */
    ".": (hand, up) => `${hand} against ${up} cannot be dealt`,
    /** @param {string} share */
    moved: (share) => `${share} of all deals are decided otherwise than under the approved rulebook.`,
    notMoved: "Every decision is the same as under the approved rulebook.",
    rule: "In words: stay in with",
    ruleIsBest: "This is the optimum: no decision of it loses anything.",
    /** @param {string} millionths @param {string} fraction */
    ruleCosts: (millionths, fraction) =>
      `This rule loses ${millionths} millionths of an ante a deal against the optimum (exactly ${fraction}).`,
    compare: "Simple strategies beside the optimum",
    columns: ["strategy", "house edge", "element of risk", "stays in", "costs, in antes"],
    byUpCard: "The chart as a table",
    byUpCardColumns: ["up card", "stays in", "suits decide", "folds", "weakest that stays", "strongest that folds"],
    valueAxis: "staying in, in antes",
    foldLine: "folding: −1",
    /** @type {Record<string, string>} */
    names: {
      optimal: "the optimum",
      always: "every hand",
      pair: "a pair or better",
      "ace-king": "ace-king or better",
      akj83: "A-K-J-8-3 or better",
      "matching-rank": "pair, or ace-king that matches",
      "three-rules": "the three rules",
      mimic: "queen or better, as the dealer",
      q64: "Q-6-4 or better",
    },
  },
  hand: {
    title: "One hand",
    /** @param {boolean} up */
    hint: (up) => (up ? "Cards such as As Kd Jh 8c 3s, and the up card." : "Three cards such as Qs 6d 4h."),
    cards: "Your hand",
    upCard: "Up card",
    ask: "Work it out",
    /** @param {string} holding @param {string} value */
    stay: (holding, value) => `${holding}: staying in is worth ${value} antes, folding −1.`,
    /** @type {Record<string, string>} */
    decision: { stay: "Stay in", fold: "Fold" },
    /**
     * @param {string} total
     * @param {string} no
     * @param {string} below
     * @param {string} equal
     * @param {string} above
     */
    counts: (total, no, below, equal, above) =>
      `Of ${total} dealer's hands ${no} do not qualify, ${below} lose, ${equal} tie and ${above} win.`,
  },
  meter: {
    title: "What the jackpot wager returns",
    axis: "meter",
    fair: "fair: 100 %",
    /** @param {string} value */
    breakEven: (value) => `break-even ${value}`,
    /** @param {string} meter @param {string} value */
    now: (meter, value) => `${meter}: ${value}`,
    slider: "Meter",
    /** @param {string} meter @param {string} back @param {string | undefined} even */
    summary: (meter, back, even) =>
      `At ${meter} each dollar staked returns ${back} on average; break-even is at ${even}.`,
    prizes: "Prizes",
    prizeColumns: ["prize", "chance", "one in", "wins, in stakes", "stake", "adds"],
    returned: "returned",
    taken: "taken",
    awards: "Draws and envy bonus",
    awardColumns: ["award", "chance", "pays", "expected, in stakes"],
    /** @type {Record<string, string>} */
    award: {
      magic_card: "Magic card",
      lucky_player: "Lucky player",
      lucky_dealer: "Lucky dealer",
      envy_bonus: "Envy bonus",
    },
  },
  longRun: {
    title: "The jackpot in the long run",
    funding: "Where each dollar staked on the jackpot goes",
    /** @type {Record<string, string>} */
    parts: {
      growth: "into the meter",
      reset: "putting the reset value back",
      fixed_prizes: "fixed prizes and returned stakes",
      house: "left to the house",
    },
    /** @type {Record<string, string>} */
    facts: {
      wagers_between_hits: "wagers between hits of the whole meter, mean",
      hours_between_hits: "hours between hits, mean",
      amount_won_mean: "the whole meter when it falls, mean",
      increment_for_meter: "share into the meter under which today's meter is that mean",
      round_liability: "most that one round can take from the meter",
      house_prizes_per_hour: "fixed prizes an hour, mean",
    },
    quantiles: "How it may fall out",
    quantileColumns: ["with probability", "within wagers", "within hours", "for at most"],
  },
  outcomes: {
    title: "How a deal ends",
    columns: ["outcome", "deals", "chance", "one in", "net, in antes", "adds"],
    all: "all",
  },
  hands: {
    title: "Hand by hand",
    /** @param {string} deals */
    lead: (deals) => `Every one of ${deals} deals, by the hand you hold and how it ends.`,
    columns: ["hand", "hands", "chance", "one in", "dealer has no hand", "wins", "ties", "loses", "folded"],
  },
  command: {
    title: "The same on the command line",
    lead: "This prints the same sheet, exact to the last digit:",
    copy: "Copy",
    copied: "Copied",
    parSheet: "The PAR sheet (PDF)",
    report: "Add --report sheet.pdf for a PAR sheet, --json for programs.",
    /** @param {string} hash */
    fingerprint: (hash) => `Fingerprint of what is paid: ${hash}`,
  },
  /** @param {string} edge @param {string | undefined} even */
  said: (edge, even) => `House edge ${edge}.${even ? ` Break-even meter ${even}.` : ""}`,
};
