"""The event log as a public format: one hash-chained stream a table and a jackpot.

A record says what happened, when, by whom and because of which command. Its hash
covers the record before it in the same stream, so that nothing can be changed,
dropped or put in between without it showing; anybody can check it.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import datetime
from functools import cached_property
from hashlib import sha256
from typing import Protocol

import msgspec
from msgspec import Struct

from croupier.house.people.roles import Signature

GENESIS = bytes(32)


class Record(Struct, frozen=True, dict=True):
    """One event of a stream, as it is stored."""

    stream: str
    """`table:T1`, `jackpot:J1`, or the name of an office."""
    version: int
    """1, 2, 3 … within the stream."""
    at: datetime
    by: Signature | None
    command: str
    """Idempotency key of the command that caused it."""
    event: bytes
    """The event as JSON, with its stable name in the key `event`."""
    previous: bytes
    """Hash of the record before it in the stream, or `GENESIS`."""

    @cached_property
    def hash(self) -> bytes:
        return sha256(msgspec.json.encode(self)).digest()


class Entry(Struct, frozen=True):
    """A record with its place in the log of the whole house."""

    seq: int
    """Grows with every record; what a decision was based on always has a smaller one."""
    record: Record


class Head(Struct, frozen=True):
    """Where a stream stands: its last version and that record's hash."""

    version: int = 0
    hash: bytes = GENESIS


class Anchor(Struct, frozen=True):
    """Where the whole log stood. Kept elsewhere, it shows whether anything was cut off since."""

    seq: int
    digest: str
    """SHA-256 over a line for each stream, in the order of their names: name, version, hash."""

    @classmethod
    def at(cls, seq: int, heads: Mapping[str, Head]) -> "Anchor":
        lines = (
            f"{name} {head.version} {head.hash.hex()}\n" for name, head in sorted(heads.items())
        )
        return cls(seq, sha256("".join(lines).encode()).hexdigest())

    @classmethod
    def read(cls, text: str) -> "Anchor":
        """From `SEQ:DIGEST`; raises `ValueError`."""
        seq, _, digest = text.partition(":")
        if len(bytes.fromhex(digest)) != len(GENESIS):
            raise ValueError("a digest has 64 hexadecimal digits")
        return cls(int(seq), digest.lower())

    def __str__(self) -> str:
        return f"{self.seq}:{self.digest}"


class Posting(Struct, frozen=True):
    """A movement of money between two accounts, derived from one record.

    The debit account gives and the credit account receives, as a bank speaks to its
    customers. The amount is positive, and all accounts together always hold zero.
    """

    stream: str
    version: int
    debit: str
    credit: str
    amount: int
    memo: str


class Significant(Struct, frozen=True):
    """A record that matters, as it stands in the list to be searched; derived from the record."""

    stream: str
    version: int
    at: datetime
    kind: str
    person: str | None
    """Who did it."""
    place: str | None
    """The table or progressive."""
    round: int | None
    player: str | None
    """Whom it concerns."""
    amount: int | None
    text: str


class Balances(Struct, frozen=True):
    """What every account held after one record of the house, and where the streams stood."""

    seq: int
    accounts: Mapping[str, int]
    heads: Mapping[str, "Head"] = {}


class Movement(Struct, frozen=True):
    """One posting as the owner of an account sees it."""

    at: datetime
    memo: str
    amount: int
    """Above zero received, below zero given."""
    balance: int
    """After it."""
    stream: str


class Answer(Struct, frozen=True):
    """What a command was answered, kept so that a repeated one is answered alike."""

    command: str
    stream: str
    reply: bytes
    """JSON, in UTF-8."""


class Bound(Struct, frozen=True):
    """What an account may hold once a command is stored; else nothing of the command is."""

    account: str
    least: int | None = 0
    most: int | None = None


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
    significant: tuple[Significant, ...] = ()
    """Those of the records that matter."""
    bounds: tuple[Bound, ...] = ()
    losses: tuple[LossBound, ...] = ()
    day: str | None = None
    """The gaming day that wins and losses belong to."""


