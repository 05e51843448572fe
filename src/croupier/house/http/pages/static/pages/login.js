/* Signing in; in a demonstration house also playing as a guest. */

import { h, render, style } from "../dom.js";
import { speaksOtherwise } from "../languages.js";
import { api, me, playAsGuest, signIn, signInWithPasskey, Trouble } from "../net.js";
import { form } from "../office/parts.js";
import { withWords } from "../office/proving.js";
import { signed, usable } from "../passkey.js";
import { t } from "../text/en.js";

/** @import { Submitted } from "../dom.js" */
/** @import { Open, Shell } from "../main.js" */

/** @typedef {{ outlet: Element, shell: Shell, trouble: string | null, busy: boolean, codeNeeded: boolean }} Login */

/** @type {Open} */
export async function open(outlet, _parts, shell) {
  await style("pages/account.css");
  /** @type {Login} */
  const s = { outlet, shell, trouble: null, busy: false, codeNeeded: false };
  draw(s);
  outlet.querySelector("input")?.focus();
  return { title: t.session.signIn };
}

/** @param {Login} s @param {() => Promise<unknown>} work */
async function attempt(s, work) {
  s.busy = true;
  s.trouble = null;
  s.codeNeeded = false;
  draw(s);
  try {
    await work();
    const own = await landing();
    if (speaksOtherwise(me.person)) location.replace(own);
    else s.shell.go(own, true);
  } catch (error) {
    s.codeNeeded = error instanceof Trouble && error.code === "second-factor-needed";
    s.trouble = error instanceof Trouble && error.status === 401 && !error.code
      ? t.session.wrong
      : t.trouble.words(error);
  } finally {
    s.busy = false;
    if (s.outlet.isConnected && location.pathname === "/login") draw(s);
    const code = s.outlet.querySelector("input[name=code]");
    if (s.codeNeeded && code instanceof HTMLInputElement) code.focus();
  }
}

/** Staff begin at their own page, everybody else in the lobby. */
async function landing() {
  const { person } = me;
  if (person === null) return "/";
  if (person.must_change_password) return "/me";
  const sees = (/** @type {string} */ section) => person.sections.some((one) => one === section);
  if (sees("pit") && sees("console")) return "/pit";
  if (sees("rounds")) return "/audit";
  if (sees("cage")) return "/cage";
  if (sees("admin")) return "/admin";
  return sees("console") ? await consoleOf(person.id) : "/";
}

/**
 * A dealer begins at the table where they are signed on, or else where the rotation sends them.
 * @param {string} dealer
 */
async function consoleOf(dealer) {
  const [tables, { plan }] = await Promise.all([api("GET /api/tables", {}), api("GET /api/floor/rotation", {})]);
  const table = tables.find((one) => one.dealer === dealer)?.table ??
    plan?.turns.find((one) => one.dealer === dealer)?.table;
  return table ? `/deal/${encodeURIComponent(table)}` : "/";
}

/** @param {Login} s @param {Submitted} event */
function submit(s, event) {
  const given = form(event);
  attempt(s, () => signIn(given.name, given.password, given.code));
}

/** @param {Login} s */
function draw(s) {
  render(
    s.outlet,
    h(
      "div",
      { class: "account narrow" },
      h("h1", {}, t.session.signIn),
      h(
        "form",
        { onsubmit: (event) => submit(s, event) },
        h(
          "label",
          { class: "field" },
          t.session.name,
          h("input", {
            name: "name",
            autocomplete: "username",
            required: true,
            autocapitalize: "none",
            maxlength: 64,
          }),
        ),
        h(
          "label",
          { class: "field" },
          t.session.password,
          h("input", {
            name: "password",
            type: "password",
            autocomplete: "current-password",
            required: true,
            maxlength: 256,
          }),
        ),
        h(
          "label",
          { class: "field" },
          t.session.code,
          h("input", {
            name: "code",
            inputmode: "numeric",
            autocomplete: "one-time-code",
            maxlength: 12,
            "aria-describedby": "code-note",
          }),
          h("small", { id: "code-note" }, t.session.codeNote),
        ),
        s.trouble ? h("p", { class: "error", role: "alert" }, s.trouble) : null,
        h("button", { class: "primary", type: "submit", disabled: s.busy }, t.session.signIn),
      ),
      usable()
        ? h("button", {
          onclick: () =>
            attempt(s, async () => signInWithPasskey(await withWords(signed("GET /api/session/challenge")))),
          disabled: s.busy,
        }, t.session.passkey)
        : null,
      me.demo
        ? h(
          "section",
          { class: "guest" },
          h("p", { class: "muted" }, t.session.guestNote),
          h("button", { onclick: () => attempt(s, () => playAsGuest()), disabled: s.busy }, t.session.guest),
        )
        : null,
    ),
  );
}
