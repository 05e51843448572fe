/* A link to fail or restore. */

import { h, sheet } from "../dom.js";
import { p } from "../text/en_pit.js";
import { tryOffice } from "./desk.js";

/** @import { PitJackpot } from "../../api.d.ts" */
/** @import { Refusal } from "../dealer/desk.js" */
/** @import { Submitted } from "../dom.js" */
/** @import { Desk } from "./desk.js" */

/**
 * @typedef {object} LinkState
 * @property {PitJackpot} jackpot
 * @property {Desk} desk
 * @property {boolean} down
 * @property {string} reason
 * @property {Refusal | null} trouble
 * @property {() => void} redraw
 * @property {() => void} close
 */

/** @param {PitJackpot} jackpot @param {Desk} desk */
export function openLink(jackpot, desk) {
  const down = jackpot.failed !== null;
  /** @type {LinkState} */
  const s = { jackpot, desk, down, reason: "", trouble: null, redraw: () => redraw(), close: () => redraw.close() };
  const redraw = sheet(
    down ? p.link.restoreTitle(jackpot.jackpot) : p.link.failTitle(jackpot.jackpot),
    () => drawnLink(s),
  );
}

/** @param {LinkState} s @param {Submitted} event */
async function submit(s, event) {
  event.preventDefault();
  s.trouble = await tryOffice(s.desk, {
    do: s.down ? "restore_link" : "fail_link",
    jackpot: s.jackpot.jackpot,
    reason: s.reason.trim(),
  });
  if (s.trouble === null) s.close();
  else s.redraw();
}

/** @param {LinkState} s */
const drawnLink = (s) =>
  h(
    "form",
    { class: "pit-form", onsubmit: (event) => submit(s, event) },
    h("p", { class: "muted" }, s.down ? p.link.restoreLead : p.link.failLead),
    h(
      "label",
      { class: "field" },
      p.reason,
      h("input", {
        required: true,
        maxlength: 300,
        value: s.reason,
        oninput: (event) => {
          s.reason = event.target.value;
        },
      }),
    ),
    s.trouble ? h("p", { class: "error", role: "alert" }, s.trouble.message) : null,
    h("button", { class: "primary", type: "submit" }, s.down ? p.link.restore : p.link.fail),
  );
