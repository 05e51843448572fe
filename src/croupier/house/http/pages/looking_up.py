"""What staff of the floor look up: players for a seat, and what dealers have asked for."""

from typing import Annotated

from litestar import get
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler
from litestar.params import QueryParameter
from msgspec import Struct

from croupier.house.http.security import AnyRequest, demand, house_of
from croupier.house.model.people.roles import TABLE_STAFF, HouseRole
from croupier.house.model.table.parts import Needed


class Sitter(Struct, frozen=True):
    """Somebody in the register who may be picked for a seat."""

    id: str
    name: str
    excluded: bool


SITTERS = 8


@get("/api/floor/players", summary="Registered players, for whoever seats them")
async def find_players(
    request: AnyRequest,
    state: State,
    match: Annotated[str, QueryParameter(description="part of a name", max_length=64)] = "",
) -> list[Sitter]:
    demand(request, *TABLE_STAFF)
    house = house_of(state)
    people, now = await house.registry.people(), house.handler.now()
    wanted = match.casefold().strip()
    found = [
        account
        for account in people.accounts.values()
        if HouseRole.PLAYER in account.roles and not account.guest
        if wanted in account.id.casefold() or wanted in account.name.casefold()
    ]
    found.sort(key=lambda one: (not one.id.casefold().startswith(wanted), one.id))
    return [Sitter(one.id, one.name, one.is_excluded(now)) for one in found[:SITTERS]]


class TableNeeds(Struct, frozen=True):
    """What the dealer of a table has asked for."""

    table: str
    needs: tuple[Needed, ...]


@get("/api/floor/needs", summary="What dealers have asked for and nobody has seen to yet")
async def show_needs(request: AnyRequest, state: State) -> list[TableNeeds]:
    demand(request, *TABLE_STAFF, HouseRole.CAGE)
    streams = house_of(state).handler.streams
    tables = [(await streams.table(name)).stored for name in streams.tables()]
    return [TableNeeds(one.name, one.needs) for one in tables if one.needs]


def looking_up_routes() -> list[HTTPRouteHandler]:
    return [find_players, show_needs]
