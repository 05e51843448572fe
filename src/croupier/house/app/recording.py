"""What was decided, in its stored form: chained, posted and indexed by significant events."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from msgspec import Struct

from croupier.house.log.event_store import Conflict
from croupier.house.log.stream import LONG_AGO, Change, Department, Stream, Write
from croupier.house.model.ledger.accounts import Bound, debited
from croupier.house.model.ledger.posting import Ledger, movements, post
from croupier.house.model.ledger.table import TableLedger
from croupier.house.model.people.checks import demand_standing
from croupier.house.model.people.roles import Signature
from croupier.house.model.people.state import People
from croupier.house.model.records import Posting, Record, SignificantEvent
from croupier.house.model.settings import Money
from croupier.house.model.significant import listed
from croupier.house.model.table.cards import seal_for
from croupier.house.model.table.state import HouseTable
from croupier.house.sealing import Keyring
from croupier.money import Cents


class Decided(Struct, frozen=True):
    """What is to be stored, and the streams that it depends on.

    With nothing to store: the one stream that already records it.
    """

    writes: Sequence[Write]
    reads: Sequence[Stream[Any]]
    at: datetime
    bounds: tuple[Bound, ...] = ()


class Beginning(NamedTuple):
    """With all streams loaded: from here to the records nothing has to be awaited."""

    decide: Callable[[datetime], list[Write]]
    held: tuple[Stream[Any], ...] = ()
    """Streams whose states the decision uses."""
    reads: tuple[Stream[Any], ...] = ()
    """Those of them that are not written to."""

    @property
    def not_before(self) -> datetime:
        return max((one.last_at for one in self.held), default=LONG_AGO)

    def begun(self, at: datetime) -> list[Write]:
        """What is recorded at this moment and no other, because it sets the clock of a table.

        Raises `HouseRefused`, and `Conflict` if a stream that is held has moved on.
        """
        if any(one.dead for one in self.held) or self.not_before > at:
            raise Conflict
        return self.decide(at)


class _Drafted(Struct, frozen=True):
    """What one stream is about to receive."""

    change: Change[Any]
    postings: tuple[Posting, ...]
    significant: list[SignificantEvent]
    guarded: frozenset[str]


class Written(Struct, frozen=True):
    """Everything that one command writes."""

    records: tuple[Record, ...]
    postings: tuple[Posting, ...]
    significant: tuple[SignificantEvent, ...]
    guarded: frozenset[str]
    """Wallets that were debited: they must not fall below zero."""
    pockets: bool
    """Whether physical chips in the postings are live money."""


def write_down(
    writes: Sequence[Write],
    at: datetime,
    by: Signature | None,
    key: str,
    large_win: Cents,
    people: People,
    keys: Keyring,
) -> Written:
    """The streams continue from here, before anything is on disk.

    Raises `HouseRefused`, and changes nothing, if it would move money of somebody whose money may
    not move, or if cards cannot be sealed.
    """
    drafts = [_draft(write, at, by, key, large_win, people, keys) for write in writes]
    for write, draft in zip(writes, drafts, strict=True):
        write.stream.advance(draft.change)
    return Written(
        tuple(record for draft in drafts for record in draft.change.records),
        tuple(posting for draft in drafts for posting in draft.postings),
        tuple(line for draft in drafts for line in draft.significant),
        frozenset().union(*(draft.guarded for draft in drafts)),
        any(getattr(draft.change.ledger, "money", None) is Money.LIVE for draft in drafts),
    )


def _draft(
    write: Write,
    at: datetime,
    by: Signature | None,
    key: str,
    large_win: Cents,
    people: People,
    keys: Keyring,
) -> _Drafted:
    stream, before = write.stream, write.stream.state
    seal = seal_for(write.state, keys) if isinstance(write.state, HouseTable) else None
    added = stream.next_records(write.events, at, by, key, seal)
    pairs = list(zip(added, write.events, strict=True))
    posted = post({} if stream.ledger is None else {stream.name: stream.ledger}, pairs)
    ledger = posted.ledgers.get(stream.name)
    guarded: frozenset[str] = frozenset()
    if posted.postings and moves_wallets(stream.name, ledger):
        guarded = debited(posted.postings)
        stay = ledger.stay if isinstance(ledger, TableLedger) else None
        for record, event in pairs:
            for moved in movements(record, event, posted.postings, stay):
                demand_standing(people, moved, at)
    number = before.game.round.number if isinstance(before, HouseTable) else None
    return _Drafted(
        Change(added, write.events, write.state, ledger),
        posted.postings,
        listed(pairs, number, large_win),
        guarded,
    )


def moves_wallets(stream: str, ledger: Ledger | None) -> bool:
    """False for a table or jackpot from before there were wallets."""
    return stream == Department.CAGE or getattr(ledger, "money", None) is not None
