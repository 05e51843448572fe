"""The streams that a process holds in memory: read when first needed, then kept up to date."""

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import groupby, islice
from typing import Any

import msgspec
from msgspec.structs import replace

from croupier.house.log.event_store import EventStore
from croupier.house.log.snapshots import (
    is_outdated,
    opened,
    read_snapshot,
    sealed,
    snapshot_bytes,
)
from croupier.house.log.stream import (
    DEPARTMENTS,
    PAGE,
    BrokenStream,
    Change,
    Department,
    Stream,
    demand_chained,
    fold,
    post,
)
from croupier.house.model import events as h
from croupier.house.model.jackpot.state import HouseJackpot, imbalance
from croupier.house.model.records import (
    Head,
    Record,
    Snapshot,
    decode_event,
    jackpot_stream,
    table_stream,
)
from croupier.house.model.refusals import HouseCode, decline
from croupier.house.model.table.state import HouseTable

SNAPSHOT_EVERY = 200
"""Records of a stream after which a new snapshot is worth making."""

_KINDS: tuple[type[Any], ...] = (
    HouseTable,
    HouseJackpot,
    *(one.kind for one in DEPARTMENTS.values()),
)
"""What the states of streams are."""

AnyStream = Stream[Any]
Listener = Callable[[str, Change[Any]], None]


