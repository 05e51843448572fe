/* The administration: people, devices, tables, jackpots, health. */

import { h, render, style } from "../dom.js";
import { a } from "../text/en_admin.js";
import { devices } from "../admin/devices.js";
import { health } from "../admin/health.js";
import { jackpots } from "../admin/jackpots.js";
import { people } from "../admin/people.js";
import { tables } from "../admin/tables.js";
import { gate, has, head, searched } from "../office/parts.js";

const SECTIONS = { people, devices, tables, jackpots, health };

export async function open(outlet, _parts, shell) {
  await style("office.css");
  const refused = gate("administrator", "shift_manager");
  if (refused !== null) {
    render(outlet, refused);
    return { title: a.title };
  }
  const shown = Object.keys(SECTIONS).filter((name) => name !== "devices" || has("administrator"));
  const { see = "people" } = searched();
  const current = shown.includes(see) ? see : "people";
  const sections = shown.map((name) => [name, a.sections[name], `/admin?see=${name}`]);
  let here = true;
  const draw = () =>
    here && render(outlet, h("div", { class: "office" }, head(a.title, a.lead, sections, current), section.drawn()));
  const section = SECTIONS[current](draw, shell);
  draw();
  return {
    title: `${a.sections[current]} · ${a.title}`,
    close: () => {
      here = false;
    },
  };
}
