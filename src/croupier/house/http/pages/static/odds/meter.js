/* A drawing of what a jackpot wager returns against its meter, and where each dollar of it goes. */

import { h } from "../dom.js";
import { odds as t } from "../text/en_odds.js";
import { dollars, percent, ratio } from "./numbers.js";

/**
 * @typedef {{
 *   meter: number,
 *   break_even_meter: number | null,
 *   return_per_cent_of_meter: string,
 *   expected: string,
 * }} Odds
 */

const PLANE = 1000;

/** @param {number} most @param {number} wanted */
function steps(most, wanted) {
  const rough = most / wanted;
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((one) => one * size).find((one) => one >= rough) ?? rough;
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, at) => at * step);
}

/** @param {number} cents */
const short = (cents) => {
  const amount = cents / 100;
  if (amount >= 1e6) return `$${Number((amount / 1e6).toFixed(2))}M`;
  return amount >= 1e3 ? `$${Number((amount / 1e3).toFixed(1))}k` : `$${Number(amount.toFixed(0))}`;
};

/** @param {Odds[]} jackpots */
export function farthest(jackpots) {
  return Math.max(100000, ...jackpots.map(({ meter, break_even_meter: even }) => 1.35 * Math.max(meter, even ?? 0)));
}

/**
 * Lines for each target; `jackpots` as in the sheet, by name. Axis labels and names of points are text of the page, not
 * of the drawing, so that they keep their size and wrap at any width.
 * @param {{ jackpots: Record<string, Odds>, setMeter: (meter: number) => void }} given
 */
export function MeterChart({ jackpots, setMeter }) {
  const most = farthest(Object.values(jackpots));
  const lines = Object.entries(jackpots).map(([name, one]) => {
    const slope = ratio(one.return_per_cent_of_meter);
    const back = 1 + ratio(one.expected);
    return { name, one, at: (/** @type {number} */ meter) => back + slope * (meter - one.meter), now: back };
  });
  const top = Math.max(1.15, ...lines.map(({ at }) => at(most)));
  /** @param {number} meter @param {number} share */
  const place = (meter, share) => ({ "--x": (meter / most).toFixed(4), "--y": (1 - share / top).toFixed(4) });
  /** @param {number} meter @param {number} share */
  const point = (meter, share) => `${(meter / most) * PLANE} ${(1 - share / top) * PLANE}`;
  const [first] = lines;
  const even = first.one.break_even_meter;
  const within = even !== null && even < most;
  const summary = t.meter.summary(
    dollars(first.one.meter, { whole: true }),
    percent(first.now, 2),
    even === null ? t.noBreakEven : dollars(even, { whole: true }),
  );
  /** @param {number} number */
  const kind = (number) => ["point", number > 0 && "second"];
  return h(
    "figure",
    { class: "meter-chart" },
    h(
      "div",
      { class: "plot", role: "img", "aria-label": summary },
      h(
        "ol",
        { class: "shares" },
        steps(top, 5).map((share) => h("li", { key: share, style: place(0, share) }, percent(share, 0))),
      ),
      h(
        "div",
        { class: "plane" },
        h(
          "svg",
          { viewBox: `0 0 ${PLANE} ${PLANE}`, preserveAspectRatio: "none", "aria-hidden": "true" },
          steps(top, 5).map((share) => h("path", { class: "guide", d: `M${point(0, share)}H${PLANE}` })),
          h("path", { class: "fair", d: `M${point(0, 1)}H${PLANE}` }),
          within && h("path", { class: "drop", d: `M${point(even, 1)}V${PLANE}` }),
          lines.map(({ name, at }, number) =>
            h("path", {
              key: name,
              class: ["line", number > 0 && "second"],
              d: `M${point(0, at(0))}L${point(most, at(most))}`,
            })
          ),
        ),
        within && h("i", { class: "point even", style: place(even, 1) }),
        lines.map(({ name, one, now }, number) =>
          h("i", { key: name, class: kind(number), style: place(one.meter, now) })
        ),
      ),
      h(
        "ol",
        { class: "meters" },
        steps(most, 6).map((meter) =>
          h("li", { key: meter, style: place(meter, 0), class: meter > most * 0.93 && "last" }, short(meter))
        ),
      ),
    ),
    h(
      "ul",
      { class: "legend" },
      lines.map(({ name, one, now }, number) =>
        h(
          "li",
          { key: name },
          h("i", { class: kind(number) }),
          h(
            "span",
            null,
            lines.length > 1 ? `${t.wagers[name === "dealer_jackpot" ? name : "jackpot"]}, ` : "",
            t.meter.now(dollars(one.meter, { whole: true }), percent(now, 2)),
          ),
        )
      ),
      within && h("li", null, h("i", { class: "point even" }), t.meter.breakEven(dollars(even, { whole: true }))),
      h("li", null, h("i", { class: "dotted" }), t.meter.fair),
    ),
    h("input", {
      type: "range",
      class: "meter-range",
      min: 0,
      max: Math.round(most),
      step: Math.max(1, Math.round(most / 400)),
      value: String(Math.min(first.one.meter, Math.round(most))),
      "aria-label": t.meter.slider,
      "aria-valuetext": dollars(first.one.meter),
      oninput: ({ target }) => setMeter(Number(target.value)),
    }),
    h("figcaption", null, summary),
  );
}

const PARTS = ["growth", "reset", "fixed_prizes", "house"];

/** @param {{ funding: Record<string, string> }} given */
export function Funding({ funding }) {
  const shares = PARTS.map((name) => ({ name, share: ratio(funding[name]) }));
  const positive = shares.filter(({ share }) => share > 0);
  const whole = positive.reduce((sum, { share }) => sum + share, 0);
  let from = 0;
  return h(
    "figure",
    { class: "funding" },
    h(
      "svg",
      { viewBox: "0 0 800 34", preserveAspectRatio: "none", "aria-hidden": "true" },
      positive.map(({ name, share }) => {
        const x = (from / whole) * 800;
        from += share;
        return h("rect", {
          class: name,
          key: name,
          x,
          y: 0,
          width: Math.max(0, (share / whole) * 800 - 2),
          height: 34,
        });
      }),
    ),
    h(
      "ul",
      { class: "legend" },
      shares.map(({ name, share }) =>
        h(
          "li",
          { key: name },
          h(
            "svg",
            { class: "sign", viewBox: "0 0 16 16", "aria-hidden": "true" },
            h("rect", { class: name, x: 1, y: 1, width: 14, height: 14 }),
          ),
          h("span", null, t.longRun.parts[name], " ", h("strong", null, percent(share, 2))),
        )
      ),
    ),
  );
}
