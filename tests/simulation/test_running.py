"""However the rounds are shared out, the totals are the same to the cent."""

import os
import signal
from typing import Any

import pytest

from croupier.books import RULEBOOKS
from croupier.simulation import crews, running, simulate
from croupier.simulation.errors import CannotSimulate
from croupier.simulation.plan import MAIN, Plan
from croupier.simulation.running import Progress
from croupier.simulation.tally import Tally
from tests.simulation.games import terms

SEED = 7


@pytest.fixture(autouse=True)
def _small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks of a few thousand rounds, so that a short run has many."""
    monkeypatch.setattr(running, "BLOCK_HANDS", 1 << 14)


def play(plan: Plan, crew: running.Crew, **wanted: Any) -> running.Outcome:
    return running.run(crew, plan, **{"rounds": None, **wanted})


@pytest.mark.parametrize("players", [1, 3])
@pytest.mark.parametrize("slug", RULEBOOKS)
def test_any_division_into_stretches_has_the_same_total(slug: str, players: int) -> None:
    plan = Plan.of(terms(slug, players=players))
    total = plan.play(100, 3_000, SEED)
    parts = [(100, 1), (101, 999), (1_100, 1_337), (2_437, 663)]
    added = Tally(0, 0, {}, {})
    for first, count in parts:
        added += plan.play(first, count, SEED)
    assert added == total


def test_two_workers_come_to_the_same_as_one() -> None:
    plan = Plan.of(terms("casino-stud", players=2))
    alone = play(plan, crews.Alone((plan, SEED)), rounds=50_000)
    both = play(plan, crews.Processes((plan, SEED), 2), rounds=50_000)
    assert both.tally == alone.tally
    assert alone.tally.rounds == 50_000


def test_a_run_until_a_half_width_stops_at_the_same_round() -> None:
    plan = Plan.of(terms("casino-stud"))
    alone = play(plan, crews.Alone((plan, SEED)), until=0.02)
    both = play(plan, crews.Processes((plan, SEED), 2), until=0.02)
    assert both.tally == alone.tally
    assert alone.tally.estimate(MAIN, 10_000).half_width <= 0.02
    before = plan.play(0, alone.tally.rounds - running.block_rounds(plan), SEED)
    assert before.estimate(MAIN, 10_000).half_width > 0.02


def test_a_process_that_is_killed_changes_nothing() -> None:
    plan = Plan.of(terms("casino-stud"))
    crew = crews.Processes((plan, SEED), 2)
    killed: list[int] = []

    def watch(_: Progress) -> None:
        if not killed:
            victim = next(iter(crew.children()))
            os.kill(victim, signal.SIGKILL)
            killed.append(victim)

    outcome = play(plan, crew, rounds=200_000, watch=watch)
    assert killed
    assert outcome.tally == plan.play(0, 200_000, SEED)


def test_stopping_keeps_what_is_known() -> None:
    plan = Plan.of(terms("casino-stud"))

    def watch(at: Progress) -> None:
        if at.rounds >= 3 * running.block_rounds(plan):
            raise KeyboardInterrupt

    for crew in (crews.Alone((plan, SEED)), crews.Processes((plan, SEED), 2)):
        outcome = play(plan, crew, rounds=10**12, watch=watch)
        assert outcome.interrupted
        assert outcome.tally == plan.play(0, 3 * running.block_rounds(plan), SEED)


def test_progress_tells_rate_and_estimate() -> None:
    plan = Plan.of(terms("casino-stud"))
    seen: list[Progress] = []
    play(plan, crews.Alone((plan, SEED)), rounds=20_000, watch=seen.append)
    assert seen[-1].rounds == seen[-1].wanted == 20_000
    assert seen[-1].rate > 0
    assert seen[-1].estimate == plan.play(0, 20_000, SEED).estimate(MAIN, 10_000)


def test_small_jobs_stay_in_this_process() -> None:
    assert isinstance(crews.hire(None, None, 1, None), crews.Alone)
    assert isinstance(crews.hire(None, 1, 100, None), crews.Alone)


@pytest.mark.parametrize(
    ("rounds", "until"), [(0, None), (-5, None), (1 << 63, None), (None, 0.0), (None, -1.0)]
)
def test_what_cannot_be_wanted(rounds: int | None, until: float | None) -> None:
    with pytest.raises(CannotSimulate):
        running.check_wanted(rounds, until)


def test_the_library_entry() -> None:
    report = simulate(terms("three-card-poker"), rounds=5_000, seed=3)
    assert report.outcome.tally.rounds == 5_000
    assert report.seed == 3


def test_memory_does_not_grow_with_rounds() -> None:
    plan = Plan.of(terms("casino-stud"))
    short, long = plan.play(0, 10_000, SEED), plan.play(0, 2_000_000, SEED)
    assert set(short.counts) <= set(long.counts)
    assert len(long.counts) <= plan.coding.size


def test_stakes_too_large_for_exact_squares_are_refused() -> None:
    """One player's sums are Python's whole numbers; those of several are summed in 64 bits."""
    large = terms("megalink-stud", ante=10**11)
    assert Plan.of(large).play(0, 1_000, SEED).rounds == 1_000
    several = Plan.of(terms("megalink-stud", ante=10**11, players=7))
    with pytest.raises(CannotSimulate, match="stake less"):
        several.play(0, 1_000, SEED)
