"""Random numbers: every round has its own random words, derived from its index alone.

Philox4x32-10 turns a counter and a key into 128 random bits. The seed is the key, the
index of the round is the counter; nothing is carried from one round to the next, so
any worker can play any round, and any round can be dealt again.

Every hand takes one 64-bit word, read as a fraction of 58 bits. Multiplied by the
number of cards left its whole part chooses a card and its fraction chooses the next;
the few fractions that would favour some hands are rejected and drawn again, so every
order of cards is exactly as likely as any other.
"""

from math import perm

import numba
import numpy as np

_M0, _M1 = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
_W0, _W1 = np.uint64(0x9E3779B9), np.uint64(0xBB67AE85)
_LOW, _HALF = np.uint64(0xFFFFFFFF), np.uint64(32)
_ROUNDS = 10

FRACTION = 58
"""Bits of the fraction: with a factor of at most 52 the product still fits 64 bits."""

CARDS, DRAWS, SEATS = np.uint64(0), np.uint64(1 << 16), np.uint64(2 << 16)
"""What a word is for; added to its number in the third word of the counter."""

DECK_SIZE = 52


@numba.njit(cache=True, inline="always")
def philox(
    index: np.uint64, purpose: np.uint64, attempt: np.uint64, seed: np.uint64
) -> tuple[np.uint64, np.uint64]:
    """128 random bits as two words, from a counter (index, purpose, attempt) and a key."""
    c0, c1, c2, c3 = index & _LOW, index >> _HALF, purpose, attempt
    k0, k1 = seed & _LOW, seed >> _HALF
    for _ in range(_ROUNDS):
        p0, p1 = _M0 * c0, _M1 * c2
        c0, c1 = (p1 >> _HALF) ^ c1 ^ k0, p1 & _LOW
        c2, c3 = (p0 >> _HALF) ^ c3 ^ k1, p0 & _LOW
        k0, k1 = (k0 + _W0) & _LOW, (k1 + _W1) & _LOW
    return c0 | (c1 << _HALF), c2 | (c3 << _HALF)


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
