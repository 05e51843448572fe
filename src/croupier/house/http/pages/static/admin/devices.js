/* Device tokens: created once, shown once, revoked when the device goes. A shoe's token takes two people. */

import { h } from "../dom.js";
import { api, houseCommand, me } from "../net.js";
import { dayOf } from "../text/en.js";
import { a } from "../text/en_admin.js";
import { o } from "../text/en_office.js";
import { asked, choice, field, form, once, opens, pairs, rows, shown, worker } from "../office/parts.js";
import { proposals } from "../office/proposals.js";
import { proved } from "../office/proving.js";

/** @import { JackpotMeters, ShoeView, TableSummary, TokenPower, TokenView } from "../../api.d.ts" */
/** @import { Submitted } from "../dom.js" */
/** @import { Asked, Worker } from "../office/parts.js" */
/** @import { Proposals } from "../office/proposals.js" */

/**
 * @typedef {object} Devices
 * @property {() => void} draw
 * @property {Asked<TokenView[]>} tokens
 * @property {Asked<{ tables: TableSummary[], jackpots: JackpotMeters[] }>} places
 * @property {Asked<ShoeView[]>} agreed shoes that somebody else has approved
 * @property {Proposals} waiting
 * @property {Worker} work
 * @property {{ copied?: string }} kept
 * @property {TokenPower} power of the token being created
 * @property {{ name: string, token: string } | null} made
 * @property {string | null} revoking
 */

/** @type {TokenPower[]} */
const ALONE = ["sign", "reader", "witness"];
/** @returns {TokenPower[]} */
const powers = () => ["shoe", ...(opens("register") ? ALONE : [])];

/** @param {() => void} draw */
export function devices(draw) {
  const tokens = asked(() => api("GET /api/tokens", {}), draw);
  const places = asked(
    async () => ({ tables: await api("GET /api/tables", {}), jackpots: await api("GET /api/jackpots", {}) }),
    draw,
  );
  const agreed = asked(() => api("GET /api/shoes", {}), draw);
  const waiting = proposals(draw, { changed: () => agreed.again() });
  const work = worker(draw);
  /** @type {Devices} */
  const s = { draw, tokens, places, agreed, waiting, work, kept: {}, power: "shoe", made: null, revoking: null };
  return { drawn: () => drawn(s) };
}

/** @param {Devices} s @param {Submitted} event */
function make(s, event) {
  const given = form(event);
  const named = {
    name: given.name.trim(),
    ...(given.until ? { until: new Date(given.until).toISOString() } : {}),
  };
  if (s.power === "shoe") {
    const shoe = /** @type {const} */ ({ do: "admit_shoe", table: given.table, ...named });
    s.work.attempt("make", () => houseCommand(shoe), o.proposals.waits).then(() => s.waiting.again());
    return;
  }
  const wanted = { power: s.power, ...(given.jackpot ? { jackpot: given.jackpot } : {}), ...named };
  collect(s, "make", named.name, () => api("POST /api/tokens", {}, wanted));
}

/** @param {Devices} s @param {string} note @param {string} name @param {() => Promise<{ token: string }>} ask */
const collect = (s, note, name, ask) =>
  s.work.attempt(note, async () => {
    s.made = { name, token: (await proved(ask)).token };
  }).then(() => {
    s.tokens.again();
    s.agreed.again();
  });

/** @param {Devices} s @param {TokenView} one */
const vouch = (s, one) =>
  s.work.attempt("revoke", async () => {
    s.tokens.data = await proved(() => api("POST /api/tokens/{token}/vouch", { token: one.id }));
  }, a.devices.vouched);

/** @param {TokenView} one */
const mayVouch = (one) => one.doubted_until && me.person !== null && !one.answered_by.includes(me.person.id);

/** @param {Devices} s @param {TokenView} one */
const revoke = (s, one) =>
  s.work.attempt("revoke", async () => {
    s.tokens.data = await api("DELETE /api/tokens/{token}", { token: one.id });
    s.revoking = null;
  }, a.devices.revoked);

