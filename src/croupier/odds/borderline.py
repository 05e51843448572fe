"""Where the optimum turns from folding to staying in, as data for a chart.

With an up card that is a grid: the hands between the last that folds against every up
card and the first that stays in against all of them, by up card. Without one it is a
threshold, shown by what staying in is worth for the hands around it.
"""

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from croupier.cards import RANKS
from croupier.money import Cents
from croupier.odds.main_game import Solution, nets, own_known, solve
from croupier.rulebooks.model import Rulebook

if TYPE_CHECKING:
    from numpy.typing import NDArray

STAY, FOLD, SUITS_DECIDE, IMPOSSIBLE = "S", "F", "~", "."
HANDS_MAX = 600
"""More hands between always folding and always staying in than a chart can show."""
NEIGHBOURS = 24
"""Hands shown on either side of a single threshold."""


class Column(Struct, frozen=True, kw_only=True):
    """The decisions against one rank of the dealer's up card, weakest hand first."""

    up_card: str
    decisions: str
    """One letter a hand: S stays in, F folds, ~ the player's suits decide, . cannot be dealt."""
    approved: str
    """The same under the rulebook as approved."""
    margin_least: tuple[float, ...]
    """Staying in less folding, in antes, for the worst of the player's suits."""
    margin_most: tuple[float, ...]
    stay: dict[int, Fraction]
    """Share of deals stayed in, where suits decide."""


class Grid(Struct, frozen=True, kw_only=True):
    """The hands whose decision depends on the up card; all weaker fold, all stronger stay."""

    hands: tuple[str, ...]
    left_out: int
    """Weaker hands of the borderland that are not shown."""
    columns: tuple[Column, ...]


class Around(Struct, frozen=True):
    """A hand near the threshold and the exact value of staying in with it, in antes."""

    hand: str
    stay: Fraction
    stays: bool


class Borderline(Struct, frozen=True, kw_only=True):
    """The chart of a strategy: a grid, a threshold, or neither where all is one decision."""

    grid: Grid | None
    threshold: tuple[Around, ...]
    weakest_stay: str | None
    """The weakest hand with which the optimum ever stays in."""
    moved: Fraction
    """Share of all deals that are decided otherwise than under the rulebook as approved."""


def borderline(rulebook: Rulebook, approved: Rulebook, ante: Cents | None = None) -> Borderline:
    """The optimum of a rulebook or a what-if, beside that of the rulebook it comes from."""
    solution = solve(rulebook)
    stay = solution.optimum(nets(rulebook, ante))
    before = solution.optimum(nets(approved)) if solve(approved) is solution else stay
    weights = solution.states[:, 1]
    moved = int(weights[stay != before].sum(dtype="int64"))
    stayed = solution.states[stay][:, 0]
    grid = _grid(solution, rulebook, ante, stay, before) if own_known(rulebook) == 1 else None
    return Borderline(
        grid=grid,
        threshold=() if grid else _threshold(solution, rulebook, ante, stay),
        weakest_stay=_name(solution, int(stayed.min())) if len(stayed) else None,
        moved=Fraction(moved * solution.completions, solution.deals),
    )


def _name(solution: Solution, number: int) -> str:
    kind = solution.kinds.kinds[number]
    ranks = "-".join(RANKS[rank] for rank in kind.value.ranks)
    return f"{ranks} suited" if kind.suited else ranks


def _places(solution: Solution) -> "NDArray[Any]":
    import numpy as np

    kinds = solution.states[:, 0].astype(np.int64)
    places: NDArray[Any] = kinds * len(RANKS) + solution.up_ranks
    return places


def _shares(
    solution: Solution, places: "NDArray[Any]", stay: "NDArray[Any]"
) -> tuple["NDArray[Any]", "NDArray[Any]"]:
    """Deals of hand and up card stayed in, and dealt, by kind and up card."""
    import numpy as np

    shape = (len(solution.kinds), len(RANKS))
    weights = solution.states[:, 1].astype(np.float64)
    size = shape[0] * shape[1]
    # Whole numbers far below 2**53, so the sums are exact.
    dealt = np.bincount(places, weights, size).astype(np.int64).reshape(shape)
    stayed = np.bincount(places[stay], weights[stay], size).astype(np.int64).reshape(shape)
    return stayed, dealt


