"""Routes of the dealer's console and of the pit: for staff, and without any closed card."""

from typing import Annotated
from weakref import WeakKeyDictionary

from litestar import get
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, QueryParameter

from croupier.house.people.roles import TABLE_STAFF, HouseRole
from croupier.house.running import House
from croupier.house.service.requests import AnyRequest, house_of
from croupier.house.service.security import caller, demand
from croupier.house.streams.history import changes_after, round_start
from croupier.house.streams.stream import Stream
from croupier.house.table.state import HouseTable
from croupier.table.events import CallMade
from croupier.web.console import Console, console
from croupier.web.pit_view import Lookback, Pit, pit

LOOKERS = (*TABLE_STAFF[1:], HouseRole.AUDITOR)
CALLS_KEPT = 3
_lookback: WeakKeyDictionary[House, Lookback] = WeakKeyDictionary()


async def _said(house: House, table: Stream[HouseTable]) -> tuple[str, ...]:
    """The last calls of the running round, for a console that has just been opened."""
    start = await round_start(house.store, table.name, table.version)
    changes = await changes_after(house.store, table, max(0, start - 2))
    calls = [
        event.text for change in changes for event in change.events if isinstance(event, CallMade)
    ]
    return tuple(calls[-CALLS_KEPT:])


@get("/api/floor/tables/{table:str}", summary="What a dealer's console needs beside the view")
async def show_console(
    request: AnyRequest,
    state: State,
    table: FromPath[str],
    said: Annotated[bool, QueryParameter(description="with the calls of this round")] = False,
) -> Console:
    house = house_of(state)
    actor = demand(request, *TABLE_STAFF).actor
    assert actor is not None
    stream, link = await house.table_and_link(table)
    calls = await _said(house, stream) if said else ()
    return console(stream.stored, link, actor, stream.version, calls)


@get("/api/floor/pit", summary="All tables at a glance, with what waits for a decision")
async def show_pit(request: AnyRequest, state: State) -> Pit:
    demand(request, *LOOKERS)
    house = house_of(state)
    return await pit(house, caller(request), _lookback.setdefault(house, Lookback()))


def floor_routes() -> list[HTTPRouteHandler]:
    return [show_console, show_pit]
