/* "Needs you": open matters, approvals, jackpot payments, paused tables; what may be decided, and by whom. */

import { h } from "../dom.js";
import { figuresOf } from "../office/figures.js";
import { verifying } from "../prize.js";
import { confirmRuling } from "../ruling.js";
import { t, timeOf } from "../text/en.js";
import { p } from "../text/en_pit.js";
import { giveHouse, giveOffice, giveTable, refuse } from "./desk.js";
import { returning } from "./returning.js";

/** @import { DecisionOpen, PayableView, PayJackpot, PitMatter, PitTable, ProposalView } from "../../api.d.ts" */
/** @import { ReturnView, Rule, TableCommand } from "../../api.d.ts" */
/** @import { Submitted } from "../dom.js" */
/** @import { Desk, Draft, Floor } from "./desk.js" */

/**
 * What needs attention, by kind.
 * @typedef {(
 *   | { kind: "matter", key: string, table: PitTable, matter: PitMatter }
 *   | { kind: "call", key: string, table: PitTable, call: PitTable["calls"][number] }
 *   | { kind: "need", key: string, table: PitTable, need: PitTable["needs"][number] }
 *   | { kind: "choice", key: string, table: PitTable }
 *   | { kind: "paused", key: string, table: PitTable }
 *   | { kind: "proposal", key: string, proposal: ProposalView, own: boolean, may: boolean }
 *   | { kind: "payable", key: string, payable: PayableView }
 *   | { kind: "return", key: string, owed: ReturnView }
 * )} Item
 */
/** @typedef {{ readonly currentTarget: Element }} Pressed */
/**
 * @template {Item["kind"]} Kind
 * @typedef {Extract<Item, { kind: Kind }>} Of
 */

const ORDER = ["matter", "need", "call", "payable", "proposal", "return", "choice", "paused"];

/**
 * Items for this person, and items that await somebody else.
 * @param {Floor} pit
 */
export function sorted(pit) {
  /** @type {Item[]} */
  const mine = [];
  /** @type {Item[]} */
  const others = [];
  /** @param {boolean} yes @param {Item} item */
  const put = (yes, item) => (yes ? mine : others).push(item);
  for (const table of pit.tables) {
    for (const matter of table.matters) {
      put(matter.decisions.some((one) => one.may), {
        kind: "matter",
        key: matter.matter,
        table,
        matter,
      });
    }
    for (const call of table.calls) {
      put(true, { kind: "call", key: `call ${table.table}/${table.round}/${call.number}`, table, call });
    }
    for (const need of table.needs) {
      put(true, { kind: "need", key: `need ${table.table}/${need.number}`, table, need });
    }
    if (table.choice_awaited) {
      put(pit.may.includes("jackpot_service"), { kind: "choice", key: `choice ${table.table}`, table });
    }
    if (table.paused) put(true, { kind: "paused", key: `paused ${table.table}`, table });
  }
  for (const proposal of pit.proposals) {
    const own = proposal.by.id === pit.me.id;
    const may = proposal.needs.some((one) => pit.me.roles.includes(one));
    put(!own && may, { kind: "proposal", key: proposal.id, proposal, own, may });
  }
  for (const payable of pit.payables) {
    if (payable.proposal === null && payable.slip === null) {
      put(pit.may.includes("pay_jackpot"), {
        kind: "payable",
        key: `pay ${payable.table}/${payable.round}/${payable.box}/${payable.target}`,
        payable,
      });
    }
  }
  for (const owed of pit.returns) {
    const key = `return ${owed.table}/${owed.round}/${owed.player}`;
    put(owed.proposal === null && pit.may.includes("return_payment"), { kind: "return", key, owed });
  }
  const order = (/** @type {Item} */ one, /** @type {Item} */ other) =>
    ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind);
  return { mine: mine.toSorted(order), others: others.toSorted(order) };
}

/** @param {Desk} desk */
export function Queue(desk) {
  const { mine, others } = sorted(desk.pit);
  /** @param {Item} one */
  const item = (one) =>
    h(
      "li",
      { key: one.key, class: ["item", `item-${one.kind}`] },
      itemOf(desk, one),
    );
  return h(
    "section",
    { class: "queue", "aria-labelledby": "queue-title" },
    h(
      "header",
      { class: "pit-head" },
      h("h2", { id: "queue-title" }, p.queue),
      mine.length ? h("span", { class: "count", "aria-label": p.queueCount(mine.length) }, mine.length) : null,
    ),
    mine.length === 0
      ? h("div", { class: "calm" }, h("strong", {}, p.queueEmpty), h("p", { class: "muted" }, p.queueEmptyText))
      : h("ul", {}, mine.map(item)),
    others.length
      ? h(
        "details",
        { class: "others", open: mine.length === 0 },
        h("summary", {}, `${p.others} (${others.length})`),
        h("ul", {}, others.map(item)),
      )
      : null,
  );
}

