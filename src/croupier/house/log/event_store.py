"""The store as the house asks for it: what is written at once, asked, and what may go wrong."""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from msgspec import Struct

from croupier.house.keyring import Keyring
from croupier.house.log.chain import Link
from croupier.house.model.ledger.accounts import Bound
from croupier.house.model.records import (
    Anchor,
    Answer,
    Entry,
    Head,
    Marker,
    Posting,
    Record,
    SignificantEvent,
    Snapshot,
)


class Balances(Struct, frozen=True):
    """What every account held after one record of the house, and where the streams stood."""

    seq: int
    accounts: Mapping[str, int]
    heads: Mapping[str, Head] = {}

    def following(self, before: Mapping[str, int]) -> "Balances":
        """With what the accounts held where the store begins."""
        names = self.accounts.keys() | before.keys()
        held = {name: self.accounts.get(name, 0) + before.get(name, 0) for name in names}
        return Balances(self.seq, held, self.heads)


class Movement(Struct, frozen=True):
    """One posting as the owner of an account sees it."""

    at: datetime
    memo: str
    amount: int
    """Above zero received, below zero given."""
    balance: int
    """After it."""
    stream: str


class LossBound(Struct, frozen=True):
    """The most that a player may have lost over some gaming days once a command is stored."""

    player: str
    since: str
    until: str
    most: int


class Append(Struct, frozen=True):
    """All that one command writes: it is stored whole or not at all."""

    expected: Mapping[str, Head]
    """The heads of every stream that the decision was based on, written to or not."""
    records: tuple[Record, ...]
    postings: tuple[Posting, ...]
    answer: Answer | None
    significant: tuple[SignificantEvent, ...] = ()
    """Those of the records that matter."""
    bounds: tuple[Bound, ...] = ()
    losses: tuple[LossBound, ...] = ()
    day: str | None = None
    """The gaming day that wins and losses belong to."""
    pockets: bool = False
    """Physical chips in these postings are live money."""


class Search(Struct, frozen=True, kw_only=True):
    """Which significant events are wanted; what is left out does not matter."""

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
    """Moment, stream and version of the last one that is already known."""
    limit: int = 100


class Finding(Struct, frozen=True):
    """Something wrong in a stored log, and where."""

    where: str
    problem: str
    derived: bool = False
    """It is a sum that follows from the log, which can be worked out again (`croupier repair`)."""


class Derived(Struct, frozen=True):
    """How far the postings of a stream were found to be those of its events."""

    version: int
    ledger: str
    """What is remembered of the stream there, as it is written down."""


class Check(Struct, frozen=True):
    """What a check of the log looked at, and the first things that it found wrong."""

    records: int
    since: int
    """The log up to this `seq` was taken on trust from an earlier clean check."""
    until: int
    findings: tuple[Finding, ...]
    anchor: Anchor
    chained: int = 0
    """Records whose link of the keyed chain was checked: none without the key."""
    linked: bool = False
    """Whether records carry such links, checked or not."""
    resumed: bool = False
    """Whether it began at a checkpoint: what is before was proved when that was made."""
    heads: Mapping[str, Head] = {}
    """Where each stream stood."""
    derived: Mapping[str, Derived] = {}
    """What the checkpoint says of the postings up to it."""

    @property
    def clean(self) -> bool:
        return not self.findings


class Conflict(Exception):
    """Somebody else wrote to one of the streams first: look again and decide anew."""


class Overdrawn(Exception):
    """An account does not allow it: nothing of the command was stored."""

    def __init__(self, account: str, balance: int, needed: int) -> None:
        super().__init__(account, balance, needed)
        self.account = account
        self.balance = balance
        """What it held before the command."""
        self.needed = needed
        """What the command would have taken; below zero, given."""


class LossLimitReached(Exception):
    """A player's own limit does not allow it: nothing of the command was stored."""

    def __init__(self, player: str, lost: int, needed: int) -> None:
        super().__init__(player, lost, needed)
        self.player = player
        self.lost = lost
        """So far in the period, with what lies on tables."""
        self.needed = needed


class TooLarge(Exception):
    """An account would hold more than any may: nothing of the command was stored."""

    def __init__(self, account: str) -> None:
        super().__init__(account)
        self.account = account


class StoreUnavailable(Exception):
    """Nothing was stored: the database cannot be reached or written. The sentence says why."""


class ReadOnly(StoreUnavailable):
    """The house is open to be looked at: something in it has to be put right first."""


class Unreadable(StoreUnavailable):
    """Something is stored that no house has written."""


class Damaged(Unreadable):
    """There is no house in the database, or one that lacks a part. The sentence says which."""


class CardsClosed(StoreUnavailable):
    """Cards of a running round are asked for, and the house's key is not at hand."""


class OutcomeUnknown(StoreUnavailable):
    """The database was lost while it stored: look whether the command was answered."""


class Credential(Struct, frozen=True):
    """The secrets of one person; they are never in the log."""

    password: str | None = None
    """Argon2, in its own notation."""
    second_factor: str | None = None
    """Sealed under the house's key."""
    seal: str | None = None
    """Ties the password's hash to the person and to what the log says of it."""


