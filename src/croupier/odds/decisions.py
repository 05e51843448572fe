"""The optimum decision by decision: every kind of hand against every up card."""

import csv
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from msgspec import Struct

from croupier.cards import RANKS
from croupier.money import Cents
from croupier.odds.errors import CannotPrice
from croupier.odds.main_game import nets, solve
from croupier.rulebooks.model import Rulebook


class Decision(Struct, frozen=True, kw_only=True):
    """What to do with a kind of hand against an up card, and by how much.

    Where the player's suits matter the margin has a least and a greatest value; if the
    signs differ, the suits decide.
    """

    hand: str
    """Ranks as they are compared, `A-K-J-8-3`."""
    suited: bool
    up_card: str | None
    deals: int
    """Deals of the player's hand and the up card."""
    stay: Fraction
    """Share of those deals in which the optimum stays in."""
    margin_least: Fraction
    """Staying in less folding, in antes, for the worst of the player's suits."""
    margin_most: Fraction


def decisions(rulebook: Rulebook, ante: Cents | None = None) -> Iterator[Decision]:
    """Every decision of the optimum, from the weakest hand to the strongest."""
    import numpy as np

    solution = solve(rulebook)
    margins, unit = solution.margins(nets(rulebook, ante))
    states = solution.states.astype(np.int64)
    order = np.lexsort((solution.up_ranks, states[:, 0]))
    groups = states[order, 0] * len(RANKS) + solution.up_ranks[order]
    starts = np.flatnonzero(np.diff(groups, prepend=-2))
    for group in np.split(order, starts[1:]):
        kind = solution.kinds.kinds[states[group[0], 0]]
        up_rank = int(solution.up_ranks[group[0]])
        weights = states[group, 1]
        total, stayed = int(weights.sum()), int(weights[margins[group] > 0].sum())
        yield Decision(
            hand="-".join(RANKS[rank] for rank in kind.value.ranks),
            suited=kind.suited,
            up_card=RANKS[up_rank] if up_rank >= 0 else None,
            deals=total,
            stay=Fraction(stayed, total),
            margin_least=Fraction(int(margins[group].min()), unit),
            margin_most=Fraction(int(margins[group].max()), unit),
        )


def write_decisions(rulebook: Rulebook, path: Path, ante: Cents | None = None) -> int:
    """The decisions as a CSV file; returns how many there are."""
    count = 0
    try:
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(Decision.__struct_fields__)
            for decision in decisions(rulebook, ante):
                writer.writerow(getattr(decision, name) for name in Decision.__struct_fields__)
                count += 1
    except OSError as error:
        raise CannotPrice(f"{path} cannot be written: {error.strerror}") from None
    return count
