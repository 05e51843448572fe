"""Cash over the counter: movements with their receipts, and the log of large ones.

A movement is a record of the cage's stream, and its number is that of its receipt. Prizes paid in
cash are on a slip of their own (`hand_pay`), and on this list under the number of their record in
the stream of the jackpot.
"""

from collections import defaultdict
from collections.abc import AsyncIterator, Iterable
from datetime import datetime
from enum import StrEnum

from msgspec import UNSET, Struct

from croupier.house.log.event_store import EventStore, Search
from croupier.house.log.stream import Department
from croupier.house.model.cage import events as e
from croupier.house.model.jackpot import events as hj
from croupier.house.model.records import Record, decode_event
from croupier.house.model.significant_kinds import Kind
from croupier.house.read.reports.tables import Span
from croupier.money import Cents

PAGE = 500


class Direction(StrEnum):
    IN = "in"
    OUT = "out"


class CashMovement(Struct, frozen=True):
    """Cash from a patron, or to one."""

    stream: str
    number: int
    at: datetime
    what: str
    """`bought_in`, `cashed_out` and so on."""
    player: str
    way: Direction
    amount: Cents
    by: str | None
    drawer: str | None
    """Whose drawer; none: the safe, or the drop box of a table."""
    table: str | None = None


class LargeCash(Struct, frozen=True):
    """One person's cash of a gaming day, one way, that came to the threshold."""

    player: str
    way: Direction
    total: Cents
    largest: Cents
    movements: tuple[CashMovement, ...]


class CashReport(Struct, frozen=True):
    """All cash of patrons in a gaming day."""

    day: str
    threshold: Cents
    taken_in: Cents
    paid_out: Cents
    movements: tuple[CashMovement, ...]
    """Oldest first."""
    large: tuple[LargeCash, ...]


async def cash_report(store: EventStore, day: str, span: Span, threshold: Cents) -> CashReport:
    found = [one async for one in _movements(store, span)]
    found.sort(key=lambda one: (one.at, one.stream, one.number))
    return CashReport(
        day,
        threshold,
        _sum(found, Direction.IN),
        _sum(found, Direction.OUT),
        tuple(found),
        large(found, threshold),
    )


def large(movements: Iterable[CashMovement], threshold: Cents) -> tuple[LargeCash, ...]:
    """Whoever comes to the threshold at once, or by several smaller movements of the day."""
    by_person: defaultdict[tuple[str, Direction], list[CashMovement]] = defaultdict(list)
    for one in movements:
        by_person[one.player, one.way].append(one)
    return tuple(
        LargeCash(player, way, total, max(one.amount for one in own), tuple(own))
        for (player, way), own in sorted(by_person.items())
        if (total := sum(one.amount for one in own)) >= threshold
    )


async def receipt(store: EventStore, number: int) -> CashMovement | None:
    """What a record of the cage says was paid or taken in; none where it says something else."""
    for record in await store.read(Department.CAGE, number - 1, 1):
        return _movement(record)
    return None


def _sum(found: Iterable[CashMovement], way: Direction) -> Cents:
    return sum(one.amount for one in found if one.way is way)


async def _movements(store: EventStore, span: Span) -> AsyncIterator[CashMovement]:
    for kind in (Kind.CAGE, Kind.PAYMENT):
        before = None
        while True:
            page = await store.significant(
                Search(
                    kind=kind.value, since=span.since, until=span.until, before=before, limit=PAGE
                )
            )
            for line in page:
                for record in await store.read(line.stream, line.version - 1, 1):
                    if (one := _movement(record)) is not None:
                        yield one
            if len(page) < PAGE:
                break
            before = (page[-1].at, page[-1].stream, page[-1].version)


def _movement(record: Record) -> CashMovement | None:
    event = decode_event(record.event)
    drawer = table = None
    match event:
        case e.BoughtIn() | e.ChipsBought():
            way, drawer = Direction.IN, event.drawer
        case e.CashedOut() | e.ChipsRedeemed() | e.RemainderPaid():
            way, drawer = Direction.OUT, event.drawer
        case e.TableBoughtIn():
            way, table = Direction.IN, event.table
        case hj.JackpotPaid(cash=True):
            way, table = Direction.OUT, event.table
        case _:
            return None
    return CashMovement(
        record.stream,
        record.version,
        record.at,
        str(event.__struct_config__.tag),
        event.player,
        way,
        event.amount,
        None if record.by is None else record.by.id,
        None if drawer is UNSET else drawer,
        table,
    )
