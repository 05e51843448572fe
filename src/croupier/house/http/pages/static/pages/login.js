/* Signing in; in a demonstration house also playing as a guest. */

import { h, render, style } from "../dom.js";
import { me, playAsGuest, signIn, signInWithPasskey } from "../net.js";
import { withWords } from "../office/proving.js";
import { signed, usable } from "../passkey.js";
import { t } from "../text/en.js";

export async function open(outlet, _parts, shell) {
  await style("pages/account.css");
  let trouble = null;
  let busy = false;

  async function attempt(work) {
    busy = true;
    trouble = null;
    draw();
    try {
      await work();
      shell.go(me.person?.must_change_password ? "/me" : "/", true);
    } catch (error) {
      trouble = error.status === 401 && !error.code ? t.session.wrong : error.message || t.trouble.unreachable;
    } finally {
      busy = false;
      if (outlet.isConnected && location.pathname === "/login") draw();
    }
  }

  function submit(event) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    attempt(() => signIn(form.get("name"), form.get("password"), form.get("code")));
  }

  function draw() {
    render(
      outlet,
      h(
        "div",
        { class: "account narrow" },
        h("h1", {}, t.session.signIn),
        h(
          "form",
          { onsubmit: submit },
          h(
            "label",
            { class: "field" },
            t.session.name,
            h("input", { name: "name", autocomplete: "username", required: true, autocapitalize: "none" }),
          ),
          h(
            "label",
            { class: "field" },
            t.session.password,
            h("input", { name: "password", type: "password", autocomplete: "current-password", required: true }),
          ),
          h(
            "label",
            { class: "field" },
            t.session.code,
            h("input", {
              name: "code",
              inputmode: "numeric",
              autocomplete: "one-time-code",
              "aria-describedby": "code-note",
            }),
            h("small", { id: "code-note" }, t.session.codeNote),
          ),
          trouble ? h("p", { class: "error", role: "alert" }, trouble) : null,
          h("button", { class: "primary", type: "submit", disabled: busy }, t.session.signIn),
        ),
        usable()
          ? h("button", {
            onclick: () => attempt(async () => signInWithPasskey(await withWords(signed("/api/session/challenge")))),
            disabled: busy,
          }, t.session.passkey)
          : null,
        me.demo
          ? h(
            "section",
            { class: "guest" },
            h("p", { class: "muted" }, t.session.guestNote),
            h("button", { onclick: () => attempt(() => playAsGuest()), disabled: busy }, t.session.guest),
          )
          : null,
      ),
    );
  }

  draw();
  outlet.querySelector("input")?.focus();
  return { title: t.session.signIn };
}
