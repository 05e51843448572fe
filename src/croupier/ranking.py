"""The value of a hand, of five cards or of three.

The orders of hands are declared, not coded: a list of (class, pattern of equal
ranks) in ascending order. The sum of per-rank keys is unique for every multiset
of up to five ranks with at most four of each, so a hand is valued by one look-up
in a table built once from the declaration; a flush has a table of its own.
"""

from collections.abc import Iterator, Sequence
from enum import IntEnum
from functools import cached_property
from itertools import combinations, combinations_with_replacement

from msgspec import Struct

from croupier.cards import ACE, DECK, Card, rank_of

RANK_KEYS = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
"""Sums of up to five keys are distinct for all multisets of ranks with at most four of
each; a test checks all 6,175 of them."""

CARD_KEYS = tuple(RANK_KEYS[rank_of(card)] for card in DECK)


class HandClass(IntEnum):
    """The classes of all documents; their numbers identify them and imply no order."""

    ODD_CARDS = 0
    PAIR = 1
    TWO_PAIRS = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9

    @property
    def label(self) -> str:
        """`four of a kind`."""
        return self.name.lower().replace("_", " ")

    @property
    def slug(self) -> str:
        """`four_of_a_kind`, as command lines and files write it."""
        return self.name.lower()


class HandValue(Struct, frozen=True):
    """What a hand is worth: a class, and the ranks that split equal classes."""

    strength: int
    """Higher wins, equal is a stand-off; comparable within one order of hands."""
    hand_class: HandClass
    ranks: tuple[int, ...]
    """Groups by size, then by rank; a low ace counts last (MEGA 3.12.4)."""


_Table = dict[int, HandValue]
SUITS_OF_A_RANK = 4


