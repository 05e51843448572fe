"""Random numbers by counter, and the cards they deal."""

from math import perm, sqrt

import numpy as np
import pytest
from msgspec import structs

from croupier.books import RULEBOOKS
from croupier.cards import DECK, Card
from croupier.philox import philox
from croupier.simulation.chance import FRACTION, below, rejected_below
from croupier.simulation.hands import Numbers
from croupier.simulation.plan import Plan
from tests.simulation.games import terms

FOUR_ERRORS = 4.0


def words(counter: tuple[int, int, int, int], key: tuple[int, int]) -> tuple[int, ...]:
    index = counter[0] | counter[1] << 32
    first, second = philox(
        np.uint64(index),
        np.uint64(counter[2]),
        np.uint64(counter[3]),
        np.uint64(key[0] | key[1] << 32),
    )
    return tuple(int(word) >> shift & 0xFFFFFFFF for word in (first, second) for shift in (0, 32))


def test_the_published_vectors_of_philox4x32_10() -> None:
    """From the known-answer tests of Random123 (Salmon and others, 2011)."""
    full = 0xFFFFFFFF
    assert words((0, 0, 0, 0), (0, 0)) == (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)
    assert words((full,) * 4, (full, full)) == (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)
    assert words((0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344), (0xA4093822, 0x299F31D0)) == (
        0xD16CFE09,
        0x94FDCCEB,
        0x5001E420,
        0x24126EA1,
    )


def chi_square(counts: Numbers, cells: int) -> float:
    """How many of its own deviations a chi-square lies above its expectation."""
    expected = counts.sum(axis=-1, keepdims=True) / cells
    statistic = float((((counts - expected) ** 2) / expected).sum())
    freedom = counts.size // cells * (cells - 1)
    return (statistic - freedom) / sqrt(2 * freedom)


def dealt(plan: Plan, rounds: int, seed: int = 7) -> list[list[Card]]:
    _, decks = plan.again(np.arange(rounds), seed)
    places = plan.size * (plan.players + 1)
    return [[card for hand in plan.hands(deck) for card in hand][:places] for deck in decks]


@pytest.mark.parametrize(("slug", "players"), [("casino-stud", 9), ("three-card-poker", 16)])
def test_every_card_comes_to_every_place_as_often(slug: str, players: int) -> None:
    plan = Plan.of(terms(slug, players=players))
    cards = np.array(dealt(plan, 8_000))
    counts = np.array([np.bincount(place, minlength=52) for place in cards.T])
    assert abs(chi_square(counts, 52)) < FOUR_ERRORS


def test_every_pair_of_neighbours_comes_as_often() -> None:
    cards = np.array(dealt(Plan.of(terms("casino-stud", generator=1)), 60_000))
    counts = np.zeros((9, 52 * 52), np.int64)
    for place in range(9):
        counts[place] = np.bincount(cards[:, place] * 52 + cards[:, place + 1], minlength=52 * 52)
    off = np.array([a != b for a in range(52) for b in range(52)])
    assert counts[:, ~off].sum() == 0
    assert abs(chi_square(counts[:, off], 52 * 51)) < FOUR_ERRORS


def test_no_card_is_dealt_twice() -> None:
    for slug, players in (("casino-stud", 9), ("three-card-poker", 16)):
        for cards in dealt(Plan.of(terms(slug, players=players)), 2_000):
            assert len(set(cards)) == len(cards)
            assert set(cards) <= set(DECK)


def test_hands_of_different_boxes_are_equally_good() -> None:
    """Each box, and the dealer, gets its share of every class of hand."""
    plan = Plan.of(terms("megalink-stud", players=6))
    value = RULEBOOKS["megalink-stud"].hands.value
    _, decks = plan.again(np.arange(20_000), 3)
    counts = np.zeros((7, 4), np.int64)
    for deck in decks:
        for place, hand in enumerate(plan.hands(deck)):
            counts[place, min(3, value(hand).hand_class)] += 1
    exact = np.array([1_302_540, 1_098_240, 123_552, 74_628]) / 2_598_960
    off = (counts / 20_000 - exact) / np.sqrt(exact * (1 - exact) / 20_000)
    assert np.abs(off).max() < FOUR_ERRORS


def test_rejection_leaves_a_whole_multiple_of_the_orders() -> None:
    for size, hands in ((5, 10), (3, 17)):
        for hand, rejected in enumerate(rejected_below(size, hands)):
            assert ((1 << FRACTION) - rejected) % perm(52 - size * hand, size) == 0
            assert rejected < perm(52, size)


def test_a_rejected_round_is_dealt_anew() -> None:
    """With limits that reject every second word the deals differ, and are as good."""
    honest = Plan.of(terms("casino-stud", magic_every=0, generator=1))
    strict = structs.replace(honest, limits=np.full(2, 1 << FRACTION - 1, np.uint64))
    before, after = dealt(honest, 400), dealt(strict, 400)
    changed = sum(a != b for a, b in zip(before, after, strict=True))
    assert 250 < changed < 350
    assert all(len(set(cards)) == 10 for cards in after)
    one_by_one, _ = strict.again(np.arange(400), 7)
    assert strict.play(0, 400, 7).counts == {
        int(code): int((one_by_one == code).sum()) for code in np.unique(one_by_one)
    }


def test_a_number_below_a_limit_is_even() -> None:
    drawn = [
        int(below(np.uint64(7), np.uint64(index), np.uint64(1), np.uint64(5)))
        for index in range(14_000)
    ]
    assert abs(chi_square(np.bincount(drawn, minlength=7), 7)) < FOUR_ERRORS


def test_neither_seed_nor_index_can_be_exchanged_for_the_other() -> None:
    plan = Plan.of(terms("casino-stud"))
    assert dealt(plan, 50, seed=1) != dealt(plan, 50, seed=2)
    large = [0, 1, 1 << 32, (1 << 32) + 1, 1 << 61]
    codes, decks = plan.again(large, 1)
    assert len({deck.tobytes() for deck in decks}) == len(large)
    assert len(codes) == len(large)
