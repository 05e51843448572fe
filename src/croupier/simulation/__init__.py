"""Simulation: hundreds of millions of rounds, one machine or many.

    >>> from croupier.books import find_rulebook
    >>> from croupier.simulation import Terms, simulate
    >>> report = simulate(Terms(rulebook=find_rulebook("three-card-poker")), rounds=10_000, seed=7)
    >>> report.outcome.tally.rounds
    10000

Loops compiled with numba play the same rulebooks that the tables run; every round has an
index from which it can be dealt again. The method is explained in `docs/simulation.md`.
"""

from typing import TYPE_CHECKING

from croupier.extras import need
from croupier.simulation.errors import CannotSimulate
from croupier.simulation.terms import Terms

if TYPE_CHECKING:
    from croupier.simulation.result import Report

need("simulation", "croupier.simulation")

__all__ = ["CannotSimulate", "Terms", "simulate"]


def simulate(
    terms: Terms,
    *,
    rounds: int,
    seed: int = 1,
    workers: int | None = 1,
    cluster: str | None = None,
    device: str = "cpu",
) -> "Report":
    """Play this many rounds and report the results; `device` is "cpu" or "gpu"."""
    from croupier.simulation.crews import hire
    from croupier.simulation.plan import Plan
    from croupier.simulation.result import Report
    from croupier.simulation.running import block_rounds, check_wanted, run
    from croupier.simulation.terms import read_seed

    check_wanted(rounds, None)
    plan = Plan.of(terms)
    if device == "gpu":
        from croupier.simulation.gpu import Gpu

        player = Gpu(plan)
        crew = hire((player, read_seed(seed)), None, None, cluster, gpu=True)
        outcome = run(crew, plan, rounds=rounds, block=player.block_rounds)
        return Report.of(terms, plan, seed, outcome)
    crew = hire((plan, read_seed(seed)), workers, rounds // block_rounds(plan), cluster)
    return Report.of(terms, plan, seed, run(crew, plan, rounds=rounds))
