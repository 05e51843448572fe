/* The first hand is guided: three steps, with the coach on. What they say comes from the rulebook of the table; the last
   one leads up to what the table says happened. */

import { cross, h, preference, say, style } from "../dom.js";
import { me, Trouble } from "../net.js";
import { signed } from "../text/en.js";
import { learn } from "../text/en_learn.js";
import { addressOf, lessonOf } from "../train/asking.js";
import { adviceFor } from "./coach.js";
import { openSheet } from "./head.js";
import { isOver, own } from "./reading.js";

/** @import { BoxView, Lesson } from "../../api.d.ts" */
/** @import { Child } from "../dom.js" */
/** @import { Seen, TableState } from "./state.js" */

/**
 * @typedef {object} Guide
 * @property {(s: Seen) => Child} draw
 * @property {Lesson} lesson
 * @property {string} said last, aloud
 * @property {number | null} over the round in which the first hand ended
 */

const GUIDED = "guided";
const t = learn.guide;

/**
 * For somebody who has not yet finished a hand in this browser. The table does without, where there is no lesson.
 * @param {TableState} s
 */
export async function begin(s) {
  try {
    const [lesson] = await Promise.all([lessonOf({ table: s.table }), style("table/guide.css")]);
    s.guide = { draw: guide, lesson, said: "", over: null };
    s.prefs.coach = true;
    s.draw();
  } catch (trouble) {
    if (!(trouble instanceof Trouble)) throw trouble;
  }
}

/** @param {TableState} s */
function end(s) {
  s.guide = null;
  s.prefs.coach = preference.get("coach", false);
  s.draw();
}

/* A visitor of a demonstration plays at once; others need an account that plays. */
const mayPlay = () => (me.person === null ? me.demo : me.person.roles.includes("player"));

/** @param {Seen} s */
function guide(s) {
  if (s.guide === null || !mayPlay()) return null;
  const { lesson } = s.guide;
  const { game } = s.push.view;
  const mine = own(s.push.view, s.id);
  if (isOver(game) && mine.length && s.guide.over === null) {
    s.guide.over = game.round;
    preference.set(GUIDED, true);
  }
  const over = s.guide.over !== null;
  if (over && game.round !== s.guide.over) {
    queueMicrotask(() => end(s));
    return null;
  }
  const place = placeOf(game.phase, mine);
  const words = over ? t.over : wordsOf(s, lesson, place, mine);
  speak(s.guide, words);
  return h(
    "aside",
    { class: "guide", key: "guide", "aria-label": t.label },
    h(
      "ol",
      { class: "guide-steps" },
      lesson.steps.map((step, at) =>
        h("li", {
          key: at,
          class: at < place || over ? "done" : "",
          "aria-current": at === place && !over ? "step" : null,
        }, step.title)
      ),
    ),
    h("p", {}, words),
    h(
      "div",
      { class: "guide-more" },
      h("button", { class: "quiet", onclick: () => openSheet(s, "rules") }, t.more),
      over ? h("a", { class: "button quiet", href: addressOf({ table: s.table }) }, t.practise) : null,
      h("button", {
        class: "quiet",
        "aria-label": t.close,
        title: t.close,
        onclick: () => {
          preference.set(GUIDED, true);
          end(s);
        },
      }, cross()),
    ),
  );
}

/**
 * Ante, decision or comparison.
 * @param {string} phase
 * @param {BoxView[]} mine
 */
function placeOf(phase, mine) {
  if (mine.length === 0) return 0;
  if (phase === "betting" || phase === "closed") return 1;
  return phase === "dealt" && mine.some((box) => box.choice === "undecided" && !box.out) ? 1 : 2;
}

/**
 * @param {Seen} s
 * @param {Lesson} lesson
 * @param {number} place
 * @param {BoxView[]} mine
 */
function wordsOf(s, lesson, place, mine) {
  const { phase } = s.push.view.game;
  const { brief } = lesson.steps[place];
  if (place === 1 && phase !== "dealt") return `${t.coming} ${brief}`;
  if (place === 2) return phase === "dealt" ? `${brief} ${t.shows}` : brief;
  if (place === 0) return brief;
  const open = mine.find((box) => box.choice === "undecided" && !box.out);
  const advice = open && adviceFor(s, open.box);
  if (open && !open.hand) return `${t.look} ${brief}`;
  if (!advice?.stay) return brief;
  const stays = advice.best === "stay";
  const [better, worse] = stays ? [advice.stay, advice.fold] : [advice.fold, advice.stay];
  return t.coach(stays ? lesson.stay : learn.train.fold, signed(better.cents), signed(worse.cents));
}

/**
 * @param {Guide} guide
 * @param {string} words
 */
function speak(guide, words) {
  if (guide.said === words) return;
  guide.said = words;
  say(words);
}
