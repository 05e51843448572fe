/* What the house sends: the table as it stands, what has changed, calls and notices. */

import { preference, say } from "../dom.js";
import { give, me } from "../net.js";
import { learn, t } from "../text/en.js";
import { arrived } from "./acting.js";
import { advise } from "./coach.js";
import { parts } from "./parts.js";
import { ANTE, bets, chipLimits, isOver, may, net, own, ownLines } from "./reading.js";
import { isSeen, moves, sound } from "./state.js";
import { witness } from "./witness.js";

/** @import { LayoutView, TablePush, TableView, Told } from "../../api.d.ts" */
/** @import { Seen, TableState } from "./state.js" */

const USUAL_CHIP = 2500;
const NARROW = 900;
const CALL_MS = 6000;

/**
 * @param {TableState} state
 * @param {TablePush} push
 */
export function hear(state, push) {
  const before = state.push;
  if (isSeen(state)) state.motion?.clearAway(state, push);
  const s = /** @type {Seen} */ (Object.assign(state, { push, trouble: null, id: me.person?.id ?? null }));
  learn({ wagers: push.layout.labels });
  witness(s.table, push, s.id); /* before the own part is given */
  addToShuffle(s);
  s.chip ??= chipFor(push.layout);
  arrived(s);
  if (push.view.game.phase !== "betting") s.placed = [];
  noteBets(s);
  noteResult(s, before !== null);
  if (before !== null) sayChanges(s, before.view.game);
  s.draw();
  if (before !== null) s.motion?.play(s, before);
  fetch(s, before !== null);
  advise(s);
  peek(s);
}

/**
 * What a first look at a table can do without.
 * @param {Seen} s
 * @param {boolean} again whether something has happened since
 */
async function fetch(s, again) {
  if (s.motion === null && again && moves()) s.motion = await import("./motion.js");
  if (s.telling === null && !["idle", "betting"].includes(s.push.view.game.phase)) {
    s.telling = await import("./outcome.js");
    s.draw();
  }
}

/** @param {Seen} s */
function addToShuffle(s) {
  if (s.id === null) return;
  if (s.parts?.player !== s.id) s.parts = { player: s.id, ...parts(s.table, s.id) };
  s.parts.look(s.push, own(s.push.view, s.id).length > 0);
}

/** @param {LayoutView} layout */
function chipFor(layout) {
  const kept = preference.get("chip", 0);
  const [least, most] = chipLimits(layout);
  return kept >= least && kept <= most ? kept : Math.max(layout.limits[ANTE][0], Math.min(USUAL_CHIP, most));
}

/** @param {Seen} s */
function noteBets(s) {
  const lying = bets(s.push, s.id);
  if (lying.length) s.seats = [...new Set(lying.map((bet) => bet.box))];
  if (s.push.view.game.phase !== "betting" && lying.length) s.lastBets = s.memory.keepBets(lying);
}

/**
 * Counts the round once it is over; announced if the page has seen it end.
 * @param {Seen} s
 * @param {boolean} aloud
 */
function noteResult(s, aloud) {
  const { game } = s.push.view;
  const lines = ownLines(s.push.view, s.id);
  if (!isOver(game) || !lines.length) return;
  const sum = net(lines);
  if (!s.memory.count(game.round, sum) || !aloud) return;
  const seen = { ...s }; /* by then the next round may be open */
  import("./outcome.js").then(({ outcome }) => say(outcome(seen)));
  if (s.prefs.sound) import("./joy.js").then(({ cheer }) => cheer(s, lines));
}

/**
 * @param {Seen} s
 * @param {TableView} old
 */
function sayChanges(s, old) {
  const { game } = s.push.view;
  if (old.phase === "betting" && game.phase !== "betting") s.advice.clear();
  if (game.phase === "dealt" && old.phase !== "dealt") {
    sound(s, "card");
    if (innerWidth < NARROW) scrollTo({ top: 0, behavior: "smooth" });
  }
  for (const box of own(s.push.view, s.id)) {
    const was = old.boxes.find((one) => one.box === box.box);
    if (box.hand?.name && !was?.hand && game.round === old.round) say(t.table.spoken.hand(box.hand.name));
  }
  if (game.dealer?.name && !old.dealer) say(t.table.spoken.dealer(game.dealer.name));
}

/**
 * Turns over the player's hand automatically, if they want that and have only one.
 * @param {Seen} s
 */
function peek(s) {
  const mine = own(s.push.view, s.id);
  const { round, phase } = s.push.view.game;
  if (!s.prefs.peek || phase !== "dealt" || mine.length !== 1 || s.peeked === round) return;
  const [{ box }] = mine;
  if (may(s.push, "view_hand", box)) {
    s.peeked = round;
    give(s.table, { do: "view_hand", box }, { round }).catch(() => {});
  }
}

/**
 * What is called stands beside the dealer for a while, and goes.
 * @param {TableState} s
 * @param {string} text
 */
function call(s, text) {
  s.call = text;
  say(text);
  clearTimeout(s.calling);
  s.calling = setTimeout(() => {
    s.call = null;
    s.draw();
  }, CALL_MS);
}

/**
 * @param {TableState} s
 * @param {Told[]} events
 */
export function said(s, events) {
  for (const event of events) {
    if (event.event === "call_made" || event.event === "notice_shown") {
      call(s, event.text);
    }
  }
  if (s.push) s.draw();
}