class Credentials(Protocol):
    """Where secrets are kept."""

    async def get(self, person: str) -> Credential: ...

    async def all(self) -> dict[str, Credential]:
        """Of everybody who has any."""
        ...

    async def keep_password(self, person: str, password: str, seal: str) -> None: ...

    async def keep_second_factor(self, person: str, sealed: str | None) -> None: ...


class Failures(Struct, frozen=True):
    """Attempts that failed, by a name or from an address."""

    count: int
    last: datetime
    told: bool = False
    """Whether the wait that follows from them is written down."""


class Attempts(Protocol):
    """Failed log-ins of all processes."""

    async def change(
        self,
        keys: Sequence[str],
        work: Callable[[Mapping[str, Failures]], Mapping[str, Failures]],
        forgotten: datetime,
    ) -> None:
        """Keep what is made of those kept under these keys, with nobody in between.

        What failed last before `forgotten` is dropped.
        """
        ...


class EventStore(Protocol):
    """Durable streams. `append` returns once all of it is on disk.

    Appends given one after another are stored in that order and may be based on each
    other before the first is on disk; if one fails, those based on it conflict.
    """

    @property
    def credentials(self) -> Credentials: ...

    @property
    def attempts(self) -> Attempts: ...

    def chain_under(self, keys: Keyring) -> None:
        """Chain what is written from now on under the house's key, and check what is read."""
        ...

    async def demand_writable(self) -> None:
        """Write and sync something that matters to nobody; raises `StoreUnavailable`."""
        ...

    async def append(self, append: Append) -> None: ...

    async def read(self, stream: str, after: int = 0, limit: int = 10_000) -> Sequence[Record]:
        """Of one stream; raises `CardsClosed`."""
        ...

    async def scan(self, after: int = 0, limit: int = 10_000) -> Sequence[Entry]:
        """The log of the whole house in order, from the record after `after` on.

        Cards of running rounds stay closed without the house's key.
        """
        ...

    async def heads(self) -> dict[str, Head]: ...

    async def answered(self, command: str) -> Answer | None: ...

    async def answers(self, commands: Sequence[str]) -> dict[str, Answer]:
        """What these commands were answered, as far as they were."""
        ...

    async def count_answers(self) -> int: ...

    async def anchor(self) -> Anchor:
        """Where the log stands between two writes."""
        ...

    async def end(self) -> tuple[Anchor, Link | None]:
        """Where the log and its keyed chain stand between two writes."""
        ...

    async def keys_named(self) -> tuple[str, ...]:
        """The ids of all keys that the log has gone on under, oldest first; of an archived
        beginning only the last."""
        ...

    async def link_at(self, seq: int) -> Link | None:
        """Where the keyed chain stood after one record, if that is still here."""
        ...

    async def postings(self, stream: str, after: int = 0, limit: int = 10_000) -> list[Posting]:
        """The movements of a stream, from the version after `after` on."""
        ...

    async def balances(self, prefix: str = "") -> dict[str, int]:
        """What each account holds whose name begins with `prefix`."""
        ...

    async def standing(self, at: int | None = None) -> Balances:
        """All balances of one moment: now, while nobody is half-way through writing, or after
        the record with this `seq`."""
        ...

    async def passed_on(self, after: int, until: int) -> dict[str, int]:
        """What each table's float gave to jackpots and their reserves between two records."""
        ...

    async def lost(self, player: str, since: str, until: str) -> int:
        """What a player lost over some gaming days, with what lies on tables; below zero, won."""
        ...

    async def results(self) -> dict[str, int]:
        """What each player won, over all days; below zero, lost."""
        ...

    async def results_by_day(self) -> dict[str, dict[str, int]]:
        """The same for every gaming day."""
        ...

    async def movements(self, account: str, limit: int = 50) -> list[Movement]:
        """The last movements of an account, newest first."""
        ...

    async def significant(self, wanted: Search) -> list[SignificantEvent]:
        """Records that matter, newest first."""
        ...

    async def moved(self, stream: str, account: str, until: int) -> int:
        """What an account holds of the movements of one stream, up to a version."""
        ...

    async def archived(self) -> Marker | None:
        """Where this store begins, if records before it were archived."""
        ...

    async def count_significant(self) -> int: ...

    async def last_at(self) -> datetime | None:
        """The moment of the newest record."""
        ...

    async def last_before(self, moment: datetime) -> int:
        """The last record of the house before a moment, 0 where there is none."""
        ...

    async def snapshots(self) -> dict[str, Snapshot]:
        """The newest of each stream, those that an archive left included."""
        ...

    async def saved(self) -> list[Snapshot]:
        """Those that were saved here."""
        ...

    async def save(self, snapshots: Sequence[Snapshot]) -> None:
        """Keep these in place of older ones of the same streams."""
        ...

    async def check(self, *, whole: bool = False, remember: bool = True) -> Check:
        """Chain, heads, postings and balances since the last clean check, or from the start.

        A clean check is remembered, so that the next one begins where it ended; where it is one
        part of a proof, only once the other parts are clean too (`remember_check`).
        """
        ...

    async def remember_check(self, ledgers: Mapping[str, str] | None = None) -> None:
        """Have the next check begin where the last one ended, which was clean.

        `ledgers`: of each stream up to where it stood then, all postings having been derived.
        """
        ...

    def changes(self) -> AsyncIterator[dict[str, int]]:
        """Streams that any process has appended to, with their versions, as it happens."""
        ...

    async def close(self) -> None: ...
