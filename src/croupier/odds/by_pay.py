"""The best play of each class of hand, by what the class is paid.

Whether to stay in with a hand depends on its own row of the pay table and on no other. The more
it pays, the more of its states stay in; so the outcomes of a class are a short list by its odds,
and whoever has that list can price the best play at any pay table without counting again.
"""

from collections.abc import Mapping

from msgspec import Struct, structs

from croupier.odds.main_game import HandTally, Solution, solve
from croupier.ranking import HandClass
from croupier.rulebooks.model import Rulebook

MOST_ODDS = 40
"""Each whole number of odds is listed up to here."""
ANY_ODDS = 1_000_000
"""More than these no rulebook pays."""


class Outcomes(Struct, frozen=True):
    """How the deals of a class come out between two odds."""

    odds_min: int
    odds_max: int
    """From the one to the other, fractions included, the same decisions are the best."""
    tally: HandTally


class ByPay(Struct, frozen=True):
    """The outcomes of one class of hand."""

    outcomes: tuple[Outcomes, ...]
    whatever_bonus: bool
    """Whether an ante bonus, too, changes no decision."""


def by_pay(rulebook: Rulebook) -> Mapping[HandClass, ByPay]:
    """For each class the outcomes of the best play at all odds, without a payout limit.

    From one listed number to the next the decisions may change anywhere; where both have the same
    outcomes they do not, as none that stays in at lower odds folds at higher ones.
    """
    solution = solve(rulebook)
    listed = [*range(MOST_ODDS + 1), ANY_ODDS]
    at = {odds: _tallies(solution, rulebook, odds) for odds in listed}
    bare = _tallies(solution, structs.replace(rulebook, ante_bonus=None), 0)
    return {
        hand: ByPay(
            _joined([(odds, at[odds][hand]) for odds in listed]),
            whatever_bonus=bare[hand] == at[ANY_ODDS][hand],
        )
        for hand in reversed(rulebook.hands.classes)
    }


def _tallies(solution: Solution, rulebook: Rulebook, odds: int) -> Mapping[HandClass, HandTally]:
    pays = structs.replace(rulebook.main.pays, odds=dict.fromkeys(rulebook.hands.classes, odds))
    paying = structs.replace(rulebook, main=structs.replace(rulebook.main, pays=pays))
    return solution.price(paying).tallies


def _joined(listed: list[tuple[int, HandTally]]) -> tuple[Outcomes, ...]:
    joined: list[Outcomes] = []
    for odds, tally in listed:
        if joined and joined[-1].tally == tally:
            joined[-1] = structs.replace(joined[-1], odds_max=odds)
        else:
            joined.append(Outcomes(odds, odds, tally))
    return tuple(joined)
