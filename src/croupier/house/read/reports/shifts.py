"""Reports by shift: what each table won and each dealer dealt while somebody had charge.

A table stands, at a moment, at what its float holds by the ledger with what the last count found
and no closing has posted yet. What it won in a shift is the difference of two such figures, with
fills, credits and the drop in between: the shifts of a day that leave no time between them come to
the win of its closing, to the cent.
"""

import asyncio
from collections import defaultdict
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from msgspec import Struct

from croupier.house.log.event_store import EventStore, Search
from croupier.house.log.stream import Department, records_of
from croupier.house.model.cage import commands as c
from croupier.house.model.cage import events as e
from croupier.house.model.cage.shifts import Shifts, StaffShift
from croupier.house.model.cage.shifts import evolve as evolve_shift
from croupier.house.model.cage.state import Cage, evolve
from croupier.house.model.records import Record, decode_event, table_stream
from croupier.house.model.significant_kinds import Kind
from croupier.house.model.table.state import HouseTable
from croupier.house.read.cash import cash_report
from croupier.house.read.reports.books import Houses, last_closing
from croupier.house.read.reports.making import irregularities
from croupier.house.read.reports.played import rounds_between
from croupier.house.read.reports.sums import Exact, Sums, percent
from croupier.house.read.reports.tables import Span, terms_of
from croupier.money import Cents

PAGE = 200
END_OF_DAYS = "9999-12-31"
LONGEST = timedelta(days=7)
"""How long after its gaming day the end of a shift is looked for."""


class ShiftTable(Struct, frozen=True):
    """One live-money table in a shift.

    closing + credits + drop - opening - fills = win
    """

    table: str
    opening: Cents
    fills: Cents
    credits: Cents
    drop: Cents
    closing: Cents
    win: Cents
    hold: str | None
    """Win per unit of drop, in per cent; none without drop."""
    rounds: int
    handle: Cents
    average_bet: Cents | None
    theoretical: Exact
    """What the house keeps of these wagers on average, under best play."""


class ShiftReport(Struct, frozen=True):
    shift: StaffShift
    tables: tuple[ShiftTable, ...]
    win: Cents
    drop: Cents
    cash_in: Cents
    """Of patrons, at the cage and at tables."""
    cash_out: Cents
    irregularities: int


class ShiftsReport(Struct, frozen=True):
    """The shifts that began on a gaming day, oldest first; the last may still run."""

    day: str
    shifts: tuple[ShiftReport, ...]


class _Flow:
    """What went in and out of a table's float and box."""

    def __init__(self) -> None:
        self.fills = self.credits = self.drop = 0

    def take(self, event: object) -> None:
        match event:
            case e.TableBoughtIn(amount=amount):
                self.drop += amount
            case e.BuyInCorrected():
                self.drop += event.difference
            case e.DropCounted(amount=amount, expected=expected):
                self.drop += amount - expected
            case e.DropRecounted(amount=amount, before=before):
                self.drop += amount - before
            case e.FloatFilled(amount=amount) | e.TransferReceived(way=c.Way.FILL, amount=amount):
                self.fills += amount
            case e.FloatCredited(amount=amount) | e.TransferIssued(way=c.Way.CREDIT, amount=amount):
                self.credits += amount
            case e.TransferCancelled(way=c.Way.CREDIT, amount=amount):
                self.credits -= amount
            case _:
                pass


async def shifts_report(house: Houses, day: str) -> ShiftsReport:
    found = await shifts_of(house, day)
    return ShiftsReport(day, tuple([await _report(house, one) for one in found]))


async def shifts_of(house: Houses, day: str) -> list[StaffShift]:
    """Those that began on a gaming day, with their end if they have one."""
    days = house.handler.calendar.days
    span = Span(days.begins(day), days.ends(day) + LONGEST)
    shifts, found = Shifts(), dict[int, StaffShift]()
    for record, event in await _changes(house.store, span):
        if isinstance(event, e.ShiftOpened) or shifts.now is not None:
            shifts = evolve_shift(shifts, event, record.at)
            for one in (*shifts.past[-1:], *(() if shifts.now is None else (shifts.now,))):
                found[one.number] = one
    return [one for _, one in sorted(found.items()) if one.day == day]


