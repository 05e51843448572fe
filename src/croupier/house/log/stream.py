"""One stream as a process holds it: its newest state, and how much of it is on disk.

Tables and progressives are registered by name; the people, cage and operation streams of a house
always exist and are empty at first.

A log is read page by page (`entries`, `records_of`), so that its length does not matter.
"""

from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, Generic, NamedTuple, TypeVar

from msgspec import Struct

from croupier.house.log.event_store import Conflict, EventStore
from croupier.house.model import events as h
from croupier.house.model.cage import state as cage
from croupier.house.model.jackpot import events as hj
from croupier.house.model.jackpot import state as links
from croupier.house.model.jackpot.state import HouseJackpot
from croupier.house.model.ledger import cage as cage_ledger
from croupier.house.model.ledger import jackpot as jackpot_ledger
from croupier.house.model.ledger import table as table_ledger
from croupier.house.model.ledger.accounts import Bound, Move
from croupier.house.model.ledger.cage import CageLedger
from croupier.house.model.ledger.jackpot import JackpotLedger
from croupier.house.model.ledger.table import TableLedger
from croupier.house.model.operation import state as operation
from croupier.house.model.operation.events import OperationEvent
from croupier.house.model.people import state as people
from croupier.house.model.people.events import PeopleEvent
from croupier.house.model.people.roles import Signature
from croupier.house.model.records import (
    Entry,
    Head,
    Posting,
    Record,
    bears_cards,
    decode_event,
    encode_event,
    is_of_jackpot,
    is_of_table,
)
from croupier.house.model.school import state as school
from croupier.house.model.school.events import ExerciseAnswered
from croupier.house.model.table import state as tables
from croupier.house.model.table.state import HouseTable
from croupier.house.sealing import Seal, place_of

Ledger = TableLedger | JackpotLedger | CageLedger


class Department(StrEnum):
    """The names of the streams that every house has."""

    PEOPLE = "people"
    CAGE = "cage"
    OPERATION = "operation"
    SCHOOL = "school"


PEOPLE, CAGE = Department.PEOPLE, Department.CAGE
"""Constants for code that every command runs: in Python 3.11 `Department.CAGE` takes ten times as
long as a global name."""


DepartmentState = people.People | cage.Cage | operation.Operation | school.School


class StreamKind(Struct, frozen=True):
    """How a department's stream begins and evolves."""

    kind: type[Any]
    evolve: Callable[[Any, Any, datetime], Any]
    events: frozenset[type]


DEPARTMENTS: dict[str, StreamKind] = {
    Department.PEOPLE: StreamKind(people.People, people.evolve, frozenset(PeopleEvent.__args__)),
    Department.CAGE: StreamKind(cage.Cage, cage.evolve, frozenset(h.CageStreamEvent.__args__)),
    Department.OPERATION: StreamKind(
        operation.Operation, operation.evolve, frozenset(OperationEvent.__args__)
    ),
    Department.SCHOOL: StreamKind(school.School, school.evolve, frozenset({ExerciseAnswered})),
}


S = TypeVar("S")

LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


class BrokenStream(Exception):
    """A stored record does not follow from those before it."""


class Change(Struct, Generic[S], frozen=True):
    """Records that were stored together, with their events and the resulting state."""

    records: tuple[Record, ...]
    events: tuple[h.LogEvent, ...]
    state: S
    ledger: Ledger | None = None


class Write(Struct, frozen=True):
    """What a command adds to one stream."""

    stream: "Stream[Any]"
    events: tuple[h.LogEvent, ...]
    state: Any


