/* The cage: players and their wallets, table floats, the gaming day, what awaits a second person. */

import { render, style } from "../dom.js";
import { c } from "../text/en_cage.js";
import { calls } from "../cage/calls.js";
import { cash } from "../cage/cash.js";
import { day } from "../cage/day.js";
import { players } from "../cage/players.js";
import { tables } from "../cage/tables.js";
import { gate, may, searched } from "../office/parts.js";
import { proposals } from "../office/proposals.js";
import { slips } from "../office/slips.js";
import { openOffice } from "../office/sections.js";

/** @import { Open, Shell } from "../main.js" */

const SECTIONS = {
  players,
  tables: (/** @type {() => void} */ draw) => tables(draw),
  cash,
  day,
  slips: (/** @type {() => void} */ draw) => slips(draw),
  approvals: (/** @type {() => void} */ draw) => proposals(draw),
};

/** @type {Open} */
export async function open(outlet, _parts, shell) {
  await style("office.css");
  const refused = gate("cage");
  if (refused !== null) {
    render(outlet, refused);
    return { title: c.title };
  }
  const { see = may("cash_out") ? "players" : "day" } = searched();
  const current = isSection(see) ? see : "players";
  /** @type {ReturnType<typeof calls> | null} */
  let heard = null;
  const page = openOffice(outlet, "office", {
    title: c.title,
    lead: c.lead,
    address: "/cage",
    sections: Object.keys(SECTIONS).filter(isSection).map((name) => [name, c.sections[name]]),
    current,
  }, (draw) => {
    const section = SECTIONS[current](draw, shell);
    heard = calls(draw);
    return { drawn: () => [heard?.drawn() ?? null, section.drawn()] };
  });
  const close = () => {
    heard?.close();
    page.close?.();
  };
  return { ...page, close };
}

/**
 * @param {string} name
 * @returns {name is keyof typeof SECTIONS}
 */
const isSection = (name) => name in SECTIONS;
