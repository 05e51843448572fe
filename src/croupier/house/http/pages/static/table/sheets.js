/* What is one tap away at a table: rules and pays, own rounds with replay, jackpot, position, settings. */

import { card } from "../cards.js";
import { h, oneLine, preference, sheet, style } from "../dom.js";
import { api, give, houseCommand, loadMe, me } from "../net.js";
import { dayOf, money, shortMoney, signed, t, timeOf } from "../text/en.js";
import { felt } from "./felt.js";
import { refused } from "./acting.js";
import { net } from "./reading.js";
import { results } from "./rail.js";
import { sound } from "./sound.js";

const wait = (words) => h("p", { class: "row muted" }, h("span", { class: "spinner" }), words);

export function settings(s) {
  const words = t.sheet.settings;
  const toggle = (name) =>
    h(
      "label",
      { class: "switch", key: name },
      h("span", {}, words[name]),
      h("small", {}, words[`${name}Text`]),
      h("input", {
        type: "checkbox",
        role: "switch",
        checked: s.prefs[name],
        onchange: (event) => {
          s.prefs[name] = event.currentTarget.checked;
          preference.set(name, s.prefs[name]);
          document.body.classList.toggle("four-colour", s.prefs.fourColour);
          if (name === "sound") sound(s, "chip");
          s.draw();
        },
      }),
    );
  sheet(words.title, () => [
    s.push.layout.coach ? toggle("coach") : null,
    toggle("peek"),
    toggle("fourColour"),
    toggle("sound"),
    h("h3", {}, words.keys),
    h("p", { class: "muted" }, words.keysText),
    h("p", { class: "fine" }, words.onDevice),
  ]);
}

/* Words for the staff: they come and look. Nothing about the round changes by itself. */
export function call(s) {
  const words = t.sheet.call;
  let said = "";
  const send = async ({ currentTarget: anchor }) => {
    try {
      await give(s.table, { do: "report", irregularity: "other", description: said });
      again();
    } catch (trouble) {
      refused(s, trouble, anchor);
    }
  };
  const made = () =>
    s.push.view.calls.map((one) =>
      h(
        "li",
        { key: one.number },
        `“${one.words}” `,
        h("span", { class: "muted" }, one.answered_by ? words.answered : words.waiting),
      )
    );
  const again = sheet(words.title, () => [
    h("p", { class: "muted" }, words.text),
    h(
      "label",
      { class: "field" },
      words.words,
      h("textarea", {
        rows: 3,
        maxlength: 500,
        oninput: (event) => {
          said = event.target.value;
        },
      }),
    ),
    h("div", { class: "row" }, h("button", { class: "primary", onclick: send }, words.send)),
    s.push.view.calls.length ? h("ul", {}, made()) : null,
  ]);
}

export function position(s) {
  const words = t.sheet.position;
  const { memory } = s;
  const { practice } = s.push.view;
  const take = (amount, redraw) => async ({ currentTarget: anchor }) => {
    try {
      await houseCommand({ do: "buy_in", player: me.person.id, amount, money: "practice" });
      await loadMe();
    } catch (trouble) {
      refused(s, trouble, anchor);
    }
    redraw();
  };
  const lost = ({ loss, lost_so_far: sum }) => words.lost(money(sum ?? 0), money(loss.amount), loss.period);
  const again = sheet(words.title, () => [
    h(
      "dl",
      { class: "pairs" },
      h("dt", {}, words.net),
      h("dd", {}, signed(memory.net())),
      h("dt", {}, words.rounds),
      h("dd", {}, memory.rounds()),
      h("dt", {}, words.since),
      h("dd", {}, timeOf(memory.since)),
      me.wallet
        ? [
          h("dt", {}, practice ? t.wallet.practice : t.wallet.live),
          h("dd", {}, money(practice ? me.wallet.practice : me.wallet.live)),
        ]
        : null,
      h("dt", {}, words.limits),
      h(
        "dd",
        {},
        Object.entries(s.push.layout.limits)
          .filter(([wager]) => s.push.layout.wagers.includes(wager))
          .map(([wager, [low, high]]) =>
            h("div", { key: wager }, `${t.wager(wager)} ${shortMoney(low)} – ${shortMoney(high)}`)
          ),
      ),
      h("dt", {}, words.loss),
      h("dd", {}, me.limits?.loss ? lost(me.limits) : words.none),
    ),
    h("p", { class: "fine" }, words.past),
    practice && me.wallet && me.person
      ? [
        h("h3", {}, t.wallet.buyInTitle),
        h("p", { class: "muted" }, t.wallet.buyInText),
        h(
          "div",
          { class: "row" },
          [50_000, 100_000, 500_000].map((amount) =>
            h("button", { key: amount, onclick: take(amount, () => again()) }, t.wallet.take(shortMoney(amount)))
          ),
        ),
      ]
      : null,
  ]);
  loadMe().then(again).catch(() => {});
}