/** @param {Devices} s */
function add(s) {
  const { tables = [], jackpots = [] } = s.places.data ?? {};
  return h(
    "section",
    { class: "panel", key: "add", "aria-labelledby": "add-title" },
    h("h2", { id: "add-title" }, a.devices.add),
    h(
      "form",
      { class: "inline", onsubmit: (event) => make(s, event) },
      field(a.devices.what, h("input", { name: "name", required: true, maxlength: 60, autocomplete: "off" })),
      field(
        a.devices.power,
        h(
          "select",
          {
            name: "power",
            onchange: (event) => {
              s.power = /** @type {TokenPower} */ (event.target.value);
              s.draw();
            },
          },
          powers().map((one) =>
            h("option", { key: one, value: one, selected: one === s.power }, a.devices.powers[one])
          ),
        ),
      ),
      s.power === "shoe"
        ? h(
          "div",
          { key: "table" },
          field(a.devices.table, choice("table", pairs(tables, (one) => one.table))),
        )
        : null,
      s.power === "sign"
        ? h(
          "div",
          { key: "jackpot" },
          field(
            a.devices.jackpot,
            choice("jackpot", pairs(jackpots, (one) => one.jackpot)),
          ),
        )
        : null,
      field(a.devices.until, h("input", { type: "datetime-local", name: "until" }), a.devices.forGood),
      h(
        "button",
        { type: "submit", class: "primary", disabled: s.work.busy.has("make") },
        s.power === "shoe" ? a.devices.propose : a.devices.make,
      ),
    ),
    s.power === "shoe" ? h("p", { class: "muted small" }, a.devices.byTwo) : null,
    s.work.note("make"),
  );
}

/** @param {Devices} s @param {ShoeView[]} all */
const shoes = (s, all) =>
  all.length === 0 ? null : h(
    "section",
    { class: "panel", key: "agreed", "aria-labelledby": "agreed-title" },
    h("h2", { id: "agreed-title" }, a.devices.agreed),
    h("ul", { class: "proposals" }, all.map((one) => shoe(s, one))),
  );

/** @param {Devices} s @param {ShoeView} one */
const shoe = (s, one) =>
  h(
    "li",
    { key: one.proposal, class: "proposal" },
    h("p", {}, h("strong", {}, a.devices.agreedShoe(one.name, one.table))),
    h("p", { class: "muted" }, a.devices.agreedBy(one.approved_by ?? "", dayOf(one.made_before))),
    h("button", {
      class: "primary",
      disabled: s.work.busy.has(one.proposal),
      onclick: () => collect(s, one.proposal, one.name, () => api("POST /api/shoes", {}, { proposal: one.proposal })),
    }, a.devices.collect),
    s.work.note(one.proposal),
  );

/** @param {TokenView} one */
const ending = (one) =>
  one.doubted_until
    ? h("strong", { class: "warn" }, a.devices.doubted(dayOf(one.doubted_until)))
    : one.until
    ? dayOf(one.until)
    : a.devices.forGood;

/** @param {Devices} s @param {TokenView[]} all */
function list(s, all) {
  /** @param {TokenView} one */
  const button = (one) =>
    s.revoking === one.id
      ? h("button", { key: "sure", class: "primary", onclick: () => revoke(s, one) }, a.devices.revokeSure)
      : h("button", {
        key: "revoke",
        "aria-label": `${a.devices.revoke}: ${one.name}`,
        onclick: () => {
          s.revoking = one.id;
          s.draw();
        },
      }, a.devices.revoke);
  return rows({
    caption: a.devices.title,
    data: all,
    empty: a.devices.none,
    keyOf: (one) => one.id,
    columns: [
      { head: a.devices.name, cell: (one) => one.name },
      { head: a.devices.power, cell: (one) => a.devices.short[one.power] },
      { head: a.devices.place, cell: (one) => one.place ?? a.devices.anywhere },
      { head: a.devices.owner, cell: (one) => one.answered_by.join(", ") },
      { head: a.devices.made, cell: (one) => dayOf(one.made) },
      { head: a.devices.until, cell: ending },
      {
        head: a.devices.revoke,
        cell: (one) =>
          h(
            "span",
            {},
            mayVouch(one)
              ? h("button", {
                key: "vouch",
                "aria-label": `${a.devices.vouch}: ${one.name}`,
                onclick: () => vouch(s, one),
              }, a.devices.vouch)
              : null,
            opens("register") || one.owner === me.person?.id ? button(one) : null,
          ),
      },
    ],
  });
}

/** @param {Devices} s */
const drawn = (s) => [
  s.made
    ? once({
      title: a.devices.made_(s.made.name),
      value: s.made.token,
      note: a.devices.madeNote,
      away: () => {
        s.made = null;
        s.draw();
      },
      draw: s.draw,
      kept: s.kept,
    })
    : add(s),
  s.made ? null : shown(s.agreed, (all) => shoes(s, all)),
  h(
    "section",
    { class: "panel", key: "list", "aria-labelledby": "list-title" },
    h("h2", { id: "list-title" }, a.devices.title),
    h("p", { class: "muted" }, a.devices.lead),
    s.work.note("revoke"),
    shown(s.tokens, (all) => list(s, all)),
  ),
  s.waiting.drawn(),
];
