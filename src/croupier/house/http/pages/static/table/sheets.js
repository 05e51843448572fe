/* What is one tap away at a table: settings, a call, the player's position, the jackpot; also rules and rounds. */

import { h, oneLine, preference, sheet } from "../dom.js";
import { api, give, houseCommand, loadMe, me } from "../net.js";
import { dayOf, money, shortMoney, signed, t, timeOf } from "../text/en.js";
import { sheets } from "../text/en_sheets.js";
import { refused } from "./acting.js";
import { companySection } from "./company.js";
import { sound } from "./state.js";

/** @import { JackpotMeters } from "../../api.d.ts" */
/** @import { Preferences, Seen } from "./state.js" */

export { history } from "./rounds.js";
export { rules } from "./rules.js";

/** @param {string} words */
export const waiting = (words) => h("p", { class: "row muted" }, h("span", { class: "spinner" }), words);

/** @param {Seen} s */
export function settings(s) {
  const words = sheets.settings;
  /** @param {keyof Preferences} name */
  const toggle = (name) =>
    h(
      "label",
      { class: "switch", key: name },
      h("span", {}, words[name]),
      h("small", {}, words[`${name}Text`]),
      h("input", {
        type: "checkbox",
        role: "switch",
        checked: s.prefs[name],
        onchange: (event) => {
          s.prefs[name] = event.currentTarget.checked;
          preference.set(name, s.prefs[name]);
          document.body.classList.toggle("four-colour", s.prefs.fourColour);
          if (name === "sound") sound(s, "chip");
          s.draw();
        },
      }),
    );
  sheet(words.title, () => [
    s.push.layout.coach ? toggle("coach") : null,
    toggle("peek"),
    toggle("fourColour"),
    toggle("lightRoom"),
    toggle("contrast"),
    toggle("sound"),
    companySection(s),
    h("h3", {}, words.keys),
    h("p", { class: "muted" }, words.keysText),
    h("p", { class: "fine" }, words.onDevice),
  ]);
}

/**
 * A call for staff: they come and look. Nothing about the round changes by itself.
 * @param {Seen} s
 */
export function call(s) {
  const words = sheets.call;
  let said = "";
  const send = async (/** @type {Element} */ anchor) => {
    try {
      await give(s.table, { do: "report", irregularity: "other", description: said });
      again();
    } catch (trouble) {
      refused(s, trouble, anchor);
    }
  };
  const made = () =>
    s.push.view.calls.map((one) =>
      h(
        "li",
        { key: one.number },
        `“${one.words}” `,
        h("span", { class: "muted" }, one.answered_by ? words.answered : words.waiting),
      )
    );
  const again = sheet(words.title, () => [
    h("p", { class: "muted" }, words.text),
    h(
      "label",
      { class: "field" },
      words.words,
      h("textarea", {
        rows: 3,
        maxlength: 500,
        oninput: (event) => {
          said = event.target.value;
        },
      }),
    ),
    h(
      "div",
      { class: "row" },
      h("button", { class: "primary", onclick: (event) => send(event.currentTarget) }, words.send),
    ),
    s.push.view.calls.length ? h("ul", {}, made()) : null,
  ]);
}

/** @param {Seen} s */
export function position(s) {
  const words = sheets.position;
  const { memory } = s;
  const { practice } = s.push.view;
  const take = async (/** @type {number} */ amount, /** @type {Element} */ anchor) => {
    if (me.person === null) return;
    try {
      await houseCommand({ do: "buy_in", player: me.person.id, amount, money: "practice" });
      await loadMe();
    } catch (trouble) {
      refused(s, trouble, anchor);
    }
    again();
  };
  const lost = (/** @type {Record<string, any>} */ { loss, lost_so_far: sum }) =>
    words.lost(money(sum ?? 0), money(loss.amount), loss.period);
  const again = sheet(words.title, () => [
    h(
      "dl",
      { class: "pairs" },
      h("dt", {}, words.net),
      h("dd", {}, signed(memory.net())),
      h("dt", {}, words.rounds),
      h("dd", {}, memory.rounds()),
      h("dt", {}, words.since),
      h("dd", {}, timeOf(memory.since)),
      me.wallet
        ? [
          h("dt", {}, practice ? t.wallet.practice : t.wallet.live),
          h("dd", {}, money(practice ? me.wallet.practice : me.wallet.live)),
        ]
        : null,
      Object.entries(s.push.kept).map(([box, amount]) => [
        h("dt", { key: `kept${box}` }, t.table.kept(t.table.box(Number(box)), t.wager(s.push.layout.stay))),
        h("dd", { key: `kept${box}=` }, money(amount)),
      ]),
      h("dt", {}, words.limits),
      h(
        "dd",
        {},
        Object.entries(s.push.layout.limits)
          .filter(([wager]) => s.push.layout.wagers.includes(wager))
          .map(([wager, [low, high]]) =>
            h("div", { key: wager }, `${t.wager(wager)} ${shortMoney(low)} – ${shortMoney(high)}`)
          ),
      ),
      h("dt", {}, words.loss),
      h("dd", {}, me.limits?.loss ? lost(me.limits) : words.none),
    ),
    h("p", { class: "fine" }, words.past),
    practice && me.wallet && me.person
      ? [
        h("h3", {}, t.wallet.buyInTitle),
        h("p", { class: "muted" }, t.wallet.buyInText),
        h(
          "div",
          { class: "row" },
          [50_000, 100_000, 500_000].map((amount) =>
            h("button", {
              key: amount,
              onclick: (event) => take(amount, event.currentTarget),
            }, t.wallet.take(shortMoney(amount)))
          ),
        ),
      ]
      : null,
  ]);
  loadMe().then(again).catch(() => {});
}

/** @param {Seen} s */
export async function meter(s) {
  const { jackpot } = s.push.view;
  if (jackpot === null) return;
  const words = sheets.meter;
  /** @type {JackpotMeters | null} */
  let meters = null;
  let failed = false;
  const again = sheet(
    words.title,
    () =>
      failed ? h("p", { class: "error" }, t.trouble.unavailable) : meters === null ? waiting(sheets.history.loading) : [
        meters.failed ? h("p", { class: "error" }, words.down) : null,
        h("p", { class: "meter-now" }, oneLine("span", money(meters.display))),
        h(
          "dl",
          { class: "pairs" },
          h("dt", {}, words.stake),
          h("dd", {}, money(meters.stake)),
          h("dt", {}, words.reset),
          h("dd", {}, money(meters.reset)),
          h("dt", {}, words.growth),
          h("dd", {}, words.growthText(`${Number((Number(meters.increment) * 100).toFixed(6))} %`)),
          h("dt", {}, words.tables),
          h("dd", {}, meters.tables.join(", ")),
          meters.pending.length
            ? [h("dt", {}, words.pending), h("dd", {}, meters.pending.map((one) => one.table).join(", "))]
            : null,
        ),
        h("h3", {}, words.hits),
        meters.last_hits.length
          ? h(
            "ol",
            { class: "hits" },
            meters.last_hits.map((hit, place) =>
              h(
                "li",
                { key: place },
                words.hit(hit.table, money(hit.amount)),
                hit.at ? h("small", { class: "muted" }, ` ${dayOf(hit.at)}`) : null,
              )
            ),
          )
          : h("p", { class: "muted" }, words.noHits),
      ],
  );
  try {
    meters = await api("GET /api/jackpots/{jackpot}", { jackpot });
  } catch {
    failed = true;
  }
  again();
}
