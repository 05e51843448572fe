/* All text of the pages, in English. The words of other languages are in the catalogue (src/croupier/languages), and
   take the place of the strings in these modules; `make words` after a change. */

const dollarsAndCents = new Intl.NumberFormat("en-SG", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const dollars = new Intl.NumberFormat("en-SG", { maximumFractionDigits: 2 });
const clockTime = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });
const dayAndTime = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
});

const plurals = new Intl.PluralRules("en-GB");

/** @param {number} cents */
export const money = (cents) => `${cents < 0 ? "−" : ""}$${dollarsAndCents.format(Math.abs(cents) / 100)}`;
/** @param {number} cents */
export const signed = (cents) => (cents > 0 ? "+" : "") + money(cents);
/** @param {number} cents */
export function shortMoney(cents) {
  const whole = Math.abs(cents) / 100;
  if (whole >= 1_000_000) return `$${dollars.format(whole / 1_000_000)}M`;
  if (whole >= 10_000) return `$${dollars.format(whole / 1000)}k`;
  return cents % 100 ? money(Math.abs(cents)) : `$${dollars.format(whole)}`;
}
/** @param {string | number | Date} iso */
export const timeOf = (iso) => clockTime.format(new Date(iso));
/** @param {string | number | Date} iso */
export const dayOf = (iso) => dayAndTime.format(new Date(iso));

/** @type {Record<string, string>} */
const RANKS = {
  2: "two",
  3: "three",
  4: "four",
  5: "five",
  6: "six",
  7: "seven",
  8: "eight",
  9: "nine",
  T: "ten",
  J: "jack",
  Q: "queen",
  K: "king",
  A: "ace",
};
/** @type {Record<string, string>} */
const SUITS = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };
/* The names of games and wagers are in the rulebooks; the house supplies them. */
const GAMES = new Map();
const WAGERS = new Map([["ante_bonus", "Ante bonus"]]);
export function learn({ games = {}, wagers = {} }) {
  for (const [slug, name] of Object.entries(games)) GAMES.set(slug, name);
  for (const [wager, label] of Object.entries(wagers)) WAGERS.set(wager, label);
}
/** @param {string} name */
const plainly = (name) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ");
/**
 * Whether a number takes the form for one, in the language of this page.
 * @param {number} count
 */
export const isOne = (count) => plurals.select(count) === "one";
/** @param {number} count @param {string} one @param {string} many */
const plural = (count, one, many) => `${count} ${isOne(count) ? one : many}`;

