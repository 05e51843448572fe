/* Learning a game: how it is played, the rule to remember, and hands to practise with (train/trainer.js). */

import { h, render, style } from "../dom.js";
import { press } from "../keys.js";
import { isMissing, me, Trouble } from "../net.js";
import { t as common } from "../text/en.js";
import { learn as t } from "../text/en_learn.js";
import { lessonOf, rulesOf } from "../train/asking.js";
import { Lesson } from "../train/lesson.js";
import { deal, newTraining, trainer } from "../train/trainer.js";

/** @import { Lesson as Told, RulesToRemember } from "../../api.d.ts" */
/** @import { Open, Shell } from "../main.js" */
/** @import { Game } from "../train/asking.js" */
/** @import { Training } from "../train/trainer.js" */

/**
 * @typedef {object} TrainState
 * @property {Element} outlet
 * @property {Shell} shell
 * @property {Game} game
 * @property {Told | null} lesson
 * @property {RulesToRemember | null | false} rules `false` if none can be found
 * @property {Trouble | null} trouble why there is no lesson
 * @property {Training} training
 * @property {boolean} closed
 * @property {() => void} draw
 */

/** @type {Open} */
export async function open(outlet, [slug], shell) {
  await Promise.all([style("pages/train.css"), style("train/lesson.css")]);
  const table = new URLSearchParams(location.search).get("name");
  const game = slug === "table" && table ? { table } : { rulebook: slug ?? Object.keys(me.games)[0] };
  const s = newState(outlet, shell, game);
  const pressed = (/** @type {KeyboardEvent} */ event) => press(outlet, event);
  addEventListener("keydown", pressed);
  s.draw();
  start(s);
  const close = () => {
    s.closed = true;
    removeEventListener("keydown", pressed);
  };
  return { title: t.title, close };
}

/**
 * @param {Element} outlet
 * @param {Shell} shell
 * @param {Game} game
 */
function newState(outlet, shell, game) {
  const again = () => draw(s);
  /** @type {TrainState} */
  const s = {
    outlet,
    shell,
    game,
    lesson: null,
    rules: null,
    trouble: null,
    training: newTraining(game, again),
    closed: false,
    draw: again,
  };
  return s;
}

/** @param {TrainState} s */
async function start(s) {
  s.trouble = null;
  try {
    s.lesson = await lessonOf(s.game);
  } catch (trouble) {
    if (!(trouble instanceof Trouble)) throw trouble;
    s.trouble = trouble;
  }
  if (s.closed) return;
  s.draw();
  if (s.lesson === null) return;
  s.shell.call(t.title, s.lesson.name);
  deal(s.training);
  s.rules = await rulesOf(s.game).catch(() => /** @type {const} */ (false));
  s.draw();
}

/** @param {TrainState} s */
function draw(s) {
  render(
    s.outlet,
    h(
      "div",
      { class: "train-page" },
      h(
        "header",
        { class: "train-head" },
        h("h1", {}, s.lesson?.name ?? t.title),
        h("p", { class: "muted" }, t.lead),
        games(s.game),
      ),
      s.trouble ? failed(s, s.trouble) : s.lesson === null ? waiting() : [
        trainer(s.training, s.lesson),
        h(
          "section",
          { class: "panel", key: "how", "aria-label": t.how },
          h("h2", {}, t.how),
          Lesson({ lesson: s.lesson, rules: s.rules }),
        ),
      ],
    ),
  );
}

/** @param {Game} game */
const games = (game) =>
  h(
    "nav",
    { class: "games", "aria-label": t.games },
    Object.entries(me.games).map(([slug, name]) => {
      const here = "rulebook" in game && game.rulebook === slug;
      return h(
        "a",
        {
          key: slug,
          href: `/train/${slug}`,
          "aria-current": here ? "page" : null,
          ref: (element) =>
            requestAnimationFrame(() => here && element.scrollIntoView({ inline: "center", block: "nearest" })),
        },
        name,
      );
    }),
  );

const waiting = () =>
  h("div", { class: "state", role: "status" }, h("span", { class: "spinner" }), h("p", {}, t.loading));

/**
 * @param {TrainState} s
 * @param {Trouble} trouble
 */
const failed = (s, trouble) =>
  h(
    "div",
    { class: "state", role: "alert" },
    h("h2", {}, isMissing(trouble) ? t.missing : t.failed),
    h("p", {}, isMissing(trouble) ? t.noGame(named(s.game)) : common.trouble.words(trouble)),
    isMissing(trouble) ? null : h("button", { onclick: () => start(s) }, t.again),
  );

/** @param {Game} game */
const named = (game) => "table" in game ? game.table : game.rulebook;
