"""Random numbers: every round has its own random words, derived from its index alone.

The seed is the key of the generator (`philox`), the index of the round is its counter; nothing is
carried from one round to the next, so any worker can play any round, and any round can be dealt
again. Processor and GPU run the same source.

How cards are chosen by these words is `dealing` (whole hands) and `kernel` (card by card);
each way of doing it has a version, so that a seed of an older result keeps its rounds.
"""

from math import perm

import numba
import numpy as np

from croupier.philox import philox

FRACTION = 58
"""Bits of the fraction: with a factor of at most 52 the product still fits 64 bits."""

DECK_SIZE = 52


@numba.njit(cache=True)
def below(limit: np.uint64, index: np.uint64, purpose: np.uint64, seed: np.uint64) -> np.uint64:
    """A whole number from 0 up to but not including the limit, all equally likely."""
    attempt = np.uint64(0)
    uneven = (np.uint64(0) - limit) % limit
    word, _ = philox(index, purpose, attempt, seed)
    while word < uneven:
        attempt += np.uint64(1)
        word, _ = philox(index, purpose, attempt, seed)
    return word % limit


def rejected_below(size: int, hands: int) -> list[int]:
    """For each hand of a deal, the fractions left over below which its word is rejected.

    A hand of `size` cards out of those left can come in n·(n−1)·… orders; what 2^58
    leaves when divided by that number is what would favour some of them.
    """
    return [(1 << FRACTION) % perm(DECK_SIZE - size * hand, size) for hand in range(hands)]
