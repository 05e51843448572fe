/* Parts of reports for reading: columns of amounts, and panels with a title. */

import { h } from "../dom.js";
import { money } from "../text/en.js";
import { o } from "../text/en_office.js";

/** @import { Child } from "../dom.js" */
/** @import { Column } from "../office/parts.js" */

/**
 * @param {string} name
 * @param {string} head
 * @returns {Column<Record<string, any>>}
 */
export const column = (name, head) => ({
  head,
  number: true,
  cell: (one) => (typeof one[name] === "number" ? money(one[name]) : (one[name] ?? o.nothing)),
});

/** @param {string} key @param {string} title @param {...Child} inside */
export const panel = (key, title, ...inside) =>
  h("section", { class: "panel", key, "aria-label": title }, h("h2", {}, title), inside);
