/* The state of the house: whether it takes commands, and the current alarms, with what to do. */

import { h } from "../dom.js";
import { api, me } from "../net.js";
import { dayOf } from "../text/en.js";
import { a } from "../text/en_admin.js";
import { asked, pair, shown } from "../office/parts.js";

/** @import { AlarmView, Health } from "../../api.d.ts" */
/** @import { Asked } from "../office/parts.js" */

/** @typedef {{ well: Asked<Health>, alarms: Asked<AlarmView[]> }} HealthState */

const words = a.health;

async function condition() {
  const answer = await fetch("/health", { credentials: "same-origin" });
  return answer.json();
}

/** @param {() => void} draw */
export function health(draw) {
  const well = asked(condition, draw);
  const alarms = asked(() => api("GET /api/alarms", {}), draw);
  /** @type {HealthState} */
  const s = { well, alarms };
  return { drawn: () => drawn(s) };
}

/** @param {HealthState} s */
function again(s) {
  s.well.again();
  s.alarms.again();
}

/** @param {AlarmView} one */
const alarm = (one) =>
  h(
    "li",
    { key: one.alarm, class: "proposal alarm-item" },
    h(
      "div",
      { class: "panel-head" },
      h("h3", {}, one.text),
      h("small", { class: "muted" }, words.since(dayOf(one.since))),
    ),
    h("dl", { class: "figures wide-figures" }, pair(words.means, one.means), pair(words.todo, one.do)),
  );

/** @param {HealthState} s */
const drawn = (s) => [
  h(
    "section",
    { class: "panel", key: "well", "aria-live": "polite" },
    shown(s.well, (found) => [
      h(
        "div",
        { class: "panel-head" },
        h("h2", {}, found.ready ? words.ready : words.notReady),
        h("button", { onclick: () => again(s) }, words.refresh),
      ),
      h(
        "ul",
        { class: "checks-list" },
        Object.entries(found.checks).map(([name, good]) =>
          h(
            "li",
            { key: name },
            h("span", { class: ["tag", good ? "tag-good" : "tag-bad"] }, good ? "✓" : "✗"),
            " ",
            words.checks[name] ?? name,
          )
        ),
      ),
      h("dl", { class: "figures" }, pair(words.house, me.title), pair(words.version, me.version)),
    ]),
  ),
  h(
    "section",
    { class: "panel", key: "alarms", "aria-labelledby": "alarms-title" },
    h("h2", { id: "alarms-title" }, words.alarms),
    shown(
      s.alarms,
      (all) =>
        all.length === 0
          ? h("p", { class: "nothing" }, words.noAlarms)
          : h("ul", { class: "proposals" }, all.map(alarm)),
    ),
    h("p", { class: "links" }, h("a", { href: "/metrics", target: "_blank", rel: "noopener" }, words.metrics)),
  ),
];