class OrderOfHands:
    """A document's order of hands: size of a hand, and its classes from low to high."""

    def __init__(self, size: int, classes: tuple[HandClass, ...]) -> None:
        self.size = size
        self.classes = classes

    def __repr__(self) -> str:
        return f"OrderOfHands(size={self.size})"

    @cached_property
    def tables(self) -> tuple[_Table, _Table]:
        """Values by key sum: of mixed suits, and of one suit. Built when first needed."""
        mixed: _Table = {}
        for ranks in combinations_with_replacement(range(13), self.size):
            middle = ranks[self.size // 2]  # five of a rank, in order, would include it
            if ranks.count(middle) <= SUITS_OF_A_RANK:
                mixed[sum(map(RANK_KEYS.__getitem__, ranks))] = self._value(ranks, suited=False)
        suited: _Table = {}
        for ranks in combinations(range(13), self.size):
            suited[sum(map(RANK_KEYS.__getitem__, ranks))] = self._value(ranks, suited=True)
        return mixed, suited

    def value(self, cards: Sequence[Card]) -> HandValue:
        """The value of a complete hand."""
        mixed, suited = self.tables
        total = 0
        suits = 15
        for card in cards:
            total += CARD_KEYS[card]
            suits &= 1 << card % 4
        return (suited if suits else mixed)[total]

    def best(self, cards: Sequence[Card]) -> HandValue:
        """The best hand that can be made of more cards than a hand has."""
        hands = map(self.value, combinations(cards, self.size))
        return max(hands, key=lambda value: value.strength)

    def all_values(self) -> Iterator[HandValue]:
        """Every distinct hand value."""
        for table in self.tables:
            yield from table.values()

    def _value(self, ranks: Sequence[int], suited: bool) -> HandValue:
        hand_class, compared = _classify(ranks, self.size, suited)
        strength = self.classes.index(hand_class)
        for rank in compared + (-1,) * (self.size - len(compared)):
            strength = strength * 16 + rank + 1
        return HandValue(strength, hand_class, compared)


FIVE_CARDS = OrderOfHands(
    size=5,
    classes=(
        HandClass.ODD_CARDS,
        HandClass.PAIR,
        HandClass.TWO_PAIRS,
        HandClass.THREE_OF_A_KIND,
        HandClass.STRAIGHT,
        HandClass.FLUSH,
        HandClass.FULL_HOUSE,
        HandClass.FOUR_OF_A_KIND,
        HandClass.STRAIGHT_FLUSH,
        HandClass.ROYAL_FLUSH,
    ),
)

THREE_CARDS = OrderOfHands(
    size=3,
    classes=(
        HandClass.ODD_CARDS,
        HandClass.PAIR,
        HandClass.FLUSH,
        HandClass.STRAIGHT,
        HandClass.THREE_OF_A_KIND,
        HandClass.STRAIGHT_FLUSH,
    ),
)

_PATTERNS = {
    (4, 1): HandClass.FOUR_OF_A_KIND,
    (3, 2): HandClass.FULL_HOUSE,
    (3, 1, 1): HandClass.THREE_OF_A_KIND,
    (3,): HandClass.THREE_OF_A_KIND,
    (2, 2, 1): HandClass.TWO_PAIRS,
    (2, 1, 1, 1): HandClass.PAIR,
    (2, 1): HandClass.PAIR,
}


def _grouped(ranks: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Ranks in comparing order, and the sizes of their groups."""
    held = set(ranks)
    if len(held) == len(ranks):
        return tuple(sorted(held, reverse=True)), (1,) * len(ranks)
    order = sorted([(ranks.count(rank), rank) for rank in held], reverse=True)
    sizes, ordered = zip(*order, strict=True)
    return ordered, sizes


def _straight(ranks: tuple[int, ...], size: int) -> tuple[int, ...] | None:
    """Ranks of a run, the ace last where it counts as one; nothing wraps round (X9)."""
    if len(ranks) < size:
        return None
    if ranks[0] - ranks[-1] == size - 1:
        return ranks
    wheel = tuple(range(size - 2, -1, -1))
    if ranks == (ACE, *wheel):
        return (*wheel, -1)
    return None


def _classify(ranks: Sequence[int], size: int, suited: bool) -> tuple[HandClass, tuple[int, ...]]:
    ordered, sizes = _grouped(ranks)
    run = _straight(ordered, size)
    if run is not None and suited:
        royal = size == FIVE_CARDS.size and run[0] == ACE
        return (HandClass.ROYAL_FLUSH if royal else HandClass.STRAIGHT_FLUSH), run
    if suited:
        return HandClass.FLUSH, ordered
    if run is not None:
        return HandClass.STRAIGHT, run
    return _PATTERNS.get(sizes, HandClass.ODD_CARDS), ordered


RANK_NAMES = (
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
    "ace",
)


def plural(rank: int) -> str:
    """`nines`, `sixes`."""
    return "sixes" if RANK_NAMES[rank] == "six" else f"{RANK_NAMES[rank]}s"


def describe(value: HandValue) -> str:
    """`pair of nines, ace kicker`: the name a dealer would call."""
    ranks = value.ranks
    first = RANK_NAMES[ranks[0]]
    match value.hand_class:
        case HandClass.ROYAL_FLUSH:
            return "royal flush"
        case HandClass.STRAIGHT_FLUSH | HandClass.STRAIGHT | HandClass.FLUSH:
            return f"{value.hand_class.label}, {first} high"
        case HandClass.FOUR_OF_A_KIND:
            return f"four {plural(ranks[0])}"
        case HandClass.FULL_HOUSE:
            return f"full house, {plural(ranks[0])} over {plural(ranks[1])}"
        case HandClass.THREE_OF_A_KIND:
            return f"three {plural(ranks[0])}"
        case HandClass.TWO_PAIRS:
            return f"two pairs, {plural(ranks[0])} and {plural(ranks[1])}"
        case HandClass.PAIR:
            return f"pair of {plural(ranks[0])}, {RANK_NAMES[ranks[1]]} kicker"
        case HandClass.ODD_CARDS:
            if ranks[:2] == (ACE, ACE - 1):
                return "ace-king high"
            return f"{first} high"
