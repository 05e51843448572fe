/* The sheet of odds, section by section: when to stay in, the jackpot, the long run, every wager, the command line. */

import { h, say } from "../dom.js";
import { odds as t } from "../text/en_odds.js";
import { changes, write } from "./asking.js";
import { GridChart, ThresholdChart } from "./chart.js";
import { Card, FigureList } from "./figures.js";
import { Funding, MeterChart } from "./meter.js";
import { exact, fixed, percent, signed } from "./numbers.js";
import { askAdvice } from "./questions.js";
import { point, setTerms } from "./setting.js";
import { Awards, Hands, LongRun, Outcomes, Prizes, Strategies } from "./tables.js";

/** @import { Opened, Sheet } from "./questions.js" */
/** @import { Submitted } from "../dom.js" */
/** @import { Cell } from "./chart.js" */
/** @import { Figure } from "./figures.js" */

/** @param {Opened} s @param {Sheet} found */
export function headline(s, { figures }) {
  const was = s.approved?.figures ?? {};
  /** @param {string} wager @param {string} name @param {{ gold?: boolean, title?: string }} more */
  const card = (wager, name, more = {}) => {
    const named = (/** @type {Figure} */ { figure }) => figure === name;
    const figure = figures[wager]?.find(named);
    return figure && Card({ wager, figure, before: was[wager]?.find(named), ...more });
  };
  return h(
    "section",
    { class: "headline", "aria-label": t.headline },
    s.troubles.sheet && h("p", { class: "refused", role: "alert" }, s.troubles.sheet.message),
    card("main", "house_edge"),
    card("main", "element_of_risk"),
    card("main", "standard_deviation"),
    s.game.jackpot && [
      card("jackpot", "break_even", { gold: true }),
      card("jackpot", "house_edge", { gold: true, title: t.jackpotEdge }),
    ],
  );
}

/** @param {Opened} s @param {Sheet} sheet */
export function sheet(s, sheet) {
  const was = s.approved?.figures ?? {};
  const jackpots = Object.fromEntries(
    ["jackpot", "dealer_jackpot"].filter((name) => name in sheet.wagers).map((name) => [name, sheet.wagers[name]]),
  );
  const stay = s.game.stay_wager;
  return h(
    "div",
    { class: "sheet-of-odds" },
    strategySection(s),
    s.game.jackpot &&
      h(
        "section",
        { class: "panel" },
        h("h2", null, t.meter.title),
        MeterChart({ jackpots, setMeter: (meter) => setTerms(s, { meter }) }),
        Object.entries(jackpots).map(([name, odds]) => [
          h("h3", { key: `h-${name}` }, t.wagers[name === "dealer_jackpot" ? name : "jackpot"]),
          FigureList({ wager: name, figures: sheet.figures[name], approved: was[name] }),
          Prizes({ odds }),
        ]),
        Awards({ wagers: sheet.wagers }),
      ),
    s.game.jackpot && longRunSection(s),
    s.game.side_wagers.filter(({ wager }) => wager in sheet.wagers).map((
      { wager, label },
    ) =>
      h(
        "section",
        { class: "panel", key: wager },
        h("h2", null, label),
        FigureList({ wager, figures: sheet.figures[wager], approved: was[wager] }),
        Prizes({ odds: sheet.wagers[wager] }),
      )
    ),
    h(
      "section",
      { class: "panel", key: "main" },
      h("h2", null, t.wagers.main(stay)),
      FigureList({ wager: "main", figures: sheet.figures.main, approved: was.main }),
      h("h3", null, t.outcomes.title),
      Outcomes({ main: sheet.wagers.main, deals: sheet.deals }),
      h("h3", null, t.hands.title),
      h("p", { class: "muted" }, t.hands.lead(exact(sheet.deals))),
      Hands({ hands: sheet.hands }),
    ),
    commandSection(s, sheet),
  );
}

