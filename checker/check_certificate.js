// A second checker of certificates, in another language and from docs/certificates.md alone.
//
//   deno run --allow-read check_certificate.js FILE [STATES]
//
// It checks every line, weight, decision, tally and sum, and deals out STATES of the states (100
// by default, chosen at random) card by card. Where the page gives a formula for a weight, this
// counts hands; where it asks for pairs of hands, this counts them from the deck.

const RANKS = "23456789TJQKA";
const SUITS = "cdhs";
const GAMES = {
  "5 1": {
    known: 1,
    classes: [
      "odd_cards",
      "pair",
      "two_pairs",
      "three_of_a_kind",
      "straight",
      "flush",
      "full_house",
      "four_of_a_kind",
      "straight_flush",
      "royal_flush",
    ],
  },
  "3 0": {
    known: 0,
    classes: [
      "odd_cards",
      "pair",
      "flush",
      "straight",
      "three_of_a_kind",
      "straight_flush",
    ],
  },
};

class Wrong extends Error {}

function demand(holds, words) {
  if (!holds) throw new Wrong(words);
}

function choose(n, k) {
  let ways = 1;
  for (let i = 1; i <= k; i++) ways = ways * (n - k + i) / i;
  return ways;
}

/** Every way to take k of the items, each as an array that is used again for the next. */
function* combinations(items, k) {
  const places = Array.from({ length: k }, (_, i) => i);
  const chosen = places.map((place) => items[place]);
  for (;;) {
    yield chosen;
    let last = k - 1;
    while (last >= 0 && places[last] === items.length - k + last) last--;
    if (last < 0) return;
    places[last]++;
    for (let i = last + 1; i < k; i++) places[i] = places[i - 1] + 1;
    for (let i = last; i < k; i++) chosen[i] = items[places[i]];
  }
}

/** Cards are numbers, four times the rank and the suit. */
function readCards(text, count, line) {
  const cards = [];
  for (let i = 0; i < text.length; i += 2) {
    const rank = RANKS.indexOf(text[i]);
    const suit = SUITS.indexOf(text[i + 1] ?? "");
    demand(rank >= 0 && suit >= 0 && i + 1 < text.length, `${line}: '${text}' is not cards`);
    cards.push(4 * rank + suit);
  }
  demand(cards.length === count, `${line}: '${text}' is not ${count} card(s)`);
  return cards;
}

class Game {
  constructor(cards, known) {
    const game = GAMES[`${cards} ${known}`];
    demand(game !== undefined, `a game of ${cards} cards with ${known} known is not described`);
    this.size = cards;
    this.known = known;
    this.classes = game.classes;
    this.place = Object.fromEntries(game.classes.map((name, place) => [name, place]));
    this.completions = known ? choose(46, 4) : choose(49, 3);
    this.pairs = choose(52, cards) * (known ? 47 : 1);
    this.orders = known ? cards : 1;
  }

  /** The class of a hand as its place in the order, and its strength as a number. */
  value(cards) {
    const held = new Array(13).fill(0);
    for (const card of cards) held[card >> 2]++;
    const suited = cards.every((card) => (card & 3) === (cards[0] & 3));
    return this.valueOf(held, suited);
  }

  valueOf(held, suited) {
    const ranks = [];
    for (let many = 4; many > 0; many--) {
      for (let rank = 12; rank >= 0; rank--) if (held[rank] === many) ranks.push(rank);
    }
    let straight = ranks.length === this.size && ranks[0] - ranks.at(-1) === this.size - 1;
    if (ranks.length === this.size && ranks[0] === 12 && ranks[1] === this.size - 2) {
      straight = true; // the ace is low
      ranks.push(ranks.shift());
      ranks[this.size - 1] = -1;
    }
    const place = this.place[this.className(held, ranks, straight, suited)];
    let strength = place;
    for (let i = 0; i < 5; i++) strength = strength * 16 + (ranks[i] ?? -1) + 1;
    return { place, strength };
  }

