"""The reports of a house: liability, irregularities, a shift; for pages and the command line."""

from collections import Counter
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from msgspec import Struct, structs

from croupier.house.log.event_store import EventStore, Search
from croupier.house.model.cage.day import DayReport, TableReport, live
from croupier.house.model.records import SignificantEvent
from croupier.house.model.significant_kinds import Kind
from croupier.house.model.significant_said import as_said
from croupier.house.read.cash import CashMovement, CashReport
from croupier.house.read.history import demand_here
from croupier.house.read.reports.books import Houses, Reading, day_books
from croupier.house.read.reports.jackpots import Reconciliation, reconciliation
from croupier.house.read.reports.tables import (
    Span,
    TableResult,
    TablesReport,
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


KINDS = (
    Kind.IRREGULARITY,
    Kind.RULING,
    Kind.VOID,
    Kind.REVERSAL,
    Kind.OVERRIDE,
    Kind.PLAYER,
)
PAGE = 1_000


class Irregularities(Struct, frozen=True):
    day: str
    counts: Mapping[str, int]
    tables: Mapping[str, int]
    events: tuple[SignificantEvent, ...]
    """Oldest first."""


UNDONE = ("all payments of the round are undone", "wins of ")
"""How lines begin that programs up to 0.2 listed as voids."""


def _kind_now(line: SignificantEvent) -> SignificantEvent:
    """In words of people; a round that was settled anew is no void."""
    line = as_said(line)
    if line.kind == Kind.VOID and line.text.startswith(UNDONE):
        return structs.replace(line, kind=Kind.REVERSAL.value)
    return line


async def irregularities(store: EventStore, day: str, span: Span) -> Irregularities:
    await demand_here(store, day, span.since)
    found: list[SignificantEvent] = []
    for kind in KINDS:
        before = None
        while True:
            page = await store.significant(
                Search(
                    kind=kind.value, since=span.since, until=span.until, before=before, limit=PAGE
                )
            )
            found += map(_kind_now, page)
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
    "Reading",
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
    """The closing of a gaming day, or what it would be closed with now."""

    day: str
    closed: bool
    closed_by: str | None
    reopened: bool
    report: DayReport | None
    """All closings of the day together; none where it was closed together with a later one."""
    since: datetime | None = None
    """The end of the last closing before it."""
    closings: tuple[DayReport, ...] = ()
    """One by one where the day was reopened in between, oldest first."""


async def tables(house: Houses, day: str) -> TablesReport:
    return await tables_report(house, day)


async def jackpots(house: Houses) -> list[Reconciliation]:
    streams = house.handler.streams
    return [
        await reconciliation(house.store, streams, name, house.handler.calendar.of)
        for name in streams.jackpots()
    ]


async def liability(house: Houses) -> Liability:
    balances = await house.store.balances()
    # Asked afterwards: what is registered in between has no balance yet that could count as live.
    return liability_of(balances, await house.handler.cage.practice())


async def shift(house: Houses, day: str) -> Shift:
    found = await day_books(house, day)
    return Shift(
        day,
        found.closed,
        found.closed_by,
        found.reopened,
        found.report,
        found.since,
        found.closings,
    )


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
        case CashReport():
            return _plain(CashMovement, found.movements)
        case Shift():
            return _plain(TableReport, [] if found.report is None else found.report.tables)
        case list():
            return _plain(Reconciliation, found, skip=("days", "last_hits"))
    raise AssertionError(found)


def _plain(kind: type[Struct], rows: Any, skip: tuple[str, ...] = ()) -> Rows:
    columns = tuple(name for name in kind.__struct_fields__ if name not in skip)
    return columns, [[getattr(row, name) for name in columns] for row in rows]
