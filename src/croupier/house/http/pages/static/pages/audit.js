/* The audit: rounds, significant events, reports, and one round step by step. */

import { h, render, style } from "../dom.js";
import { u } from "../text/en_audit.js";
import { REPORT_NAMES, reports } from "../audit/reports.js";
import { round } from "../audit/round.js";
import { events, rounds } from "../audit/searching.js";
import { address, gate, opens, searched } from "../office/parts.js";
import { openAlone, openOffice } from "../office/sections.js";

/** @import { Section } from "../../api.d.ts" */
/** @import { Open } from "../main.js" */

const KIND = "office audit";
const SECTIONS = { rounds, events, reports };
/** @type {Record<keyof typeof SECTIONS, Section[]>} any one of them opens it */
const OPENED_BY = { rounds: ["rounds"], events: ["events"], reports: REPORT_NAMES };

/** @type {Section[]} */
const ONE_ROUND = ["rounds", "pit", "cage"];

/** @type {Open} */
export async function open(outlet, [table, number], shell) {
  await Promise.all([style("office.css"), style("audit.css")]);
  // Whoever may release a jackpot prize looks at its round; the service refuses others.
  const refused = gate(...(table === undefined ? Object.values(OPENED_BY).flat() : ONE_ROUND));
  if (refused !== null) {
    render(outlet, refused);
    return { title: u.title };
  }
  if (table !== undefined && !/^[1-9]\d{0,8}$/.test(number)) {
    render(outlet, noSuchRound(table, number));
    return { title: `${u.round.none} · ${u.title}` };
  }
  if (table !== undefined) {
    const title = `${u.round.title(table, Number(number))} · ${u.title}`;
    return openAlone(outlet, KIND, title, (draw) => round(draw, table, Number(number)));
  }
  const { see } = searched();
  const mine = Object.keys(SECTIONS).filter(isSection);
  const current = mine.find((name) => name === see) ?? mine[0];
  return openOffice(outlet, KIND, {
    title: u.title,
    lead: u.lead,
    address: "/audit",
    sections: mine.map((name) => [name, u.sections[name]]),
    current,
  }, (draw) => SECTIONS[current](draw, shell));
}

/**
 * @param {string} table
 * @param {string} number
 */
const noSuchRound = (table, number) =>
  h(
    "div",
    { class: "state" },
    h("h1", {}, u.round.none),
    h("p", {}, u.round.numbered(number)),
    h("a", { class: "button primary", href: address("/audit", { see: "rounds", table }) }, u.round.ofTable(table)),
  );

/**
 * @param {string} name
 * @returns {name is keyof typeof SECTIONS}
 */
const isSection = (name) => name in SECTIONS && OPENED_BY[/** @type {keyof typeof SECTIONS} */ (name)].some(opens);