class Stream(Generic[S]):
    """The stream of a table, a jackpot or a department in memory.

    `state` and `head` are the newest that were decided; `stored` is what is on disk and may be
    shown. Changes reach the disk in the order in which they were decided.
    """

    __slots__ = (
        "dead",
        "head",
        "last_at",
        "ledger",
        "name",
        "saved",
        "state",
        "stored",
        "stored_at",
        "stored_head",
        "stored_ledger",
        "waiting",
    )

    def __init__(
        self,
        name: str,
        head: Head,
        state: S,
        last_at: datetime = LONG_AGO,
        ledger: Ledger | None = None,
    ) -> None:
        self.name = name
        self.head = head
        self.state: S = state
        self.stored: S = state
        self.stored_head = head
        self.stored_at = last_at
        self.ledger = self.stored_ledger = ledger or opening(name)
        self.saved = 0
        """Version of the last snapshot."""
        self.last_at = last_at
        self.waiting: deque[Change[S]] = deque()
        self.dead = False
        """Something decided here was not stored: the stream has to be read again."""

    @property
    def version(self) -> int:
        """The version on disk."""
        return self.stored_head.version

    @property
    def heads(self) -> frozenset[Head]:
        """Where it may stand on disk, unless others have added to it: each change on its way there
        may have reached it."""
        waiting = (change.records[-1].head for change in self.waiting)
        return frozenset((self.stored_head, *waiting))

    def has_been_at(self, head: Head) -> bool:
        """Whether it is known here what led to this head on disk."""
        return head.version < self.version or head in self.heads

    def take(self, head: Head, state: S, at: datetime, ledger: Ledger | None) -> None:
        """Start from what is on disk, with no decision pending."""
        self.head = self.stored_head = head
        self.state = self.stored = state
        self.last_at = self.stored_at = at
        self.ledger = self.stored_ledger = ledger

    def next_records(
        self,
        events: Sequence[h.LogEvent],
        at: datetime,
        by: Signature | None,
        command: str,
        seal: Seal | None = None,
    ) -> tuple[Record, ...]:
        """The records of these events, chained to the head; with a seal, cards are sealed."""
        records = []
        version, previous = self.head.version, self.head.hash
        for event in events:
            version += 1
            plain, sealed = encode_event(event), None
            if seal is not None and bears_cards(event):
                sealed = seal.close(place_of(self.name, version), plain)
            record = Record(self.name, version, at, by, command, plain, previous, sealed)
            previous = record.hash
            records.append(record)
        return tuple(records)

    def advance(self, change: Change[S]) -> None:
        """Take in what was decided, before it is on disk."""
        last = change.records[-1]
        self.head = last.head
        self.last_at = last.at
        self.state = change.state
        self.ledger = change.ledger
        self.waiting.append(change)

    def settle(self) -> Change[S]:
        """The oldest pending change is on disk."""
        change = self.waiting.popleft()
        last = change.records[-1]
        self.stored = change.state
        self.stored_ledger = change.ledger
        self.stored_head = last.head
        self.stored_at = last.at
        return change


def fold(stream: str, state: Any, event: h.LogEvent, at: datetime) -> Any:
    """The state of a stream after one more event."""
    department = DEPARTMENTS.get(stream)
    if department is not None:
        if type(event) not in department.events:
            raise BrokenStream(f"the stream of the {stream} bears an event of another stream")
        return department.evolve(state, event, at)
    kind, _, name = stream.partition(":")
    if kind == "table":
        return fold_table(name, state, event, at)
    return fold_jackpot(name, state, event, at)


def fold_table(name: str, state: HouseTable | None, event: h.LogEvent, at: datetime) -> HouseTable:
    if isinstance(event, h.TableRegistered):
        return tables.registered(name, event)
    if state is None:
        raise BrokenStream(f"the stream of table {name} does not begin with its registration")
    if not is_of_table(event):
        raise BrokenStream(f"the stream of table {name} bears an event of another stream")
    return tables.evolve(state, event, at)


def fold_jackpot(
    name: str, state: HouseJackpot | None, event: h.LogEvent, at: datetime
) -> HouseJackpot:
    if isinstance(event, hj.JackpotRegistered):
        return links.registered(name, event)
    if state is None:
        raise BrokenStream(f"the stream of jackpot {name} does not begin with its registration")
    if not is_of_jackpot(event):
        raise BrokenStream(f"the stream of jackpot {name} bears an event of another stream")
    return links.evolve(state, event, at)


def demand_chained(record: Record, head: Head) -> Head:
    """The head after a record that follows the one before it."""
    if record.version != head.version + 1 or record.previous != head.hash:
        raise BrokenStream(
            f"{record.stream}: version {record.version} does not follow version {head.version}"
        )
    return Head(record.version, record.hash)  # one that does not stay with every record of a log


