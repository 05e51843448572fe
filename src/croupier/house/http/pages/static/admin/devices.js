/* Tokens of devices: made once, shown once, revoked when the device goes. */

import { h } from "../dom.js";
import { api } from "../net.js";
import { dayOf } from "../text/en.js";
import { a } from "../text/en_admin.js";
import { asked, choice, field, form, once, pairs, rows, shown, worker } from "../office/parts.js";
import { proved } from "../office/proving.js";

/** @import { JackpotMeters, TableSummary, TokenPower, TokenView } from "../../api.d.ts" */
/** @import { Submitted } from "../dom.js" */
/** @import { Asked, Worker } from "../office/parts.js" */

/**
 * @typedef {object} Devices
 * @property {() => void} draw
 * @property {Asked<TokenView[]>} tokens
 * @property {Asked<{ tables: TableSummary[], jackpots: JackpotMeters[] }>} places
 * @property {Worker} work
 * @property {{ copied?: string }} kept
 * @property {TokenPower} power of the token that is being made
 * @property {{ name: string, token: string } | null} made
 * @property {string | null} revoking
 */

const POWERS = /** @type {const} */ (["shoe", "sign", "reader", "witness"]);

/** @param {() => void} draw */
export function devices(draw) {
  const tokens = asked(() => api("GET /api/tokens", {}), draw);
  const places = asked(
    async () => ({ tables: await api("GET /api/tables", {}), jackpots: await api("GET /api/jackpots", {}) }),
    draw,
  );
  const work = worker(draw);
  /** @type {Devices} */
  const s = { draw, tokens, places, work, kept: {}, power: "shoe", made: null, revoking: null };
  return { drawn: () => drawn(s) };
}

/** @param {Devices} s @param {Submitted} event */
function make(s, event) {
  const given = form(event);
  const wanted = {
    name: given.name.trim(),
    power: s.power,
    ...(given.table ? { table: given.table } : {}),
    ...(given.jackpot ? { jackpot: given.jackpot } : {}),
    ...(given.until ? { until: new Date(given.until).toISOString() } : {}),
  };
  s.work.attempt("make", async () => {
    s.made = { name: wanted.name, token: (await proved(() => api("POST /api/tokens", {}, wanted))).token };
  }).then(() => s.tokens.again());
}

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
          POWERS.map((one) => h("option", { key: one, value: one, selected: one === s.power }, a.devices.powers[one])),
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
      h("button", { type: "submit", class: "primary", disabled: s.work.busy.has("make") }, a.devices.make),
    ),
    s.work.note("make"),
  );
}

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
      { head: a.devices.owner, cell: (one) => one.owner },
      { head: a.devices.made, cell: (one) => dayOf(one.made) },
      { head: a.devices.until, cell: (one) => (one.until ? dayOf(one.until) : a.devices.forGood) },
      { head: a.devices.revoke, cell: button },
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
  h(
    "section",
    { class: "panel", key: "list", "aria-labelledby": "list-title" },
    h("h2", { id: "list-title" }, a.devices.title),
    h("p", { class: "muted" }, a.devices.lead),
    s.work.note("revoke"),
    shown(s.tokens, (all) => list(s, all)),
  ),
];
