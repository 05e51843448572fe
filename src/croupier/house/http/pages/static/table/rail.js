/* The rail in front of the player: what to do now or what happened, the clock, the coach, the chips. */

import { chip, denominations } from "../chips.js";
import { h, render } from "../dom.js";
import { me, now } from "../net.js";
import { money, shortMoney, signed, t } from "../text/en.js";
import { adviceFor } from "./coach.js";
import { openSheet } from "./head.js";
import { choose, clear, rebet, undo, undoable } from "./laying.js";
import { bets, chipLimits, fixedWagers, isOver, may, net, own, ownLines, SECONDS } from "./reading.js";
import { results } from "./box.js";
import { sound } from "./state.js";

/** @import { BoxView, TableView, Value } from "../../api.d.ts" */
/** @import { Seen } from "./state.js" */

/** @param {Seen} s */
export function rail(s) {
  const mine = own(s.push.view, s.id);
  const lines = isOver(s.push.view.game) ? ownLines(s.push.view, s.id) : [];
  const playing = mine.some((box) => box.has_hand) || lines.length > 0;
  return h(
    "section",
    { class: ["rail", playing && "playing"], key: "rail", "aria-label": t.table.tray },
    h(
      "div",
      { class: "prompt" },
      h("p", { class: ["what", lines.length > 0 && "told"] }, prompt(s, mine)),
      h("div", {
        class: "clock",
        keep: true,
        ref: (made) => {
          s.clock = made;
          drawClock(s);
        },
      }),
    ),
    coaching(s, mine),
    lines.length && !mine.length ? results(lines) : null,
    playing ? null : tray(s),
  );
}

/**
 * @param {Seen} s
 * @param {BoxView[]} mine
 */
function prompt(s, mine) {
  const { view } = s.push;
  const { game } = view;
  const say = t.table.prompt;
  if (game.closed) return say.thanks;
  if (view.paused) return say.still;
  if (game.options.some((option) => option.player === s.id)) return say.choice;
  const last = view.last_round !== null && game.round >= view.last_round && !isOver(game);
  return (last ? `${say.lastRound} ` : "") + stage(s, mine);
}

/**
 * @param {Seen} s
 * @param {BoxView[]} mine
 */
function stage(s, mine) {
  const { view, layout } = s.push;
  const { game } = view;
  const say = t.table.prompt;
  switch (game.phase) {
    case "betting":
      if (me.person === null) return me.demo ? say.guest : say.signIn;
      if (isPoor(s)) return say.noMoney(money(layout.entry), t.wager(layout.stay));
      if (mine.length === 0) return s.push.legal.some((command) => command.do === "place_wager") ? say.ante : say.full;
      return mine.some((box) => fixedWagers(layout).some((wager) => may(s.push, "place_wager", box.box, { wager })))
        ? say.side
        : say.more;
    case "closed":
      return say.closed;
    case "dealt": {
      if (mine.length === 0) return say.watching;
      const waiting = mine.filter((box) => box.choice === "undecided" && !box.out);
      if (waiting.length === 0) return say.decided;
      return waiting.some((box) => may(s.push, "view_hand", box.box)) && !waiting.some((box) => box.viewed)
        ? say.look
        : say.decide(t.wager(layout.stay));
    }
    case "revealed":
      return say.revealed;
    case "void":
    case "settled":
      return ownLines(view, s.id).length ? told(s) : game.phase === "void" ? say.void : say.settledNone;
    default:
      return view.dealing.automatic ? say.waitOpen : say.waitDealer;
  }
}

/** @param {Seen} s */
const told = (s) => s.telling?.outcome(s) ?? t.table.spoken.result(net(ownLines(s.push.view, s.id)));

/** @param {Seen} s */
export function drawClock(s) {
  const { clock, push } = s;
  if (!clock) return;
  const { timer, dealing, game, time_out } = push.view;
  if (timer === null || game.closed || push.view.paused) {
    const waits = dealing.automatic && game.phase === "betting" && !push.view.paused;
    render(clock, [waits ? h("p", { class: "seconds muted" }, t.table.clockWaits) : null, timeOut(time_out, game)]);
    return;
  }
  const left = Math.max(0, (Date.parse(timer.due) - now()) / 1000);
  const known = SECONDS[timer.step];
  const all = (known && dealing[known]) || left || 1;
  const others = timer.step === "fold_undecided" && !push.legal.some((command) => command.do === "fold");
  const urgent = left < 5 && (timer.step === "fold_undecided" || timer.step === "close_bets") && !others;
  const seconds = Math.ceil(left);
  if (urgent && seconds !== s.ticked && s.playing) sound(s, "tick");
  s.ticked = seconds;
  render(clock, [
    h("p", { class: ["seconds", urgent && "urgent"] }, t.table.clock[others ? "others" : timer.step](seconds)),
    h(
      "div",
      { class: ["bar", urgent && "urgent"], "aria-hidden": "true" },
      h("i", { style: { transform: `scaleX(${Math.min(1, left / all).toFixed(3)})` } }),
    ),
    timeOut(time_out, game),
  ]);
}