  className(held, ranks, straight, suited) {
    if (straight && suited) {
      return this.size === 5 && ranks[0] === 12 ? "royal_flush" : "straight_flush";
    }
    if (suited) return "flush";
    if (straight) return "straight";
    const [most, next] = [held[ranks[0]], held[ranks[1]] ?? 0];
    if (most === 4) return "four_of_a_kind";
    if (most === 3) return next === 2 ? "full_house" : "three_of_a_kind";
    if (most === 2) return next === 2 ? "two_pairs" : "pair";
    return "odd_cards";
  }
}

/** Head and lines of a file: `net`, `tally` by class, the rest by name. */
function readHead(lines) {
  let at = 0;
  const take = (name, words) => {
    const found = (lines[at] ?? "").split(" ");
    demand(found[0] === name, `line ${at + 1} is no '${name}'`);
    demand(found.length === words + 1, `line ${at + 1} has not ${words} word(s) after its name`);
    at++;
    return found.slice(1);
  };
  const whole = (text) => {
    demand(/^(0|[1-9]\d*)$/.test(text), `'${text}' is no count`);
    return Number(text);
  };
  demand(take("croupier-certificate", 1)[0] === "1", "this is another version of the format");
  const rulebook = take("rulebook", 1)[0];
  demand(/^[0-9a-f]{64}$/.test(take("fingerprint", 1)[0]), "the fingerprint is no SHA-256");
  const game = new Game(whole(take("cards", 1)[0]), whole(take("known", 1)[0]));
  const qualifies = take("qualifies", 1)[0];
  const byClass = (name, words, read) => {
    const found = new Map();
    for (let i = 0; i < game.classes.length; i++) {
      const [hand, ...rest] = take(name, words + 1);
      demand(hand in game.place && !found.has(hand), `'${name} ${hand}' is unknown or twice`);
      found.set(hand, rest.map(read));
    }
    return game.classes.map((hand) => found.get(hand));
  };
  const net = byClass("net", 4, fraction);
  const strategy = take("strategy", 1)[0];
  demand(["optimal", "other"].includes(strategy), `there is no strategy '${strategy}'`);
  const tally = byClass("tally", 5, whole);
  const deals = whole(take("deals", 1)[0]);
  const expected = fraction(take("expected", 1)[0]);
  const states = whole(take("states", 1)[0]);
  return { rulebook, game, qualifies, net, strategy, tally, deals, expected, states, at, whole };
}

function fraction(text) {
  demand(/^-?\d+(\/[1-9]\d*)?$/.test(text), `'${text}' is no fraction`);
  const [top, bottom] = text.split("/").map(BigInt);
  return [top, bottom ?? 1n];
}

/** The weakest strength with which the dealer qualifies, in mixed suits. */
function qualifyingStrength(game, ranks) {
  demand(ranks.length === game.size, `'${ranks}' is no hand`);
  const held = new Array(13).fill(0);
  for (const letter of ranks) {
    demand(RANKS.includes(letter), `'${ranks}' is no hand`);
    held[RANKS.indexOf(letter)]++;
  }
  return game.valueOf(held, false).strength;
}

/** With an up card: the name of a state and how many pairs are in it, counted by trying suits. */
function stateUp(cards, up, cache) {
  const held = new Map();
  for (const card of cards) {
    const [many, inSuit] = held.get(card >> 2) ?? [0, false];
    held.set(card >> 2, [many + 1, inSuit || (card & 3) === (up & 3)]);
  }
  const suited = cards.every((card) => (card & 3) === (cards[0] & 3));
  const ranks = [...held].sort((a, b) => a[0] - b[0]);
  const shape = ranks.map(([rank, [many, inSuit]]) => `${many}${inSuit ? "u" : rank === up >> 2 ? "x" : "."}`);
  const pattern = `${shape.join("")}${suited}`;
  if (!cache.has(pattern)) cache.set(pattern, waysToHold(ranks, up, suited));
  const name = `${up >> 2} ${suited} ${ranks.map(([rank, of]) => `${rank}:${of}`).join(" ")}`;
  return { name, weight: cache.get(pattern) };
}

