/* The choice of a language: each under its own name. The house hears of it by a cookie, with every request. */

import { h } from "./dom.js";

const LANGUAGES = { en: "English", "zh-Hans": "简体中文", ms: "Bahasa Melayu", ta: "தமிழ்" };
const YEAR_SECONDS = 31_536_000;

/** @param {string} tag */
function choose(tag) {
  document.cookie = `croupier_language=${tag}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`;
  location.reload();
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
          onclick: () => choose(tag),
        }, name)
      ),
    ),
  );