class Marker(Struct, frozen=True):
    """Where the log stood when all before it was moved into an archive."""

    seq: int
    """The last record in the archive."""
    until: datetime
    """Every record in it is older."""
    file: str
    digest: str
    """SHA-256 of the file."""
    records: int
    heads: Mapping[str, Head]
    balances: Mapping[str, int]
    states: Mapping[str, bytes]
    """Every stream as a snapshot of that moment."""


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


class Snapshot(Struct, frozen=True):
    """The state of a stream at a version: a cache, which the records can always rebuild."""

    stream: str
    version: int
    hash: bytes
    """Of the record at that version; a snapshot that does not fit the chain is ignored."""
    state: bytes


class Finding(Struct, frozen=True):
    """Something wrong in a stored log, and where."""

    where: str
    problem: str


class Check(Struct, frozen=True):
    """What a check of the log looked at, and the first things that it found wrong."""

    records: int
    since: int
    """The log up to this `seq` was taken on trust from an earlier clean check."""
    until: int
    findings: tuple[Finding, ...]
    anchor: Anchor

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


class StoreUnavailable(Exception):
    """Nothing was stored: the database cannot be reached or written. The sentence says why."""


class OutcomeUnknown(StoreUnavailable):
    """The database was lost while it stored: look whether the command was answered."""


class Credential(Struct, frozen=True):
    """The secrets of one person; they are never in the log."""

    password: str | None = None
    """Argon2, in its own notation."""
    second_factor: str | None = None
    """Sealed under the house's key."""


class Credentials(Protocol):
    """Where secrets are kept."""

    async def get(self, person: str) -> Credential: ...

    async def keep_password(self, person: str, password: str | None) -> None: ...

    async def keep_second_factor(self, person: str, sealed: str | None) -> None: ...


class EventStore(Protocol):
    """Durable streams. `append` returns once all of it is on disk.

    Appends given one after another are stored in that order and may be based on each
    other before the first is on disk; if one fails, those based on it conflict.
    """

    @property
    def credentials(self) -> Credentials: ...

    async def append(self, append: Append) -> None: ...

    async def read(self, stream: str, after: int = 0, limit: int = 10_000) -> Sequence[Record]: ...

    async def scan(self, after: int = 0, limit: int = 10_000) -> Sequence[Entry]:
        """The log of the whole house in order, from the record after `after` on."""
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

    async def postings(self, stream: str, after: int = 0, limit: int = 10_000) -> list[Posting]:
        """The movements of a stream, from the version after `after` on."""
        ...

    async def balances(self, prefix: str = "") -> dict[str, int]:
        """What each account holds whose name begins with `prefix`."""
        ...

    async def standing(self, at: int | None = None) -> "Balances":
        """All balances of one moment: now, while nobody is half-way through writing, or after
        the record with this `seq`."""
        ...

    async def passed_on(self, after: int, until: int) -> dict[str, int]:
        """What each table's float gave to jackpots and their reserves between two records."""
        ...

    async def lost(self, player: str, since: str, until: str) -> int:
        """What a player lost over some gaming days, with what lies on tables; below zero, won."""
        ...

    async def movements(self, account: str, limit: int = 50) -> list["Movement"]:
        """The last movements of an account, newest first."""
        ...

    async def significant(self, wanted: "Search") -> list[Significant]:
        """Records that matter, newest first."""
        ...

    async def moved(self, stream: str, account: str, until: int) -> int:
        """What an account holds of the movements of one stream, up to a version."""
        ...

    async def archived(self) -> Marker | None:
        """Where this store begins, if records before it were archived."""
        ...

    async def last_at(self) -> datetime | None:
        """The moment of the newest record."""
        ...

    async def snapshots(self) -> dict[str, Snapshot]: ...

    async def save(self, snapshots: Sequence[Snapshot]) -> None:
        """Keep these in place of older ones of the same streams."""
        ...

    async def check(self, *, whole: bool = False) -> Check:
        """Chain, heads, postings and balances since the last clean check, or from the start.

        A clean check is remembered, so that the next one begins where it ended.
        """
        ...

    def changes(self) -> AsyncIterator[dict[str, int]]:
        """Streams that any process has appended to, with their versions, as it happens."""
        ...

    async def close(self) -> None: ...
