// Check a certificate of exact odds in JavaScript, from the page of its format alone.
//
//     deno run --allow-read check_certificate.js FILE [SAMPLE]
//
// Weights are found by dealing every hand and up card instead of by formulas; the sums of step 4
// are left to the other checkers. SAMPLE states (200) are dealt out card by card.

const RANKS = "23456789TJQKA";
const SUITS = "cdhs";
const [path, sampled = "200"] = Deno.args;

function wrong(words) {
  console.log(`WRONG: ${words}`);
  Deno.exit(1);
}

const lines = Deno.readTextFileSync(path).split("\n");
if (lines[0] !== "croupier-certificate 1") wrong("no certificate of version 1");
const head = {}, nets = {}, claimed = {};
let at = 1;
for (; at < lines.length && !("states" in head); at++) {
  const [word, ...rest] = lines[at].split(" ");
  if (word === "net") nets[rest[0]] = rest.slice(1);
  else if (word === "tally") claimed[rest[0]] = rest.slice(1).map(BigInt);
  else head[word] = rest[0];
}
const size = Number(head.cards), known = Number(head.known), states = Number(head.states);
const names = size === 5
  ? ["odd_cards", "pair", "two_pairs", "three_of_a_kind", "straight", "flush", "full_house", "four_of_a_kind"]
    .concat(["straight_flush", "royal_flush"])
  : ["odd_cards", "pair", "flush", "straight", "three_of_a_kind", "straight_flush"];

// A hand's class and ranks as one number; suits are given as the set of those that occur.
const counts = new Int8Array(13);
function strength(cards) {
  counts.fill(0);
  let suits = 0;
  for (const card of cards) {
    counts[card >> 2]++;
    suits |= 1 << (card & 3);
  }
  return valued((suits & (suits - 1)) === 0);
}
function valued(flush) {
  let ranks = 0, groups = 0, high = -1, low = 13, many = 0;
  for (let held = 4; held > 0; held--) {
    for (let rank = 12; rank >= 0; rank--) {
      if (counts[rank] !== held) continue;
      ranks = ranks * 14 + rank + 1;
      groups = groups * 10 + held;
      high = Math.max(high, rank);
      low = Math.min(low, rank);
      many++;
    }
  }
  let run = many === size && high - low === size - 1 ? high : -1;
  if (many === size && counts[12] && run < 0) {
    let wheel = true;
    for (let rank = 0; rank < size - 1; rank++) wheel &&= counts[rank] === 1;
    if (wheel) run = size - 2;
  }
  let name = { 41: "four_of_a_kind", 32: "full_house", 311: "three_of_a_kind", 3: "three_of_a_kind" }[groups] ??
    { 221: "two_pairs", 2111: "pair", 21: "pair" }[groups] ?? "odd_cards";
  if (run >= 0) name = flush ? (size === 5 && run === 12 ? "royal_flush" : "straight_flush") : "straight";
  else if (flush) name = "flush";
  while (many++ < 5) ranks *= 14;
  return names.indexOf(name) * 14 ** 5 + (run >= 0 ? run : ranks);
}
const classOf = (value) => names[Math.floor(value / 14 ** 5)];

const parse = (text) => text.match(/../g).map((card) => 4 * RANKS.indexOf(card[0]) + SUITS.indexOf(card[1]));
const lowest = strength(parse([...head.qualifies].map((rank, n) => rank + SUITS[n % 2]).join("")));

function* combinations(cards, many, from = 0) {
  if (many === 0) yield [];
  else {
    for (let n = from; n <= cards.length - many; n++) {
      for (const rest of combinations(cards, many - 1, n + 1)) yield [cards[n], ...rest];
    }
  }
}

// What tells states apart. With an up card: its rank, and for each rank how many cards are held
// and whether one is in its suit. Without: the ranks held in each suit, the suits in any order.
function stateOf(hand, up) {
  if (up < 0) {
    const suits = [0, 0, 0, 0];
    for (const card of hand) suits[card & 3] |= 1 << (card >> 2);
    return suits.sort((a, b) => a - b).join();
  }
  let sum = 0, inside = 0, same = 1;
  for (const card of hand) {
    sum += 5 ** (card >> 2);
    if ((card & 3) === (up & 3)) inside |= 1 << (card >> 2);
    if ((card & 3) !== (hand[0] & 3)) same = 0;
  }
  return ((sum * 8192 + inside) * 2 + same) * 13 + (up >> 2);
}