async def _changes(
    store: EventStore, span: Span
) -> list[tuple[Record, e.ShiftOpened | e.ShiftClosed]]:
    """Openings and ends, oldest first."""
    found = []
    before = None
    while True:
        page = await store.significant(
            Search(
                kind=Kind.DAY.value,
                stream=Department.CAGE,
                since=span.since,
                until=span.until,
                before=before,
                limit=PAGE,
            )
        )
        for line in page:
            for record in await store.read(Department.CAGE, line.version - 1, 1):
                event = decode_event(record.event)
                if isinstance(event, e.ShiftOpened | e.ShiftClosed):
                    found.append((record, event))
        if len(page) < PAGE:
            return sorted(found, key=lambda one: one[0].version)
        before = (page[-1].at, page[-1].stream, page[-1].version)


async def _report(house: Houses, shift: StaffShift) -> ShiftReport:
    store, streams = house.store, house.handler.streams
    after = await store.last_before(shift.opened)
    end = house.handler.now() if shift.closed is None else shift.closed
    until = await store.last_before(end)
    flows, began, ended = await _flows(store, shift, after, until)
    before = (await store.standing(after)).accounts if after else {}
    now = (await store.standing(until)).accounts if until else {}
    tables = []
    for name in streams.tables():
        table = (await streams.table(name)).stored
        if table.practice:
            continue
        account = f"float:{name}"
        opening = before.get(account, 0) + began.get(name, 0)
        closing = now.get(account, 0) + ended.get(name, 0)
        sums = await _sums(house, table, after, until)
        tables.append(_line(name, opening, closing, flows[name], sums))
    span = Span(shift.opened, end)
    cash = await cash_report(store, shift.day, span, house.handler.report_terms.large_cash)
    return ShiftReport(
        shift,
        tuple(tables),
        sum(one.win for one in tables),
        sum(one.drop for one in tables),
        cash.taken_in,
        cash.paid_out,
        len((await irregularities(store, shift.day, span)).events),
    )


def _line(name: str, opening: Cents, closing: Cents, flow: _Flow, sums: Sums) -> ShiftTable:
    win = closing + flow.credits + flow.drop - opening - flow.fills
    return ShiftTable(
        table=name,
        opening=opening,
        fills=flow.fills,
        credits=flow.credits,
        drop=flow.drop,
        closing=closing,
        win=win,
        hold=percent(win, flow.drop),
        rounds=sums.rounds,
        handle=sums.handle,
        average_bet=sums.average_bet,
        theoretical=Exact.of(sums.theoretical),
    )


async def _sums(house: Houses, table: HouseTable, after: int, until: int) -> Sums:
    stream = table_stream(table.name)
    first = await house.store.version_by(stream, after) if after else 0
    last = await house.store.version_by(stream, until) if until else 0
    rounds = [one async for one in rounds_between(house.store, stream, first, last)]
    terms = await terms_of(house.handler.streams, table)

    def added() -> Sums:
        sums = Sums()
        for one in rounds:
            sums.take(one, terms(one.number))
        return sums

    return await asyncio.to_thread(added)


Found = Mapping[str, Cents]
"""By table, what the last count of its float found and no closing has posted."""


async def _flows(
    store: EventStore, shift: StaffShift, after: int, until: int
) -> tuple[Mapping[str, _Flow], Found, Found]:
    """What went in and out of each table, and what was found but not posted at either end."""
    closed = await last_closing(store, shift.opened)
    begins, first, last = [
        await store.version_by(Department.CAGE, seq) if seq else 0
        for seq in (min(closed, after), after, until)
    ]
    cage, flows = Cage(), defaultdict[str, _Flow](_Flow)
    began: Found | None = None
    async for record in records_of(store, Department.CAGE, begins, last):
        event = decode_event(record.event)
        if record.version > first:
            began = _unposted(cage) if began is None else began
            if (table := getattr(event, "table", None)) is not None:
                flows[table].take(event)
        if isinstance(event, _COUNTED):
            cage = evolve(cage, event, record.at)
    ended = _unposted(cage)
    return flows, ended if began is None else began, ended


_COUNTED = (e.FloatCounted, e.DayClosed)


def _unposted(cage: Cage) -> Found:
    return {name: one.variance for name, one in cage.until(END_OF_DAYS).items()}


def as_shift_rows(found: ShiftsReport) -> tuple[tuple[str, ...], list[list[Any]]]:
    """Columns and rows, a table of a shift each; amounts are cents."""
    columns = tuple(name for name in ShiftTable.__struct_fields__ if name != "theoretical")
    return ("shift", "name", "manager", *columns), [
        [of.number, of.name, of.manager, *(getattr(one, name) for name in columns)]
        for report in found.shifts
        for of, one in ((report.shift, one) for one in report.tables)
    ]
