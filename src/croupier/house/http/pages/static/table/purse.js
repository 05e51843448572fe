/* What a player has: the wallet, what is kept of it for the bet, the result of this visit. */

import { h } from "../dom.js";
import { me } from "../net.js";
import { money, shortMoney, signed, t } from "../text/en.js";

/** @import { Seen } from "./state.js" */

/**
 * @param {Seen} s
 * @param {() => void} open shows more about it
 */
export function purse(s, open) {
  const { view, kept, layout } = s.push;
  const held = me.wallet ? money(view.practice ? me.wallet.practice : me.wallet.live) : null;
  const net = s.memory.net();
  const aside = Object.values(kept).reduce((sum, one) => sum + one, 0);
  const words = aside ? t.table.kept(shortMoney(aside), t.wager(layout.stay)) : null;
  return h(
    "button",
    {
      class: "purse",
      onclick: open,
      "aria-label": [held, words, t.table.netLabel(signed(net)), t.table.position].filter(Boolean).join(". "),
    },
    held ? h("b", {}, held) : null,
    words ? h("span", { class: "kept", key: "kept" }, words) : null,
    h("span", { class: net < 0 ? "down" : "up", key: "net" }, `${t.table.net} ${signed(net)}`),
  );
}