/** How many hands hold these ranks, in the suit of the up card or not; times its four suits. */
function waysToHold(ranks, up, wanted) {
  let found = 0;
  const suit = up & 3;
  const extend = (place, cards) => {
    if (place === ranks.length) {
      found += cards.every((card) => (card & 3) === (cards[0] & 3)) === wanted ? 1 : 0;
      return;
    }
    const [rank, [many, inSuit]] = ranks[place];
    for (const suits of combinations([0, 1, 2, 3], many)) {
      if (suits.includes(suit) === inSuit) {
        extend(place + 1, [...cards, ...suits.map((one) => 4 * rank + one)]);
      }
    }
  };
  extend(0, []);
  return 4 * found;
}

/** Without an up card: every hand that a permutation of the suits makes of this one. */
function stateAlone(cards) {
  const made = new Set();
  const permute = (left, chosen) => {
    if (left.length === 0) {
      const hand = cards.map((card) => (card & ~3) | chosen[card & 3]);
      made.add(hand.sort((a, b) => a - b).join(" "));
    }
    for (const suit of left) permute(left.filter((one) => one !== suit), [...chosen, suit]);
  };
  permute([0, 1, 2, 3], []);
  return { name: [...made].sort()[0], weight: made.size };
}

/** The dealer's hands against a state, dealt out card by card. */
function dealOut(game, cards, up, own, qualifies) {
  const shown = up === null ? [] : [up];
  const rest = [];
  for (let card = 0; card < 52; card++) {
    if (!cards.includes(card) && !shown.includes(card)) rest.push(card);
  }
  const counts = [0, 0, 0];
  for (const drawn of combinations(rest, game.size - shown.length)) {
    const { strength } = game.value([...shown, ...drawn]);
    if (strength < qualifies) counts[0]++;
    else if (strength < own) counts[1]++;
    else if (strength === own) counts[2]++;
  }
  return counts;
}

/** What the sums over all states must be, from every hand of the deck. */
function sumsOfTheDeck(game, qualifies) {
  const deck = Array.from({ length: 52 }, (_, card) => card);
  const none = new Map(); // hands that do not qualify, by every set of cards that they contain
  const example = new Map(); // the hands of one strength for each class that can qualify
  const strengths = game.classes.map(() => new Set());
  let lower = 0;
  for (const hand of combinations(deck, game.size)) {
    const { place, strength } = game.value(hand);
    if (strength >= qualifies) {
      strengths[place].add(strength);
      if (!example.has(place)) example.set(place, { strength, hands: [] });
      const one = example.get(place);
      if (one.strength === strength) one.hands.push([...hand]);
      continue;
    }
    lower++;
    for (let chosen = 0; chosen < 1 << game.size; chosen++) {
      let name = 0;
      for (let i = 0; i < game.size; i++) if (chosen >> i & 1) name = name * 64 + hand[i] + 1;
      none.set(name, (none.get(name) ?? 0) + 1);
    }
  }
  // Of two hands, those without a common card: by inclusion and exclusion of what they share.
  let apart = 0;
  for (const [name, many] of none) {
    let odd = 1;
    for (let rest = name; rest > 0; rest = Math.floor(rest / 64)) odd = -odd;
    apart += odd * many * many;
  }
  let equal = 0;
  for (const [place, { hands }] of example) {
    let pairs = 0;
    for (const one of hands) {
      const held = new Set(one);
      for (const other of hands) pairs += other.some((card) => held.has(card)) ? 0 : 1;
    }
    equal += pairs * strengths[place].size; // hands of one class differ in their ranks alone
  }
  const others = choose(52 - game.size, game.size);
  return [lower * others, equal, lower * others - apart].map((sum) => sum * game.orders);
}

