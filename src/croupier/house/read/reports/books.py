"""The books of a gaming day: where it begins and ends in the log, and what its tables came to.

A day begins where the last closing before it ended, and ends with its own closing; until then,
with the last record of the day, or now. Every report of a day is made from these bounds and from
this one reconciliation, so that no two of them disagree.
"""

import asyncio
from datetime import datetime
from typing import TypeGuard

from msgspec import Struct, structs

from croupier.house.app.command_handler import CommandHandler
from croupier.house.app.house import House
from croupier.house.log.event_store import Conflict, EventStore, Search
from croupier.house.log.stream import Department
from croupier.house.model.cage.closing import reconciled
from croupier.house.model.cage.day import DayReport, GamingDay, TableReport
from croupier.house.model.cage.events import DayClosed, DayReopened
from croupier.house.model.cage.state import Cage
from croupier.house.model.people.roles import Signature
from croupier.house.model.records import Record, decode_event
from croupier.house.model.significant_kinds import Kind
from croupier.house.read.history import demand_here
from croupier.house.sealing import Keyring

ATTEMPTS = 20
PAGE = 200


class Reading(Struct, frozen=True):
    """The two parts of a house that a report needs."""

    store: EventStore
    handler: CommandHandler

    @classmethod
    def of(cls, store: EventStore, keys: Keyring, days: GamingDay) -> "Reading":
        """With the house's key its streams begin at what the house last kept of them, as those of
        a server process do; without one they are read from the first record on."""
        return cls(store, CommandHandler(store, keys, days=days))


Houses = House | Reading


class DayBooks(Struct, frozen=True):
    """One gaming day."""

    day: str
    after: int
    """The last record of the house before it."""
    until: int
    """Its last record, so far."""
    since: datetime | None
    """The end of the last closing before it; none where nothing was ever closed."""
    closed: bool
    closed_by: str | None
    reopened: bool
    report: DayReport | None
    """All its closings together, or as it would be closed now; none where it was closed together
    with a later day, or has not begun."""
    closings: tuple[DayReport, ...]

    def table(self, name: str) -> TableReport | None:
        if self.report is None:
            return None
        return next((one for one in self.report.tables if one.table == name), None)


async def day_books(house: Houses, day: str) -> DayBooks:
    """The books of a day, closed or not; those of an archived day are refused."""
    await demand_here(house.store, day, house.handler.calendar.days.begins(day))
    past = await _closings(house.store, day)
    own = [(record, event) for record, event in past if event.day == day]
    closings = tuple(event.report for _, event in own if isinstance(event, DayClosed))
    after = max((event.report.seq for _, event in past if _closes_before(event, day)), default=0)
    closed = bool(own) and isinstance(own[-1][1], DayClosed)
    found = DayBooks(
        day,
        after,
        closings[-1].seq if closings else after,
        await _moment(house.store, after),
        closed,
        _name(own[-1][0].by) if closed else None,
        bool(own) and not closed,
        together(closings) if closings else None,
        closings,
    )
    if closed or any(isinstance(event, DayClosed) and event.day > day for _, event in past):
        return found
    return await _so_far(house, found)


async def _so_far(house: Houses, found: DayBooks) -> DayBooks:
    """What an open day would be closed with now."""
    now = house.handler.now()
    if found.day > house.handler.calendar.of(now):
        return found
    for _ in range(ATTEMPTS):
        stream = await house.handler.streams.department(Department.CAGE)
        cage: Cage = stream.stored
        try:
            around = await house.handler.cage.for_closing(stream, found.day, now)
        except Conflict:  # somebody wrote meanwhile
            await asyncio.sleep(0.01)
            continue
        report = reconciled(cage, found.day, around)
        whole = together((*found.closings, report))
        return structs.replace(found, until=report.seq, report=whole)
    raise Conflict


def together(closings: tuple[DayReport, ...]) -> DayReport:
    """Several closings of one day as one: balances are those of the last."""
    last = closings[-1]
    tables: dict[str, TableReport] = {}
    for report in closings:
        for one in report.tables:
            known = tables.get(one.table)
            tables[one.table] = one if known is None else known.followed_by(one)
    return structs.replace(last, tables=tuple(tables[name] for name in sorted(tables)))


def _closes_before(event: DayClosed | DayReopened, day: str) -> TypeGuard[DayClosed]:
    return isinstance(event, DayClosed) and event.day < day


def _name(by: Signature | None) -> str | None:
    return None if by is None else by.id


async def _closings(store: EventStore, day: str) -> list[tuple[Record, DayClosed | DayReopened]]:
    """Closings and reopenings back to the last day closed before this one, oldest first."""
    found: list[tuple[Record, DayClosed | DayReopened]] = []
    before = None
    while True:
        page = await store.significant(
            Search(kind=Kind.DAY.value, stream=Department.CAGE, before=before, limit=PAGE)
        )
        for one in page:
            for record in await store.read(Department.CAGE, one.version - 1, 1):
                event = decode_event(record.event)
                if isinstance(event, DayClosed | DayReopened):
                    found.insert(0, (record, event))
                    if _closes_before(event, day):
                        return found
        if len(page) < PAGE:
            return found
        before = (page[-1].at, page[-1].stream, page[-1].version)


async def last_closing(store: EventStore, before: datetime) -> int:
    """The last record of the house that the last closing before a moment takes in, or 0."""
    past = None
    while True:
        page = await store.significant(
            Search(
                kind=Kind.DAY.value,
                stream=Department.CAGE,
                until=before,
                before=past,
                limit=PAGE,
            )
        )
        for one in page:
            for record in await store.read(Department.CAGE, one.version - 1, 1):
                event = decode_event(record.event)
                if isinstance(event, DayClosed):
                    return event.report.seq
        if len(page) < PAGE:
            return 0
        past = (page[-1].at, page[-1].stream, page[-1].version)


async def _moment(store: EventStore, seq: int) -> datetime | None:
    if seq == 0:
        return None
    for entry in await store.scan(seq - 1, 1):
        return entry.record.at
    return None
