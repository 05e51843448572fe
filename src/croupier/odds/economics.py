"""What a progressive jackpot costs, how it is fed, and when it is hit.

The meter grows by a share of every wager, falls by what is won, and goes back to its
reset value when all of it is won. Means follow exactly from that; the distribution
of the amount won is a fixed point, solved on a grid.
"""

from fractions import Fraction
from math import ceil, log, log1p, sqrt
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from croupier.money import Cents
from croupier.odds.deck import kinds_of
from croupier.odds.errors import CannotPrice
from croupier.odds.side_wagers import JackpotOdds, JackpotTerms
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.progressive import FixedSum, MeterShare, ToOne

if TYPE_CHECKING:
    from numpy.typing import NDArray

QUANTILES = (Fraction(5, 100), Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(95, 100))
_GRID = 800
_FARTHEST = 8
"""How many times the mean the grid covers; beyond is less than one in ten thousand."""


SMALLEST_SHARE = Fraction(1, 10**9)


class Traffic(Struct, frozen=True, kw_only=True):
    """How much a link plays."""

    rounds_per_hour: int = 40
    participation: Fraction = Fraction(1, 2)
    """Share of the boxes that have a jackpot wager in a round."""
    increment: Fraction = Fraction(1, 5)
    """Share of each jackpot wager that the meter grows by (X6)."""

    def __post_init__(self) -> None:
        if self.rounds_per_hour < 1:
            raise CannotPrice("a table plays at least one round an hour")
        if not SMALLEST_SHARE <= self.participation <= 1:
            raise CannotPrice("participation is a share from a billionth to 1")
        if self.increment and not SMALLEST_SHARE <= self.increment <= 1:
            raise CannotPrice("the increment is 0, or a share from a billionth to 1")


class Funding(Struct, frozen=True):
    """Where each unit of jackpot stake goes in the long run."""

    growth: Fraction
    """To the meter, from the wager itself."""
    reset: Fraction
    """To put the reset value back after each hit of the whole meter."""
    fixed_prizes: Fraction
    """Paid by the House (X7), returned stakes among them."""

    @property
    def house(self) -> Fraction:
        """What is left."""
        return 1 - self.growth - self.reset - self.fixed_prizes


class JackpotEconomics(Struct, frozen=True, kw_only=True):
    """A linked jackpot in the long run."""

    wagers_per_hour: Fraction
    wagers_between_hits: Fraction
    """Mean number of wagers from one hit of the whole meter to the next."""
    hours_between_hits: Fraction
    wagers_to_hit: dict[str, int]
    """Quantiles of that number, which is geometric."""
    amount_won_mean: Fraction
    """Mean of the whole meter when it is won, in cents, in the long run."""
    amount_won: dict[str, int]
    """Its quantiles in cents, good to about three digits; empty where the meter never grows."""
    increment_for_meter: Fraction
    """The increment at which the whole meter, when hit, is on average worth today's."""
    funding: Funding
    liability: Cents
    """What the display shows today."""
    round_liability: Cents
    """The most that shares of the meter can cost in one round of one table."""
    house_prizes_per_hour: Fraction
    """Expected fixed prizes an hour, in cents."""
    house_prizes_deviation: float
    """Their standard deviation over an hour, in cents."""


