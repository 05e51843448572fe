/* The administration: people, devices, tables, jackpots, health. */

import { render, style } from "../dom.js";
import { a } from "../text/en_admin.js";
import { devices } from "../admin/devices.js";
import { health } from "../admin/health.js";
import { jackpots } from "../admin/jackpots.js";
import { people } from "../admin/people.js";
import { tables } from "../admin/tables.js";
import { gate, searched } from "../office/parts.js";
import { openOffice } from "../office/sections.js";

/** @import { Open } from "../main.js" */

const SECTIONS = { people, devices, tables, jackpots, health };

/** @type {Open} */
export async function open(outlet, _parts, shell) {
  await style("office.css");
  const refused = gate("admin");
  if (refused !== null) {
    render(outlet, refused);
    return { title: a.title };
  }
  const { see = "people" } = searched();
  const shown = Object.keys(SECTIONS).filter(isSection);
  const current = shown.find((name) => name === see) ?? "people";
  return openOffice(outlet, "office", {
    title: a.title,
    lead: a.lead,
    address: "/admin",
    sections: shown.map((name) => [name, a.sections[name]]),
    current,
  }, (draw) => SECTIONS[current](draw, shell));
}

/**
 * @param {string} name
 * @returns {name is keyof typeof SECTIONS}
 */
const isSection = (name) => name in SECTIONS;
