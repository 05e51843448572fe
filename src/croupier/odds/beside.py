"""How often the player's hand comes with each class of the dealer's, or of both together.

It is for wagers on those hands that a fold forfeits, in games of three cards. Every pair of hands
is looked at, the player's up to a change of suits: of a full deck 1,755 hands stand for 22,100.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Any

from croupier.odds.deck import FULL_DECK, Deck, Kinds, Ranks, kinds_of
from croupier.odds.together import best
from croupier.ranking import FIVE_CARDS, HandClass, OrderOfHands
from croupier.rulebooks.wagers import Backed

if TYPE_CHECKING:
    from numpy.typing import NDArray

SIZE = 3
_OF_A_FLUSH = 2
"""So many of a suit the player has at least where both hands together hold five of it."""

Card = tuple[int, int]
"""Rank and suit."""


@lru_cache(maxsize=8)
def classes_beside(
    order: OrderOfHands, backed: Backed, deck: Deck = FULL_DECK
) -> Mapping[HandClass, Sequence[int]]:
    """For each class the deals in which the backed hand has it, by the player's kind of hand."""
    assert order.size == SIZE
    dealt = Dealt(order, deck)
    classes = order.classes if backed is Backed.DEALER else FIVE_CARDS.classes
    found = [[0] * len(dealt.kinds) for _ in classes]
    for own, ways in dealt.up_to_suits():
        counts = dealt.beside(own, backed, len(classes))
        kind = dealt.kind(own)
        for place, count in enumerate(counts):
            found[place][kind] += ways * int(count)
    return dict(zip(classes, found, strict=True))


class Dealt:
    """Every hand of the deck, in columns."""

    def __init__(self, order: OrderOfHands, deck: Deck) -> None:
        import numpy as np

        self.kinds: Kinds = kinds_of(order, deck)
        self.deck = deck
        self.hands: list[tuple[Card, ...]] = list(
            combinations([(rank, suit) for rank in deck.ranks for suit in range(deck.suits)], SIZE)
        )
        place = {hand_class: number for number, hand_class in enumerate(order.classes)}
        self.multisets = {ranks: number for number, ranks in enumerate(deck.multisets(SIZE))}
        self.classes: NDArray[Any] = np.array(
            [place[self.kinds.kinds[self.kind(hand)].value.hand_class] for hand in self.hands]
        )
        self.cards: NDArray[Any] = np.array([card_bits(hand) for hand in self.hands], np.uint64)
        self.ranks: NDArray[Any] = np.array([self.multisets[_ranks(hand)] for hand in self.hands])
        self.suits: NDArray[Any] = np.array(
            [[_of_suit(hand, suit) for suit in range(deck.suits)] for hand in self.hands]
        )

    def kind(self, hand: tuple[Card, ...]) -> int:
        return self.kinds.index(_ranks(hand), len({suit for _, suit in hand}) == 1)

    def up_to_suits(self) -> list[tuple[tuple[Card, ...], int]]:
        """One of the hands that a change of suits makes of each other, and how many there are."""
        shapes = [
            tuple(sorted(_of_suit(hand, suit) for suit in range(self.deck.suits)))
            for hand in self.hands
        ]
        ways = Counter(shapes)
        return [
            (hand, ways[shape])
            for shape, hand in dict(zip(shapes, self.hands, strict=True)).items()
        ]

    def beside(self, own: tuple[Card, ...], backed: Backed, classes: int) -> "NDArray[Any]":
        """How many hands of the rest of the deck make each class."""
        import numpy as np

        free = (self.cards & np.uint64(card_bits(own))) == 0
        if backed is Backed.DEALER:
            return np.bincount(self.classes[free], minlength=classes)
        mixed, suited = _of_six(self.deck)
        found = mixed[self.multisets[_ranks(own)]][self.ranks[free]]
        for suit in range(self.deck.suits):
            held = _of_suit(own, suit)
            if held.bit_count() >= _OF_A_FLUSH:
                found = np.maximum(found, suited[held | self.suits[free, suit]])
        return np.bincount(found, minlength=classes)


def _ranks(hand: tuple[Card, ...]) -> Ranks:
    return tuple(sorted(rank for rank, _ in hand))


def card_bits(hand: tuple[Card, ...]) -> int:
    return sum(1 << (4 * rank + suit) for rank, suit in hand)


def _of_suit(hand: tuple[Card, ...], wanted: int) -> int:
    """The ranks of one suit, a bit each."""
    return sum(1 << rank for rank, suit in hand if suit == wanted)


@lru_cache(maxsize=2)
def _of_six(deck: Deck) -> "tuple[NDArray[Any], NDArray[Any]]":
    """The class of the best five: by the multisets of two hands, and by the ranks of one suit.

    A class is its place in the order, so that the higher of two is the larger number.
    """
    import numpy as np

    place = {hand_class: number for number, hand_class in enumerate(FIVE_CARDS.classes)}
    of_ranks = {
        ranks: place[best(ranks, suited=False).hand_class] for ranks in deck.multisets(2 * SIZE)
    }
    threes = deck.multisets(SIZE)
    mixed = np.array(
        [[of_ranks.get(tuple(sorted(one + other)), -1) for other in threes] for one in threes]
    )
    suited = np.full(1 << (max(deck.ranks) + 1), -1)
    for count in (FIVE_CARDS.size, 2 * SIZE):
        for ranks in combinations(deck.ranks, count):
            suited[sum(1 << rank for rank in ranks)] = place[best(ranks, suited=True).hand_class]
    return mixed, suited