/** @param {Desk} desk @param {string} key */
function draftOf(desk, key) {
  const draft = desk.drafts.get(key) ?? { reason: "", box: null };
  desk.drafts.set(key, draft);
  return draft;
}

/** @param {Draft} draft @param {string} key */
function reasonField(draft, key) {
  return h(
    "label",
    { class: "field" },
    p.reason,
    h("input", {
      id: `reason ${key}`,
      value: draft.reason,
      maxlength: 300,
      oninput: (event) => {
        draft.reason = event.target.value;
      },
    }),
  );
}

/** @param {string} title @param {string} where @param {string} [href] */
function top(title, where, href) {
  return h(
    "div",
    { class: "item-top" },
    h("h3", {}, title),
    href ? h("a", { href, class: "muted" }, where) : h("span", { class: "muted" }, where),
  );
}

/** @param {Desk} desk @param {Of<"matter">} item */
function matterItem(desk, { table, matter, key }) {
  const draft = draftOf(desk, key);
  const facts = Object.entries(matter.facts).map(([name, value]) => p.fact(name, value));
  const rule = (/** @type {DecisionOpen} */ one) => (/** @type {Pressed} */ event) => {
    if (one.needs_box && draft.box === null) return refuse(event.currentTarget, p.matter.box);
    const anchor = event.currentTarget;
    /** @type {Rule} */
    const command = {
      do: "rule",
      decision: one.decision,
      matter: matter.matter,
      reason: draft.reason,
      ...(one.needs_box ? { box: draft.box } : {}),
    };
    return confirmRuling(
      table.table,
      command,
      p.decision(one.decision),
      anchor,
      (confirmed) => giveTable(desk, table.table, confirmed, anchor),
    );
  };
  const may = matter.decisions.filter((one) => one.may);
  return [
    top(
      p.seen(matter.irregularity),
      p.matter.at(table.table, matter.round),
      `/deal/${encodeURIComponent(table.table)}`,
    ),
    facts.length ? h("p", { class: "item-facts" }, facts.join(" · ")) : null,
    h(
      "p",
      { class: "muted small" },
      p.matter.by(matter.reported_by.id, p.role(matter.reported_by.role)),
      " · ",
      p.clause(matter.clauses),
    ),
    may.some((one) => one.needs_box)
      ? h(
        "div",
        { class: "row", role: "group", "aria-label": p.matter.box },
        h("span", { class: "muted" }, p.matter.box),
        table.seats.map((seat) =>
          h("button", {
            key: seat.box,
            class: "pill",
            "aria-pressed": String(draft.box === seat.box),
            onclick: () => {
              draft.box = draft.box === seat.box ? null : seat.box;
              desk.draw();
            },
          }, `${seat.box} ${t.table.player(seat.player)}`)
        ),
      )
      : null,
    may.length ? reasonField(draft, key) : null,
    h(
      "div",
      { class: "decisions", role: "group", "aria-label": p.matter.options },
      matter.decisions.map((one) =>
        h(
          "button",
          {
            key: one.decision,
            class: ["decision", `decision-${one.decision}`],
            disabled: !one.may,
            onclick: rule(one),
          },
          h("strong", {}, p.decision(one.decision)),
          one.may ? null : h("small", {}, p.matter.notYou(p.role(one.by))),
          one.clauses.length ? h("small", { class: "clause" }, p.clause(one.clauses)) : null,
        )
      ),
    ),
  ];
}

/** @param {Desk} desk @param {Of<"proposal">} item */
function proposalItem(desk, { proposal, own, may, key }) {
  const draft = draftOf(desk, key);
  const decline = (/** @type {Pressed} */ event) => (draft.reason.trim()
    ? giveOffice(
      desk,
      { do: "decline", proposal: proposal.id, reason: draft.reason.trim() },
      event.currentTarget,
      p.proposal.declined,
    )
    : refuse(event.currentTarget, p.reasonNeeded));
  return [
    top(p.proposal.title, proposal.stream),
    h("p", { class: "item-facts" }, proposal.summary),
    figuresOf(proposal),
    desk.pit.payables.filter((one) => one.proposal === proposal.id).map((one) =>
      h("div", { key: one.proposal ?? "" }, verifying(one))
    ),
    h(
      "p",
      { class: "muted small" },
      p.proposal.by(`${proposal.by.id} (${p.role(proposal.by.role)})`, timeOf(proposal.at)),
      " · ",
      p.proposal.needs(proposal.needs.map(p.role)),
    ),
    own ? h("p", { class: "own" }, p.proposal.own) : null,
    own || may ? reasonField(draft, key) : null,
    h(
      "div",
      { class: "row" },
      own ? null : h("button", {
        class: "primary",
        disabled: !may,
        onclick: (event) =>
          giveOffice(desk, { do: "approve", proposal: proposal.id }, event.currentTarget, p.proposal.approved),
      }, p.proposal.approve),
      h("button", { disabled: !may && !own, onclick: decline }, own ? p.proposal.withdraw : p.proposal.decline),
    ),
  ];
}

