/* A hand near the borderline, a decision, and what it costs. */

import { card, cardName, hand as cards } from "../cards.js";
import { h, say } from "../dom.js";
import { Trouble } from "../net.js";
import { exact, money, percent } from "../odds/numbers.js";
import { t as common } from "../text/en.js";
import { learn } from "../text/en_learn.js";
import { exerciseOf, gradeOf } from "./asking.js";
import { ANTE, small } from "./lesson.js";
import { counted, forget, keep, LEVELS, progressOf } from "./progress.js";

/** @import { Drawn, Graded, Lesson, OddsChoice } from "../../api.d.ts" */
/** @import { Game, Hand } from "./asking.js" */
/** @import { Progress } from "./progress.js" */

/**
 * @typedef {object} Training
 * @property {Game} game
 * @property {string} name under which progress is kept
 * @property {Progress} progress
 * @property {Hand} hand that is asked about
 * @property {Drawn | null} drawn
 * @property {Graded | null} graded
 * @property {boolean} asked a grade is on its way
 * @property {boolean} raised the last decision led to the next level
 * @property {Trouble | null} trouble why no hand comes
 * @property {() => void} draw
 */

const t = learn.train;

/**
 * @param {Game} game
 * @param {() => void} draw
 * @returns {Training}
 */
export function newTraining(game, draw) {
  const name = "table" in game ? `table ${game.table}` : game.rulebook;
  return {
    game,
    name,
    progress: progressOf(name),
    hand: { seed: "", level: 1 },
    drawn: null,
    graded: null,
    asked: false,
    raised: false,
    trouble: null,
    draw,
  };
}

const newSeed = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(10)), (one) => one.toString(16).padStart(2, "0")).join("");

/**
 * The next hand, at the level reached.
 * @param {Training} s
 */
export async function deal(s) {
  const hand = { seed: newSeed(), level: s.progress.level };
  Object.assign(s, { hand, drawn: null, graded: null, trouble: null, raised: false });
  s.draw();
  await asking(s, async () => {
    const drawn = await exerciseOf(s.game, hand);
    if (s.hand !== hand) return;
    s.drawn = drawn;
    say(spoken(drawn));
  });
}

/** @param {Drawn} drawn */
function spoken({ hand, up_card, holding }) {
  const names = hand.split(" ").map(cardName).join(", ");
  const shows = up_card === null ? "" : ` ${t.dealer}: ${cardName(up_card)}.`;
  return `${t.yours}: ${holding}, ${names}.${shows}`;
}

/**
 * The button that was pressed goes away; whoever uses the keyboard goes on from the new hand.
 * @param {Element} within
 */
function focusHand(within) {
  const hand = within.closest(".trainer")?.querySelector(".felted");
  if (hand instanceof HTMLElement) hand.focus({ preventScroll: true });
}

/**
 * @param {Training} s
 * @param {OddsChoice} choice
 */
async function decide(s, choice) {
  if (s.asked || s.drawn === null || s.graded !== null) return;
  s.asked = true;
  await asking(s, async () => {
    const graded = await gradeOf(s.game, s.hand, choice);
    const before = s.progress.level;
    s.graded = graded;
    s.progress = keep(s.name, counted(s.progress, graded));
    s.raised = s.progress.level > before;
    say(`${verdict(graded)}. ${cost(graded)}`);
  });
  s.asked = false;
  s.draw();
}

/**
 * @param {Training} s
 * @param {() => Promise<void>} work
 */
async function asking(s, work) {
  try {
    await work();
  } catch (trouble) {
    if (!(trouble instanceof Trouble)) throw trouble;
    s.trouble = trouble;
  }
  s.draw();
}

/** @param {Graded} graded */
const verdict = (graded) => (graded.right ? t.right : t.wrong);

/** @param {Graded} graded */
const cost = (graded) =>
  graded.right
    ? t.saved(small(Math.abs(graded.stay_decimal - graded.fold_decimal)))
    : t.cost(small(graded.cost_decimal));

/**
 * @param {Training} s
 * @param {Lesson} lesson
 */
export const trainer = (s, lesson) =>
  h(
    "section",
    { class: "panel trainer", key: "trainer", "aria-label": t.title },
    h("h2", {}, t.title),
    s.progress.answered === 0 ? h("p", { class: "muted" }, t.lead) : null,
    levels(s),
    s.trouble
      ? h(
        "div",
        { class: "felted", role: "alert", key: "trouble" },
        h("p", {}, common.trouble.words(s.trouble)),
        h("button", { onclick: () => deal(s) }, learn.again),
      )
      : felt(s, lesson),
    decisions(s, lesson),
    score(s),
  );

