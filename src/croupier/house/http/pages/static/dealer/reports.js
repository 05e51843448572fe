/* Irregularities by what is seen: a menu in our words, then only the facts that this report needs. */

import { h, sheet } from "../dom.js";
import { t } from "../text/en.js";
import { d, GROUPS, role, SEEN } from "../text/en_dealer.js";
import { Deck } from "./cards.js";
import { agreed } from "../ruling.js";
import { tryTable } from "./desk.js";
import { handedOver, paidWrongly, payout } from "./wrong_payout.js";

/** @import { Report, Fact, ReportChoice, TableCommand } from "../../api.d.ts" */
/** @import { Child, Part, Submitted } from "../dom.js" */
/** @import { Desk, Refusal } from "./desk.js" */
/** @import { PayoutState } from "../payout.js" */

/** @typedef {Record<string, any>} Facts what was filled in, by the names of the command's fields */
/**
 * @typedef {object} Reporting
 * @property {Desk} desk
 * @property {ReportChoice | null} chosen
 * @property {PayoutState | null} payout
 * @property {Facts} facts
 * @property {Refusal | null} trouble
 * @property {() => void} redraw
 * @property {() => void} close
 * @property {(selector: string) => void} focus
 */

/** @param {Desk} desk */
export function openReports(desk) {
  /** @type {Reporting} */
  const s = {
    desk,
    chosen: null,
    payout: null,
    facts: {},
    trouble: null,
    redraw: () => redraw(),
    close: () => redraw.close(),
    focus: (selector) => {
      const found = redraw.dialog.querySelector(selector);
      if (found instanceof HTMLElement) found.focus();
    },
  };
  const redraw = sheet(
    d.report.title,
    () => s.payout ? payout(s.desk, s.payout, s) : s.chosen === null ? menu(s) : form(s, s.chosen),
    {
      wide: true,
      onclose: () => desk.sheets.delete(redraw),
    },
  );
  desk.sheets.add(redraw);
  s.focus(".seen:enabled");
}

/** @param {Reporting} s @param {ReportChoice | null} choice */
const pick = (s, choice) => () => {
  s.chosen = choice;
  s.facts = choice?.irregularity === "cards_exposed" ? { count: 1 } : {};
  s.trouble = null;
  s.redraw();
  s.focus(".sheet-body input, .sheet-body select, .sheet-body textarea, .sheet-body button");
};

/**
 * @param {Reporting} s
 * @param {ReportChoice} chosen
 * @param {Submitted} event
 */
async function report(s, chosen, event) {
  event.preventDefault();
  /** @type {Report} */
  const command = { do: "report", irregularity: chosen.irregularity, ...given(chosen, s.facts) };
  // Whoever may decide it decides it by reporting it.
  const decides = chosen.at_once && chosen.irregularity !== "other" && chosen.when === "now";
  const answer = decides ? await agreed(s.desk.table, command, SEEN[chosen.irregularity][0]) : true;
  if (answer === false) return;
  s.trouble = answer === true ? await tryTable(s.desk, command) : answer;
  if (s.trouble === null) s.close();
  else s.redraw();
}

/** @param {Reporting} s */
function menu(s) {
  return [
    h("p", { class: "muted" }, d.report.lead),
    handedOver(s.desk).length
      ? paidWrongly(() => {
        s.payout = { trouble: null };
        s.redraw();
        s.focus(".payout-form select");
      })
      : null,
    GROUPS.map(([name, kinds]) => {
      const there = kinds.flatMap((kind) => s.desk.console.reports.filter((one) => one.irregularity === kind));
      if (there.length === 0) return null;
      return h(
        "section",
        { key: name, class: "seen-group" },
        h("h3", {}, name),
        h(
          "ul",
          {},
          there.map((one) =>
            h(
              "li",
              { key: one.irregularity },
              h(
                "button",
                { class: "seen", onclick: pick(s, one), disabled: one.when === "early", title: one.why ?? "" },
                h("strong", {}, SEEN[one.irregularity][0]),
                h("span", {}, SEEN[one.irregularity][1]),
                h(
                  "small",
                  {},
                  one.when === "early" ? one.why : [
                    d.report.clause(one.clauses),
                    " · ",
                    one.when === "noted"
                      ? d.report.noted
                      : one.at_once && one.irregularity !== "other"
                      ? d.report.atOnce
                      : d.report.decides(role(one.decided_by)),
                  ],
                ),
              ),
            )
          ),
        ),
      );
    }),
  ];
}

/**
 * @param {Reporting} s
 * @param {ReportChoice} chosen
 */
