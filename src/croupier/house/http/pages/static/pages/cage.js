/* The cage: players and their wallets, table floats, the gaming day, what waits for a second person. */

import { h, render, style } from "../dom.js";
import { me } from "../net.js";
import { c } from "../text/en_cage.js";
import { day } from "../cage/day.js";
import { players } from "../cage/players.js";
import { tables } from "../cage/tables.js";
import { gate, head, searched } from "../office/parts.js";
import { proposals } from "../office/proposals.js";

const SECTIONS = { players, tables, day, approvals: (draw) => proposals(draw) };

export async function open(outlet, _parts, shell) {
  await style("office.css");
  const refused = gate("cage", "shift_manager");
  if (refused !== null) {
    render(outlet, refused);
    return { title: c.title };
  }
  const { see = me.person.roles.includes("cage") ? "players" : "day" } = searched();
  const current = see in SECTIONS ? see : "players";
  const sections = Object.keys(SECTIONS).map((name) => [name, c.sections[name], `/cage?see=${name}`]);
  let here = true;
  const draw = () =>
    here && render(outlet, h("div", { class: "office" }, head(c.title, c.lead, sections, current), section.drawn()));
  const section = SECTIONS[current](draw, shell);
  draw();
  return {
    title: `${c.sections[current]} · ${c.title}`,
    close: () => {
      here = false;
    },
  };
}
