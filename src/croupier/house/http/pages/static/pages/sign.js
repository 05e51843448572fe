/* The jackpot sign: one meter that fills a wall. It shows what the house says, never more; says when
   a win waits to be verified, celebrates one, and says "not available" rather than an old value. */

import { h, oneLine, render, say, style } from "../dom.js";
import { api, follow, link, on } from "../net.js";
import { Counter, separator, wheels } from "../sign/odometer.js";
import { sign as t } from "../text/en_sign.js";
import { money } from "../text/en.js";

const CELEBRATION = 14000;
const FRESH = 120000;
const ASK_EVERY = 5000;
const ASK_PAUSE = 120;
const CONFETTI = 70;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

export async function open(outlet, [name], shell) {
  await style("sign.css");
  if (name === undefined) return openList(outlet);
  const sign = new Sign(outlet, name, shell);
  sign.start();
  return { title: t.title(name), bare: true, close: () => sign.close() };
}

async function openList(outlet) {
  const draw = (jackpots, trouble) =>
    render(
      outlet,
      h(
        "div",
        { class: "sign-list" },
        h("h1", null, t.list),
        h("p", { class: "muted" }, t.listLead),
        trouble && h("p", { class: "error", role: "alert" }, trouble.message),
        jackpots?.length === 0 && h("p", null, t.none),
        h(
          "ul",
          null,
          (jackpots ?? []).map((one) =>
            h(
              "li",
              { key: one.jackpot },
              h(
                "a",
                {
                  href: `/sign/${encodeURIComponent(one.jackpot)}`,
                  "aria-label": t.open(one.jackpot, one.failed ? t.notAvailable : money(one.display)),
                },
                h("span", { class: "name" }, one.jackpot),
                oneLine("strong", one.failed ? t.notAvailable : money(one.display)),
                h("span", { class: "muted" }, t.tables(one.tables)),
              ),
            )
          ),
        ),
      ),
    );
  draw(null);
  let timer = 0;
  let closed = false;
  const ask = async () => {
    try {
      const jackpots = await api("GET", "/api/jackpots");
      if (!closed) draw(jackpots);
    } catch (trouble) {
      if (!closed) draw(null, trouble);
    }
    if (!closed) timer = setTimeout(ask, ASK_EVERY);
  };
  await ask();
  return {
    title: t.list,
    close: () => {
      closed = true;
      clearTimeout(timer);
    },
  };
}

class Sign {
  constructor(outlet, name) {
    Object.assign(this, {
      outlet,
      name,
      meters: null,
      missing: false,
      hit: null,
      undone: null,
      connected: link !== "lost",
      frame: 0,
      asking: 0,
    });
    this.counter = new Counter();
    this.closers = [];
  }

  start() {
    this.draw();
    this.closers.push(
      follow(`jackpot:${this.name}`, (events, message) => this.hear(events, message)),
      on("link", (state) => this.linked(state)),
    );
    const tick = setInterval(() => this.ask(), ASK_EVERY);
    const key = (event) => {
      if (event.key === "f" && !event.ctrlKey && !event.metaKey) this.fullScreen();
    };
    addEventListener("keydown", key);
    this.closers.push(
      () => clearInterval(tick),
      () => removeEventListener("keydown", key),
      () => clearTimeout(this.asking),
      () => clearTimeout(this.ending),
    );
    this.ask();
    this.stayAwake();
  }

  close() {
    this.closed = true;
    cancelAnimationFrame(this.frame);
    this.lock?.release?.().catch(() => {});
    for (const close of this.closers) close();
  }

  async stayAwake() {
    try {
      this.lock = await navigator.wakeLock?.request("screen");
    } catch {
      /* A sign without that power simply goes dark as its screen is set to. */
    }
  }

  fullScreen() {
    if (document.fullscreenElement) document.exitFullscreen();
    else this.outlet.requestFullscreen?.().catch(() => {});
  }

  /* What is known */

  linked(state) {
    this.connected = state === "open";
    if (this.connected) {
      this.ask();
    } else {
      this.unreachable = true; // until the house was asked again: the old value may be too much
      this.counter.forget();
    }
    this.draw();
  }

