"""The deck as combinatorics sees it: ranks, suits, and every hand that can be told apart.

Suits have no order, so a hand counts only by its multiset of ranks and by whether
it is of one suit. Five cards of 52 make 6,175 multisets and 1,287 suited sets:
7,462 *kinds* of hand, no two of the same strength. They are numbered from the
weakest to the strongest, so that comparing hands is comparing numbers.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from operator import eq

from msgspec import Struct

from croupier.cards import RANKS
from croupier.ranking import RANK_KEYS, HandValue, OrderOfHands

Ranks = tuple[int, ...]
"""A multiset of ranks in ascending order."""


class Deck(Struct, frozen=True):
    """Which ranks there are and how many suits: 13 and 4, or fewer to check by brute force."""

    ranks: tuple[int, ...] = tuple(range(len(RANKS)))
    suits: int = 4

    @property
    def size(self) -> int:
        return len(self.ranks) * self.suits

    def multisets(self, size: int) -> list[Ranks]:
        """Every multiset of ranks that `size` cards can have, in lexicographic order."""
        return list(_multisets(self, size))


@lru_cache(maxsize=32)
def _multisets(deck: Deck, size: int) -> tuple[Ranks, ...]:
    # In ascending order a rank stands too often where it recurs `suits` places on.
    return tuple(
        ranks
        for ranks in combinations_with_replacement(deck.ranks, size)
        if not any(map(eq, ranks, ranks[deck.suits :]))
    )


FULL_DECK = Deck()


class Kind(Struct, frozen=True):
    """Hands that nothing in the rules tells apart: same ranks, all of one suit or not."""

    ranks: Ranks
    suited: bool
    value: HandValue
    hands: int
    """How many hands of the deck are of this kind."""


class Kinds:
    """All kinds of hand in an order of hands, weakest first; an index is a strength."""

    def __init__(self, order: OrderOfHands, deck: Deck) -> None:
        self.order = order
        self.deck = deck
        self.size = order.size
        self.kinds = sorted(_all_kinds(order, deck), key=lambda kind: kind.value.strength)
        self.mixed = {k.ranks: i for i, k in enumerate(self.kinds) if not k.suited}
        self.suited = {k.ranks: i for i, k in enumerate(self.kinds) if k.suited}

    def __len__(self) -> int:
        return len(self.kinds)

    def index(self, ranks: Iterable[int], suited: bool) -> int:
        """The number of a kind, which is its strength among all kinds."""
        return (self.suited if suited else self.mixed)[tuple(sorted(ranks))]

    def weakest(self, strength: int) -> int:
        """The number of the first kind that is at least as strong."""
        return bisect_left(self.kinds, strength, key=lambda kind: kind.value.strength)

    @cached_property
    def hands(self) -> int:
        """How many hands the deck has: 2,598,960 of five cards, 22,100 of three."""
        return comb(self.deck.size, self.size)


def _all_kinds(order: OrderOfHands, deck: Deck) -> list[Kind]:
    mixed_values, suited_values = order.tables
    ways_to_hold = [comb(deck.suits, held) for held in range(order.size + 1)]
    kinds = []
    for ranks in deck.multisets(order.size):
        held = set(ranks)
        flushes = deck.suits if len(held) == order.size else 0
        ways = prod([ways_to_hold[ranks.count(rank)] for rank in held])
        value = mixed_values[_key(ranks)]
        kinds.append(Kind(ranks, suited=False, value=value, hands=ways - flushes))
    for ranks in combinations(deck.ranks, order.size):
        value = suited_values[_key(ranks)]
        kinds.append(Kind(ranks, suited=True, value=value, hands=deck.suits))
    return kinds


def _key(ranks: Sequence[int]) -> int:
    return sum(map(RANK_KEYS.__getitem__, ranks))


def kinds_of(order: OrderOfHands, deck: Deck = FULL_DECK) -> Kinds:
    """The kinds of an order of hands, built once."""
    return _kinds_of(order, deck)


_kinds_of = lru_cache(maxsize=8)(Kinds)
