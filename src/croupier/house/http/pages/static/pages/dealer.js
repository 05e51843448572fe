/* The dealer's console: one large next action, the boxes, and what this stage requires.

   The page holds no rules. What may be done comes with each push (legal) and from the floor (/api/floor/tables/T): the
   order of the cards, what may be recorded, what may be reported. */

import { h, render, style } from "../dom.js";
import { follow, me, on, watch } from "../net.js";
import { money, shortMoney, timeOf } from "../text/en.js";
import { d } from "../text/en_dealer.js";
import {
  aim,
  choose,
  clearCards,
  confirmActs,
  enter,
  focus,
  giveHouse,
  goOn,
  place,
  record,
  recordDraw,
  repeatWagers,
  turn,
  undoCard,
  withdraw,
} from "../dealer/acting.js";
import { Boxes } from "../dealer/boxes.js";
import { openCorrect } from "../dealer/correcting.js";
import { CardEntry, DealTools } from "../dealer/cards.js";
import { Deciding, LiveDraw, Rulings } from "../dealer/deciding.js";
import { isKeying, isReady, mustSignOn, newDesk } from "../dealer/desk.js";
import { hear, hearCalls, refresh } from "../dealer/hearing.js";
import { pressed, tapped } from "../dealer/keys.js";
import { NextAction } from "../dealer/next.js";
import { Payouts, Ruled } from "../dealer/payouts.js";
import { openReports } from "../dealer/reports.js";
import { openBuyIn, openCalls, openKeys, openLastRound, openPause } from "../dealer/sheets.js";
import { WagerPad } from "../dealer/wagers.js";

/** @import { Desk, DeskState } from "../dealer/desk.js" */
/** @import { Open } from "../main.js" */

const PATIENCE_MS = 1500;

/** @type {Open} */
export async function open(outlet, [table]) {
  await style("dealer.css");
  const { person } = me;
  if (!person?.sections.includes("console")) {
    render(outlet, state(d.notStaff, d.notStaffText));
    return { title: d.title(table) };
  }
  const desk = newDesk(outlet, table, person, draw, refresh);
  const press = (/** @type {KeyboardEvent} */ event) => pressed(desk, event);
  desk.draw();
  addEventListener("keydown", press);
  outlet.addEventListener("click", tapped, { capture: true });
  const ends = [
    () => removeEventListener("keydown", press),
    () => outlet.removeEventListener("click", tapped, { capture: true }),
    watch(table, (push) => hear(desk, push)),
    follow(`table:${table}`, (events) => hearCalls(desk, events)),
    on("link", (link) => {
      desk.held = null; // nobody knows what became of the last act: keys begin anew
      if (link === "open") refresh(desk);
    }),
  ];
  setTimeout(() => desk.push === null && refresh(desk, true), PATIENCE_MS);
  return { title: d.title(table), bare: true, close: () => ends.forEach((end) => end()) };
}

/** @param {Desk} desk */
function stage(desk) {
  if (mustSignOn(desk) || desk.push.view.paused) return null;
  const keying = isKeying(desk)
    ? CardEntry({
      desk,
      enter: (code) => enter(desk, code),
      undo: () => undoCard(desk),
      clear: () => clearCards(desk),
      leave: () => turn(desk, null),
    })
    : null;
  switch (desk.push.view.game.phase) {
    case "betting":
      return WagerPad({
        desk,
        place: (anchor, kind, credits) => place(desk, anchor, kind, credits),
        withdraw: (command, anchor) => withdraw(desk, command, anchor),
        repeat: (anchor) => repeatWagers(desk, anchor),
      });
    case "settled":
    case "void":
      return Payouts({ desk, confirm: (acts, anchor) => confirmActs(desk, acts, anchor) });
    case "closed":
      return [keying, desk.console.live ? DealTools({ desk }) : null];
    case "dealt":
    case "revealed":
      return [keying, Deciding({ desk, give: (command, anchor) => record(desk, command, anchor) })];
    default:
      return null;
  }
}

