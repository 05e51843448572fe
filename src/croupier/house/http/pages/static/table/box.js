/* The player's own boxes, near and large: wagers, cards, the decision, and what came of it. */

import { hand } from "../cards.js";
import { h } from "../dom.js";
import { money, shortMoney, signed, t } from "../text/en.js";
import { decide } from "./acting.js";
import { adviceFor, why } from "./coach.js";
import { isOver, may, net, own, ownLines, plays } from "./reading.js";
import { spots } from "./spots.js";

/** @import { BoxView, HouseTableView, Line, TableCommand } from "../../api.d.ts" */
/** @import { Seen } from "./state.js" */

/* With more lines than that, a low window has them in two columns. */
const FEW_LINES = 3;

/**
 * @param {Seen} s
 * @param {number} number
 * @param {BoxView | undefined} box
 */
export function nearBox(s, number, box) {
  const { view } = s.push;
  const mine = box !== undefined && plays(box, s.id);
  const over = isOver(view.game);
  const lines = mine && over ? linesOf(s, number) : [];
  const open = may(s.push, "place_wager", number) !== undefined;
  return h(
    "div",
    { class: "slot", key: number },
    h(
      "section",
      {
        "data-box": number,
        "aria-label": t.table.boxOf(number, mine ? t.table.you : t.table.free),
        class: [
          "box",
          "near",
          mine ? "own" : "free",
          open && "open",
          box?.has_hand && "dealt",
          box?.choice === "folded" && "folded",
          box?.out && "gone",
          lines.length > 0 && "settled",
          lines.length > FEW_LINES && "long",
          mine && number === nextBox(s) && "active",
        ],
        style: rowsOf(lines.length && mostLines(s)),
      },
      h(
        "p",
        { class: "seat" },
        h("b", {}, number),
        " ",
        h("span", {}, mine ? t.table.you : t.table.free),
        word(box),
        result(view, number, s.id),
      ),
      lines.length && box?.has_hand ? null : spots(s, number, box),
      box?.has_hand && mine ? ownHand(s, box) : null,
      lines.length ? results(lines) : mine && box.has_hand ? decisions(s, box) : null,
    ),
  );
}

/** @param {Seen} s @param {number} number */
const linesOf = (s, number) => ownLines(s.push.view, s.id).filter((line) => line.box === number);

/**
 * Boxes that are settled beside each other have their cards and lines at the same height.
 * @param {Seen} s
 */
const mostLines = (s) => Math.max(...own(s.push.view, s.id).map(({ box }) => linesOf(s, box).length));

/** @param {number} lines in one column, and in two */
const rowsOf = (lines) => ({ "--lines": String(lines), "--rows": String(Math.ceil(lines / 2)) });

/**
 * The box that is to be decided next.
 * @param {Seen} s
 */
const nextBox = (s) => own(s.push.view, s.id).find((box) => may(s.push, "fold", box.box))?.box;

/**
 * @param {BoxView | undefined} box
 * @param {string} [phase] of somebody else's box: whether it is waited for is seen on the own one
 */
export function word(box, phase) {
  if (!box?.has_hand) return null;
  const said = box.out
    ? t.table.out
    : box.choice === "folded"
    ? t.table.folded
    : phase === "dealt" && box.choice === "undecided"
    ? "…"
    : null;
  return said === null ? null : h("em", {}, said);
}

/**
 * What a box came to: for the player on it, or for everybody there.
 * @param {HouseTableView} view
 * @param {number} number
 * @param {string | null} [player]
 */
export function result(view, number, player) {
  const lines = view.game.lines.filter((line) =>
    line.box === number && (player === undefined || line.player === player)
  );
  if (!lines.length || !isOver(view.game)) return null;
  if (lines.some((line) => line.result === "pending")) {
    return h("strong", { class: "result", key: "result" }, t.table.result.pending);
  }
  const sum = net(lines);
  return h("strong", { class: ["result", sum > 0 && "up", sum < 0 && "down"], key: "result" }, signed(sum));
}

/**
 * The lines of a settled box: each wager on its own, with its clause a tap away.
 * @param {Line[]} lines
 */
export function results(lines) {
  return h(
    "div",
    { class: "results", key: "results" },
    h("ul", {}, lines.map((line, place) => h("li", { key: `${line.wager}${line.box}${place}` }, told(line)))),
    lines.length > 1 ? h("p", { class: "sum" }, h("span", {}, t.table.total), h("b", {}, signed(net(lines)))) : null,
  );
}

/** @param {Line} line */
function told(line) {
  const amount = line.result === "pending" ? "…" : signed(net([line]));
  const name = t.wager(line.wager);
  return h(
    "button",
    {
      class: "line",
      "data-line": `${line.box}/${line.wager}`,
      onclick: (event) => why(line, event.currentTarget),
      "aria-label": `${name}: ${t.table.result[line.result]} ${amount}. ${t.table.clauseOf(line.clauses.join(", "))}`,
    },
    h("span", {}, name),
    h("span", { class: "muted" }, line.staked ? `${shortMoney(line.staked)} ` : "", t.table.result[line.result]),
    h("b", { class: amount.startsWith("+") ? "up" : amount.startsWith("−") ? "down" : "" }, amount),
    h("small", { class: "clause" }, (line.clauses[0] ?? "").split("/")[0]),
  );
}

