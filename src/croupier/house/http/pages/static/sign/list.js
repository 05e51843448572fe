/* Every jackpot of the house, to choose one for the wall. */

import { h, oneLine, render } from "../dom.js";
import { api } from "../net.js";
import { sign as t } from "../text/en_sign.js";
import { money, t as words } from "../text/en.js";

/** @import { JackpotMeters } from "../../api.d.ts" */

const ASK_EVERY = 5000;

/** @typedef {{ outlet: Element, timer: number, closed: boolean }} ListState */

/** @param {Element} outlet */
export async function openList(outlet) {
  /** @type {ListState} */
  const s = { outlet, timer: 0, closed: false };
  draw(s, null, null);
  await ask(s);
  return {
    title: t.list,
    close: () => {
      s.closed = true;
      clearTimeout(s.timer);
    },
  };
}

/** @param {ListState} s */
async function ask(s) {
  try {
    const jackpots = await api("GET /api/jackpots", {});
    if (!s.closed) draw(s, jackpots, null);
  } catch (trouble) {
    if (!s.closed) draw(s, null, trouble);
  }
  if (!s.closed) s.timer = setTimeout(() => ask(s), ASK_EVERY);
}

/**
 * @param {ListState} s
 * @param {JackpotMeters[] | null} jackpots
 * @param {unknown} trouble
 */
const draw = (s, jackpots, trouble) =>
  render(
    s.outlet,
    h(
      "div",
      { class: "sign-list" },
      h("h1", null, t.list),
      h("p", { class: "muted" }, t.listLead),
      trouble ? h("p", { class: "error", role: "alert" }, words.trouble.words(trouble)) : null,
      jackpots?.length === 0 && h("p", null, t.none),
      h(
        "ul",
        null,
        (jackpots ?? []).map((one) =>
          h(
            "li",
            { key: one.jackpot },
            h(
              "a",
              {
                href: `/sign/${encodeURIComponent(one.jackpot)}`,
                "aria-label": t.open(one.jackpot, one.failed ? t.notAvailable : money(one.display)),
              },
              h("span", { class: "name" }, one.jackpot),
              oneLine("strong", one.failed ? t.notAvailable : money(one.display)),
              h("span", { class: "muted" }, t.tables(one.tables)),
            ),
          )
        ),
      ),
    ),
  );
