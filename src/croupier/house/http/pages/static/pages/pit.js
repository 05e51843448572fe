/* The pit: every table at a glance, and a queue of what needs this person. */

import { h, popover, preference, render, say, style } from "../dom.js";
import { api, give, me, newKey, on, watch } from "../net.js";
import { money, t, timeOf } from "../text/en.js";
import { p } from "../text/en_pit.js";
import { Queue, sorted } from "../pit/queue.js";
import { proved } from "../office/proving.js";
import { openLink, openPlayer, openTable } from "../pit/sheets.js";
import { Tables } from "../pit/tables.js";

const REST_MS = 150;
const LOOKERS = ["pit_supervisor", "pit_manager", "shift_manager", "auditor"];
const REPORTS = ["shift", "irregularities", "tables", "liability"];

export async function open(outlet, parts, shell) {
  await style("pit.css");
  const desk = {
    pit: null,
    sheets: new Set(),
    acts: null,
    failed: () => new Set(desk.pit.jackpots.filter((one) => one.failed !== null).map((one) => one.jackpot)),
    tryOffice,
  };
  const drafts = new Map();
  let meters = {};
  let filter = preference.get("pit.filter", "all");
  let searched = "";
  let found = null;
  let trouble = null;
  let told = 0;
  let loading = false;
  let again = false;
  let timer = 0;
  let looked = 0;

  if (!me.person?.roles.some((one) => LOOKERS.includes(one))) {
    render(
      outlet,
      h(
        "div",
        { class: "state" },
        h("h1", {}, p.notStaff),
        h("p", {}, p.notStaffText),
        h("a", { class: "button primary", href: "/login" }, p.signIn),
      ),
    );
    return { title: p.title };
  }

  /* Commands: done, or a note where the finger was. */

  const words = (problem) => problem.message || t.trouble[problem.kind] || t.trouble.unavailable;
  async function attempt(send) {
    try {
      await send();
      return null;
    } catch (problem) {
      return { message: words(problem), clause: problem.clause ?? null };
    } finally {
      soon(0);
    }
  }
  function tryOffice(command) {
    return attempt(() => api("POST", "/api/commands", { key: newKey(), command }));
  }
  function refuse(anchor, message, clause = null) {
    popover(anchor, [h("strong", {}, message), clause ? h("small", {}, t.trouble.clause(clause)) : null], {
      kind: "refusal",
    });
  }
  async function done(anchor, send, spoken = p.done) {
    const problem = await attempt(send);
    if (problem === null) say(spoken);
    else refuse(anchor.isConnected ? anchor : outlet, problem.message, problem.clause);
  }
  desk.acts = {
    refuse,
    draw: () => draw(),
    table: (table, command, anchor) => done(anchor, () => give(table, command)),
    house: (table, command, anchor) =>
      done(anchor, () => api("POST", `/api/tables/${encodeURIComponent(table)}/commands`, { key: newKey(), command })),
    office: (command, anchor, spoken) =>
      done(anchor, () => proved(() => api("POST", "/api/commands", { key: newKey(), command })), spoken),
  };

  /* What is known */

  const optional = (path) => api("GET", path).catch(() => []);
  async function load() {
    if (loading) {
      again = true;
      return;
    }
    loading = true;
    try {
      const pit = await api("GET", "/api/floor/pit");
      const [proposals, payables] = await Promise.all([
        pit.may.includes("approve") ? optional("/api/proposals") : [],
        optional("/api/payables"),
      ]);
      desk.pit = { ...pit, proposals, payables, me: me.person };
      trouble = null;
      const { mine } = sorted(desk.pit);
      if (mine.length > told) say(p.queueCount(mine.length));
      told = mine.length;
    } catch (problem) {
      trouble = problem;
    }
    loading = false;
    draw();
    for (const redraw of desk.sheets) redraw();
    if (again) {
      again = false;
      soon();
    }
  }
  /* At once where the last look is a while ago; what comes thick and fast is looked at together. */
  function soon(after = Math.max(0, looked + REST_MS - performance.now())) {
    if (timer && after > 0) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = 0;
      looked = performance.now();
      load();
    }, after);
  }

  /* What is drawn */

  function links() {
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
              h("span", { class: "gold" }, money(meters[one.jackpot] ?? one.display)),
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

  async function search(event) {
    event.preventDefault();
    const seats = new Set(
      desk.pit.tables.flatMap((table) => [
        ...table.seats.filter((seat) => !seat.bot).map((seat) => seat.player),
        ...table.barred,
        ...table.restricted,
      ]),
    );
    const known = await optional(`/api/people?role=player&search=${encodeURIComponent(searched)}`);
    const names = new Map(known.map((one) => [one.id, one.name]));
    for (const name of seats) {
      if (name.toLowerCase().includes(searched.toLowerCase()) && !names.has(name)) names.set(name, name);
    }
    found = [...names];
    draw();
  }

  function players() {
    return h(
      "section",
      { class: "find", "aria-labelledby": "players-title" },
      h("h2", { id: "players-title" }, p.players),
      h(
        "form",
        { class: "find-form", role: "search", onsubmit: search },
        h(
          "label",
          { class: "field" },
          p.player.find,
          h("input", {
            type: "search",
            value: searched,
            maxlength: 60,
            autocomplete: "off",
            oninput: (event) => {
              searched = event.target.value;
            },
          }),
        ),
        h("button", { type: "submit" }, p.player.search),
      ),
      found === null
        ? h("p", { class: "muted small" }, p.player.hint)
        : found.length === 0
        ? h("p", { class: "muted", role: "status" }, p.player.none)
        : h(
          "ul",
          { class: "people" },
          found.slice(0, 12).map(([id, name]) =>
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

  const reports = () =>
    h(
      "section",
      { class: "reports", "aria-labelledby": "reports-title" },
      h("h2", { id: "reports-title" }, p.reports),
      h(
        "ul",
        { class: "report-links" },
        REPORTS.map((one) =>
          h(
            "li",
            { key: one },
            h("a", { href: `/api/reports/${one}` }, p.report[one]),
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

  function draw() {
    if (desk.pit === null) {
      return render(
        outlet,
        trouble
          ? h(
            "div",
            { class: "state" },
            h("h1", {}, p.failed),
            h("p", {}, words(trouble)),
            h("button", { onclick: load }, t.trouble.again),
          )
          : h("div", { class: "state" }, h("span", { class: "spinner" }), h("p", {}, p.loading)),
      );
    }
    const { tables } = desk.pit;
    return render(
      outlet,
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
          ),
        ),
        h(Queue, { pit: desk.pit, drafts, acts: desk.acts }),
        h(Tables, {
          tables,
          failed: desk.failed(),
          jackpots: meters,
          filter,
          show: (name) => openTable(name, desk),
          filterBy: (one) => {
            filter = one;
            preference.set("pit.filter", one);
            draw();
          },
        }),
        h("div", { class: "pit-foot" }, players(), links(), reports()),
      ),
    );
  }

  /* The stream says at once what moved; the rest of a line follows a moment later. */
  function heard(push) {
    meters = push.jackpots;
    for (const line of push.tables) {
      const table = desk.pit?.tables.find((one) => one.table === line.table);
      if (table) {
        Object.assign(table, { phase: line.phase, round: line.round, closed: line.closed, paused: line.paused });
      }
    }
    draw();
    soon();
  }

  draw();
  load();
  const ends = [watch("*", heard), on("link", (link) => link === "open" && soon(0)), () => clearTimeout(timer)];
  void [parts, shell];
  return { title: p.title, close: () => ends.forEach((end) => end()) };
}
