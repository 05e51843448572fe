/* The audit: rounds, significant events, reports, and one round step by step. */

import { render, style } from "../dom.js";
import { u } from "../text/en_audit.js";
import { reports } from "../audit/reports.js";
import { round } from "../audit/round.js";
import { events, rounds } from "../audit/searching.js";
import { gate, has, searched } from "../office/parts.js";
import { openAlone, openOffice } from "../office/sections.js";

/** @import { HouseRole } from "../../api.d.ts" */
/** @import { Open } from "../main.js" */

const KIND = "office audit";
const SECTIONS = { rounds, events, reports };
/** @type {Record<keyof typeof SECTIONS, HouseRole[]>} */
const READERS = {
  rounds: ["auditor", "shift_manager"],
  events: ["auditor", "shift_manager", "administrator"],
  reports: ["auditor", "shift_manager", "pit_manager", "cage"],
};

/** @type {Open} */
export async function open(outlet, [table, number], shell) {
  await Promise.all([style("office.css"), style("audit.css")]);
  const wanted = table === undefined ? [...new Set(Object.values(READERS).flat())] : READERS.rounds;
  const refused = gate(...wanted);
  if (refused !== null) {
    render(outlet, refused);
    return { title: u.title };
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
 * @param {string} name
 * @returns {name is keyof typeof SECTIONS}
 */
const isSection = (name) => name in SECTIONS && has(...READERS[/** @type {keyof typeof SECTIONS} */ (name)]);