  hear(events, message) {
    for (const event of events) {
      if (event.event === "jackpot_won") this.celebrate(event, message);
      if (event.event === "wins_reversed" && event.paid > 0) this.undo(event);
    }
    clearTimeout(this.asking);
    this.asking = setTimeout(() => this.ask(), ASK_PAUSE);
  }

  async ask() {
    try {
      const meters = await api("GET", `/api/jackpots/${encodeURIComponent(this.name)}`);
      if (this.closed || (this.meters && meters.version < this.meters.version)) return;
      this.meters = meters;
      this.missing = false;
      this.unreachable = false;
      if (meters.failed) this.counter.forget();
      else this.counter.set(meters.display, calm.matches);
    } catch (trouble) {
      if (this.closed) return;
      this.missing = trouble.status === 404;
      this.unreachable = !this.missing;
      this.counter.forget();
    }
    this.draw();
  }

  celebrate(event, message) {
    const at = Date.parse(message?.at ?? "");
    if (Number.isFinite(at) && Date.now() - at > FRESH) return;
    const boxes = [...new Set(event.winnings.map(({ box }) => box))];
    const amount = event.winnings.reduce((sum, one) => sum + one.amount, 0);
    this.hit = {
      key: `${event.table} ${event.round} ${amount}`,
      table: event.table,
      round: event.round,
      boxes,
      amount,
    };
    this.undone = null;
    say(t.saidWon(money(amount), t.where(event.table, boxes)));
    clearTimeout(this.ending);
    this.ending = setTimeout(() => {
      this.hit = null;
      this.draw();
    }, CELEBRATION);
    this.draw();
  }

  undo({ table, round }) {
    if (this.hit?.table === table && this.hit.round === round) this.hit = null;
    this.undone = table;
    clearTimeout(this.undoing);
    this.undoing = setTimeout(() => {
      this.undone = null;
      if (!this.closed) this.draw();
    }, CELEBRATION);
    say(t.undone(table));
    this.draw();
  }

  /* What is shown */

  get state() {
    if (this.missing) return "missing";
    if (!this.connected || this.unreachable) return "lost";
    if (this.meters === null) return "loading";
    if (this.meters.failed) return "down";
    return "open";
  }

  draw() {
    if (this.closed) return;
    const { state, meters, hit } = this;
    render(
      this.outlet,
      h(
        "div",
        { class: ["jackpot-sign", state, hit && "celebrating"] },
        h("header", null, h("p", { class: "kicker" }, t.kicker), h("h1", null, this.name)),
        h("div", { class: "stage" }, this.stage()),
        meters && state !== "missing" && h("footer", null, this.terms(), this.hits()),
        h("button", {
          type: "button",
          class: "quiet full",
          onclick: () => this.fullScreen(),
          title: "F",
        }, t.fullScreen),
      ),
    );
    this.turn();
  }

  stage() {
    const { state, hit } = this;
    if (state === "missing") {
      return h(
        "div",
        { class: "away" },
        h("p", null, t.missing(this.name)),
        h("a", { class: "button", href: "/sign" }, t.toList),
      );
    }
    if (state === "loading") return h("p", { class: "away", role: "status" }, t.loading);
    if (hit) return this.celebration();
    if (state !== "open") {
      return h(
        "div",
        { class: "away", role: "alert", key: "away" },
        h("p", { class: "word" }, t.notAvailable),
        h("p", null, state === "down" ? t.linkDown : t.noConnection),
      );
    }
    return [this.odometer(), this.pending()];
  }

  odometer() {
    const count = wheels(this.counter.shown).length;
    return h(
      "div",
      {
        class: "odometer",
        key: "odometer",
        role: "img",
        "aria-label": t.saidValue(money(this.meters.display)),
        style: { "--ems": ems(count).toFixed(2) },
      },
      h("span", { class: "sign-of-money", "aria-hidden": "true" }, "$"),
      Array.from({ length: count }, (_, place) => {
        const cents = place >= count - 2;
        const after = separator(place, count);
        return h(
          "span",
          { class: ["place", cents && "cents"], key: `p${count - place}`, "aria-hidden": "true" },
          h(
            "span",
            { class: "wheel" },
            h("span", { class: "strip" }, "01234567890".split("").map((digit) => h("span", null, digit))),
          ),
          after && h("span", { class: "between" }, after),
        );
      }),
    );
  }

