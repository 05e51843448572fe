"""The store as a protocol: what is written together, what can be asked, and what can go wrong."""

from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from msgspec import Struct

from croupier.house.log.chain import Link
from croupier.house.log.credentials import Attempts, Credentials
from croupier.house.log.leases import Leases
from croupier.house.model.ledger.accounts import Bound
from croupier.house.model.records import (
    Anchor,
    Answer,
    Entry,
    Head,
    Marker,
    MarkerNote,
    Posting,
    Record,
    SignificantEvent,
    Snapshot,
)
from croupier.house.sealing import Keyring


class Balances(Struct, frozen=True):
    """What every account held after one record of the house, and where the streams stood."""

    seq: int
    accounts: Mapping[str, int]
    heads: Mapping[str, Head] = {}

    def following(self, before: Mapping[str, int]) -> "Balances":
        """Including what the accounts held at the point where the store begins."""
        names = self.accounts.keys() | before.keys()
        held = {name: self.accounts.get(name, 0) + before.get(name, 0) for name in names}
        return Balances(self.seq, held, self.heads)


class Movement(Struct, frozen=True):
    """One posting from the point of view of an account's owner."""

    at: datetime
    memo: str
    amount: int
    """Positive if received, negative if given."""
    balance: int
    """After the posting."""
    stream: str
    place: tuple[int, int] = (0, 0)
    """The record and the line of it, by which those before are asked for."""


class LossBound(Struct, frozen=True):
    """The most a player may have lost over some gaming days once a command is stored."""

    player: str
    since: str
    until: str
    most: int


class Fence(Struct, frozen=True):
    """The right to decide for a group of tables, as it was when a command was decided."""

    group: str
    epoch: int


class Append(Struct, frozen=True):
    """Everything that one command writes: it is stored entirely or not at all."""

    expected: Mapping[str, Head]
    """The heads of all streams that the decision was based on, whether written to or not."""
    records: tuple[Record, ...]
    postings: tuple[Posting, ...]
    answer: Answer | None
    significant: tuple[SignificantEvent, ...] = ()
    """The significant events among the records."""
    bounds: tuple[Bound, ...] = ()
    losses: tuple[LossBound, ...] = ()
    day: str | None = None
    """The gaming day that wins and losses belong to."""
    pockets: bool = False
    """Whether physical chips in these postings are live money."""
    fence: Fence | None = None
    """If set, nothing is stored once another process owns the group."""


class Search(Struct, frozen=True, kw_only=True):
    """Which significant events are wanted; a field that is not set does not restrict the search."""

    kind: str | None = None
    person: str | None = None
    """Who did it, or whom it concerns."""
    stream: str | None = None
    place: str | None = None
    text: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    """Before this moment."""
    before: tuple[datetime, str, int] | None = None
    """Moment, stream and version of the last one already known."""
    limit: int = 100


class Finding(Struct, frozen=True):
    """Something wrong in a stored log, and where."""

    where: str
    problem: str
    derived: bool = False
    """Whether it is a derived sum, which `croupier repair` can recalculate from the log."""


class Derived(Struct, frozen=True):
    """How far the postings of a stream were found to match its events."""

    version: int
    ledger: str
    """The ledger of the stream at that point, in its stored form."""


class Check(Struct, frozen=True):
    """What a check of the log covered, and the first problems it found."""

    records: int
    since: int
    """The log up to this `seq` was trusted on the strength of an earlier clean check."""
    until: int
    findings: tuple[Finding, ...]
    anchor: Anchor
    chained: int = 0
    """Records whose link in the keyed chain was checked: none without the key."""
    linked: bool = False
    """Whether records have such links, checked or not."""
    resumed: bool = False
    """Whether it began at a checkpoint: what comes before was proved when that was made."""
    heads: Mapping[str, Head] = {}
    """Where each stream stood."""
    derived: Mapping[str, Derived] = {}
    """What the checkpoint says about the postings up to it."""

    @property
    def clean(self) -> bool:
        return not self.findings


class Conflict(Exception):
    """Somebody else wrote to one of the streams first: load it again and decide again."""