# Money, by stream


class Posted(NamedTuple):
    """What is remembered of a stream after some of its records, and what they posted."""

    ledger: Ledger | None
    postings: tuple[Posting, ...]


def opening(stream: str) -> Ledger | None:
    """What is remembered of a stream before its first event; none where no money moves."""
    kind, _, name = stream.partition(":")
    match kind:
        case "table":
            return TableLedger(name)
        case "jackpot":
            return JackpotLedger(name)
        case "cage":
            return CageLedger()
        case _:
            return None


def post(
    stream: str, ledger: Ledger | None, records: Iterable[tuple[Record, h.LogEvent]]
) -> Posted:
    """Post records of one stream in order, with their events; without a ledger it is opened."""
    if ledger is None and (ledger := opening(stream)) is None:
        return Posted(None, ())
    posted: list[Posting] = []
    moves: Sequence[Move]
    for record, event in records:
        if isinstance(ledger, TableLedger):
            if type(event) not in table_ledger.ENTERED:
                continue
            ledger, moves = table_ledger.post(ledger, event)
        elif isinstance(ledger, CageLedger):
            moves = cage_ledger.post(event)
        else:
            ledger, moves = jackpot_ledger.post(ledger, event, record.command)
        for move in moves:
            posted.append(
                Posting(stream, record.version, move.debit, move.credit, move.amount, move.memo)
            )
    return Posted(ledger, tuple(posted))


# What a command comes to


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


# A log page by page


PAGE = 5_000
"""Records that are read together where nobody waits for anything else."""
AT_ONCE = 200
"""Of a stream that a serving house looks into: between two pages it goes on with play."""


async def entries(store: EventStore, after: int = 0) -> AsyncIterator[Entry]:
    """The whole log in order."""
    while page := await store.scan(after, PAGE):
        for entry in page:
            yield entry
        after = page[-1].seq


async def entries_of(store: EventStore, streams: Sequence[str]) -> AsyncIterator[Entry]:
    """The log of a few streams in order: the cost depends on their length alone."""
    sources = [_entries_of_one(store, stream) for stream in streams]
    waiting = [(entry, source) for source in sources if (entry := await anext(source, None))]
    while waiting:
        place = min(range(len(waiting)), key=lambda one: waiting[one][0].seq)
        entry, source = waiting[place]
        yield entry
        if (after := await anext(source, None)) is None:
            del waiting[place]
        else:
            waiting[place] = after, source


async def _entries_of_one(store: EventStore, stream: str) -> AsyncIterator[Entry]:
    after = 0
    while page := await store.scan_stream(stream, after, AT_ONCE):
        for entry in page:
            yield entry
        after = page[-1].record.version


async def records_of(
    store: EventStore,
    stream: str,
    after: int = 0,
    until: int | None = None,
    at_once: int = AT_ONCE,
) -> AsyncIterator[Record]:
    """The records of a stream in order, from after one version up to another."""
    while until is None or after < until:
        wanted = at_once if until is None else min(at_once, until - after)
        page = await store.read(stream, after, wanted)
        for record in page:
            if until is not None and record.version > until:  # those in between are archived
                return
            yield record
        if not page:
            return
        after = page[-1].version


async def events_of(
    store: EventStore, stream: str, after: int = 0, until: int | None = None
) -> AsyncIterator[tuple[Record, h.LogEvent]]:
    """The same, each with its decoded event."""
    async for record in records_of(store, stream, after, until):
        yield record, decode_event(record.event)


async def postings_of(
    store: EventStore, stream: str, after: int, until: int, at_once: int = AT_ONCE
) -> AsyncIterator[Posting]:
    """The postings of a stream in order, from after one version up to another."""
    wanted = at_once
    while after < until and (page := await store.postings(stream, after, wanted)):
        if len(page) == wanted:  # the last version may continue on the next page
            page = [one for one in page if one.version < page[-1].version]
            if not page:  # more of one version than fit
                wanted *= 2
                continue
        wanted = at_once
        for posting in page:
            if posting.version <= until:
                yield posting
        after = page[-1].version
