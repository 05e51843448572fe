/* One round, step by step, as each person saw it, with its money, its clauses and its proof. */

import { h, popover, say } from "../dom.js";
import { addressOf, api } from "../net.js";
import { money, t, timeOf } from "../text/en.js";
import { u } from "../text/en_audit.js";
import { momentOf, o } from "../text/en_office.js";
import { address, asked, pair, path, rows, shown } from "../office/parts.js";
import { board, handSize, stepper } from "./board.js";

/** @import { Act, RoundRecord, ShuffleProof } from "../../api.d.ts" */
/** @import { Asked } from "../office/parts.js" */

/** @typedef {{ holds: boolean, deck: boolean } | "checking" | "unchecked"} Proof what this browser found */
/**
 * @typedef {object} Round
 * @property {() => void} draw
 * @property {string} table
 * @property {number} number
 * @property {Asked<RoundRecord>} whole
 * @property {Map<string, RoundRecord>} seen records by viewer
 * @property {string} viewer
 * @property {number} place
 * @property {Proof | null} proof
 * @property {string | null} trouble
 */

const words = u.round;

/**
 * The auditor reads the hands from the record, from the deal on; nobody at the table saw them then.
 * @param {Act[]} acts
 * @param {number} place
 */
function inTheRecord(acts, place) {
  const { view } = acts[place];
  const deals = acts.slice(0, place + 1).flatMap((act) => act.events).map((one) => one.event).filter(
    (event) => event.event === "cards_dealt" || event.event === "hands_corrected",
  );
  const deal = deals.at(-1);
  if (deal === undefined) return view;
  /** @param {string} cards */
  const closed = (cards) => (cards ? { cards, name: null } : null);
  return {
    ...view,
    dealer: view.dealer ?? closed(deal.dealer),
    boxes: view.boxes.map((box) => ({ ...box, hand: box.hand ?? (box.has_hand ? closed(deal.hands[box.box]) : null) })),
  };
}

/** @param {() => void} draw @param {string} table @param {number} number */
export function round(draw, table, number) {
  const whole = asked(() => askRound({ table, number }), draw);
  /** @type {Round} */
  const s = {
    draw,
    table,
    number,
    whole,
    seen: new Map(),
    viewer: "auditor",
    place: 0,
    proof: null,
    trouble: null,
  };
  return { drawn: () => drawn(s) };
}

/** @param {{ table: string, number: number }} given @param {string} [viewer] */
const askRound = ({ table, number }, viewer) =>
  api("GET /api/audit/rounds/{table}/{number}", { table, number, ...(viewer ? { viewer } : {}) });

/** @param {Round} s */
const record = (s) => (s.viewer === "auditor" ? s.whole.data : s.seen.get(s.viewer));

/** @param {Round} s @param {string} as */
async function look(s, as) {
  s.trouble = null;
  if (as !== "auditor" && !s.seen.has(as)) {
    try {
      s.seen.set(as, await askRound(s, as));
    } catch (problem) {
      s.trouble = t.trouble.words(problem);
      s.draw();
      return;
    }
  }
  s.viewer = as;
  say(note(s));
  s.draw();
}

/**
 * @param {Round} s
 * @param {Act[]} acts
 * @param {number} wanted
 */
function to(s, acts, wanted) {
  s.place = Math.min(acts.length - 1, Math.max(0, wanted));
  say(`${words.step(s.place + 1, acts.length)}. ${words.act(acts[s.place].command)}`);
  s.draw();
}

/** @param {Round} s */
function note({ viewer }) {
  if (viewer.startsWith("player:")) return words.viewerNote.player(t.table.player(viewer.slice(7)));
  return viewer === "public" || viewer === "staff" ? words.viewerNote[viewer] : words.viewerNote.auditor;
}

/** @param {Round} s @param {RoundRecord} found */
function viewers(s, found) {
  const players = [
    ...new Set(
      found.acts.flatMap((act) => act.view.boxes.flatMap((box) => box.wagers.map((one) => one.player))),
    ),
  ].toSorted();
  const all = [
    ["auditor", words.viewers.auditor],
    ["public", words.viewers.public],
    ["staff", words.viewers.staff],
    ...players.map((name) => [`player:${name}`, t.table.player(name)]),
  ];
  return h(
    "div",
    { class: "viewers" },
    h(
      "div",
      { class: "row", role: "group", "aria-label": words.viewer },
      h("span", { class: "muted" }, words.viewer),
      all.map(([name, label]) =>
        h("button", {
          key: name,
          class: "pill",
          "aria-pressed": String(name === s.viewer),
          onclick: () => look(s, name),
        }, label)
      ),
    ),
    h("p", { class: "muted small" }, note(s)),
    s.trouble ? h("p", { class: "said said-bad", role: "alert" }, s.trouble) : null,
  );
}