class Moved(Conflict):
    """Another process owns the group of tables: nothing was stored, and it decides instead."""


class Overdrawn(Exception):
    """An account does not allow it: nothing of the command was stored."""

    def __init__(self, account: str, balance: int, needed: int) -> None:
        super().__init__(account, balance, needed)
        self.account = account
        self.balance = balance
        """What it held before the command."""
        self.needed = needed
        """What the command would have taken; if negative, given."""


class LossLimitReached(Exception):
    """A player's own limit does not allow it: nothing of the command was stored."""

    def __init__(self, player: str, lost: int, needed: int) -> None:
        super().__init__(player, lost, needed)
        self.player = player
        self.lost = lost
        """So far in the period, including what is on tables."""
        self.needed = needed


class TooLarge(Exception):
    """An account would hold more than the maximum: nothing of the command was stored."""

    def __init__(self, account: str) -> None:
        super().__init__(account)
        self.account = account


class StoreUnavailable(Exception):
    """Nothing was stored: the database cannot be reached or written to. The sentence says why."""


class ReadOnly(StoreUnavailable):
    """The house is open for inspection only: something in it has to be put right first."""


class Unreadable(StoreUnavailable):
    """Something is stored that no house could have written."""


class Damaged(Unreadable):
    """There is no house in the database, or part of it is missing. The sentence says which."""


class CardsClosed(StoreUnavailable):
    """Cards of a running round are requested, and the house's key is not available."""


class OutcomeUnknown(StoreUnavailable):
    """The database was lost during the write: find out whether the command was answered."""


