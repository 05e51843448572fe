/* The pit: every table at a glance, and a queue of what needs this person. */

import { h, preference, render, say, style } from "../dom.js";
import { api, me, on, watchLobby } from "../net.js";
import { money, t, timeOf } from "../text/en.js";
import { p } from "../text/en_pit.js";
import { BellSwitch, ring } from "../bell.js";
import { failedLinks } from "../pit/desk.js";
import { Queue, sorted } from "../pit/queue.js";
import { openLink } from "../pit/link.js";
import { openPlayer, openTable } from "../pit/sheets.js";
import { rotation } from "../pit/rotation.js";
import { Tables } from "../pit/tables.js";
import { buyIns } from "../office/buy_ins.js";
import { may, opens } from "../office/parts.js";
import { slips } from "../office/slips.js";

/** @import { Open } from "../main.js" */
/** @import { Lobby } from "../net.js" */
/** @import { Submitted } from "../dom.js" */
/** @import { Desk, PitState } from "../pit/desk.js" */

const REST_MS = 150;
const FOUND_MOST = 12;
const REPORTS = /** @type {const} */ (["shift", "irregularities", "tables", "liability"]);

/** @type {Open} */
export async function open(outlet) {
  await Promise.all([style("office.css"), style("pit.css")]);
  const { person } = me;
  if (!person?.sections.includes("pit")) {
    render(outlet, notStaff());
    return { title: p.title };
  }
  /** @type {PitState} */
  const desk = {
    outlet,
    me: person,
    draw: () => draw(desk),
    soon: (after) => soon(desk, after),
    pit: null,
    meters: {},
    trouble: null,
    drafts: new Map(),
    sheets: new Set(),
    filter: preference.get("pit.filter", "all"),
    searched: "",
    found: null,
    told: 0,
    loading: false,
    again: false,
    timer: 0,
    looked: 0,
    left: false,
    slips: null,
    buyIns: null,
    rotation: null,
  };
  const redraw = () => desk.left || desk.draw();
  desk.slips = slips(redraw);
  desk.rotation = rotation(redraw);
  if (may("correct_buy_in")) desk.buyIns = buyIns(redraw, () => desk.soon(0));
  desk.draw();
  load(desk);
  const ends = [
    watchLobby((push) => hear(desk, push)),
    on("link", (link) => link === "open" && desk.soon(0)),
    () => clearTimeout(desk.timer),
    () => {
      desk.left = true;
    },
  ];
  return { title: p.title, close: () => ends.forEach((end) => end()) };
}

const notStaff = () =>
  h(
    "div",
    { class: "state" },
    h("h1", {}, p.notStaff),
    h("p", {}, p.notStaffText),
    h("a", { class: "button primary", href: "/login" }, p.signIn),
  );

/* What is known */

/**
 * A list that not every role may see.
 * @template T
 * @param {Promise<T[]>} asked
 */
const optional = (asked) => asked.catch(() => /** @type {T[]} */ ([]));

/**
 * What is answered after the page was left is dropped: another page has the outlet then.
 * @param {PitState} desk
 */
async function load(desk) {
  if (desk.loading) {
    desk.again = true;
    return;
  }
  desk.loading = true;
  try {
    const pit = await api("GET /api/floor/pit", {});
    const [proposals, payables, returns] = await Promise.all([
      pit.may.includes("approve") ? optional(api("GET /api/proposals", {})) : [],
      optional(api("GET /api/payables", {})),
      optional(api("GET /api/returns", {})),
    ]);
    desk.pit = { ...pit, proposals, payables, returns, me: desk.me };
    desk.trouble = null;
    const { mine } = sorted(desk.pit);
    if (mine.length > desk.told) {
      say(p.queueCount(mine.length));
      if (desk.looked > 0) ring();
    }
    desk.told = mine.length;
  } catch (problem) {
    desk.trouble = problem;
  }
  desk.loading = false;
  if (desk.left) return;
  desk.draw();
  desk.slips?.again();
  desk.buyIns?.again();
  desk.rotation?.again();
  for (const redraw of desk.sheets) redraw();
  if (desk.again) {
    desk.again = false;
    desk.soon();
  }
}

/**
 * At once if the last request was a while ago; changes in quick succession are handled together.
 * @param {PitState} desk
 * @param {number} after
 */
function soon(desk, after = Math.max(0, desk.looked + REST_MS - performance.now())) {
  if (desk.timer && after > 0) return;
  clearTimeout(desk.timer);
  desk.timer = setTimeout(() => {
    desk.timer = 0;
    desk.looked = performance.now();
    load(desk);
  }, after);
}

/**
 * The stream says at once what moved; the rest of a line follows a moment later.
 * @param {PitState} desk
 * @param {Lobby} push
 */
function hear(desk, push) {
  desk.meters = push.jackpots;
  for (const line of push.tables) {
    const table = desk.pit?.tables.find((one) => one.table === line.table);
    if (table) {
      Object.assign(table, { phase: line.phase, round: line.round, closed: line.closed, paused: line.paused });
    }
  }
  desk.draw();
  desk.soon();
}

/* What is drawn */

