/* Own rounds at a table, replayed step by step, with the shuffle checked in the browser. */

import { h, sheet, style } from "../dom.js";
import { api } from "../net.js";
import { Older, ownLines, pastRounds } from "../rounds.js";
import { signed, t, timeOf } from "../text/en.js";
import { sheets } from "../text/en_sheets.js";
import { felt } from "./felt.js";
import { prove } from "./proof.js";
import { net } from "./reading.js";
import { results } from "./box.js";
import { shuffled } from "./shuffled.js";

/** @import { Replay, RoundPlayed } from "../../api.d.ts" */
/** @import { PastRounds } from "../rounds.js" */
/** @import { Finding } from "./proof.js" */
/** @import { Seen } from "./state.js" */

/** @typedef {Replay & { lines: RoundPlayed["lines"], place: number, proof: Finding[] | null }} Replayed */

/** @param {Seen} s */
export async function history(s) {
  await style("table/sheets.css");
  const words = sheets.history;
  /** @type {Replayed | null} */
  let replayed = null;
  let failed = false;
  const past = pastRounds(s.table, () => again());
  const again = sheet(words.title, () => {
    if (failed) return h("p", { class: "error" }, words.failed);
    if (replayed === null) return list(past, load);
    return replay(s, replayed, again, () => {
      replayed = null;
      again();
    });
  }, { wide: true });

  /** @param {RoundPlayed} round */
  async function load(round) {
    try {
      const answer = await api("GET /api/tables/{table}/rounds/{number}", { table: s.table, number: round.round });
      /** @type {Replayed} */
      const shown = { ...answer, lines: ownLines(round), place: answer.steps.length - 1, proof: null };
      replayed = shown;
      again();
      if (answer.shuffle) {
        shown.proof = await prove(answer, answer.shuffle, s.id);
        again();
      }
    } catch {
      failed = true;
      again();
    }
  }
}

/** @param {PastRounds} past @param {(round: RoundPlayed) => void} load */
function list(past, load) {
  const words = sheets.history;
  if (past.next === null && !past.rounds.length) return h("p", { class: "muted" }, words.empty);
  return [
    h(
      "ol",
      { class: "rounds" },
      past.rounds.map((round) =>
        h(
          "li",
          { key: round.round },
          h(
            "button",
            { class: "past-round", onclick: () => load(round) },
            h("span", {}, t.table.round(round.round), h("small", { class: "muted" }, ` ${timeOf(round.ended)}`)),
            h(
              "b",
              { class: net(ownLines(round)) < 0 ? "down" : "up" },
              round.void ? words.void : signed(net(ownLines(round))),
            ),
            h("small", {}, words.replay),
          ),
        )
      ),
    ),
    Older(past),
  ];
}

/** @param {Seen} s @param {Replayed} round @param {() => void} redraw @param {() => void} back */
function replay(s, round, redraw, back) {
  const words = sheets.history;
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
    push: {
      ...s.push,
      legal: [],
      costs: {},
      draw: null,
      layout: round.layout,
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
    shuffled(round, round.proof),
  ];
}
