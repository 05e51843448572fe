"""The class of both hands together, computed over whole arrays of dealt cards.

The loops value a hand of the game's own size. What the best five of both hands are is asked
only where a side wager is on it, of the cards as they were dealt.
"""

from functools import cache
from itertools import combinations

import numpy as np

from croupier.odds.deck import kinds_of
from croupier.ranking import FIVE_CARDS
from croupier.simulation.hands import KEY_BITS, SUITS_AT, Numbers, kind_by_key, ranks_to_kind

_KEY = np.uint32((1 << KEY_BITS) - 1)
_SUITS = np.uint32(0b1111 << SUITS_AT)


def best_classes(cards: Numbers) -> Numbers:
    """For each row of cards, the class of the best five of them."""
    by_key, in_one_suit, classes = _tables()
    best = np.zeros(len(cards), np.int64)
    for places in combinations(range(cards.shape[1]), FIVE_CARDS.size):
        hands = cards[:, places]
        kinds = by_key[(hands & _KEY).sum(axis=1)].astype(np.int64)
        suited = np.bitwise_and.reduce(hands, axis=1) & _SUITS
        np.maximum(best, np.where(suited, in_one_suit[kinds], kinds), out=best)
    return classes[best]


@cache
def _tables() -> tuple[Numbers, Numbers, Numbers]:
    """Kinds by key, what their ranks make in one suit, and their classes."""
    kinds = kinds_of(FIVE_CARDS)
    in_one_suit = np.arange(len(kinds))
    for ranks, suited in kinds.suited.items():
        in_one_suit[kinds.mixed[ranks]] = suited
    classes = np.array([int(kind.value.hand_class) for kind in kinds.kinds])
    return kind_by_key(*ranks_to_kind(kinds)), in_one_suit, classes
