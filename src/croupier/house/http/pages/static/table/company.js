/* The bots at a table: who they are, by what they decide, and that they leave when asked. */

import { h, popover } from "../dom.js";
import { api, tableCommand } from "../net.js";
import { t } from "../text/en.js";
import { learn } from "../text/en_learn.js";
import { present, refused } from "./acting.js";

/** @import { BotAtTable } from "../../api.d.ts" */
/** @import { Seen } from "./state.js" */

/**
 * Who sits at a box, where the finger was.
 * @param {Seen} s
 * @param {number} box
 * @param {Element} anchor
 */
export async function tell(s, box, anchor) {
  try {
    const { bots } = await api("GET /api/tables/{table}/company", { table: s.table });
    const bot = bots.find((one) => one.box === box);
    if (bot) popover(anchor, Manners({ bot }));
  } catch {
    popover(anchor, learn.bots.failed);
  }
}

/** @param {{ bot: BotAtTable }} given */
const Manners = ({ bot }) => {
  const [always, ...others] = bot.stay_with;
  return [
    h("strong", {}, bot.name),
    h("p", {}, `${learn.bots.stay} ${always}${others.length ? `, ${learn.bots.and}` : "."}`),
    others.map((one) => h("p", { key: one }, `• ${one}`)),
    h("p", {}, h("small", {}, `${t.table.hand(learn.bots.pace[bot.pace])}. ${learn.bots.note}`)),
  ];
};

/**
 * Among the settings: who plays here, and the wish to be alone.
 * @param {Seen} s
 */
export function companySection(s) {
  const { view } = s.push;
  if (!view.alone && Object.keys(view.bots).length === 0) return null;
  const words = learn.bots;
  return h(
    "label",
    { class: "switch", key: "alone" },
    h("span", {}, words.alone),
    h("small", {}, words.aloneText),
    h("input", {
      type: "checkbox",
      role: "switch",
      checked: view.alone,
      onchange: (event) => askBots(s, event.currentTarget),
    }),
  );
}

/**
 * @param {Seen} s
 * @param {HTMLInputElement} toggle
 */
async function askBots(s, toggle) {
  const alone = toggle.checked;
  try {
    if (await present(s)) await tableCommand(s.table, { do: "play_alone", alone });
  } catch (trouble) {
    toggle.checked = !alone;
    refused(s, trouble, toggle);
  }
}
