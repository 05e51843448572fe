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


class Answer(Struct, frozen=True):
    """What a command was answered, kept so that a repeated one is answered alike."""

    command: str
    stream: str
    reply: bytes
    """JSON, in UTF-8."""


class Append(Struct, frozen=True):
    """All that one command writes: it is stored whole or not at all."""

    expected: Mapping[str, Head]
    """The heads of every stream that the decision was based on, written to or not."""
    records: tuple[Record, ...]
    postings: tuple[Posting, ...]
    answer: Answer | None


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

    @property
    def clean(self) -> bool:
        return not self.findings


class Conflict(Exception):
    """Somebody else wrote to one of the streams first: look again and decide anew."""


class StoreUnavailable(Exception):
    """Nothing was stored: the database cannot be reached or written. The sentence says why."""


class OutcomeUnknown(StoreUnavailable):
    """The database was lost while it stored: look whether the command was answered."""


class EventStore(Protocol):
    """Durable streams. `append` returns once all of it is on disk.

    Appends given one after another are stored in that order and may be based on each
    other before the first is on disk; if one fails, those based on it conflict.
    """

    async def append(self, append: Append) -> None: ...

    async def read(self, stream: str, after: int = 0, limit: int = 10_000) -> Sequence[Record]: ...

    async def scan(self, after: int = 0, limit: int = 10_000) -> Sequence[Entry]:
        """The log of the whole house in order, from the record after `after` on."""
        ...

    async def heads(self) -> dict[str, Head]: ...

    async def answered(self, command: str) -> Answer | None: ...

    async def postings(self, stream: str, after: int = 0, limit: int = 10_000) -> list[Posting]:
        """The movements of a stream, from the version after `after` on."""
        ...

    async def balances(self, prefix: str = "") -> dict[str, int]:
        """What each account holds whose name begins with `prefix`."""
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
