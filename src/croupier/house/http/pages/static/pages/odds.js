/* Odds: the exact sheet, to be explored. The question stands in the address; the server prices it. */

import { h, render, say, style } from "../dom.js";
import { api } from "../net.js";
import { changes, DEFAULTS, fit, read, write } from "../odds/asking.js";
import { GridChart, ThresholdChart } from "../odds/chart.js";
import { Controls, refresh } from "../odds/controls.js";
import { Card, FigureList, written } from "../odds/figures.js";
import { Funding, MeterChart } from "../odds/meter.js";
import { exact, fixed, percent, signed } from "../odds/numbers.js";
import { Awards, Hands, LongRun, Outcomes, Prizes, Strategies } from "../odds/tables.js";
import { odds as t } from "../text/en_odds.js";

const PAUSE = 90;
const SAY_AFTER = 900;
const PARTS = { sheet: "", strategy: "/strategy", longRun: "/long-run" };

export async function open(outlet, [slug], shell) {
  await style("odds.css");
  const page = new Odds(outlet, shell);
  page.start(slug);
  return { title: t.title, close: () => page.close() };
}

class Odds {
  constructor(outlet, shell) {
    this.outlet = outlet;
    this.shell = shell;
    this.answers = {};
    this.troubles = {};
    this.approved = null;
    this.meters = [];
    this.files = [];
    this.turns = {};
    this.cursor = null;
    this.advice = null;
    this.closed = false;
  }

  async start(slug) {
    this.draw();
    let game;
    try {
      this.games = await api("GET", "/api/odds");
      game = await this.find(slug);
    } catch (trouble) {
      this.troubles.sheet = trouble;
      this.draw();
      return;
    }
    if (this.closed) return;
    if (game === undefined) {
      this.shell.go(`/odds/${this.games[0].rulebook}`, true);
      return;
    }
    this.game = game;
    this.asked = fit(read(location.search), game);
    this.draw();
    this.ask();
    this.askApproved();
    this.askMeters();
  }

  /* A game by its name, or the one that a table of this house goes by: /odds/table?name=T1. */
  find(slug) {
    if (slug !== "table") {
      this.questions = `/api/odds/${slug}`;
      return this.games.find(({ rulebook }) => rulebook === slug);
    }
    this.table = new URLSearchParams(location.search).get("name") ?? "";
    this.questions = `/api/tables/${encodeURIComponent(this.table)}/odds`;
    return api("GET", `${this.questions}/rulebook`);
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    clearTimeout(this.saying);
  }

  /* Asking: the newest question wins; an older answer is dropped. */

  async askPart(part) {
    const turn = (this.turns[part] = (this.turns[part] ?? 0) + 1);
    const query = write(this.asked);
    try {
      const answer = await api("GET", `${this.questions}${PARTS[part]}${query ? `?${query}` : ""}`);
      if (this.closed || turn !== this.turns[part]) return;
      this.answers[part] = answer;
      delete this.troubles[part];
    } catch (trouble) {
      if (this.closed || turn !== this.turns[part]) return;
      this.troubles[part] = trouble;
      if (trouble.kind === "throttled") this.askSoon(1200);
    }
    this.draw();
    if (part === "sheet") this.speak();
  }

  async ask() {
    await this.askPart("sheet");
    if (this.troubles.sheet === undefined) {
      this.askPart("strategy");
      if (this.game.jackpot) this.askPart("longRun");
    }
  }

  async askApproved() {
    try {
      const { meter, stake, reset, increment, players, boxes, tables, ante } = this.asked.terms;
      const terms = { ...DEFAULTS, meter, stake, reset, increment, players, boxes, tables, ante };
      this.approved = await api("GET", `${this.questions}?${write({ terms, rows: {} })}`);
      if (!this.closed) this.draw();
    } catch {
      this.approved = null;
    }
  }

  /* Games of this house that came as files, and the meters of this game, to be taken over with a tap. */
  async askMeters() {
    try {
      const [tables, jackpots] = await Promise.all([api("GET", "/api/tables"), api("GET", "/api/jackpots")]);
      const slug = ({ rulebook }) => rulebook.split("@")[0];
      const own = new Set(
        tables.filter((one) => (this.table === undefined ? slug(one) === this.game.rulebook : one.table === this.table))
          .map(({ jackpot }) => jackpot),
      );
      const known = new Set(this.games.map(({ rulebook }) => rulebook));
      this.files = tables.filter((one) => !known.has(slug(one)) && known.add(slug(one))).map((one) => ({
        rulebook: slug(one),
        title: one.name,
        table: one.table,
      }));
      this.meters = jackpots.filter(({ jackpot }) => own.has(jackpot)).slice(0, 4);
      if (!this.closed) this.draw();
    } catch {
      this.meters = [];
    }
  }

