/* The shuffle of a finished round, opened: what this browser found about it, the figures, the order of the cards. */

import { card } from "../cards.js";
import { h } from "../dom.js";
import { sheets } from "../text/en_sheets.js";
import { f } from "../text/en_shuffle.js";
import { witnessed } from "./witness.js";

/** @import { Replay, Shuffle } from "../../api.d.ts" */
/** @import { Finding } from "./proof.js" */

/**
 * @param {Replay} replay
 * @param {Finding[] | null} proof none until it is found
 */
export function shuffled({ table, round, shuffle }, proof) {
  const words = sheets.history;
  return [
    h("h3", {}, words.shuffle),
    shuffle === null ? h("p", { class: "muted" }, words.live) : [
      h("p", { class: "muted" }, f.proof.lead),
      proof === null ? h("p", { class: "row muted" }, h("span", { class: "spinner" }), words.checking) : proven(proof),
      h("p", {}, h("a", { href: explained(table, round, shuffle) }, words.explain)),
      h(
        "dl",
        { class: "pairs code" },
        h("dt", {}, words.commitment),
        h("dd", {}, shuffle.commitment),
        h("dt", {}, words.seed),
        h("dd", {}, shuffle.seed),
      ),
      h(
        "div",
        { class: "deck", "aria-label": words.deck },
        shuffle.deck.split(" ").map((code) => card(code, { plain: true, key: code })),
      ),
    ],
  ];
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
