/* How a person signs in: password, second factor, passkeys; and notices of others who handled these. */

import { h } from "../dom.js";
import { api, loadMe } from "../net.js";
import { dayOf } from "../text/en.js";
import { m } from "../text/en_account.js";
import { field, form, pair, shown } from "../office/parts.js";
import { proved, removal, withWords } from "../office/proving.js";
import { qr } from "../office/qr.js";
import { added, usable } from "../passkey.js";

/** @import { Notice, PasskeyView, Shown } from "../../api.d.ts" */
/** @import { Submitted } from "../dom.js" */
/** @import { Asked } from "../office/parts.js" */
/** @import { Account } from "../pages/account.js" */

/** @param {Account} s */
export function password(s) {
  /** @param {Submitted} event */
  const change = (event) => {
    const element = event.currentTarget;
    const given = form(event);
    if (given.new !== given.repeat) return s.work.refuse("password", m.password.differ);
    return s.work.attempt("password", async () => {
      await api("POST /api/password", {}, { old: given.old, new: given.new });
      await loadMe();
      element.reset();
    }, s.forced ? m.welcome : m.changed);
  };
  /** @param {string} name @param {string} autocomplete */
  const input = (name, autocomplete) =>
    h("input", { name, type: "password", autocomplete, required: true, maxlength: 256 });
  const over = s.forced && !s.me.must_change_password;
  return h(
    "section",
    { class: ["panel", s.forced && !over && "once"], key: "password", "aria-labelledby": "password-title" },
    h("h2", { id: "password-title" }, s.forced && !over ? m.mustChangeTitle : m.password.title),
    s.forced && !over ? h("p", { class: "warn" }, m.mustChange) : null,
    over ? [s.work.note("password"), h("div", {}, h("a", { class: "button primary", href: "/" }, m.goOn))] : h(
      "form",
      { onsubmit: change },
      h(
        "div",
        { class: "inline" },
        field(m.password.old, input("old", "current-password")),
        field(m.password.new, input("new", "new-password")),
        field(m.password.repeat, input("repeat", "new-password")),
      ),
      h("p", { class: "muted small" }, m.password.note),
      s.work.note("password"),
      h(
        "div",
        {},
        h(
          "button",
          { type: "submit", class: s.forced ? "primary" : "", disabled: s.work.busy.has("password") },
          m.password.change,
        ),
      ),
    ),
  );
}

/** @param {Account} s */
export function second(s) {
  const begin = () =>
    s.work.attempt("second", async () => {
      s.secret = await proved(() => api("POST /api/second-factor", {}));
    });
  /** @param {Submitted} event */
  const finish = (event) => {
    const { code } = form(event);
    s.work.attempt("second", async () => {
      await proved(() => api("POST /api/second-factor/confirm", {}, { code: code.trim() }));
      s.secret = null;
      await loadMe();
    }, m.second.done);
  };
  /** @param {() => Promise<Shown>} proof */
  const remove = (proof) =>
    s.work.attempt("second", async () => {
      await api("DELETE /api/second-factor", {}, await proof());
      await loadMe();
    }, m.second.removed).then((done) => {
      if (done) s.removing = null;
      s.draw();
    });
  return h(
    "section",
    { class: "panel", key: "second", "aria-labelledby": "second-title" },
    h("h2", { id: "second-title" }, m.second.title),
    s.secret
      ? [
        h("p", {}, m.second.scan),
        h(
          "div",
          { class: "second" },
          qr(s.secret.uri, m.second.picture),
          h(
            "dl",
            { class: "figures proof" },
            pair(m.second.secret, h("code", { class: "secret" }, s.secret.secret)),
            pair(m.second.uri, h("code", {}, s.secret.uri)),
          ),
        ),
        h(
          "form",
          { class: "inline", onsubmit: finish },
          field(
            m.second.code,
            h("input", {
              name: "code",
              inputmode: "numeric",
              autocomplete: "one-time-code",
              required: true,
              maxlength: 12,
            }),
          ),
          h("button", { class: "primary", type: "submit" }, m.second.confirm),
        ),
      ]
      : s.removing === "second"
      ? removal({
        busy: s.work.busy.has("second"),
        onsend: remove,
        oncancel: () => {
          s.removing = null;
          s.draw();
        },
      })
      : [
        h("p", { class: "muted" }, s.me.second_factor ? m.second.on : m.second.off),
        h(
          "div",
          {},
          s.me.second_factor
            ? h("button", {
              onclick: () => {
                s.removing = "second";
                s.draw();
              },
            }, m.second.remove)
            : h("button", { onclick: begin }, m.second.begin),
        ),
      ],
    s.work.note("second"),
  );
}

