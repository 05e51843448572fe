/* What a jackpot wager returns against its meter, drawn; and where each dollar of it goes. */

import { h } from "../dom.js";
import { odds as t } from "../text/en_odds.js";
import { dollars, percent, ratio } from "./numbers.js";

const WIDE = 800;
const TALL = 270;
const LEFT = 58;
const RIGHT = 14;
const TOP = 16;

function steps(most, wanted) {
  const rough = most / wanted;
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((one) => one * size).find((one) => one >= rough);
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, at) => at * step);
}

const short = (cents) => {
  const amount = cents / 100;
  if (amount >= 1e6) return `$${Number((amount / 1e6).toFixed(2))}M`;
  return amount >= 1e3 ? `$${Number((amount / 1e3).toFixed(1))}k` : `$${Number(amount.toFixed(0))}`;
};

export function farthest(jackpots) {
  return Math.max(100000, ...jackpots.map(({ meter, break_even_meter: even }) => 1.35 * Math.max(meter, even ?? 0)));
}

/* Words at a point, on the side where there is room. */
function Note({ at, y, above, words }) {
  const left = above || at > WIDE * 0.7;
  return h("text", { class: "note", x: at + (left ? -10 : 10), y: y + (above ? -10 : 20), "text-anchor": left ? "end" : "start" }, words);
}

/* Lines of each target; `jackpots` as the sheet has them, by name. */
export function MeterChart({ jackpots, setMeter }) {
  const all = Object.values(jackpots);
  const most = farthest(all);
  const lines = Object.entries(jackpots).map(([name, one]) => {
    const slope = ratio(one.return_per_cent_of_meter);
    const back = 1 + ratio(one.expected);
    return { name, one, at: (meter) => back + slope * (meter - one.meter), now: back };
  });
  const top = Math.max(1.15, ...lines.map(({ at }) => at(most)));
  const x = (meter) => LEFT + (meter / most) * (WIDE - LEFT - RIGHT);
  const y = (share) => TOP + (1 - share / top) * (TALL - TOP - 28);
  const [first] = lines;
  const evenWords = first.one.break_even_meter === null ? t.noBreakEven : dollars(first.one.break_even_meter, { whole: true });
  const summary = t.meter.summary(dollars(first.one.meter, { whole: true }), percent(first.now, 2), evenWords);
  return h("figure", { class: "meter-chart" },
    h("svg", { viewBox: `0 0 ${WIDE} ${TALL}`, role: "img", "aria-label": summary },
      steps(top, 5).map((share) => [
        h("path", { class: "guide", d: `M${LEFT} ${y(share)}H${WIDE - RIGHT}` }),
        h("text", { class: "tick", x: LEFT - 8, y: y(share) + 4, "text-anchor": "end" }, percent(share, 0)),
      ]),
      steps(most, 6).map((meter) => h("text", { class: "tick", x: x(meter), y: TALL - 6, "text-anchor": meter === 0 ? "start" : "middle" }, short(meter))),
      h("path", { class: "fair", d: `M${LEFT} ${y(1)}H${WIDE - RIGHT}` }),
      h("text", { class: "note", x: LEFT + 6, y: y(1) + 16 }, t.meter.fair),
      lines.map(({ name, one, at, now }, number) => [
        h("path", { class: ["line", number && "second"], d: `M${x(0)} ${y(at(0))}L${x(most)} ${y(at(most))}` }),
        one.break_even_meter !== null && one.break_even_meter < most && h("g", null,
          h("path", { class: "drop", d: `M${x(one.break_even_meter)} ${y(1)}V${y(0)}` }),
          h("circle", { class: "even", cx: x(one.break_even_meter), cy: y(1), r: 5 }),
          number === 0 && h("text", { class: "note strong", x: x(one.break_even_meter) - 8, y: y(0) - 8, "text-anchor": "end" },
            t.meter.breakEven(dollars(one.break_even_meter, { whole: true })))),
        h("rect", { class: ["now", number && "second"], x: x(one.meter) - 5, y: y(now) - 5, width: 10, height: 10 }),
        Note({ at: x(one.meter), y: y(now), above: lines.length > 1 && number === 0,
          words: `${lines.length > 1 ? `${t.wagers[name]}, ` : ""}${t.meter.now(dollars(one.meter, { whole: true }), percent(now, 2))}` }),
      ])),
    h("input", {
      type: "range", class: "meter-range", min: 0, max: Math.round(most), step: Math.max(1, Math.round(most / 400)), value: String(Math.min(first.one.meter, Math.round(most))),
      "aria-label": t.meter.slider, "aria-valuetext": dollars(first.one.meter), oninput: ({ target }) => setMeter(Number(target.value)),
    }),
    h("figcaption", null, summary));
}

const PARTS = ["growth", "reset", "fixed_prizes", "house"];

export function Funding({ funding }) {
  const shares = PARTS.map((name) => [name, ratio(funding[name])]);
  const positive = shares.filter(([, share]) => share > 0);
  const whole = positive.reduce((sum, [, share]) => sum + share, 0);
  let from = 0;
  return h("figure", { class: "funding" },
    h("svg", { viewBox: "0 0 800 34", preserveAspectRatio: "none", "aria-hidden": "true" },
      positive.map(([name, share]) => {
        const x = (from / whole) * 800;
        from += share;
        return h("rect", { class: name, key: name, x, y: 0, width: Math.max(0, (share / whole) * 800 - 2), height: 34 });
      })),
    h("ul", { class: "legend" }, shares.map(([name, share]) =>
      h("li", { key: name }, h("svg", { class: "sign", viewBox: "0 0 16 16", "aria-hidden": "true" }, h("rect", { class: name, x: 1, y: 1, width: 14, height: 14 })),
        h("span", null, t.longRun.parts[name], " ", h("strong", null, percent(share, 2)))))));
}
