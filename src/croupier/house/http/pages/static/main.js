/* The shell: which page is shown at which address, what surrounds it, and how links work.

   A page is a module in pages/ with
     export async function open(outlet, parts, shell)   draws into the element; `parts` of the address
   and returns {title, bare, start, close, leaving}: the title, whether the page has its own head, where its first link
   leads, how to close it, and what to ask somebody who is about to leave it, if anything.
   shell.go(path) goes to another page; shell.call(title, …) gives the open page another title. */

import { h, popover, preference, render, say, undress } from "./dom.js";
import { languages } from "./languages.js";
import { link, loadMe, me, on, playAsGuest } from "./net.js";
import { compare } from "./remembered.js";
import { dayOf, learn, money, t } from "./text/en.js";

/** @import { HouseRole, WalletView } from "../api.d.ts" */
/** @import { Question } from "./question.js" */
/** @import { Head } from "./remembered.js" */

/** @typedef {{ go: (path: string, replace?: boolean) => void, call: (...titles: string[]) => void }} Shell */
/**
 * @typedef {object} Page the open page
 * @property {string} title
 * @property {boolean} [bare] whether it has its own head
 * @property {string} [start] where the own box is, past everything that is more seldom used
 * @property {() => void} [close]
 * @property {() => Question | null} [leaving]
 */
/** @typedef {(outlet: HTMLElement, parts: string[], shell: Shell) => Promise<Page>} Open */

/** @type {[RegExp, string][]} */
const ROUTES = [
  [/^\/$/, "lobby"],
  [/^\/table\/([^/]+)$/, "table"],
  [/^\/deal\/([^/]+)$/, "dealer"],
  [/^\/pit$/, "pit"],
  [/^\/cage$/, "cage"],
  [/^\/admin$/, "admin"],
  [/^\/sign(?:\/([^/]+))?$/, "sign"],
  [/^\/audit(?:\/([^/]+)\/([^/]+))?$/, "audit"],
  [/^\/odds(?:\/([^/]+))?$/, "odds"],
  [/^\/book(?:\/([^/]+))?$/, "book"],
  [/^\/train(?:\/([^/]+))?$/, "train"],
  [/^\/school$/, "school"],
  [/^\/log$/, "log"],
  [/^\/shuffle$/, "shuffle"],
  [/^\/me$/, "account"],
  [/^\/login$/, "login"],
];
/** @type {Partial<Record<HouseRole, ("pit" | "cage" | "audit" | "admin" | "school")[]>>} */
const STAFF = {
  dealer: ["school"],
  pit_supervisor: ["pit", "school"],
  pit_manager: ["pit", "school"],
  shift_manager: ["pit", "cage", "audit", "admin", "school"],
  cage: ["cage"],
  auditor: ["audit", "school"],
  administrator: ["admin", "audit", "school"],
};

const app = place("app");
/** @type {Page | null} */
let page = null;
let opening = 0;
/* Each page has an element of its own: one that is left before it is there draws where nobody sees it. */
let begun = 0;
let expired = false;
let asking = false;
/* Whether the page at this address could not be loaded: it is, as soon as the house is there again. */
let unloaded = false;
/** @type {string | null} */
let shown = null;
/** @type {Head | null} */
let gone = null;
/** @type {typeof import("./text/en_log.js").l | null} */
let l = null;

/** @type {Shell} */
const shell = { go, call };

/**
 * @param {string} id
 * @returns {HTMLElement}
 */
function place(id) {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`index.html has no #${id}`);
  return found;
}

const address = () => location.pathname + location.search;

/** @param {string} path @param {boolean} replace */
function go(path, replace = false) {
  const question = page?.leaving?.() ?? null;
  if (question === null) move(path, replace);
  else askFirst(question, () => move(path, replace));
}

/** @param {string} path @param {boolean} replace */
function move(path, replace = false) {
  if (path !== address()) history[replace ? "replaceState" : "pushState"]({}, "", path);
  show();
}

/**
 * Without the house, the browser asks in its own way.
 * @param {Question} question
 */
