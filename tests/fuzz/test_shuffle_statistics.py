"""The shuffle of electronic tables leaves every order equally likely, as far as counting shows.

Eighteen questions are asked of the same shuffles: does every card come to every place alike,
does every card follow every other alike, and do the hands of five and of three cards at each of
eight places of the deal fall into their categories as often as they should. All of them together
may raise a false alarm in one run of a hundred, so that each has an eighteenth of that
(Bonferroni).
"""

from hashlib import shake_256
from math import comb, erfc, sqrt

import numpy as np
import pytest

from croupier.cards import DECK
from croupier.house.model.table.shuffle import shuffled
from tests.fuzz.shuffles import Counts, Statistics, decks, numbers, seeds

HANDS = 8
LEVEL = 0.01 / (2 + 2 * HANDS)
BATCH = 20_000


def chi_square_tail(value: float, degrees: int) -> float:
    """The chance of a larger value (Wilson and Hilferty)."""
    third = (value / degrees) ** (1 / 3)
    normal = (third - (1 - 2 / (9 * degrees))) / sqrt(2 / (9 * degrees))
    return 0.5 * erfc(normal / sqrt(2))


def test_the_tail_is_that_of_the_tables() -> None:
    """From printed tables of chi-square at 1 %: 8 degrees 20.090, 100 degrees 135.807."""
    assert chi_square_tail(20.090, 8) == pytest.approx(0.01, rel=0.02)
    assert chi_square_tail(135.807, 100) == pytest.approx(0.01, rel=0.01)
    assert chi_square_tail(8, 8) > 0.4


def test_the_fast_shuffle_is_the_real_one() -> None:
    """Card for card, over seeds of every kind."""
    found, short = decks(numbers(seeds(0, 2_000), 2_000))
    assert not short.any()
    for seed, deck in zip(seeds(0, 2_000), found, strict=True):
        assert tuple(DECK[place] for place in deck) == shuffled(seed)
    chosen = [shake_256(bytes([n])).digest(32) for n in range(256)]
    found, _ = decks(numbers(iter(chosen), len(chosen)))
    for seed, deck in zip(chosen, found, strict=True):
        assert tuple(DECK[place] for place in deck) == shuffled(seed)


FIVE = {
    0: 1_302_540,
    1: 1_098_240,
    2: 123_552,
    3: 54_912,
    4: 10_200,
    5: 5_108,
    6: 3_744,
    7: 624,
    8: 40,
}
THREE = {0: 16_440, 1: 3_744, 3: 52, 4: 720, 5: 1_096, 8: 48}
"""Hands of each category in the deck, as printed in any book on poker."""


def test_the_categories_are_all_hands() -> None:
    assert sum(FIVE.values()) == comb(52, 5)
    assert sum(THREE.values()) == comb(52, 3)


def demand_even(found: Statistics) -> None:
    count = found.shuffles
    assert found.positions.sum() == 52 * count
    tails = {
        "positions": _positions(found.positions, count),
        "neighbours": _neighbours(found.neighbours, count),
    }
    for hand in range(HANDS):
        tails[f"five cards, hand {hand}"] = _categories(found.five[hand], FIVE, count)
        tails[f"three cards, hand {hand}"] = _categories(found.three[hand], THREE, count)
    assert {name: tail for name, tail in tails.items() if tail < LEVEL} == {}


def _positions(observed: Counts, count: int) -> float:
    """Rows and columns add up to the number of shuffles, so that 51 x 51 counts are free.

    A card that is at one place is at no other: each count scatters 51/52 as much as if all were
    thrown alone. (51/52) times the usual sum has the mean 51 x 51 and is chi-square.
    """
    expected = count / 52
    value = float(((observed - expected) ** 2 / expected).sum())
    return chi_square_tail(value * 51 / 52, 51 * 51)


def _neighbours(observed: Counts, count: int) -> float:
    """Each of 52 x 51 ordered pairs follows each other in one shuffle of 52.

    The covariance of the counts has, in units of their mean, the eigenvalue 1 on the 1274
    symmetric matrices without row sums, 1 + 2/51 on the 1275 antisymmetric ones, and next to
    nothing on the rest, 2 in all. So the sum has mean 2601 and variance 2 (1274 + 1275 (53/51)^2),
    and is chi-square up to a scale with as many degrees as these two say.
    """
    assert np.trace(observed) == 0
    expected = count / 52
    value = float(((observed[~np.eye(52, dtype=bool)] - expected) ** 2 / expected).sum())
    mean, variance = 2601, 2 * (1274 + 1275 * (53 / 51) ** 2)
    scale = variance / (2 * mean)
    return chi_square_tail(value / scale, round(mean / scale))


def _categories(observed: Counts, deck: dict[int, int], hands: int) -> float:
    """Hands of one place of the deal are independent; rare categories are taken together."""
    total = sum(deck.values())
    assert observed.sum() == hands
    value, degrees = 0.0, -1
    seen = expected = 0.0
    for category, number in sorted(deck.items(), key=lambda pair: pair[1]):
        seen += observed[category]
        expected += hands * number / total
        if expected >= 10:
            value += (seen - expected) ** 2 / expected
            degrees += 1
            seen = expected = 0.0
    return chi_square_tail(value, degrees)


def shuffles(count: int) -> Statistics:
    found = Statistics()
    for first in range(0, count, BATCH):
        found.add(first, min(BATCH, count - first))
    return found


def test_shuffles_are_even() -> None:
    demand_even(shuffles(200_000))


def test_a_bias_is_noticed() -> None:
    """One shuffle in two hundred leaves the last card where it was; one pair in fifty too many."""
    found = shuffles(200_000)
    found.positions[51, 51] += 1_000
    found.positions[51, 0] -= 1_000
    with pytest.raises(AssertionError):
        demand_even(found)
    other = shuffles(20_000)
    other.five[3, 1] += 400
    other.five[3, 0] -= 400
    with pytest.raises(AssertionError):
        demand_even(other)


@pytest.mark.slow
def test_ten_million_shuffles_are_even() -> None:
    demand_even(shuffles(10_000_000))
