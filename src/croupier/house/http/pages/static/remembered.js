/* The browser holds the house to its log. It remembers some of the heads that it was shown, and asks on
   each visit whether the log still has them; a log that was cut off or rewritten does not.

   compare()   asks, remembers the newest head, and returns the head that is gone, or null
   heads()     what this browser remembers, newest first */

import { preference } from "./dom.js";
import { api } from "./net.js";

/** @typedef {{ seq: number, link: string, at: string }} Head */

const KEPT = 12;
const GONE = new Set(["other", "cut-off"]);

/** @returns {Head[]} */
export const heads = () => preference.get("heads", /** @type {Head[]} */ ([]));

/** @param {Head} given */
const held = async ({ seq, link }) => (await api("GET /api/log/consistency", { seq, link })).kept;

export async function compare() {
  /** @type {Head[]} */
  const known = [];
  /** @type {(Head & { kept: string }) | null} */
  let gone = null;
  for (const head of heads()) {
    const kept = await held(head);
    if (GONE.has(kept)) gone ??= { ...head, kept };
    if (kept !== "archived") known.push(head);
  }
  const [newest] = (await api("GET /api/log/heads", {})).heads;
  if (newest && !known.some((head) => head.seq === newest.seq && head.link === newest.link)) {
    known.unshift({ seq: newest.seq, link: newest.link, at: newest.at });
  }
  /* The first head seen stays, because it reaches furthest back. A missing one stays too, to be reported again. */
  preference.set("heads", known.length > KEPT ? [...known.slice(0, KEPT - 1), ...known.slice(-1)] : known);
  return gone;
}
