/* Reports of jackpots: how each amount came about, the dossier; and what the house owes. */

import { h } from "../dom.js";
import { dayOf, money } from "../text/en.js";
import { u } from "../text/en_audit.js";
import { dayName } from "../text/en_office.js";
import { pair, path, rows } from "../office/parts.js";
import { column, panel } from "./panels.js";

/** @import { Dossier, Liability, Reconciliation } from "../../api.d.ts" */

/** @typedef {typeof ACCOUNT[number] | "amount_in" | "wins" | "reserve" | "overflow" | "payable"} Sum */

const words = u.report;
const ACCOUNT = /** @type {const} */ (["opening", "contributed", "seeded", "adjusted", "paid", "display", "ledger"]);
const DAYS = /** @type {const} */ (
  ["opening", "contributed", "won", "reset", "overflow", "adjusted", "other", "display"]
);

/** @param {Reconciliation} one */
function account(one) {
  const w = words.jackpots;
  const sum = (/** @type {Sum} */ name) => pair(w[name === "amount_in" ? "amountIn" : name], money(one[name]));
  return [
    h("p", { class: "muted small" }, w.equation),
    h(
      "dl",
      { class: "figures" },
      ACCOUNT.map(sum),
      pair(
        w.balanced,
        h("span", { class: ["tag", one.balanced ? "tag-good" : "tag-bad"] }, one.balanced ? w.yes : w.no),
      ),
      sum("amount_in"),
      pair(w.hits, String(one.hits)),
      sum("wins"),
      pair(w.actual, words.percent(one.actual_return)),
      pair(w.increment, words.percent(one.increment)),
      pair(w.share, words.percent(one.contributed_share)),
      sum("reserve"),
      sum("overflow"),
      sum("payable"),
    ),
    h(
      "details",
      {},
      h("summary", {}, w.days),
      rows({
        caption: w.days,
        data: one.days,
        empty: words.none,
        keyOf: (day) => day.day,
        columns: [
          { head: w.day, cell: (day) => dayName(day.day) },
          ...DAYS.map((name) => column(name, w[name])),
        ],
      }),
    ),
    h("h3", {}, w.lastHits),
    one.last_hits.length === 0 ? h("p", { class: "nothing" }, w.noHits) : h(
      "ul",
      {},
      one.last_hits.map((hit) =>
        h(
          "li",
          { key: hit.number },
          h("a", { href: `/audit/${path(hit.table)}/${hit.round}` }, u.round.title(hit.table, hit.round)),
          ` ${money(hit.amount)}, ${hit.winners.join(", ")}, ${dayOf(hit.at)}`,
        )
      ),
    ),
  ];
}
/** @param {Reconciliation[]} found */
export function meters(found) {
  return found.length === 0
    ? h("div", { class: "panel calm" }, h("p", { class: "muted" }, words.none))
    : found.map((one) => panel(one.jackpot, one.jackpot, account(one)));
}

/** @param {Liability} found */
export function liability(found) {
  const w = words.liability;
  return [
    panel(
      "total",
      w.total,
      h("p", { class: "purse" }, money(found.total)),
      h(
        "dl",
        { class: "figures" },
        Object.entries(found.groups).map(([name, sum]) => pair(w.group(name), money(sum))),
        pair(w.owed, money(found.owed_by_players)),
        pair(w.practice, money(found.practice)),
      ),
    ),
    Object.entries(found.accounts).filter(([, list]) => Object.keys(list).length).map(([name, list]) =>
      panel(
        name,
        w.group(name),
        rows({
          caption: w.group(name),
          data: Object.entries(list),
          empty: w.none,
          keyOf: ([one]) => one,
          columns: [{ head: w.account, cell: ([one]) => one }, {
            head: w.amount,
            number: true,
            cell: ([, sum]) => money(sum),
          }],
        }),
      )
    ),
  ];
}

/** @param {Dossier} found */
export function dossier(found) {
  const w = words.dossier;
  return [
    panel(
      "rules",
      found.jackpot,
      h("p", {}, found.how),
      h(
        "dl",
        { class: "figures" },
        pair(w.rulebook, found.edition),
        Object.entries(found.parameters).map(([name, value]) => pair(u.name(name), u.value(value))),
        pair(w.back, found.expected_return === null ? null : words.percent(found.expected_return)),
        pair(w.breakEven, found.break_even),
        pair(w.retired, found.retired),
      ),
    ),
    panel(
      "prizes",
      w.prizes,
      rows({
        caption: w.prizes,
        data: found.prizes,
        empty: words.none,
        columns: [{ head: w.hand, cell: (one) => one[0] }, {
          head: w.prize,
          cell: (one) => one[1],
        }, { head: w.clause, cell: (one) => one[2] }],
      }),
    ),
    panel(
      "equipment",
      w.equipment,
      rows({
        caption: w.equipment,
        data: found.equipment,
        empty: words.none,
        keyOf: (one) => one.table,
        columns: [
          { head: w.table, cell: (one) => one.table },
          { head: w.boxes, cell: (one) => String(one.boxes) },
          { head: w.device, cell: (one) => u.name(one.device) },
          { head: w.cards, cell: (one) => w.dealt(one.cards) },
          { head: w.dealing, cell: (one) => (one.automatic ? w.automatic : w.dealer) },
        ],
      }),
      h("dl", { class: "figures proof" }, pair(w.program, h("code", {}, found.program))),
    ),
    panel(
      "access",
      w.access,
      h(
        "dl",
        { class: "figures" },
        Object.entries(found.access).map(([what, who]) => pair(u.name(what), who.map((one) => u.name(one)).join(", "))),
        pair(w.two, found.two_people.map((one) => u.name(one)).join(", ")),
      ),
    ),
    panel("end", w.end, h("p", {}, found.at_the_end)),
    panel("account", words.names.jackpots, account(found.account)),
  ];
}
