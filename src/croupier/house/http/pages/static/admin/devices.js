/* Tokens of devices: made once, shown once, revoked when the device goes. A shoe's takes two people. */

import { h } from "../dom.js";
import { api, houseCommand, me } from "../net.js";
import { dayOf } from "../text/en.js";
import { a } from "../text/en_admin.js";
import { o } from "../text/en_office.js";
import { asked, choice, field, form, has, once, path, rows, shown, worker } from "../office/parts.js";
import { proposals } from "../office/proposals.js";
import { proved } from "../office/proving.js";

const ALONE = ["sign", "reader", "witness"];

export function devices(draw) {
  const tokens = asked(() => api("GET", "/api/tokens"), draw);
  const places = asked(async () => ({ tables: await api("GET", "/api/tables"), jackpots: await api("GET", "/api/jackpots") }), draw);
  const agreed = asked(() => api("GET", "/api/shoes"), draw);
  const work = worker(draw);
  const waiting = proposals(draw, { changed: () => agreed.again() });
  const powers = ["shoe", ...(has("administrator") ? ALONE : [])];
  const kept = {};
  let power = "shoe";
  let made = null;
  let revoking = null;

  function make(event) {
    const given = form(event);
    const named = { name: given.name.trim(), ...(given.until ? { until: new Date(given.until).toISOString() } : {}) };
    if (power === "shoe") propose({ do: "admit_shoe", table: given.table, ...named });
    else collect("make", named.name, () => api("POST", "/api/tokens", { power, ...(given.jackpot ? { jackpot: given.jackpot } : {}), ...named }));
  }
  const propose = (command) => work.attempt("make", () => houseCommand(command), o.proposals.waits).then(() => waiting.again());
  const collect = (note, name, ask) => work.attempt(note, async () => { made = { name, token: (await proved(ask)).token }; }).then(() => { tokens.again(); agreed.again(); });
  const revoke = (one) => work.attempt("revoke", async () => { tokens.data = await api("DELETE", `/api/tokens/${path(one.id)}`); revoking = null; }, a.devices.revoked);

  function add() {
    const { tables = [], jackpots = [] } = places.data ?? {};
    return h("section", { class: "panel", key: "add", "aria-labelledby": "add-title" }, h("h2", { id: "add-title" }, a.devices.add),
      h("form", { class: "inline", onsubmit: make },
        field(a.devices.what, h("input", { name: "name", required: true, maxlength: 60, autocomplete: "off" })),
        field(a.devices.power, h("select", { name: "power", onchange: (event) => { power = event.target.value; draw(); } },
          powers.map((one) => h("option", { key: one, value: one, selected: one === power }, a.devices.powers[one])))),
        power === "shoe" ? h("div", { key: "table" }, field(a.devices.table, choice("table", tables.map((one) => [one.table, one.table])))) : null,
        power === "sign" ? h("div", { key: "jackpot" }, field(a.devices.jackpot, choice("jackpot", jackpots.map((one) => [one.jackpot, one.jackpot])))) : null,
        field(a.devices.until, h("input", { type: "datetime-local", name: "until" }), a.devices.forGood),
        h("button", { type: "submit", class: "primary", disabled: work.busy.has("make") }, power === "shoe" ? a.devices.propose : a.devices.make)),
      power === "shoe" ? h("p", { class: "muted small" }, a.devices.byTwo) : null, work.note("make"));
  }

  const shoes = (all) => all.length === 0 ? null : h("section", { class: "panel", key: "agreed", "aria-labelledby": "agreed-title" }, h("h2", { id: "agreed-title" }, a.devices.agreed),
    h("ul", { class: "proposals" }, all.map((one) => h("li", { key: one.proposal, class: "proposal" },
      h("p", {}, h("strong", {}, a.devices.agreedShoe(one.name, one.table))), h("p", { class: "muted" }, a.devices.agreedBy(one.approved_by, dayOf(one.made_before))),
      h("button", { class: "primary", disabled: work.busy.has(one.proposal), onclick: () => collect(one.proposal, one.name, () => api("POST", "/api/shoes", { proposal: one.proposal })) }, a.devices.collect), work.note(one.proposal)))));

  const vouch = (one) => work.attempt("revoke", async () => { tokens.data = await proved(() => api("POST", `/api/tokens/${path(one.id)}/vouch`)); }, a.devices.vouched);
  const mayVouch = (one) => one.doubted_until && !one.answered_by.includes(me.person?.id);

  function list(all) {
    const button = (one) => revoking === one.id
      ? h("button", { key: "sure", class: "primary", onclick: () => revoke(one) }, a.devices.revokeSure)
      : h("button", { key: "revoke", "aria-label": `${a.devices.revoke}: ${one.name}`, onclick: () => { revoking = one.id; draw(); } }, a.devices.revoke);
    return rows({
      caption: a.devices.title, data: all, empty: a.devices.none, keyOf: (one) => one.id,
      columns: [
        { head: a.devices.name, cell: (one) => one.name },
        { head: a.devices.power, cell: (one) => a.devices.short[one.power] },
        { head: a.devices.place, cell: (one) => one.place ?? a.devices.anywhere },
        { head: a.devices.owner, cell: (one) => one.answered_by.join(", ") },
        { head: a.devices.made, cell: (one) => dayOf(one.made) },
        { head: a.devices.until, cell: (one) => one.doubted_until ? h("strong", { class: "warn" }, a.devices.doubted(dayOf(one.doubted_until))) : one.until ? dayOf(one.until) : a.devices.forGood },
        { head: a.devices.revoke, cell: (one) => h("span", {}, mayVouch(one) ? h("button", { key: "vouch", "aria-label": `${a.devices.vouch}: ${one.name}`, onclick: () => vouch(one) }, a.devices.vouch) : null,
          has("administrator") || one.owner === me.person?.id ? button(one) : null) },
      ],
    });
  }

  return {
    drawn: () => [
      made ? once({ title: a.devices.made_(made.name), value: made.token, note: a.devices.madeNote, away: () => { made = null; draw(); }, draw, kept }) : add(),
      made ? null : shown(agreed, shoes),
      h("section", { class: "panel", key: "list", "aria-labelledby": "list-title" }, h("h2", { id: "list-title" }, a.devices.title), h("p", { class: "muted" }, a.devices.lead), work.note("revoke"), shown(tokens, list)),
      waiting.drawn(),
    ],
  };
}
