/* The dealer's console: one large next action, the boxes, and what this stage asks for.

   The page holds no rules. What may be done comes with each push (legal) and from the floor
   (/api/floor/tables/T): the order of the cards, what may be written down, what may be reported. */

import { h, popover, render, say, style } from "../dom.js";
import { api, follow, give, me, newKey, on, watch } from "../net.js";
import { cardName } from "../cards.js";
import { learn, money, shortMoney, t } from "../text/en.js";
import { d } from "../text/en_dealer.js";
import { Boxes } from "../dealer/boxes.js";
import { Deciding, LiveDraw, openBoxes, Rulings, words } from "../dealer/deciding.js";
import { CardEntry, newEntry } from "../dealer/entry.js";
import { mustSignOn, NextAction, nextAction } from "../dealer/next.js";
import { Payouts } from "../dealer/payouts.js";
import { openReports } from "../dealer/reports.js";
import { openBuyIn, openCorrect, openKeys, openLastRound, openPause, openSupervisor } from "../dealer/sheets.js";
import { cents, WagerPad } from "../dealer/wagers.js";

const STAFF = ["dealer", "pit_supervisor", "pit_manager", "shift_manager"];
const TYPED_INTO = "input:not([type=checkbox]), textarea, select";
const PRESSED = "button, a, summary, input";
const ENVELOPE = ["by", "at", "table"];
const AFTER = {
  bets_opened: "betting",
  bets_closed: "closed",
  cards_dealt: "dealt",
  dealer_revealed: "revealed",
  round_settled: "settled",
  round_voided: "void",
};
const CHOOSING = ["betting", "dealt", "revealed"];
const PICKED = { magic_card: null, lucky_box: null, lucky_dealer: null };