class StreamCache:
    """Tables and progressives by the names of their streams."""

    def __init__(self, store: EventStore, key: bytes | None) -> None:
        self._store = store
        self._key = key
        """Seals snapshots; without it streams are read from their records."""
        self._streams: dict[str, AnyStream] = {}
        self.held = self._streams.get
        """The stream of this name, if this process has it in memory."""
        self._left: dict[str, AnyStream] = {}
        """Streams that failed here, kept for the part of them that is on disk."""
        self._loading: dict[str, asyncio.Future[AnyStream | None]] = {}
        self._snapshots: dict[str, Snapshot] = {}
        self._names: set[str] = set()
        self._begins = 0
        """The record after which the store began when the snapshots were read."""
        self._listeners: dict[type[Any], list[Listener]] = {kind: [] for kind in _KINDS}
        """By the kind of state that a change led to: whom it does not concern it costs nothing."""
        self.dropped: Callable[[str], None] = lambda _: None
        """Called with the name of a stream that has to be read again."""
        self._landing: asyncio.Event | None = None
        """Set when a change has reached the disk or was refused there, if anybody waits for it."""

    async def open(self) -> None:
        """Find out which streams exist, and load the snapshots that the house sealed.

        Those that an archive left are proved by the log and need no seal.
        """
        self._names = set(await self._store.heads())
        self._snapshots = {}
        marker = await self._store.archived()
        if marker is not None:
            self._begins = marker.seq
            for name, head in marker.heads.items():
                state = marker.states[name]
                self._snapshots[name] = Snapshot(name, head.version, head.hash, state)
        for name, kept in (await self._store.snapshots()).items():
            plain = opened((self._key,) if self._key else (), kept)
            if plain is not None and not is_outdated(name, plain):
                self._snapshots[name] = replace(kept, state=plain)

    def listen(self, listener: Listener, *kinds: type[Any]) -> None:
        """Register for the changes that are on disk, in the order of each stream; by default for
        those of all streams."""
        for kind in kinds or _KINDS:
            self._listeners[kind].append(listener)

    def tables(self) -> list[str]:
        return sorted(name[6:] for name in self._names if name.startswith("table:"))

    def jackpots(self) -> list[str]:
        return sorted(name[8:] for name in self._names if name.startswith("jackpot:"))

    def all_held(self) -> list[AnyStream]:
        """What this process has in memory."""
        return list(self._streams.values())

    async def table(self, name: str) -> Stream[HouseTable]:
        stream = table_stream(name)
        held = self._streams.get(stream) or await self._load(stream)
        if held is None:
            decline(HouseCode.NO_SUCH_TABLE, f"There is no table '{name}'.")
        return held

    async def jackpot(self, name: str) -> Stream[HouseJackpot]:
        stream = jackpot_stream(name)
        held = self._streams.get(stream) or await self._load(stream)
        if held is None:
            decline(HouseCode.NO_SUCH_JACKPOT, f"There is no jackpot '{name}'.")
        return held

    async def department(self, department: Department) -> AnyStream:
        held = self._streams.get(department) or await self._load(department)
        assert held is not None
        return held

    async def stream(self, name: str) -> AnyStream:
        """`table:T1` or `jackpot:J1`."""
        kind, _, plain = name.partition(":")
        return await (self.jackpot(plain) if kind == "jackpot" else self.table(plain))

    async def new(self, name: str) -> AnyStream:
        """A stream that does not exist yet."""
        if name in self._streams or await self._load(name) is not None:
            decline(HouseCode.NAME_TAKEN, f"There is a {name.replace(':', ' ')} already.")
        return Stream(name, Head(), None)

    # Keeping up

    def begin(self, stream: AnyStream) -> None:
        """A stream that is about to get its first records."""
        self._streams[stream.name] = stream

    def drop(self, stream: AnyStream) -> None:
        """Something decided here was not stored: read the stream again when it is next needed."""
        stream.dead = True
        self._tell_landed()
        if self._streams.get(stream.name) is stream:
            del self._streams[stream.name]
            if stream.version:
                self._left[stream.name] = stream
                self.dropped(stream.name)

    def settle(self, stream: AnyStream) -> None:
        """The oldest pending change is on disk; notify the listeners."""
        if stream.dead:
            return
        self._names.add(stream.name)
        self._publish(stream.name, stream.settle())
        self._tell_landed()

    def _tell_landed(self) -> None:
        if self._landing is not None:
            self._landing.set()
            self._landing = None

    async def undone(self, names: Collection[str]) -> bool:
        """Whether any of these streams has to be read again because what was decided there, and
        was on its way to the disk when this was asked, is not stored."""
        held = [one for name in names if (one := self._streams.get(name))]
        for stream, decided in [(one, one.head.version) for one in held if one.waiting]:
            while not stream.dead and stream.version < decided:
                if self._landing is None:
                    self._landing = asyncio.Event()
                await self._landing.wait()
            if stream.dead:
                return True
        return False

    def _publish(self, name: str, change: Change[Any]) -> None:
        for listener in self._listeners[type(change.state)]:
            listener(name, change)

    async def catch_up(self, moved: Mapping[str, int], wanted: Callable[[AnyStream], bool]) -> None:
        """Take in what other processes have stored; streams not wanted now are read when needed."""
        self._names.update(moved)
        for name, version in moved.items():
            stream = self._streams.get(name)
            if stream is None:
                left = self._left.get(name)
                if left is not None and wanted(left):
                    await self._load(name)  # those who follow it are told what they have missed
                continue
            if version <= stream.head.version or stream.waiting:
                continue  # what is on its way there will not fit: then the stream is dropped
            if wanted(stream):
                await self._read_on(stream)
            else:
                self.drop(stream)

    def is_at(self, name: str, version: int) -> bool:
        """Whether this process knows the stream, and has decided or read it up to this version."""
        stream = self._streams.get(name)
        return stream is not None and version <= stream.head.version and name in self._names

    async def missing(self) -> dict[str, int]:
        """Where all streams stand, after a lost connection when something may have been missed."""
        return {name: head.version for name, head in (await self._store.heads()).items()}

    async def outdated(self, names: Collection[str]) -> bool:
        """Whether other processes have added to one of these; it is read again when next needed.

        What is on its way to the disk does not count: it may be refused there.
        """
        known = {name: one.heads for name in names if (one := self._streams.get(name))}
        old = False
        for name, head in (await self._store.heads(sorted(names))).items():
            if name not in known:
                if name not in DEPARTMENTS:  # dropped because it had grown, or never read here
                    old = True
                    await self._load(name)  # so that the next attempt knows it
            elif head not in known[name]:
                old = True  # even if it was read on while the store was asked
                stream = self._streams.get(name)
                if stream is not None and not stream.has_been_at(head):
                    self.drop(stream)
        return old

    async def _read_on(self, stream: AnyStream) -> None:
        before = stream.head
        records = await self._store.read(stream.name, before.version, PAGE)
        if not records or stream.dead or stream.head != before:
            return
        for change in self._fold(stream, records):
            self._publish(stream.name, change)

    # Reading

    async def _load(self, name: str) -> AnyStream | None:
        loading = self._loading.get(name)
        if loading is None:
            loading = asyncio.ensure_future(self._read(name))
            self._loading[name] = loading
            loading.add_done_callback(lambda _: self._loading.pop(name, None))
        return await asyncio.shield(loading)

    async def _read(self, name: str) -> AnyStream | None:
        await self._begin_later(name)
        stream = self._start(name)
        told = name in self._left
        while True:
            records = await self._store.read(name, stream.head.version, PAGE)
            changes = self._fold(stream, records)
            if told:
                for change in changes:
                    self._publish(name, change)
            if len(records) < PAGE:
                break
        if not stream.version and name not in DEPARTMENTS:
            return None
        self._left.pop(name, None)
        self._names.add(name)
        self._streams[name] = stream
        return stream

    async def _begin_later(self, name: str) -> None:
        """Records that were archived since cannot be read on: begin where the store now does."""
        marker = await self._store.archived()
        if marker is None or marker.seq == self._begins:
            return
        await self.open()
        left = self._left.get(name)
        if left is not None and left.stored_head.version < marker.heads.get(name, Head()).version:
            del self._left[name]

    def _start(self, name: str) -> AnyStream:
        """From where this process left off, from a snapshot, or from nothing."""
        left = self._left.get(name)
        if left is not None:
            fresh: AnyStream = Stream(
                name, left.stored_head, left.stored, left.stored_at, left.stored_ledger
            )
            fresh.saved = left.saved
            return fresh
        kept = self._snapshots.get(name)
        if kept is None:
            return _from_nothing(name)
        try:
            state, ledger = read_snapshot(name, kept.state)
        except msgspec.MsgspecError:
            return _from_nothing(name)  # kept by another version: the records have it all
        if isinstance(state, HouseJackpot) and imbalance(state.meter) is not None:
            return _from_nothing(name)  # a broken snapshot: the records have it all
        stream: AnyStream = Stream(name, Head(kept.version, kept.hash), state, ledger=ledger)
        stream.saved = kept.version
        return stream

    def _fold(self, stream: AnyStream, records: Sequence[Record]) -> list[Change[Any]]:
        """Take stored records into the stream, as the changes in which they were stored."""
        changes = []
        head, state, ledger = stream.head, stream.state, stream.ledger
        for _, group in groupby(records, key=lambda record: record.command):
            together = tuple(group)
            events = tuple(_event(record) for record in together)
            for record, event in zip(together, events, strict=True):
                head = demand_chained(record, head)
                state = fold(stream.name, state, event, record.at)
            ledger = post(stream.name, ledger, zip(together, events, strict=True)).ledger
            changes.append(Change(together, events, state, ledger))
        if changes:
            stream.take(head, state, records[-1].at, ledger)
        return changes

    # Snapshots

    async def save_snapshots(self, every: int = SNAPSHOT_EVERY, at_most: int | None = None) -> int:
        """Save the stored state of streams that have grown; returns how many."""
        all_grown = (
            stream for stream in self._streams.values() if stream.version - stream.saved >= every
        )
        grown = list(islice(all_grown, at_most))
        kept = [
            sealed(
                self._key,
                stream.name,
                stream.stored_head,
                snapshot_bytes(stream.stored, stream.stored_ledger),
            )
            for stream in grown
        ]
        if kept:
            await self._store.save(kept)
        for stream, snapshot in zip(grown, kept, strict=True):
            stream.saved = snapshot.version
        return len(kept)


def _from_nothing(name: str) -> AnyStream:
    department = DEPARTMENTS.get(name)
    return Stream(name, Head(), None if department is None else department.kind())


def _event(record: Record) -> h.LogEvent:
    try:
        return decode_event(record.event)
    except msgspec.MsgspecError as error:
        raise BrokenStream(
            f"version {record.version} is no event of this program: {error}"
        ) from None
