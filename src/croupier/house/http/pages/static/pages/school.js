/* The school: exercises for dealers and supervisors, one after the other, and how everybody is getting on. */

import { h, render, say, style } from "../dom.js";
import { api } from "../net.js";
import { choice, field, form, gate, head, opens, searched } from "../office/parts.js";
import { answersIn, answersTo, exerciseOf } from "../school/asking.js";
import { Questions, Situation } from "../school/exercise.js";
import { Own, pupils } from "../school/progress.js";
import { t as common } from "../text/en.js";
import { s as t } from "../text/en_school.js";

/** @import { Answered, Exercise, Kind, SchoolView } from "../../api.d.ts" */
/** @import { Submitted } from "../dom.js" */
/** @import { Open } from "../main.js" */
/** @import { Wanted } from "../school/asking.js" */

/**
 * @typedef {object} SchoolState
 * @property {Element} outlet
 * @property {string} see the section: practise or pupils
 * @property {ReturnType<typeof pupils> | null} everybody
 * @property {SchoolView | null} school
 * @property {Wanted | null} wanted
 * @property {Exercise | null} exercise
 * @property {Answered | null} answered
 * @property {string | null} trouble
 * @property {boolean} busy an answer is on its way
 * @property {boolean} closed
 */

/** @type {Open} */
export async function open(outlet) {
  await Promise.all([style("office.css"), style("pages/school.css")]);
  const refused = gate("school");
  if (refused !== null) {
    render(outlet, refused);
    return { title: t.title };
  }
  const { see } = searched();
  /** @type {SchoolState} */
  const s = {
    outlet,
    see: see === "pupils" && opens("pupils") ? "pupils" : "practise",
    everybody: null,
    school: null,
    wanted: null,
    exercise: null,
    answered: null,
    trouble: null,
    busy: false,
    closed: false,
  };
  if (s.see === "pupils") s.everybody = pupils(() => draw(s));
  else start(s);
  draw(s);
  const close = () => {
    s.closed = true;
  };
  return { title: t.title, close };
}

/** @param {SchoolState} s */
async function start(s) {
  await doing(s, async () => {
    s.school = await api("GET /api/school", {});
    const { game, kind, level } = searched();
    const [first] = s.school.games;
    s.wanted = {
      game: s.school.games.find((one) => (one.rulebook ?? one.table) === game) ?? first,
      kind: s.school.kinds.find((one) => one === kind) ?? "hand",
      level: Number(level) || 1,
    };
    await lay(s);
  });
}

/**
 * The next exercise.
 * @param {SchoolState} s
 */
async function lay(s) {
  const { wanted } = s;
  if (wanted === null) return;
  s.exercise = s.answered = null;
  draw(s);
  await doing(s, async () => {
    const exercise = await exerciseOf(wanted);
    if (s.wanted !== wanted) return;
    s.exercise = exercise;
    say(exercise.told.join(" "));
  });
}

/** @param {SchoolState} s @param {() => Promise<void>} work */
async function doing(s, work) {
  s.trouble = null;
  try {
    await work();
  } catch (problem) {
    s.trouble = common.trouble.words(problem);
  }
  draw(s);
}

/** @param {SchoolState} s @param {Partial<Wanted>} change */
function choose(s, change) {
  if (s.wanted === null) return;
  s.wanted = { ...s.wanted, ...change };
  const { game, kind, level } = s.wanted;
  const query = new URLSearchParams({ game: game.rulebook ?? game.table ?? "", kind, level: String(level) });
  history.replaceState({}, "", `/school?${query}`);
  lay(s);
}

/** @param {SchoolState} s @param {Submitted} event */
async function submit(s, event) {
  const filled = form(event);
  const { exercise, wanted } = s;
  if (exercise === null || wanted === null || s.busy) return;
  s.busy = true;
  await doing(s, async () => {
    s.answered = await answersTo(wanted, exercise, answersIn(exercise.asks, filled));
    if (s.school !== null) s.school = { ...s.school, own: s.answered.own };
    say(s.answered.marked.right ? t.right : t.wrong);
  });
  s.busy = false;
  draw(s);
}

/** @param {SchoolState} s */
function draw(s) {
  if (s.closed) return;
  const sections = [
    { name: "practise", words: t.sections.practise, href: "/school" },
    ...(opens("pupils") ? [{ name: "pupils", words: t.sections.pupils, href: "/school?see=pupils" }] : []),
  ];
  render(
    s.outlet,
    h(
      "div",
      { class: "office school" },
      head(t.title, t.lead, sections, s.see),
      s.everybody === null ? practise(s) : s.everybody.drawn(),
    ),
  );
}

/** @param {SchoolState} s */
function practise(s) {
  const { school, wanted, exercise } = s;
  if (school === null || wanted === null) return s.trouble ? failed(s, () => start(s)) : waiting();
  return [
    controls(s, school, wanted),
    h(
      "div",
      { class: "panel exercise", key: "exercise" },
      exercise === null ? (s.trouble ? failed(s, () => lay(s)) : waiting()) : [
        Situation(exercise),
        Questions({
          exercise,
          answered: s.answered,
          trouble: s.trouble,
          busy: s.busy,
          submit: (event) => submit(s, event),
          next: () => lay(s),
        }),
        h("p", { class: "muted small", key: "seed" }, `${t.seed} ${exercise.seed}`),
      ],
    ),
    Own(school.own),
  ];
}

/** @param {SchoolState} s @param {SchoolView} school @param {Wanted} wanted */
const controls = (s, school, wanted) =>
  h(
    "div",
    { class: "inline controls", key: "controls" },
    picker(t.kind, "kind", school.kinds.map((kind) => [kind, t.kinds[kind]]), wanted.kind, (kind) => {
      choose(s, { kind: /** @type {Kind} */ (kind) });
    }),
    picker(
      t.game,
      "game",
      school.games.map(({ rulebook, table, name }) => [rulebook ?? table ?? "", name]),
      wanted.game.rulebook ?? wanted.game.table ?? "",
      (name) => choose(s, { game: school.games.find((one) => (one.rulebook ?? one.table) === name) ?? wanted.game }),
    ),
    picker(
      t.level,
      "level",
      school.levels.map((one) => [String(one), t.levels(one)]),
      String(wanted.level),
      (level) => {
        choose(s, { level: Number(level) });
      },
    ),
  );

/**
 * @param {string} label
 * @param {string} name
 * @param {[value: string, words: string][]} options
 * @param {string} chosen
 * @param {(value: string) => void} change
 */
function picker(label, name, options, chosen, change) {
  const select = choice(name, options, chosen);
  const heard = (/** @type {{ currentTarget: HTMLSelectElement }} */ event) => change(event.currentTarget.value);
  return field(label, { ...select, attributes: { ...select.attributes, onchange: heard } });
}

const waiting = () => h("p", { class: "waiting", key: "waiting" }, h("span", { class: "spinner" }), t.drawing);

/** @param {SchoolState} s @param {() => void} again */
const failed = (s, again) =>
  h("div", { key: "failed", role: "alert" }, h("p", {}, s.trouble), h("button", { onclick: again }, t.again));
