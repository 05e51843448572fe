"""Estimates lie within four standard errors of the exact figures, for every wager."""

from math import sqrt

import pytest

from croupier.books import RULEBOOKS
from croupier.odds import MainOdds
from croupier.rulebooks.settings import JackpotSettings
from croupier.rulebooks.wagers import WagerKind
from croupier.simulation.exact import exact_means, exact_sheet
from croupier.simulation.plan import MAIN, Plan
from croupier.simulation.result import Report, standard_errors_off
from croupier.simulation.running import Outcome
from croupier.simulation.terms import Terms
from tests.simulation.games import terms

FOUR_ERRORS = 4.0
MODEST = JackpotSettings(meter=2_000_00, reset=1_000_00)
"""A meter small enough for its rare prizes not to drown the rest."""


def report(game: Terms, rounds: int, seed: int) -> Report:
    plan = Plan.of(game)
    return Report.of(game, plan, seed, Outcome(plan.play(0, rounds, seed), 1.0))


@pytest.mark.parametrize("players", [1, 5])
@pytest.mark.parametrize("slug", RULEBOOKS)
def test_every_wager_outcome_and_prize(slug: str, players: int) -> None:
    game = terms(slug, players=players, progressive=MODEST, strategy="optimal")
    found = report(game, 3_000_000 // players, 2026)
    sheet = exact_sheet(game)
    exact = exact_means(game, sheet)
    assert set(exact) == set(found.estimates)
    for name, estimate in found.estimates.items():
        off = standard_errors_off(estimate, exact[name])
        assert off is None or abs(off) < FOUR_ERRORS, (name, off)
    assert_frequencies(found, sheet.main)
    tally = found.outcome.tally
    for target, odds in sheet.jackpots.items():
        # A wager on the dealer's hand is hit at all boxes at once.
        trials = tally.boxes if target == WagerKind.JACKPOT else tally.rounds
        hits = {hit.prize: hit.count * trials / tally.boxes for hit in found.hits[target.value]}
        for prize in odds.pay_table.prizes:
            assert_share(hits[prize.name], trials, float(prize.frequency))
    for name, side in sheet.side_wagers.items():
        hits = {hit.prize: hit.count for hit in found.hits[name]}
        for prize in side.prizes:
            assert_share(hits[prize.name], tally.boxes, float(prize.frequency))


def assert_frequencies(found: Report, exact: MainOdds) -> None:
    boxes = found.outcome.tally.boxes
    simulated = {one.outcome: one for one in found.main.outcomes}
    # Boxes of one round share the dealer's hand: at worst all of them move together.
    trials = boxes if found.terms.players == 1 else found.outcome.tally.rounds
    for one in exact.outcomes:
        assert simulated[one.outcome].net == one.net
        assert_share(simulated[one.outcome].deals * trials / boxes, trials, one.deals / exact.deals)


def assert_share(count: float, trials: int, probability: float) -> None:
    """Within four standard errors; where hardly any are expected, by a wide count."""
    expected = trials * probability
    error = sqrt(expected * (1 - probability))
    assert abs(count - expected) <= FOUR_ERRORS * max(error, 1.0), (count, expected)


@pytest.mark.parametrize("slug", RULEBOOKS)
def test_the_deviation_of_one_box_is_the_exact_one(slug: str) -> None:
    game = terms(slug, players=3, strategy="optimal", magic_every=0, lucky_every=0)
    found = report(game, 400_000, 5)
    exact = exact_sheet(game)
    assert found.estimates[MAIN].standard_deviation == pytest.approx(
        exact.main.standard_deviation, rel=0.03
    )


@pytest.mark.parametrize("slug", RULEBOOKS)
def test_the_sum_of_the_main_game_follows_from_its_outcomes(slug: str) -> None:
    game = terms(slug, players=2)
    found = report(game, 20_000, 5)
    boxes = found.outcome.tally.boxes
    assert found.main.expected * game.ante * boxes == found.outcome.tally.wagers[MAIN].net


def test_errors_know_that_boxes_share_the_dealers_hand() -> None:
    """Seven boxes against one dealer say less than seven rounds do."""
    one = report(terms("casino-stud"), 210_000, 3).estimates[MAIN]
    seven = report(terms("casino-stud", players=7), 30_000, 3).estimates[MAIN]
    assert seven.standard_deviation == pytest.approx(one.standard_deviation, rel=0.05)
    assert seven.standard_error > 1.3 * one.standard_error


@pytest.mark.slow
@pytest.mark.parametrize(
    "strategy", ["always", "pair", "ace-king", "akj83", "matching-rank", "three-rules", "optimal"]
)
def test_every_strategy_of_a_stud_game(strategy: str) -> None:
    game = terms("casino-stud", strategy=strategy, progressive=MODEST)
    found = report(game, 60_000_000, 11)
    off = standard_errors_off(found.estimates[MAIN], exact_means(game, exact_sheet(game))[MAIN])
    assert off is not None
    assert abs(off) < FOUR_ERRORS
