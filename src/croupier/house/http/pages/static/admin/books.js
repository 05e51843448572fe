/* A custom rulebook: chosen as a file, or pasted. The house reads it and says what is wrong. */

import { h } from "../dom.js";
import { field } from "../office/parts.js";

/** @param {{ file: string, pasted: string, fileNote: string }} words */
export const bookField = (words) =>
  h(
    "div",
    { class: "inline", key: "file" },
    field(words.file, h("input", { name: "file", type: "file", accept: ".toml,text/plain" })),
    field(
      words.pasted,
      h("textarea", { name: "pasted", rows: 3, spellcheck: "false", autocomplete: "off" }),
      words.fileNote,
    ),
  );

/**
 * What a form names: the text of a file, or an edition; nothing if it names neither.
 * @param {HTMLFormElement} form
 */
export async function bookOf(form) {
  const given = new FormData(form);
  const file = given.get("file");
  const pasted = String(given.get("pasted") ?? "");
  const rulebook = String(given.get("rulebook") ?? "");
  const text = file instanceof File && file.size ? await file.text() : pasted.trim() ? pasted : "";
  if (text) return text.endsWith("\n") ? text : `${text}\n`;
  return rulebook === "file" ? "" : rulebook.trim();
}