def economics(
    rulebook: Rulebook, odds: JackpotOdds, terms: JackpotTerms, traffic: Traffic
) -> JackpotEconomics:
    """The long run of the jackpot wager on the player's own hand."""
    rows = list(zip(rulebook.progressive.rows, odds.pay_table.prizes, strict=True))
    shares = [
        (Fraction(row.prize.percent, 100), prize.frequency)
        for row, prize in rows
        if isinstance(row.prize, MeterShare)
    ]
    whole = sum((p for share, p in shares if share == 1), Fraction(0))
    if whole == 0:
        raise CannotPrice("no prize of this jackpot takes the whole meter")
    taken = sum((share * p for share, p in shares), Fraction(0))
    increment = traffic.increment * terms.stake
    mean = (whole * terms.reset + increment) / taken
    house = [
        (prize.frequency, (prize.pays + prize.returns_stake) * terms.stake)
        for row, prize in rows
        if isinstance(row.prize, FixedSum | ToOne)
    ]
    house_mean = sum((p * paid for p, paid in house), Fraction(0))
    house_square = sum((p * paid**2 for p, paid in house), Fraction(0))
    hourly = terms.tables * terms.boxes * traffic.participation * traffic.rounds_per_hour
    return JackpotEconomics(
        wagers_per_hour=hourly,
        wagers_between_hits=1 / whole,
        hours_between_hits=1 / whole / hourly,
        wagers_to_hit={_percent(q): _geometric(whole, q) for q in QUANTILES},
        amount_won_mean=mean,
        amount_won=_amounts(shares, terms.reset, increment, mean),
        increment_for_meter=(taken * terms.meter - whole * terms.reset) / terms.stake,
        funding=Funding(
            traffic.increment, whole * terms.reset / terms.stake, house_mean / terms.stake
        ),
        liability=terms.meter,
        round_liability=_round_liability(rulebook, terms, whole),
        house_prizes_per_hour=house_mean * hourly,
        house_prizes_deviation=sqrt(float(hourly * (house_square - house_mean**2))),
    )


def _percent(quantile: Fraction) -> str:
    return f"{int(quantile * 100)}%"


def _geometric(probability: Fraction, quantile: Fraction) -> int:
    """The number of wagers within which a hit occurs with that probability."""
    return ceil(log(1 - float(quantile)) / log1p(-float(probability)))


def _round_liability(rulebook: Rulebook, terms: JackpotTerms, whole: Fraction) -> Cents:
    """Every box that can hold the top hand does: the meter once, the reset for each further one."""
    hands = int(whole * kinds_of(rulebook.hands).hands)
    return terms.meter + (min(terms.boxes, hands) - 1) * terms.reset


def _amounts(
    shares: list[tuple[Fraction, Fraction]], reset: Cents, increment: Fraction, mean: Fraction
) -> dict[str, int]:
    """Quantiles of the meter when it is won.

    Going back from a hit to the hit before it, the meter grew over an exponential time,
    from the reset value or from what the smaller prize left of a meter of the same
    distribution. On a grid that is a linear system for the distribution function.
    """
    import numpy as np

    if increment == 0:
        return {}
    total = float(sum(p for _, p in shares))
    rate = total / float(increment)
    amounts = np.linspace(0.0, float(mean) * _FARTHEST + reset, _GRID)
    since_reset = -np.expm1(-rate * np.maximum(amounts - reset, 0.0))
    known = np.zeros(_GRID)
    before = np.zeros((_GRID, _GRID))
    for share, p in shares:
        if share == 1:
            known += float(p) / total * since_reset
        else:
            before += float(p) / total * _at(amounts / (1 - float(share)), amounts)
    distribution = np.linalg.solve(np.eye(_GRID) - _grown(amounts, rate) @ before, known)
    rising = np.maximum.accumulate(distribution)
    found = np.interp([float(q) for q in QUANTILES], rising, amounts)
    return {_percent(q): round(float(x)) for q, x in zip(QUANTILES, found, strict=True)}


def _at(points: "NDArray[Any]", grid: "NDArray[Any]") -> "NDArray[Any]":
    """The matrix that reads a function on the grid, linearly, at other points."""
    import numpy as np

    step = grid[1] - grid[0]
    places = np.minimum(points / step, len(grid) - 1)
    low = np.minimum(places.astype(int), len(grid) - 2)
    matrix = np.zeros((len(points), len(grid)))
    rows = np.arange(len(points))
    matrix[rows, low] = 1 - (places - low)
    matrix[rows, low + 1] = places - low
    return matrix


def _grown(amounts: "NDArray[Any]", rate: float) -> "NDArray[Any]":
    """The matrix that adds an exponential growth to a distribution on the grid."""
    import numpy as np

    step = amounts[1] - amounts[0]
    kept = np.exp(-rate * step)
    distance = np.subtract.outer(np.arange(len(amounts)), np.arange(len(amounts)))
    weights = np.where(distance >= 0, kept ** np.maximum(distance, 0), 0.0) * (1 - kept)
    return np.asarray((weights + np.where(distance >= 1, weights / kept, 0.0)) / 2)
