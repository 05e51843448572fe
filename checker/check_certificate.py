#!/usr/bin/env python3
"""Check a certificate of exact odds without the program that wrote it.

    python3 check_certificate.py FILE [--sample N] [--seed N] [--all]

Plain Python, standard library only. The format is described in docs/certificates.md. Every line
is checked against closed counts and sums; a random sample of states is dealt out card by card.
With --all every state is dealt out (long in Python; check_certificate.c does it in minutes).
"""

import argparse
import random
import re
import sys
import time
from collections import Counter
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, permutations
from math import comb, lcm, prod

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK = [rank + suit for rank in RANKS for suit in SUITS]
FIVE = "odd_cards pair two_pairs three_of_a_kind straight flush full_house four_of_a_kind"
THREE = "odd_cards pair flush straight three_of_a_kind straight_flush"
ORDER = {5: [*FIVE.split(), "straight_flush", "royal_flush"], 3: THREE.split()}
GROUPS = {(4, 1): "four_of_a_kind", (3, 2): "full_house", (2, 2, 1): "two_pairs"}
GROUPS |= dict.fromkeys([(3, 1, 1), (3,)], "three_of_a_kind")
GROUPS |= dict.fromkeys([(2, 1, 1, 1), (2, 1)], "pair")


class Wrong(Exception):
    """The certificate does not hold."""


def demand(holds, words):
    if not holds:
        raise Wrong(words)


def whole(text):
    demand(re.fullmatch("0|[1-9][0-9]{0,29}", text), f"'{text[:40]}' is not written as a number is")
    return int(text)


def ratio(text):
    top, slash, bottom = text.removeprefix("-").partition("/")
    return Fraction(whole(top) * (-1 if text[0] == "-" else 1), whole(bottom) if slash else 1)


def value(ranks, flush):
    """Class and comparable strength of the ranks of a hand."""
    size, counts = len(ranks), Counter(ranks)
    order = sorted(counts, key=lambda rank: (-counts[rank], -rank))
    run = order if len(order) == size and order[0] - order[-1] == size - 1 else None
    if order == [12, *range(size - 2, -1, -1)]:
        run = [*order[1:], -1]
    if flush:
        name = "straight_flush" if run else "flush"
        name = "royal_flush" if run and size == 5 and run[0] == 12 else name
    else:
        name = "straight" if run else GROUPS.get(tuple(counts[rank] for rank in order), "odd_cards")
    return name, (ORDER[size].index(name), *(run or order))


def key_of(ranks):
    """A number that stands for a multiset of ranks: keys of cards add up."""
    return sum(6**rank for rank in ranks)