export async function meter(s) {
  const { jackpot } = s.push.view;
  if (jackpot === null) return;
  const words = t.sheet.meter;
  let meters = null;
  let failed = false;
  const again = sheet(
    words.title,
    () =>
      failed ? h("p", { class: "error" }, t.trouble.unavailable) : meters === null ? wait(t.sheet.history.loading) : [
        meters.failed ? h("p", { class: "error" }, words.down) : null,
        h("p", { class: "meter-now" }, oneLine("span", money(meters.display))),
        h(
          "dl",
          { class: "pairs" },
          h("dt", {}, words.stake),
          h("dd", {}, money(meters.stake)),
          h("dt", {}, words.reset),
          h("dd", {}, money(meters.reset)),
          h("dt", {}, words.growth),
          h("dd", {}, words.growthText(`${Number((Number(meters.increment) * 100).toFixed(6))} %`)),
          h("dt", {}, words.tables),
          h("dd", {}, meters.tables.join(", ")),
          meters.pending.length
            ? [h("dt", {}, words.pending), h("dd", {}, meters.pending.map((one) => one.table).join(", "))]
            : null,
        ),
        h("h3", {}, words.hits),
        meters.last_hits.length
          ? h(
            "ol",
            { class: "hits" },
            meters.last_hits.map((hit, place) =>
              h(
                "li",
                { key: place },
                words.hit(hit.table, money(hit.amount ?? hit.won ?? 0)),
                hit.at ? h("small", { class: "muted" }, ` ${dayOf(hit.at)}`) : null,
              )
            ),
          )
          : h("p", { class: "muted" }, words.noHits),
      ],
  );
  try {
    meters = await api("GET /api/jackpots/{jackpot}", { jackpot });
  } catch {
    failed = true;
  }
  again();
}

/* Pays, edge and rules: from the book and the exact odds, at the meter as it stands now. */
export async function rules(s) {
  await style("table/sheets.css");
  const words = t.sheet.rules;
  const { table } = s.push.view.game;
  const name = encodeURIComponent(table);
  const meter = s.push.view.game.jackpot;
  let book = null;
  let odds = null;
  let failed = false;
  const again = sheet(words.title, () => [
    h(
      "p",
      { class: "row" },
      h("a", { class: "button", href: `/book/table?name=${name}` }, words.book),
      odds ? h("a", { class: "button", href: `/odds/table?name=${name}` }, words.odds) : null,
    ),
    book?.file ? h("p", {}, h("strong", {}, t.lobby.file)) : null,
    s.push.view.time_out ? h("p", { class: "muted" }, s.push.view.time_out) : null,
    edges(odds, s.push.layout.stay),
    failed ? h("p", { class: "error" }, words.failed) : book === null ? wait(words.loading) : [pays(book), facts(book)],
  ], { wide: true });
  const orNull = (asked) => asked.catch(() => null);
  book = await orNull(api("GET /api/tables/{table}/book", { table }));
  failed = book === null;
  again();
  const priced = "GET /api/tables/{table}/odds";
  odds = (await orNull(api(priced, { table, ...(meter ? { meter } : {}) }))) ??
    (await orNull(api(priced, { table }))) ??
    false;
  again();
}

