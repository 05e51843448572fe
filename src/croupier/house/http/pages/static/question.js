/* A question in the middle of the page, which has to be answered before anything else is done. */

import { h, render } from "./dom.js";

/**
 * @typedef {object} Question
 * @property {string} title
 * @property {string} text
 * @property {string} yes
 * @property {string} no what Escape means too
 */

/**
 * @param {Question} question
 * @returns {Promise<boolean>}
 */
export function ask({ title, text, yes, no }) {
  const dialog = document.createElement("dialog");
  dialog.className = "question";
  dialog.setAttribute("aria-labelledby", "question");
  const answer = (/** @type {string} */ value) => () => dialog.close(value);
  render(dialog, [
    h("h2", { id: "question" }, title),
    h("p", {}, text),
    h(
      "div",
      { class: "row" },
      h("button", { class: "primary", autofocus: true, onclick: answer("no") }, no),
      h("button", { onclick: answer("yes") }, yes),
    ),
  ]);
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((done) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      done(dialog.returnValue === "yes");
    });
  });
}
