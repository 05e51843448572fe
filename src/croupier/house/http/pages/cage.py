"""What the cage's page needs besides the service: the gaming day as it would be closed now."""

from datetime import datetime

from litestar import get
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler
from msgspec import Struct

from croupier.house.app.house import House
from croupier.house.http.security import AnyRequest, demand, house_of
from croupier.house.log.stream import Department
from croupier.house.model.cage.commands import Pieces
from croupier.house.model.cage.day import DayReport, TableDay
from croupier.house.model.cage.decide import against_closing
from croupier.house.model.cage.state import Cage
from croupier.house.model.cage.transfers import Transfer
from croupier.house.model.people.roles import TABLE_STAFF, HouseRole
from croupier.house.model.people.sections import OPEN_TO, RECONCILING, Section
from croupier.house.model.settings import Money
from croupier.house.read.reports.books import day_books
from croupier.money import Cents

READERS = (
    HouseRole.CAGE,
    HouseRole.PIT_MANAGER,
    HouseRole.SHIFT_MANAGER,
    HouseRole.AUDITOR,
)


SLIP_READERS = (*TABLE_STAFF, HouseRole.CAGE, HouseRole.AUDITOR)


class TableToday(Struct, frozen=True):
    """One live-money table, as the cage has it since the last closing."""

    table: str
    rulebook: str
    file: bool
    """Whether its rules came as a file."""
    recording: bool
    held: Cents | None
    """The float according to the ledger; not for those who count it, until it is counted."""
    chips: tuple[Pieces, ...]
    """By value, as last counted, with what came and went by slip since."""
    boxed: Cents
    """What the drop box contains, according to the records."""
    today: TableDay


class CageToday(Struct, frozen=True):
    """The current gaming day. Looking at it posts nothing."""

    day: str
    closed: bool
    """Whether it takes no further entries."""
    last_closed: str | None
    reopened: str | None
    tables: tuple[TableToday, ...]
    practice: tuple[str, ...]
    """Play-money tables and jackpots, which are not part of the reconciliation."""
    report: DayReport
    """As it would be closed now; for those who count, without tables that are not counted."""
    against: tuple[str, ...]
    """What speaks against closing it: a closing then takes a reason."""


class DrawerToday(Struct, frozen=True):
    """An open drawer."""

    cashier: str
    since: datetime
    opened: Cents
    """Cash out of the safe."""
    held: Cents | None
    """By the records; not for those who count it."""


class OpenSlips(Struct, frozen=True):
    """Fills and credits that are not done with."""

    slips: tuple[Transfer, ...]
    tables: tuple[str, ...]
    """Live-money tables, which chips go to and come from."""


async def cage_today(house: House, *, blind: bool) -> CageToday:
    """`blind`: for somebody who counts floats, and must not know what the books say."""
    streams, handler = house.handler.streams, house.handler
    day = handler.calendar.of(handler.now())
    books = await day_books(house, day)
    assert books.report is not None  # no day after it can be closed
    cage = (await streams.department(Department.CAGE)).stored
    floats = await house.store.balances("float:")
    entries = cage.until(day)

    def uncounted(table: str) -> bool:
        return entries.get(table, TableDay()).counted is None

    links = [(await streams.jackpot(name)) for name in streams.jackpots()]
    states = [(await streams.table(name)).stored for name in streams.tables()]
    return CageToday(
        day,
        cage.is_closed(day),
        cage.closed,
        cage.reopened,
        tuple(
            TableToday(
                one.name,
                one.game.rulebook.edition_name,
                one.from_file,
                one.recording,
                None if blind and uncounted(one.name) else floats.get(f"float:{one.name}", 0),
                cage.chips_of.get(one.name, ()),
                cage.boxes.get(one.name, 0),
                entries.get(one.name, TableDay()),
            )
            for one in states
            if not one.practice
        ),
        (
            *(one.name for one in states if one.practice),
            *(one.stored.name for one in links if one.stored.money is Money.PRACTICE),
        ),
        books.report.of_counted_tables() if blind and not books.closed else books.report,
        against_closing(cage, day, day, await handler.cage.physical()),
    )


@get("/api/floor/cage", summary="The gaming day as the cage has it, closed as of now")
async def show_cage(request: AnyRequest, state: State) -> CageToday:
    by = demand(request, *READERS)
    return await cage_today(house_of(state), blind=by.role not in RECONCILING)


@get(
    "/api/floor/slips",
    operation_id="list_chip_slips",
    summary="Fills and credits that are not done with",
)
async def list_slips(request: AnyRequest, state: State) -> OpenSlips:
    demand(request, *SLIP_READERS)
    streams = house_of(state).handler.streams
    cage: Cage = (await streams.department(Department.CAGE)).stored
    states = [(await streams.table(name)).stored for name in streams.tables()]
    live = tuple(sorted(one.name for one in states if not one.practice))
    return OpenSlips(cage.slips.open, live)


@get("/api/floor/drawers", summary="The drawers of cashiers that are open")
async def list_drawers(request: AnyRequest, state: State) -> list[DrawerToday]:
    by = demand(request, *OPEN_TO[Section.CASH])
    cage: Cage = (await house_of(state).handler.streams.department(Department.CAGE)).stored
    knows = by.role in RECONCILING
    return [
        DrawerToday(cashier, one.since, one.opened, one.held if knows else None)
        for cashier, one in sorted(cage.drawers.items())
    ]


def office_routes() -> list[HTTPRouteHandler]:
    return [show_cage, list_slips, list_drawers]
