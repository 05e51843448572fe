"""What the cage's page needs besides the service: the gaming day as it would be closed now."""

from collections.abc import Sequence
from datetime import datetime

from litestar import get
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler
from msgspec import Struct, structs

from croupier.house.app.house import House
from croupier.house.http.security import AnyRequest, demand, house_of
from croupier.house.log.stream import Department
from croupier.house.model.approvals import COUNTING
from croupier.house.model.cage.closing import against_closing
from croupier.house.model.cage.commands import Pieces
from croupier.house.model.cage.counting import wholly_counted
from croupier.house.model.cage.day import DayReport, TableDay
from croupier.house.model.cage.rotation import Rotation
from croupier.house.model.cage.shifts import StaffShift
from croupier.house.model.cage.state import Cage
from croupier.house.model.cage.transfers import Transfer
from croupier.house.model.people.roles import TABLE_STAFF, HouseRole
from croupier.house.model.people.sections import OPEN_TO, RECONCILING, Section
from croupier.house.model.people.state import People
from croupier.house.model.settings import Cards, Money
from croupier.house.model.table.state import HouseTable
from croupier.house.read.cash import buy_ins
from croupier.house.read.reports.books import day_books
from croupier.house.read.reports.tables import Span
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
    boxed: Cents | None
    """What the drop box contains, according to the records; never for those who count it."""
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
    shift: StaffShift | None
    """The one that runs."""
    managers: tuple[str, ...]
    """To whom it can be handed over."""


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
                None if blind else cage.boxes.get(one.name, 0),
                _as_known(entries.get(one.name, TableDay()), blind=blind),
            )
            for one in states
            if not one.practice
        ),
        (
            *(one.name for one in states if one.practice),
            *(one.stored.name for one in links if one.stored.money is Money.PRACTICE),
        ),
        books.report.of_tables(wholly_counted(cage, day))
        if blind and not books.closed
        else books.report,
        against_closing(cage, day, day, await handler.cage.physical()),
        cage.shifts.now,
        await _holding(house, HouseRole.SHIFT_MANAGER),
    )


def _as_known(entry: TableDay, *, blind: bool) -> TableDay:
    """For those who count, cash in a box that is still to be counted is not in it."""
    return structs.replace(entry, boxed=entry.box_counted) if blind else entry


async def _holding(house: House, role: HouseRole) -> tuple[str, ...]:
    """Whoever has a role now."""
    people: People = (await house.handler.streams.department(Department.PEOPLE)).stored
    now = house.handler.now()
    accounts = sorted(people.accounts.items())
    return tuple(name for name, one in accounts if one.is_open(now) and role in one.roles_at(now))


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


class BuyInToday(Struct, frozen=True):
    """A buy-in of the current gaming day."""

    receipt: int
    at: datetime
    what: str
    player: str
    table: str | None
    entered: Cents
    amount: Cents
    """What it stands at: two people may have put it right."""
    by: str | None


@get("/api/floor/buy-ins", summary="The buy-ins of the current gaming day, to be put right")
async def list_buy_ins(request: AnyRequest, state: State) -> list[BuyInToday]:
    """In the pit those at tables; at the cage its own: who counts a box does not add up what went
    into it."""
    by = demand(request, *COUNTING, HouseRole.AUDITOR)
    house = house_of(state)
    days = house.handler.calendar
    day = days.of(house.handler.now())
    cage: Cage = (await house.handler.streams.department(Department.CAGE)).stored
    found = await buy_ins(house.store, Span(days.days.begins(day), None))
    return [
        BuyInToday(
            one.number,
            one.at,
            one.what,
            one.player,
            one.table,
            one.amount,
            cage.corrected.get(one.number, one.amount),
            one.by,
        )
        for one in found
        if by.role in RECONCILING or (one.table is None) == (by.role is HouseRole.CAGE)
    ]


class Turn(Struct, frozen=True):
    """A dealer in the rotation: where they are meant to be, and where they are."""

    dealer: str
    table: str | None
    """By the plan; none: they rest."""
    next: str | None
    """In the turn after this one."""
    back: datetime | None
    """Of somebody who rests: when they deal again."""
    at: tuple[str, ...]
    """Tables that they are signed on at now."""


class RotationView(Struct, frozen=True):
    minutes: int
    since: datetime
    by: str
    begun: bool
    """Whether its first turn has begun."""
    until: datetime
    """When everybody moves on."""
    turns: tuple[Turn, ...]


class Rotating(Struct, frozen=True):
    plan: RotationView | None
    dealers: tuple[str, ...]
    """Everybody who can be in a plan."""
    tables: tuple[str, ...]
    """Those with live cards."""


@get("/api/floor/rotation", summary="Where dealers are meant to be, and where they are")
async def show_rotation(request: AnyRequest, state: State) -> Rotating:
    demand(request, *TABLE_STAFF, HouseRole.AUDITOR)
    house = house_of(state)
    streams = house.handler.streams
    cage: Cage = (await streams.department(Department.CAGE)).stored
    states = [(await streams.table(name)).stored for name in streams.tables()]
    live = [one for one in states if one.dealing.cards is Cards.LIVE]
    view = None
    if cage.rotation is not None:
        view = _rotation(cage.rotation, states, house.handler.now())
    return Rotating(
        view,
        await _holding(house, HouseRole.DEALER),
        tuple(sorted(one.name for one in live)),
    )


def _rotation(plan: Rotation, tables: Sequence[HouseTable], now: datetime) -> RotationView:
    number = plan.number(now)
    turns = []
    for dealer in plan.dealers:
        table = plan.place(dealer, number)
        back = None if table else plan.begins(plan.rests_until(dealer, number))
        at = tuple(one.name for one in tables if one.dealer == dealer)
        turns.append(Turn(dealer, table, plan.place(dealer, number + 1), back, at))
    begun = now >= plan.since
    until = plan.begins(number + 1) if begun else plan.since
    return RotationView(plan.minutes, plan.since, plan.by, begun, until, tuple(turns))


def office_routes() -> list[HTTPRouteHandler]:
    return [show_cage, list_slips, list_drawers, list_buy_ins, show_rotation]
