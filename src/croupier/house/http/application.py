"""The service: routes, their shapes, and what is answered when something is not done."""

import logging
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager

from litestar import Litestar, Response, Router, get, post
from litestar.datastructures import State
from litestar.exceptions import HTTPException, ValidationException
from litestar.params import FromPath, JSONBody
from litestar.types import ControllerRouterHandler
from msgspec import UNSET, ValidationError, convert, structs

from croupier.house.app.house import House
from croupier.house.app.idempotency import Accepted
from croupier.house.http import accounts, audit, heads, health, money, register, reports, school
from croupier.house.http.bodies import BadBody, Limits, StrictRequest, Traffic, demand_text
from croupier.house.http.description import openapi_config
from croupier.house.http.languages import InTheirLanguage, say_to
from croupier.house.http.paging import PAGE_MAX, After, Cut, Limit, page
from croupier.house.http.reference import ReferenceForPeople
from croupier.house.http.refusals import EXPECTED, UNEXPECTED, trouble, wait_after
from croupier.house.http.rounds import list_own_rounds, list_rounds
from croupier.house.http.security import (
    SERVER_SETTINGS,
    AnyRequest,
    AuthMiddleware,
    NotAllowed,
    ServerSettings,
    caller,
    demand_player_pace,
    house_of,
    request_id,
)
from croupier.house.http.shapes import (
    CommandRequest,
    HouseTableView,
    JackpotMeters,
    Key,
    TableSummary,
    Trouble,
    expected,
    jackpot_meters,
    table_summary,
    table_view,
)
from croupier.house.http.socket import stream
from croupier.house.http.streaming_description import show_streaming_description
from croupier.house.model.people.powers import actor_at
from croupier.house.model.table.decide import legal_at
from croupier.table.commands import TableCommand

FORM_BYTES = 16 * 1024
"""Of a body that fills in a form: a log-in, a name, a reason. Commands may be longer."""
log = logging.getLogger("croupier.service")


@get("/api/tables", summary="All tables")
async def list_tables(
    request: AnyRequest, state: State, after: After = None, limit: Limit = PAGE_MAX
) -> Response[list[TableSummary]]:
    streams = house_of(state).handler.streams
    names, cursor = Cut(after, limit).of(streams.tables(), str)
    return page(request, [table_summary(await streams.table(name)) for name in names], cursor)


@get("/api/tables/{table:str}", summary="A table as the viewer sees it")
async def show_table(request: AnyRequest, state: State, table: FromPath[str]) -> HouseTableView:
    house = house_of(state)
    stream, link = await house.table_and_link(table)
    return table_view(stream, link, caller(request).viewer)


@get("/api/tables/{table:str}/legal", summary="What the viewer may do at a table now")
async def show_legal(
    request: AnyRequest, state: State, table: FromPath[str]
) -> tuple[TableCommand, ...]:
    if caller(request).id is None:
        raise NotAllowed
    stream, link = await house_of(state).table_and_link(table)
    actor = actor_at(caller(request), stream.stored)
    if actor is None:
        return ()
    return legal_at(stream.stored, link, actor)


@get("/api/jackpots", summary="The meters of all progressives")
async def list_jackpots(
    request: AnyRequest, state: State, after: After = None, limit: Limit = PAGE_MAX
) -> Response[list[JackpotMeters]]:
    streams = house_of(state).handler.streams
    names, cursor = Cut(after, limit).of(streams.jackpots(), str)
    return page(request, [jackpot_meters(await streams.jackpot(name)) for name in names], cursor)


@get("/api/jackpots/{jackpot:str}", summary="The meters of a progressive")
async def show_jackpot(state: State, jackpot: FromPath[str]) -> JackpotMeters:
    return jackpot_meters(await house_of(state).handler.streams.jackpot(jackpot))


@post("/api/tables/{table:str}/commands", status_code=200, summary="Give a command to a table")
async def give_command(
    request: AnyRequest, state: State, table: FromPath[str], data: JSONBody[CommandRequest]
) -> Accepted:
    return await _give(request, state, table, data)


@post("/api/commands", status_code=200, summary="Give a command to the house or a progressive")
async def give_house_command(
    request: AnyRequest, state: State, data: JSONBody[CommandRequest]
) -> Accepted:
    return await _give(request, state, None, data)