async function answered(question) {
  let asked;
  try {
    asked = await import("./question.js");
  } catch {
    return confirm(`${question.title}\n\n${question.text}`);
  }
  return asked.ask(question);
}

/** @param {Question} question @param {() => void} leave */
async function askFirst(question, leave) {
  if (asking) return;
  asking = true;
  try {
    if (await answered(question)) leave();
  } finally {
    asking = false;
  }
}

/* Back and forward have changed the address already: it is put right until the question is answered. */
function wentBack() {
  const wanted = address();
  if (wanted === shown) return;
  const question = page?.leaving?.() ?? null;
  if (question === null || shown === null) {
    show();
    return;
  }
  history.pushState({}, "", shown);
  askFirst(question, () => move(wanted));
}

/** @param {string[]} titles */
function call(...titles) {
  document.title = [...titles, t.app].filter(Boolean).join(" · ");
}

async function show() {
  const turn = ++opening;
  shown = address();
  const [name, parts] = route(location.pathname);
  let module;
  try {
    module = name === null ? null : await import(`./pages/${name}.js`);
  } catch {
    module = { open: openMissing(t.offline) };
    unloaded = true;
  }
  if (turn !== opening) return;
  page?.close?.();
  page = { title: "" };
  begun = turn;
  draw();
  const outlet = place("page");
  undress();
  outlet.dataset.page = name ?? "missing";
  const opened = await (module ?? { open: openMissing(t.missing) }).open(outlet, parts, shell);
  if (turn !== opening) {
    opened.close?.();
    return;
  }
  page = opened;
  call(opened.title);
  draw();
  scrollTo(0, 0);
}

/**
 * @param {string} path
 * @returns {[name: string | null, parts: string[]]}
 */
function route(path) {
  for (const [pattern, name] of ROUTES) {
    const found = pattern.exec(path);
    if (found) return [name, found.slice(1).map((part) => part && decodeURIComponent(part))];
  }
  return [null, []];
}

/** @param {{ title: string, text: string, again?: string }} words */
const openMissing = (words) => (/** @type {Element} */ outlet) => {
  render(
    outlet,
    h(
      "div",
      { class: "state" },
      h("h1", {}, words.title),
      h("p", {}, words.text),
      "again" in words
        ? h("button", { class: "primary", onclick: () => location.reload() }, words.again)
        : h("a", { class: "button primary", href: "/" }, t.missing.action),
    ),
  );
  return { title: words.title };
};

function draw() {
  document.body.classList.toggle("four-colour", preference.get("fourColour", false));
  render(app, [
    h("a", { class: "skip", href: page?.start ?? "#page" }, page?.start ? t.skipToBox : t.skip),
    page?.bare ? null : head(),
    link === "lost" && !expired
      ? h(
        "p",
        { class: "link-lost", role: "alert", key: "lost" },
        h("span", { class: "spinner" }),
        h("strong", {}, t.link.lost),
        " ",
        h("span", {}, t.link.lostMore),
      )
      : null,
    gone === null || l === null ? null : h(
      "p",
      { class: "log-gone", role: "alert", key: "gone" },
      h("strong", {}, l.gone),
      " ",
      h("span", {}, l.goneMore(gone.seq, dayOf(gone.at))),
      " ",
      h("a", { href: "/log" }, l.look),
    ),
    h("main", { id: "page", key: `page ${begun}`, tabindex: -1, keep: true }),
    page?.bare ? null : languages(t.languages),
    expired ? sessionOver() : null,
  ]);
}