function form(s, chosen) {
  const change = (/** @type {string} */ name, /** @type {unknown} */ value) => {
    if (value === null || value === "") delete s.facts[name];
    else s.facts[name] = value;
    s.redraw();
  };
  return [
    h("button", { class: "quiet back", onclick: pick(s, null) }, d.report.back),
    h(
      "form",
      { class: "report-form", onsubmit: (event) => report(s, chosen, event) },
      h("h3", {}, SEEN[chosen.irregularity][0]),
      h("p", { class: "muted" }, SEEN[chosen.irregularity][1]),
      chosen.asks.map((ask) => h("div", { key: ask.name }, control(s.desk, ask, s.facts, change))),
      h(
        "p",
        { class: "clause-note" },
        d.report.clause(chosen.clauses),
        " · ",
        chosen.at_once && chosen.irregularity !== "other" ? d.report.atOnce : d.report.decides(role(chosen.decided_by)),
      ),
      s.trouble
        ? h("p", { class: "error", role: "alert" }, s.trouble.message, s.trouble.clause ? ` (${s.trouble.clause})` : "")
        : null,
      h("button", { class: "primary big", type: "submit" }, d.report.send),
    ),
  ];
}

/**
 * The command's fields, from what was filled in.
 * @param {ReportChoice} chosen
 * @param {Facts} facts
 */
function given(chosen, facts) {
  /** @type {Facts} */
  const out = {};
  for (const { name } of chosen.asks) {
    if (name === "moves") {
      const moves = Object.fromEntries(
        Object.entries(facts).filter(([key, to]) => key.startsWith("move") && to).map((
          [key, to],
        ) => [key.slice(4), to]),
      );
      if (Object.keys(moves).length) out.moves = moves;
    } else if (name === "hands") {
      if (facts.hands) out.hands = { [facts.box ?? "dealer"]: codes(facts.hands) };
    } else if (name === "hands_by_box") {
      const hands = Object.fromEntries(
        Object.entries(facts).filter(([key, cards]) => key.startsWith("hand:") && cards).map((
          [key, cards],
        ) => [key.slice(5), codes(cards)]),
      );
      if (Object.keys(hands).length) out.hands = hands;
    } else if (facts[name] !== undefined) {
      out[name] = ["order", "cards"].includes(name) ? codes(facts[name]) : facts[name];
    }
  }
  if (out.cards !== undefined) {
    delete out.count;
    delete out.boxes;
  }
  return out;
}

/**
 * "as KD, 9c" as "As Kd 9c".
 * @param {string} text
 */
export const codes = (text) =>
  text.split(/[\s,]+/).filter(Boolean)
    .map((one) => one.replace(/^10/, "T")).map((one) => one.slice(0, -1).toUpperCase() + one.slice(-1).toLowerCase())
    .join(" ");

/**
 * @param {Desk} desk
 * @param {Fact} fact
 * @param {Facts} facts
 * @param {(name: string, value: unknown) => void} change
 */
function control(desk, { name, required }, facts, change) {
  const { boxes } = desk.push.view.game;
  const keep =
    (/** @type {(text: string) => unknown} */ value) =>
    (/** @type {{ readonly target: HTMLInputElement | HTMLTextAreaElement }} */ event) => {
      if (event.target.value === "") delete facts[name];
      else facts[name] = value(event.target.value);
    };
  switch (name) {
    case "counted":
      return field(
        required ? d.report.counted : d.report.countedMaybe,
        h("input", { type: "number", min: 0, max: 120, required, value: facts.counted ?? "", oninput: keep(Number) }),
      );
    case "count":
      return choices(
        d.report.count,
        [1, 2, 3, 4, 5],
        facts.count,
        (one) => change("count", one),
        (one) => (one === 5 ? "5+" : one),
      );
    case "box":
      return choices(
        d.report.box,
        [...(required ? [] : [null]), ...boxes.map((box) => box.box)],
        facts.box ?? null,
        (one) => change("box", one),
        (
          one,
        ) => (one === null
          ? d.report.anyBox
          : `${one} ${t.table.player(boxes.find((box) => box.box === one)?.seated ?? "")}`),
      );
    case "boxes":
      return choices(
        d.report.boxes,
        boxes.map((box) => box.box),
        facts.boxes ?? [],
        (one) => {
          const before = facts.boxes ?? [];
          const after = before.includes(one)
            ? before.filter((/** @type {number} */ other) => other !== one)
            : [...before, one].toSorted((a, b) => a - b);
          change("boxes", after.length ? after : null);
        },
        (one) => `${one} ${t.table.player(boxes.find((box) => box.box === one)?.seated ?? "")}`,
      );
    case "player":
      return choices(
        d.report.player,
        [
          ...new Set(
            boxes.flatMap((box) => box.wagers.map((one) => one.player)),
          ),
        ],
        facts.player,
        (one) => change("player", one),
        (one) => t.table.player(one),
      );
    case "card":
      return h(
        "fieldset",
        {},
        h("legend", {}, d.report.card, " ", h("strong", {}, facts.card ?? "")),
        Deck({ used: (code) => facts.card === code, pick: (code) => change("card", code), label: d.report.card }),
      );
    case "reconstructable":
      return choices(
        d.report.reconstructable,
        [true, false],
        facts.reconstructable,
        (one) => change("reconstructable", one),
        (one) => (one ? d.report.yes : d.report.no),
      );
    case "hands":
      return field(
        d.report.hands,
        h("input", { value: facts.hands ?? "", autocomplete: "off", spellcheck: "false", oninput: keep(String) }),
        d.report.handsNote,
      );
    case "order":
      return field(
        d.report.order,
        h("input", { value: facts.order ?? "", autocomplete: "off", spellcheck: "false", oninput: keep(String) }),
        d.report.orderNote,
      );
    case "cards":
      return field(
        d.report.cards,
        h("input", { value: facts.cards ?? "", autocomplete: "off", spellcheck: "false", oninput: keep(String) }),
        d.report.cardsNote,
      );
    case "hands_by_box":
      return handsByBox(desk, facts);
    case "moves":
      return moves(desk, facts, change);
    case "intentional":
    case "permit_withdrawal":
      return h(
        "label",
        { class: "switch" },
        h("span", {}, name === "intentional" ? d.report.intentional : d.report.permit),
        h("input", {
          type: "checkbox",
          checked: facts[name] === true,
          onchange: (event) => change(name, event.target.checked || null),
        }),
      );
    default:
      return field(
        d.report.description,
        h("textarea", {
          rows: 3,
          required,
          maxlength: 500,
          value: facts[name] ?? "",
          oninput: (event) => {
            facts[name] = event.target.value;
          },
        }),
      );
  }
}

