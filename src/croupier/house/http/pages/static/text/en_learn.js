/* The text of lessons, of the trainer, of the guided first hand and of the bots. Nothing about a game: that comes from
   its rulebook. */

export const learn = {
  title: "Learn",
  lead: "How a game is played, what to remember, and hands to practise with.",
  games: "Games",
  loading: "Opening the book…",
  counting: "Counting every deal…",
  missing: "There is no such game",
  /** @param {string} name */
  noGame: (name) => `No game here is called “${name}”. Choose one above.`,
  failed: "That cannot be shown just now",
  again: "Try again",
  how: "How to play",
  besides: "Besides",
  rule: {
    title: "What to remember",
    /** @param {string} stay */
    stay: (stay) => `${stay} with`,
    and: "and with",
    otherwise: "Fold everything else.",
    perfect: "This is the best strategy there is: it gives nothing away.",
    /** @param {string} amount @param {string} ante */
    costs: (amount, ante) => `It gives away ${amount} a hand on an ante of ${ante}, against perfect play.`,
    /** @param {string} fraction */
    exactly: (fraction) => `Exactly ${fraction} antes.`,
    finer: "To give away less still",
  },
  practise: "Practise this game",
  train: {
    title: "Practise",
    lead: "Hands near the borderline, half of them to be played. Every decision is graded by what it costs, exactly.",
    dealer: "The dealer shows",
    yours: "Your hand",
    drawing: "Drawing a hand…",
    fold: "Fold",
    next: "Next hand",
    right: "Right",
    wrong: "Not the best",
    /** @param {string} amount */
    saved: (amount) => `It is better by ${amount} on average.`,
    /** @param {string} amount */
    cost: (amount) => `It costs ${amount} on average.`,
    /** @param {string} amount */
    worth: (amount) => `${amount} on average`,
    /** @param {string} fraction */
    exactly: (fraction) => `exactly ${fraction} antes`,
    /** @param {string} share */
    noHand: (share) => `The dealer has no hand in ${share} of the cases.`,
    /** @param {string} stay @param {string} because */
    ruleStays: (stay, because) => `The rule says ${stay.toLowerCase()}: ${because}.`,
    ruleFolds: "The rule says fold: this hand meets none of its conditions.",
    ruleDiffers: "Here the rule is not the best, which is what it costs.",
    level: "How close",
    levels: ["Easy", "Closer", "On the line"],
    /** @param {string} level */
    levelUp: (level) => `Five in a row. Next: ${level.toLowerCase()}.`,
    /** @param {number} right @param {number} all */
    score: (right, all) => `${right} of ${all} right`,
    /** @param {number} count */
    streak: (count) => `${count} in a row`,
    /** @param {string} amount @param {string} ante */
    given: (amount, ante) => `${amount} given away a hand, on an ante of ${ante}`,
    none: "No hand answered yet.",
    forget: "Start over",
    kept: "Your progress is kept in this browser, and nowhere else.",
    keys: "Keys: B stays in, F folds, N draws the next hand.",
  },
  guide: {
    label: "Your first hand",
    /** @param {number} step @param {string} title */
    step: (step, title) => `Step ${step} of 3: ${title}`,
    coming: "Cards come as soon as bets close.",
    look: "Look at your cards first.",
    /** @param {string} what @param {string} amount @param {string} other */
    coach: (what, amount, other) => `Coach: ${what} is better here, ${amount} on average instead of ${other}.`,
    shows: "Now the dealer shows, and every wager is settled by itself.",
    over: "That was your first hand. This is what happened:",
    more: "How to play",
    practise: "Practise",
    close: "Leave the guide",
  },
  bots: {
    title: "Who plays here",
    /** @type {Record<string, string>} */
    pace: { quick: "decides quickly", steady: "takes a moment", slow: "thinks for a while" },
    stay: "Stays in with",
    and: "and with",
    note: "Bots play with play money, and never see a card that you do not.",
    alone: "Play without bots",
    aloneText: "They finish the hand they have, then sit out. They come back when you ask, or when you have left.",
    failed: "The bots cannot be asked just now.",
  },
};
