/* A person's own account: wallet and movements, loss limit, rounds, password, second factor, signing out. */

import { h, render, style } from "../dom.js";
import { api, me, on, signOut } from "../net.js";
import { m } from "../text/en_account.js";
import { o } from "../text/en_office.js";
import { played } from "../account/rounds.js";
import { inHand, passkeys, password, second } from "../account/secrets.js";
import { purse, timeAway } from "../account/wallet.js";
import { asked, worker } from "../office/parts.js";
import { pastRounds } from "../rounds.js";

/** @import { Notice, PasskeyView, PersonView, SecondFactor, WalletPage } from "../../api.d.ts" */
/** @import { Open, Shell } from "../main.js" */
/** @import { Asked, Worker } from "../office/parts.js" */
/** @import { PastRounds } from "../rounds.js" */

/**
 * @typedef {object} Account
 * @property {Element} outlet
 * @property {Shell} shell
 * @property {() => void} draw
 * @property {PersonView} me
 * @property {boolean} here
 * @property {boolean} forced whether somebody else set the password
 * @property {Worker} work
 * @property {Asked<WalletPage> | null} wallet of somebody who plays
 * @property {PastRounds | null} rounds
 * @property {Asked<PasskeyView[]> | null} keys
 * @property {Asked<Notice[]> | null} notices
 * @property {boolean} practice whether the movements of play money are shown
 * @property {SecondFactor | null} secret of a second factor being set up
 * @property {Date | null} away the end of a requested exclusion
 * @property {string | null} removing the passkey to remove, or "second"
 */

/** @type {Open} */
export async function open(outlet, _parts, shell) {
  await Promise.all([style("office.css"), style("audit.css")]);
  const { person } = me;
  if (person === null) {
    render(outlet, stranger());
    return { title: m.title };
  }
  const forced = person.must_change_password;
  const plays = me.wallet !== null && !forced;
  const redraw = () => draw(s);
  /** @type {Account} */
  const s = {
    outlet,
    shell,
    draw: redraw,
    me: person,
    here: true,
    forced,
    work: worker(redraw),
    wallet: plays ? asked(() => api("GET /api/wallet", { limit: 100 }), redraw) : null,
    rounds: plays ? pastRounds(undefined, redraw) : null,
    keys: person.guest || forced ? null : asked(() => api("GET /api/passkeys", {}), redraw),
    notices: person.guest ? null : asked(() => api("GET /api/notices", {}), redraw),
    practice: !me.wallet?.live,
    secret: null,
    away: null,
    removing: null,
  };
  draw(s);
  const end = on("me", redraw);
  return {
    title: m.title,
    close: () => {
      s.here = false;
      end();
    },
  };
}

const stranger = () =>
  h(
    "div",
    { class: "state" },
    h("h1", {}, m.signInTitle),
    h("p", {}, m.signInText),
    h("a", { class: "button primary", href: "/login" }, o.signIn),
  );

/**
 * @param {Account} s
 * @param {boolean} everywhere
 */
const leave = (s, everywhere) =>
  s.work.attempt("leave", () => signOut(everywhere)).then((done) => done && s.shell.go("/", true));

/** @param {Account} s */
function draw(s) {
  if (!s.here || me.person === null) return;
  s.me = me.person;
  const { guest } = s.me;
  render(
    s.outlet,
    h(
      "div",
      { class: "office account-page" },
      h(
        "header",
        { class: "office-head" },
        h(
          "div",
          {},
          h("h1", {}, s.me.name),
          h("p", { class: "muted" }, guest ? m.guest : o.roles(s.me.roles)),
        ),
      ),
      s.forced ? password(s) : null,
      s.wallet && s.rounds
        ? [
          purse(s, s.wallet),
          h(
            "section",
            { class: "panel", key: "rounds", "aria-labelledby": "rounds-title" },
            h("h2", { id: "rounds-title" }, m.rounds.title),
            played(s.rounds),
          ),
          guest ? null : timeAway(s),
        ]
        : null,
      s.notices?.data ? inHand(s, s.notices.data) : null,
      s.keys ? [password(s), second(s), passkeys(s, s.keys)] : null,
      h(
        "section",
        { class: "panel", key: "leave", "aria-labelledby": "leave-title" },
        h("h2", { id: "leave-title" }, m.sessions.title),
        guest ? null : h("p", { class: "muted small" }, m.sessions.text),
        h(
          "div",
          { class: "row" },
          h("button", { onclick: () => leave(s, false) }, m.sessions.out),
          guest ? null : h("button", { onclick: () => leave(s, true) }, m.sessions.everywhere),
        ),
        s.work.note("leave"),
      ),
    ),
  );
}
