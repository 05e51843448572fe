/* The rail in front of the player: what to do now, the clock, chips, decisions, and their outcome. */

import { card, hand } from "../cards.js";
import { chip, denominations } from "../chips.js";
import { h, render } from "../dom.js";
import { me, now } from "../net.js";
import { money, shortMoney, signed, t } from "../text/en.js";
import { decide } from "./acting.js";
import { adviceFor, why } from "./coach.js";
import { openSheet } from "./head.js";
import { choose, clear, rebet, undo, undoable } from "./laying.js";
import { bets, chipLimits, fixedWagers, isOver, may, net, own, ownLines, SECONDS } from "./reading.js";
import { sound } from "./sound.js";

/** @import { BoxView, Line, TableCommand, TableView, Value } from "../../api.d.ts" */
/** @import { Seen } from "./state.js" */

/** @param {Seen} s */
export function rail(s) {
  const { game } = s.push.view;
  const mine = own(s.push.view, s.id);
  const lines = ownLines(s.push.view, s.id);
  const over = isOver(game);
  const playing = mine.some((box) => box.has_hand);
  return h(
    "section",
    { class: "rail", key: "rail", "aria-label": t.table.tray },
    h(
      "div",
      { class: "prompt" },
      h("p", { class: "what" }, prompt(s, mine)),
      h("div", {
        class: "clock",
        keep: true,
        ref: (made) => {
          s.clock = made;
          drawClock(s);
        },
      }),
    ),
    playing
      ? h(
        "div",
        { class: "hands", key: "hands" },
        mine.filter((box) => box.has_hand).map((box) => ownHand(s, box, lines)),
      )
      : null,
    over && lines.length && !playing ? h("div", { class: "hands", key: "lines" }, results(lines)) : null,
    playing || (over && lines.length) ? null : tray(s),
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
      return say.void;
    case "settled":
      return mine.length ? t.table.spoken.result(net(ownLines(view, s.id))) : say.settledNone;
    default:
      return view.dealing.automatic ? say.waitOpen : say.waitDealer;
  }
}

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
  const urgent = left < 5 && (timer.step === "fold_undecided" || timer.step === "close_bets");
  const seconds = Math.ceil(left);
  if (urgent && seconds !== s.ticked && s.playing) sound(s, "tick");
  s.ticked = seconds;
  render(clock, [
    h("p", { class: ["seconds", urgent && "urgent"] }, t.table.clock[timer.step](seconds)),
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
 * @param {Seen} s
 * @param {BoxView} box
 * @param {Line[]} lines
 */
function ownHand(s, box, lines) {
  const { push } = s;
  const over = isOver(push.view.game);
  const several = own(push.view, s.id).length > 1;
  const look = box.viewed ? undefined : may(push, "view_hand", box.box);
  const title = box.hand?.name ? t.table.hand(box.hand.name) : t.table.blind;
  return h(
    "article",
    { class: ["own-hand", box.choice === "folded" && "folded"], key: box.box, "aria-label": t.table.box(box.box) },
    h(
      "div",
      { class: "own-cards" },
      look
        ? h("button", {
          class: "hand cards-button",
          onclick: (event) => decide(s, { do: "view_hand", box: box.box }, event.currentTarget),
          "aria-label": t.table.look,
        }, hand(push.layout.hand_size))
        : h("div", { class: "hand" }, hand(box.hand ? box.hand.cards : push.layout.hand_size)),
      h(
        "p",
        { class: "hand-name" },
        several ? h("span", { class: "muted" }, `${t.table.box(box.box)} · `) : null,
        title,
      ),
      push.view.game.up_card && !over
        ? h("p", { class: "facing" }, t.table.upCard, card(push.view.game.up_card, { plain: true }))
        : null,
    ),
    over
      ? results(
        lines.filter((line) => line.box === box.box),
      )
      : decisions(s, box, look !== undefined),
  );
}

/**
 * @param {Seen} s
 * @param {BoxView} box
 * @param {boolean} look whether it may be looked at
 */
function decisions(s, box, look) {
  const { push } = s;
  const wager = push.layout.stay;
  const stay = may(push, "place_wager", box.box, { wager });
  const fold = may(push, "fold", box.box);
  const claim = may(push, "claim_jackpot", box.box);
  const decline = may(push, "decline_reveal", box.box);
  const give = (/** @type {TableCommand} */ command) => (/** @type {{ currentTarget: Element }} */ event) =>
    decide(s, command, event.currentTarget);
  const options = /** @type {const} */ (["continue", "withdraw"]).filter((option) =>
    may(push, "choose", box.box, { option })
  );
  return h(
    "div",
    { class: "decide" },
    options.length ? h("p", { class: "fine" }, t.table.optionText) : null,
    options.map((option) =>
      h("button", {
        key: option,
        class: option === "continue" ? "primary" : "",
        onclick: give({ do: "choose", option, box: box.box, player: s.id }),
      }, t.table[option])
    ),
    look
      ? h("button", {
        key: "look",
        class: "primary large",
        "aria-keyshortcuts": "l",
        onclick: give({ do: "view_hand", box: box.box }),
      }, t.table.look)
      : null,
    stay
      ? h("button", {
        key: "stay",
        class: [look ? "" : "primary", "large"],
        "aria-keyshortcuts": "b",
        onclick: give({ do: "place_wager", box: box.box, wager }),
      }, t.table.stay(t.wager(wager), money(push.costs[box.box])))
      : null,
    fold
      ? h("button", {
        key: "fold",
        class: "large fold",
        "aria-keyshortcuts": "f",
        onclick: give({ do: "fold", box: box.box }),
      }, t.table.fold)
      : null,
    claim
      ? h(
        "button",
        { key: "claim", class: "gold", onclick: give({ do: "claim_jackpot", box: box.box }) },
        t.table.claim,
      )
      : null,
    decline
      ? h(
        "button",
        { key: "decline", class: "quiet", onclick: give({ do: "decline_reveal", box: box.box }) },
        t.table.declineReveal,
      )
      : null,
    !stay && !fold && !options.length
      ? h(
        "p",
        { class: "chosen" },
        box.choice === "folded"
          ? t.table.folded
          : box.out
          ? t.table.out
          : box.choice === "stayed"
          ? t.table.stay(t.wager(wager), money(box.wagers.find((one) => one.player === s.id)?.stay ?? 0))
          : null,
      )
      : null,
    coach(s, box, wager),
  );
}

/**
 * @param {Seen} s
 * @param {BoxView} box
 * @param {string} wager
 */
function coach(s, box, wager) {
  const advice = adviceFor(s, box.box);
  if (!s.prefs.coach || !s.push.layout.coach || !advice?.stay || box.choice !== "undecided") return null;
  const row = (/** @type {string} */ name, /** @type {Value} */ value, /** @type {boolean} */ better) =>
    h(
      "div",
      { class: better ? "better" : "" },
      h("dt", {}, name, better ? h("em", {}, t.table.coach.better) : null),
      h("dd", { title: t.table.coach.exact(value.antes) }, t.table.coach.value(signed(value.cents))),
    );
  return h(
    "dl",
    { class: "coach", key: "coach", "aria-label": t.table.coach.title },
    row(t.wager(wager), advice.stay, advice.best === "stay"),
    row(t.table.coach.fold, advice.fold, advice.best === "fold"),
  );
}

/** @param {Line[]} lines */
export function results(lines) {
  return h(
    "div",
    { class: "results", key: "results" },
    h(
      "ul",
      {},
      lines.map((line, place) => {
        const clauses = line.clauses.join(", ");
        const amount = line.result === "pending" ? "…" : signed(line.won + line.returned - line.staked);
        return h(
          "li",
          { key: `${line.wager}${line.box}${place}` },
          h(
            "button",
            {
              class: "line",
              onclick: (event) => why(line, event.currentTarget),
              "aria-label": `${t.wager(line.wager)}: ${t.table.result[line.result]} ${amount}. ${
                t.table.clauseOf(clauses)
              }`,
            },
            h("span", {}, t.wager(line.wager)),
            h(
              "span",
              { class: "muted" },
              line.staked ? `${shortMoney(line.staked)} ` : "",
              t.table.result[line.result],
            ),
            h("b", { class: amount.startsWith("+") ? "up" : amount.startsWith("−") ? "down" : "" }, amount),
            h("small", { class: "clause" }, line.clauses[0] ?? ""),
          ),
        );
      }),
    ),
    lines.length > 1 ? h("p", { class: "sum" }, h("span", {}, t.table.total), h("b", {}, signed(net(lines)))) : null,
  );
}

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
  const poor = me.person !== null && me.wallet && push.view.practice &&
    me.wallet.practice < push.layout.entry && !lying.length;
  if (betting && poor) {
    return h(
      "div",
      { class: "tray", key: "tray" },
      h("p", {}, t.table.prompt.noMoney(money(push.layout.entry), t.wager(push.layout.stay))),
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
