/* Odds: the exact sheet, for exploration. The question is in the URL; the server prices it. */

import { h, render, style } from "../dom.js";
import { isMissing } from "../net.js";
import { Controls, refresh } from "../odds/controls.js";
import { ask, close, newState, start } from "../odds/questions.js";
import { headline, sheet } from "../odds/sections.js";
import { reset, setRow, setTerms } from "../odds/setting.js";
import { odds as t } from "../text/en_odds.js";

/** @import { Open } from "../main.js" */
/** @import { Listed, OddsState, Opened } from "../odds/questions.js" */

/** @type {Open} */
export async function open(outlet, [slug], shell) {
  await style("odds.css");
  const s = newState(outlet, shell, slug, draw);
  start(s);
  return { title: t.title, close: () => close(s) };
}

/** @param {OddsState} s */
function draw(s) {
  render(
    s.outlet,
    h(
      "div",
      { class: "odds" },
      h(
        "header",
        { class: "odds-head" },
        h("h1", null, t.title),
        h("p", null, t.lead),
        s.games && games(s, [...s.games, ...s.files]),
      ),
      body(s),
    ),
  );
  refresh(s.outlet);
}

/**
 * @param {OddsState} s
 * @param {Listed[]} listed
 */
const games = (s, listed) =>
  h(
    "nav",
    { class: "games", "aria-label": t.games },
    listed.map(({ rulebook, title, document: code, table }) =>
      h(
        "a",
        {
          key: rulebook,
          href: table === undefined ? `/odds/${rulebook}` : `/odds/table?name=${encodeURIComponent(table)}`,
          "aria-current": rulebook === s.game?.rulebook ? "page" : null,
          ref: (element) =>
            requestAnimationFrame(() =>
              s.game?.rulebook === rulebook && element.scrollIntoView({ inline: "center", block: "nearest" })
            ),
        },
        title,
        " ",
        code && h("small", null, code),
      )
    ),
  );

/**
 * @param {OddsState} s
 * @returns {s is Opened}
 */
const isOpened = (s) => s.game !== null;

/** @param {OddsState} s */
function body(s) {
  if (s.troubles.sheet && !s.answers.sheet) {
    return h(
      "div",
      { class: "state", role: "alert" },
      h("h2", null, isMissing(s.troubles.sheet) ? t.missing : t.failed),
      h("p", null, s.troubles.sheet.message),
      isMissing(s.troubles.sheet)
        ? null
        : h("button", { type: "button", onclick: () => (isOpened(s) ? ask(s) : location.reload()) }, t.again),
    );
  }
  if (!isOpened(s)) {
    return h("div", { class: "state", role: "status" }, h("span", { class: "spinner" }), h("p", null, t.loading));
  }
  return h(
    "div",
    { class: "odds-body" },
    Controls({
      game: s.game,
      asked: s.asked,
      sheet: s.answers.sheet,
      meters: s.meters,
      setRow: (table, row, value, approved) => setRow(s, table, row, value, approved),
      setTerms: (terms) => setTerms(s, terms),
      reset: () => reset(s),
    }),
    s.answers.sheet && headline(s, s.answers.sheet),
    s.answers.sheet ? sheet(s, s.answers.sheet) : h(
      "div",
      { class: "state", role: "status" },
      h("span", { class: "spinner" }),
      h("p", null, t.loading),
      h("p", { class: "muted" }, t.firstTime),
    ),
  );
}