class Game:
    """What the head of the file says, and tables made from it."""

    def __init__(self, head):
        one = {words[0]: words[1] for words in head if len(words) == 2}
        self.size, self.known = whole(one["cards"]), whole(one["known"])
        demand((self.size, self.known) in ((5, 1), (3, 0)), "this game is not known here")
        self.classes = ORDER[self.size]
        nets, tallies = (f"{name} " * len(self.classes) for name in ("net", "tally"))
        order = f"rulebook fingerprint cards known qualifies {nets}strategy {tallies}deals expected"
        demand(" ".join(w[0] for w in head) == f"{order} states", "the head has other lines")
        self.nets = {w[1]: [ratio(x) for x in w[2:]] for w in head if w[0] == "net"}
        self.claimed = {w[1]: [whole(x) for x in w[2:]] for w in head if w[0] == "tally"}
        for table, width in ((self.nets, 4), (self.claimed, 5)):
            demand(sorted(table) == sorted(self.classes), "a class of hands is missing or unknown")
            demand(all(len(row) == width for row in table.values()), "a row has other figures")
        demand(one["strategy"] in ("optimal", "other"), "this kind of strategy is not known here")
        self.rulebook, self.optimal = one["rulebook"], one["strategy"] == "optimal"
        self.deals, self.states = whole(one["deals"]), whole(one["states"])
        self.expected, lowest = ratio(one["expected"]), one["qualifies"]
        demand(len(lowest) == self.size, "the hand that qualifies has other cards")
        name, self.lowest = value([RANKS.index(rank) for rank in lowest], False)
        demand(name == "odd_cards", "only odd cards are known not to qualify")
        self.total = comb(52 - self.size - self.known, self.size - self.known)
        scale = lcm(*(net.denominator for row in self.nets.values() for net in row))
        # staying in less folding, for each dealer's hand of the four cases
        self.gains = {key: [int((n + 1) * scale) for n in row] for key, row in self.nets.items()}
        sets = combinations_with_replacement(range(13), self.size)
        hands = [ranks for ranks in sets if max(map(ranks.count, ranks)) <= 4]
        self.values = {key_of(ranks): value(ranks, False)[1] for ranks in hands}
        sets = combinations(range(13), self.size)
        self.flushes = {key_of(ranks): value(ranks, True)[1] for ranks in sets}
        self.hands = {}

    def hand(self, text, up_suit):
        """What is needed of a player's hand: class, strength, what is in its state,
        cards, and how many pairs of such a hand and an up card there are of one rank."""
        if (text, up_suit) not in self.hands:
            cards = [text[n : n + 2] for n in range(0, len(text), 2)]
            demand(len(set(cards)) == self.size and set(cards) <= set(DECK), f"{text} is no hand")
            ranks = sorted(RANKS.index(card[0]) for card in cards)
            flush = len({card[1] for card in cards}) == 1
            inside = frozenset(RANKS.index(card[0]) for card in cards if card[1] == up_suit)
            name, strength = value(ranks, flush)
            if self.known:
                state, weight = (tuple(ranks), inside, flush), with_up_card(ranks, inside, flush)
            else:  # hands that a change of suits makes of each other
                changes = (str.maketrans(SUITS, "".join(suits)) for suits in permutations(SUITS))
                same = {
                    tuple(sorted(card.translate(change) for card in cards)) for change in changes
                }
                state, weight = (min(same),), len(same)
            self.hands[text, up_suit] = (name, strength, state, frozenset(cards), weight)
        return self.hands[text, up_suit]

    def count(self, cards, up, strength, mixed=None):
        """The dealer's hands dealt out card by card: not qualifying, below, equal.

        Cards of mixed suits are told apart by the sum of their keys; what is a flush is then
        dealt again, taken out as a mixed hand and put in as a flush."""
        found = [0, 0, 0]
        for key, ways in (mixed or self.dealt(cards, up)).items():
            self.add(found, self.values[key], strength, ways)
        shown = [RANKS.index(up[0])] if up else []
        for suit in up[1:] or SUITS:
            ranks = [n for n in range(13) if RANKS[n] + suit not in cards and n not in shown]
            for drawn in combinations(ranks, self.size - len(shown)):
                key = key_of((*shown, *drawn))
                self.add(found, self.values[key], strength, -1)
                self.add(found, self.flushes[key], strength, 1)
        return tuple(found)

    def dealt(self, cards, up):
        """How many of the dealer's hands have each sum of keys."""
        keys = [6 ** RANKS.index(card[0]) for card in DECK if card not in cards and card != up]
        sums = Counter(map(sum, combinations(keys, self.size - self.known)))
        first = 6 ** RANKS.index(up[0]) if up else 0
        return {first + key: ways for key, ways in sums.items()}

    def add(self, found, made, strength, ways):
        if made < self.lowest:
            found[0] += ways
        elif made <= strength:
            found[1 + (made == strength)] += ways


def with_up_card(ranks, inside, flush):
    """Pairs of a hand and an up card of one rank such that just these ranks are of its suit."""
    distinct = len(set(ranks)) == len(ranks)
    flushes = {0: 3, len(ranks): 1}.get(len(inside), 0) if distinct else 0
    if flush:
        return 4 * flushes
    return 4 * (prod(comb(3, ranks.count(n) - (n in inside)) for n in set(ranks)) - flushes)


def read(file):
    """The head as words, and an iterator over the lines of states."""
    demand(file.readline() == "croupier-certificate 1\n", "this is no certificate of version 1")
    head = []
    for line in file:
        head.append(line.removesuffix("\n").split(" "))
        if head[-1][:1] == ["states"]:
            return head, file
    raise Wrong("the file has no states")


def check_lines(game, lines, sample, everything):
    """Every line by itself and all together; returns the sums and the sampled states."""
    seen, sums, tallies = set(), [0, 0, 0, 0], {name: [0] * 5 for name in game.classes}
    chosen, total, number, last = [], game.total, 0, (None, None)
    for line in lines:
        if line == "end\n":
            break
        number += 1
        where = f"state {number}"
        text, up, *figures, decision = line.split(" ")
        demand(len(figures) == 4 and decision in ("S\n", "F\n"), f"{where} is not well written")
        weight, none, below, equal = map(whole, figures)
        up = "" if up == "-" else up
        demand(bool(up) == bool(game.known) and (not up or up in DECK), f"{where}: no such up card")
        name, strength, state, cards, due = game.hand(text, up[1:])
        key = (state, up[:1])
        demand(key not in seen and up not in cards, f"{where} stands twice, or holds its up card")
        seen.add(key)
        demand(weight == due > 0, f"{where} stands for {due} deals, not for {weight}")
        above = total - none - below - equal
        demand(min(none, below, equal, above) >= 0, f"{where} has less than no hands")
        a, b, c, d = game.gains[name]
        stay = decision == "S\n"
        gains = none * a + below * b + equal * c + above * d > 0
        demand(stay == gains or not game.optimal, f"{where}: the other decision is better")
        row = tallies[name]
        for place, hands in enumerate((none, below, equal, above) if stay else (0, 0, 0, 0, total)):
            row[place] += weight * hands
        for place, hands in enumerate((1, none, equal, above - below)):
            sums[place] += weight * hands
        if everything:
            if last[0] != (state[0], up[:1]):
                last = ((state[0], up[:1]), game.dealt(cards, up))
            found = game.count(cards, up, strength, last[1] if up else None)
            demand(found == (none, below, equal), f"{where}: the hands dealt out are {found}")
        elif number in sample:
            chosen.append((number, cards, up, strength, (none, below, equal)))
    else:
        raise Wrong("the file ends before its end")
    demand(next(lines, None) is None, "something follows the end")
    demand(number == game.states, f"there are {number} states, not {game.states}")
    demand(tallies == game.claimed, "the tallies are not those of the states")
    return sums, chosen


