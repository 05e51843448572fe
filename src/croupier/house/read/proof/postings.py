"""Money moved as the events say: recalculates every posting, balance and result of a player.

So are the results of players, on which their limits depend. Rows are kept by gaming day, and each
is proved: the log says which calendar the house used (`HouseOpened`). For older records, and for
archives by an older version, only each player's sum over all days is proved.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from msgspec import UNSET, Struct, UnsetType

from croupier.house.log.event_store import Check, Derived, EventStore
from croupier.house.log.snapshots import ledger_text, read_ledger, read_snapshot
from croupier.house.log.stream import events_of, post, postings_of
from croupier.house.model.ledger.accounts import results_of
from croupier.house.model.records import Head, Marker, Posting
from croupier.house.read.proof.findings import Findings, Wrong
from croupier.house.read.proof.undisturbed import undisturbed
from croupier.money import dollars


class Begin(Protocol):
    """Where a proof begins: the end of an archive, or of the proof before it."""

    @property
    def heads(self) -> Mapping[str, Head]: ...
    @property
    def states(self) -> Mapping[str, bytes]: ...


def wrong_balances(balances: dict[str, int], due: dict[str, int]) -> Iterator[Wrong]:
    """Accounts that do not hold what their events add up to."""
    for account in sorted(balances.keys() | due.keys()):
        kept, wanted = balances.get(account, 0), due.get(account, 0)
        if kept != wanted or account not in due:
            yield Wrong(f"account {account}", f"holds {kept}, and its events come to {wanted}")


async def prove_postings(store: EventStore, heads: dict[str, Head], marker: Marker | None) -> None:
    """Each posting is the one that its event implies, and none is missing."""
    for stream, head in heads.items():
        await derive(store, stream, begun(stream, marker), head.version)


async def check_ledger(
    store: EventStore, *, whole: bool = False, remember: bool = True
) -> tuple[Check, Findings]:
    """Checks the records since the last clean check, or all of them, with the store's own means,
    and derives every posting of them from its event.

    A missing checkpoint may have been removed by anybody who can write to the database: then every
    posting of the house is derived, which takes as long as the log is. Only what is clean in both
    is remembered. Raises `StoreUnavailable` if records were archived all the time.
    """
    (check, findings, ledgers), _ = await undisturbed(store, lambda: _checked(store, whole=whole))
    if remember and not findings:
        await store.remember_check(ledgers)
    return check, findings


async def _checked(store: EventStore, *, whole: bool) -> tuple[Check, Findings, dict[str, str]]:
    """With the ledger of each stream whose postings match."""
    check = await store.check(whole=whole, remember=False)
    findings = Findings()
    findings.note_all("store", (Wrong(one.where, one.problem) for one in check.findings))
    ledgers: dict[str, str] = {}
    if check.clean:
        marker = await store.archived()
        for stream, head in check.heads.items():
            since = check.derived.get(stream) or begun(stream, marker)
            with findings.looking("postings"):
                ledgers[stream] = (await derive(store, stream, since, head.version)).ledger
    return check, findings, ledgers


def begun(stream: str, begin: Begin | None) -> Derived:
    """Where the proof begins: nowhere, at the marker of the last archive, or at another proof."""
    kept = None if begin is None else begin.states.get(stream)
    ledger = None if kept is None else read_snapshot(stream, kept)[1]
    version = 0 if begin is None else begin.heads.get(stream, Head()).version
    return Derived(version, ledger_text(ledger))


def other_postings(stream: str, version: int) -> Wrong:
    """A record of which other postings are kept than its event implies."""
    return Wrong.at(stream, version, "its postings are not those of its event")


def posting_of_no_event(stream: str, version: int) -> Wrong:
    return Wrong.at(stream, version, "has a posting that follows from no event")


async def derive(store: EventStore, stream: str, since: Derived, until: int) -> Derived:
    """Raises `Wrong` if a posting between two versions is not what the events imply."""
    if since.version >= until:
        return since
    kept = postings_of(store, stream, since.version, until)
    ledger = read_ledger(stream, since.ledger)
    async for pair in events_of(store, stream, since.version, until):
        ledger, postings = post(stream, ledger, [pair])
        for wanted in postings:
            if await anext(kept, None) != wanted:
                raise other_postings(stream, wanted.version)
    async for left in kept:
        raise posting_of_no_event(stream, left.version)
    return Derived(until, ledger_text(ledger))


# Results of players


class KnownResults(Struct, frozen=True):
    """What players had won at one place of the log, as `Results` has it there."""

    total: dict[str, int]
    days: dict[str, dict[str, int]]
    begun: bool
    archived: str


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

    def known(self) -> "KnownResults | None":
        """Everything, for a proof that goes on from here; none in logs from before wallets."""
        if self._early or not (self._known and self._days_known):
            return None
        days = {player: dict(won) for player, won in self._days.items()}
        return KnownResults(dict(self._total), days, self._begun, self._archived)

    def go_on(self, known: "KnownResults") -> None:
        self._total = dict(known.total)
        self._days = {player: dict(won) for player, won in known.days.items()}
        self._begun, self._archived = known.begun, known.archived

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