async def _give(
    request: AnyRequest, state: State, table: str | None, data: CommandRequest
) -> Accepted:
    person = caller(request)
    if person.id is None:
        raise NotAllowed
    demand_player_pace(request, person)
    key = _key_of(request, data)
    return await house_of(state).give(person, table, data.command, key, expected(data))


def _key_of(request: AnyRequest, data: CommandRequest) -> str:
    """The key in the body, or that of the header; where both are there, they are the same."""
    given = request.headers.get("Idempotency-Key")
    if given is None:
        if data.key is UNSET:
            raise BadBody("key: missing; put it into the body or send it as Idempotency-Key.")
        return data.key
    if data.key is not UNSET and data.key != given:
        raise BadBody("key: the body has another key than the header Idempotency-Key.")
    demand_text(given, "Idempotency-Key", bounded=True)
    try:
        return convert(given, Key)
    except ValidationError as error:
        raise BadBody(f"Idempotency-Key: {error}") from error


def _expected(request: AnyRequest, error: Exception) -> Response[Trouble]:
    status, told = trouble(error)
    told = structs.replace(told, message=say_to(request.headers, told.message))
    wait = wait_after(error)
    headers = {} if wait is None else {"Retry-After": str(wait)}
    return Response(told, status_code=status, headers=headers)


def _not_text(request: AnyRequest, error: UnicodeDecodeError) -> Response[Trouble]:
    return Response(Trouble("bad-request", "The body is not UTF-8."), status_code=400)


def _unexpected(request: AnyRequest, error: Exception) -> Response[Trouble]:
    """A mistake of ours: whoever runs the house has to hear of it."""
    where = {"path": request.scope["path"], "request": request_id(request.scope)}
    log.error("unexpected", exc_info=error, extra=where)
    return Response(UNEXPECTED, status_code=500)


def _bad_request(request: AnyRequest, error: HTTPException) -> Response[Trouble]:
    said = error.detail
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        found = (_of_parameter(one) for one in error.extra if "message" in one)
        said = "; ".join(found) or said
    return Response(Trouble("bad-request", said), status_code=error.status_code)


def _of_parameter(wrong: Mapping[str, str]) -> str:
    if wrong["message"] == "'data'":
        return "The body is empty: send JSON."
    return f"{wrong.get('key', 'body')}: {wrong['message']}"


def service_routes(limits: Limits) -> list[ControllerRouterHandler]:
    """Everything that a house answers and its pages are not needed for."""
    return [
        list_tables,
        show_table,
        show_legal,
        list_rounds,
        list_own_rounds,
        list_jackpots,
        show_jackpot,
        give_command,
        give_house_command,
        stream,
        Router(
            "",
            route_handlers=[*accounts.ROUTES, *register.ROUTES],
            request_max_body_size=min(FORM_BYTES, limits.body_bytes),
        ),
        *money.ROUTES,
        *audit.ROUTES,
        *reports.ROUTES,
        *health.ROUTES,
        *heads.ROUTES,
        *school.ROUTES,
        show_streaming_description,
    ]


def build(
    house: House,
    routes: Sequence[ControllerRouterHandler] = (),
    server_settings: ServerSettings = SERVER_SETTINGS,
) -> Litestar:
    """The service of an open house, with further routes such as those of the pages."""
    application = service(routes, server_settings)
    application.state.house = house
    return application


@asynccontextmanager
async def _opening(app: Litestar) -> AsyncIterator[None]:
    app.state.traffic = Traffic(app.state.limits)
    house = house_of(app.state)
    await house.start()
    try:
        yield
    finally:
        await house.stop()


def service(routes: Sequence[ControllerRouterHandler], server_settings: ServerSettings) -> Litestar:
    """The same before it has a house: whatever belongs to one is kept in its state."""
    door = AuthMiddleware(server_settings)
    return Litestar(
        [*service_routes(server_settings.limits), *routes],
        lifespan=[_opening],
        state=State({"limits": server_settings.limits}),
        exception_handlers={
            **dict.fromkeys(EXPECTED, _expected),
            HTTPException: _bad_request,
            UnicodeDecodeError: _not_text,
            Exception: _unexpected,
        },
        openapi_config=openapi_config(),
        middleware=[ReferenceForPeople(), InTheirLanguage(), door],
        request_class=StrictRequest,
        before_send=[door.add_headers],
        request_max_body_size=server_settings.limits.body_bytes,
        logging_config=None,
    )