/** @param {Training} s */
const levels = (s) =>
  h(
    "div",
    { class: "row levels", role: "radiogroup", "aria-label": t.level },
    t.levels.slice(0, LEVELS).map((name, place) =>
      h("button", {
        key: name,
        class: "pill",
        role: "radio",
        "aria-checked": String(s.progress.level === place + 1),
        onclick: () => {
          s.progress = keep(s.name, { ...s.progress, level: place + 1, streak: 0 });
          deal(s);
        },
      }, name)
    ),
  );

/**
 * @param {Training} s
 * @param {Lesson} lesson
 */
const felt = ({ drawn }, lesson) =>
  h(
    "div",
    { class: "felted", key: "felted", tabindex: -1, role: "group", "aria-label": t.yours },
    lesson.up_card
      ? h(
        "figure",
        { class: "shows" },
        h("figcaption", {}, t.dealer),
        card(drawn?.up_card ?? null, { key: drawn?.up_card ?? "down" }),
      )
      : null,
    h(
      "figure",
      { class: "yours" },
      h("figcaption", {}, t.yours),
      h("div", { class: "hand" }, cards(drawn?.hand ?? lesson.hand_size)),
      h("p", { class: "holding" }, drawn ? common.table.hand(drawn.holding) : t.drawing),
    ),
  );

/**
 * @param {Training} s
 * @param {Lesson} lesson
 */
function decisions(s, lesson) {
  const { graded } = s;
  const off = s.drawn === null || s.asked ? "true" : null;
  if (graded === null) {
    return h(
      "div",
      { class: "row choose", key: "choose" },
      h(
        "button",
        {
          class: "large",
          "aria-keyshortcuts": "b",
          "aria-disabled": off,
          onclick: () => decide(s, "stay"),
        },
        lesson.stay,
        key("B"),
      ),
      h(
        "button",
        {
          class: "large",
          "aria-keyshortcuts": "f",
          "aria-disabled": off,
          onclick: () => decide(s, "fold"),
        },
        t.fold,
        key("F"),
      ),
    );
  }
  return h(
    "div",
    { class: ["verdict", graded.right ? "right" : "wrong"], key: "verdict" },
    h("p", { class: "said" }, h("strong", {}, verdict(graded)), " ", cost(graded)),
    s.raised ? h("p", { class: "raised" }, t.levelUp(t.levels[s.progress.level - 1])) : null,
    h(
      "button",
      {
        class: "large primary",
        "aria-keyshortcuts": "n",
        ref: (made) => queueMicrotask(() => made.focus({ preventScroll: true })),
        onclick: (event) => {
          focusHand(event.currentTarget);
          deal(s);
        },
      },
      t.next,
      key("N"),
    ),
    h(
      "dl",
      { class: "worth" },
      worth(lesson.stay, graded.stay_decimal, graded.stay, graded.best === "stay"),
      worth(t.fold, graded.fold_decimal, graded.fold, graded.best === "fold"),
    ),
    h("p", {}, ruleSays(graded, lesson)),
    h("p", { class: "fine" }, t.noHand(percent(graded.no_hand / graded.dealer_hands, 1))),
  );
}

/** @param {string} letter */
const key = (letter) => h("kbd", { "aria-hidden": "true" }, letter);

/**
 * @param {string} name
 * @param {number} antes
 * @param {string} fraction
 * @param {boolean} better
 */
const worth = (name, antes, fraction, better) =>
  h(
    "div",
    { key: name, class: better ? "better" : "" },
    h("dt", {}, name, better ? h("em", {}, common.table.coach.better) : null),
    h("dd", {}, t.worth(money(antes * ANTE)), h("small", {}, t.exactly(exact(fraction)))),
  );

/**
 * @param {Graded} graded
 * @param {Lesson} lesson
 */
function ruleSays({ rule, best }, lesson) {
  const said = rule.because === null ? t.ruleFolds : t.ruleStays(lesson.stay, rule.because);
  return rule.choice === best ? said : `${said} ${t.ruleDiffers}`;
}

/** @param {Training} s */
const score = (s) =>
  h(
    "footer",
    { class: "score" },
    s.progress.answered === 0 ? h("p", { class: "muted" }, t.none) : [
      h(
        "p",
        { class: "row" },
        h("strong", {}, t.score(s.progress.right, s.progress.answered)),
        s.progress.streak > 1 ? h("span", {}, t.streak(s.progress.streak)) : null,
        h("span", { class: "muted" }, t.given(small(s.progress.cost / s.progress.answered), money(ANTE))),
      ),
      h(
        "button",
        {
          class: "quiet",
          onclick: () => {
            s.progress = forget(s.name);
            deal(s);
          },
        },
        t.forget,
      ),
    ],
    h("p", { class: "fine" }, t.kept, " ", t.keys),
  );
