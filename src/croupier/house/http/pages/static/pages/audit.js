/* The audit: rounds, significant events, reports, and one round step by step. */

import { h, render, style } from "../dom.js";
import { u } from "../text/en_audit.js";
import { reports } from "../audit/reports.js";
import { round } from "../audit/round.js";
import { events, rounds } from "../audit/searching.js";
import { gate, has, head, searched } from "../office/parts.js";

const SECTIONS = { rounds, events, reports };
const READERS = {
  rounds: ["auditor", "shift_manager"],
  events: ["auditor", "shift_manager", "administrator"],
  reports: ["auditor", "shift_manager", "pit_manager", "cage"],
};

export async function open(outlet, [table, number], shell) {
  await Promise.all([style("office.css"), style("audit.css")]);
  const wanted = table === undefined ? [...new Set(Object.values(READERS).flat())] : READERS.rounds;
  const refused = gate(...wanted);
  if (refused !== null) {
    render(outlet, refused);
    return { title: u.title };
  }
  let here = true;
  const close = () => {
    here = false;
  };
  if (table !== undefined) {
    const draw = () => here && render(outlet, h("div", { class: "office audit" }, one.drawn()));
    const one = round(draw, table, Number(number));
    draw();
    return { title: `${u.round.title(table, number)} · ${u.title}`, close };
  }
  const mine = Object.keys(SECTIONS).filter((name) => has(...READERS[name]));
  const { see } = searched();
  const current = mine.includes(see) ? see : mine[0];
  const sections = mine.map((name) => [name, u.sections[name], `/audit?see=${name}`]);
  const draw = () =>
    here &&
    render(outlet, h("div", { class: "office audit" }, head(u.title, u.lead, sections, current), section.drawn()));
  const section = SECTIONS[current](draw, shell);
  draw();
  return { title: `${u.sections[current]} · ${u.title}`, close };
}
