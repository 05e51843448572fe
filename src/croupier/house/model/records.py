"""The event log as a public format: one hash-chained stream a table and a jackpot.

A record says what happened, when, by whom and because of which command. Its hash
covers the record before it in the same stream, so that nothing can be changed,
dropped or put in between without it showing; anybody can check it.
"""

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from hashlib import sha256
from typing import Any, Generic, TypeGuard, TypeVar

import msgspec
from msgspec import UNSET, Struct, UnsetType, structs

from croupier.house.model import commands as hc
from croupier.house.model import events as h
from croupier.house.model.people.roles import Signature
from croupier.house.model.settings import in_whole_seconds
from croupier.table import commands as c
from croupier.table import events as e

GENESIS = bytes(32)
_encode = msgspec.json.Encoder().encode
_ANCHOR = re.compile("[1-9][0-9]{0,17}:[0-9a-fA-F]{64}", re.ASCII)


T = TypeVar("T")


class _Once(Generic[T]):
    """Worked out when it is first asked for, and an attribute from then on: `cached_property`
    without its lock, which every record of a busy house would take."""

    def __init__(self, work_out: Callable[[Any], T]) -> None:
        self.__doc__ = work_out.__doc__
        self._work_out = work_out
        self._name = work_out.__name__

    def __get__(self, record: Any, kind: type[Any]) -> T:
        if record is None:
            return self  # type: ignore[return-value]  # asked of the class, as `help` does
        found = record.__dict__[self._name] = self._work_out(record)
        return found


class Record(Struct, frozen=True, dict=True, omit_defaults=True):
    """One event of a stream."""

    stream: str
    """`table:T1`, `jackpot:J1`, or the name of a department."""
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
    sealed: bytes | None = None
    """What is stored in place of an event that bears cards (`sealing.py`). Where it could not be
    opened, `event` is the same."""

    @property
    def closed(self) -> bool:
        """Whether it takes a key, which was not at hand, to tell what happened."""
        return self.sealed is not None and self.event == self.sealed

    @_Once
    def hash(self) -> bytes:
        """Of what is stored."""
        stored = self
        if self.sealed is not None:
            stored = structs.replace(self, event=self.sealed, sealed=None)
        return sha256(_encode(stored)).digest()

    @_Once
    def head(self) -> "Head":
        """Where its stream stands after it."""
        return Head(self.version, self.hash)


class Entry(Struct, frozen=True):
    """A record with its place in the log of the whole house."""

    seq: int
    """Grows with every record; what a decision was based on always has a smaller one."""
    record: Record
    chained: bool = False
    """Whether it is part of the keyed chain (`log/chain.py`); records from before it are not."""


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
        if not _ANCHOR.fullmatch(text):
            raise ValueError("an anchor is a number from 1 on and 64 hexadecimal digits")
        seq, _, digest = text.partition(":")
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


class SignificantEvent(Struct, frozen=True):
    """A record that auditors search for; derived from the record alone."""

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


class Answer(Struct, frozen=True):
    """The answer to a command, kept so that a repetition gets the same one."""

    command: str
    stream: str
    reply: bytes
    """JSON, in UTF-8."""


class MarkerNote(Struct, frozen=True):
    """What stays of a marker, however many follow it: which records were moved into which file."""

    seq: int
    """The last record in the archive."""
    until: datetime
    """Every record in it is older."""
    file: str
    digest: str
    """SHA-256 of the file."""
    records: int
    calendar: tuple[str, str] | UnsetType = UNSET
    """By which gaming days went then: time zone and start."""
    link: str | UnsetType = UNSET
    """Where the keyed chain stood."""
    before: str | UnsetType = UNSET
    """SHA-256 of the marker before it; empty where it is the first."""
    body: str | UnsetType = UNSET
    """SHA-256 of everything else; older markers are written in one."""


class Marker(MarkerNote, frozen=True, kw_only=True):
    """Where the log stood when all before it was moved into an archive.

    The log begins at the newest one, which is in the database as a whole. Of the others the note
    is there, and the rest at the beginning of the file of the next archive.
    """

    heads: Mapping[str, Head]
    balances: Mapping[str, int]
    states: Mapping[str, bytes]
    """Every stream as a snapshot of that moment."""
    results: Mapping[str, int] | UnsetType = UNSET
    """What rounds had come to for every player; older markers do not say."""
    days: Mapping[str, Mapping[str, int]] | UnsetType = UNSET
    """The same for every player and gaming day; older markers do not say."""


class Snapshot(Struct, frozen=True):
    """The state of a stream at a version: a cache, which the records can always rebuild."""

    stream: str
    version: int
    hash: bytes
    """Of the record at that version; a snapshot that does not fit the chain is ignored."""
    state: bytes


# Events, as records carry them


_OF_TABLES = frozenset(h.TableStreamEvent.__args__)
_OF_JACKPOTS = frozenset(h.JackpotStreamEvent.__args__)
_OF_DEPARTMENTS = frozenset(h.DepartmentEvent.__args__)


def is_of_table(event: h.LogEvent) -> TypeGuard[h.TableStreamEvent]:
    """One look-up: to ask a class after the other takes longer than to fold the event."""
    return type(event) in _OF_TABLES


def is_of_jackpot(event: h.LogEvent) -> TypeGuard[h.JackpotStreamEvent]:
    return type(event) in _OF_JACKPOTS


def is_of_department(event: h.LogEvent) -> TypeGuard[h.DepartmentEvent]:
    return type(event) in _OF_DEPARTMENTS


CARD_EVENTS = frozenset(
    {
        e.CardsDealt,
        e.HandsCorrected,
        e.DrawMade,
        e.ReportNoted,
        e.IrregularityDecided,
        e.MatterOpened,
        h.StaffCalled,
        h.FloorCalled,
    }
)
"""Hands, draws that are not shown yet; reports and calls, whose facts and words may name cards."""
CARD_COMMANDS = frozenset({c.Deal, c.Draw, c.Report, c.CorrectEntry, hc.CallFor})
"""Commands that bear the same; a hand that is shown lies open."""


def bears_cards(event: h.LogEvent) -> bool:
    if type(event) is h.CommandGiven:
        return type(event.command) in CARD_COMMANDS
    return type(event) in CARD_EVENTS


_decoder: msgspec.json.Decoder[h.LogEvent] = msgspec.json.Decoder(h.LogEvent)


encode_event: Callable[[h.LogEvent], bytes] = _encode


def decode_event(event: bytes) -> h.LogEvent:
    try:
        return _decoder.decode(event)
    except msgspec.ValidationError:
        return _decoder.decode(in_whole_seconds(event))


def table_stream(name: str) -> str:
    return f"table:{name}"


def jackpot_stream(name: str) -> str:
    return f"jackpot:{name}"
