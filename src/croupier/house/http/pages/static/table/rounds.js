/* Own rounds at a table, replayed step by step, with the shuffle checked in the browser. */

import { card } from "../cards.js";
import { h, sheet, style } from "../dom.js";
import { api } from "../net.js";
import { signed, t, timeOf } from "../text/en.js";
import { f } from "../text/en_shuffle.js";
import { felt } from "./felt.js";
import { prove } from "./proof.js";
import { net } from "./reading.js";
import { results } from "./results.js";
import { waiting } from "./sheets.js";
import { witnessed } from "./witness.js";

/** @import { Replay, RoundPlayed, Shuffle } from "../../api.d.ts" */
/** @import { Finding } from "./proof.js" */
/** @import { Seen } from "./state.js" */

/** @typedef {Replay & { lines: RoundPlayed["lines"], place: number, proof: Finding[] | null }} Replayed */

/** @param {Seen} s */
export async function history(s) {
  await style("table/sheets.css");
  const words = t.sheet.history;
  /** @type {RoundPlayed[] | null} */
  let rounds = null;
  /** @type {Replayed | null} */
  let replayed = null;
  let failed = false;
  /** @param {RoundPlayed} round */
  const mine = (round) => round.lines.filter((line) => line.player === s.id);
  const again = sheet(words.title, () => {
    if (failed) return h("p", { class: "error" }, words.failed);
    if (rounds === null) return waiting(words.loading);
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

  /** @param {RoundPlayed} round */
  async function load(round) {
    try {
      const answer = await api("GET /api/tables/{table}/rounds/{number}", { table: s.table, number: round.round });
      /** @type {Replayed} */
      const shown = { ...answer, lines: mine(round), place: answer.steps.length - 1, proof: null };
      replayed = shown;
      again();
      if (answer.shuffle) {
        shown.proof = await prove(s, answer, answer.shuffle);
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

/**
 * The page about the shuffle, with the figures of a round; the fingerprint as it was shown before the bets.
 * @param {string} table
 * @param {number} round
 * @param {Shuffle} shuffle
 */
function explained(table, round, { commitment, seed, added }) {
  const fingerprint = witnessed(table, round)?.fingerprint ?? commitment;
  const figures = new URLSearchParams({ table, round: String(round), fingerprint, seed });
  for (const [player, part] of Object.entries(added)) figures.append("part", `${player} ${part}`);
  return `/shuffle?${figures}`;
}

/** @param {Finding[]} findings */
const proven = (findings) =>
  h(
    "div",
    { class: "proof" },
    findings.some(({ good }) => good === false)
      ? h("p", { class: "error", role: "alert" }, h("b", {}, `✗ ${f.proof.broken}`))
      : null,
    h("ul", {}, findings.map(finding)),
  );

/** @param {Finding} found */
const finding = ({ good, text }) =>
  good === null
    ? h("li", { key: text, class: "unknown" }, `– ${text}`)
    : h("li", { key: text, class: good ? "up" : "error" }, h("b", {}, `${good ? "✓" : "✗"} ${text}`));

/** @param {Seen} s @param {Replayed} round @param {() => void} redraw @param {() => void} back */
function replay(s, round, redraw, back) {
  const words = t.sheet.history;
  const step = round.steps[round.place];
  /** @param {number} place */
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
      h("p", { class: "muted" }, f.proof.lead),
      round.proof === null ? waiting(words.checking) : proven(round.proof),
      h("p", {}, h("a", { href: explained(s.table, round.round, round.shuffle) }, words.explain)),
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
