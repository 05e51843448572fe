/* What regulators ask for: each requirement, how it is met, and the evidence. */

import { h } from "../dom.js";
import { u } from "../text/en_audit.js";
import { pair, rows } from "../office/parts.js";
import { panel } from "./panels.js";

/** @import { Compliance, Requirement } from "../../api.d.ts" */

const words = u.report.compliance;

/** @param {Requirement} one */
const standing = (one) => (one.met ? (one.missing === null ? words.met : words.partly) : words.notMet);

/** @param {Requirement} one */
const evidence = (one) =>
  h(
    "details",
    {},
    h("summary", {}, words.evidence(one.tests.length + one.commands.length)),
    h(
      "ul",
      { class: "evidence" },
      [...one.tests, ...one.commands].map((name) => h("li", { key: name }, h("code", {}, name))),
    ),
  );

/** @param {Compliance} found */
export function compliance({ requirements }) {
  const of = (/** @type {string} */ words) => requirements.filter((one) => standing(one) === words).length;
  return panel(
    "compliance",
    u.report.names.compliance,
    h("p", { class: "muted" }, words.about),
    h(
      "dl",
      { class: "figures" },
      [words.met, words.partly, words.notMet].map((name) => pair(name, String(of(name)))),
    ),
    rows({
      caption: u.report.names.compliance,
      data: requirements,
      empty: u.report.none,
      keyOf: (one) => one.name,
      columns: [
        { head: words.requirement, cell: (one) => h("b", {}, one.name) },
        { head: words.standing, cell: (one) => standing(one) },
        {
          head: words.how,
          wide: true,
          cell: (one) => [
            h("p", {}, one.how),
            one.missing === null ? null : h("p", {}, h("b", {}, words.missing), one.missing),
            evidence(one),
          ],
        },
      ],
    }),
  );
}