/** @param {Desk} desk */
function head(desk) {
  const { view, layout } = desk.push;
  const { game } = view;
  const { dealer, relief } = desk.console;
  return h(
    "header",
    { class: "desk-head" },
    h("div", { class: "desk-name" }, h("h1", {}, desk.table), h("span", { class: "muted" }, layout.game)),
    h(
      "p",
      { class: ["stage-now", `stage-${game.phase}`], role: "status" },
      h("b", {}, d.phase[game.phase]),
      " ",
      h("span", {}, d.round(game.round)),
    ),
    h(
      "p",
      { class: "desk-facts muted" },
      h("span", {}, d.limits(shortMoney(game.limits[0]), shortMoney(game.limits[1]))),
      game.jackpot === null ? null : h(
        "span",
        { class: game.jackpot_available ? "gold" : "error" },
        game.jackpot_available ? d.jackpot(money(game.jackpot)) : d.jackpotOff,
      ),
      view.last_round === null ? null : h("span", { class: "gold" }, d.lastRound(view.last_round)),
      view.dealing.automatic ? h("span", { class: "gold" }, d.automatic) : null,
      h(
        "span",
        {},
        dealer === null ? d.nobody : d.dealtBy(dealer === desk.me.id ? `${desk.me.name} (${d.you})` : dealer),
      ),
      relief === null
        ? null
        : h("span", { class: "relief" }, d.relief(timeOf(relief.at), relief.comes, relief.goes_to)),
    ),
    h(
      "nav",
      { class: "row" },
      desk.me.sections.includes("pit") ? h("a", { class: "button quiet", href: "/pit" }, d.toPit) : null,
      h("a", { class: "button quiet", href: "/" }, d.toLobby),
      dealer === desk.me.id
        ? h("button", { onclick: giveHouse(desk, { do: "sign_off" }) }, d.signOff)
        : !mustSignOn(desk)
        ? h("button", { class: "quiet", onclick: giveHouse(desk, { do: "sign_on" }) }, d.signOn)
        : null,
    ),
  );
}

/** @param {Desk} desk */
function tools(desk) {
  const { view } = desk.push;
  if (mustSignOn(desk)) return null;
  return h(
    "section",
    { class: "tools", "aria-label": d.tools, key: "tools" },
    h(
      "button",
      { class: "wrong", onclick: () => openReports(desk) },
      d.wrong,
      h("kbd", { "aria-hidden": "true" }, "I"),
    ),
    view.paused ? null : h("button", { onclick: () => openCalls(desk) }, d.calls.button),
    view.paused ? null : h("button", { onclick: () => openPause(desk) }, d.pause),
    desk.me.may.includes("announce_last_round") && view.last_round === null
      ? h("button", { onclick: () => openLastRound(desk) }, d.lastRoundButton)
      : null,
    desk.console.practice ? null : h("button", { onclick: () => openBuyIn(desk) }, d.buyIn),
    desk.console.corrects ? h("button", { onclick: () => openCorrect(desk) }, d.correct) : null,
    h("button", { class: "quiet", onclick: openKeys }, d.keys, h("kbd", { "aria-hidden": "true" }, "?")),
  );
}

/** @param {DeskState} desk */
function draw(desk) {
  if (desk.failed) return render(desk.outlet, state(d.noTable, d.noTableText));
  if (!isReady(desk)) {
    return render(desk.outlet, h("div", { class: "state" }, h("span", { class: "spinner" }), h("p", {}, d.loading)));
  }
  const call = desk.calls.length && desk.calledAt === desk.push.view.game.phase ? desk.calls.at(-1) : null;
  render(desk.outlet, [
    head(desk),
    h(
      "div",
      { class: "desk" },
      h(
        "div",
        { class: "desk-main" },
        Boxes({ desk, choose: (number) => choose(desk, number), aim: (place) => aim(desk, place) }),
        mustSignOn(desk) ? null : Rulings({ desk, give: (command, anchor) => record(desk, command, anchor) }),
        stage(desk),
        Ruled({ rulings: desk.console.rulings }),
        desk.console.draws && desk.console.live && !mustSignOn(desk)
          ? LiveDraw({ desk, record: (anchor) => recordDraw(desk, anchor) })
          : null,
      ),
      h(
        "aside",
        { class: "desk-side" },
        h(
          "div",
          { class: "call", key: "call" },
          h("span", { class: "muted" }, d.call),
          h("p", { class: call ? "" : "muted" }, call ? `“${call}”` : d.noCall),
        ),
        NextAction({ desk, act: () => goOn(desk) }),
        tools(desk),
      ),
    ),
  ]);
  if (desk.awaited !== null && document.getElementById(desk.awaited)) focus(desk, desk.awaited);
}

/**
 * @param {string} title
 * @param {string} text
 */
function state(title, text) {
  return h(
    "div",
    { class: "state" },
    h("h1", {}, title),
    h("p", {}, text),
    h("a", { class: "button primary", href: "/" }, d.toLobby),
  );
}
