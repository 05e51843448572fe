"""Random numbers: every round has its own random words, derived from its index alone.

Philox4x32-10 turns a counter and a key into 128 random bits. The seed is the key, the
index of the round is the counter; nothing is carried from one round to the next, so
any worker can play any round, and any round can be dealt again. Processor and GPU run
the same source.

How cards are chosen by these words is `dealing` (whole hands) and `kernel` (card by card);
each way of doing it has a version, so that a seed of an older result keeps its rounds.
"""

from math import perm

import numba
import numpy as np

_M0, _M1 = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
_W0, _W1 = np.uint32(0x9E3779B9), np.uint32(0xBB67AE85)
_HALF = np.uint64(32)
_ROUNDS = 10

FRACTION = 58
"""Bits of the fraction: with a factor of at most 52 the product still fits 64 bits."""

CARDS, DRAWS, SEATS, HANDS = (np.uint64(purpose << 16) for purpose in range(4))
"""What a word is for; added to its number in the third word of the counter."""

DECK_SIZE = 52


@numba.njit(cache=True, inline="always")
def block(
    index: np.uint64, purpose: np.uint64, attempt: np.uint64, seed: np.uint64
) -> tuple[np.uint32, np.uint32, np.uint32, np.uint32]:
    """128 random bits as four words, from a counter (index, purpose, attempt) and a key."""
    c0, c1 = np.uint32(index), np.uint32(index >> _HALF)
    c2, c3 = np.uint32(purpose), np.uint32(attempt)
    k0, k1 = np.uint32(seed), np.uint32(seed >> _HALF)
    for _ in range(_ROUNDS):
        p0, p1 = _M0 * np.uint64(c0), _M1 * np.uint64(c2)
        c0, c1 = np.uint32(np.uint32(p1 >> _HALF) ^ c1 ^ k0), np.uint32(p1)
        c2, c3 = np.uint32(np.uint32(p0 >> _HALF) ^ c3 ^ k1), np.uint32(p0)
        k0, k1 = np.uint32(k0 + _W0), np.uint32(k1 + _W1)
    return c0, c1, c2, c3


@numba.njit(cache=True, inline="always")
def philox(
    index: np.uint64, purpose: np.uint64, attempt: np.uint64, seed: np.uint64
) -> tuple[np.uint64, np.uint64]:
    """The same bits as two words."""
    a, b, c, d = block(index, purpose, attempt, seed)
    return np.uint64(a) | (np.uint64(b) << _HALF), np.uint64(c) | (np.uint64(d) << _HALF)


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