/** @param {Round} s @param {RoundRecord} found */
function step(s, found) {
  const now = (record(s) ?? found).acts[s.place];
  const player = s.viewer.startsWith("player:") ? s.viewer.slice(7) : null;
  const said = now.events.map((one) => one.event).filter((event) =>
    event.event === "call_made" ||
    (event.event === "notice_shown" &&
      (s.viewer === "auditor" || event.player === null || event.player === undefined || event.player === player))
  );
  return h(
    "section",
    { class: "panel", key: "step", "aria-labelledby": "step-title" },
    viewers(s, found),
    stepper(s.place, found.acts.length, (wanted) => to(s, found.acts, wanted)),
    h(
      "div",
      { class: "panel-head" },
      h("h2", { id: "step-title" }, words.act(now.command)),
      h(
        "span",
        { class: "muted" },
        words.step(s.place + 1, found.acts.length),
        " · ",
        timeOf(now.at),
        " · ",
        now.by ? words.by(now.by.id, o.role(now.by.role)) : words.house,
        " · ",
        words.phase(now.view.phase),
      ),
    ),
    board(
      s.viewer === "auditor" ? inTheRecord(found.acts, s.place) : now.view,
      handSize(found.acts.map((act) => act.view)),
    ),
    said.length
      ? h(
        "div",
        { class: "board-said" },
        h("h3", {}, words.said),
        h(
          "ul",
          {},
          said.map((event, at) => h("li", { key: at }, `“${event.text}” `, cited(event.clauses, found))),
        ),
      )
      : null,
    h(
      "details",
      { class: "record", key: "record" },
      h("summary", {}, words.record),
      h("p", { class: "muted small" }, words.recordNote),
      h(
        "ol",
        { class: "log" },
        found.acts[s.place].events.map((one) =>
          h(
            "li",
            { key: `${one.stream} ${one.version}` },
            h("small", { class: "muted" }, words.version(one.stream, one.version)),
            " ",
            h("span", {}, u.event(one.event)),
            " ",
            cited(one.event.clauses ?? one.event.line?.clauses ?? [], found),
            h("code", { class: "hash" }, one.hash),
          )
        ),
      ),
    ),
  );
}

/**
 * A clause by its number; a tap shows its gist.
 * @param {string[]} clauses
 * @param {RoundRecord} found
 */
function cited(clauses, found) {
  /** @param {string} id */
  const tell = (id) => (/** @type {{ readonly currentTarget: Element }} */ event) => {
    const gist = found.clauses[id] ?? words.noGist;
    popover(event.currentTarget, [h("strong", {}, id), h("p", {}, gist)]);
    say(words.clause(id, gist));
  };
  return clauses.map((id) => h("button", { key: id, class: "clause", onclick: tell(id) }, id));
}

/** @param {Round} s @param {RoundRecord} found */
function facts(s, found) {
  const base = addressOf("GET /api/audit/rounds/{table}/{number}", { table: s.table, number: s.number });
  const names = words.facts;
  return h(
    "section",
    { class: "panel", key: "facts" },
    h(
      "dl",
      { class: "figures" },
      pair(names.game, t.game(found.rulebook)),
      pair(names.edition, found.file ? `${found.edition} · ${t.lobby.file}` : found.edition),
      pair(names.opened, momentOf(found.opened)),
      pair(names.ended, momentOf(found.ended)),
      pair(names.limits, found.limits.map(money).join(" – ")),
      found.jackpot === null
        ? null
        : [pair(names.jackpot, found.jackpot), pair(names.contribution, words.contribution(found.contribution))],
    ),
    h(
      "p",
      { class: "links" },
      h("a", { href: `${base}/script`, download: `${s.table}-${s.number}.json` }, words.script),
      h("a", { href: base, target: "_blank", rel: "noopener" }, words.json),
      h("a", { href: `/table/${path(s.table)}` }, words.lobby),
    ),
  );
}

/** @param {RoundRecord} found */
const lines = (found) =>
  h(
    "section",
    { class: "panel", key: "lines", "aria-labelledby": "lines-title" },
    h("h2", { id: "lines-title" }, words.lines),
    rows({
      caption: words.lines,
      data: found.lines,
      empty: words.noLines,
      columns: [
        { head: words.line.player, cell: (one) => t.table.player(one.player) },
        { head: words.line.box, number: true, cell: (one) => String(one.box) },
        { head: words.line.wager, cell: (one) => t.wager(one.wager) },
        { head: words.line.staked, number: true, cell: (one) => money(one.staked) },
        { head: words.line.result, cell: (one) => t.table.result[one.result] },
        { head: words.line.won, number: true, cell: (one) => money(one.won) },
        { head: words.line.returned, number: true, cell: (one) => money(one.returned) },
        { head: words.line.clauses, cell: (one) => cited(one.clauses, found) },
      ],
    }),
  );

/**
 * What happened to a hit: won, confirmed, approved and paid.
 * @param {RoundRecord} found
 */
const payment = (found) => (found.payment.length === 0 ? null : h(
  "section",
  { class: "panel", key: "payment", "aria-labelledby": "payment-title" },
  h("h2", { id: "payment-title" }, words.payment),
  rows({
    caption: words.payment,
    data: found.payment,
    columns: [
      { head: words.course.when, cell: (one) => momentOf(one.at) },
      { head: words.course.who, cell: (one) => (one.by ? words.by(one.by.id, o.role(one.by.role)) : words.house) },
      { head: words.course.what, cell: (one) => u.event(one.event), wide: true },
    ],
  }),
));

