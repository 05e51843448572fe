/* The register of people: search, register, one person's roles, secrets and access. */

import { h } from "../dom.js";
import { api } from "../net.js";
import { dayOf } from "../text/en.js";
import { a } from "../text/en_admin.js";
import { o } from "../text/en_office.js";
import { address, asked, begins, choice, field, form, once, opens, searched, shown, worker } from "../office/parts.js";
import { at, GIVEN, isRole, one, rolesField, rolesNamed } from "./person.js";

/** @import { AccountView, HouseRole, Notice } from "../../api.d.ts" */
/** @import { Submitted } from "../dom.js" */
/** @import { Shell } from "../main.js" */
/** @import { Asked, Worker } from "../office/parts.js" */

/**
 * @typedef {object} People
 * @property {() => void} draw
 * @property {Shell} shell
 * @property {string} search
 * @property {string} role
 * @property {string | null} person
 * @property {boolean} adding
 * @property {Asked<AccountView[]>} found
 * @property {Asked<AccountView> | null} chosen
 * @property {Worker} work
 * @property {boolean} administrator
 * @property {Asked<Notice[]> | null} notices
 * @property {{ id: string, name: string, password: string } | null} secret shown once
 * @property {boolean} resetting
 * @property {{ copied?: string }} kept
 */

const MOST = 200;

/** @param {() => void} draw @param {Shell} shell */
export function people(draw, shell) {
  const { search = "", role = "", person = null } = searched();
  const adding = person === "";
  const found = asked(() => api("GET /api/people", { search, role: isRole(role) ? role : null }), draw);
  const chosen = person ? asked(() => api("GET /api/people/{person}", { person }), draw) : null;
  const work = worker(draw);
  const administrator = opens("register");
  const notices = administrator && !person && !adding ? asked(() => api("GET /api/notices", {}), draw) : null;
  /** @type {People} */
  const s = {
    draw,
    shell,
    search,
    role,
    person,
    adding,
    found,
    chosen,
    work,
    administrator,
    notices,
    secret: null,
    resetting: false,
    kept: {},
  };
  return { drawn: () => h("div", { class: "two" }, list(s), h("div", { class: "beside" }, beside(s))) };
}

/** @param {People} s @param {Submitted} event */
function look(s, event) {
  const given = form(event);
  s.shell.go(address("/admin", { see: "people", search: given.search.trim(), role: given.role, person: s.person }));
}

/** @param {People} s */
function list(s) {
  return h(
    "section",
    { class: "panel", "aria-labelledby": "people-title" },
    h(
      "div",
      { class: "panel-head" },
      h("h2", { id: "people-title" }, a.people.list),
      s.administrator ? h("a", { class: "button", href: at(s, "") }, a.people.add) : null,
    ),
    h(
      "form",
      { role: "search", class: "inline", onsubmit: (event) => look(s, event) },
      field(
        a.people.search,
        h("input", { name: "search", type: "search", ...begins(s.search), maxlength: 60, autocomplete: "off" }),
      ),
      field(a.people.role, choice("role", [["", a.people.anyRole], ...rolesNamed(GIVEN)], s.role)),
      h("button", { type: "submit" }, a.people.find),
    ),
    shown(s.found, (all) =>
      all.length === 0 ? h("p", { class: "nothing", role: "status" }, a.people.none) : [
        h(
          "ul",
          { class: "picks" },
          all.map((one) =>
            h(
              "li",
              { key: one.id },
              h(
                "a",
                { class: "pick", href: at(s, one.id), "aria-current": one.id === s.person ? "true" : null },
                h(
                  "span",
                  {},
                  h("strong", {}, one.name),
                  one.name === one.id ? null : h("span", { class: "muted small" }, ` ${one.id}`),
                ),
                h(
                  "small",
                  {},
                  one.suspended
                    ? h("span", { class: "tag tag-bad" }, a.people.suspended)
                    : one.guest
                    ? a.people.guest
                    : o.roles([...one.roles, ...one.acting.map((each) => each.role)]),
                ),
              ),
            )
          ),
        ),
        all.length === MOST ? h("p", { class: "muted small" }, a.people.more(MOST)) : null,
      ]),
  );
}

/** @param {People} s */
function register(s) {
  /** @param {Submitted} event */
  const submit = async (event) => {
    const given = form(event);
    const roles = new FormData(event.currentTarget).getAll("roles").map(String).filter(isRole);
    if (roles.length === 0) return s.work.refuse("register", a.people.noRoles);
    await s.work.attempt("register", async () => {
      const answer = await api("POST /api/people", {}, { id: given.id.trim(), name: given.name.trim(), roles });
      s.secret = { id: answer.id, name: given.name.trim(), password: answer.one_time_password };
    });
    return s.secret && s.found.again();
  };
  return h(
    "section",
    { class: "panel", key: "register", "aria-labelledby": "register-title" },
    h("h2", { id: "register-title" }, a.people.register),
    h(
      "form",
      { onsubmit: submit },
      h(
        "div",
        { class: "inline" },
        field(a.people.name, h("input", { name: "name", required: true, maxlength: 60, autocomplete: "off" })),
        field(
          a.people.id,
          h("input", {
            name: "id",
            required: true,
            pattern: "[a-z0-9][a-z0-9._\\-]{1,31}",
            title: a.people.idNote,
            autocapitalize: "none",
            autocomplete: "off",
            spellcheck: "false",
          }),
        ),
      ),
      h("p", { class: "muted small" }, a.people.idNote),
      rolesField([]),
      s.work.note("register"),
      h("button", { class: "primary", type: "submit", disabled: s.work.busy.has("register") }, a.people.create),
    ),
  );
}

/**
 * Every use of power over accounts, for everybody who has it.
 * @param {Notice[]} all
 */
const inHand = (all) =>
  all.length === 0 ? null : h(
    "section",
    { class: "panel", key: "notices", "aria-labelledby": "notices-title" },
    h("h2", { id: "notices-title" }, a.people.notices),
    h("p", { class: "muted small" }, a.people.noticesText),
    h(
      "ul",
      { class: "proposals" },
      all.map((one) =>
        h(
          "li",
          { key: `${one.person} ${one.by} ${one.how}` },
          a.people.notice(one.name, one.by, a.people.how[one.how], dayOf(one.at)),
        )
      ),
    ),
  );

/** @param {People} s */
function beside(s) {
  const { secret } = s;
  if (secret) {
    const away = () => {
      const { id } = secret;
      s.secret = null;
      if (id === s.person) s.draw();
      else s.shell.go(at(s, id));
    };
    return once({
      title: a.people.password(secret.name),
      value: secret.password,
      note: a.people.passwordNote,
      away,
      draw: s.draw,
      kept: s.kept,
    });
  }
  if (s.adding && s.administrator) return register(s);
  if (s.chosen === null) {
    return [
      h("div", { class: "panel calm" }, h("h2", {}, a.people.hintTitle), h("p", { class: "muted" }, a.people.hint)),
      s.notices ? shown(s.notices, inHand) : null,
    ];
  }
  return shown(s.chosen, (who) => one(s, who));
}
