"""What players won and lost, which their limits rest on, worked out again from the postings.

Rows are kept by gaming day. Which day a round belongs to is known to the house's calendar
alone, so that the sum of each player over all days is proved.
"""

from collections.abc import Mapping, Sequence

from msgspec import UNSET, UnsetType

from croupier.house.ledger.wallets import results_of
from croupier.house.log.records import Posting
from croupier.house.proof.wrong import Wrong
from croupier.money import dollars


class Results:
    """What rounds came to for every player, in the order of the log."""

    def __init__(self) -> None:
        self._total: dict[str, int] = {}
        self._early: list[tuple[str, int]] = []
        """From before the first table with wallets: the rows were begun at some time among them."""
        self._begun = False
        self._known = True

    def resume(self, before: Mapping[str, int] | UnsetType) -> None:
        """Go on from where an archive ends; an old one does not say what players had won."""
        self._begun = True
        if isinstance(before, UnsetType):
            self._known = False
        else:
            self._total = dict(before)

    def take(self, postings: Sequence[Posting], *, relative: bool) -> None:
        """`relative`: of a table from before there were wallets."""
        for player, amount in results_of(postings):
            self._begun = self._begun or not relative
            if self._begun:
                self._total[player] = self._total.get(player, 0) + amount
            else:
                self._early.append((player, amount))

    def standing(self) -> dict[str, int] | UnsetType:
        """What is kept where an archive ends, if it can be told."""
        if self._early or not self._known:
            return UNSET
        return {player: amount for player, amount in self._total.items() if amount}

    def prove(self, kept: Mapping[str, int]) -> None:
        """The rows come to what the postings do, early ones from one moment on."""
        if not self._known:
            return
        off = {
            player: kept.get(player, 0) - self._total.get(player, 0)
            for player in kept.keys() | self._total.keys()
        }
        wrong = {player for player, amount in off.items() if amount}
        if not wrong:
            return
        first = min(wrong)
        for player, amount in reversed(self._early):
            off[player] = off.get(player, 0) - amount
            (wrong.add if off[player] else wrong.discard)(player)
            if not wrong:
                return
        raise Wrong(
            f"results of {first}",
            f"they come to {dollars(kept.get(first, 0))}, "
            f"and the rounds to {dollars(self._total.get(first, 0))}",
        )
