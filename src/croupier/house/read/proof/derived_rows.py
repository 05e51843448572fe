"""What is stored beside each record and follows from it: postings, and lines of significant events.

They are compared as the records come, so that a log is read, decoded and posted once. Of each
stream only the next few rows are held.

The amount from which a win is large is a setting of each start. A win must be listed if it reaches
the largest amount ever set, and may be if it reaches the smallest.
"""

from collections.abc import AsyncIterator, Mapping
from contextlib import suppress

import msgspec

from croupier.house.log.event_store import EventStore
from croupier.house.log.snapshots import ledger_text, read_snapshot
from croupier.house.log.stream import AT_ONCE, Department, Ledger, postings_of, records_of
from croupier.house.model.operation.events import HouseOpened
from croupier.house.model.operation.state import Operation
from croupier.house.model.records import Head, Record, SignificantEvent, decode_event
from croupier.house.model.significant import (
    LARGE_WIN,
    NUMBERED,
    ORDINARY,
    is_large_win,
    round_after,
    significant,
    worded_before,
)
from croupier.house.model.table.state import HouseTable
from croupier.house.read.proof.findings import Findings, Wrong
from croupier.house.read.proof.postings import (
    Begin,
    begun,
    other_postings,
    posting_of_no_event,
)
from croupier.house.read.proof.replaying import Looked
from croupier.money import Cents

SIGNIFICANT = "significant events"
"""The subject of the check, as findings name it."""
POSTINGS = "postings"


class DerivedRows:
    """The rows of all streams, from where a proof begins to where it ends."""

    def __init__(
        self,
        store: EventStore,
        heads: Mapping[str, Head],
        begin: Begin | None,
        checked: Mapping[str, Head],
    ) -> None:
        """`checked`: where each stream stood in the store's own check."""
        self._store, self._heads, self._begin = store, heads, begin
        self._until = {
            stream: min(checked.get(stream, head).version, head.version)
            for stream, head in heads.items()
        }
        self._streams: dict[str, _Rows] = {}
        self._thresholds = (LARGE_WIN, LARGE_WIN)
        self.findings = Findings()
        self.ledgers: dict[str, str] = {}
        """Of the streams where they were checked."""
        self.listed = 0
        """Lines of significant events."""

    async def open(self) -> None:
        """Before the first record."""
        found = await _thresholds(self._store)
        self._thresholds = min(found), max(found)

    async def take(self, record: Record, looked: Looked | None, ledger: Ledger | None) -> None:
        """The next record of a stream, with what it says, if it can be read, and the ledger
        after it."""
        stream = record.stream
        rows = self._streams.get(stream) or self._rows(stream)
        if looked is None:
            rows.follows = rows.is_listed = False  # nobody knows which rows are its own
            return
        if looked.postings is None:
            rows.follows = False  # the record itself was found wrong
        elif looked.postings and rows.follows:
            with self.findings.looking(POSTINGS):
                rows.follows = False
                for wanted in looked.postings:
                    if await anext(rows.postings, None) != wanted:
                        raise other_postings(stream, wanted.version)
                rows.follows = True
        kind = type(looked.event)
        if kind not in ORDINARY and rows.is_listed:
            with self.findings.looking(SIGNIFICANT):
                rows.is_listed = False
                await self._compare_line(rows, record, looked)
                rows.is_listed = True
        if kind in NUMBERED:
            rows.number = round_after(rows.number, looked.event)
        if record.version == self._until.get(stream):
            self.ledgers[stream] = ledger_text(ledger)

    async def finish(self, closed: Mapping[str, int]) -> None:
        """Nothing is left. Of a stream that is `closed` from a version on, because its cards could
        not be opened, the rows from there on cannot be told."""
        for stream, head in self._heads.items():
            begun_at = begun(stream, self._begin)
            until = head.version if stream not in closed else closed[stream] - 1
            if begun_at.version >= until:
                self.ledgers[stream] = begun_at.ledger
                continue
            if self._until[stream] <= begun_at.version:  # it has grown since the store's check
                self.ledgers[stream] = begun_at.ledger
            rows = self._streams.get(stream) or self._rows(stream)
            await self._finish(stream, rows, until)

    async def _finish(self, stream: str, rows: "_Rows", until: int) -> None:
        if rows.follows:
            with self.findings.looking(POSTINGS):
                left = await anext(rows.postings, None)
                if left is not None and left.version <= until:
                    raise posting_of_no_event(stream, left.version)
        with self.findings.looking(SIGNIFICANT):
            first = line = await rows.next_line()
            while line is not None and line.version <= until:
                self.listed += 1
                rows.line = None
                line = await rows.next_line()
            if rows.is_listed and first is not None and first.version <= until:
                problem = "it is listed among what matters for no reason"
                raise Wrong.at(stream, first.version, problem)

    async def _compare_line(self, rows: "_Rows", record: Record, looked: Looked) -> None:
        smallest, largest = self._thresholds
        event = looked.event
        wanted = significant(record, event, rows.number, smallest)
        if wanted is None:
            return
        kept = await rows.next_line()
        if kept is not None and kept in (wanted, worded_before(wanted, event)):
            rows.line = None
            self.listed += 1
        elif not is_large_win(event) or event.line.won >= largest:  # type: ignore[union-attr]
            problem = "its line among what matters is missing or changed"
            raise Wrong.at(record.stream, record.version, problem)

    def _rows(self, stream: str) -> "_Rows":
        begin = self._begin
        after = 0 if begin is None else begin.heads.get(stream, Head()).version
        until = self._heads[stream].version
        number = None if begin is None else _number(stream, begin)
        rows = self._streams[stream] = _Rows(self._store, stream, after, until, number)
        return rows


class _Rows:
    """Those of one stream that were not compared yet."""

    def __init__(
        self, store: EventStore, stream: str, after: int, until: int, number: int | None
    ) -> None:
        self.postings = postings_of(store, stream, after, until, AT_ONCE)
        self.follows = True
        """Whether every posting so far is the one that its event implies."""
        self._lines = _lines(store, stream, after, until)
        self.line: SignificantEvent | None = None
        """The next one, once it was read."""
        self.is_listed = True
        self.number = number
        """The round on a table."""

    async def next_line(self) -> SignificantEvent | None:
        if self.line is None:
            self.line = await anext(self._lines, None)
        return self.line


async def _lines(
    store: EventStore, stream: str, after: int, until: int
) -> AsyncIterator[SignificantEvent]:
    while after < until and (page := await store.significant_of(stream, after, AT_ONCE)):
        for line in page:
            if line.version <= until:
                yield line
        after = page[-1].version


def _number(stream: str, begin: Begin) -> int | None:
    """The round that was on a table where the proof begins."""
    kept = begin.states.get(stream)
    state = None if kept is None else read_snapshot(stream, kept)[0]
    return state.game.round.number if isinstance(state, HouseTable) else None


async def _thresholds(store: EventStore) -> set[Cents]:
    found = {LARGE_WIN}
    marker = await store.archived()
    if marker is not None and Department.OPERATION in marker.states:
        kept = read_snapshot(Department.OPERATION, marker.states[Department.OPERATION])[0]
        assert isinstance(kept, Operation)
        found.add(kept.large_win)
    async for record in records_of(store, Department.OPERATION):
        with suppress(msgspec.MsgspecError):  # it is found wrong when its turn comes
            event = decode_event(record.event)
            if isinstance(event, HouseOpened):
                found.add(event.large_win)
    return found
