/* The log as outsiders see it: published heads, and which of them this browser remembers. */

import { h, render, style } from "../dom.js";
import { api } from "../net.js";
import { heads } from "../remembered.js";
import { dayOf, t } from "../text/en.js";
import { l } from "../text/en_log.js";

/** @import { PublishedHead } from "../../api.d.ts" */
/** @import { Open } from "../main.js" */
/** @import { Head } from "../remembered.js" */

/** @type {Open} */
export async function open(outlet) {
  await style("office.css");
  /**
   * @param {(Head & { kept: string })[]} remembered
   * @param {PublishedHead[]} published
   * @param {unknown} trouble
   */
  const draw = (remembered, published, trouble) =>
    render(
      outlet,
      h(
        "div",
        { class: "office log" },
        h("h1", {}, l.title),
        h("p", {}, l.lead),
        trouble ? h("p", { class: "error", role: "alert" }, t.trouble.words(trouble)) : null,
        h("h2", {}, l.browser),
        h("p", { class: "muted" }, l.browserLead),
        remembered.length === 0 ? h("p", {}, l.nothing) : h(
          "ul",
          { class: "heads" },
          remembered.map((head) =>
            h(
              "li",
              { key: `${head.seq} ${head.link}` },
              h("strong", {}, l.record(head.seq)),
              " ",
              h("span", { class: "muted" }, dayOf(head.at)),
              " ",
              h("span", {}, l.state[head.kept] ?? ""),
            )
          ),
        ),
        h("h2", {}, l.published),
        h("p", { class: "muted" }, l.publishedLead),
        published.length === 0 ? h("p", {}, l.none) : h(
          "ul",
          { class: "heads" },
          published.map((head) =>
            h(
              "li",
              { key: head.seq },
              h("strong", {}, l.record(head.seq)),
              " ",
              h("span", { class: "muted" }, dayOf(head.at)),
              " ",
              h("span", {}, l.witnesses((head.witnesses ?? []).map((one) => one.house))),
              h("code", {}, head.link),
            )
          ),
        ),
        h("h2", {}, l.how),
        h("p", {}, l.howText),
      ),
    );
  draw([], [], null);
  try {
    const published = (await api("GET /api/log/heads", {})).heads;
    const remembered = [];
    for (const head of heads()) {
      const { kept } = await api("GET /api/log/consistency", { seq: head.seq, link: head.link });
      remembered.push({ ...head, kept });
    }
    draw(remembered, published, null);
  } catch (trouble) {
    draw([], [], trouble);
  }
  return { title: l.title };
}
