/* The register of people: search, register, one person's roles, secrets and access. */

import { h } from "../dom.js";
import { api } from "../net.js";
import { dayOf } from "../text/en.js";
import { a } from "../text/en_admin.js";
import { o, ROLES } from "../text/en_office.js";
import {
  address,
  asked,
  begins,
  choice,
  confirm,
  field,
  form,
  has,
  once,
  pair,
  path,
  searched,
  shown,
  worker,
} from "../office/parts.js";

const MOST = 200;
const GIVEN = Object.keys(ROLES).filter((role) => role !== "device");
const ACTING = ["dealer", "pit_supervisor", "pit_manager", "shift_manager", "cage"];

export function people(draw, shell) {
  const { search = "", role = "", person = null } = searched();
  const adding = person === "";
  const found = asked(() => api("GET", address("/api/people", { search, role })), draw);
  const chosen = person ? asked(() => api("GET", `/api/people/${path(person)}`), draw) : null;
  const work = worker(draw);
  const administrator = has("administrator");
  const notices = administrator && !person && !adding ? asked(() => api("GET", "/api/notices"), draw) : null;
  let secret = null;
  let resetting = false;
  const kept = {};
  const at = (who) =>
    address("/admin", { see: "people", search, role }) + (who === undefined ? "" : `&person=${path(who)}`);

  const look = (event) => {
    const given = form(event);
    shell.go(address("/admin", { see: "people", search: given.search.trim(), role: given.role, person }));
  };
  async function change(name, method, where, data, done) {
    const answer = await work.attempt(name, async () => {
      chosen.data = await api(method, `/api/people/${path(person)}${where}`, data);
    }, done);
    if (answer) found.again();
    return answer;
  }

  function list() {
    return h(
      "section",
      { class: "panel", "aria-labelledby": "people-title" },
      h(
        "div",
        { class: "panel-head" },
        h("h2", { id: "people-title" }, a.people.list),
        administrator ? h("a", { class: "button", href: at("") }, a.people.add) : null,
      ),
      h(
        "form",
        { role: "search", class: "inline", onsubmit: look },
        field(
          a.people.search,
          h("input", { name: "search", type: "search", ...begins(search), maxlength: 60, autocomplete: "off" }),
        ),
        field(a.people.role, choice("role", [["", a.people.anyRole], ...GIVEN.map((one) => [one, o.role(one)])], role)),
        h("button", { type: "submit" }, a.people.find),
      ),
      shown(found, (all) =>
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
                  { class: "pick", href: at(one.id), "aria-current": one.id === person ? "true" : null },
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

  /* Registering */

  function register() {
    const submit = async (event) => {
      const given = form(event);
      const roles = new FormData(event.currentTarget).getAll("roles");
      if (roles.length === 0) return work.refuse("register", a.people.noRoles);
      await work.attempt("register", async () => {
        const answer = await api("POST", "/api/people", { id: given.id.trim(), name: given.name.trim(), roles });
        secret = { id: answer.id, name: given.name.trim(), password: answer.one_time_password };
      });
      return secret && found.again();
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
        work.note("register"),
        h("button", { class: "primary", type: "submit", disabled: work.busy.has("register") }, a.people.create),
      ),
    );
  }
  const rolesField = (held) =>
    h(
      "fieldset",
      {},
      h("legend", {}, a.people.roles),
      h(
        "div",
        { class: "checks" },
        GIVEN.map((one) =>
          h(
            "label",
            { class: "check", key: one },
            h("input", {
              type: "checkbox",
              name: "roles",
              value: one,
              ref: (box) => {
                box.checked = held.includes(one);
              },
            }),
            o.role(one),
          )
        ),
      ),
      h("p", { class: "muted small" }, a.people.rolesNote),
    );

  /* One person */

  function one(who) {
    return [
      h(
        "section",
        { class: "panel", key: "who", "aria-labelledby": "who-title" },
        h(
          "div",
          { class: "panel-head" },
          h("h2", { id: "who-title" }, who.name),
          h(
            "span",
            { class: "row" },
            who.suspended ? h("span", { class: "tag tag-bad" }, a.people.suspended) : null,
            who.excluded
              ? h("span", { class: "tag tag-bad" }, a.people.excluded(who.excluded_until && dayOf(who.excluded_until)))
              : null,
          ),
        ),
        h(
          "dl",
          { class: "figures" },
          pair(a.people.facts.login, who.id),
          pair(a.people.facts.roles, o.roles(who.roles)),
          pair(a.people.facts.registered, dayOf(who.registered)),
          pair(a.people.facts.sessions, String(who.sessions)),
          pair(a.people.facts.second, who.second_factor ? a.people.secondOn : a.people.secondOff),
          pair(a.people.facts.passkeys, String(who.passkeys)),
          pair(a.people.facts.password, who.must_change_password ? a.people.mustChange : a.people.ownPassword),
          pair(a.people.facts.suspended, who.suspended),
          pair(a.people.facts.excluded, who.excluded),
        ),
        who.in_hand.length
          ? h(
            "ul",
            { class: "proposals" },
            who.in_hand.map((one) =>
              h("li", { key: `${one.by} ${one.how}` }, a.people.inHand(one.by, a.people.how[one.how], dayOf(one.last)))
            ),
          )
          : null,
        administrator ? null : h("p", { class: "muted" }, a.people.readOnly),
      ),
      administrator ? [roles(who), acting(who), secrets(who)] : null,
      access(who),
    ];
  }

  function roles(who) {
    const set = (event) => {
      form(event);
      change("roles", "PUT", "/roles", { roles: new FormData(event.currentTarget).getAll("roles") }, a.people.rolesSet);
    };
    const rename = (event) => change("name", "PUT", "/name", { name: form(event).name.trim() }, a.people.renamed);
    return h(
      "section",
      { class: "panel", key: `roles ${who.id}` },
      h(
        "form",
        { onsubmit: set },
        rolesField(who.roles),
        work.note("roles"),
        h("div", {}, h("button", { type: "submit" }, a.people.setRoles)),
      ),
      h(
        "form",
        { class: "inline", onsubmit: rename },
        field(a.people.name, h("input", { name: "name", required: true, maxlength: 60, ...begins(who.name) })),
        h("button", { type: "submit" }, a.people.rename),
      ),
      work.note("name"),
    );
  }

  function acting(who) {
    const give = (event) => {
      const given = form(event);
      change("acting", "POST", "/acting", {
        role: given.role,
        until: new Date(given.until).toISOString(),
        reason: given.reason,
      }, a.people.acted);
    };
    return h(
      "section",
      { class: "panel", key: "acting", "aria-labelledby": "acting-title" },
      h("h2", { id: "acting-title" }, a.people.actingTitle),
      who.acting.length === 0 ? h("p", { class: "muted" }, a.people.actingNone) : h(
        "ul",
        { class: "proposals" },
        who.acting.map((each) =>
          h(
            "li",
            { key: each.role, class: "row" },
            h("span", {}, a.people.actingNow(o.role(each.role), dayOf(each.until), each.reason)),
            h("button", {
              onclick: () => change("acting", "DELETE", `/acting/${each.role}`, undefined, a.people.actingEnded),
            }, a.people.actingEnd),
          )
        ),
      ),
      h(
        "form",
        { class: "inline", onsubmit: give },
        field(a.people.actingRole, choice("role", ACTING.map((each) => [each, o.role(each)]), "pit_supervisor")),
        field(a.people.actingUntil, h("input", { type: "datetime-local", name: "until", required: true })),
        field(o.reason, h("input", { name: "reason", required: true, maxlength: 300 })),
        h("button", { type: "submit" }, a.people.give),
      ),
      work.note("acting"),
    );
  }

  function secrets(who) {
    const reset = () =>
      work.attempt("secrets", async () => {
        const answer = await api("POST", `/api/people/${path(person)}/password`);
        secret = { id: who.id, name: who.name, password: answer.one_time_password };
        resetting = false;
      }).then(() => chosen.again());
    return h(
      "section",
      { class: "panel", key: "secrets", "aria-labelledby": "secrets-title" },
      h("h2", { id: "secrets-title" }, a.people.secrets),
      resetting
        ? confirm({
          title: a.people.resetAsk(who.name),
          lines: [a.people.resetText],
          yes: a.people.resetYes,
          onyes: reset,
          onno: () => {
            resetting = false;
            draw();
          },
          busy: work.busy.has("secrets"),
        })
        : h(
          "div",
          { class: "row" },
          h("button", {
            onclick: () => {
              resetting = true;
              draw();
            },
          }, a.people.reset),
          who.second_factor || who.passkeys
            ? h("button", {
              onclick: () => change("secrets", "DELETE", "/second-factor", undefined, a.people.secondDropped),
            }, a.people.dropSecond)
            : null,
        ),
      work.note("secrets"),
    );
  }

  function access(who) {
    const because = (name, where, done) => (event) => {
      const given = form(event);
      const until = given.until ? { until: new Date(given.until).toISOString() } : {};
      change(name, "POST", where, { reason: given.reason, ...until }, done);
    };
    const ask = (name, where, title, text, done, more = null) =>
      h(
        "form",
        { class: "inline", key: name, onsubmit: because(name, where, done) },
        field(o.reason, h("input", { name: "reason", required: true, maxlength: 300 }), text),
        more,
        h("button", { type: "submit" }, title),
        work.note(name),
      );
    const player = who.roles.includes("player");
    const items = [
      administrator
        ? who.suspended
          ? ask("restore", "/restore", a.people.restore, null, a.people.restored)
          : ask("suspend", "/suspend", a.people.suspend, a.people.suspendText, a.people.suspendDone)
        : null,
      player && has("shift_manager")
        ? who.excluded ? ask("readmit", "/readmit", a.people.readmit, null, a.people.readmitted) : ask(
          "exclude",
          "/exclude",
          a.people.exclude,
          a.people.excludeText,
          a.people.excludeDone,
          field(a.people.until, h("input", { type: "datetime-local", name: "until" })),
        )
        : null,
    ].filter(Boolean);
    return items.length
      ? h(
        "section",
        { class: "panel", key: "access", "aria-labelledby": "access-title" },
        h("h2", { id: "access-title" }, a.people.access),
        items,
      )
      : null;
  }

  /* Every use of the power over accounts, for all who have it. */
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

  function beside() {
    if (secret) {
      const away = () => {
        const { id } = secret;
        secret = null;
        if (id === person) draw();
        else shell.go(at(id));
      };
      return once({
        title: a.people.password(secret.name),
        value: secret.password,
        note: a.people.passwordNote,
        away,
        draw,
        kept,
      });
    }
    if (adding && administrator) return register();
    if (chosen === null) {
      return [
        h("div", { class: "panel calm" }, h("h2", {}, a.people.hintTitle), h("p", { class: "muted" }, a.people.hint)),
        notices ? shown(notices, inHand) : null,
      ];
    }
    return shown(chosen, one);
  }
  return { drawn: () => h("div", { class: "two" }, list(), h("div", { class: "beside" }, beside())) };
}