function edges(odds, stay) {
  const words = t.sheet.rules;
  if (odds === false) return null;
  if (odds === null) return wait(words.counting);
  return h(
    "section",
    { key: "edges" },
    h("h3", {}, words.edge),
    h("p", { class: "fine" }, words.edgeText),
    h(
      "dl",
      { class: "pairs" },
      Object.entries(odds.wagers).filter(([, one]) => typeof one.house_edge === "number").map((
        [wager, one],
      ) => [
        h("dt", { key: wager }, wager === "main" ? words.main(t.wager("ante"), t.wager(stay)) : t.wager(wager)),
        h(
          "dd",
          { key: `${wager}=` },
          words.percent(one.house_edge),
          one.break_even_meter
            ? h("small", { class: "muted" }, ` ${words.breakEven(money(one.break_even_meter))}`)
            : null,
        ),
      ]),
    ),
  );
}

function pays(book) {
  const words = t.sheet.rules;
  return book.pay_tables.map((table) =>
    h(
      "section",
      { key: table.wager },
      h("h3", {}, words.pays(t.wager(table.wager))),
      h(
        "table",
        { class: "pays" },
        h("thead", {}, h("tr", {}, h("th", {}, words.hand), h("th", {}, words.pay), h("th", {}, words.dealt))),
        h(
          "tbody",
          {},
          table.rows.map((row) =>
            h(
              "tr",
              { key: row.row },
              h("td", {}, t.table.hand(row.hand)),
              h("td", {}, row.pays),
              h("td", { class: "muted" }, row.one_in ? words.oneIn(row.one_in) : ""),
            )
          ),
        ),
      ),
    )
  );
}

function facts(book) {
  return book.sections.map((section) =>
    h(
      "details",
      { key: section.title },
      h("summary", {}, section.title),
      h(
        "dl",
        { class: "facts-list" },
        section.facts.map((
          fact,
          place,
        ) => [
          h("dt", { key: `t${place}` }, fact.subject),
          h(
            "dd",
            { key: `d${place}` },
            String(fact.value),
            fact.clauses?.length ? h("small", { class: "muted" }, ` ${fact.clauses.slice(0, 2).join(", ")}`) : null,
          ),
        ]),
      ),
    )
  );
}

export async function history(s) {
  await style("table/sheets.css");
  const words = t.sheet.history;
  let rounds = null;
  let replayed = null;
  let failed = false;
  const mine = (round) => round.lines.filter((line) => line.player === s.id);
  const again = sheet(words.title, () => {
    if (failed) return h("p", { class: "error" }, words.failed);
    if (rounds === null) return wait(words.loading);
    if (replayed !== null) {
      return replay(s, replayed, again, () => {
        replayed = null;
        again();
      });
    }
    const shown = rounds.filter((round) => mine(round).length);
    if (!shown.length) return h("p", { class: "muted" }, words.empty);
    return h(
      "ol",
      { class: "rounds" },
      shown.map((round) =>
        h(
          "li",
          { key: round.round },
          h(
            "button",
            { class: "past-round", onclick: () => load(round) },
            h("span", {}, t.table.round(round.round), h("small", { class: "muted" }, ` ${timeOf(round.ended)}`)),
            h("b", { class: net(mine(round)) < 0 ? "down" : "up" }, round.void ? words.void : signed(net(mine(round)))),
            h("small", {}, words.replay),
          ),
        )
      ),
    );
  }, { wide: true });

  async function load(round) {
    try {
      const answer = await api("GET /api/tables/{table}/rounds/{number}", { table: s.table, number: round.round });
      replayed = { ...answer, lines: mine(round), place: answer.steps.length - 1, checked: null };
      again();
      if (answer.shuffle) {
        const { check } = await import("./verify.js");
        const found = await check(answer.table, answer.round, answer.shuffle);
        if (replayed) {
          replayed.checked = {
            holds: found.holds && asDealt(answer, found.deck, s.push.layout) &&
              (s.parts?.holds(answer.round, answer.shuffle.added) ?? true),
          };
        }
        again();
      }
    } catch {
      failed = true;
      again();
    }
  }

  try {
    rounds = await api("GET /api/tables/{table}/rounds", { table: s.table, limit: 50 });
  } catch {
    failed = true;
  }
  again();
}

