"""Random words by number: Philox4x32-10, a counter-based generator.

It turns a counter and a key into 128 random bits. Nothing is carried from one draw to the next,
so that any process, processor or GPU can make any of them, and make it again.
"""

import numba
import numpy as np

_M0, _M1 = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
_W0, _W1 = np.uint32(0x9E3779B9), np.uint32(0xBB67AE85)
_HALF = np.uint64(32)
_ROUNDS = 10

CARDS, DRAWS, SEATS, HANDS, SEEN = (np.uint64(purpose << 16) for purpose in range(5))
"""What a word is for; added to its number in the third word of the counter."""


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