/** @param {Desk} desk @param {Of<"payable">} item */
function payableItem(desk, { payable }) {
  /** @param {boolean} cash */
  const propose = (cash) => (/** @type {Pressed} */ event) => {
    /** @type {PayJackpot} */
    const command = {
      do: "pay_jackpot",
      jackpot: payable.jackpot,
      table: payable.table,
      round: payable.round,
      box: payable.box,
      target: payable.target,
      ...(cash ? { cash } : {}),
    };
    return giveOffice(desk, command, event.currentTarget, p.payable.proposed);
  };
  return [
    top(
      p.payable.title,
      p.payable.where(payable.table, payable.round, payable.box),
      `/deal/${encodeURIComponent(payable.table)}`,
    ),
    verifying(payable),
    h("p", { class: "muted small" }, p.payable.check),
    h(
      "div",
      { class: "row" },
      h(
        "button",
        { class: "primary", onclick: propose(false) },
        payable.in_chips ? p.payable.chips : p.payable.propose,
      ),
      payable.in_chips ? h("button", { onclick: propose(true) }, p.payable.cash) : null,
    ),
  ];
}

/** @param {Desk} desk @param {Of<"call">} item */
function callItem(desk, { table, call }) {
  return [
    top(
      p.call.title(t.table.player(call.player)),
      p.matter.at(table.table, table.round),
      `/deal/${encodeURIComponent(table.table)}`,
    ),
    h(
      "p",
      { class: "item-facts" },
      [call.words ? `“${call.words}”` : p.call.noWords, call.box === null ? null : p.fact("box", call.box)].filter(
        Boolean,
      ).join(" · "),
    ),
    h("p", { class: "muted small" }, p.call.text),
    h(
      "div",
      { class: "row" },
      h("a", { class: "button", href: `/deal/${encodeURIComponent(table.table)}` }, p.deal),
      h("button", {
        class: "primary",
        onclick: (event) => giveHouse(desk, table.table, { do: "answer_call", call: call.number }, event.currentTarget),
      }, p.call.answer),
    ),
  ];
}

/** @param {Desk} desk @param {Of<"need">} item */
function needItem(desk, { table, need }) {
  return [
    top(p.need.what[need.need] ?? need.need, table.table, `/deal/${encodeURIComponent(table.table)}`),
    h(
      "p",
      { class: "item-facts" },
      [p.need.by(need.by, timeOf(need.at)), need.words ? `“${need.words}”` : null].filter(Boolean).join(" · "),
    ),
    h(
      "div",
      { class: "row" },
      h("button", {
        class: "primary",
        onclick: (event) => giveHouse(desk, table.table, { do: "answer_need", call: need.number }, event.currentTarget),
      }, p.need.answer),
    ),
  ];
}

/** @param {Desk} desk @param {Of<"paused">} item */
function pausedItem(desk, { table }) {
  return [
    top(p.paused.title, table.table, `/deal/${encodeURIComponent(table.table)}`),
    h("p", { class: "item-facts" }, table.paused_because || p.paused.noReason),
    h(
      "div",
      { class: "row" },
      h("a", { class: "button", href: `/deal/${encodeURIComponent(table.table)}` }, p.deal),
      h(
        "button",
        { onclick: (event) => giveHouse(desk, table.table, { do: "resume_table" }, event.currentTarget) },
        p.resume,
      ),
    ),
  ];
}

/** @param {Desk} desk @param {Of<"choice">} item */
function choiceItem(desk, { table }) {
  const may = desk.pit.may.includes("jackpot_service");
  const give = (/** @type {TableCommand} */ command) => (/** @type {Pressed} */ event) =>
    giveTable(desk, table.table, command, event.currentTarget);
  return [
    top(p.choice.title, table.table),
    h("p", { class: "item-facts" }, p.choice.text),
    h(
      "div",
      { class: "row" },
      h("button", { disabled: !may, onclick: give({ do: "jackpot_service", available: false }) }, p.choice.without),
      h("button", { disabled: !may, onclick: give({ do: "jackpot_service", available: true }) }, p.choice.with),
      h("button", { disabled: !may, onclick: give({ do: "close_table" }) }, p.choice.close),
    ),
    may ? null : h("p", { class: "muted small" }, p.matter.notYou(p.role("shift_manager"))),
  ];
}

/** @param {Desk} desk @param {Item} one */
function itemOf(desk, one) {
  switch (one.kind) {
    case "matter":
      return matterItem(desk, one);
    case "call":
      return callItem(desk, one);
    case "need":
      return needItem(desk, one);
    case "proposal":
      return proposalItem(desk, one);
    case "payable":
      return payableItem(desk, one);
    case "return":
      return [top(p.owed.title, p.matter.at(one.owed.table, one.owed.round)), returning(desk, one.owed)];
    case "paused":
      return pausedItem(desk, one);
    default:
      return choiceItem(desk, one);
  }
}
