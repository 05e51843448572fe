"""What staying in gains over folding, by kind of hand and rank of the up card.

A player who looks at ranks and not at single suits decides by these cells; simple rules are
searched in them, and hands near the borderline are drawn from them.
"""

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from croupier.cards import RANKS
from croupier.odds.errors import CannotPrice
from croupier.odds.main_game import Nets, Solution, nets, solve
from croupier.rulebooks.model import Rulebook

if TYPE_CHECKING:
    from numpy.typing import NDArray

_WHOLE_MAX = 2**63


class Cells:
    """The gain of each cell as a whole number, and how many deals of hand and up card it has."""

    def __init__(self, solution: Solution, terms: Nets) -> None:
        import numpy as np

        self.kinds = solution.kinds
        self.known = solution.known
        margins, self.ante = solution.margins(terms)
        weights = solution.states[:, 1].astype(np.int64)
        most = max(abs(net) for row in terms.values() for net in row)
        if (most + 1) * self.ante * int(weights.sum()) >= _WHOLE_MAX:
            raise CannotPrice("the pay tables pay too much for a search among simple rules")
        columns = solution.up_ranks if self.known else np.zeros(len(weights), np.int8)
        shape = (len(self.kinds), len(RANKS) if self.known else 1)
        self.gains = np.zeros(shape, np.int64)
        self.deals = np.zeros(shape, np.int64)
        places = (solution.states[:, 0], columns)
        np.add.at(self.gains, places, margins * weights)
        np.add.at(self.deals, places, weights)

    def margins(self) -> "NDArray[Any]":
        """The average gain of each cell, in antes; nothing where no such deal exists."""
        import numpy as np

        found = np.full(self.gains.shape, np.nan)
        np.divide(self.gains, self.deals * self.ante, out=found, where=self.deals > 0)
        return found


def cells(rulebook: Rulebook) -> Cells:
    """The cells of a rulebook where no payout limit is reached; the last few are kept."""
    return _cells(solve(rulebook), tuple(sorted(nets(rulebook).items())))


@lru_cache(maxsize=4)
def _cells(solution: Solution, terms: tuple[Any, ...]) -> Cells:
    return Cells(solution, dict(terms))