/**
 * @param {string | null} words
 * @param {TableView} game
 */
const timeOut = (words, game) =>
  words && ["idle", "betting", "dealt"].includes(game.phase) ? h("p", { class: "fine" }, words) : null;

/**
 * What the coach says of each box; before and after that it keeps its place, so that no button moves beneath a finger.
 * @param {Seen} s
 * @param {BoxView[]} mine
 */
function coaching(s, mine) {
  if (!s.prefs.coach || !s.push.layout.coach || s.push.view.game.phase !== "dealt" || !mine.length) return null;
  const said = mine.map((box) => coach(s, box, mine.length > 1)).filter((one) => one !== null);
  const empty = h("div", {}, h("dt", {}, "…"), h("dd", {}, "…"));
  return said.length ? said : h("dl", { class: "coach still", key: "coach", "aria-hidden": "true" }, empty, empty);
}

/**
 * @param {Seen} s
 * @param {BoxView} box
 * @param {boolean} several whether it has to be said which box is meant
 */
function coach(s, box, several) {
  const advice = adviceFor(s, box.box);
  if (!advice?.stay || box.choice !== "undecided") return null;
  const row = (/** @type {string} */ name, /** @type {Value} */ value, /** @type {boolean} */ better) =>
    h(
      "div",
      { class: better ? "better" : "" },
      h("dt", {}, several ? `${t.table.box(box.box)} · ` : "", name, better ? h("em", {}, t.table.coach.better) : null),
      h("dd", { title: t.table.coach.exact(value.antes) }, t.table.coach.value(signed(value.cents))),
    );
  return h(
    "dl",
    { class: "coach", key: `coach${box.box}`, "aria-label": t.table.coach.title },
    row(t.wager(s.push.layout.stay), advice.stay, advice.best === "stay"),
    row(t.table.coach.fold, advice.fold, advice.best === "fold"),
  );
}

/**
 * Whether somebody without a wager has too little play money for the smallest. A guest gets some with the first wager.
 * @param {Seen} s
 */
const isPoor = ({ push, id, pending }) =>
  me.wallet && push.view.practice && me.wallet.practice < push.layout.entry && !bets(push, id).length && !pending.size;

/** @param {Seen} s */
function tray(s) {
  const { push } = s;
  const { game } = push.view;
  if (game.closed) {
    return h("div", { class: "tray", key: "tray" }, h("a", { class: "button primary", href: "/" }, t.table.lobby));
  }
  if (me.person === null && !me.demo) {
    return h(
      "div",
      { class: "tray", key: "tray" },
      h("a", { class: "button primary", href: "/login" }, t.session.signIn),
    );
  }
  const betting = game.phase === "betting" && !push.view.paused;
  const lying = betting ? bets(push, s.id) : [];
  const again = lying.length === 0 ? s.lastBets : [];
  const cost = again.reduce((sum, bet) => sum + bet.amount, 0);
  if (betting && isPoor(s)) {
    return h(
      "div",
      { class: "tray", key: "tray" },
      h("button", { class: "primary", onclick: () => openSheet(s, "position") }, t.wallet.buyIn),
    );
  }
  const off = (/** @type {boolean} */ flag) => (flag ? null : "true");
  return h(
    "div",
    { class: ["tray", !betting && "resting"], key: "tray" },
    h(
      "div",
      { class: "chips", role: "radiogroup", "aria-label": t.table.tray },
      denominations(chipLimits(push.layout)).map((value, place) =>
        h("button", {
          key: value,
          class: "chip-button",
          role: "radio",
          "aria-checked": String(value === s.chip),
          "aria-label": t.table.chip(shortMoney(value)),
          "aria-keyshortcuts": String(place + 1),
          onclick: () => choose(s, value),
        }, chip(value))
      ),
    ),
    h(
      "div",
      { class: "tray-acts" },
      h("button", {
        "aria-disabled": off(undoable(s)),
        "aria-keyshortcuts": "u",
        onclick: (event) => undo(s, event.currentTarget),
      }, t.table.undo),
      h("button", {
        "aria-disabled": off(betting && lying.length + s.pending.size > 0),
        "aria-keyshortcuts": "c",
        onclick: (event) => clear(s, event.currentTarget),
      }, t.table.clear),
      h("button", {
        class: "rebet",
        "aria-disabled": off(betting && (lying.length > 0 || again.length > 0)),
        "aria-keyshortcuts": "r",
        onclick: (event) => rebet(s, event.currentTarget),
      }, lying.length ? t.table.double : cost ? t.table.rebetFor(shortMoney(cost)) : t.table.rebet),
    ),
  );
}
