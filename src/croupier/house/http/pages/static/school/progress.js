/* How somebody, and everybody, is getting on. */

import { h } from "../dom.js";
import { api } from "../net.js";
import { asked, rows, shown } from "../office/parts.js";
import { t as common } from "../text/en.js";
import { s as t } from "../text/en_school.js";

/** @import { Progress, Pupil } from "../../api.d.ts" */

/** @typedef {Progress & { who: string }} Line */

/** @param {Progress[]} own */
export const Own = (own) =>
  h(
    "section",
    { class: "panel", key: "own" },
    h("h2", {}, t.own),
    listed(own.map((one) => ({ ...one, who: "" })), false, t.none),
  );

/** @param {() => void} draw */
export function pupils(draw) {
  const all = asked(() => api("GET /api/school/pupils", {}), draw);
  return {
    drawn: () =>
      h("section", { class: "panel", key: "pupils" }, h("h2", {}, t.pupils), shown(all, (found) => everybody(found))),
  };
}

/** @param {Pupil[]} found */
const everybody = (found) =>
  listed(found.flatMap(({ name, progress }) => progress.map((one) => ({ ...one, who: name }))), true, t.nobody);

/** @param {Line[]} lines @param {boolean} named @param {string} empty */
const listed = (lines, named, empty) =>
  rows({
    caption: named ? t.pupils : t.own,
    data: lines,
    empty,
    keyOf: ({ who, of }) => `${who} ${of.rulebook} ${of.kind} ${of.level}`,
    columns: [
      named ? { head: t.columns.who, cell: ({ who }) => who } : null,
      { head: t.columns.what, cell: ({ of }) => t.kinds[of.kind] ?? of.kind },
      { head: t.columns.game, cell: ({ of }) => common.game(of.rulebook) },
      { head: t.columns.level, cell: ({ of }) => t.levels(of.level) },
      { head: t.columns.all, number: true, cell: ({ exercises }) => String(exercises) },
      { head: t.columns.right, number: true, cell: ({ right }) => String(right) },
      {
        head: t.columns.recent,
        number: true,
        cell: ({ recent }) => t.recent(recent.filter(Boolean).length, recent.length),
      },
    ],
  });
