/* The words of the sheets of a table: settings, rounds, the jackpot, calls, the position, the rules. */

import { isOne, t } from "./en.js";

/** @type {Record<string, string>} */
const SECTIONS = {
  Identity: "Identity",
  Table: "Table",
  Hands: "Hands",
  Wagers: "Wagers",
  "Course of a round": "Course of a round",
  Decisions: "Decisions",
  Settlement: "Settlement",
  "Pay tables": "Pay tables",
  Jackpot: "Jackpot",
  Irregularities: "Irregularities",
  People: "People",
};

export const sheets = {
  /** @param {string} title of a part of the rules */
  section: (title) => SECTIONS[title] ?? title,
  settings: {
    title: "Settings",
    fourColour: "Four colours of suits",
    fourColourText: "Diamonds blue, clubs green.",
    lightRoom: "Light room",
    lightRoomText: "Pale wood and a lighter cloth, for bright surroundings.",
    contrast: "High contrast",
    contrastText: "Plain dark cloth, white lines and letters.",
    sound: "Sounds",
    soundText: "Cards, chips, the clock, and a tune for a win.",
    coach: "Coach",
    coachText: "Shows what each decision is worth, exactly, before you decide.",
    peek: "Turn my cards over at once",
    peekText: "Looks at your hand as soon as it is dealt, if you play a single box.",
    keys: "Keys",
    keysText: "1–5 choose a chip · U undo · C clear · R rebet or double · L look · B stay in · F fold",
    onDevice: "Kept on this device only.",
  },
  history: {
    title: "My rounds",
    empty: "You have not finished a round at this table yet.",
    loading: "Reading the record…",
    failed: "The record cannot be read just now.",
    replay: "Replay",
    more: "Older rounds",
    /** @param {number} count */
    all: (count) => (isOne(count) ? "That is your only round." : `These are all of your ${count} rounds.`),
    /** @param {number} place @param {number} all */
    step: (place, all) => `Step ${place} of ${all}`,
    previous: "Back",
    next: "On",
    list: "All rounds",
    shuffle: "The shuffle",
    explain: "What this means, and how to check it yourself",
    checking: "Checking…",
    commitment: "Fingerprint",
    seed: "Seed",
    deck: "Order of the cards",
    live: "The cards of this round were dealt by hand.",
    void: "void",
    /** @param {string} edition */
    edition: (edition) => `Rules ${edition}`,
  },
  meter: {
    title: "Jackpot",
    value: "Now",
    stake: "A jackpot wager",
    reset: "Starts again at",
    growth: "Grows by",
    /** @param {string} share */
    growthText: (share) => `${share} of each jackpot wager`,
    tables: "Linked tables",
    pending: "Waiting to be paid",
    hits: "Last hits",
    noHits: "No hit yet.",
    /** @param {string} table @param {string} amount */
    hit: (table, amount) => `${table} · ${amount}`,
    down: "The link is down. Jackpot wagers are not taken until it is restored.",
  },
  call: {
    title: "Call the staff",
    text: "Say what happened. Staff come and look; the round goes on until they say otherwise.",
    words: "What happened",
    send: "Call",
    waiting: "They have been called.",
    answered: "They have come.",
  },
  position: {
    title: "Net position and limits",
    net: "Net result of this visit",
    since: "Here since",
    rounds: "Rounds played",
    limits: "Limits of this table",
    loss: "Your loss limit",
    none: "None set. You can set one on your account page.",
    /** @param {string} amount @param {string} limit @param {string} period */
    lost: (amount, limit, period) => `${amount} of ${limit} ${t.period[period]}`,
    past: "Past results say nothing about the next round.",
  },
  rules: {
    title: "How to play, rules and pays",
    loading: "Opening the book…",
    failed: "The book cannot be opened just now.",
    book: "The whole book of this game",
    odds: "Exact odds",
    counting: "Counting every deal…",
    edge: "What the house keeps on average",
    edgeText:
      "Exact, by counting every possible deal, if you decide as well as possible; of the ante, or of the side wager.",
    /** @param {string} ante @param {string} stay */
    main: (ante, stay) => `${ante} and ${stay}`,
    /** @param {number} share */
    percent: (share) => `${(share * 100).toFixed(2).replace("-", "−")} %`,
    /** @param {string} amount */
    breakEven: (amount) => `fair at ${amount}`,
    /** @param {string} wager */
    pays: (wager) => `${wager} pays`,
    hand: "Hand",
    pay: "Pays",
    dealt: "Dealt",
    /** @param {number} count */
    oneIn: (count) => `1 in ${count < 100 ? Number(count.toFixed(2)) : Math.round(count).toLocaleString("en-SG")}`,
  },
};