/** @param {Desk} desk */
function links(desk) {
  const { may } = desk.pit;
  return h(
    "section",
    { class: "links", "aria-labelledby": "links-title" },
    h("h2", { id: "links-title" }, p.links),
    h(
      "ul",
      { class: "link-list" },
      desk.pit.jackpots.map((one) =>
        h(
          "li",
          { key: one.jackpot, class: one.failed !== null ? "is-down" : "" },
          h(
            "div",
            {},
            h("b", {}, one.jackpot),
            h("span", { class: "gold" }, money(desk.meters[one.jackpot] ?? one.display)),
            h(
              "small",
              { class: one.failed === null ? "muted" : "error" },
              one.failed === null ? p.link.up : p.link.down(one.failed),
              one.pending ? ` · ${p.link.pending(one.pending)}` : "",
            ),
            h("small", { class: "muted" }, p.link.tables(one.tables)),
          ),
          h(
            "div",
            { class: "row" },
            h("a", { class: "button quiet", href: `/sign/${encodeURIComponent(one.jackpot)}` }, p.link.sign),
            may.includes(one.failed === null ? "fail_link" : "restore_link")
              ? h(
                "button",
                { onclick: () => openLink(one, desk) },
                one.failed === null ? p.link.fail : p.link.restore,
              )
              : null,
          ),
        )
      ),
    ),
  );
}

/**
 * @param {Desk} desk
 * @param {Submitted} event
 */
async function search(desk, event) {
  event.preventDefault();
  const seats = new Set(
    desk.pit.tables.flatMap((table) => [
      ...table.seats.filter((seat) => !seat.bot).map((seat) => seat.player),
      ...table.barred,
      ...table.restricted,
    ]),
  );
  const known = await optional(api("GET /api/people", { role: "player", search: desk.searched }));
  const names = new Map(known.map((one) => [one.id, one.name]));
  for (const name of seats) {
    if (name.toLowerCase().includes(desk.searched.toLowerCase()) && !names.has(name)) names.set(name, name);
  }
  desk.found = [...names];
  desk.draw();
}

/** @param {Desk} desk */
function players(desk) {
  return h(
    "section",
    { class: "find", "aria-labelledby": "players-title" },
    h("h2", { id: "players-title" }, p.players),
    h(
      "form",
      { class: "find-form", role: "search", onsubmit: (event) => search(desk, event) },
      h(
        "label",
        { class: "field" },
        p.player.find,
        h("input", {
          type: "search",
          value: desk.searched,
          maxlength: 60,
          autocomplete: "off",
          oninput: (event) => {
            desk.searched = event.target.value;
          },
        }),
      ),
      h("button", { type: "submit" }, p.player.search),
    ),
    desk.found === null
      ? h("p", { class: "muted small" }, p.player.hint)
      : desk.found.length === 0
      ? h("p", { class: "muted", role: "status" }, p.player.none)
      : h(
        "ul",
        { class: "people" },
        desk.found.slice(0, FOUND_MOST).map(([id, name]) =>
          h(
            "li",
            { key: id },
            h(
              "button",
              { class: "quiet person", onclick: () => openPlayer(id, desk) },
              h("strong", {}, name),
              h("span", { class: "muted" }, id === name ? "" : id),
            ),
          )
        ),
      ),
  );
}

function reports() {
  const open = REPORTS.filter(opens);
  return open.length === 0 ? null : h(
    "section",
    { class: "reports", "aria-labelledby": "reports-title" },
    h("h2", { id: "reports-title" }, p.reports),
    h(
      "ul",
      { class: "report-links" },
      open.map((one) =>
        h(
          "li",
          { key: one },
          h("a", { href: `/audit?see=reports&report=${one}` }, p.report[one]),
          " ",
          h(
            "a",
            { class: "muted small", href: `/api/reports/${one}?format=csv`, download: `${one}.csv` },
            p.report.csv,
          ),
        )
      ),
    ),
  );
}

/**
 * @param {PitState} desk
 * @returns {desk is Desk}
 */
const isKnown = (desk) => desk.pit !== null;

/** @param {PitState} desk */
function draw(desk) {
  if (!isKnown(desk)) {
    return render(
      desk.outlet,
      desk.trouble
        ? h(
          "div",
          { class: "state" },
          h("h1", {}, p.failed),
          h("p", {}, t.trouble.words(desk.trouble)),
          h("button", { onclick: () => load(desk) }, t.trouble.again),
        )
        : h("div", { class: "state" }, h("span", { class: "spinner" }), h("p", {}, p.loading)),
    );
  }
  const { tables } = desk.pit;
  return render(
    desk.outlet,
    h(
      "div",
      { class: "pit" },
      h(
        "div",
        { class: "pit-title" },
        h("h1", {}, p.title),
        h(
          "span",
          { class: "muted" },
          p.lead(tables.length, tables.filter((one) => !one.closed).length),
          " · ",
          p.updated(timeOf(desk.pit.at)),
          " ",
          BellSwitch({ label: p.need.sound, draw: desk.draw }),
        ),
      ),
      Queue(desk),
      Tables({
        tables,
        failed: failedLinks(desk),
        jackpots: desk.meters,
        filter: desk.filter,
        show: (name) => openTable(name, desk),
        filterBy: (one) => {
          desk.filter = one;
          preference.set("pit.filter", one);
          draw(desk);
        },
      }),
      h("div", { class: "pit-foot" }, players(desk), links(desk), reports()),
      h("div", { class: "pit-slips" }, desk.slips?.drawn(), desk.rotation?.drawn(), desk.buyIns?.drawn()),
    ),
  );
}
