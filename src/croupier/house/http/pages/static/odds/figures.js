/* Figures with their derivation: the value, how it changed, the formula, the numbers in it, the fraction. */

import { h, oneLine } from "../dom.js";
import { odds as t } from "../text/en_odds.js";
import { chance, dollars, exact, fixed, money, percent } from "./numbers.js";

/** @typedef {{ figure: string, decimal: number, exact: string | null, parts: Record<string, string> }} Figure */

/** @type {Record<string, (value: number) => string>} */
const WRITE = {
  house_edge: (value) => percent(value),
  edge_with_awards: (value) => percent(value),
  element_of_risk: (value) => percent(value),
  return_per_million: (value) => percent(value),
  stay_frequency: (value) => percent(value, 2),
  hit_frequency: (value) => chance(value),
  forfeited: (value) => (value === 0 ? t.never : chance(value)),
  average_stake: (value) => fixed(value, 4),
  standard_deviation: (value) => fixed(value, 4),
  ante_bonus: (value) => fixed(value, 4),
  break_even: (value) => money(Math.ceil(value)),
};

/** @param {Figure} given */
export const written = ({ figure, decimal }) => WRITE[figure](decimal);

/** @param {string} wager @param {string} figure */
function unit(wager, figure) {
  if (figure === "house_edge" || figure === "edge_with_awards") return wager === "main" ? t.of.ante : t.of.stake;
  if (figure === "element_of_risk") return t.of.staked;
  if (["standard_deviation", "average_stake", "ante_bonus"].includes(figure)) {
    return wager === "main" ? t.of.antes : t.of.stakes;
  }
  return "";
}

/**
 * The lines of a derivation: formula, formula with numbers, exact fraction.
 * @param {{ wager: string, figure: Figure }} given
 */
function Derivation({ wager, figure }) {
  const [words, numbers] = t.formulas[wager === "main" ? "main" : "wager"][figure.figure];
  const parts = Object.fromEntries(Object.entries(figure.parts).map(([name, value]) => [name, exact(value)]));
  if (figure.parts.stake) parts.stakeDollars = dollars(Number(figure.parts.stake)).replace("$", "");
  return h(
    "div",
    { class: "derivation" },
    h("p", { class: "formula" }, words),
    numbers && h("p", { class: "numbers" }, `= ${numbers(parts)}`),
    figure.exact !== null &&
      h("p", { class: "numbers" }, `= ${exact(figure.exact)}`, figure.figure === "break_even" && ` ${"¢"}`),
    h("p", { class: "numbers result" }, `≈ ${full(figure)}`),
  );
}

/** @param {Figure} given */
function full({ figure, decimal }) {
  if (figure === "break_even") return money(Math.ceil(decimal));
  if (
    [
      "house_edge",
      "element_of_risk",
      "stay_frequency",
      "hit_frequency",
      "return_per_million",
      "edge_with_awards",
      "forfeited",
    ].includes(figure)
  ) {
    return `${fixed(decimal * 100, 6)} %`;
  }
  return fixed(decimal, 6);
}

/**
 * A large figure, with its derivation behind it.
 * @param {{ wager: string, figure: Figure, before?: Figure, gold?: boolean, title?: string }} given
 */
export function Card({ wager, figure, before, gold = false, title }) {
  const now = written(figure);
  const was = before ? written(before) : now;
  const moved = before !== undefined && was !== now;
  return h(
    "details",
    { class: ["figure", gold && "gold", moved && "moved"], key: `${wager}-${figure.figure}` },
    h(
      "summary",
      null,
      h("span", { class: "name" }, title ?? t.figures[figure.figure]),
      oneLine("span", now, { class: "value" }),
      h("span", { class: "unit" }, moved ? t.writtenWas(was) : unit(wager, figure.figure)),
      h("span", { class: "how" }, t.how),
    ),
    Derivation({ wager, figure }),
  );
}

/**
 * All figures of a wager, one below the other.
 * @param {{ wager: string, figures: Figure[], approved?: Figure[] }} given
 */
export function FigureList({ wager, figures, approved }) {
  return h(
    "div",
    { class: "figure-list" },
    figures.map((figure) => {
      const before = approved?.find((one) => one.figure === figure.figure);
      const moved = before && written(before) !== written(figure);
      return h(
        "details",
        { class: "line", key: figure.figure },
        h(
          "summary",
          null,
          h("span", { class: "name" }, t.figures[figure.figure]),
          h("span", { class: "value" }, written(figure), " ", h("span", { class: "unit" }, unit(wager, figure.figure))),
          moved && h("span", { class: "was" }, t.writtenWas(written(before))),
        ),
        Derivation({ wager, figure }),
      );
    }),
  );
}
