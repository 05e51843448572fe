"""Every report by its name, and each as rows for a spreadsheet."""

from typing import TYPE_CHECKING, Any

from msgspec import Struct, structs

from croupier.house.audit.searching import COLUMNS
from croupier.house.cage.closing import DayReport, TableReport
from croupier.house.cage.events import DayClosed, DayReopened
from croupier.house.reports.irregularities import Irregularities, irregularities
from croupier.house.reports.jackpots import Reconciliation, reconciliation
from croupier.house.reports.liability import Liability
from croupier.house.reports.liability import liability as _liability
from croupier.house.reports.span import Span, events_in
from croupier.house.reports.tables import TableResult, TablesReport, tables_report
from croupier.house.streams.offices import Office

if TYPE_CHECKING:
    from croupier.house.reports.reading import Reading
    from croupier.house.running import House

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
    """The closing of a gaming day, or that it is not closed."""

    day: str
    closed: bool
    closed_by: str | None
    reopened: bool
    report: DayReport | None
    earlier: tuple[DayReport, ...] = ()
    """Closings before the day was opened again, oldest first: the day is all of them."""


async def tables(house: "House | Reading", day: str, span: Span) -> TablesReport:
    return await tables_report(house.store, house.keeper.holding, day, span)


async def jackpots(house: "House | Reading") -> list[Reconciliation]:
    holding = house.keeper.holding
    return [
        await reconciliation(house.store, holding, name, house.keeper.calendar.of)
        for name in holding.jackpots()
    ]


async def liability(house: "House | Reading") -> Liability:
    balances = await house.store.balances()
    # Asked afterwards: what is registered in between has no balance yet that could count as live.
    return _liability(balances, await house.keeper.desk.practice())


async def shift(house: "House | Reading", day: str, span: Span) -> Shift:
    """The last closing of the day, wherever in the cage's stream it stands.

    Without an end: a day is closed after it is over, and the clock may have been set back since.
    """
    later = Span(span.since, None)
    found = Shift(day, False, None, False, None)
    async for record, event in events_in(house.store, Office.CAGE, later):
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
