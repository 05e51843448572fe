"""The rounds of a table that are over, for those whom they concern."""

from collections.abc import Sequence
from typing import Annotated

from litestar import get
from litestar.datastructures import State
from litestar.params import FromPath, QueryParameter

from croupier.house.http.audit import page_after
from croupier.house.http.security import (
    AnyRequest,
    Forbidden,
    count,
    house_of,
    somebody,
    traffic_of,
    visit,
)
from croupier.house.model.people.person import Person
from croupier.house.model.people.roles import STAFF
from croupier.house.model.table.state import HouseTable
from croupier.house.read.history import RoundPlayed, rounds_before
from croupier.house.read.rounds import PlayersRounds, RoundWanted, read_round_cursor, rounds_of
from croupier.table.state import Idle

ROUNDS_MAX = 100


def demand_look_back(request: AnyRequest, state: State) -> Person:
    """Somebody who does not look back too often: it reads from the disk."""
    person = somebody(request)
    count(request.scope, traffic_of(state).history, visit(request).address)
    return person


def shown_to(person: Person, table: HouseTable, rounds: Sequence[RoundPlayed]) -> list[RoundPlayed]:
    """All of them to staff and to whoever sits there; to others those that they played.

    A device is not among them: what it reads is what everybody may see.
    """
    if person.has(*STAFF) or _sits(person, table):
        return list(rounds)
    own = played_by(person, rounds)
    if not own:
        raise Forbidden("Rounds are shown to those who play at the table.", "no-seat")
    return own


def played_by(person: Person, rounds: Sequence[RoundPlayed]) -> list[RoundPlayed]:
    return [one for one in rounds if any(line.player == person.id for line in one.lines)]


def _sits(person: Person, table: HouseTable) -> bool:
    current = table.game.round
    return not isinstance(current, Idle) and any(
        share.player == person.id for box in current.boxes.values() for share in box.shares
    )


@get("/api/tables/{table:str}/rounds", summary="Rounds that are over, newest first")
async def list_rounds(
    request: AnyRequest,
    state: State,
    table: FromPath[str],
    before: Annotated[
        int | None, QueryParameter(ge=1, le=2**62, description="a version of the table")
    ] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=ROUNDS_MAX)] = 25,
) -> list[RoundPlayed]:
    person = demand_look_back(request, state)
    house = house_of(state)
    stream = await house.handler.streams.table(table)
    linked = stream.stored.jackpot
    link = None if linked is None else await house.handler.streams.jackpot(linked)
    until = stream.version + 1 if before is None else min(before, stream.version + 1)
    found = await rounds_before(house.store, table, link, until, limit)
    return shown_to(person, stream.stored, found)


@get("/api/me/rounds", summary="The rounds that I played, newest first, from the first to the last")
async def list_own_rounds(
    request: AnyRequest,
    state: State,
    table: Annotated[str | None, QueryParameter(max_length=100)] = None,
    before: Annotated[
        str | None, QueryParameter(max_length=200, description="`next` of an earlier answer")
    ] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=ROUNDS_MAX)] = 25,
) -> PlayersRounds:
    person = demand_look_back(request, state)
    house = house_of(state)
    cursor = page_after(before, read_round_cursor)
    wanted = RoundWanted(table=table, before=cursor, limit=limit)
    return await rounds_of(house.store, house.handler.streams, person.id or "", wanted)