  /* Turns the wheels; goes on as long as there is something to make up. */
  turn() {
    cancelAnimationFrame(this.frame);
    let before = performance.now();
    const step = (now) => {
      const board = this.outlet.querySelector(".odometer");
      if (board === null || this.closed) return;
      const shown = this.counter.pass(Math.max(0, (now - before) / 1000));
      before = now;
      const turned = wheels(shown);
      const strips = board.querySelectorAll(".strip");
      if (strips.length !== turned.length) {
        this.draw();
        return;
      }
      turned.forEach((turn, place) => strips[place].style.setProperty("transform", `translateY(${-turn / 11 * 100}%)`));
      board.dataset.shown = String(Math.floor(shown));
      if (!this.counter.resting) this.frame = requestAnimationFrame(step);
    };
    step(before);
  }

  pending() {
    const { pending, payable = 0 } = this.meters;
    if (this.undone) return h("p", { class: "pending", key: "undone", role: "status" }, t.undone(this.undone));
    if (!pending.length && !payable) return null;
    const places = pending.map((one) => t.claim(one.table, one.box));
    return h(
      "p",
      { class: "pending", key: "pending", role: "status" },
      h("strong", null, t.pending),
      h("span", null, places.length ? t.claims(places) : t.unreleased(money(payable))),
    );
  }

  celebration() {
    const { table, boxes, amount, key } = this.hit;
    const verified = !(this.meters?.payable || this.meters?.pending.length);
    return h(
      "div",
      { class: "hit", key: `hit ${key}` },
      calm.matches ? null : confetti(),
      h("p", { class: "word" }, t.won),
      h("p", { class: "amount" }, oneLine("span", money(amount))),
      h("p", { class: "where" }, t.where(table, boxes)),
      verified ? null : h("p", { class: "unverified" }, t.pending),
      this.state === "open" && h("p", { class: "now" }, t.nowStands(money(this.meters.display))),
    );
  }

  terms() {
    const { stake, reset, increment, limit, tables } = this.meters;
    const lines = [
      t.stake(money(stake)),
      t.seed(money(reset)),
      Number(increment) > 0 && t.increment(Number((Number(increment) * 100).toFixed(6))),
      limit !== null && t.most(money(limit)),
    ];
    return h(
      "div",
      { class: "terms" },
      h("p", null, lines.filter(Boolean).join(" · ")),
      tables.length > 0 && h("p", { class: "muted" }, t.tables(tables)),
    );
  }

  hits() {
    const hits = this.meters.last_hits.slice(-4).toReversed();
    return h(
      "section",
      { class: "hits", "aria-label": t.lastHits },
      h("h2", null, t.lastHits),
      hits.length === 0 ? h("p", { class: "muted" }, t.noHits) : h(
        "ol",
        null,
        hits.map((one) =>
          h(
            "li",
            { key: String(one.number), class: one.reversed && "reversed" },
            h("span", null, t.hit(one.at, one.table)),
            " ",
            h("strong", null, money(one.amount)),
            one.reversed && h("em", null, ` ${t.void}`),
          )
        ),
      ),
    );
  }
}

/* How wide a board of so many wheels is, in widths of its type: frame and dollar sign, wheels, commas, cents. */
const ems = (count) => 1 + (count - 2) * 0.6 + Math.floor((count - 3) / 3) * 0.26 + 0.26 + 0.7;

/* Paper that falls: where and how is given to each piece through custom properties. */
function confetti() {
  return h(
    "div",
    { class: "confetti", "aria-hidden": "true" },
    Array.from({ length: CONFETTI }, (_, piece) => {
      const chance = (step) => ((piece * step) % 101) / 101;
      return h("i", {
        key: String(piece),
        class: `paper-${piece % 4}`,
        style: {
          "--x": `${(chance(37) * 100).toFixed(1)}%`,
          "--late": `${(chance(59) * 4).toFixed(2)}s`,
          "--long": `${(4 + chance(71) * 4).toFixed(2)}s`,
          "--drift": `${((chance(83) - 0.5) * 30).toFixed(1)}vw`,
        },
      });
    }),
  );
}
