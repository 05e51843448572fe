"""The report of a run: estimates by wager, outcomes, and the exact figures for comparison."""

from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np
from msgspec import Struct

from croupier.money import Cents
from croupier.odds.main_game import MainOdds, main_odds, nets
from croupier.odds.sheet import fingerprint
from croupier.odds.strategy import Strategy
from croupier.ranking import HandClass
from croupier.rulebooks.wagers import Award, WagerKind
from croupier.simulation.plan import ALL, MAIN, Plan
from croupier.simulation.running import Outcome
from croupier.simulation.tally import CONFIDENCE, Estimate, Tally
from croupier.simulation.terms import Terms
from croupier.wagers import Against

_COLUMNS = {
    Against.NO_HAND: 0,
    Against.WINS: 1,
    Against.TIES: 2,
    Against.LOSES: 3,
    Against.FOLDED: 4,
}
"""How the exact odds order what can become of a hand."""


class Hit(Struct, frozen=True):
    """How often a prize was hit."""

    prize: str
    count: int


class Report(Struct, frozen=True, kw_only=True):
    """A run and what it says."""

    terms: Terms
    seed: int
    outcome: Outcome
    estimates: dict[str, Estimate]
    main: MainOdds
    """The simulated boxes in the form of exact odds: boxes take the place of deals."""
    hits: dict[str, tuple[Hit, ...]]

    @classmethod
    def of(cls, terms: Terms, plan: Plan, seed: int, outcome: Outcome) -> "Report":
        tally = outcome.tally
        return cls(
            terms=terms,
            seed=seed,
            outcome=outcome,
            estimates={name: tally.estimate(name, stake_of(terms, name)) for name in plan.wagers},
            main=simulated_main(terms, plan, tally),
            hits=_hits(terms, plan, tally),
        )


def stake_of(terms: Terms, wager: str) -> Cents:
    """What a wager's mean is in units of: the ante, or its own stake; for awards the jackpot
    wager that they ride on."""
    match wager:
        case _ if wager in terms.rulebook.side_wagers:
            return terms.staked(wager)
        case WagerKind.DEALER_JACKPOT | Award.LUCKY_DEALER:
            return terms.staked(WagerKind.DEALER_JACKPOT) or terms.progressive.stake
        case _ if wager in (MAIN, ALL, Award.ANTE_BONUS):
            return terms.ante
        case _:
            return terms.staked(WagerKind.JACKPOT) or terms.progressive.stake


def strategy_name(terms: Terms) -> str:
    return terms.strategy.name if isinstance(terms.strategy, Strategy) else terms.strategy


def simulated_main(terms: Terms, plan: Plan, tally: Tally) -> MainOdds:
    """The main game as it came out, counted like the exact odds count deals."""
    counts = np.zeros((len(HandClass), len(_COLUMNS)), np.int64)
    for code, count in tally.counts.items():
        box = plan.coding.box(code)
        counts[box.hand_class, _COLUMNS[box.against]] += count
    return main_odds(
        terms.rulebook,
        nets(terms.rulebook, terms.ante),
        strategy_name(terms),
        tally.boxes,
        np.arange(len(HandClass)),
        counts,
    )


def _hits(terms: Terms, plan: Plan, tally: Tally) -> dict[str, tuple[Hit, ...]]:
    """Prizes of the wagers on one hand; forfeited ones do not count."""
    own: Counter[int | None] = Counter()
    dealer: Counter[int | None] = Counter()
    sides: dict[str, Counter[HandClass | None]] = {name: Counter() for name in plan.payments.sides}
    for code, count in tally.counts.items():
        box = plan.coding.box(code)
        own[plan.payments.row_hit(WagerKind.JACKPOT, box)] += count
        dealer[plan.payments.row_hit(WagerKind.DEALER_JACKPOT, box)] += count
        for name, classes in sides.items():
            classes[plan.payments.side_hit(name, box)] += count
    rows = terms.rulebook.progressive.rows
    found: dict[str, tuple[Hit, ...]] = {}
    for wager, rows_hit in ((WagerKind.JACKPOT, own), (WagerKind.DEALER_JACKPOT, dealer)):
        if wager.value in plan.wagers:
            found[wager.value] = tuple(
                Hit(row.name, rows_hit[number]) for number, row in enumerate(rows)
            )
    for name, classes in sides.items():
        pays = terms.rulebook.side_wagers[name].pays
        found[name] = tuple(Hit(hand.label, classes[hand]) for hand in pays.odds)
    return found


def as_json(report: Report, exact: dict[str, Fraction] | None = None) -> dict[str, Any]:
    """The report under the contract's keys."""
    terms, outcome = report.terms, report.outcome
    boxes = outcome.tally.boxes
    return {
        "rulebook": terms.rulebook.slug,
        "edition": terms.rulebook.edition,
        "fingerprint": fingerprint(terms.rulebook),
        "strategy": strategy_name(terms),
        "players": terms.players,
        "rounds": outcome.tally.rounds,
        "seed": report.seed,
        "generator": terms.generator,
        "interrupted": outcome.interrupted,
        "seconds": outcome.seconds,
        "rounds_per_second": outcome.rounds_per_second,
        "confidence": 0.95,
        "wagers": {
            name: _wager(report, name, None if exact is None else exact.get(name))
            for name in report.estimates
        },
        "outcomes": [
            {
                "outcome": one.outcome,
                "count": one.deals,
                "frequency": one.deals / boxes,
                "net": float(one.net),
            }
            for one in report.main.outcomes
        ],
        "players_round_cents": {"least": outcome.tally.worst, "greatest": outcome.tally.best},
    }


def _wager(report: Report, name: str, exact: Fraction | None) -> dict[str, Any]:
    estimate, sums = report.estimates[name], report.outcome.tally.wagers[name]
    boxes = report.outcome.tally.boxes
    told: dict[str, Any] = {
        "mean": estimate.mean,
        "standard_error": estimate.standard_error,
        "standard_deviation": estimate.standard_deviation,
        "half_width": CONFIDENCE * estimate.standard_error,
        "net_cents": sums.net,
        "stake_cents": stake_of(report.terms, name),
    }
    if name in report.hits:
        told["prizes"] = [
            {"prize": hit.prize, "count": hit.count, "frequency": hit.count / boxes}
            for hit in report.hits[name]
        ]
    if exact is not None:
        told["exact"] = f"{exact.numerator}/{exact.denominator}"
        told["standard_errors_off"] = standard_errors_off(estimate, exact)
    return told


def standard_errors_off(estimate: Estimate, exact: Fraction) -> float | None:
    """How many standard errors an estimate lies from the exact figure."""
    if not estimate.standard_error:
        return None
    return (estimate.mean - float(exact)) / estimate.standard_error