function head() {
  const path = location.pathname;
  /** @param {string} href @param {string} words */
  const item = (href, words) =>
    h("a", { href, "aria-current": (href === "/" ? path === href : path.startsWith(href)) ? "page" : null }, words);
  const pages = new Set((me.person?.roles ?? []).flatMap((role) => STAFF[role] ?? []));
  return h(
    "header",
    { class: "head", key: "head" },
    h("a", { class: "brand", href: "/", "aria-label": t.app }, mark(), h("span", {}, t.app)),
    h(
      "nav",
      { "aria-label": t.nav.label },
      item("/", t.nav.lobby),
      item("/odds", t.nav.odds),
      item("/book", t.nav.book),
      item("/train", t.nav.learn),
      item("/sign", t.nav.sign),
      [...pages].map((one) => item(`/${one}`, t.nav[one])),
    ),
    h(
      "div",
      { class: "who" },
      me.wallet ? h("span", { class: "balance" }, purse(me.wallet)) : null,
      me.person === null
        ? h("a", { class: "button quiet", href: "/login" }, t.session.signIn)
        : h("a", { class: "button quiet", href: "/me" }, me.person.name),
    ),
  );
}

/** @param {WalletView} wallet */
function purse(wallet) {
  const practice = me.person?.guest || !wallet.live;
  return [
    h("small", {}, practice ? t.wallet.practice : t.wallet.live),
    " ",
    h("b", {}, money(practice ? wallet.practice : wallet.live)),
  ];
}

export function mark() {
  return h(
    "svg",
    { viewBox: "0 0 32 32", class: "mark", "aria-hidden": "true" },
    h("circle", { cx: 16, cy: 16, r: 14.500, class: "mark-ring", pathLength: 16 }),
    h("path", {
      d: "M16 6c3 4 7 6.400 7 10.300 0 2.700-2 4.400-4.200 4.400-.9 0-1.600-.3-2.100-.8.2 2 .9 3.600 2.100 " +
        "5.100h-5.600c1.200-1.500 1.900-3.100 2.100-5.100-.5.5-1.200.8-2.100.8-2.200 0-4.200-1.700-4.200-4.400C9 " +
        "12.400 13 10 16 6z",
      class: "mark-spade",
    }),
  );
}

function sessionOver() {
  const again = async (/** @type {Element} */ anchor) => {
    try {
      await playAsGuest();
    } catch (trouble) {
      popover(anchor, h("strong", {}, t.trouble.words(trouble)), {
        kind: "refusal",
      });
      return;
    }
    expired = false;
    show();
  };
  return h(
    "div",
    { class: "over", role: "alertdialog", "aria-labelledby": "over", key: "over" },
    h(
      "div",
      { class: "state" },
      h("h2", { id: "over" }, t.session.expiredTitle),
      h("p", {}, t.session.expired),
      h(
        "div",
        { class: "row" },
        h("a", {
          class: "button primary",
          href: "/login",
          onclick: () => {
            expired = false;
          },
        }, t.session.signIn),
        me.demo
          ? h("button", { class: "quiet", onclick: (event) => again(event.currentTarget) }, t.session.guestAgain)
          : null,
      ),
    ),
  );
}

addEventListener("click", (event) => {
  const anchor = event.target instanceof Element ? event.target.closest("a") : null;
  if (!anchor?.href || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) {
    return;
  }
  if (
    anchor.target || anchor.origin !== location.origin || anchor.pathname.startsWith("/api") ||
    anchor.hasAttribute("download")
  ) return;
  if (anchor.hash && anchor.pathname === location.pathname) return;
  event.preventDefault();
  anchor.closest("dialog")?.close();
  go(anchor.pathname + anchor.search);
});
/* Moving within the same page is left to the browser. */
addEventListener("popstate", wentBack);
addEventListener("beforeunload", (event) => {
  if (page?.leaving?.()) event.preventDefault();
});
on("me", draw);
let away = false;
on("link", (state) => {
  draw();
  if (state === "open" && unloaded) location.reload();
  if (state === "open" && away) say(t.link.back);
  away = state === "lost";
});
on("me", learn);
on("expired", () => {
  expired = true;
  draw();
});

async function start() {
  try {
    await loadMe();
  } catch {
    /* The house is unreachable: pages say so themselves, and try again. */
  }
  show();
  try {
    gone = await compare();
    if (gone !== null) ({ l } = await import("./text/en_log.js"));
  } catch {
    /* Asked again on the next visit. */
  }
  if (gone !== null) draw();
}
start();
