"""Reports over HTTP: JSON for programs, CSV for everybody's spreadsheet."""

import asyncio
from collections.abc import Iterable
from typing import Annotated, Any, Literal

from litestar import Response, get
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, QueryParameter
from msgspec import Struct, structs

from croupier.extras import MissingExtra
from croupier.house.app.house import House
from croupier.house.http.audit import csv, day_span
from croupier.house.http.languages import reader_of
from croupier.house.http.pages.cached_answers import not_installed
from croupier.house.http.paging import PAGE_MAX, After, Cut, Limit, page
from croupier.house.http.security import AnyRequest, demand, house_of
from croupier.house.log.stream import Department
from croupier.house.model.cage.counting import boxes_to_count, wholly_counted
from croupier.house.model.cage.state import Cage
from croupier.house.model.people.sections import OPEN_TO, RECONCILING, Section
from croupier.house.read.cash import CashMovement, CashReport, cash_report, receipt
from croupier.house.read.compliance import REQUIREMENTS, Requirement
from croupier.house.read.ratings import DealersReport, Ratings, dealers, ratings
from croupier.house.read.reports import making
from croupier.house.read.reports.dossier import Dossier, as_markdown, as_pdf, dossier
from croupier.house.read.reports.shifts import ShiftsReport, as_shift_rows, shifts_report
from croupier.house.read.reports.tables import Span
from croupier.house.read.search import as_csv

MOST_NUMBER = 2**31
"""Of records in a stream."""
Day = Annotated[str | None, QueryParameter(max_length=10, description="a gaming day")]
Player = Annotated[str | None, QueryParameter(max_length=100, description="one player only")]
Format = Annotated[Literal["json", "csv"], QueryParameter(name="format")]


def _span(house: House, day: str | None) -> tuple[str, Span]:
    if day is None:
        day = house.handler.calendar.of(house.handler.now())
    return day, Span(*day_span(house, day))


def _answer(found: Any, written: str, name: str) -> Response[Any]:
    if written == "csv":
        shifts = isinstance(found, ShiftsReport)
        columns, rows = as_shift_rows(found) if shifts else making.as_rows(found)
        return _csv(columns, rows, name)
    return Response(found)


def _csv(columns: tuple[str, ...], rows: Iterable[Any], name: str) -> Response[Any]:
    return csv(as_csv(columns, rows), name)


@get("/api/reports/tables", summary="Win, drop and hold by table and game, and what is expected")
async def show_tables(
    request: AnyRequest, state: State, day: Day = None, written: Format = "json"
) -> Response[making.TablesReport] | Response[bytes]:
    by = demand(request, *OPEN_TO[Section.TABLES])
    house = house_of(state)
    found = await making.tables(house, _span(house, day)[0])
    if by.role not in RECONCILING:
        cage: Cage = (await house.handler.streams.department(Department.CAGE)).stored
        found = found if found.closed else found.without_drop(boxes_to_count(cage))
    return _answer(found, written, f"tables-{found.day}")


@get("/api/reports/jackpots", summary="How the amount of each jackpot came about")
async def show_jackpots(
    request: AnyRequest, state: State, written: Format = "json"
) -> Response[list[making.Reconciliation]] | Response[bytes]:
    demand(request, *OPEN_TO[Section.JACKPOTS])
    return _answer(await making.jackpots(house_of(state)), written, "jackpots")


@get("/api/reports/irregularities", summary="Irregularities, rulings, voids and overrides")
async def show_irregularities(
    request: AnyRequest, state: State, day: Day = None, written: Format = "json"
) -> Response[making.Irregularities] | Response[bytes]:
    demand(request, *OPEN_TO[Section.IRREGULARITIES])
    house = house_of(state)
    found = await making.irregularities(house.store, *_span(house, day))
    return _answer(found, written, f"irregularities-{found.day}")


@get("/api/reports/liability", summary="What the house owes")
async def show_liability(
    request: AnyRequest, state: State, written: Format = "json"
) -> Response[making.Liability] | Response[bytes]:
    demand(request, *OPEN_TO[Section.LIABILITY])
    return _answer(await making.liability(house_of(state)), written, "liability")


@get("/api/reports/shift", summary="The shift close: float, drop, ledger and meters")
async def show_shift(
    request: AnyRequest, state: State, day: Day = None, written: Format = "json"
) -> Response[making.Shift] | Response[bytes]:
    by = demand(request, *OPEN_TO[Section.SHIFT])
    house = house_of(state)
    found = await making.shift(house, _span(house, day)[0])
    if by.role not in RECONCILING and not found.closed and found.report is not None:
        cage: Cage = (await house.handler.streams.department(Department.CAGE)).stored
        known = found.report.of_tables(wholly_counted(cage, found.day))
        found = structs.replace(found, report=known)
    return _answer(found, written, f"shift-{found.day}")


