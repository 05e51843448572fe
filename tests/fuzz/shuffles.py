"""Millions of shuffles at once: the house's own shuffle, over many seeds, in compiled loops.

The stream of numbers is hashlib's SHAKE-256, as at a table; what is compiled is what follows:
skipping the uneven rest, changing places, and counting. Equality with `shuffle.shuffled` is
proved on samples by the tests.
"""

from collections.abc import Iterator
from hashlib import shake_256
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

WORDS = 64
"""32-bit numbers drawn for each shuffle: 51 are used, and more where one is skipped."""
_PURPOSE = b"croupier-shuffle/1 "

Decks = NDArray[np.uint8]
Counts = NDArray[np.int64]


def seeds(first: int, count: int) -> Iterator[bytes]:
    """Seeds of 256 bits, the same in every run: the function that makes decks of them is tested."""
    for number in range(first, first + count):
        yield number.to_bytes(32, "big")


def numbers(of: Iterator[bytes], count: int) -> NDArray[np.uint32]:
    """The first numbers of each seed's stream, one row a seed."""
    stream = b"".join(shake_256(_PURPOSE + seed).digest(4 * WORDS) for seed in of)
    return np.frombuffer(stream, ">u4").reshape(count, WORDS).astype(np.uint32)


@njit(cache=True)
def decks(drawn: NDArray[np.uint32]) -> tuple[Decks, Any]:
    """The deck of each row, and whether a row ran out of numbers, which needs a longer stream."""
    count = drawn.shape[0]
    found = np.empty((count, 52), np.uint8)
    short = np.zeros(count, np.bool_)
    for row in range(count):
        for place in range(52):
            found[row, place] = place
        used = 0
        for last in range(51, 0, -1):
            bound = np.uint64(last + 1)
            fair = np.uint64(4294967296) - np.uint64(4294967296) % bound
            while used < WORDS and np.uint64(drawn[row, used]) >= fair:
                used += 1
            if used >= WORDS:
                short[row] = True
                break
            other = np.uint64(drawn[row, used]) % bound
            used += 1
            card = found[row, last]
            found[row, last] = found[row, other]
            found[row, other] = card
    return found, short


@njit(cache=True)
def count_into(
    dealt: Decks, positions: Counts, neighbours: Counts, five: Counts, three: Counts
) -> None:
    """Positions of cards, pairs of neighbours, and the categories of hands cut off the deck."""
    ranks = np.zeros(13, np.int64)
    for row in range(dealt.shape[0]):
        for place in range(52):
            positions[place, dealt[row, place]] += 1
        for place in range(51):
            neighbours[dealt[row, place], dealt[row, place + 1]] += 1
        for hand in range(8):  # as dealt to seven boxes and the dealer
            five[hand, _category(dealt[row, 5 * hand : 5 * hand + 5], ranks)] += 1
            three[hand, _category(dealt[row, 3 * hand : 3 * hand + 3], ranks)] += 1


@njit(cache=True)
def _category(cards: Decks, ranks: Counts) -> int:
    """Numbered from the lowest: 0 odd cards, 1 pair, 2 two pairs, 3 three, 4 straight, 5 flush,
    6 full house, 7 four, 8 straight flush; with the ace low in a straight too."""
    size = len(cards)
    ranks[:] = 0
    flush = True
    for card in cards:
        ranks[card // 4] += 1
        if card % 4 != cards[0] % 4:
            flush = False
    most = 0
    pairs = 0
    low = 13
    high = -1
    for rank in range(13):
        most = max(most, ranks[rank])
        if ranks[rank] == 2:
            pairs += 1
        if ranks[rank]:
            low = min(low, rank)
            high = rank
    straight = most == 1 and high - low == size - 1
    if most == 1 and not straight and ranks[12] and ranks[0]:
        straight = True
        for rank in range(size - 1):
            if ranks[rank] != 1:
                straight = False
    if straight and flush:
        return 8
    if most == 4:
        return 7
    if most == 3 and pairs == 1:
        return 6
    if flush:
        return 5
    if straight:
        return 4
    if most == 3:
        return 3
    if pairs == 2:
        return 2
    return 1 if pairs == 1 else 0


class Statistics:
    """What so many shuffles came to."""

    def __init__(self) -> None:
        self.shuffles = 0
        self.positions = np.zeros((52, 52), np.int64)
        self.neighbours = np.zeros((52, 52), np.int64)
        self.five = np.zeros((8, 9), np.int64)
        self.three = np.zeros((8, 9), np.int64)

    def add(self, first: int, count: int) -> None:
        found, short = decks(numbers(seeds(first, count), count))
        assert not short.any()
        count_into(found, self.positions, self.neighbours, self.five, self.three)
        self.shuffles += count
