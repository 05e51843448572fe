"""How often both hands together make each class: the best five of six cards.

Counted over multisets of ranks. Five or six cards of one suit have five ranks at least, so
few of them can contain a flush; those are counted one by one.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations
from math import comb, prod

from croupier.odds.deck import FULL_DECK, Ranks
from croupier.ranking import FIVE_CARDS, RANK_KEYS, HandClass, HandValue

CARDS = 6
SUITS = 4


@cache
def classes_of_six() -> Mapping[HandClass, int]:
    """The hands of six cards by the class of the best five: 20,358,520 in all."""
    counts = dict.fromkeys(FIVE_CARDS.classes, 0)
    for ranks in FULL_DECK.multisets(CARDS):
        ways = prod(comb(SUITS, ranks.count(rank)) for rank in set(ranks))
        mixed = best(ranks, suited=False)
        for suited, of_those in _with_a_flush(ranks):
            ways -= of_those
            counts[max(mixed, suited, key=_strength).hand_class] += of_those
        counts[mixed.hand_class] += ways
    return counts


def _with_a_flush(ranks: Ranks) -> Iterator[tuple[HandValue, int]]:
    """The best hand of one suit, and in how many ways the ranks hold it."""
    distinct = tuple(sorted(set(ranks)))
    if len(distinct) == CARDS:
        yield best(distinct, suited=True), SUITS
        for held in combinations(distinct, CARDS - 1):
            yield best(held, suited=True), SUITS * (SUITS - 1)
    elif len(distinct) == CARDS - 1:
        # A pair: one of its cards is of the suit, the other of any of the rest.
        yield best(distinct, suited=True), SUITS * (SUITS - 1)


def best(ranks: Ranks, *, suited: bool) -> HandValue:
    table = FIVE_CARDS.tables[suited]
    hands = combinations(ranks, FIVE_CARDS.size)
    return max((table[sum(RANK_KEYS[rank] for rank in hand)] for hand in hands), key=_strength)


def _strength(value: HandValue) -> int:
    return value.strength
