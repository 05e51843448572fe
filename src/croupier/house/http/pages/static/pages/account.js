/* One's own account: wallet and movements, loss limit, rounds, password, second factor, signing out. */

import { h, render, sheet, style } from "../dom.js";
import { api, houseCommand, loadMe, me, on, signOut } from "../net.js";
import { dayOf, money, shortMoney, signed, timeOf } from "../text/en.js";
import { m } from "../text/en_account.js";
import { o } from "../text/en_office.js";
import { board, handSize, stepper } from "../audit/board.js";
import { moved } from "../cage/players.js";
import { asked, cents, choice, confirm, field, form, pair, path, rows, shown, worker } from "../office/parts.js";
import { proved, removal, withWords } from "../office/proving.js";
import { qr } from "../office/qr.js";
import { added, usable } from "../passkey.js";

const AMOUNTS = [50_000, 100_000, 500_000];
const TABLES_MOST = 6;
const ROUNDS_MOST = 40;

export async function open(outlet, _parts, shell) {
  await Promise.all([style("office.css"), style("audit.css")]);
  if (me.person === null) {
    render(
      outlet,
      h(
        "div",
        { class: "state" },
        h("h1", {}, m.signInTitle),
        h("p", {}, m.signInText),
        h("a", { class: "button primary", href: "/login" }, o.signIn),
      ),
    );
    return { title: m.title };
  }
  let here = true;
  let secret = null;
  let away = null;
  let removing = null;
  let practice = !me.wallet?.live;
  const forced = me.person.must_change_password;
  const work = worker(() => draw());
  const plays = me.wallet !== null && !forced;
  const wallet = plays ? asked(() => api("GET", "/api/wallet?limit=100"), () => draw()) : null;
  const rounds = plays ? asked(ownRounds, () => draw()) : null;

  const keys = me.person.guest || forced ? null : asked(() => api("GET", "/api/passkeys"), () => draw());
  const notices = me.person.guest ? null : asked(() => api("GET", "/api/notices"), () => draw());

  async function ownRounds() {
    const held = await api("GET", "/api/wallet?limit=200");
    const tables = [
      ...new Set(
        [...held.movements, ...held.practice_movements].map((one) => one.stream).filter((stream) =>
          stream.startsWith("table:")
        ).map((stream) => stream.slice(6)),
      ),
    ].slice(0, TABLES_MOST);
    const found = await Promise.all(
      tables.map((table) => api("GET", `/api/tables/${path(table)}/rounds?limit=30&mine=true`).catch(() => [])),
    );
    return found.flat().map((one) => ({ ...one, lines: one.lines.filter((line) => line.player === me.person?.id) }))
      .filter((one) => one.lines.length)
      .toSorted((a, b) => b.ended.localeCompare(a.ended)).slice(0, ROUNDS_MOST);
  }

  const leave = (everywhere) =>
    work.attempt("leave", () => signOut(everywhere)).then((done) => done && shell.go("/", true));

  /* Secrets */

  function password() {
    const change = (event) => {
      const element = event.currentTarget;
      const given = form(event);
      if (given.new !== given.repeat) return work.refuse("password", m.password.differ);
      return work.attempt("password", async () => {
        await api("POST", "/api/password", { old: given.old, new: given.new });
        await loadMe();
        element.reset();
      }, forced ? m.welcome : m.changed);
    };
    const input = (name, autocomplete) =>
      h("input", { name, type: "password", autocomplete, required: true, maxlength: 256 });
    const over = forced && !me.person.must_change_password;
    return h(
      "section",
      { class: ["panel", forced && !over && "once"], key: "password", "aria-labelledby": "password-title" },
      h("h2", { id: "password-title" }, forced && !over ? m.mustChangeTitle : m.password.title),
      forced && !over ? h("p", { class: "warn" }, m.mustChange) : null,
      over ? [work.note("password"), h("div", {}, h("a", { class: "button primary", href: "/" }, m.goOn))] : h(
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
        work.note("password"),
        h(
          "div",
          {},
          h(
            "button",
            { type: "submit", class: forced ? "primary" : "", disabled: work.busy.has("password") },
            m.password.change,
          ),
        ),
      ),
    );
  }

  function second() {
    const begin = () =>
      work.attempt("second", async () => {
        secret = await proved(() => api("POST", "/api/second-factor"));
      });
    const finish = (event) => {
      const { code } = form(event);
      work.attempt("second", async () => {
        await proved(() => api("POST", "/api/second-factor/confirm", { code: code.trim() }));
        secret = null;
        await loadMe();
      }, m.second.done);
    };
    const remove = (proof) =>
      work.attempt("second", async () => {
        await api("DELETE", "/api/second-factor", await proof());
        await loadMe();
      }, m.second.removed).then((done) => {
        if (done) removing = null;
        draw();
      });
    return h(
      "section",
      { class: "panel", key: "second", "aria-labelledby": "second-title" },
      h("h2", { id: "second-title" }, m.second.title),
      secret
        ? [
          h("p", {}, m.second.scan),
          h(
            "div",
            { class: "second" },
            qr(secret.uri, m.second.picture),
            h(
              "dl",
              { class: "figures proof" },
              pair(m.second.secret, h("code", { class: "secret" }, secret.secret)),
              pair(m.second.uri, h("code", {}, secret.uri)),
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
        : removing === "second"
        ? removal({
          busy: work.busy.has("second"),
          onsend: remove,
          oncancel: () => {
            removing = null;
            draw();
          },
        })
        : [
          h("p", { class: "muted" }, me.person.second_factor ? m.second.on : m.second.off),
          h(
            "div",
            {},
            me.person.second_factor
              ? h("button", {
                onclick: () => {
                  removing = "second";
                  draw();
                },
              }, m.second.remove)
              : h("button", { onclick: begin }, m.second.begin),
          ),
        ],
      work.note("second"),
    );
  }

  function passkeyList(list) {
    const drop = (one) => (proof) =>
      work.attempt("passkeys", async () => {
        await api("DELETE", `/api/passkeys/${path(one.id)}`, await proof());
        await loadMe();
      }, m.passkeys.removed).then((done) => {
        if (done) removing = null;
        return keys.again();
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
          removing === one.id
            ? removal({
              busy: work.busy.has("passkeys"),
              onsend: drop(one),
              oncancel: () => {
                removing = null;
                draw();
              },
            })
            : h("button", {
              "aria-label": m.passkeys.remove(one.name),
              onclick: () => {
                removing = one.id;
                draw();
              },
            }, m.second.remove),
        )
      ),
    );
  }

  function passkeys() {
    const add = (event) => {
      const element = event.currentTarget;
      const { name } = form(event);
      work.attempt("passkeys", async () => {
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
      shown(keys, passkeyList),
      usable()
        ? h(
          "form",
          { class: "inline", onsubmit: add },
          field(m.passkeys.name, h("input", { name: "name", required: true, maxlength: 60, autocomplete: "off" })),
          h("button", { type: "submit", disabled: work.busy.has("passkeys") }, m.passkeys.add),
        )
        : h("p", { class: "muted small" }, m.passkeys.unusable),
      work.note("passkeys"),
    );
  }

  function inHand(list) {
    const own = list.filter((one) => one.person === me.person.id);
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

  /* Money */

  function purse() {
    const take = (amount) => () =>
      work.attempt(
        "take",
        () => houseCommand({ do: "buy_in", player: me.person.id, amount, money: "practice" }),
        m.wallet.taken(money(amount)),
      ).then(() => {
        loadMe().catch(() => {});
        wallet.again();
      });
    const show = (value) => () => {
      practice = value;
      draw();
    };
    return shown(wallet, (held) => [
      h(
        "section",
        { class: "panel", key: "purse", "aria-labelledby": "wallet-title" },
        h("h2", { id: "wallet-title" }, m.wallet.title),
        h(
          "div",
          { class: "halves" },
          me.person.guest
            ? null
            : h("div", {}, h("p", { class: "muted" }, m.wallet.live), h("p", { class: "purse" }, money(held.balance))),
          h("div", {}, h("p", { class: "muted" }, m.wallet.practice), h("p", { class: "purse" }, money(held.practice))),
        ),
        held.reserved || held.owed
          ? h(
            "dl",
            { class: "figures" },
            held.reserved ? pair(m.wallet.reserved, money(held.reserved)) : null,
            held.owed ? pair(m.wallet.owed, money(held.owed)) : null,
          )
          : null,
        h("p", { class: "muted small" }, me.person.guest ? m.wallet.textDemo : m.wallet.text),
        h(
          "div",
          { class: "row" },
          AMOUNTS.map((amount) =>
            h(
              "button",
              { key: amount, onclick: take(amount), disabled: work.busy.has("take") },
              m.wallet.take(shortMoney(amount)),
            )
          ),
        ),
        work.note("take"),
      ),
      me.person.guest ? null : limit(held.limit),
      h(
        "section",
        { class: "panel", key: "moves", "aria-labelledby": "moves-title" },
        h(
          "div",
          { class: "panel-head" },
          h("h2", { id: "moves-title" }, m.wallet.movements),
          me.person.guest ? null : h(
            "div",
            { class: "row", role: "group", "aria-label": m.wallet.movements },
            h("button", { class: "pill", "aria-pressed": String(!practice), onclick: show(false) }, m.wallet.live),
            h("button", { class: "pill", "aria-pressed": String(practice), onclick: show(true) }, m.wallet.practice),
          ),
        ),
        moved((practice || me.person.guest ? held.practice_movements : held.movements).slice(0, 30)),
      ),
    ]);
  }

  function limit(held) {
    const give = (amount, period, done) =>
      work.attempt("limit", () => houseCommand({ do: "set_loss_limit", amount, period }), done).then(() => {
        wallet.again();
        loadMe().catch(() => {});
      });
    const set = (event) => {
      const given = form(event);
      const { amount, problem } = cents(given.amount);
      return problem ? work.refuse("limit", problem) : give(amount, given.period, m.limit.done);
    };
    const now = held?.amount ?? null;
    return h(
      "section",
      { class: "panel", key: "limit", "aria-labelledby": "limit-title" },
      h("h2", { id: "limit-title" }, m.limit.title),
      h("p", { class: "muted small" }, m.limit.text),
      now === null ? h("p", {}, m.limit.none) : h(
        "p",
        {},
        h("strong", {}, m.limit.now(money(now), held.period)),
        ". ",
        m.limit.lost(money(held.lost_so_far), money(now)),
      ),
      held?.next_since
        ? h(
          "p",
          { class: "warn" },
          m.limit.coming(
            held.next_amount === null ? null : money(held.next_amount),
            held.next_period,
            dayOf(held.next_since),
          ),
        )
        : null,
      h(
        "form",
        { class: "inline", onsubmit: set, novalidate: true },
        field(
          m.limit.amount,
          h("input", { name: "amount", inputmode: "decimal", autocomplete: "off", maxlength: 20, required: true }),
        ),
        field(m.limit.period, choice("period", Object.entries(m.limit.periods), held?.period)),
        h("button", { type: "submit" }, m.limit.set),
        now === null
          ? null
          : h("button", { type: "button", onclick: () => give(null, held.period, m.limit.lifted) }, m.limit.lift),
      ),
      work.note("limit"),
    );
  }

  function timeAway() {
    const ask = (event) => {
      away = new Date(form(event).until);
      draw();
    };
    const give = () =>
      work.attempt(
        "away",
        () =>
          api("POST", `/api/people/${path(me.person.id)}/exclude`, {
            reason: m.away.reason,
            until: away.toISOString(),
          }),
        m.away.done(dayOf(away)),
      ).then(() => {
        away = null;
        draw();
      });
    return h(
      "section",
      { class: "panel", key: "away", "aria-labelledby": "away-title" },
      h("h2", { id: "away-title" }, m.away.title),
      h("p", { class: "muted small" }, m.away.text),
      away
        ? confirm({
          title: m.away.ask(dayOf(away)),
          lines: [],
          yes: m.away.yes,
          onyes: give,
          onno: () => {
            away = null;
            draw();
          },
          busy: work.busy.has("away"),
        })
        : h(
          "form",
          { class: "inline", onsubmit: ask },
          field(m.away.until, h("input", { type: "datetime-local", name: "until", required: true })),
          h("button", { type: "submit" }, m.away.go),
        ),
      work.note("away"),
    );
  }

  /* Own rounds, with replay as one saw them */

  const net = (one) => one.lines.reduce((sum, line) => sum + line.won + line.returned - line.staked, 0);
  const played = (list) =>
    rows({
      caption: m.rounds.title,
      data: list,
      empty: m.rounds.empty,
      keyOf: (one) => `${one.table} ${one.round}`,
      columns: [
        { head: m.rounds.what, cell: (one) => m.rounds.round(one.table, one.round) },
        { head: m.rounds.when, cell: (one) => dayOf(one.ended) },
        {
          head: m.rounds.staked,
          number: true,
          cell: (one) => money(one.lines.reduce((sum, line) => sum + line.staked, 0)),
        },
        {
          head: m.rounds.net,
          number: true,
          cell: (
            one,
          ) => (one.void ? m.rounds.void : h("span", { class: net(one) < 0 ? "down" : "up" }, signed(net(one)))),
        },
        {
          head: m.rounds.replay,
          cell: (one) =>
            h("button", {
              "aria-label": `${m.rounds.replay}: ${m.rounds.round(one.table, one.round)}`,
              onclick: () => replay(one),
            }, m.rounds.replay),
        },
      ],
    });

  function replay({ table, round }) {
    let place = 0;
    const found = asked(() => api("GET", `/api/tables/${path(table)}/rounds/${round}`), () => again());
    const again = sheet(m.rounds.round(table, round), () =>
      shown(found, ({ steps }) => [
        stepper(place, steps.length, (to) => {
          place = Math.min(steps.length - 1, Math.max(0, to));
          again();
        }),
        h("p", { class: "muted small" }, timeOf(steps[place].at)),
        board(steps[place].view, handSize(steps.map((one) => one.view))),
        steps[place].said.length
          ? h(
            "div",
            { class: "board-said" },
            h("h3", {}, m.rounds.said),
            h("ul", {}, steps[place].said.map((text, at) => h("li", { key: at }, `“${text}”`))),
          )
          : null,
      ]), { wide: true });
  }

  function draw() {
    if (!here || me.person === null) return;
    const guest = me.person.guest;
    render(
      outlet,
      h(
        "div",
        { class: "office account-page" },
        h(
          "header",
          { class: "office-head" },
          h(
            "div",
            {},
            h("h1", {}, me.person.name),
            h("p", { class: "muted" }, guest ? m.guest : o.roles(me.person.roles)),
          ),
        ),
        forced ? password() : null,
        plays
          ? [
            purse(),
            h(
              "section",
              { class: "panel", key: "rounds", "aria-labelledby": "rounds-title" },
              h("h2", { id: "rounds-title" }, m.rounds.title),
              shown(rounds, played),
            ),
            guest ? null : timeAway(),
          ]
          : null,
        guest ? null : notices.data === null ? null : inHand(notices.data),
        guest || forced ? null : [password(), second(), passkeys()],
        h(
          "section",
          { class: "panel", key: "leave", "aria-labelledby": "leave-title" },
          h("h2", { id: "leave-title" }, m.sessions.title),
          guest ? null : h("p", { class: "muted small" }, m.sessions.text),
          h(
            "div",
            { class: "row" },
            h("button", { onclick: () => leave(false) }, m.sessions.out),
            guest ? null : h("button", { onclick: () => leave(true) }, m.sessions.everywhere),
          ),
          work.note("leave"),
        ),
      ),
    );
  }

  draw();
  const end = on("me", draw);
  return {
    title: m.title,
    close: () => {
      here = false;
      end();
    },
  };
}