export async function open(outlet, [table], shell) {
  await style("dealer.css");
  const role = STAFF.findLast((one) => me.person?.roles.includes(one));
  const pad = { player: "", wager: "ante", amount: "" };
  const desk = {
    table,
    me: me.person,
    role,
    push: null,
    console: null,
    entry: newEntry(),
    chosen: null,
    busy: false,
    sheets: new Set(),
    calls: [],
    calledAt: null,
    deciding: false,
    ticked: new Set(),
    tickedRound: null,
    known: new Set(),
    placed: [],
    picked: { ...PICKED },
    dealing: () =>
      desk.console.live && desk.console.order.length > 0 && desk.push.legal.some((one) => one.do === "deal") &&
      !mustSignOn(desk),
    players: () => [...new Set([...desk.push.view.game.boxes.map((box) => box.seated), ...desk.known])],
    tryTable: (command) => attempt(() => give(table, command)),
    tryHouse: (command) =>
      attempt(() => api("POST", `/api/tables/${encodeURIComponent(table)}/commands`, { key: newKey(), command })),
    tryOffice: (command) => attempt(() => api("POST", "/api/commands", { key: newKey(), command })),
    undoCard: () => {
      desk.entry.undo();
      draw();
    },
    clearCards: () => {
      desk.entry.clear();
      draw();
    },
  };
  const ruling = { reason: "" };
  let failed = null;
  let asking = false;
  let askAgain = false;

  if (role === undefined) {
    render(outlet, state(d.notStaff, d.notStaffText));
    return { title: d.title(table) };
  }

  /* Giving commands: a refusal is shown where the finger was. */

  async function attempt(send) {
    desk.busy = true;
    draw();
    try {
      desk.proposal = (await send())?.proposal ?? null;
      return null;
    } catch (trouble) {
      return {
        message: trouble.message || t.trouble[trouble.kind] || t.trouble.unavailable,
        clause: trouble.clause ?? null,
      };
    } finally {
      desk.busy = false;
      refresh();
      draw();
    }
  }

  function refused(anchor, trouble) {
    if (trouble === null) return true;
    const at = anchor?.isConnected ? anchor : (outlet.querySelector(".next") ?? outlet);
    popover(at, [
      h("strong", {}, trouble.message),
      trouble.clause ? h("small", {}, t.trouble.clause(trouble.clause)) : null,
    ], { kind: "refusal" });
    return false;
  }

  async function goOn() {
    if (desk.busy || desk.push === null || desk.console === null) return;
    const next = nextAction(desk);
    if (next.wait || !next.ready) {
      say(next.wait ?? next.note);
      return;
    }
    const { table: own, house } = next.run();
    const trouble = await (house ? desk.tryHouse(house) : desk.tryTable(own));
    refused(outlet.querySelector(".next"), trouble);
  }

  const clean = (command) =>
    Object.fromEntries(Object.entries(command).filter(([name, value]) => value !== null && !ENVELOPE.includes(name)));
  async function record(command, anchor) {
    const done = refused(anchor, await desk.tryTable(clean(command)));
    if (done && command.box) say(d.decide.done(command.box, words(desk, command)));
    return done;
  }

  /* Wagers */

  async function place(anchor, kind) {
    const wager = kind ?? pad.wager;
    const seated = desk.push.view.game.boxes.find((box) => box.box === desk.chosen)?.seated;
    const player = pad.player.trim() || seated;
    if (!player) return focus("pad-player", d.wagers.needName);
    const command = { do: "place_wager", box: desk.chosen, wager, player };
    if (kind === undefined) {
      command.amount = cents(pad.amount);
      if (!command.amount) return focus("pad-amount", d.wagers.needAmount);
    }
    if (!refused(anchor, await desk.tryTable(command))) return null;
    desk.known.add(player);
    desk.placed.push(command);
    say(d.wagers.recorded(t.wager(wager), command.amount ? money(command.amount) : "", command.box));
    if (desk.chosen === command.box) { // or else the dealer is at another box already
      pad.amount = "";
      document.activeElement?.blur();
    }
    return draw();
  }

  /* A field that is not there yet has the focus as soon as the floor has answered. */
  let awaited = null;
  function focus(id, note) {
    const input = document.getElementById(id);
    awaited = input === null ? id : null;
    input?.focus();
    if (document.activeElement === input && note) say(note);
  }

  async function withdraw(command, anchor) {
    if (refused(anchor, await desk.tryTable(clean(command)))) {
      desk.placed = desk.placed.filter((one) => one.box !== command.box || one.wager !== command.wager);
      say(d.undone);
    }
  }

  async function undoWager() {
    const last = desk.placed.pop();
    if (last) await withdraw({ do: "withdraw_wager", box: last.box, wager: last.wager, player: last.player }, null);
  }

  function choose(number) {
    if (!CHOOSING.includes(desk.push.view.game.phase)) return;
    desk.chosen = number;
    awaited = null;
    const box = desk.push.view.game.boxes.find((one) => one.box === number);
    pad.player = box?.seated ?? "";
    pad.amount = "";
    draw();
    if (desk.push.view.game.phase === "betting") focus(box ? "pad-amount" : "pad-player");
  }

  /* Cards */

  function enter(code) {
    const to = desk.entry.add(code);
    if (to !== null) say(d.entry.entered(cardName(code), to));
    draw();
  }
  function aim(place) {
    desk.entry.aim(place);
    draw();
  }
  const asItLies = async (event) =>
    refused(event.currentTarget, await desk.tryTable({ do: "deal", hands: desk.entry.hands() }));

  async function recordDraw(anchor) {
    const command = Object.fromEntries(Object.entries(desk.picked).filter(([, value]) => value !== null));
    if (refused(anchor, await desk.tryTable({ do: "draw", ...command }))) desk.picked = { ...PICKED };
    draw();
  }

  const tick = (at) => {
    if (!desk.ticked.delete(at)) desk.ticked.add(at);
    draw();
  };

  /* What is drawn */

  function stage() {
    const { game } = desk.push.view;
    if (mustSignOn(desk) || desk.push.view.paused) return null;
    if (desk.dealing()) return h(CardEntry, { desk, enter, asItLies });
    if (game.phase === "betting") return h(WagerPad, { desk, pad, place, withdraw, draw });
    if (game.phase === "settled" || game.phase === "void") return h(Payouts, { desk, tick });
    if (game.phase === "dealt" || game.phase === "revealed") return h(Deciding, { desk, give: record });
    return null;
  }

  function head() {
    const { view, layout } = desk.push;
    const { game } = view;
    const dealer = desk.console.dealer;
    return h(
      "header",
      { class: "desk-head" },
      h("div", { class: "desk-name" }, h("h1", {}, table), h("span", { class: "muted" }, layout.game)),
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
      ),
      h(
        "nav",
        { class: "row" },
        role === "dealer" ? null : h("a", { class: "button quiet", href: "/pit" }, d.toPit),
        h("a", { class: "button quiet", href: "/" }, d.toLobby),
        dealer === desk.me.id
          ? h("button", { onclick: house({ do: "sign_off" }) }, d.signOff)
          : role !== "dealer"
          ? h("button", { class: "quiet", onclick: house({ do: "sign_on" }) }, d.signOn)
          : null,
      ),
    );
  }

  const house = (command) => async (event) => refused(event.currentTarget, await desk.tryHouse(command));
  const report = () => openReports(desk, desk.tryTable);

  function tools() {
    const { view } = desk.push;
    if (mustSignOn(desk)) return null;
    return h(
      "section",
      { class: "tools", "aria-label": d.tools, key: "tools" },
      h("button", { class: "wrong", onclick: report }, d.wrong, h("kbd", { "aria-hidden": "true" }, "I")),
      view.paused ? null : h("button", { onclick: () => openSupervisor(desk) }, d.supervisor),
      view.paused ? null : h("button", { onclick: () => openPause(desk) }, d.pause),
      role !== "dealer" && view.last_round === null
        ? h("button", { onclick: () => openLastRound(desk) }, d.lastRoundButton)
        : null,
      desk.console.practice ? null : h("button", { onclick: () => openBuyIn(desk) }, d.buyIn),
      desk.console.corrects ? h("button", { onclick: () => openCorrect(desk) }, d.correct) : null,
      h("button", { class: "quiet", onclick: openKeys }, d.keys, h("kbd", { "aria-hidden": "true" }, "?")),
    );
  }

  function draw() {
    if (failed) return render(outlet, state(d.noTable, d.noTableText));
    if (desk.push === null || desk.console === null) {
      return render(outlet, h("div", { class: "state" }, h("span", { class: "spinner" }), h("p", {}, d.loading)));
    }
    const call = desk.calls.length && desk.calledAt === desk.push.view.game.phase ? desk.calls.at(-1) : null;
    render(outlet, [
      head(),
      h(
        "div",
        { class: "desk" },
        h(
          "div",
          { class: "desk-main" },
          h(Boxes, { desk, choose, aim }),
          mustSignOn(desk) ? null : h(Rulings, { desk, ruling, give: record }),
          stage(),
          desk.console.draws && desk.console.live && !mustSignOn(desk)
            ? h(LiveDraw, { desk, picked: desk.picked, record: recordDraw, draw })
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
          h(NextAction, { desk, act: goOn }),
          tools(),
        ),
      ),
    ]);
    return awaited !== null && document.getElementById(awaited) ? focus(awaited) : null;
  }

  function state(title, text) {
    return h(
      "div",
      { class: "state" },
      h("h1", {}, title),
      h("p", {}, text),
      h("a", { class: "button primary", href: "/" }, d.toLobby),
    );
  }

  /* What is heard */

  async function refresh(said = false) {
    if (asking) {
      askAgain = true;
      return;
    }
    asking = true;
    try {
      const told = await api("GET", `/api/floor/tables/${encodeURIComponent(table)}${said ? "?said=true" : ""}`);
      if (said && desk.calls.length === 0) {
        desk.calls = told.said;
        desk.calledAt = desk.push?.view.game.phase ?? null;
      }
      desk.console = told;
      if (coming !== null && told.version >= coming.view.version) take(coming);
      else settle();
    } catch (trouble) {
      if (trouble.status === 404) failed = trouble;
      else if (coming !== null) take(coming);
    }
    asking = false;
    draw();
    for (const redraw of desk.sheets) redraw();
    if (askAgain) {
      askAgain = false;
      refresh();
    }
  }

  /* Things that follow from a new state: the entry of this round, the box that comes next. */
  function settle() {
    if (desk.push === null || desk.console === null) return;
    const { game } = desk.push.view;
    if (desk.console.order.length || game.phase !== "closed") desk.entry.begin(game.round, desk.console.order);
    if (desk.tickedRound !== `${game.round} ${game.phase}`) {
      desk.ticked = new Set();
      desk.tickedRound = `${game.round} ${game.phase}`;
    }
    if (game.phase !== "betting") desk.placed = [];
    if (game.phase === "dealt" || game.phase === "revealed") {
      const waiting = openBoxes(desk);
      if (waiting.length && !waiting.includes(desk.chosen)) [desk.chosen] = waiting;
      if (waiting.length === 0 && desk.deciding) desk.chosen = null;
      desk.deciding = waiting.length > 0;
    } else if (game.phase !== "betting") desk.chosen = null;
  }

  /* A new state is shown once the floor has said what may be done in it: no key falls in between. */
  let coming = null;
  function heard(push) {
    const known = desk.console !== null && desk.console.version >= push.view.version;
    if (desk.push !== null && !known) coming = push;
    else take(push);
    if (!known) refresh(desk.console === null);
    draw();
  }
  function take(push) {
    coming = null;
    desk.push = push;
    learn({ wagers: push.layout.labels });
    settle();
  }

  /* Keys: never while something else wants them. */

  function pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || desk.push === null || desk.console === null) return;
    if (document.querySelector("dialog[open]") || event.target.closest?.(TYPED_INTO)) return;
    if (desk.dealing() && typed(event, event.timeStamp)) event.preventDefault();
    else if (event.key === " " || event.key === "Enter") {
      if (event.target.closest?.(PRESSED)) return;
      event.preventDefault();
      if (!event.repeat) goOn();
    } else if (shortcut(event.key.toLowerCase())) event.preventDefault();
  }

  /* A tap leaves no focus behind, so that the space bar stays the next action. */
  function tapped(event) {
    const button = event.target.closest?.("button");
    if (event.detail > 0 && button !== null && document.activeElement === button) button.blur();
  }

  function typed(event, at) {
    if (event.key === "Enter" && desk.entry.endsScan(at)) return true;
    if (event.key === "Backspace") {
      desk.undoCard();
      return true;
    }
    const found = desk.entry.key(event.key, at);
    if (found === null) return false;
    if (found.twice) {
      refused(outlet.querySelector(".entry .aim"), { message: d.entry.twice(cardName(found.code)), clause: null });
    } else if (found.to) say(d.entry.entered(cardName(found.code), found.to));
    draw();
    return true;
  }

  function shortcut(key) {
    const { game } = desk.push.view;
    const { layout } = desk.push;
    const act = (name) => desk.console.acts.find((one) => one.do === name && one.box === desk.chosen);
    const number = Number(key);
    if (number >= 1 && number <= layout.boxes) choose(number);
    else if (key === "i") report();
    else if (key === "?") openKeys();
    else if (key === "x" && game.lines.length) {
      const next = game.lines.findIndex((_, at) => !desk.ticked.has(at));
      if (next >= 0) tick(next);
    } else if (game.phase === "betting" && key === "u") undoWager();
    else if (game.phase === "betting" && desk.chosen !== null && "apj".includes(key)) {
      const wager = { a: "ante", p: layout.sides[0], j: "jackpot" }[key];
      const there = desk.console.wagers.find((one) => one.box === desk.chosen && one.wager === wager);
      if (there === undefined) return false;
      if (there.least === null) place(null, wager);
      else {
        pad.wager = wager;
        draw();
        focus("pad-amount");
      }
    } else if ("lbf".includes(key)) {
      const found = act({ l: "view_hand", b: "place_wager", f: "fold" }[key]);
      if (found === undefined) return false;
      record(found, null);
    } else return false;
    return true;
  }

  draw();
  addEventListener("keydown", pressed);
  outlet.addEventListener("click", tapped);
  const ends = [
    () => removeEventListener("keydown", pressed),
    () => outlet.removeEventListener("click", tapped),
    watch(table, heard),
    follow(`table:${table}`, (events) => {
      const calls = events.filter((one) => one.event === "call_made").map((one) => one.text);
      if (calls.length === 0) return;
      desk.calls = [...desk.calls, ...calls].slice(-3);
      const turn = events.findLast((one) => one.event in AFTER);
      desk.calledAt = turn ? AFTER[turn.event] : (desk.push?.view.game.phase ?? null);
      say(calls.at(-1));
      draw();
    }),
    on("link", (link) => link === "open" && refresh()),
  ];
  void shell;
  setTimeout(() => desk.push === null && refresh(true), 1500);
  return { title: d.title(table), bare: true, close: () => ends.forEach((end) => end()) };
}
