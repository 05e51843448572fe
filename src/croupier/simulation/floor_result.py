"""The results of a floor's histories, beside the exact long run where that is known."""

from fractions import Fraction
from typing import Any

from msgspec import Struct

from croupier.money import Cents
from croupier.odds import CannotPrice, JackpotEconomics, JackpotTerms, Traffic, economics
from croupier.odds.main_game import solve
from croupier.odds.side_wagers import jackpot
from croupier.rulebooks.wagers import WagerKind
from croupier.simulation.bankroll import quantiles
from croupier.simulation.floor import GRID, FloorTally
from croupier.simulation.floor_terms import FloorTerms
from croupier.simulation.terms import Terms


class Expected(Struct, frozen=True):
    """Exact figures of the same link."""

    frequencies: tuple[float, ...]
    """Of each row, by wager on the own hand."""
    long_run: JackpotEconomics


def expected(floor: FloorTerms, terms: Terms) -> Expected | None:
    """The exact long run; none where wagers on the dealer's hand feed the meter too, or no
    prize takes the whole of it."""
    if terms.staked(WagerKind.DEALER_JACKPOT) or not terms.staked(WagerKind.JACKPOT):
        return None
    book, progressive = terms.rulebook, terms.progressive
    about = JackpotTerms(
        meter=progressive.meter,
        reset=progressive.reset,
        stake=terms.staked(WagerKind.JACKPOT),
        tables=sum(entry.count for entry in floor.tables),
        boxes=max(entry.boxes for entry in floor.tables),
    )
    main = solve(book).price(book, terms.strategy, terms.ante)
    odds = jackpot(book, WagerKind.JACKPOT, about, main)
    try:
        traffic = Traffic(increment=Fraction(progressive.increment))
        long_run = economics(book, odds, about, traffic)
    except CannotPrice:
        return None
    return Expected(tuple(float(p.frequency) for p in odds.pay_table.prizes), long_run)


def step_of(terms: Terms) -> Cents:
    return max(1, terms.progressive.reset // GRID)


def in_cents(steps: dict[str, int], step: Cents) -> dict[str, int]:
    return {share: value * step for share, value in steps.items()}


def as_json(
    floor: FloorTerms, terms: Terms, tally: FloorTally, known: Expected | None
) -> dict[str, Any]:
    """The answer for programs; money in cents."""
    step = step_of(terms)
    wagers = max(1, tally.wagers * sum(map(bool, (terms.jackpot, terms.dealer_jackpot))))
    years = tally.histories * floor.years
    days = sum(tally.meters.values())
    return {
        "rulebook": floor.rulebook,
        "seed": floor.seed,
        "generator": terms.generator,
        "histories": tally.histories,
        "years": floor.years,
        "rounds": tally.rounds,
        "wagers": tally.wagers,
        "staked": tally.staked,
        "meter": {
            "mean": sum(m * n for m, n in tally.meters.items()) * step / days if days else None,
            "quantiles": in_cents(quantiles(tally.meters), step),
            "most": tally.meter_most,
        },
        "hits": [
            {
                "prize": row.name,
                "count": tally.rows[number],
                "per_year": tally.rows[number] / years,
                "frequency": tally.rows[number] / wagers,
                "exact_frequency": None if known is None else known.frequencies[number],
            }
            for number, row in enumerate(terms.rulebook.progressive.rows)
        ],
        "whole_meter": {
            "hits": tally.whole_hits,
            "mean": tally.whole_amounts / tally.whole_hits if tally.whole_hits else None,
            "quantiles": in_cents(quantiles(tally.amounts), step),
            "exact_long_run_mean": None if known is None else float(known.long_run.amount_won_mean),
            "exact_long_run_quantiles": None if known is None else known.long_run.amount_won,
        },
        "winners_in_a_round": {str(n): tally.winners[n] for n in sorted(tally.winners)},
        "house": {
            "prizes": tally.house_prizes,
            "envy_bonus": tally.envy,
            "paid_from_meter": tally.from_meter,
            "reset_values": tally.seeded,
            "reset_values_beyond_reserve": tally.house_seeds,
            "pools_beyond_meter": tally.house_pools,
            "most_paid_from_meter_in_a_round": tally.round_most,
            "result_of_a_history": in_cents(quantiles(tally.house_results), step),
        },
    }