  askSoon(pause = PAUSE) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.ask();
      if (changes(this.asked)) this.askApproved();
    }, pause);
  }

  speak() {
    clearTimeout(this.saying);
    if (!this.spokeOnce) {
      this.spokeOnce = true;
      return;
    }
    this.saying = setTimeout(() => {
      const [main] = this.answers.sheet.figures.main;
      const even = this.answers.sheet.figures.jackpot?.find(({ figure }) => figure === "break_even");
      say(t.said(written(main), even && written(even)));
    }, SAY_AFTER);
  }

  /* Changing: the address follows, so that a link or a reload shows the same. */

  change(next) {
    this.asked = next;
    const query = write(next);
    const [path, ...asked] = this.table === undefined
      ? [`/odds/${this.game.rulebook}`]
      : ["/odds/table", `name=${encodeURIComponent(this.table)}`];
    if (query) asked.push(query);
    history.replaceState(history.state, "", asked.length ? `${path}?${asked.join("&")}` : path);
    this.draw();
    this.askSoon();
  }

  setRow = (table, row, value, approved) => {
    const rows = { ...this.asked.rows[table], [row]: value };
    if (value === approved) delete rows[row];
    this.change({ ...this.asked, rows: { ...this.asked.rows, [table]: rows } });
  };

  setTerm = (name, value) => {
    const given = typeof name === "object" ? name : { [name]: value };
    this.change({ ...this.asked, terms: { ...this.asked.terms, ...given } });
  };

  reset = () => this.change(fit({ terms: { ...DEFAULTS }, rows: {} }, this.game));

  point = (cursor) => {
    if (this.cursor?.row === cursor.row && this.cursor?.at === cursor.at) return;
    this.cursor = cursor;
    this.draw();
  };

  /* Drawing */

  draw() {
    render(
      this.outlet,
      h(
        "div",
        { class: "odds" },
        h(
          "header",
          { class: "odds-head" },
          h("h1", null, t.title),
          h("p", null, t.lead),
          this.games &&
            h(
              "nav",
              { class: "games", "aria-label": t.games },
              [...this.games, ...this.files].map(({ rulebook, title, document: code, table }) =>
                h(
                  "a",
                  {
                    key: rulebook,
                    href: table === undefined ? `/odds/${rulebook}` : `/odds/table?name=${encodeURIComponent(table)}`,
                    "aria-current": rulebook === this.game?.rulebook ? "page" : null,
                    ref: (element) =>
                      requestAnimationFrame(() =>
                        this.game?.rulebook === rulebook &&
                        element.scrollIntoView({ inline: "center", block: "nearest" })
                      ),
                  },
                  title,
                  " ",
                  code && h("small", null, code),
                )
              ),
            ),
        ),
        this.body(),
      ),
    );
    refresh(this.outlet);
  }

  body() {
    if (this.troubles.sheet && !this.answers.sheet) {
      return h(
        "div",
        { class: "state", role: "alert" },
        h("h2", null, t.failed),
        h("p", null, this.troubles.sheet.message),
        h("button", { type: "button", onclick: () => (this.game ? this.ask() : location.reload()) }, t.again),
      );
    }
    if (!this.game) {
      return h("div", { class: "state", role: "status" }, h("span", { class: "spinner" }), h("p", null, t.loading));
    }
    return h(
      "div",
      { class: "odds-body" },
      Controls({
        game: this.game,
        asked: this.asked,
        sheet: this.answers.sheet,
        meters: this.meters,
        setRow: this.setRow,
        setTerm: this.setTerm,
        reset: this.reset,
      }),
      this.answers.sheet && this.headline(),
      this.answers.sheet ? this.sheet() : h(
        "div",
        { class: "state", role: "status" },
        h("span", { class: "spinner" }),
        h("p", null, t.loading),
        h("p", { class: "muted" }, t.firstTime),
      ),
    );
  }

  headline() {
    const { figures } = this.answers.sheet;
    const was = this.approved?.figures ?? {};
    const card = (wager, name, more) => {
      const named = ({ figure }) => figure === name;
      const figure = figures[wager]?.find(named);
      return figure && Card({ wager, figure, before: was[wager]?.find(named), ...more });
    };
    return h(
      "section",
      { class: "headline", "aria-label": t.headline },
      this.troubles.sheet && h("p", { class: "refused", role: "alert" }, this.troubles.sheet.message),
      card("main", "house_edge"),
      card("main", "element_of_risk"),
      card("main", "standard_deviation"),
      card("jackpot", "break_even", { gold: true }),
      card("jackpot", "house_edge", { gold: true, title: t.jackpotEdge }),
    );
  }

  sheet() {
    const { sheet } = this.answers;
    const was = this.approved?.figures ?? {};
    const jackpots = Object.fromEntries(
      ["jackpot", "dealer_jackpot"].filter((name) => name in sheet.wagers).map((name) => [name, sheet.wagers[name]]),
    );
    const stay = this.game.stay_wager;
    return h(
      "div",
      { class: "sheet-of-odds" },
      this.strategySection(),
      this.game.jackpot &&
        h(
          "section",
          { class: "panel" },
          h("h2", null, t.meter.title),
          MeterChart({ jackpots, setMeter: (value) => this.setTerm("meter", value) }),
          Object.entries(jackpots).map(([name, odds]) => [
            h("h3", { key: `h-${name}` }, t.wagers[name]),
            FigureList({ wager: name, figures: sheet.figures[name], approved: was[name] }),
            Prizes({ odds }),
          ]),
          Awards({ wagers: sheet.wagers }),
        ),
      this.game.jackpot && this.longRunSection(),
      this.game.side_wagers.filter(({ wager }) => wager in sheet.wagers).map(({ wager, label }) =>
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
      this.commandSection(),
    );
  }

  strategySection() {
    const { strategy } = this.answers;
    const words = t.strategy;
    const told = this.troubles.strategy && h("p", { class: "refused" }, this.troubles.strategy.message);
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
    if (this.cursor && grid && (this.cursor.at >= grid.hands.length)) this.cursor = null;
    let picture = h("p", null, chart.weakest_stay === null ? words.nothing : words.all);
    if (grid) picture = GridChart({ grid, cursor: this.cursor, point: this.point });
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
      changes(this.asked) > 0 &&
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
          h("ul", { class: "rule" }, statement.stay_with.map((line) => h("li", { key: line }, line))),
          h(
            "p",
            { class: "muted" },
            statement.cost_decimal === 0
              ? words.ruleIsBest
              : words.ruleCosts(fixed(statement.cost_decimal * 1e6, 4), exact(statement.cost)),
          ),
        ),
        this.oneHand(),
      ),
      h("h3", null, words.compare),
      Strategies({ strategies }),
    );
  }

  oneHand() {
    const words = t.hand;
    const ask = async (event) => {
      event.preventDefault();
      const form = new FormData(event.target);
      const query = new URLSearchParams(write(this.asked));
      query.set("hand", form.get("hand"));
      query.set("up_card", form.get("up_card") ?? "");
      try {
        this.advice = await api("GET", `${this.questions}/advice?${query}`);
      } catch (trouble) {
        this.advice = { trouble };
      }
      if (!this.closed) this.draw();
    };
    const { advice } = this;
    return h(
      "form",
      { class: "one-hand", onsubmit: ask },
      h("h3", null, words.title),
      h("p", { class: "muted" }, words.hint(this.game.up_card)),
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
              e.value = this.game.cards === 5 ? "As Kd Jh 8c 3s" : "Qs 6d 4h";
            },
          }),
        ),
        this.game.up_card &&
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
        advice?.trouble && h("p", { class: "refused" }, advice.trouble.message),
        advice && !advice.trouble && [
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
            words.counts(...[
              Object.values(advice.dealer).reduce((sum, one) => sum + one, 0),
              advice.dealer.does_not_qualify,
              advice.dealer.below,
              advice.dealer.equal,
              advice.dealer.above,
            ].map(exact)),
          ),
        ],
      ),
    );
  }

  longRunSection() {
    const told = this.troubles.longRun;
    const economics = this.answers.longRun?.jackpot_economics;
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

  commandSection() {
    const { command, fingerprint } = this.answers.sheet;
    const copy = async ({ currentTarget }) => {
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
      h("p", { class: "muted" }, t.command.report),
      h("p", { class: "muted hash" }, t.command.fingerprint(fingerprint)),
    );
  }
}