/** @param {Desk} desk @param {Facts} facts @param {(name: string, value: unknown) => void} change */
function moves(desk, facts, change) {
  const { view, layout } = desk.push;
  const dealt = view.game.boxes.filter((box) => box.has_hand);
  return h(
    "fieldset",
    { class: "moves" },
    h("legend", {}, d.report.moves),
    h("p", { class: "muted" }, d.report.movesNote),
    dealt.map((box) =>
      h(
        "label",
        { key: box.box, class: "field inline" },
        d.box(box.box),
        h(
          "select",
          {
            onchange: (event) =>
              change(`move${box.box}`, event.target.value === "" ? null : Number(event.target.value)),
          },
          h("option", { value: "" }, d.report.stays),
          Array.from({ length: layout.boxes }, (_, at) => at + 1).filter((one) => one !== box.box).map((one) =>
            h("option", { key: one, value: one, selected: facts[`move${box.box}`] === one }, `→ ${d.box(one)}`)
          ),
        ),
      )
    ),
  );
}

/**
 * The corrected cards of every misplaced hand; the others are left empty.
 * @param {Desk} desk
 * @param {Facts} facts
 */
function handsByBox(desk, facts) {
  const dealt = desk.push.view.game.boxes.filter((box) => box.has_hand).map((
    box,
  ) => String(box.box));
  return h(
    "fieldset",
    { class: "moves" },
    h("legend", {}, d.report.hands),
    h("p", { class: "muted" }, d.report.handsNote),
    [...dealt, "dealer"].map((place) =>
      h(
        "label",
        { key: place, class: "field inline" },
        place === "dealer" ? d.dealer : d.box(Number(place)),
        h("input", {
          value: facts[`hand:${place}`] ?? "",
          autocomplete: "off",
          spellcheck: "false",
          oninput: (event) => {
            facts[`hand:${place}`] = event.target.value;
          },
        }),
      )
    ),
  );
}

/** @param {string} label @param {Part} input @param {string} [note] */
const field = (label, input, note) =>
  h("label", { class: "field" }, label, input, note ? h("small", { class: "muted" }, note) : null);

/**
 * @template T
 * @param {string} label
 * @param {T[]} all
 * @param {T | T[] | undefined} now
 * @param {(one: T) => void} choose
 * @param {(one: T) => Child} say
 */
function choices(label, all, now, choose, say) {
  /** @param {TableCommand} one */
  const on = (/** @type {T} */ one) => (Array.isArray(now) ? now.includes(one) : now === one);
  return h(
    "fieldset",
    { class: "choices" },
    h("legend", {}, label),
    h(
      "div",
      { class: "row" },
      all.map((one) =>
        h("button", {
          key: String(one),
          type: "button",
          class: "pill",
          "aria-pressed": String(on(one)),
          onclick: () => choose(one),
        }, say(one))
      ),
    ),
  );
}
