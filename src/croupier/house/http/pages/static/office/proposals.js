/* Proposals that take two people: a list, with the buttons for the second person. */

import { h } from "../dom.js";
import { api, houseCommand, me } from "../net.js";
import { dayOf } from "../text/en.js";
import { o } from "../text/en_office.js";
import { verifying } from "../prize.js";
import { figuresOf } from "./figures.js";
import { asked, form, opens, shown, worker } from "./parts.js";
import { proved } from "./proving.js";

/** @import { AnyCommand, PayableView, ProposalView } from "../../api.d.ts" */
/** @import { Child, Submitted } from "../dom.js" */
/** @import { Asked, Worker } from "./parts.js" */

/** @typedef {{ drawn: () => Child, again: () => Promise<unknown> }} Proposals */
/**
 * @typedef {object} ProposalsState
 * @property {() => void} draw
 * @property {() => void} changed
 * @property {Asked<ProposalView[]>} list
 * @property {Asked<PayableView[]>} payables
 * @property {Worker} work
 * @property {Set<string>} declining
 */

/** @param {() => void} draw @param {{ changed?: () => void }} options */
export function proposals(draw, { changed = () => {} } = {}) {
  const list = asked(() => api("GET /api/proposals", {}), draw);
  const payables = asked(async () => (opens("cage") ? await api("GET /api/payables", {}) : []), draw);
  const work = worker(draw);
  /** @type {ProposalsState} */
  const s = { draw, changed, list, payables, work, declining: new Set() };
  return { drawn: () => drawn(s), again: s.list.again };
}

/** @param {ProposalsState} s @param {ProposalView} one @param {AnyCommand} command @param {string} done */
async function end(s, one, command, done) {
  if (await s.work.attempt(one.id, () => proved(() => houseCommand(command)), done)) {
    s.declining.delete(one.id);
    s.changed();
  }
  s.list.again();
}

/** @param {ProposalsState} s @param {ProposalView} one */
function item(s, one) {
  const own = one.by.id === me.person?.id;
  const may = me.person?.roles.some((role) => one.needs.includes(role)) ?? false;
  const busy = s.work.busy.has(one.id);
  /** @param {Submitted} event */
  const decline = (event) =>
    end(s, one, { do: "decline", proposal: one.id, reason: form(event).reason }, o.proposals.declined);
  return h(
    "li",
    { key: one.id, class: "proposal" },
    h("p", {}, h("strong", {}, one.summary)),
    figuresOf(one),
    (s.payables.data ?? []).filter((due) => due.proposal === one.id).map(verifying),
    h(
      "p",
      { class: "muted" },
      o.proposals.by(one.by.id, o.role(one.by.role), dayOf(one.at)),
      " ",
      own ? o.proposals.own : may ? null : o.proposals.needs(o.roles(one.needs)),
    ),
    may && s.declining.has(one.id)
      ? h(
        "form",
        { class: "inline", onsubmit: decline },
        h(
          "label",
          { class: "field" },
          o.proposals.declineReason,
          h("input", { name: "reason", required: true, maxlength: 300 }),
        ),
        h("button", { type: "submit", disabled: busy }, o.proposals.decline),
        h("button", {
          type: "button",
          onclick: () => {
            s.declining.delete(one.id);
            s.draw();
          },
        }, o.cancel),
      )
      : may
      ? h(
        "div",
        { class: "row" },
        own ? null : h("button", {
          class: "primary",
          disabled: busy,
          onclick: () => end(s, one, { do: "approve", proposal: one.id }, o.proposals.approved),
        }, o.proposals.approve),
        h("button", {
          disabled: busy,
          onclick: () => {
            s.declining.add(one.id);
            s.draw();
          },
        }, o.proposals.decline),
      )
      : null,
    s.work.note(one.id),
  );
}

/** @param {ProposalsState} s */
const drawn = (s) =>
  h(
    "section",
    { class: "panel", key: "proposals", "aria-labelledby": "proposals-title" },
    h("h2", { id: "proposals-title" }, o.proposals.title),
    shown(s.list, (all) => (all.length
      ? h(
        "ul",
        { class: "proposals" },
        all.map((one) => item(s, one)),
      )
      : h("p", { class: "nothing" }, o.proposals.empty))),
  );
