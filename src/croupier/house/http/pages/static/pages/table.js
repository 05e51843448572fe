/* The table as players see it: one state `s`, drawn by table/felt.js and table/rail.js.

   The house pushes view, legal commands and costs; the page keeps only what is the player's own
   affair: the chosen chip, wagers on their way, the order of placing (for undo), preferences. */

import { h, popover, preference, render, say, style } from "../dom.js";
import { api, follow, give, link, me, on, playAsGuest, Trouble, watch } from "../net.js";
import { felt } from "../table/felt.js";
import { parts } from "../table/parts.js";
import { drawClock, rail } from "../table/rail.js";
import { bets, may, net, own, ownLines } from "../table/reading.js";
import { visit } from "../table/visit.js";
import { learn, money, shortMoney, signed, t } from "../text/en.js";

const ICONS = {
  back: "M10 3L5 8l5 5",
  rules: "M3 3h4a1.500 1.500 0 0 1 1 .5A1.500 1.500 0 0 1 9 3h4v10H9a1.500 1.500 0 0 0-1 .5A1.500 1.500 0 0 0 7 " +
    "13H3zM8 3.500v10",
  history: "M8 4.500V8l2.500 1.500M2.500 8a5.500 5.500 0 1 0 1.700-4M2.500 2.500V5H5",
  call: "M3 12h10l-1.500-2V7a3.500 3.500 0 0 0-7 0v3zM6.500 14h3M8 2v1.500",
  settings: "M2 4.500h7M12 4.500h2M2 8h2M7 8h7M2 11.500h6M11 11.500h3M10.500 3v3M5.500 6.500v3M9.500 10v3",
};
const icon = (name) => h("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, h("path", { d: ICONS[name] }));

export async function open(outlet, [table], shell) {
  const styles = style("pages/table.css");
  const s = {
    table,
    push: null,
    trouble: null,
    id: null,
    chip: null,
    stake: null,
    clock: null,
    call: null,
    callNumber: 0,
    playing: false,
    advice: new Map(),
    lastBets: [],
    prefs: preferences(),
    pending: new Set(),
    placed: [],
    ghost,
    lay,
    withdraw,
    command,
    sheet,
    choose,
    undo,
    undoable,
    clear,
    rebet,
    why,
    sound,
    refused,
  };
  const memory = visit(table);
  s.lastBets = memory.lastBets;

  // Drawing

  function draw() {
    s.id = me.person?.id ?? null;
    if (s.trouble) {
      render(
        outlet,
        h(
          "div",
          { class: "state" },
          h("h1", {}, t.table.noTable),
          h("p", {}, s.trouble.message || t.trouble.unreachable),
          h("a", { class: "button primary", href: "/" }, t.table.lobby),
        ),
      );
    } else if (s.push === null) {
      render(outlet, h("div", { class: "state" }, h("span", { class: "spinner" }), h("p", {}, t.table.loading)));
    } else {
      s.visitor = me.person === null && me.demo;
      s.playing = own(s.push.view, s.id).length > 0;
      render(outlet, [head(), notices(), felt(s), rail(s)]);
      drawClock(s);
    }
  }

  function head() {
    const { view, layout } = s.push;
    const { game } = view;
    const purse = me.wallet ? money(view.practice ? me.wallet.practice : me.wallet.live) : null;
    return h(
      "header",
      { class: "table-head", key: "table-head" },
      h("a", { class: "button icon", href: "/", "aria-label": t.table.lobby }, icon("back")),
      h(
        "div",
        { class: "table-title" },
        h("h1", {}, layout.game),
        h(
          "p",
          {},
          `${s.table} · ${t.table.round(game.round)} · ${
            t.table.limits(shortMoney(game.limits[0]), shortMoney(game.limits[1]))
          }`,
        ),
      ),
      view.jackpot === null ? null : h(
        "button",
        { class: ["jackpot", !game.jackpot_available && "down"], onclick: () => sheet("meter") },
        h("span", {}, game.jackpot_available ? t.table.jackpot : t.table.jackpotDown),
        h("b", {}, money(game.jackpot ?? 0)),
      ),
      h(
        "button",
        {
          class: "purse",
          onclick: () => sheet("position"),
          "aria-label": `${t.table.netLabel(signed(memory.net()))}. ${t.table.position}`,
        },
        purse ? h("b", {}, purse) : null,
        h("span", { class: memory.net() < 0 ? "down" : "up" }, `${t.table.net} ${signed(memory.net())}`),
      ),
      h(
        "div",
        { class: "tools" },
        h(
          "button",
          { class: "icon", onclick: () => sheet("rules"), "aria-label": t.table.rules, title: t.table.rules },
          icon("rules"),
        ),
        h("button", {
          class: "icon",
          onclick: () => sheet("history"),
          "aria-label": t.table.history,
          title: t.table.history,
        }, icon("history")),
        own(view, s.id).length === 0 ? null : h("button", {
          class: "icon",
          onclick: () => sheet("call"),
          "aria-label": t.table.call,
          title: t.table.call,
        }, icon("call")),
        h("button", {
          class: "icon",
          onclick: () => sheet("settings"),
          "aria-label": t.table.settings,
          title: t.table.settings,
        }, icon("settings")),
      ),
    );
  }

  function notices() {
    const { view } = s.push;
    const { game } = view;
    const words = [];
    if (link === "lost") {
      return h(
        "p",
        { class: "notice bad", key: "lost", role: "alert" },
        h("span", { class: "spinner" }),
        t.link.lost,
        " ",
        t.link.lostMore,
      );
    }
    if (game.closed) words.push([t.table.prompt.closedTable, "bad"]);
    else if (view.paused) words.push([t.table.prompt.paused, "calm"]);
    else if (view.last_round !== null) words.push([t.table.prompt.lastRound, "calm"]);
    if (view.jackpot !== null && !game.jackpot_available) words.push([t.table.jackpotDownText, "calm"]);
    return words.map(([text, kind]) => h("p", { class: ["notice", kind], key: text }, text));
  }

  async function sheet(name) {
    const sheets = await import("../table/sheets.js");
    sheets[name](s, { memory, draw, shell });
  }

  // What the player does

  function refused(trouble, anchor) {
    if (!(trouble instanceof Trouble)) throw trouble;
    const words = trouble.message || t.trouble[trouble.kind] || t.trouble.unavailable;
    const where = anchor?.isConnected ? anchor : outlet.querySelector(".prompt") ?? outlet;
    popover(where, [h("strong", {}, words), trouble.clause ? h("small", {}, t.trouble.clause(trouble.clause)) : null], {
      kind: "refusal",
      seconds: 7,
    });
  }

  /* One act after the other, each on the table as the one before has left it. */
  let turn = Promise.resolve();
  async function attempt(anchor, work) {
    const mine = turn.then(work);
    turn = mine.catch(() => {});
    try {
      return await mine;
    } catch (trouble) {
      refused(trouble, anchor);
      return null;
    }
  }

  /* In a demonstration a visitor plays at once: a guest with play money. */
  async function present() {
    if (me.person === null) {
      if (!me.demo) {
        shell.go("/login");
        return false;
      }
      await playAsGuest();
      s.id = me.person.id;
    }
    return true;
  }

  function ghost(box, wager) {
    let sum = 0;
    for (const one of s.pending) if (one.box === box && one.wager === wager) sum += one.amount;
    return sum;
  }

  /* A wager on its way is drawn at once, lighter, until the pushed table has it. */
  function announce(box, wager, amount) {
    const fixed = wager === "jackpot" || wager === "dealer_jackpot";
    const sent = { box, wager, fixed, amount: fixed ? (s.stake ?? 0) : amount, version: Infinity };
    s.pending.add(sent);
    draw();
    return sent;
  }

  async function place(box, wager, amount, sent = announce(box, wager, amount)) {
    try {
      const done = await carry({ do: "place_wager", box, wager, player: s.id, ...(sent.fixed ? {} : { amount }) });
      sent.version = done.version;
      s.placed.push({ box, wager, amount: sent.amount });
      sound("chip");
    } catch (trouble) {
      s.pending.delete(sent);
      throw trouble;
    } finally {
      arrived();
      draw();
    }
  }

  /* A command, and the version of the table that has it. */
  let reached = 0;
  let waiting = [];
  async function carry(one) {
    const done = await give(table, one);
    reached = Math.max(reached, done.version);
    return done;
  }

  /* Until the table is shown with all that was carried out. */
  function caughtUp() {
    if (s.push.view.version >= reached) return Promise.resolve();
    return new Promise((done) => {
      waiting.push(done);
      setTimeout(done, 2000);
    });
  }

  function arrived() {
    if (s.push.view.version >= reached) {
      for (const done of waiting) done();
      waiting = [];
    }
    for (const one of s.pending) if (one.version <= s.push.view.version) s.pending.delete(one);
  }

  function lay(box, wager, anchor) {
    const amount = s.chip;
    const sent = announce(box, wager, amount);
    return attempt(anchor, async () => {
      try {
        if (await present()) await place(box, wager, amount, sent);
      } finally {
        if (sent.version === Infinity) s.pending.delete(sent);
        draw();
      }
    });
  }

  function withdraw(box, wager, anchor) {
    return attempt(anchor, async () => {
      await carry({ do: "withdraw_wager", box, wager, player: s.id });
      s.placed = s.placed.filter((one) => one.box !== box || (one.wager !== wager && wager !== "ante"));
    });
  }

  /* A decision; a second tap while the first is on its way is the same tap. One for another box is
     not, and waits for its turn. */
  const deciding = new Set();
  async function command(one, anchor) {
    const tap = JSON.stringify(one);
    if (deciding.has(tap)) return;
    deciding.add(tap);
    await attempt(anchor, () => carry(one).finally(() => deciding.delete(tap)));
  }

  function choose(value) {
    s.chip = value;
    preference.set("chip", value);
    draw();
  }

  function undoable() {
    return s.push.view.game.phase === "betting" && s.placed.length > 0;
  }

  /* The house takes back a whole wager, so what lay before the last chip is laid again. */
  async function undo(anchor) {
    await attempt(anchor, async () => {
      await caughtUp();
      if (!undoable()) return;
      const last = s.placed.pop();
      const placed = s.placed;
      const lying = bets(s.push, s.id).filter((bet) => bet.box === last.box);
      const spot = lying.find((bet) => bet.wager === last.wager);
      if (!spot) return;
      await carry({ do: "withdraw_wager", box: last.box, wager: last.wager, player: s.id });
      if (spot.amount > last.amount) {
        await place(last.box, last.wager, spot.amount - last.amount);
        if (last.wager === "ante") {
          for (const bet of lying) {
            if (s.push.layout.beside_ante.includes(bet.wager)) await place(bet.box, bet.wager, bet.amount);
          }
        }
      }
      s.placed = placed;
    });
    draw();
  }

  async function clear(anchor) {
    await attempt(anchor, async () => {
      await caughtUp();
      s.placed = [];
      const all = bets(s.push, s.id);
      const antes = new Set(all.filter((bet) => bet.wager === "ante").map((bet) => bet.box));
      const lying = all.filter((bet) => !(antes.has(bet.box) && s.push.layout.beside_ante.includes(bet.wager)));
      for (const bet of lying) await carry({ do: "withdraw_wager", box: bet.box, wager: bet.wager, player: s.id });
    });
  }

  async function rebet(anchor) {
    await attempt(anchor, async () => {
      if (!(await present())) return;
      await caughtUp();
      if (s.push.view.game.phase !== "betting") return;
      const lying = bets(s.push, s.id);
      const wanted = lying.length ? lying.filter((bet) => bet.wager in s.push.layout.limits) : s.lastBets;
      for (const bet of wanted) await place(bet.box, bet.wager, bet.amount);
    });
  }

  /* The clauses behind a line, with what the book says of them in our words. */
  async function why(line, anchor) {
    const clauses = line.clauses.length ? line.clauses : [];
    const told = await Promise.all(clauses.map(async (clause) => {
      const [document, number] = clause.split(/ (.*)/);
      try {
        const answer = await api("GET", `/api/book/clauses/${document}/${number}`);
        return [clause, answer.gist ?? ""];
      } catch {
        return [clause, ""];
      }
    }));
    popover(
      anchor,
      told.map(([clause, gist]) => h("p", { key: clause }, h("strong", {}, t.table.clauseOf(clause)), gist)),
    );
  }

  function sound(name) {
    if (s.prefs.sound) import("../table/sound.js").then((module) => module.play(name));
  }

  // What the house says

  function hear(push) {
    const before = s.push;
    s.push = push;
    learn({ wagers: push.layout.labels });
    s.id = me.person?.id ?? null;
    s.trouble = null;
    if (s.id !== null) {
      if (s.parts?.player !== s.id) s.parts = { player: s.id, ...parts(table, s.id) };
      s.parts.look(push, own(push.view, s.id).length > 0);
    }
    s.stake = push.view.game.jackpot_stake;
    const least = push.layout.limits.ante;
    s.chip ??= chipFor(least);
    arrived();
    if (push.view.game.phase !== "betting") s.placed = [];
    changes(before, push);
    draw();
    advise();
    peek();
  }

  function chipFor([least, most]) {
    const kept = preference.get("chip", null);
    return kept !== null && kept >= least / 2 && kept <= most ? kept : Math.max(least, Math.min(2500, most));
  }

  function changes(before, push) {
    const { game } = push.view;
    const lying = s.id === null ? [] : bets(push, s.id);
    if (game.phase !== "betting" && lying.length) s.lastBets = memory.keepBets(lying);
    const old = before?.view.game;
    if (["settled", "void"].includes(game.phase)) {
      const lines = ownLines(push.view, s.id);
      if (lines.length && memory.count(game.round, net(lines)) && old) {
        const sum = net(lines);
        say(game.phase === "void" ? t.table.spoken.void : t.table.spoken.result(sum));
        if (sum > 0) sound("win");
      }
    }
    if (!old) return;
    if (old.phase === "betting" && game.phase !== "betting") s.advice.clear();
    if (game.phase === "dealt" && old.phase !== "dealt") {
      sound("card");
      if (innerWidth < 900) scrollTo({ top: 0, behavior: "smooth" });
    }
    for (const box of own(push.view, s.id)) {
      const was = old.boxes.find((one) => one.box === box.box);
      if (box.hand?.name && !was?.hand && game.round === old.round) say(t.table.spoken.hand(box.hand.name));
    }
    if (game.dealer?.name && !old.dealer) say(t.table.spoken.dealer(game.dealer.name));
  }

  function said(events) {
    for (const event of events) {
      if (event.event === "call_made" || event.event === "notice_shown") {
        s.call = event.text;
        s.callNumber += 1;
        say(event.text);
      }
    }
    if (s.push) draw();
  }

  async function advise() {
    if (!s.prefs.coach || !s.push.layout.coach || s.push.view.game.phase !== "dealt") return;
    for (const box of own(s.push.view, s.id)) {
      const key = `${s.push.view.game.round}/${box.box}`;
      if (!box.hand || box.choice !== "undecided" || s.advice.has(key)) continue;
      s.advice.set(key, null);
      try {
        s.advice.set(key, await api("GET", `/api/tables/${encodeURIComponent(table)}/advice?box=${box.box}`));
        draw();
      } catch {
        /* no advice is no harm: the decision stands without it */
      }
    }
  }

  let peeked = 0;
  function peek() {
    const mine = own(s.push.view, s.id);
    const { round, phase } = s.push.view.game;
    if (!s.prefs.peek || phase !== "dealt" || mine.length !== 1 || peeked === round) return;
    if (may(s.push, "view_hand", mine[0].box)) {
      peeked = round;
      give(table, { do: "view_hand", box: mine[0].box }).catch(() => {});
    }
  }

  // Keys

  function key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !s.push || document.querySelector("dialog[open]")) return;
    if (/^(input|select|textarea)$/i.test(event.target.tagName)) return;
    const pressed = event.key.toLowerCase();
    const target = outlet.querySelector(`[aria-keyshortcuts="${CSS.escape(pressed)}"]:not([aria-disabled="true"])`);
    if (target) {
      target.focus();
      target.click();
    }
  }

  draw();
  await styles;
  addEventListener("keydown", key);
  const ends = [
    on("me", draw),
    on("link", draw),
    watch(table, hear),
    follow(`table:${table}`, said),
    () => removeEventListener("keydown", key),
  ];
  const ticking = setInterval(() => s.push && drawClock(s), 250);
  exists();

  async function exists() {
    try {
      await api("GET", `/api/tables/${encodeURIComponent(table)}`);
    } catch (trouble) {
      if (trouble.status === 404) {
        s.trouble = trouble;
        draw();
      }
    }
  }

  return {
    title: t.table.title(table, ""),
    bare: true,
    close() {
      clearInterval(ticking);
      for (const end of ends) end();
    },
  };
}

export function preferences() {
  return Object.fromEntries(
    ["coach", "sound", "peek", "fourColour"].map((name) => [name, preference.get(name, false)]),
  );
}
