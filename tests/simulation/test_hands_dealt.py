"""Rounds of one box by whole hands: every deal as likely as any other, and the same ever after."""

import json
from collections import Counter
from math import comb, sqrt

import numpy as np
import pytest
from click.testing import CliRunner

from croupier.books import RULEBOOKS
from croupier.cards import card_names, rank_of
from croupier.cli.simulate import simulate
from croupier.odds.deck import kinds_of
from croupier.simulation.dealing import KIND_AT
from croupier.simulation.errors import CannotSimulate
from croupier.simulation.packed import look_up
from croupier.simulation.plan import Plan
from croupier.simulation.rounds import rounds
from tests.simulation.games import terms

FOUR_ERRORS = 4.0
SIZES = [("casino-stud", 5, 2_598_960), ("three-card-poker", 3, 22_100)]

PINNED = {1: ["5d 9h Ts 7s Qs", "8d 7c 5c 2d 7d"], 2: ["2s 3c 4c 5h Js", "2c 7s 8s Ac 5d"]}


def chi_square(counts: np.ndarray[tuple[int, ...], np.dtype[np.int64]]) -> float:
    expected = counts.sum() / counts.size
    statistic = float(((counts - expected) ** 2 / expected).sum())
    return (statistic - (counts.size - 1)) / sqrt(2 * (counts.size - 1))


@pytest.mark.parametrize(("slug", "size", "hands"), SIZES)
def test_the_table_has_every_hand_once_in_order_of_strength(
    slug: str, size: int, hands: int
) -> None:
    plan = Plan.of(terms(slug))
    table, _, _, deal, _, _, _ = plan.one_box
    masks = table & np.uint64((1 << KIND_AT) - 1)
    assert len(table) == len(np.unique(masks)) == hands == comb(52, size)
    assert (np.bitwise_count(masks) == size).all()
    kinds = (table >> np.uint64(KIND_AT)).astype(np.int64)
    kinds[deal[2] :] += 1 << 64 - KIND_AT
    assert (np.diff(kinds) >= 0).all()
    assert [int(n) for n in np.bincount(kinds)] == [
        kind.hands for kind in kinds_of(RULEBOOKS[slug].hands).kinds
    ]


@pytest.mark.parametrize(("slug", "hands"), [(slug, hands) for slug, _, hands in SIZES])
def test_small_tables_say_of_every_place_what_the_large_one_does(slug: str, hands: int) -> None:
    plan = Plan.of(terms(slug))
    table, _, _, _, _, _, small = plan.one_box
    assert sum(array.nbytes for array in small[1:]) < 200_000
    places = np.arange(hands, dtype=np.uint32)
    spare, kinds = np.empty_like(places), np.empty_like(places)
    cards = np.empty(hands, np.uint64)
    look_up(places, np.uint64(hands), small, spare, kinds, cards)
    assert (cards == table & np.uint64((1 << KIND_AT) - 1)).all()
    assert (kinds == np.repeat(np.arange(len(plan.kind_hands)), plan.kind_hands)).all()


@pytest.mark.parametrize(("slug", "size", "hands"), SIZES)
def test_words_are_passed_over_until_a_whole_number_falls_on_each_hand(
    slug: str, size: int, hands: int
) -> None:
    _, _, _, player_below, dealer_below = Plan.of(terms(slug)).one_box[3]
    assert ((1 << 32) - player_below) % (size * hands) == 0
    assert ((1 << 32) - dealer_below) % hands == 0
    assert player_below < size * hands
    assert dealer_below < hands


@pytest.mark.parametrize(("slug", "size", "_hands"), SIZES)
def test_every_card_comes_to_either_hand_and_is_turned_up_as_often(
    slug: str, size: int, _hands: int
) -> None:
    plan = Plan.of(terms(slug))
    _, decks = plan.again(np.arange(20_000), 7)
    cards = np.array([[card for hand in plan.hands(deck) for card in hand] for deck in decks])
    assert all(len(set(dealt)) == 2 * size for dealt in cards.tolist())
    for places in (slice(0, size), slice(size, 2 * size), slice(2 * size - 1, 2 * size)):
        assert abs(chi_square(np.bincount(cards[:, places].ravel(), minlength=52))) < FOUR_ERRORS


def test_the_up_card_is_as_often_the_lowest_as_the_highest() -> None:
    plan = Plan.of(terms("casino-stud"))
    _, decks = plan.again(np.arange(20_000), 3)
    counts: Counter[int] = Counter()
    for deck in decks:
        dealer = plan.hands(deck)[-1]
        counts[sorted(dealer).index(dealer[-1])] += 1
    assert abs(chi_square(np.array([counts[place] for place in range(5)]))) < FOUR_ERRORS


def test_the_dealer_is_as_good_whatever_the_player_holds() -> None:
    """Of the dealer's hands beside a player's pair of aces, those with a third ace by counting:
    1 − C(48,5)/C(50,5) of 50 cards with two aces left; the 47 left hold all cards but the hand."""
    plan = Plan.of(terms("casino-stud"))
    _, decks = plan.again(np.arange(60_000), 5)
    with_one = without = 0
    for deck in decks:
        hand, dealer = plan.hands(deck)
        if sum(rank_of(card) == 12 for card in hand) == 2:
            met = any(rank_of(card) == 12 for card in dealer)
            with_one, without = with_one + met, without + (not met)
    chance = 1 - comb(45, 5) / comb(47, 5)
    seen = with_one + without
    assert abs(with_one / seen - chance) < FOUR_ERRORS * sqrt(chance * (1 - chance) / seen)


@pytest.mark.parametrize("slug", RULEBOOKS)
def test_a_round_alone_is_the_round_among_many(slug: str) -> None:
    plan = Plan.of(terms(slug, strategy="optimal"))
    codes, _ = plan.again(np.arange(3_000), 7)
    assert plan.play(0, 3_000, 7).counts == Counter(map(int, codes[:, 0]))


def test_rounds_of_both_generators_stay_what_they_were() -> None:
    """Seed 7, round 123,456,789: other cards would make a new version of the generator."""
    shown = {
        generator: [
            card_names(hand)
            for hand in rounds(
                Plan.of(terms("casino-stud", generator=generator)), [123_456_789], 7
            )[0].hands
        ]
        for generator in (1, 2)
    }
    assert shown == PINNED


def test_results_and_scripts_name_the_generator() -> None:
    common = ("casino-stud", "--seed", "7", "--strategy", "akj83")
    run = CliRunner().invoke
    found = json.loads(run(simulate, (*common, "--rounds", "1000", "--json")).stdout)
    assert found["generator"] == 2
    older = (*common, "--generator", "1")
    assert (
        json.loads(run(simulate, (*older, "--rounds", "1000", "--json")).stdout)["generator"] == 1
    )
    script = json.loads(run(simulate, (*older, "--show-round", "5")).stdout)
    assert script["simulated"] == {"generator": 1, "seed": 7, "round": 5}


def test_an_unknown_generator_is_refused_in_a_sentence() -> None:
    with pytest.raises(CannotSimulate, match="1 to 2 in this version of Croupier, not 3"):
        terms("casino-stud", generator=3)
