/* Tokens of devices: made once, shown once, revoked when the device goes. */

import { h } from "../dom.js";
import { api } from "../net.js";
import { dayOf } from "../text/en.js";
import { a } from "../text/en_admin.js";
import { asked, choice, field, form, once, path, rows, shown, worker } from "../office/parts.js";
import { proved } from "../office/proving.js";

export function devices(draw) {
  const tokens = asked(() => api("GET", "/api/tokens"), draw);
  const places = asked(
    async () => ({ tables: await api("GET", "/api/tables"), jackpots: await api("GET", "/api/jackpots") }),
    draw,
  );
  const work = worker(draw);
  const kept = {};
  let power = "shoe";
  let made = null;
  let revoking = null;

  function make(event) {
    const given = form(event);
    const wanted = {
      name: given.name.trim(),
      power,
      ...(given.table ? { table: given.table } : {}),
      ...(given.jackpot ? { jackpot: given.jackpot } : {}),
      ...(given.until ? { until: new Date(given.until).toISOString() } : {}),
    };
    work.attempt("make", async () => {
      made = { name: wanted.name, token: (await proved(() => api("POST", "/api/tokens", wanted))).token };
    }).then(() => tokens.again());
  }
  const revoke = (one) =>
    work.attempt("revoke", async () => {
      tokens.data = await api("DELETE", `/api/tokens/${path(one.id)}`);
      revoking = null;
    }, a.devices.revoked);

  function add() {
    const { tables = [], jackpots = [] } = places.data ?? {};
    return h(
      "section",
      { class: "panel", key: "add", "aria-labelledby": "add-title" },
      h("h2", { id: "add-title" }, a.devices.add),
      h(
        "form",
        { class: "inline", onsubmit: make },
        field(a.devices.what, h("input", { name: "name", required: true, maxlength: 60, autocomplete: "off" })),
        field(
          a.devices.power,
          h(
            "select",
            {
              name: "power",
              onchange: (event) => {
                power = event.target.value;
                draw();
              },
            },
            ["shoe", "sign", "reader", "witness"].map((one) =>
              h("option", { key: one, value: one, selected: one === power }, a.devices.powers[one])
            ),
          ),
        ),
        power === "shoe"
          ? h(
            "div",
            { key: "table" },
            field(a.devices.table, choice("table", tables.map((one) => [one.table, one.table]))),
          )
          : null,
        power === "sign"
          ? h(
            "div",
            { key: "jackpot" },
            field(a.devices.jackpot, choice("jackpot", jackpots.map((one) => [one.jackpot, one.jackpot]))),
          )
          : null,
        field(a.devices.until, h("input", { type: "datetime-local", name: "until" }), a.devices.forGood),
        h("button", { type: "submit", class: "primary", disabled: work.busy.has("make") }, a.devices.make),
      ),
      work.note("make"),
    );
  }

  function list(all) {
    const button = (one) =>
      revoking === one.id
        ? h("button", { key: "sure", class: "primary", onclick: () => revoke(one) }, a.devices.revokeSure)
        : h("button", {
          key: "revoke",
          "aria-label": `${a.devices.revoke}: ${one.name}`,
          onclick: () => {
            revoking = one.id;
            draw();
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

  return {
    drawn: () => [
      made
        ? once({
          title: a.devices.made_(made.name),
          value: made.token,
          note: a.devices.madeNote,
          away: () => {
            made = null;
            draw();
          },
          draw,
          kept,
        })
        : add(),
      h(
        "section",
        { class: "panel", key: "list", "aria-labelledby": "list-title" },
        h("h2", { id: "list-title" }, a.devices.title),
        h("p", { class: "muted" }, a.devices.lead),
        work.note("revoke"),
        shown(tokens, list),
      ),
    ],
  };
}