def check_sums(game, sums):
    """What the sums over all states must be, from closed counts of pairs of hands."""
    size, ups = game.size, comb(game.size, game.known)
    others = comb(52 - size, size) * ups
    sets = [c for c in combinations(range(13), size) if value(c, False)[1] < game.lowest]
    every = comb(52, size) * others
    demand(sums[0] * game.total == every == game.deals, "the weights are not all deals")
    demand(
        sums[1] == len(sets) * (4**size - 4) * others, "the hands that do not qualify do not add up"
    )
    demand(sums[2] == ups * equal_pairs(game), "the equal hands do not add up")
    masks = [sum(1 << rank for rank in ranks) for ranks in sets]
    shared = Counter((a & b).bit_count() for a in masks for b in masks)
    both = sum(n * mixed_pairs(size, overlap) for overlap, n in shared.items())
    demand(sums[3] == sums[1] - ups * both, "the better and the worse hands do not add up")
    rows = [zip(row, (*game.nets[name], -1), strict=True) for name, row in game.claimed.items()]
    paid = sum(n * net for row in rows for n, net in row)
    demand(sum(map(sum, game.claimed.values())) == game.deals, "the tallies are not all deals")
    demand(Fraction(paid, game.deals) == game.expected, "the expectation does not follow")


def mixed_pairs(size, shared):
    """Pairs of hands without a common card, neither a flush, of two sets of ranks."""
    apart = 4 ** (size - shared)
    return apart * apart * 12**shared - 8 * apart * 3**shared + (12 if shared else 16)


def equal_pairs(game):
    """Pairs of hands of equal strength without a common card, where they qualify."""
    pairs = 0
    for ranks in combinations_with_replacement(range(13), game.size):
        counts = Counter(ranks).values()  # five of a rank can be held in no way
        ways = prod(comb(4, n) * comb(max(0, 4 - n), n) for n in counts)
        if len(counts) == game.size:
            ways = mixed_pairs(game.size, game.size)
            pairs += 12  # both of one suit
        pairs += ways if value(ranks, False)[1] >= game.lowest else 0
    return pairs


def main():
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("file")
    asked.add_argument("--sample", type=int, default=500, help="states dealt out card by card")
    asked.add_argument("--seed", type=int, help="draw the same sample again")
    asked.add_argument("--all", action="store_true", help="deal out every state")
    given = asked.parse_args()
    try:
        seed = random.SystemRandom().getrandbits(32) if given.seed is None else given.seed
        with open(given.file, encoding="ascii", newline="\n") as file:
            head, lines = read(file)
            game = Game(head)
            size = min(given.sample, game.states)
            sample = set(random.Random(seed).sample(range(1, game.states + 1), size))
            sums, chosen = check_lines(game, lines, sample, given.all)
        check_sums(game, sums)
        for number, cards, up, strength, claimed in chosen:
            found = game.count(cards, up, strength)
            demand(found == claimed, f"state {number}: the hands dealt out are {found}")
    except Wrong as wrong:
        sys.exit(f"WRONG: {wrong}")
    except (ValueError, KeyError, IndexError, ArithmeticError, OSError) as error:
        sys.exit(f"WRONG: the file cannot be read as a certificate ({error})")
    print(f"{game.states:,} states, {game.deals:,} deals: lines, weights, decisions and sums hold.")
    if given.all:
        print("Every state was dealt out card by card: every count is right.")
    else:
        print(f"{size:,} states were dealt out card by card (seed {seed}): all right.")
        print("One wrong count never fits the sums. Several that do fit slip through with chance")
        print(f"(1 - {size / game.states:.6f})^w if w of the states are wrong.")
    print("No other decision is better." if game.optimal else "Decisions may not be the best.")
    print(f"It calls itself {game.rulebook}. Compare its pays, in antes, with the rules:")
    print("\n".join(f"  {name}: {', '.join(map(str, row))}" for name, row in game.nets.items()))
    spent = time.process_time()
    print(f"Expectation {game.expected} = {float(game.expected):+.8f} antes; {spent:.0f} s")


if __name__ == "__main__":
    main()
