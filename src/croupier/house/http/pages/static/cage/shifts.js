/* The shift that runs: opened, handed over to the next manager, or closed. */

import { h } from "../dom.js";
import { houseCommand, me } from "../net.js";
import { c } from "../text/en_cage.js";
import { momentOf } from "../text/en_office.js";
import { choice, field, form, may, opens, pairs, unlessWaits } from "../office/parts.js";

/** @import { AnyCommand, CageToday, StaffShift } from "../../api.d.ts" */
/** @import { Submitted } from "../dom.js" */
/** @import { Worker } from "../office/parts.js" */

/** @typedef {{ work: Worker, again: () => void }} Shifts */

const words = c.shift;

/** @param {Shifts} s @param {AnyCommand} command @param {string} done */
async function give(s, command, done) {
  await s.work.attempt("shift", () => houseCommand(command), unlessWaits(done));
  s.again();
}

/** @param {Shifts} s @param {CageToday} now */
export function shiftPanel(s, now) {
  const { shift } = now;
  return h(
    "section",
    { class: "panel", key: "shift", "aria-labelledby": "shift-title" },
    h("h2", { id: "shift-title" }, words.title),
    h(
      "p",
      {},
      shift === null ? words.none : words.runs(shift.name, shift.manager, momentOf(shift.opened)),
      " ",
      opens("shifts") ? h("a", { href: "/audit?see=reports&report=shifts" }, words.reports) : null,
    ),
    s.work.note("shift"),
    !may("open_shift") ? null : shift === null ? opening(s) : h(
      "div",
      { class: "halves" },
      shift.manager === me.person?.id ? handing(s, now) : null,
      closing(s, shift),
    ),
  );
}

const named = () =>
  field(
    words.name,
    h("input", { name: "name", maxlength: 40, autocomplete: "off", placeholder: words.example }),
  );

/** @param {Shifts} s */
function opening(s) {
  /** @param {Submitted} event */
  const submit = (event) => {
    const name = form(event).name.trim();
    if (!name) return s.work.refuse("shift", words.noName);
    return give(s, { do: "open_shift", name }, words.opened(name));
  };
  return h(
    "form",
    { class: "act", key: "open", novalidate: true, onsubmit: submit, "aria-label": words.open },
    h("h3", {}, words.open),
    h("p", { class: "muted small" }, words.openText),
    named(),
    h("button", { type: "submit" }, words.open),
  );
}

/** @param {Shifts} s @param {CageToday} now */
function handing(s, now) {
  const others = now.managers.filter((one) => one !== me.person?.id);
  /** @param {Submitted} event */
  const submit = (event) => {
    const given = form(event);
    const name = given.name.trim(), remarks = given.remarks.trim();
    if (!name) return s.work.refuse("shift", words.noName);
    if (!remarks) return s.work.refuse("shift", words.noRemarks);
    return give(s, { do: "hand_over_shift", to: given.to, name, remarks }, words.handed(given.to));
  };
  return h(
    "form",
    { class: "act", key: "hand", novalidate: true, onsubmit: submit, "aria-label": words.hand },
    h("h3", {}, words.hand),
    h("p", { class: "muted small" }, words.handText),
    others.length === 0 ? h("p", {}, words.nobody) : [
      field(words.to, choice("to", pairs(others, (one) => one))),
      named(),
      field(words.remarks, h("input", { name: "remarks", maxlength: 300, autocomplete: "off" })),
      h("button", { class: "primary", type: "submit" }, words.hand),
    ],
  );
}

/** @param {Shifts} s @param {StaffShift} shift */
function closing(s, shift) {
  const own = shift.manager === me.person?.id;
  /** @param {Submitted} event */
  const submit = (event) => {
    const remarks = form(event).remarks.trim();
    return give(s, { do: "close_shift", ...(remarks ? { remarks } : {}) }, words.closed(shift.name));
  };
  return h(
    "form",
    { class: "act", key: "close", novalidate: true, onsubmit: submit, "aria-label": words.close },
    h("h3", {}, words.close),
    h("p", { class: "muted small" }, own ? words.closeText : words.closeOther(shift.manager)),
    field(
      own ? words.remarksFree : words.remarksWhy,
      h("input", { name: "remarks", maxlength: 300, autocomplete: "off" }),
    ),
    h("button", { type: "submit" }, words.close),
  );
}
