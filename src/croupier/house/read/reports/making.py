"""The reports of a house: liability, irregularities, a shift; for pages and the command line."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from msgspec import Struct, structs

from croupier.house.app.command_handler import CommandHandler
from croupier.house.app.house import House
from croupier.house.log.event_store import EventStore, Search
from croupier.house.log.stream import Department
from croupier.house.model.cage.day import DayReport, GamingDay, TableReport, live
from croupier.house.model.cage.events import DayClosed, DayReopened
from croupier.house.model.records import SignificantEvent
from croupier.house.model.significant_kinds import Kind
from croupier.house.read.reports.jackpots import Reconciliation, reconciliation
from croupier.house.read.reports.tables import (
    Span,
    TableResult,
    TablesReport,
    events_in,
    tables_report,
)
from croupier.house.read.search import COLUMNS
from croupier.money import Cents

_GROUPS = {
    "meters": "jackpot:",
    "payables": "payable:",
    "reserves": "reserve:",
    "overflows": "overflow:",
    "wallets": "player:",
    "chips": "chips:",
    "remainders": "remainder:",
    "on_tables": "layout:",
    "set_aside": "reserved:",
}
"""What is owed to players in live money, and the accounts that hold it."""
_OWED = ("owed:", "owed-chips:")
"""What players have to give back."""


class Liability(Struct, frozen=True):
    """Balances at one moment, in groups; practice money is not a liability."""

    groups: Mapping[str, Cents]
    total: Cents
    owed_by_players: Cents
    practice: Cents
    accounts: Mapping[str, Mapping[str, Cents]]
    """Every account by group; of wallets only the non-empty ones."""


def liability_of(
    balances: Mapping[str, Cents], practice: frozenset[str] = frozenset()
) -> Liability:
    """`practice` are the streams of play-money tables and jackpots."""
    held = live(balances, practice)
    accounts: dict[str, dict[str, Cents]] = {}
    for group, prefix in _GROUPS.items():
        accounts[group] = {
            name: amount
            for name, amount in sorted(held.items())
            if name.startswith(prefix) and amount
        }
    groups = {group: sum(found.values()) for group, found in accounts.items()}
    return Liability(
        groups,
        sum(groups.values()),
        -sum(amount for name, amount in balances.items() if name.startswith(_OWED)),
        sum(amount for name, amount in balances.items() if name.startswith("play:")),
        accounts,
    )


class Reading(Struct, frozen=True):
    """The two parts of a house that a report needs."""

    store: EventStore
    handler: CommandHandler

    @classmethod
    def of(cls, store: EventStore, days: GamingDay) -> "Reading":
        return cls(store, CommandHandler(store, b"", days=days))


KINDS = (Kind.IRREGULARITY, Kind.RULING, Kind.VOID, Kind.OVERRIDE, Kind.PLAYER)
PAGE = 1_000


class Irregularities(Struct, frozen=True):
    day: str
    counts: Mapping[str, int]
    tables: Mapping[str, int]
    events: tuple[SignificantEvent, ...]
    """Oldest first."""


async def irregularities(store: EventStore, day: str, span: Span) -> Irregularities:
    found: list[SignificantEvent] = []
    for kind in KINDS:
        before = None
        while True:
            page = await store.significant(
                Search(
                    kind=kind.value, since=span.since, until=span.until, before=before, limit=PAGE
                )
            )
            found += page
            if len(page) < PAGE:
                break
            before = (page[-1].at, page[-1].stream, page[-1].version)
    found.sort(key=lambda one: (one.at, one.stream, one.version))
    return Irregularities(
        day,
        dict(Counter(one.kind for one in found)),
        dict(Counter(one.place or "" for one in found)),
        tuple(found),
    )


__all__ = [
    "Irregularities",
    "Liability",
    "Reconciliation",
    "Shift",
    "TablesReport",
    "as_rows",
    "irregularities",
    "jackpots",
    "liability",
    "shift",
    "tables",
]

Rows = tuple[tuple[str, ...], list[list[Any]]]


class Shift(Struct, frozen=True):
    """The closing of a gaming day, or the fact that it is not closed."""

    day: str
    closed: bool
    closed_by: str | None
    reopened: bool
    report: DayReport | None
    earlier: tuple[DayReport, ...] = ()
    """Closings before the day was reopened, oldest first: the day is all of them together."""


async def tables(house: "House | Reading", day: str, span: Span) -> TablesReport:
    return await tables_report(house.store, house.handler.streams, day, span)


async def jackpots(house: "House | Reading") -> list[Reconciliation]:
    streams = house.handler.streams
    return [
        await reconciliation(house.store, streams, name, house.handler.calendar.of)
        for name in streams.jackpots()
    ]


async def liability(house: "House | Reading") -> Liability:
    balances = await house.store.balances()
    # Asked afterwards: what is registered in between has no balance yet that could count as live.
    return liability_of(balances, await house.handler.cage.practice())


async def shift(house: "House | Reading", day: str, span: Span) -> Shift:
    """The last closing of the day, wherever it is in the cage's stream.

    Without an end: a day is closed after it is over, and the clock may have been set back since.
    """
    later = Span(span.since, None)
    found = Shift(day, False, None, False, None)
    async for record, event in events_in(house.store, Department.CAGE, later):
        if isinstance(event, DayClosed) and event.day == day:
            by = None if record.by is None else record.by.id
            earlier = found.earlier if found.report is None else (*found.earlier, found.report)
            found = Shift(day, True, by, False, event.report, earlier)
        elif isinstance(event, DayReopened) and event.day == day:
            found = structs.replace(found, closed=False, reopened=True)
    return found


def as_rows(found: Any) -> Rows:
    """A report as columns and rows; amounts are cents."""
    match found:
        case TablesReport():
            return _plain(TableResult, [*found.tables, *found.games], skip=("wagers",))
        case Irregularities():
            return tuple(COLUMNS), [
                [getattr(one, name) for name in COLUMNS] for one in found.events
            ]
        case Liability():
            return ("group", "account", "amount"), [
                [group, account, amount]
                for group, accounts in found.accounts.items()
                for account, amount in accounts.items()
            ]
        case Shift():
            closings = found.earlier if found.report is None else (*found.earlier, found.report)
            return _plain(TableReport, [row for one in closings for row in one.tables])
        case list():
            return _plain(Reconciliation, found, skip=("days", "last_hits"))
    raise AssertionError(found)


def _plain(kind: type[Struct], rows: Any, skip: tuple[str, ...] = ()) -> Rows:
    columns = tuple(name for name in kind.__struct_fields__ if name not in skip)
    return columns, [[getattr(row, name) for name in columns] for row in rows]