export const t = {
  app: "Croupier",
  close: "Close",
  cancel: "Cancel",
  back: "Back",
  skip: "Skip to the page",
  skipToBox: "Skip to your box",
  languages: "Language",
  /** @type {Record<string, string>} */
  period: { day: "a day", week: "a week", month: "a month" },
  nav: {
    label: "Pages",
    lobby: "Tables",
    odds: "Odds",
    book: "The book",
    learn: "Learn",
    sign: "Jackpots",
    pit: "Pit",
    cage: "Cage",
    admin: "Administration",
    audit: "Audit",
    school: "School",
  },
  /** @param {string} edition */
  game: (edition) => GAMES.get(edition.split("@")[0]) ?? edition,
  /** @param {string} kind */
  wager: (kind) => WAGERS.get(kind) ?? plainly(kind),
  /** @param {string} clause */
  clause: (clause) => clause,
  card: {
    /** @param {string} rank @param {string} suit */
    name: (rank, suit) => `${RANKS[rank]} of ${SUITS[suit]}`,
    faceDown: "a card, face down",
  },
  trouble: {
    unreachable: "The house cannot be reached. Check the connection and try again.",
    unavailable: "The house cannot do that just now. Nothing has happened.",
    unsent: "Not connected: nothing was sent, and nothing will be sent later. Try again once you are connected.",
    unanswered: "No answer in time. If the house did not take it by now, it never will: the table shows what counts.",
    title: "That did not work",
    again: "Try again",
    /** @param {string} clause */
    clause: (clause) => `Clause ${clause}`,
    /**
     * A sentence of the house as said to one person: "you" for their own name, other guests as the table shows them.
     * @param {string} said
     * @param {string | null} own
     */
    toPerson: (said, own) => {
      const guests = (/** @type {string} */ words) => words.replaceAll(/guest-[0-9a-z]+/g, (id) => t.table.player(id));
      if (own === null) return guests(said);
      const name = `(?<![\\w-])${own.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}`;
      const verbs = { "'s": "yours", " has": "You have", " is": "You are", "(?![\\w-])": "you" };
      return guests(
        Object.entries(verbs).reduce((words, [end, mine]) => words.replaceAll(RegExp(name + end, "g"), mine), said),
      );
    },
    /**
     * The message given, or one that can stand in for it.
     * @param {unknown} trouble
     * @returns {string}
     */
    words: (trouble) => {
      if (trouble instanceof Error && trouble.message) return trouble.message;
      const kind = trouble instanceof Error && "kind" in trouble ? trouble.kind : null;
      return kind === "unreachable" || kind === "unsent" || kind === "unanswered"
        ? t.trouble[kind]
        : t.trouble.unavailable;
    },
    /**
     * @param {unknown} trouble
     * @returns {{ message: string, clause: string | null }}
     */
    refusal: (trouble) => ({
      message: t.trouble.words(trouble),
      clause: trouble instanceof Error && "clause" in trouble && trouble.clause ? String(trouble.clause) : null,
    }),
  },
  link: {
    lost: "Connection lost. Trying again…",
    lostMore: "Your wagers are safe with the house. What you see may be out of date.",
    back: "Connected again.",
  },
  missing: {
    title: "There is no such page",
    text: "The address may be mistyped, or the page was moved.",
    action: "To the tables",
  },
  offline: {
    title: "This page could not be loaded",
    text: "The house cannot be reached. The page opens by itself once it can.",
    again: "Try again",
  },
  session: {
    expiredTitle: "Your session has ended",
    expired: "You were signed out, here or elsewhere. Wagers that lie on a table play on as the rules say.",
    signIn: "Sign in",
    guest: "Play as guest",
    guestAgain: "Go on as a new guest",
    guestNote: "As a guest you play for play money. Nothing to fill in.",
    name: "Name",
    password: "Password",
    code: "Code of your authenticator",
    codeNote: "Only if you have set up a second factor.",
    wrong: "Name or password is not right.",
    passkey: "Use a passkey",
    account: "Account",
  },
  wallet: {
    practice: "Play money",
    live: "Balance",
    /** @param {string} amount @param {boolean} practice */
    balance: (amount, practice) => `${practice ? "Play money" : "Balance"} ${amount}`,
    buyIn: "Get play money",
    buyInTitle: "Play money",
    buyInText: "Play money is free and worth nothing outside this house. How much would you like?",
    /** @param {string} amount */
    take: (amount) => `Take ${amount}`,
    empty: "You have no play money yet.",
  },
  lobby: {
    file: "Rules from a file, not an approved document",
    title: "Tables",
    lead: "House-banked poker, played to the letter of the approved rules.",
    log: "Hold the house to its log.",
    shuffle: "See how cards are shuffled.",
    demo: "This is a demonstration house: sit down anywhere, the money is play money.",
    all: "All games",
    filter: "Show tables of",
    /** @param {string} low @param {string} high */
    limits: (low, high) => `${low} – ${high}`,
    limitsLabel: "Ante",
    /** @param {number} free @param {number} all */
    seats: (free, all) => (free === 0 ? "No free box" : `${free} of ${all} boxes free`),
    jackpot: "Jackpot",
    noJackpot: "No progressive",
    jackpotDown: "Jackpot not available",
    /** @type {Record<string, string>} */
    phase: {
      idle: "Not begun",
      betting: "Taking bets",
      closed: "Bets closed",
      dealt: "Players decide",
      revealed: "Dealer shows",
      settled: "Settled",
      void: "Round void",
    },
    /** @param {number} number */
    round: (number) => `Round ${number}`,
    closed: "Closed",
    paused: "Paused",
    automatic: "Electronic table",
    attended: "With a dealer",
    practice: "Play money",
    money: "Real money",
    open: "Sit down",
    back: "Return",
    /** @param {number | null} seconds */
    hand: (seconds) => (seconds === null ? "Your hand" : `Your hand, ${seconds} s`),
    wagers: "Your wagers",
    /** @param {string} words @param {string} table */
    waits: (words, table) => `${words}: return to ${table}`,
    look: "Watch",
    deal: "Deal",
    empty: "No table is open.",
    emptyText: "Come back a little later; tables appear here by themselves.",
    noneOfGame: "No table of this game is open.",
    showAll: "Show all games",
    loading: "Looking for tables…",
    failed: "The tables cannot be shown",
    /** @param {number} box @param {string | null} player */
    seatLabel: (box, player) => (player === null ? `Box ${box}, free` : `Box ${box}, ${player}`),
    /** @param {number} count */
    count: (count) => plural(count, "table", "tables"),
  },
  table: {
    /** @param {string} table @param {string} game */
    title: (table, game) => `${table} · ${game}`,
    lobby: "All tables",
    /** @param {number[]} boxes @param {string} timeOut */
    leaving: (boxes, timeOut) => ({
      title: "Leave your hand?",
      text: `Your hand on box ${
        boxes.join(" and box ")
      } is not decided. ${timeOut} The way back is on the page of tables.`,
      yes: "Leave the table",
      no: "Stay",
    }),
    loading: "Coming to the table…",
    noTable: "There is no such table",
    /** @param {number} number */
    round: (number) => `Round ${number}`,
    /** @param {string} low @param {string} high */
    limits: (low, high) => `Ante ${low} – ${high}`,
    /** @param {number} number */
    box: (number) => `Box ${number}`,
    /** @param {number} number @param {string} name */
    boxOf: (number, name) => `Box ${number}, ${name}`,
    free: "free",
    you: "You",
    /** @param {string} id */
    player: (id) => (id.startsWith("guest-") ? `Guest ${id.slice(-4)}` : id.replace(/^(unknown \d+) at .+$/, "$1")),
    /** @param {string} name */
    aboutBot: (name) => `${name}. Who is this?`,
    dealer: "Dealer",
    dealerHand: "Dealer's hand",
    upCard: "Up card",
    noHand: "no hand",
    print: {
      /** @param {string} hand */
      qualifies: (hand) => `Dealer plays with ${hand}`,
    },
    blind: "Face down",
    /** @param {string} name */
    hand: (name) => name.slice(0, 1).toUpperCase() + name.slice(1),
    jackpot: "Jackpot",
    jackpotDown: "Jackpot not available",
    jackpotDownText: "The link is down: no jackpot wagers are taken at this table.",
    /** @param {string} card */
    magic: (card) => `Magic card: ${card}`,
    /** @param {number} box */
    luckyBox: (box) => `Lucky box ${box}`,
    luckyDealer: "Lucky dealer",
    /** @param {string} wager @param {number} box @param {string | null} amount */
    spot: (wager, box, amount) => `${wager}, box ${box}: ${amount === null ? "empty" : amount}`,
    /** @param {string} chip */
    spotAdd: (chip) => `place ${chip}`,
    /** @param {string | null} stake */
    spotToggle: (stake) => (stake === null ? "place" : `place ${stake}`),
    spotBack: "take back",
    folded: "Folded",
    out: "Out of the round",
    tray: "Chips",
    /** @param {string} value */
    chip: (value) => `${value} chip`,
    undo: "Undo",
    clear: "Clear",
    rebet: "Rebet",
    /** @param {string} amount */
    rebetFor: (amount) => `Rebet ${amount}`,
    double: "Double",
    look: "Look at my cards",
    lookShort: "Look",
    /** @param {string} wager @param {string} amount */
    stay: (wager, amount) => `${wager} ${amount}`,
    fold: "Fold",
    claim: "Show the jackpot hand",
    declineReveal: "Keep my hand closed",
    continue: "Go on",
    withdraw: "Take my wagers back",
    optionText: "Something was not as it should be. The rules let you choose.",
    blindHand: "Stays face down: played blind",
    /** @param {number} box */
    blindBeside: (box) => `Played blind: you looked at box ${box}`,
    prompt: {
      signIn: "You are watching. Sign in to take a box.",
      guest: "Choose a chip and tap an ante. You are a guest, with play money.",
      thanks: "Thank you for playing.",
      still: "Paused.",
      ante: "Choose a chip and tap the ante of a free box.",
      side: "Your ante is down. Add a side wager if you like.",
      more: "You may add to your wagers until bets close.",
      waitOpen: "The next round opens in a moment.",
      waitDealer: "The dealer will open the next round.",
      closed: "No more bets.",
      dealing: "Cards are being dealt.",
      look: "Look at your cards, then decide.",
      /** @param {string} wager */
      decide: (wager) => `${wager} to stay in, or fold.`,
      decided: "Waiting for the other boxes.",
      watching: "This round is under way. You can join the next one.",
      revealed: "The dealer's hand is open.",
      settledNone: "This round is over.",
      void: "The round is void: every wager was returned.",
      paused: "Play stands still for a moment. It goes on at the same stage.",
      closedTable: "This table is closed. No further round is played here.",
      lastRound: "This is the last round at this table.",
      partLeftOut: "The shuffle is without your part. “My rounds” says what that means.",
      choice: "Please choose how to go on.",
      /** @param {string} amount @param {string} wager */
      noMoney: (amount, wager) =>
        `The smallest ante takes ${amount}, with what is kept for your ${wager.toLowerCase()}. You have less than that.`,
      full: "Every box is taken. You can watch, or try another table.",
    },
    /** @type {Record<string, (seconds: number) => string>} */
    clock: {
      close_bets: (seconds) => `Bets close in ${seconds} s`,
      fold_undecided: (seconds) => `Decide within ${seconds} s`,
      others: (seconds) => `Players decide, ${seconds} s`,
      open_bets: (seconds) => `Next round in ${seconds} s`,
      settle: () => "Settling",
      reveal_dealer: () => "Revealing",
      deal: () => "Dealing",
      draw: () => "Drawing",
      close_table: (seconds) => `Table closes in ${seconds} s`,
      after_jackpot_failure: () => "One moment",
    },
    /** @param {string} text */
    clockWaits: "The clock starts with the first wager.",
    results: "Your round",
    total: "Together",
    /** @type {Record<string, string>} */
    result: {
      won: "won",
      lost: "lost",
      standoff: "stand-off",
      returned: "returned",
      void: "void",
      pending: "waits for its turn",
    },
    /** @param {string} clauses */
    clauseOf: (clauses) => `Clause ${clauses}`,
    spoken: {
      dealt: "Cards are dealt.",
      /** @param {string} name */
      hand: (name) => `Your hand: ${name}.`,
      /** @param {string} name */
      dealer: (name) => `Dealer: ${name}.`,
      /** @param {number} amount */
      result: (
        amount,
      ) => (amount > 0
        ? `You won ${money(amount)}.`
        : amount < 0
        ? `You lost ${money(-amount)}.`
        : "You neither won nor lost."),
      void: "The round is void. Every wager was returned.",
    },
    net: "This visit",
    /** @param {string} amount @param {string} wager */
    kept: (amount, wager) => `${amount} kept for your ${wager.toLowerCase()}`,
    /** @param {string} amount */
    netLabel: (amount) => `Net result of this visit: ${amount}`,
    rules: "How to play, rules and pays",
    history: "My rounds",
    call: "Call the staff",
    settings: "Settings",
    meter: "Jackpot",
    position: "Net position and limits",
    coach: {
      title: "Coach",
      fold: "Fold",
      /** @param {string} amount */
      value: (amount) => `${amount} on average`,
      better: "better",
      /** @param {string} share */
      dealer: (share) => `The dealer has no hand in ${share} of the cases.`,
      /** @param {string} fraction */
      exact: (fraction) => `exactly ${fraction} antes`,
    },
  },
};
