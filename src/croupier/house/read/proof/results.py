"""What players won and lost, on which their limits depend, recalculated from the postings.

Rows are kept by gaming day, and each is proved: the log says which calendar the house used
(`HouseOpened`). For older records, and for archives by an older version, only each player's sum
over all days is proved.
"""

from collections.abc import Mapping, Sequence

from msgspec import UNSET, UnsetType

from croupier.house.model.ledger.accounts import results_of
from croupier.house.model.records import Posting
from croupier.house.read.proof.findings import Wrong
from croupier.money import dollars


class Results:
    """The result of rounds for every player, in the order of the log."""

    def __init__(self) -> None:
        self._total: dict[str, int] = {}
        self._early: list[tuple[str, int]] = []
        """From before the first table with wallets: rows began to be kept somewhere among them."""
        self._begun = False
        self._known = True
        self._days: dict[str, dict[str, int]] = {}
        self._days_known = True
        self._archived = ""
        """The last day of an archive, which omits days that came to nothing."""

    def resume(
        self,
        before: Mapping[str, int] | UnsetType,
        days: Mapping[str, Mapping[str, int]] | UnsetType = UNSET,
        until: str = "",
    ) -> None:
        """Continue from the end of an archive; an old one does not say what players had won."""
        self._archived = until
        if isinstance(days, UnsetType):
            self._days_known = False
        else:
            self._days = {player: dict(won) for player, won in days.items()}
        self._begun = True
        if isinstance(before, UnsetType):
            self._known = False
        else:
            self._total = dict(before)

    def take(
        self, postings: Sequence[Posting], *, relative: bool, pockets: bool = False, day: str = ""
    ) -> None:
        """`relative`: from a table that predates wallets."""
        for player, amount in results_of(postings, pockets=pockets):
            won = self._days.setdefault(player, {})
            won[day] = won.get(day, 0) + amount
            self._begun = self._begun or not relative
            if self._begun:
                self._total[player] = self._total.get(player, 0) + amount
            else:
                self._early.append((player, amount))

    def standing(self) -> dict[str, int] | UnsetType:
        """What is kept at the end of an archive, if it is known."""
        if self._early or not self._known:
            return UNSET
        return {player: amount for player, amount in self._total.items() if amount}

    def days(self) -> dict[str, dict[str, int]] | UnsetType:
        """The same for each day."""
        if self._early or not self._days_known:
            return UNSET
        found = {player: _nonzero(won) for player, won in self._days.items()}
        return {player: won for player, won in found.items() if won}

    def prove_days(self, kept: Mapping[str, Mapping[str, int]]) -> None:
        """Each row is the sum of that day's rounds."""
        due = self.days()
        if isinstance(due, UnsetType):
            return
        for player in sorted(kept.keys() | due.keys()):
            won, wanted = kept.get(player, {}), due.get(player, {})
            for day in sorted(won.keys() | wanted.keys()):
                if day > self._archived and day not in self._days.get(player, wanted):
                    raise Wrong(f"results of {player}", f"there is a row of {day}, and no round")
                if won.get(day, 0) != wanted.get(day, 0):
                    raise Wrong(
                        f"results of {player}",
                        f"on {day} they come to {dollars(won.get(day, 0))}, "
                        f"and the rounds to {dollars(wanted.get(day, 0))}",
                    )

    def prove(self, kept: Mapping[str, int]) -> None:
        """The rows add up to the postings, the early ones counted from some moment on."""
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


def _nonzero(won: Mapping[str, int]) -> dict[str, int]:
    return {day: amount for day, amount in won.items() if amount}
