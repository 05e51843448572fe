"""What an auditor asks the service: significant events, rounds, one round whole."""

from collections.abc import Callable
from datetime import datetime
from typing import Annotated, Literal, TypeVar

from litestar import Response, get
from litestar.datastructures import State
from litestar.exceptions import NotFoundException, ValidationException
from litestar.params import FromPath, QueryParameter

from croupier.house.app.house import House
from croupier.house.http.security import AnyRequest, caller, demand, house_of
from croupier.house.log.event_store import Search
from croupier.house.model.cage.day import is_day
from croupier.house.model.people.powers import SECOND
from croupier.house.model.people.sections import OPEN_TO, Section
from croupier.house.read.proof.export import CannotExport, script_json, scripts
from croupier.house.read.proof.recorded import recorded_rounds
from croupier.house.read.round_record import NoSuchRound, RoundRecord, round_record
from croupier.house.read.rounds import Rounds, RoundWanted, read_round_cursor, search_rounds
from croupier.house.read.search import (
    LIMIT_MAX,
    BadCursor,
    Page,
    read_cursor,
    read_moment,
    search,
    search_all,
    significant_csv,
)
from croupier.table.state import Settled, Voided
from croupier.table.views import AUDITOR, PUBLIC, STAFF, Viewer

CSV = "text/csv"
JSON = "application/json"
C = TypeVar("C")
Text = Annotated[str | None, QueryParameter(max_length=200)]


def bad_request(message: str) -> ValidationException:
    return ValidationException(message)


def csv(text: str, name: str) -> Response[bytes]:
    return Response(
        text.encode(),
        media_type=CSV,
        headers={"Content-Disposition": f'attachment; filename="{name}.csv"'},
    )


def _moment(text: str | None, name: str) -> datetime | None:
    """A moment with its offset; a plus sign in an address may have become a blank."""
    if text is None:
        return None
    try:
        return read_moment(text.replace(" ", "+"))
    except ValueError:
        raise bad_request(f"'{name}' is a moment such as 2026-01-31T18:00:00+08:00") from None


def page_after(before: str | None, read: Callable[[str], C]) -> C | None:
    """The place where an earlier answer ended; a plus in an address arrives as a space."""
    try:
        return None if before is None else read(before.replace(" ", "+"))
    except BadCursor as error:
        raise bad_request(str(error)) from None


@get("/api/audit/events", summary="Significant events, newest first; as CSV all that match")
async def search_events(  # noqa: PLR0913, PLR0917 - a search has as many filters as it needs
    request: AnyRequest,
    state: State,
    kind: Text = None,
    person: Text = None,
    table: Text = None,
    jackpot: Text = None,
    text: Text = None,
    since: Annotated[str | None, QueryParameter(name="from", max_length=40)] = None,
    until: Annotated[str | None, QueryParameter(name="to", max_length=40)] = None,
    before: Text = None,
    limit: Annotated[int, QueryParameter(ge=1, le=LIMIT_MAX)] = 100,
    written: Annotated[Literal["json", "csv"], QueryParameter(name="format")] = "json",
) -> Response[Page] | Response[bytes]:
    demand(request, *OPEN_TO[Section.EVENTS])
    wanted = Search(
        kind=kind,
        person=person,
        stream=None if jackpot is None else f"jackpot:{jackpot}",
        place=table,
        text=text,
        since=_moment(since, "from"),
        until=_moment(until, "to"),
        before=page_after(before, read_cursor),
        limit=limit,
    )
    store = house_of(state).store
    if written == "csv":
        return csv(significant_csv(await search_all(store, wanted)), "significant-events")
    return Response(await search(store, wanted))


@get("/api/audit/rounds", summary="Rounds that are over, by what is known of them")
async def find_rounds(
    request: AnyRequest,
    state: State,
    table: Text = None,
    player: Text = None,
    day: Annotated[str | None, QueryParameter(max_length=10)] = None,
    min_won: Annotated[int | None, QueryParameter(ge=0, le=10**15)] = None,
    before: Text = None,
    limit: Annotated[int, QueryParameter(ge=1, le=200)] = 25,
) -> Rounds:
    demand(request, *OPEN_TO[Section.ROUNDS])
    house = house_of(state)
    since = until = None
    if day is not None:
        since, until = day_span(house, day)
    wanted = RoundWanted(
        table=table,
        player=player,
        since=since,
        until=until,
        min_won=min_won,
        before=page_after(before, read_round_cursor),
        limit=limit,
    )
    return await search_rounds(house.store, house.handler.streams, wanted)


def day_span(house: House, day: str) -> tuple[datetime, datetime]:
    """The moments between which a gaming day lies."""
    if not is_day(day) or not "1900" <= day <= "9000":
        raise bad_request("'day' is a gaming day such as 2026-01-31")
    days = house.handler.calendar.days
    try:
        return days.begins(day), days.ends(day)
    except OverflowError:
        raise bad_request("'day' is a gaming day such as 2026-01-31") from None


@get("/api/audit/rounds/{table:str}/{number:int}", summary="One round whole, once it is over")
async def show_round(
    request: AnyRequest,
    state: State,
    table: FromPath[str],
    number: FromPath[int],
    viewer: Annotated[
        str, QueryParameter(max_length=80, description="auditor, staff, public or player:NAME")
    ] = "auditor",
) -> RoundRecord:
    house = house_of(state)
    await _demand_round(request, house, table, number)
    try:
        return await round_record(
            house.store, house.handler.streams, table, number, _viewer(viewer)
        )
    except NoSuchRound as error:
        raise NotFoundException(str(error)) from None


async def _demand_round(request: AnyRequest, house: House, table: str, number: int) -> None:
    """Auditors look at every round; whoever may release a jackpot prize at one that won it."""
    if caller(request).has(*SECOND):
        stream, link = await house.table_and_link(table)
        current = stream.stored.game.round
        over = number < current.number or isinstance(current, Settled | Voided)
        hits = () if link is None else link.last_hits
        if over and any((hit.table, hit.round) == (table, number) for hit in hits):
            return
    demand(request, *OPEN_TO[Section.ROUNDS])


def _viewer(name: str) -> Viewer:
    if name.startswith("player:") and len(name) > len("player:"):
        return Viewer.of_player(name.removeprefix("player:"))
    found = {"auditor": AUDITOR, "staff": STAFF, "public": PUBLIC}.get(name)
    if found is None:
        raise bad_request("'viewer' is auditor, staff, public or player:NAME")
    return found


@get(
    "/api/audit/rounds/{table:str}/{number:int}/script",
    summary="One round as a script that replays to the same lines",
)
async def export_round(
    request: AnyRequest, state: State, table: FromPath[str], number: FromPath[int]
) -> Response[bytes]:
    demand(request, *OPEN_TO[Section.ROUNDS])
    house = house_of(state)
    current = (await house.handler.streams.table(table)).stored.game.round
    if number >= current.number and not isinstance(current, Settled | Voided):
        raise NotFoundException(f"Round {number} of table {table} is not over: its shoe is closed.")
    try:
        found = scripts(await recorded_rounds(house.store, table, number))
    except CannotExport as error:
        raise NotFoundException(str(error)) from None
    if not found:
        raise NotFoundException(f"Round {number} was never played at table {table}.")
    return Response(script_json(found[0].script), media_type=JSON)


ROUTES = (search_events, find_rounds, show_round, export_round)