function check(text, sample) {
  demand(text.endsWith("\nend\n"), "the file does not end with 'end'");
  const lines = text.slice(0, -1).split("\n");
  const head = readHead(lines);
  const { game, whole } = head;
  const qualifies = qualifyingStrength(game, head.qualifies);
  demand(lines.length - head.at - 1 === head.states, "there are not as many states as it says");
  const scale = head.net.flat().reduce((all, [, bottom]) => all * bottom / gcd(all, bottom), 1n);
  const pays = head.net.map((row) => row.map(([top, bottom]) => Number(top * scale / bottom)));
  const tally = game.classes.map(() => [0, 0, 0, 0, 0]);
  const sums = [0, 0, 0];
  const [seen, cache] = [new Set(), new Map()];
  const dealt = new Set();
  while (dealt.size < Math.min(sample, head.states)) {
    dealt.add(Math.floor(Math.random() * head.states));
  }
  let pairs = 0;
  for (let number = 0; number < head.states; number++) {
    const line = `state ${number + 1}`;
    const words = lines[head.at + number].split(" ");
    demand(words.length === 7, `${line} has not seven words`);
    const cards = readCards(words[0], game.size, line);
    demand(game.known === 1 || words[1] === "-", `${line}: no card is up in this game`);
    const up = game.known ? readCards(words[1], 1, line)[0] : null;
    demand(new Set([...cards, up]).size === game.size + 1, `${line}: a card is there twice`);
    const state = up === null ? stateAlone(cards) : stateUp(cards, up, cache);
    demand(!seen.has(state.name), `${line} is there twice`);
    seen.add(state.name);
    const [weight, ...counts] = words.slice(2, 6).map(whole);
    demand(weight === state.weight, `${line}: the weight is ${state.weight}, not ${weight}`);
    const above = game.completions - counts[0] - counts[1] - counts[2];
    demand(above >= 0, `${line}: more hands than there are`);
    const { place, strength } = game.value(cards);
    const [none, below, equal, lose] = pays[place];
    const worth = counts[0] * none + counts[1] * below + counts[2] * equal + above * lose;
    demand(words[6] === "S" || words[6] === "F", `${line}: '${words[6]}' is no decision`);
    const better = worth > -Number(scale) * game.completions;
    const best = head.strategy !== "optimal" || (words[6] === "S") === better;
    demand(best, `${line}: the other decision is better`);
    if (words[6] === "F") tally[place][4] += weight * game.completions;
    else [...counts, above].forEach((many, end) => tally[place][end] += weight * many);
    pairs += weight;
    sums[0] += weight * counts[0];
    sums[1] += weight * counts[2];
    sums[2] += weight * (above - counts[1]);
    if (dealt.has(number)) {
      const found = dealOut(game, cards, up, strength, qualifies);
      demand(`${found}` === `${counts}`, `${line}: dealt out, the counts are ${found}`);
    }
  }
  demand(pairs === game.pairs, "the weights do not add up: a state is missing");
  demand(pairs * game.completions === head.deals, "the deals are not the weights' sum");
  demand(`${tally}` === `${head.tally}`, "the tallies are not those of the states");
  let won = 0n;
  tally.forEach((row, place) =>
    row.forEach((many, end) => won += BigInt(many) * (end === 4 ? -scale : BigInt(pays[place][end])))
  );
  const [top, bottom] = head.expected;
  demand(won * bottom === top * scale * BigInt(head.deals), "the expectation does not follow");
  const wanted = sumsOfTheDeck(game, qualifies);
  demand(`${sums}` === `${wanted}`, `the sums over all states are ${sums}, not ${wanted}`);
  return `${head.rulebook}: ${head.states} states hold, ${dealt.size} of them dealt out; ` +
    `expectation ${top}/${bottom}`;
}

function gcd(a, b) {
  return b === 0n ? a : gcd(b, a % b);
}

try {
  console.log(check(await Deno.readTextFile(Deno.args[0]), Number(Deno.args[1] ?? 100)));
} catch (error) {
  if (!(error instanceof Wrong)) throw error;
  console.error(`The certificate does not hold: ${error.message}.`);
  Deno.exit(1);
}