/** @param {Opened} s */
function strategySection(s) {
  const { strategy } = s.answers;
  const words = t.strategy;
  const told = s.troubles.strategy && h("p", { class: "refused" }, s.troubles.strategy.message);
  if (!strategy) {
    return h(
      "section",
      { class: "panel waiting", key: "strategy" },
      h("h2", null, words.title),
      told ?? h("p", { class: "muted" }, t.loading),
    );
  }
  const { chart, statement, strategies } = strategy;
  const { grid, threshold } = chart;
  if (s.cursor && grid && (s.cursor.at >= grid.hands.length)) s.cursor = null;
  let picture = h("p", null, chart.weakest_stay === null ? words.nothing : words.all);
  /** @param {Cell | null} cursor */
  if (grid) picture = GridChart({ grid, cursor: s.cursor, point: (cursor) => point(s, cursor) });
  else if (threshold.length) picture = ThresholdChart({ threshold });
  return h(
    "section",
    { class: "panel", key: "strategy" },
    h("h2", null, words.title),
    told,
    grid &&
      h(
        "p",
        { class: "muted" },
        `${words.grid} ${words.weaker(grid.hands[0])}, ${words.stronger(grid.hands.at(-1))}.`,
      ),
    picture,
    changes(s.asked) > 0 &&
      h(
        "p",
        { class: "moved-note" },
        chart.moved_decimal === 0 ? words.notMoved : words.moved(percent(chart.moved_decimal, 4)),
      ),
    h(
      "div",
      { class: "two" },
      h(
        "div",
        null,
        h("h3", null, words.rule),
        h(
          "ul",
          { class: "rule" },
          statement.stay_with.map((/** @type {string} */ line) => h("li", { key: line }, line)),
        ),
        h(
          "p",
          { class: "muted" },
          statement.cost_decimal === 0
            ? words.ruleIsBest
            : words.ruleCosts(fixed(statement.cost_decimal * 1e6, 4), exact(statement.cost)),
        ),
      ),
      oneHand(s),
    ),
    h("h3", null, words.compare),
    Strategies({ strategies }),
  );
}

/** @param {Opened} s */
function oneHand(s) {
  const words = t.hand;
  const ask = (/** @type {Submitted} */ event) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    askAdvice(s, String(form.get("hand")), String(form.get("up_card") ?? ""));
  };
  const { answer: advice, trouble } = s.advice;
  return h(
    "form",
    { class: "one-hand", onsubmit: ask },
    h("h3", null, words.title),
    h("p", { class: "muted" }, words.hint(s.game.up_card)),
    h(
      "div",
      { class: "asks" },
      h(
        "label",
        null,
        words.cards,
        h("input", {
          name: "hand",
          autocomplete: "off",
          spellcheck: "false",
          ref: (e) => {
            e.value = s.game.cards === 5 ? "As Kd Jh 8c 3s" : "Qs 6d 4h";
          },
        }),
      ),
      s.game.up_card &&
        h(
          "label",
          { class: "short" },
          words.upCard,
          h("input", {
            name: "up_card",
            autocomplete: "off",
            spellcheck: "false",
            ref: (e) => {
              e.value = "8d";
            },
          }),
        ),
      h("button", null, words.ask),
    ),
    h(
      "div",
      { class: "advice", role: "status" },
      trouble && h("p", { class: "refused" }, trouble.message),
      advice && [
        h(
          "p",
          { key: "a" },
          h("strong", { class: advice.decision }, words.decision[advice.decision]),
          " · ",
          words.stay(advice.holding, signed(advice.stay_decimal, 6)),
        ),
        h("p", { class: "numbers", key: "b" }, exact(advice.stay)),
        h(
          "p",
          { class: "muted", key: "c" },
          words.counts(
            exact(Object.values(advice.dealer).reduce((sum, one) => sum + one, 0)),
            exact(advice.dealer.does_not_qualify),
            exact(advice.dealer.below),
            exact(advice.dealer.equal),
            exact(advice.dealer.above),
          ),
        ),
      ],
    ),
  );
}

/** @param {Opened} s */
function longRunSection(s) {
  const told = s.troubles.longRun;
  const economics = s.answers.longRun?.jackpot_economics;
  return h(
    "section",
    { class: "panel", key: "long-run" },
    h("h2", null, t.longRun.title),
    told && h("p", { class: "refused" }, told.message),
    !told && economics &&
      [
        h("p", { class: "muted", key: "lead" }, t.longRun.funding),
        Funding({ funding: economics.funding }),
        LongRun({ economics }),
      ],
  );
}

/** @param {Opened} s */
const parSheet = (s) => {
  const of = s.table === undefined ? `odds/${s.game.rulebook}` : `tables/${encodeURIComponent(s.table)}/odds`;
  return `/api/${of}/par-sheet?${write(s.asked)}`;
};

/** @param {Opened} s @param {Sheet} sheet */
function commandSection(s, { command, fingerprint }) {
  const copy = async (/** @type {{ readonly currentTarget: Element }} */ { currentTarget }) => {
    await navigator.clipboard?.writeText(command);
    currentTarget.textContent = t.command.copied;
    say(t.command.copied);
  };
  return h(
    "section",
    { class: "panel", key: "command" },
    h("h2", null, t.command.title),
    h("p", { class: "muted" }, t.command.lead),
    h(
      "div",
      { class: "command" },
      h("code", null, command),
      h("button", { type: "button", class: "quiet", onclick: copy }, t.command.copy),
    ),
    h(
      "p",
      {},
      h("a", { class: "button", href: parSheet(s), download: `par-sheet-${s.game.rulebook}.pdf` }, t.command.parSheet),
    ),
    h("p", { class: "muted" }, t.command.report),
    h("p", { class: "muted hash" }, t.command.fingerprint(fingerprint)),
  );
}
