/* The choice of a language: each under its own name. The house hears of it by a cookie, with every request; who is logged
   in finds it again wherever they log in. */

import { h } from "./dom.js";
import { api, me } from "./net.js";

/** @import { Me } from "../api.d.ts" */
/** @typedef {keyof typeof LANGUAGES} Tag */

const LANGUAGES = { en: "English", "zh-Hans": "简体中文", ms: "Bahasa Melayu", ta: "தமிழ்" };
const YEAR_SECONDS = 31_536_000;

/** @param {string} tag */
function remember(tag) {
  document.cookie = `croupier_language=${tag}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`;
}

/** @param {Tag} tag */
async function choose(tag) {
  remember(tag);
  try {
    if (me.person !== null) await api("POST /api/language", {}, { language: tag });
  } finally {
    location.reload();
  }
}

/**
 * Whether pages have to be loaded anew for somebody who has just come in, in the language of their account.
 * @param {Me["person"]} person
 */
export function speaksOtherwise(person) {
  const tag = person?.language ?? null;
  if (tag === null || tag === document.documentElement.lang) return false;
  remember(tag);
  return true;
}

/** @param {string} label */
export const languages = (label) =>
  h(
    "footer",
    { class: "languages", key: "languages" },
    h(
      "nav",
      { "aria-label": label },
      Object.entries(LANGUAGES).map(([tag, name]) =>
        h("button", {
          class: "quiet",
          lang: tag,
          "aria-pressed": String(document.documentElement.lang === tag),
          onclick: () => choose(/** @type {Tag} */ (tag)),
        }, name)
      ),
    ),
  );
