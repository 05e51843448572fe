"""What the cards of other boxes are worth, as an interval that holds with a stated chance.

There are too many sets of cards to see for an exact count. Take any strategy that does not look at
them: its expectation is known exactly. Whoever sees the cards gains over it just where it decides
wrongly for what is left of the deck. That gain is never negative and mostly 0, and for one deal
with its seen cards it is counted exactly; only its average over deals is drawn by chance, and
bounded by the empirical Bernstein inequality (Maurer and Pontil 2009), which assumes nothing of
the distribution but its bounds.
"""

from fractions import Fraction
from math import log, sqrt
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from croupier.cards import RANKS
from croupier.odds.deck import FULL_DECK, Kinds, kinds_of
from croupier.odds.errors import CannotPrice
from croupier.odds.information import Progress
from croupier.odds.kernels import loop
from croupier.odds.main_game import nets, own_known, scaled, solve
from croupier.odds.strategy import Strategy, statement
from croupier.rulebooks.model import Rulebook

if TYPE_CHECKING:
    from numpy.typing import NDArray

CHANCE = Fraction(1, 10**6)
"""That an interval does not hold."""
BOXES = range(1, 7)
DEALS = 200_000
_STUD = 5
_SEED = 2026
_BLOCK = 20_000
"""So many deals are drawn at once."""


class Interval(Struct, frozen=True, kw_only=True):
    """An expectation in antes, and how far it may lie to either side."""

    expected: Fraction
    either_way: Fraction
    deals: int
    """So many were drawn."""


def other_boxes(
    rulebook: Rulebook, boxes: int, deals: int = DEALS, progress: Progress | None = None
) -> Interval:
    """The best play of one who sees all cards of some other boxes before deciding."""
    import numpy as np

    if deals < _BLOCK:
        raise CannotPrice(f"an interval takes at least {_BLOCK:,} deals")
    strategy = statement(rulebook.hands.size)
    regret = Regret(rulebook, strategy)
    chance = np.random.default_rng(_SEED + boxes)
    pack = np.tile(np.arange(FULL_DECK.size, dtype=np.int8), (_BLOCK, 1))
    blocks = -(-deals // _BLOCK)
    total, squares = 0.0, 0.0
    for done in range(1, blocks + 1):
        lost = regret.of(chance.permuted(pack, axis=1), _STUD * boxes)
        total, squares = total + float(lost.sum()), squares + float((lost * lost).sum())
        if progress is not None:
            progress(done, blocks)
    drawn = blocks * _BLOCK
    mean = total / drawn
    variance = max(0.0, squares / drawn - mean * mean) * drawn / (drawn - 1)
    likely = log(4 / CHANCE)
    width = sqrt(2 * variance * likely / drawn) + 7 * regret.most * likely / (3 * (drawn - 1))
    base = solve(rulebook).price(rulebook, strategy).expected
    return Interval(
        expected=base + Fraction(mean).limit_denominator(10**9),
        either_way=Fraction(width).limit_denominator(10**9),
        deals=drawn,
    )


class Regret:
    """What a strategy loses by not looking at the cards of others, deal by deal."""

    def __init__(self, rulebook: Rulebook, strategy: Strategy) -> None:
        import numpy as np

        if rulebook.hands.size != _STUD or own_known(rulebook) != 1:
            raise CannotPrice("the cards of other boxes are drawn for five cards with one up")
        kinds = kinds_of(rulebook.hands)
        whole, self._scale = scaled(nets(rulebook))
        classes = np.array([int(kind.value.hand_class) for kind in kinds.kinds])
        self._worth = whole[classes] + self._scale
        self._stays = strategy.stays(kinds)
        self._qualifies = kinds.weakest(rulebook.qualifying_strength)
        self._tables = _tables(kinds)
        missed = self._worth[~self._stays.all(axis=1)].max(initial=0)
        wasted = -self._worth[self._stays.any(axis=1)].min()
        self.most = max(missed, wasted) / self._scale
        """The most that one decision can lose."""

    def of(self, decks: "NDArray[Any]", seen: int) -> "NDArray[Any]":
        """For shuffled decks (five cards for the hand, the up card, so many seen of others, and
        the rest): what the decision loses against the better one, in antes."""
        import numpy as np

        from croupier.odds import loops

        lost = np.zeros(len(decks))
        count = loop(loops.regrets, len(decks) * len(FULL_DECK.multisets(_STUD - 1)))
        count(
            decks.astype(np.int64),
            seen,
            self._tables,
            self._worth,
            self._stays,
            self._qualifies,
            lost,
        )
        return lost / self._scale


def _tables(kinds: Kinds) -> "tuple[NDArray[Any], NDArray[Any], NDArray[Any]]":
    """The number of a kind, by five ranks in rising order, and by a set of ranks in mixed suits
    or in one; -1 where there is none."""
    import numpy as np

    of_ranks = np.full((len(RANKS),) * _STUD, -1, np.int16)
    for ranks, number in kinds.mixed.items():
        of_ranks[ranks] = number
    mixed, suited = np.full((2, 1 << len(RANKS)), -1, np.int16)
    for ranks, number in kinds.suited.items():
        mask = sum(1 << rank for rank in ranks)
        mixed[mask], suited[mask] = kinds.mixed[ranks], number
    return of_ranks, mixed, suited
