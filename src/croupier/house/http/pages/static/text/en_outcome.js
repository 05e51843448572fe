/* The sentence that says what happened in a round and why, in English. */

import { money, shortMoney } from "./en.js";

/** @param {string[]} names */
const list = (names) => (names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`);
/** @param {number[]} boxes */
const boxes = (boxes) => (boxes.length > 1 ? `boxes ${list(boxes.map(String))}` : `box ${boxes[0]}`);
/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
/** @param {string[]} clauses */
const under = (clauses) => (clauses.length ? ` under ${clauses[0]}` : "");

/** @param {string} name */
const article = (name) => (/^(pair|straight|flush|full|royal)/.test(name) ? `a ${name}` : name);

/** @param {boolean} own */
const whose = (own) => (own ? "your " : "");

export const o = {
  list,
  capital,
  /** @param {string[]} parts of one sentence */
  joined: (parts) => parts.reduce((all, one) => `${all}, ${one}`),
  /** @param {string[]} all */
  sentences: (all) => all.reduce((one, other) => `${one} ${other}` /* joined */),
  /** @param {string} name @param {boolean} qualified */
  dealer: (name, qualified) => `Dealer has ${article(name)}${qualified ? "" : ", no hand"}`,
  /** @param {string} name @param {boolean} blind */
  hand: (name, blind) => `you${blind ? ", playing blind," : ""} have ${article(name)}`,
  folded: "you folded",
  lapsed: "time ran out and your hand was folded",
  /** @param {string[]} clauses */
  out: (clauses) => `your hand is out of the round${under(clauses)}`,
  /** @param {number[]} numbers @param {string | null} why */
  boxes: (numbers, why) => capital(boxes(numbers)) + (why === null ? "" : `, ${why}`),
  boxFolded: "folded",
  boxLapsed: "folded as time ran out",
  /** @param {string[]} clauses */
  boxOut: (clauses) => `out of the round${under(clauses)}`,
  boxBlind: "played blind",
  /** @param {string} wager @param {number} amount @param {number} kept of the stake, by the house @param {boolean} own */
  wins: (wager, amount, kept, own) =>
    `${whose(own)}${wager} wins ${shortMoney(amount)}${kept ? ` for a stake of ${shortMoney(kept)}` : ""}`,
  /** @param {string} award @param {number} amount */
  pays: (award, amount) => `${award} pays ${shortMoney(amount)}`,
  /** @param {string[]} wagers @param {boolean} own */
  lose: (wagers, own) => wagers.length > 1 ? `${whose(own)}${list(wagers)} lose` : `${whose(own)}${list(wagers)} loses`,
  /** @param {string[]} wagers @param {boolean} own @param {string[]} clauses that say so, where the cards do not */
  back: (wagers, own, clauses) =>
    wagers.length > 1
      ? `${whose(own)}${list(wagers)} come back${under(clauses)}`
      : `${whose(own)}${list(wagers)} comes back${under(clauses)}`,
  /** @param {string[]} wagers @param {boolean} own */
  standoff: (wagers, own) => `${o.back(wagers, own, [])}, a stand-off`,
  /** @param {string} wager */
  pending: (wager) => `your ${wager} waits for its turn at the meter`,
  /** @param {string[]} clauses @param {number} amount */
  void: (clauses, amount) =>
    `The round is void${under(clauses)}: every wager was returned, ${money(amount)} of them yours.`,
};
