/* What takes two people: a list, with the buttons of the second person. */

import { h } from "../dom.js";
import { api, houseCommand, me } from "../net.js";
import { dayOf } from "../text/en.js";
import { o } from "../text/en_office.js";
import { asked, form, has, shown, worker } from "./parts.js";
import { proved } from "./proving.js";

export function proposals(draw, { changed = () => {} } = {}) {
  const list = asked(() => api("GET", "/api/proposals"), draw);
  const work = worker(draw);
  const declining = new Set();

  async function end(one, command, done) {
    if (await work.attempt(one.id, () => proved(() => houseCommand(command)), done)) {
      declining.delete(one.id);
      changed();
    }
    list.again();
  }

  function item(one) {
    const own = one.by.id === me.person?.id;
    const may = has(...one.needs);
    const busy = work.busy.has(one.id);
    const decline = (event) =>
      end(one, { do: "decline", proposal: one.id, reason: form(event).reason }, o.proposals.declined);
    return h(
      "li",
      { key: one.id, class: "proposal" },
      h("p", {}, h("strong", {}, one.summary)),
      h(
        "p",
        { class: "muted" },
        o.proposals.by(one.by.id, o.role(one.by.role), dayOf(one.at)),
        " ",
        own ? o.proposals.own : may ? null : o.proposals.needs(o.roles(one.needs)),
      ),
      may && declining.has(one.id)
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
              declining.delete(one.id);
              draw();
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
            onclick: () => end(one, { do: "approve", proposal: one.id }, o.proposals.approved),
          }, o.proposals.approve),
          h("button", {
            disabled: busy,
            onclick: () => {
              declining.add(one.id);
              draw();
            },
          }, o.proposals.decline),
        )
        : null,
      work.note(one.id),
    );
  }

  const drawn = () =>
    h(
      "section",
      { class: "panel", key: "proposals", "aria-labelledby": "proposals-title" },
      h("h2", { id: "proposals-title" }, o.proposals.title),
      shown(list, (all) => (all.length
        ? h("ul", { class: "proposals" }, all.map(item))
        : h("p", { class: "nothing" }, o.proposals.empty))),
    );
  return { drawn, again: list.again };
}
