/* The rotation of dealers: where everybody is meant to be, where they are, and who rests until when. */

import { h } from "../dom.js";
import { api, houseCommand } from "../net.js";
import { timeOf } from "../text/en.js";
import { p } from "../text/en_pit.js";
import { asked, begins, field, form, may, rows, shown, worker } from "../office/parts.js";

/** @import { AnyCommand, Rotating, RotationView, Turn } from "../../api.d.ts" */
/** @import { Submitted } from "../dom.js" */
/** @import { Asked, Worker } from "../office/parts.js" */

/**
 * @typedef {object} State
 * @property {() => void} draw
 * @property {Asked<Rotating>} found
 * @property {Worker} work
 * @property {boolean} planning
 */
/** @typedef {ReturnType<typeof rotation>} Rotation */

const words = p.rotation;

/** @param {() => void} draw */
export function rotation(draw) {
  /** @type {State} */
  const s = { draw, found: asked(() => api("GET /api/floor/rotation", {}), draw), work: worker(draw), planning: false };
  return { drawn: () => shown(s.found, (found) => panel(s, found)), again: s.found.again };
}

/** @param {State} s @param {Rotating} found */
function panel(s, found) {
  const { plan } = found;
  return h(
    "section",
    { class: "panel", key: "rotation", "aria-labelledby": "rotation-title" },
    h("h2", { id: "rotation-title" }, words.title),
    plan === null ? h("p", { class: "muted" }, words.none) : planned(plan),
    s.work.note("rotation"),
    !may("plan_rotation") ? null : s.planning ? planning(s, found) : h(
      "div",
      { class: "row" },
      h("button", {
        onclick: () => {
          s.planning = true;
          s.draw();
        },
      }, plan === null ? words.plan : words.anew),
      plan === null ? null : h("button", {
        class: "quiet",
        onclick: () => give(s, { do: "plan_rotation" }, words.withdrawn),
      }, words.withdraw),
    ),
  );
}

/** @param {RotationView} plan */
function planned(plan) {
  return [
    h(
      "p",
      { key: "turn" },
      plan.begun ? words.until(timeOf(plan.until)) : words.begins(timeOf(plan.since)),
      " ",
      h("span", { class: "muted" }, words.by(plan.minutes, plan.by)),
    ),
    rows({
      caption: words.title,
      data: plan.turns,
      keyOf: (one) => one.dealer,
      columns: [
        { head: words.dealer, cell: (one) => one.dealer },
        {
          head: words.now,
          cell: (one) => one.table ?? h("span", { class: "tag" }, words.rests(one.back ? timeOf(one.back) : "")),
        },
        { head: words.next, cell: (one) => one.next ?? words.rest },
        { head: words.signedOn, cell: (one) => where(one, plan.begun) },
      ],
    }),
  ];
}

/** @param {Turn} one @param {boolean} begun */
const where = (one, begun) => {
  const at = one.at.join(", ") || words.nowhere;
  const apart = begun && (one.table === null ? one.at.length > 0 : !one.at.includes(one.table));
  return apart ? h("span", { class: "tag tag-warn" }, at) : at;
};

/** @param {State} s @param {AnyCommand} command @param {string} done */
async function give(s, command, done) {
  if (await s.work.attempt("rotation", () => houseCommand(command), done)) s.planning = false;
  s.found.again();
}

/** @param {string} text */
const names = (text) => text.split(/[\s,;\uff0c\u3001\uff1b]+/).filter(Boolean);

/** @param {State} s @param {Rotating} found */
function planning(s, found) {
  const dealers = found.plan?.turns.map((one) => one.dealer) ?? found.dealers;
  const tables = found.plan === null ? found.tables : order(found.plan);
  /** @param {Submitted} event */
  const submit = (event) => {
    const given = form(event);
    const minutes = Number(given.minutes);
    if (!(Number.isInteger(minutes) && minutes >= 5 && minutes <= 240)) {
      return s.work.refuse("rotation", words.badMinutes);
    }
    return give(
      s,
      { do: "plan_rotation", dealers: names(given.dealers), tables: names(given.tables), minutes },
      words.done,
    );
  };
  return h(
    "form",
    { class: "act", key: "plan", novalidate: true, onsubmit: submit, "aria-label": words.plan },
    h("p", { class: "muted small" }, words.lead),
    field(
      words.dealers,
      h("input", { name: "dealers", autocomplete: "off", ...begins(dealers.join(", ")) }),
      words.known(found.dealers),
    ),
    field(
      words.tables,
      h("input", { name: "tables", autocomplete: "off", ...begins(tables.join(", ")) }),
      words.known(found.tables),
    ),
    field(
      words.minutes,
      h("input", { name: "minutes", inputmode: "numeric", maxlength: 3, ...begins(String(found.plan?.minutes ?? 20)) }),
    ),
    h(
      "div",
      { class: "row" },
      h("button", { class: "primary", type: "submit" }, words.start),
      h("button", {
        class: "quiet",
        type: "button",
        onclick: () => {
          s.planning = false;
          s.draw();
        },
      }, words.leave),
    ),
  );
}

/** @param {RotationView} plan */
const order = (plan) => plan.turns.flatMap((one) => (one.table === null ? [] : [one.table])).toSorted();
