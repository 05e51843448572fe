/* A player's own rounds, from the newest to the first, a page at a time.

   pastRounds(table, draw)   asks for the first page at once; more() for the next one. Without a table: all tables.
   ownLines(round)           what became of the player's own wagers */

import { h } from "./dom.js";
import { api, me } from "./net.js";
import { t } from "./text/en.js";
import { sheets } from "./text/en_sheets.js";

/** @import { RoundPlayed } from "../api.d.ts" */

/**
 * @typedef {object} PastRounds
 * @property {RoundPlayed[]} rounds as far as they were asked for
 * @property {boolean} busy
 * @property {unknown} trouble why the last page did not come
 * @property {string | null | undefined} next where the next page begins; null: there is none
 * @property {() => Promise<void>} more
 */

const AT_ONCE = 25;

/**
 * @param {string | undefined} table
 * @param {() => void} draw
 * @returns {PastRounds}
 */
export function pastRounds(table, draw) {
  /** @type {PastRounds} */
  const past = { rounds: [], busy: false, trouble: null, next: undefined, more };
  async function more() {
    if (past.busy || past.next === null) return;
    past.busy = true;
    try {
      const page = await api("GET /api/me/rounds", { table, before: past.next, limit: AT_ONCE });
      past.rounds = [...past.rounds, ...page.rounds];
      past.next = page.next;
      past.trouble = null;
    } catch (trouble) {
      past.trouble = trouble;
    }
    past.busy = false;
    draw();
  }
  more();
  return past;
}

/** @param {RoundPlayed} round */
export const ownLines = ({ lines }) => lines.filter((line) => line.player === me.person?.id);

/**
 * What stands below the rounds that are shown: the way to older ones, or that these are all.
 * @param {PastRounds} past
 */
export function Older({ rounds, busy, trouble, next, more }) {
  const words = sheets.history;
  if (trouble !== null) {
    return h(
      "p",
      { class: "row error", role: "alert", key: "older" },
      t.trouble.words(trouble),
      " ",
      h("button", { onclick: more }, t.trouble.again),
    );
  }
  if (next === null) return rounds.length ? h("p", { class: "muted", key: "older" }, words.all(rounds.length)) : null;
  return busy
    ? h("p", { class: "row muted", key: "older" }, h("span", { class: "spinner" }), words.loading)
    : h("button", { class: "older", key: "older", onclick: more }, words.more);
}