/** @param {Account} s @param {PasskeyView[]} list */
function passkeyList(s, list) {
  /** @param {PasskeyView} one */
  const drop = (one) => (/** @type {() => Promise<Shown>} */ proof) =>
    s.work.attempt("passkeys", async () => {
      await api("DELETE /api/passkeys/{passkey}", { passkey: one.id }, await proof());
      await loadMe();
    }, m.passkeys.removed).then((done) => {
      if (done) s.removing = null;
      return s.keys?.again();
    });
  return list.length === 0 ? h("p", { class: "muted" }, m.passkeys.none) : h(
    "ul",
    { class: "proposals" },
    list.map((one) =>
      h(
        "li",
        { key: one.id },
        h(
          "p",
          {},
          h("strong", {}, one.name),
          " ",
          h("span", { class: "muted" }, m.passkeys.since(dayOf(one.added), one.site)),
        ),
        s.removing === one.id
          ? removal({
            busy: s.work.busy.has("passkeys"),
            onsend: drop(one),
            oncancel: () => {
              s.removing = null;
              s.draw();
            },
          })
          : h("button", {
            "aria-label": m.passkeys.remove(one.name),
            onclick: () => {
              s.removing = one.id;
              s.draw();
            },
          }, m.second.remove),
      )
    ),
  );
}

/** @param {Account} s @param {Asked<PasskeyView[]>} keys */
export function passkeys(s, keys) {
  /** @param {Submitted} event */
  const add = (event) => {
    const element = event.currentTarget;
    const { name } = form(event);
    s.work.attempt("passkeys", async () => {
      await proved(() => withWords(added(name.trim())));
      await loadMe();
      element.reset();
    }, m.passkeys.added).then(() => keys.again());
  };
  return h(
    "section",
    { class: "panel", key: "passkeys", "aria-labelledby": "passkeys-title" },
    h("h2", { id: "passkeys-title" }, m.passkeys.title),
    h("p", { class: "muted small" }, m.passkeys.text),
    shown(keys, (list) => passkeyList(s, list)),
    usable()
      ? h(
        "form",
        { class: "inline", onsubmit: add },
        field(m.passkeys.name, h("input", { name: "name", required: true, maxlength: 60, autocomplete: "off" })),
        h("button", { type: "submit", disabled: s.work.busy.has("passkeys") }, m.passkeys.add),
      )
      : h("p", { class: "muted small" }, m.passkeys.unusable),
    s.work.note("passkeys"),
  );
}

/** @param {Account} s @param {Notice[]} list */
export function inHand(s, list) {
  const own = list.filter((one) => one.person === s.me.id);
  return own.length === 0 ? null : h(
    "section",
    { class: "panel", key: "notices", "aria-labelledby": "notices-title" },
    h("h2", { id: "notices-title" }, m.notices.title),
    h(
      "ul",
      { class: "proposals" },
      own.map((one) =>
        h("li", { key: `${one.by} ${one.how}` }, m.notices.line(one.by, m.notices.how[one.how], dayOf(one.at)))
      ),
    ),
    h("p", { class: "muted small" }, m.notices.text),
  );
}
