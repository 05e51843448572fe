"""What the cage's page needs besides the service: the gaming day as it would be closed now."""

from litestar import get
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler
from msgspec import Struct

from croupier.house.app.house import House
from croupier.house.http.security import AnyRequest, demand, house_of
from croupier.house.log.stream import Department
from croupier.house.model.cage.day import DayReport, TableDay
from croupier.house.model.people.roles import HouseRole
from croupier.house.model.settings import Money
from croupier.house.read.reports.books import day_books
from croupier.money import Cents

READERS = (
    HouseRole.CAGE,
    HouseRole.PIT_MANAGER,
    HouseRole.SHIFT_MANAGER,
    HouseRole.AUDITOR,
)


class TableToday(Struct, frozen=True):
    """One live-money table, as the cage has it since the last closing."""

    table: str
    rulebook: str
    file: bool
    """Whether its rules came as a file."""
    recording: bool
    held: Cents
    """The float according to the ledger."""
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
    """As it would be closed now."""


async def cage_today(house: House) -> CageToday:
    streams, handler = house.handler.streams, house.handler
    day = handler.calendar.of(handler.now())
    books = await day_books(house, day)
    assert books.report is not None  # no day after it can be closed
    cage = (await streams.department(Department.CAGE)).stored
    floats = await house.store.balances("float:")
    entries = cage.until(day)
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
                floats.get(f"float:{one.name}", 0),
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
        books.report,
    )


@get("/api/floor/cage", summary="The gaming day as the cage has it, closed as of now")
async def show_cage(request: AnyRequest, state: State) -> CageToday:
    demand(request, *READERS)
    return await cage_today(house_of(state))


def office_routes() -> list[HTTPRouteHandler]:
    return [show_cage]