class EventStore(Protocol):
    """Durable streams. `append` returns once everything is on disk.

    Appends are stored in the order in which they are given and may build on each other before the
    first is on disk; if one fails, those based on it conflict.
    """

    @property
    def credentials(self) -> Credentials: ...

    @property
    def attempts(self) -> Attempts: ...

    @property
    def leases(self) -> Leases | None:
        """None where a house has one process only."""
        ...

    def chain_under(self, keys: Keyring) -> None:
        """Chain everything written from now on under the house's key, and check what is read."""
        ...

    async def demand_writable(self) -> None:
        """Write and sync something of no significance; raises `StoreUnavailable`."""
        ...

    async def append(self, append: Append) -> None: ...

    async def read(self, stream: str, after: int = 0, limit: int = 10_000) -> Sequence[Record]:
        """Records of one stream; raises `CardsClosed`."""
        ...

    async def scan(self, after: int = 0, limit: int = 10_000) -> Sequence[Entry]:
        """The log of the whole house in order, starting with the record after `after`.

        Without the house's key, cards of running rounds stay sealed.
        """
        ...

    async def scan_stream(
        self, stream: str, after: int = 0, limit: int = 10_000
    ) -> Sequence[Entry]:
        """The same for one stream, starting with the version after `after`."""
        ...

    async def first_since(self, stream: str, moment: datetime) -> int:
        """The first version that is not before a moment; one beyond the last if there is none."""
        ...

    async def heads(self, names: Sequence[str] | None = None) -> dict[str, Head]:
        """Of all streams, or of those named."""
        ...

    async def answered(self, command: str) -> Answer | None: ...

    async def answers(self, commands: Sequence[str]) -> dict[str, Answer]:
        """The answers to these commands, as far as there are any."""
        ...

    async def count_answers(self) -> int: ...

    async def anchor(self) -> Anchor:
        """The end of the log between two writes."""
        ...

    async def end(self) -> tuple[Anchor, Link | None]:
        """The end of the log and of its keyed chain between two writes."""
        ...

    async def keys_named(self) -> tuple[str, ...]:
        """The ids of all keys the log has used, oldest first; of an archived part only the last."""
        ...

    async def link_at(self, seq: int) -> Link | None:
        """The state of the keyed chain after one record, if that is still here."""
        ...

    async def postings(self, stream: str, after: int = 0, limit: int = 10_000) -> list[Posting]:
        """The postings of a stream, starting with the version after `after`."""
        ...

    async def balances(self, prefix: str = "") -> dict[str, int]:
        """What each account whose name begins with `prefix` holds."""
        ...

    async def standing(self, at: int | None = None) -> Balances:
        """All balances at one moment: now, with no write half finished, or after record `at`."""
        ...

    async def passed_on(self, after: int, until: int) -> dict[str, int]:
        """What each table's float paid to jackpots and their reserves between two records."""
        ...

    async def lost(self, player: str, since: str, until: str) -> int:
        """What a player lost over some gaming days, with what is on tables; if negative, won."""
        ...

    async def results(self) -> dict[str, int]:
        """What each player won over all days; if negative, lost."""
        ...

    async def results_by_day(self) -> dict[str, dict[str, int]]:
        """The same for each gaming day."""
        ...

    async def movements(
        self, account: str, limit: int = 50, before: tuple[int, int] | None = None
    ) -> list[Movement]:
        """The last movements of an account, newest first; or those before a place."""
        ...

    async def paid_in(self, payers: Sequence[str]) -> list[str]:
        """The streams in which accounts of players paid: wallets and physical chips."""
        ...

    async def last_paid(self, payers: Sequence[str], stream: str, before: int) -> int:
        """The last version before one at which such accounts paid in a stream, or 0."""
        ...

    async def significant(self, wanted: Search) -> list[SignificantEvent]:
        """Significant events, newest first."""
        ...

    async def significant_of(
        self, stream: str, after: int = 0, limit: int = 10_000
    ) -> list[SignificantEvent]:
        """Those of a stream in its order, starting with the version after `after`."""
        ...

    async def moved(self, stream: str, account: str, until: int) -> int:
        """The sum of one stream's movements on an account, up to a version."""
        ...

    async def archived(self) -> Marker | None:
        """Where this store begins, if earlier records were archived."""
        ...

    async def markers(self) -> list[MarkerNote]:
        """Of all archives ever made, oldest first; in a part of a log, of the one before it."""
        ...

    async def is_part(self) -> bool:
        """Whether this is a part of a log, unpacked from archives: it is only read."""
        ...

    async def count_significant(self) -> int: ...

    async def last_at(self) -> datetime | None:
        """The time of the newest record."""
        ...

    async def last_before(self, moment: datetime) -> int:
        """The last record of the house before a moment, or 0 if there is none."""
        ...

    async def version_by(self, stream: str, seq: int) -> int:
        """The last version of a stream that lies within the log up to a record, which is not
        archived; 0 if there is none."""
        ...

    async def snapshots(self) -> dict[str, Snapshot]:
        """The newest of each stream, including those that an archive left."""
        ...

    async def saved(self) -> list[Snapshot]:
        """Those that were saved here."""
        ...

    async def save(self, snapshots: Sequence[Snapshot]) -> None:
        """Keep these in place of older ones of the same streams."""
        ...

    async def check(self, *, whole: bool = False, remember: bool = True) -> Check:
        """Check chain, heads, postings and balances since the last clean check, or from the start.

        A clean check is remembered so that the next one can begin where it ended. If it is part of
        a proof, it is remembered only once the other parts are clean too (`remember_check`).
        """
        ...

    async def remember_check(self, ledgers: Mapping[str, str] | None = None) -> None:
        """Have the next check begin where the last, clean one ended.

        `ledgers` holds the ledger of each stream at that point, after all its postings were
        derived.
        """
        ...

    async def proofs(self) -> list[int]:
        """The records up to which the log was proved, in order."""
        ...

    async def proof_at(self, seq: int) -> bytes | None:
        """What a proof up to this record left, in its sealed form."""
        ...

    async def keep_proof(self, seq: int, state: bytes, begin: int) -> None:
        """Keep what a proof up to this record leaves; a store that is only read keeps nothing.

        It counts what was in the database, which began after the record `begin`: if that has
        changed, it is not kept.
        """
        ...

    def changes(self) -> AsyncIterator[dict[str, int]]:
        """Streams that any process has appended to, with their versions, as it happens."""
        ...

    async def close(self) -> None: ...