def _grid(
    solution: Solution,
    rulebook: Rulebook,
    ante: Cents | None,
    stay: "NDArray[Any]",
    before: "NDArray[Any]",
) -> Grid | None:
    import numpy as np

    places = _places(solution)
    stayed, dealt = _shares(solution, places, stay)
    stayed_before, _ = _shares(solution, places, before)
    open_questions = np.flatnonzero(
        _undecided(stayed, dealt)
        | _undecided(stayed_before, dealt)
        | (stayed != stayed_before).any(axis=1)
    )
    if not len(open_questions):
        return None
    last = int(open_questions.max()) + 1
    first = max(int(open_questions.min()), last - HANDS_MAX)
    least, most = _margins(solution, rulebook, ante, places, first, last)
    columns = []
    for up_rank, up_card in enumerate(RANKS):
        rows = range(first, last)
        columns.append(
            Column(
                up_card=up_card,
                decisions="".join(_letter(stayed[n, up_rank], dealt[n, up_rank]) for n in rows),
                approved="".join(
                    _letter(stayed_before[n, up_rank], dealt[n, up_rank]) for n in rows
                ),
                margin_least=tuple(round(float(x), 6) for x in least[:, up_rank]),
                margin_most=tuple(round(float(x), 6) for x in most[:, up_rank]),
                stay={
                    place: Fraction(int(stayed[n, up_rank]), int(dealt[n, up_rank]))
                    for place, n in enumerate(rows)
                    if 0 < stayed[n, up_rank] < dealt[n, up_rank]
                },
            )
        )
    return Grid(
        hands=tuple(_name(solution, n) for n in range(first, last)),
        left_out=first - int(open_questions.min()),
        columns=tuple(columns),
    )


def _undecided(stayed: "NDArray[Any]", dealt: "NDArray[Any]") -> "NDArray[Any]":
    """Kinds that are neither stayed in nor folded against every up card."""
    import numpy as np

    never = (stayed == 0).all(axis=1)
    always = (stayed == dealt).all(axis=1)
    return np.asarray(~never & ~always)


def _letter(stayed: int, dealt: int) -> str:
    if dealt == 0:
        return IMPOSSIBLE
    if stayed == 0:
        return FOLD
    return STAY if stayed == dealt else SUITS_DECIDE


def _margins(
    solution: Solution,
    rulebook: Rulebook,
    ante: Cents | None,
    places: "NDArray[Any]",
    first: int,
    last: int,
) -> tuple["NDArray[Any]", "NDArray[Any]"]:
    """The least and greatest margin of staying in for the kinds from first to last."""
    import numpy as np

    chosen = (solution.states[:, 0] >= first) & (solution.states[:, 0] < last)
    gains, unit = solution.margins(nets(rulebook, ante), chosen)
    margins = gains / unit
    here = places[chosen] - first * len(RANKS)
    shape = (last - first, len(RANKS))
    least, most = np.full(shape, np.inf), np.full(shape, -np.inf)
    np.minimum.at(least.reshape(-1), here, margins)
    np.maximum.at(most.reshape(-1), here, margins)
    empty = ~np.isfinite(least)
    least[empty] = most[empty] = 0.0
    return least, most


def _threshold(
    solution: Solution, rulebook: Rulebook, ante: Cents | None, stay: "NDArray[Any]"
) -> tuple[Around, ...]:
    """What staying in is worth for the hands around the weakest that stays in."""

    if stay.all() or not stay.any():
        return ()
    by_kind = solution.staying()
    terms = nets(rulebook, ante)
    lowest = int(solution.states[stay][:, 0].min())
    staying = set(solution.states[stay][:, 0].tolist())
    around = []
    for n in range(max(0, lowest - NEIGHBOURS), min(len(solution.kinds), lowest + NEIGHBOURS)):
        dealt = int(by_kind[n].sum())
        if dealt:
            pays = terms[solution.kinds.kinds[n].value.hand_class]
            worth = sum(
                (int(c) * net for c, net in zip(by_kind[n, :4], pays, strict=True)), Fraction()
            )
            around.append(Around(_name(solution, n), worth / dealt, n in staying))
    return tuple(around)