/** @param {Round} s @param {RoundRecord} found */
function ledger(s, found) {
  const now = new Set(found.acts[s.place].events.map((one) => `${one.stream} ${one.version}`));
  return h(
    "section",
    { class: "panel", key: "ledger", "aria-labelledby": "ledger-title" },
    h("h2", { id: "ledger-title" }, words.ledger),
    rows({
      caption: words.ledger,
      data: found.postings,
      empty: words.noPostings,
      columns: [
        {
          head: words.posting.step,
          cell: (
            one,
          ) => [
            `${one.stream} ${one.version} `,
            now.has(`${one.stream} ${one.version}`) ? h("span", { class: "tag tag-warn" }, words.ledgerNow) : null,
          ],
        },
        { head: words.posting.debit, cell: (one) => one.debit },
        { head: words.posting.credit, cell: (one) => one.credit },
        { head: words.posting.memo, cell: (one) => one.memo, wide: true },
        { head: words.posting.amount, number: true, cell: (one) => money(one.amount) },
      ],
    }),
  );
}

/**
 * The browser checks the shuffle by itself, following docs/house.md.
 * @param {Round} s
 * @param {RoundRecord} found
 * @param {ShuffleProof} shuffle
 */
async function verify(s, found, shuffle) {
  s.proof = "checking";
  try {
    const { check } = await import("../table/verify.js");
    const { holds, deck } = await check(found.table, found.round, shuffle);
    s.proof = { holds, deck: deck.join(" ") === shuffle.deck };
  } catch {
    s.proof = "unchecked";
  }
  s.draw();
}

/** @param {Round} s @param {RoundRecord} found */
function shuffle(s, found) {
  const { shuffle: kept } = found;
  if (kept !== null && s.proof === null) verify(s, found, kept);
  /** @param {boolean} good @param {string} text */
  const verdict = (good, text) =>
    h("span", { class: ["tag", good ? "tag-good" : "tag-bad"] }, good ? "✓ " : "✗ ", text);
  return h(
    "section",
    { class: "panel", key: "shuffle", "aria-labelledby": "shuffle-title" },
    h("h2", { id: "shuffle-title" }, words.shuffle),
    kept === null ? h("p", { class: "muted" }, words.live) : [
      h("p", { class: "muted small" }, words.shuffleText),
      h(
        "p",
        { class: "row" },
        h("span", {}, words.houseSays),
        verdict(kept.seed_is_committed, words.committed(kept.seed_is_committed)),
        verdict(kept.cards_are_dealt !== false, words.dealt(kept.cards_are_dealt)),
      ),
      h(
        "p",
        { class: "row", role: "status" },
        h("span", {}, words.browserSays),
        typeof s.proof !== "object" || s.proof === null
          ? words[s.proof ?? "checking"]
          : verdict(s.proof.holds && s.proof.deck, words.committed(s.proof.holds && s.proof.deck)),
      ),
      h(
        "dl",
        { class: "figures proof" },
        pair(words.commitment, h("code", {}, kept.commitment)),
        pair(words.seed, h("code", {}, kept.seed)),
        pair(words.deck, h("code", {}, kept.deck)),
        pair(words.facts.fingerprint, h("code", {}, found.fingerprint)),
      ),
    ],
  );
}

/** @param {RoundRecord} found */
const clauses = (found) =>
  h(
    "section",
    { class: "panel", key: "clauses", "aria-labelledby": "clauses-title" },
    h("h2", { id: "clauses-title" }, words.clauses),
    h("p", { class: "muted small" }, words.clauseNote),
    h("p", { class: "row" }, cited(Object.keys(found.clauses), found)),
    h(
      "details",
      {},
      h("summary", {}, words.pays),
      h(
        "div",
        { class: "halves" },
        Object.entries(found.pay_tables).map(([name, table_]) =>
          h(
            "div",
            { key: name },
            h("h3", {}, words.payTable(name)),
            h(
              "dl",
              { class: "pairs" },
              Object.entries(table_).flatMap((
                [slug, odds],
              ) => [h("dt", { key: slug }, words.hand(slug)), h("dd", { key: `${slug}=` }, words.toOne(odds))]),
            ),
          )
        ),
      ),
    ),
  );

/** @param {Round} s */
const drawn = (s) => [
  h(
    "header",
    { class: "office-head" },
    h("p", {}, h("a", { href: address("/audit", { see: "rounds", table: s.table }) }, `← ${words.back}`)),
    h(
      "h1",
      {},
      words.title(s.table, s.number),
      s.whole.data?.void ? h("span", { class: "tag tag-bad" }, words.void) : null,
    ),
  ),
  shown(
    s.whole,
    (
      found,
    ) => [
      facts(s, found),
      step(s, found),
      lines(found),
      payment(found),
      ledger(s, found),
      shuffle(s, found),
      clauses(found),
    ],
  ),
];
