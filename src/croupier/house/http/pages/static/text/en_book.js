/* The text of the book. What the rules say comes from the server, in our own words. */

import { isOne, t } from "./en.js";
import { sheets } from "./en_sheets.js";

/** @type {Record<string, string>} */
const STRATEGIES = {
  always: "every hand",
  pair: "a pair or better",
  "ace-king": "ace-king or better",
  akj83: "A-K-J-8-3 or better",
  "matching-rank": "pair, or ace-king that matches",
  "three-rules": "the three rules",
  mimic: "queen or better, as the dealer",
  q64: "Q-6-4 or better",
};
const day = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "Asia/Singapore",
});

export const book = {
  section: sheets.section,
  title: "The book",
  lead: "Five game-rule documents, told in our own words, every rule with the clause that gives it. The documents " +
    "themselves are authoritative.",
  loading: "Opening the book …",
  failed: "The book cannot be opened.",
  again: "Try again",
  search: "Search rules, clauses and readings",
  searchHint: "for example: royal flush, fold, misdeal, 4.5.2",
  /** @param {string[]} clauses @param {number} facts @param {number} readings */
  found: (clauses, facts, readings) => `${clauses} clauses, ${facts} rules and ${readings} readings`,
  /** @param {string} words */
  nothing: (words) => `Nothing holds “${words}”.`,
  /** @param {number} n */
  more: (n) => `and ${n} more: add a word to find fewer`,
  results: { clauses: "Clauses", facts: "Rules", readings: "Readings" },
  /** @param {number} n @param {string} effective */
  edition: (n, effective) => `version ${n}, in force from ${day.format(new Date(effective))}`,
  /** @param {string[]} clauses @param {number} readings */
  counts: (clauses, readings) => `${clauses} clauses, ${readings} readings`,
  read: "Read it",
  odds: "Exact odds",
  compare: "What differs between two rulebooks",
  table: {
    /** @param {string} table @param {string} edition */
    runs: (table, edition) => `Table ${table} runs ${edition}.`,
    /** @param {string} edition @param {number} round */
    before: (edition, round) => `${edition} up to round ${round}.`,
    /** @param {string} edition @param {string} when @param {string} reason */
    planned: (edition, when, reason) => `${edition} from ${when} on: ${reason}`,
    fingerprint: "SHA-256 of its rules:",
    file: "The file",
    notApproved:
      "These rules came as a file. They are not those of an approved document, whatever they call themselves.",
  },
  compareLead: "Two documents side by side, only where they really differ.",
  coverage: "Coverage",
  coverageLead: "Every clause: how it is honoured, by which code, proved by which tests.",
  shelf: "All rulebooks",
  parts: { tables: "Pay tables", rules: "Rules", limits: "Limits", readings: "Readings", clauses: "Clauses" },
  onPage: "On this page",
  payTables: {
    /* By the hand that a side wager is on. */
    /** @type {Record<string, string>} */
    on: {
      player: "On the player's own hand, whatever the dealer holds.",
      dealer: "On the dealer's hand, whatever the player holds.",
      both: "On the best five cards of the player's and the dealer's hand together.",
    },
    stay: "Paid when the hand beats a dealer who qualifies; the ante pays 1 to 1.",
    /** @type {Record<string, string>} */
    note: {
      ante_bonus: "Paid with the ante, whatever the dealer holds.",
      jackpot: "Shares come out of the meter; all else is paid by the House.",
    },
    columns: ["hand", "pays", "dealt once in", "chance, exactly", "clause"],
    /** @param {number} amount */
    envy: (amount) => `envy bonus $${amount}`,
  },
  /** @type {Record<string, string>} */
  notes: {
    Irregularities: "In brackets who decides, or a higher one; by reading X18 where no clause says.",
    Jackpot: "Percentages come out of the meter, all else from the House (readings X5, X7).",
  },
  /** @param {string} id */
  reading: (id) => `reading ${id}`,
  readingsLead:
    "Where a document is silent, unclear or contradicts itself, this is how we read it, and why. Each is ours " +
    "until the operator or the regulator rules otherwise.",
  weRead: "We read",
  because: "Because",
  /** @param {string} choices */
  tableMay: (choices) => `A table may choose: ${choices}`,
  concerns: "Concerns",
  filter: "Filter this page",
  /** @param {number} n */
  filtered: (n) => (isOne(n) ? "1 line" : `${n} lines`),
  clause: {
    /** @param {string} id */
    title: (id) => id,
    says: "What it says, in our words",
    how: "How it is honoured",
    rules: "Rules that rest on it",
    /** @param {string} name @param {string} document */
    cited: (name, document) =>
      `There is no registry of the clauses of ${document}. This is what ${name} takes from this one.`,
    keys: "Where its file cites it",
    readings: "Readings that it raises",
    within: "Rules within it",
    code: "Code that honours it",
    /** @param {number} n */
    tests: (n) => (isOne(n) ? "1 test proves it" : `${n} tests prove it`),
    none: "none",
    /** @param {string} name */
    inBook: (name) => `Open ${name}`,
    commandLine: "On the command line",
  },
  kinds: "Kind",
  honoured: "Honoured",
  document: "Document",
  all: "all",
  differences: {
    pick: ["One rulebook", "The other"],
    silent: "says nothing on it",
    none: "These two say the same.",
    /** @param {number} differ @param {number} shared */
    summary: (differ, shared) => `${differ} differences; ${shared} rules are the same in both.`,
    subject: "on",
    same: "Choose two different rulebooks.",
  },
  prices: {
    title: "What each change is worth",
    lead: "Exactly, to the player in stakes of each wager and to the house in 1,000 rounds of one box with every " +
      "wager. The parts add up to the whole.",
    ante: "Ante",
    meter: "On the meter",
    strategy: "Beside the optimum",
    optimumAlone: "no other strategy",
    noAmount: "An amount in dollars, such as 100.",
    counting: "Counting every deal …",
    /** @param {string | null} stake */
    stakes: (stake) => `Jackpot wagers of ${stake}; a pair plus is as large as the ante.`,
    whole: "The whole difference",
    together: "Together, beyond each alone",
    zero: "exactly 0",
    house: "house in 1,000 rounds",
    none: "no such rule",
    becomes: "becomes",
    /** @param {string} what */
    decides: (what) => `Decides ${what}.`,
    /** @param {string} name */
    ambiguities: (name) => `What each ambiguity of ${name} costs`,
    ambiguitiesLead:
      "Where the document can be read in several ways, and a table may say which: each other choice beside ours.",
    unambiguous: "It leaves no choice open.",
    /** @param {string} one */
    ours: (one) => `Ours: ${one}`,
    /** @param {string} one */
    other: (one) => `Instead: ${one}`,
    yes: { true: "yes", false: "no" },
    /** @param {number} n */
    deciding: (
      n,
    ) => (isOne(n)
      ? "1 change moves no expectation, but what happens"
      : `${n} changes move no expectation, but what happens`),
    /** @param {string} name */
    strategyName: (name) => STRATEGIES[name] ?? name,
    /** @param {string} name */
    wager: (name) => (name === "ante_bonus" ? "of it the ante bonus" : t.wager(name)),
  },
  /** @type {Record<string, string>} How a clause is honoured, and what it is about. */
  named: {
    enforced: "enforced",
    recorded: "recorded",
    shown: "shown",
    physical: "physical",
    betting: "betting",
    comparison: "comparison",
    dealing: "dealing",
    decision: "decision",
    definition: "definition",
    discretion: "discretion",
    display: "display",
    equipment: "equipment",
    general: "general",
    irregularity: "irregularity",
    jackpot: "jackpot",
    ranking: "ranking",
    responsibility: "responsibility",
    settlement: "settlement",
  },
  coverageTable: ["document", "clauses", "enforced", "recorded", "shown", "physical", "with code", "with a test"],
  /** @param {number} n */
  complete: (n) => `Nothing is missing: all ${n} clauses have code and tests.`,
  /** @param {number} n */
  missing: (n) => `${n} clauses lack something.`,
  coverageColumns: ["clause", "gist", "kind", "honoured", "code", "tests"],
  noClause: "There is no such clause.",
  noBook: "There is no such rulebook.",
};
