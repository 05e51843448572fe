/* Sending commands at a table: one after the other, each answered where the finger was.

   An act belongs to the round that the player saw and to the moment of the tap. Its first command is due within
   LIFE_MS of the tap, however long other acts take; each further one within LIFE_MS of the answer before it. */

import { h, popover } from "../dom.js";
import { give, LIFE_MS, me, now, playAsGuest, Trouble } from "../net.js";
import { t } from "../text/en.js";

/** @import { TableCommand } from "../../api.d.ts" */
/** @import { Seen, TableState } from "./state.js" */

/**
 * A control as it is drawn now: a spot is drawn anew when its box comes to the front or goes back.
 * @param {TableState} s
 * @param {Element | null} control
 */
export function drawnNow(s, control) {
  if (control === null || control.isConnected) return control;
  const { spot } = /** @type {HTMLElement} */ (control).dataset;
  return spot === undefined ? null : s.outlet.querySelector(`[data-spot="${CSS.escape(spot)}"]`);
}

/**
 * @param {TableState} s
 * @param {unknown} trouble
 * @param {Element | null} anchor
 */
export function refused(s, trouble, anchor) {
  if (!(trouble instanceof Trouble)) throw trouble;
  const where = drawnNow(s, anchor) ?? s.outlet.querySelector(".prompt") ?? s.outlet;
  const close = popover(where, [
    h("strong", {}, t.trouble.toPerson(t.trouble.words(trouble), s.id)),
    trouble.clause ? h("small", {}, t.trouble.clause(trouble.clause)) : null,
    trouble.code === "insufficient-funds" && s.push?.view.practice
      ? h("button", {
        onclick: async () => {
          close();
          const { position } = await import("./sheets.js");
          position(/** @type {Seen} */ (s));
        },
      }, t.wallet.buyIn)
      : null,
  ], { kind: "refusal", seconds: 7 });
}

/**
 * One act after the other, each on the table as the previous one left it.
 * @param {TableState} s
 * @param {Element} anchor
 * @param {() => Promise<unknown>} work
 */
export async function attempt(s, anchor, work) {
  const act = { round: s.push?.view.game.round, until: now() + LIFE_MS };
  const mine = s.turn.then(() => {
    s.act = act;
    return work();
  });
  s.turn = mine.catch(() => {});
  try {
    await mine;
  } catch (trouble) {
    refused(s, trouble, anchor);
  }
}

/**
 * In a demonstration a visitor plays at once: a guest with play money. Where the house makes nobody a guest in time for
 * the tap, or the table was left meanwhile, the tap is void.
 * @param {TableState} s
 * @param {number} [until] the last moment of the tap
 * @returns {Promise<string | null>} who plays
 */
export async function present(s, until = now() + LIFE_MS) {
  if (me.person === null && !me.demo) {
    s.shell.go("/login");
    return null;
  }
  if (me.person === null) {
    s.joining ??= playAsGuest().finally(() => {
      s.joining = null;
    });
    await Promise.race([s.joining, tooLate(until)]);
    if (!s.outlet.isConnected) return null;
  }
  s.id = me.person?.id ?? null;
  return s.id;
}

/** @param {number} until @returns {Promise<never>} */
const tooLate = (until) =>
  new Promise((_, failed) => {
    setTimeout(() => failed(new Trouble({ kind: "unsent", message: "" })), until - now());
  });

/**
 * Sends a command; returns the version of the table that includes it.
 * @param {TableState} s
 * @param {TableCommand} command
 */
export async function carry(s, command) {
  const done = await give(s.table, command, { ...s.act });
  s.act.until = now() + LIFE_MS;
  s.reached = Math.max(s.reached, done.version);
  return done;
}

/**
 * Until the table is shown with everything that was carried out.
 * @param {Seen} s
 * @returns {Promise<void>}
 */
export function caughtUp(s) {
  if (s.push.view.version >= s.reached) return Promise.resolve();
  return new Promise((done) => {
    s.waiting.push(done);
    setTimeout(done, 2000);
  });
}

/**
 * What the shown table includes is no longer pending.
 * @param {Seen} s
 */
export function arrived(s) {
  const { version } = s.push.view;
  if (version >= s.reached) {
    for (const done of s.waiting) done();
    s.waiting = [];
  }
  for (const one of s.pending) if (one.version <= version) s.pending.delete(one);
}

/**
 * A decision; a second tap while the first is pending is the same tap. One for another box is not, and waits its turn.
 * @param {TableState} s
 * @param {TableCommand} command
 * @param {Element} anchor
 */
export async function decide(s, command, anchor) {
  const tap = JSON.stringify(command);
  if (s.deciding.has(tap)) return;
  s.deciding.add(tap);
  await attempt(s, anchor, () => carry(s, command).finally(() => s.deciding.delete(tap)));
}