/**
 * A hand that lies face down can be tapped: it is looked at, or the house says why it may not be.
 * @param {Seen} s
 * @param {BoxView} box
 */
function ownHand(s, box) {
  const { push } = s;
  const size = push.layout.hand_size;
  const look = box.viewed ? undefined : may(push, "view_hand", box.box);
  const cards = hand(box.hand ? box.hand.cards : size, { both: true });
  const view = (/** @type {{ currentTarget: Element }} */ event) =>
    decide(s, { do: "view_hand", box: box.box }, event.currentTarget);
  const asking = !box.hand && push.view.game.phase === "dealt";
  return h(
    "div",
    { class: ["own-hand", box.choice === "folded" && "folded"], key: "own-hand" },
    asking
      ? h(
        "button",
        {
          key: "look",
          class: ["hand", "cards-button", look && "next"],
          style: { "--cards": String(size) },
          "aria-keyshortcuts": look ? "l" : null,
          onclick: view,
          "aria-label": look ? t.table.look : blind(s, box),
        },
        cards,
        h("span", { class: "on-cards", key: "on-cards" }, look ? t.table.lookShort : blind(s, box)),
      )
      : h("div", { key: "hand", class: "hand", style: { "--cards": String(size) } }, cards),
    h("p", { class: "hand-name" }, box.hand?.name ? t.table.hand(box.hand.name) : t.table.blind),
  );
}

/**
 * Why a hand stays face down.
 * @param {Seen} s
 * @param {BoxView} box
 */
function blind(s, box) {
  const seen = own(s.push.view, s.id).find((one) => one.viewed && one.box !== box.box);
  return seen ? t.table.blindBeside(seen.box) : t.table.blindHand;
}

/**
 * The next act is the gold one: staying in, or what the coach thinks better.
 * @param {Seen} s
 * @param {BoxView} box
 */
function decisions(s, box) {
  const { push } = s;
  const wager = push.layout.stay;
  const looks = !box.viewed && may(push, "view_hand", box.box) !== undefined;
  const stay = may(push, "place_wager", box.box, { wager });
  const fold = may(push, "fold", box.box);
  const next = !looks && box.box === nextBox(s);
  const folds = s.prefs.coach && adviceFor(s, box.box)?.best === "fold";
  const give = (/** @type {TableCommand} */ command) => (/** @type {{ currentTarget: Element }} */ event) =>
    decide(s, command, event.currentTarget);
  const options = /** @type {const} */ (["continue", "withdraw"]).filter((option) =>
    may(push, "choose", box.box, { option })
  );
  return h(
    "div",
    { class: "decide", key: "decide" },
    options.length ? h("p", { class: "fine" }, t.table.optionText) : null,
    options.map((option) =>
      h("button", {
        key: option,
        class: option === "continue" ? "primary" : "",
        onclick: give({ do: "choose", option, box: box.box, player: s.id }),
      }, t.table[option])
    ),
    stay
      ? h(
        "button",
        {
          key: "stay",
          class: ["stay-in", next && !folds && "primary"],
          "aria-keyshortcuts": "b",
          onclick: give({ do: "place_wager", box: box.box, wager }),
        },
        h("span", {}, t.wager(wager)),
        " ",
        h("span", {}, money(push.costs[box.box])),
      )
      : null,
    fold
      ? h("button", {
        key: "fold",
        class: ["fold", next && folds && "primary"],
        "aria-keyshortcuts": "f",
        onclick: give({ do: "fold", box: box.box }),
      }, t.table.fold)
      : null,
    awards(s, box, give),
    !stay && !fold && !options.length ? chosen(s, box) : null,
  );
}

/**
 * What a jackpot hand may be asked for besides.
 * @param {Seen} s
 * @param {BoxView} box
 * @param {(command: TableCommand) => (event: { currentTarget: Element }) => unknown} give
 */
function awards(s, box, give) {
  const claim = may(s.push, "claim_jackpot", box.box);
  const decline = may(s.push, "decline_reveal", box.box);
  return [
    claim
      ? h(
        "button",
        { key: "claim", class: "gold", onclick: give({ do: "claim_jackpot", box: box.box }) },
        t.table.claim,
      )
      : null,
    decline
      ? h(
        "button",
        { key: "decline", class: "quiet", onclick: give({ do: "decline_reveal", box: box.box }) },
        t.table.declineReveal,
      )
      : null,
  ];
}

/**
 * @param {Seen} s
 * @param {BoxView} box
 */
function chosen(s, box) {
  const stayed = box.wagers.find((one) => one.player === s.id)?.stay ?? 0;
  const words = box.out
    ? t.table.out
    : box.choice === "folded"
    ? t.table.folded
    : box.choice === "stayed"
    ? t.table.stay(t.wager(s.push.layout.stay), money(stayed))
    : null;
  return words === null ? null : h("p", { class: "chosen", key: "chosen" }, words);
}