@get("/api/reports/shifts", summary="The shifts that began on a gaming day, table by table")
async def show_shifts(
    request: AnyRequest, state: State, day: Day = None, written: Format = "json"
) -> Response[ShiftsReport] | Response[bytes]:
    demand(request, *OPEN_TO[Section.SHIFTS])
    house = house_of(state)
    found = await shifts_report(house, _span(house, day)[0])
    return _answer(found, written, f"shifts-{found.day}")


@get("/api/reports/cash", summary="Cash of patrons in a gaming day, and the log of large cash")
async def show_cash(
    request: AnyRequest, state: State, day: Day = None, written: Format = "json"
) -> Response[CashReport] | Response[bytes]:
    by = demand(request, *OPEN_TO[Section.CASH])
    house = house_of(state)
    found = await cash_report(
        house.store, *_span(house, day), house.handler.report_terms.large_cash
    )
    if by.role not in RECONCILING:
        cage: Cage = (await house.handler.streams.department(Department.CAGE)).stored
        found = found.without_boxes(boxes_to_count(cage))
        found = structs.replace(found, books=None) if cage.drawers else found
    return _answer(found, written, f"cash-{found.day}")


@get("/api/receipts/{number:int}", summary="The receipt of a movement of cash at the cage")
async def show_receipt(request: AnyRequest, state: State, number: FromPath[int]) -> CashMovement:
    demand(request, *OPEN_TO[Section.CASH])
    found = await receipt(house_of(state).store, number) if 0 < number < MOST_NUMBER else None
    if found is None:
        raise NotFoundException(f"Number {number} of the cage's log is no movement of cash.")
    return found


@get("/api/reports/ratings", summary="Sessions, exact theoretical win, mistakes and comps")
async def show_ratings(
    request: AnyRequest,
    state: State,
    day: Day = None,
    player: Player = None,
    after: After = None,
    limit: Limit = PAGE_MAX,
) -> Response[Ratings]:
    demand(request, *OPEN_TO[Section.RATINGS])
    house = house_of(state)
    found = await ratings(house, _span(house, day)[0], player)
    players, cursor = Cut(after, limit).of(found.players, lambda one: one.player)
    names = {one.player for one in players}
    sessions = tuple(one for one in found.sessions if one.player in names)
    part = structs.replace(found, players=tuple(players), sessions=sessions)
    return page(request, part, cursor)


@get("/api/reports/dealers", summary="Who dealt where, and how many rounds an hour")
async def show_dealers(request: AnyRequest, state: State, day: Day = None) -> DealersReport:
    demand(request, *OPEN_TO[Section.DEALERS])
    house = house_of(state)
    day = _span(house, day)[0]
    return DealersReport(day, await dealers(house, day))


@get(
    "/api/reports/dossier/{jackpot:str}",
    summary="The dossier of a link",
    exception_handlers={MissingExtra: not_installed},
)
async def show_dossier(
    request: AnyRequest,
    state: State,
    jackpot: FromPath[str],
    written: Annotated[Literal["json", "markdown", "pdf"], QueryParameter(name="format")] = "json",
) -> Response[Dossier] | Response[bytes]:
    demand(request, *OPEN_TO[Section.DOSSIER])
    house = house_of(state)
    if jackpot not in house.handler.streams.jackpots():
        raise NotFoundException(f"There is no jackpot '{jackpot}'.")
    found = await dossier(house, jackpot)
    if written == "markdown":
        text = as_markdown(found, reader_of(request.headers).say).encode()
        return Response(text, media_type="text/markdown")
    if written == "pdf":
        return Response(
            await asyncio.to_thread(as_pdf, found, reader_of(request.headers)),
            media_type="application/pdf",
        )
    return Response(found)


class Compliance(Struct, frozen=True):
    """What regulators ask for, each with how it is met and the evidence."""

    requirements: tuple[Requirement, ...]


@get("/api/reports/compliance", summary="Requirements, how each is met, and the evidence")
async def show_compliance(request: AnyRequest) -> Compliance:
    demand(request, *OPEN_TO[Section.COMPLIANCE])
    return Compliance(REQUIREMENTS)


ROUTES = (
    show_tables,
    show_jackpots,
    show_irregularities,
    show_liability,
    show_shift,
    show_shifts,
    show_cash,
    show_receipt,
    show_ratings,
    show_dealers,
    show_dossier,
    show_compliance,
)