function weights() {
  const found = new Map(), deck = [...Array(52).keys()];
  for (const hand of combinations(deck, size)) {
    if (!known) {
      const state = stateOf(hand, -1);
      found.set(state, (found.get(state) ?? 0) + 1);
      continue;
    }
    // A spade stands for an up card of any suit: every hand is dealt in all of its suits anyway.
    for (let up = 3; up < 52; up += 4) {
      if (hand.includes(up)) continue;
      const state = stateOf(hand, up);
      found.set(state, (found.get(state) ?? 0) + 4);
    }
  }
  return found;
}

function dealt(hand, up, own) {
  const rest = [...Array(52).keys()].filter((card) => !hand.includes(card) && card !== up);
  const shown = up < 0 ? [] : [up];
  const found = [0, 0, 0];
  for (const drawn of combinations(rest, size - shown.length)) {
    const made = strength([...shown, ...drawn]);
    if (made < lowest) found[0]++;
    else if (made < own) found[1]++;
    else if (made === own) found[2]++;
  }
  return found.join();
}

const fraction = (text) => text.split("/").map(BigInt).concat(1n).slice(0, 2);
const scale = Object.values(nets).flat().map((net) => fraction(net)[1]).reduce((a, b) => a * b, 1n);
const net = Object.fromEntries(
  Object.entries(nets).map(([name, row]) => [name, row.map((one) => fraction(one)[0] * scale / fraction(one)[1])]),
);
let total = 1;
for (let n = 0; n < size - known; n++) total = total * (52 - size - known - n) / (n + 1);

const due = weights();
const tallies = Object.fromEntries(names.map((name) => [name, [0n, 0n, 0n, 0n, 0n]]));
const chance = Math.min(1, Number(sampled) / states);
let checked = 0;
for (let n = 0; n < states; n++) {
  const [text, shown, weight, none, below, equal, decision] = lines[at + n].split(" ");
  const hand = parse(text), up = shown === "-" ? -1 : parse(shown)[0];
  if (new Set([...hand, up]).size !== size + 1) wrong(`state ${n + 1} has a card twice`);
  const state = stateOf(hand, up);
  if (due.get(state) !== Number(weight)) wrong(`state ${n + 1} stands for ${due.get(state) ?? "no other"} deals`);
  due.delete(state);
  const own = strength(hand), name = classOf(own);
  const dealer = [none, below, equal].map(Number);
  dealer.push(total - dealer[0] - dealer[1] - dealer[2]);
  if (dealer.some((hands) => !(hands >= 0))) wrong(`state ${n + 1} has less than no hands`);
  const gain = dealer.reduce((sum, hands, place) => sum + BigInt(hands) * (net[name][place] + scale), 0n);
  if (head.strategy === "optimal" && (gain > 0n) !== (decision === "S")) wrong(`state ${n + 1} is decided wrongly`);
  const ends = decision === "S" ? dealer : [0, 0, 0, 0, total];
  ends.forEach((hands, place) => tallies[name][place] += BigInt(hands) * BigInt(weight));
  if (Math.random() < chance) {
    checked++;
    if (dealt(hand, up, own) !== [none, below, equal].join()) wrong(`state ${n + 1} is counted wrongly`);
  }
}
if (due.size || lines[at + states] !== "end") wrong("states are missing, or too many");
let deals = 0n, paid = 0n;
for (const name of names) {
  if (tallies[name].join() !== claimed[name].join()) wrong(`the tally of ${name} is not that of its states`);
  tallies[name].forEach((many, place) => {
    deals += many;
    paid += many * (place < 4 ? net[name][place] : -scale);
  });
}
const [over, under] = fraction(head.expected);
if (deals !== BigInt(head.deals) || paid * under !== over * deals * scale) wrong("the expectation does not follow");
console.log(`${states} states hold, ${checked} of them dealt out card by card; expectation ${head.expected}`);
