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
 * Answered when a button is pressed: the dialog's own close event comes later, when something else may have been asked.
 * @param {Question} question
 * @returns {Promise<boolean>}
 */
export function ask({ title, text, yes, no }) {
  const dialog = document.createElement("dialog");
  dialog.className = "question";
  dialog.setAttribute("aria-labelledby", "question");
  const { promise, resolve } = Promise.withResolvers();
  const answer = (/** @type {boolean} */ value) => () => {
    dialog.close();
    dialog.remove();
    resolve(value);
  };
  dialog.addEventListener("cancel", answer(false));
  render(dialog, [
    h("h2", { id: "question" }, title),
    h("p", {}, text),
    h(
      "div",
      { class: "row" },
      h("button", { class: "primary", autofocus: true, onclick: answer(false) }, no),
      h("button", { onclick: answer(true) }, yes),
    ),
  ]);
  document.body.append(dialog);
  dialog.showModal();
  return promise;
}