/* The page about the shuffle, with the figures of a round. */
function explained({ table, round, shuffle: { commitment: fingerprint, seed, added } }) {
  const figures = new URLSearchParams({ table, round, fingerprint, seed });
  for (const [player, part] of Object.entries(added)) figures.append("part", `${player} ${part}`);
  return `/shuffle?${figures}`;
}

/* Every hand that was seen has the very cards that the deck gives to its place, the dealer's last. */
function asDealt({ steps }, deck, { hand_size: size, burns, singly }) {
  const { dealer, boxes } = steps.at(-1).view;
  const hands = [...boxes.filter((box) => box.has_hand).map((box) => box.hand), dealer];
  const top = burns ? 1 : 0;
  const dealt = (place, turn) => deck[top + (singly ? turn * hands.length + place : place * size + turn)];
  return hands.every((one, place) =>
    one === null || one.cards.split(" ").every((code, turn) => code === dealt(place, turn))
  );
}

function replay(s, round, redraw, back) {
  const words = t.sheet.history;
  const step = round.steps[round.place];
  const to = (place) => () => {
    round.place = Math.min(round.steps.length - 1, Math.max(0, place));
    redraw();
  };
  const still = {
    ...s,
    pending: new Set(),
    call: step.said.join(" · ") || null,
    callNumber: round.place,
    push: {
      ...s.push,
      legal: [],
      costs: {},
      draw: null,
      view: { ...s.push.view, game: step.view, bots: {}, paused: false },
    },
  };
  return [
    h(
      "div",
      { class: "row" },
      h("button", { class: "quiet", onclick: back }, words.list),
      h("strong", {}, t.table.round(round.round)),
      h("span", { class: "muted" }, words.edition(round.edition)),
    ),
    h("div", { class: "replay", inert: true }, felt(still)),
    h(
      "div",
      { class: "row steps" },
      h("button", { onclick: to(round.place - 1), "aria-disabled": round.place === 0 ? "true" : null }, words.previous),
      h("input", {
        type: "range",
        min: 0,
        max: round.steps.length - 1,
        value: String(round.place),
        "aria-label": words.step(round.place + 1, round.steps.length),
        oninput: (event) => to(Number(event.currentTarget.value))(),
      }),
      h("button", {
        onclick: to(round.place + 1),
        "aria-disabled": round.place === round.steps.length - 1 ? "true" : null,
      }, words.next),
    ),
    h("p", { class: "muted" }, words.step(round.place + 1, round.steps.length), " · ", timeOf(step.at)),
    results(round.lines),
    h("h3", {}, words.shuffle),
    round.shuffle === null ? h("p", { class: "muted" }, words.live) : [
      h("p", { class: "muted" }, words.shuffleText),
      round.checked === null ? wait(words.checking) : h(
        "p",
        { class: round.checked.holds ? "up" : "error" },
        h("b", {}, round.checked.holds ? `✓ ${words.holds}` : `✗ ${words.broken}`),
      ),
      h("p", {}, h("a", { href: explained(round) }, words.explain)),
      h(
        "dl",
        { class: "pairs code" },
        h("dt", {}, words.commitment),
        h("dd", {}, round.shuffle.commitment),
        h("dt", {}, words.seed),
        h("dd", {}, round.shuffle.seed),
      ),
      h(
        "div",
        { class: "deck", "aria-label": words.deck },
        round.shuffle.deck.split(" ").map((code) => card(code, { plain: true, key: code })),
      ),
    ],
  ];
}
