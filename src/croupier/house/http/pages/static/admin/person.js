/* One person in the register: roles, acting roles, secrets, access to the house. */

import { h } from "../dom.js";
import { api, me } from "../net.js";
import { dayOf } from "../text/en.js";
import { a } from "../text/en_admin.js";
import { o, ROLES } from "../text/en_office.js";
import { address, begins, choice, confirm, field, form, pair } from "../office/parts.js";

/** @import { AccountView, HouseRole } from "../../api.d.ts" */
/** @import { Child, Submitted } from "../dom.js" */
/** @import { People } from "./people.js" */

const ACCESS = /** @type {const} */ ({
  suspend: "POST /api/people/{person}/suspend",
  restore: "POST /api/people/{person}/restore",
  exclude: "POST /api/people/{person}/exclude",
  readmit: "POST /api/people/{person}/readmit",
});
/** @typedef {keyof typeof ACCESS} Access */

/**
 * @param {string} name
 * @returns {name is HouseRole}
 */
export const isRole = (name) => name in ROLES;

/**
 * @param {HouseRole[]} roles
 * @returns {[value: string, words: string][]}
 */
export const rolesNamed = (roles) => roles.map((one) => [one, o.role(one)]);

export const GIVEN = /** @type {HouseRole[]} */ (Object.keys(ROLES).filter((role) => role !== "device"));
/** @type {HouseRole[]} */
const ACTING = ["dealer", "pit_supervisor", "pit_manager", "shift_manager", "cage"];

/** @param {People} s @param {string} who */
export const at = (s, who) =>
  address("/admin", { see: "people", search: s.search, role: s.role }) +
  (who === undefined ? "" : `&person=${encodeURIComponent(who)}`);

/**
 * Asks the house to change something about the person.
 * @param {People} s
 * @param {string} name of the note that shows the outcome
 * @param {(person: string) => Promise<AccountView>} work
 * @param {string} done
 */
async function change(s, name, work, done) {
  const { chosen } = s;
  if (chosen === null || s.person === null) return;
  const { person } = s;
  const answer = await s.work.attempt(name, async () => {
    chosen.data = await work(person);
  }, done);
  if (answer) s.found.again();
}

/** @param {People} s @param {AccountView} who */
export function one(s, who) {
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
      s.administrator ? null : h("p", { class: "muted" }, a.people.readOnly),
    ),
    s.administrator ? [roles(s, who), acting(s, who), secrets(s, who)] : null,
    access(s, who),
  ];
}

/** @param {People} s @param {AccountView} who */
function roles(s, who) {
  /** @param {Submitted} event */
  const set = (event) => {
    form(event);
    const roles = new FormData(event.currentTarget).getAll("roles").map(String).filter(isRole);
    change(s, "roles", (person) => api("PUT /api/people/{person}/roles", { person }, { roles }), a.people.rolesSet);
  };
  /** @param {Submitted} event */
  const rename = (event) => {
    const name = form(event).name.trim();
    change(s, "name", (person) => api("PUT /api/people/{person}/name", { person }, { name }), a.people.renamed);
  };
  return h(
    "section",
    { class: "panel", key: `roles ${who.id}` },
    h(
      "form",
      { onsubmit: set },
      rolesField(who.roles),
      s.work.note("roles"),
      h("div", {}, h("button", { type: "submit" }, a.people.setRoles)),
    ),
    h(
      "form",
      { class: "inline", onsubmit: rename },
      field(a.people.name, h("input", { name: "name", required: true, maxlength: 60, ...begins(who.name) })),
      h("button", { type: "submit" }, a.people.rename),
    ),
    s.work.note("name"),
  );
}

/** @param {People} s @param {AccountView} who */
function acting(s, who) {
  /** @param {Submitted} event */
  const give = (event) => {
    const given = form(event);
    const wanted = {
      role: /** @type {HouseRole} */ (given.role),
      until: new Date(given.until).toISOString(),
      reason: given.reason,
    };
    change(s, "acting", (person) => api("POST /api/people/{person}/acting", { person }, wanted), a.people.acted);
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
            onclick: () =>
              change(
                s,
                "acting",
                (person) => api("DELETE /api/people/{person}/acting/{role}", { person, role: each.role }),
                a.people.actingEnded,
              ),
          }, a.people.actingEnd),
        )
      ),
    ),
    h(
      "form",
      { class: "inline", onsubmit: give },
      field(a.people.actingRole, choice("role", rolesNamed(ACTING), "pit_supervisor")),
      field(a.people.actingUntil, h("input", { type: "datetime-local", name: "until", required: true })),
      field(o.reason, h("input", { name: "reason", required: true, maxlength: 300 })),
      h("button", { type: "submit" }, a.people.give),
    ),
    s.work.note("acting"),
  );
}

/** @param {People} s @param {AccountView} who */
function secrets(s, who) {
  const reset = () =>
    s.work.attempt("secrets", async () => {
      const answer = await api("POST /api/people/{person}/password", { person: who.id });
      s.secret = { id: who.id, name: who.name, password: answer.one_time_password };
      s.resetting = false;
    }).then(() => s.chosen?.again());
  return h(
    "section",
    { class: "panel", key: "secrets", "aria-labelledby": "secrets-title" },
    h("h2", { id: "secrets-title" }, a.people.secrets),
    s.resetting
      ? confirm({
        title: a.people.resetAsk(who.name),
        lines: [a.people.resetText],
        yes: a.people.resetYes,
        onyes: reset,
        onno: () => {
          s.resetting = false;
          s.draw();
        },
        busy: s.work.busy.has("secrets"),
      })
      : h(
        "div",
        { class: "row" },
        h("button", {
          onclick: () => {
            s.resetting = true;
            s.draw();
          },
        }, a.people.reset),
        who.second_factor || who.passkeys
          ? h("button", {
            onclick: () =>
              change(
                s,
                "secrets",
                (person) => api("DELETE /api/people/{person}/second-factor", { person }),
                a.people.secondDropped,
              ),
          }, a.people.dropSecond)
          : null,
      ),
    s.work.note("secrets"),
  );
}

/** @param {People} s @param {AccountView} who */
function access(s, who) {
  const because = (/** @type {Access} */ name, /** @type {string} */ done) => (/** @type {Submitted} */ event) => {
    const given = form(event);
    const until = given.until ? { until: new Date(given.until).toISOString() } : {};
    const wanted = { reason: given.reason, ...until };
    change(s, name, (person) => api(ACCESS[name], { person }, wanted), done);
  };
  /**
   * @param {Access} name
   * @param {string} title
   * @param {string | null} text
   * @param {string} done
   * @param {Child} more
   */
  const ask = (name, title, text, done, more = null) =>
    h(
      "form",
      { class: "inline", key: name, onsubmit: because(name, done) },
      field(o.reason, h("input", { name: "reason", required: true, maxlength: 300 }), text),
      more,
      h("button", { type: "submit" }, title),
      s.work.note(name),
    );
  const player = who.roles.includes("player");
  const items = [
    s.administrator
      ? who.suspended
        ? ask("restore", a.people.restore, null, a.people.restored)
        : ask("suspend", a.people.suspend, a.people.suspendText, a.people.suspendDone)
      : null,
    player && me.person?.may.includes("readmit")
      ? who.excluded ? ask("readmit", a.people.readmit, null, a.people.readmitted) : ask(
        "exclude",
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

/** @param {HouseRole[]} held */
export const rolesField = (held) =>
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
