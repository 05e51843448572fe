"""Plays on numba's simulator of a GPU what a plan says, and compares with the processor.

Run as a program of its own, since numba decides at its import whether CUDA is simulated. The
simulator runs the Python of a kernel, so that what takes arrays of the GPU has to be Python too.
"""

import os

os.environ["NUMBA_ENABLE_CUDASIM"] = "1"

from collections.abc import Callable

import numpy as np

from croupier.books import RULEBOOKS
from croupier.simulation import bankroll, cuda_kernels, dealing, gpu, kernel, link
from croupier.simulation.floor import Shared, play_histories, prepare
from croupier.simulation.floor_terms import FloorTerms, JackpotEntry, TablesEntry
from croupier.simulation.plan import Plan
from tests.simulation.games import everyday_shares, terms

SEED = 7
FIRST, ROUNDS = 5, 60
LAUNCH = (2, 3)
"""A thread of the simulator is a thread of the operating system: a few suffice."""

TAKES_ARRAYS = {
    dealing: ("stays_in", "case_of", "outcome", "deal_one", "_tried"),
    kernel: ("shuffled_round", "_take", "_by_suits", "_holds", "_add_draws"),
    link: ("sit",),
}


def as_python() -> None:
    """Replace what is compiled for the processor by its Python, once that has been used."""
    for module, names in TAKES_ARRAYS.items():
        for name in names:
            function = getattr(module, name).py_func
            setattr(module, name, function)
            if hasattr(cuda_kernels, name):
                setattr(cuda_kernels, name, function)


Case = tuple[str, object, Callable[[], object]]
"""A name, what the processor made of it, and how the GPU plays the same."""


def rounds_of(slug: str, players: int, generator: int) -> Case:
    book = everyday_shares(RULEBOOKS[slug]) if players > 1 else RULEBOOKS[slug]
    plan = Plan.of(terms(slug, rulebook=book, players=players, generator=generator))
    expected = plan.play(FIRST, ROUNDS, SEED)
    if players > 1:
        assert plan.unlike_rounds(FIRST, ROUNDS, SEED), "no round touches the meter"
    name = f"{slug}, {players} boxes, generator {generator}"
    return name, expected, lambda: gpu.Gpu(plan, LAUNCH).play(FIRST, ROUNDS, SEED)


def sessions_of(slug: str) -> Case:
    game = terms(slug)
    plan = Plan.of(game)
    purse = bankroll.Purse(bankroll=2 * game.at_risk, rounds=10)
    shared = bankroll.shared_by_sessions(game, plan, purse, SEED)
    expected = bankroll.play_sessions(shared, 3, 8)

    def again() -> object:
        player = gpu.Gpu(plan, LAUNCH)
        return bankroll.play_sessions(
            bankroll.shared_by_sessions(game, plan, purse, SEED, player), 3, 8
        )

    return f"{slug}, sessions", expected, again


def floor_of(slug: str) -> Case:
    floor = FloorTerms(
        rulebook=slug,
        strategy="always",
        years=2 / 365,
        hours_per_day=1,
        jackpot=JackpotEntry(meter=1_000_000_00, reset=100_000_00, stake=500),
        tables=(TablesEntry(count=1, boxes=4, rounds_per_hour=40, occupancy=0.8),),
    )
    made = prepare(floor)
    unlike = made.plan.money[1]
    unlike[:] = np.arange(len(unlike)) % 2 == 0  # many rounds to price, in every day
    expected = play_histories(made, 1, 1)

    def again() -> object:
        shared = Shared(made.floor, made.terms, made.plan, made.seats, gpu.Gpu(made.plan, LAUNCH))
        return play_histories(shared, 1, 1)

    return f"{slug}, floor", expected, again


def main() -> None:
    cases = [rounds_of(slug, 1, 2) for slug in RULEBOOKS]
    cases += [rounds_of(slug, 3, 2) for slug in ("singapore-stud", "three-card-poker")]
    cases += [rounds_of("casino-stud", 1, 1), sessions_of("singapore-stud")]
    cases += [floor_of("megalink-stud")]
    as_python()
    with np.errstate(over="ignore"):
        for name, expected, again in cases:
            print(f"{name}: {'equal' if again() == expected else 'different'}")


if __name__ == "__main__":
    gpu.CHUNK_ROUNDS = 16
    main()
