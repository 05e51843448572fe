"""The log as outsiders can hold the house to it: heads that were published, and whether the log
still has one that somebody remembers. A second house shows its heads here to have them signed."""

from enum import StrEnum
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody, QueryParameter
from msgspec import Struct

from croupier.house.app.house import House
from croupier.house.http.security import AnyRequest, Forbidden, house_of, somebody
from croupier.house.log.chain import witnessed
from croupier.house.log.stream import Department
from croupier.house.model.operation import events as o
from croupier.house.model.operation.events import PublishedHead, Witness
from croupier.house.model.operation.state import Operation
from croupier.house.model.people.person import Person
from croupier.house.model.people.roles import HouseRole
from croupier.house.model.refusals import HouseCode, decline

LINES = "application/jsonl"


class Kept(StrEnum):
    """Whether the log has a head that somebody remembers."""

    SAME = "same"
    OTHER = "other"
    """The log has another record there: it was written anew."""
    CUT_OFF = "cut-off"
    """The log ends before it."""
    ARCHIVED = "archived"
    """It is older than what is kept here; the archive has it."""


class Consistency(Struct, frozen=True):
    seq: int
    kept: Kept


class Heads(Struct, frozen=True):
    """Newest first."""

    house: str
    heads: tuple[PublishedHead, ...]


@get("/api/log/heads", summary="Where the log stood: heads that were published, newest first")
async def list_heads(state: State) -> Heads:
    operation = await _operation(house_of(state))
    heads = tuple(reversed(operation.heads))
    return Heads(heads[0].house if heads else "", heads)


@get("/api/log/consistency", summary="Whether the log still has a head that somebody remembers")
async def show_consistency(
    state: State,
    seq: Annotated[int, QueryParameter(ge=1, le=2**62)],
    link: Annotated[str, QueryParameter(pattern=r"^[0-9a-f]{8}:[0-9a-f]{64}\Z")],
) -> Consistency:
    house = house_of(state)
    mac = bytes.fromhex(link.partition(":")[2])
    found = await house.store.link_at(seq)
    if found is not None:
        return Consistency(seq, Kept.SAME if found.mac == mac else Kept.OTHER)
    anchor, _ = await house.store.end()
    if seq > anchor.seq:
        return Consistency(seq, Kept.CUT_OFF)
    marker = await house.store.archived()
    archived = marker is not None and seq <= marker.seq
    return Consistency(seq, Kept.ARCHIVED if archived else Kept.OTHER)


@post("/api/log/witness", status_code=200, summary="Show a head to have it signed by this house")
async def witness_head(request: AnyRequest, state: State, data: JSONBody[PublishedHead]) -> Witness:
    """For a second house, by its token. A head that contradicts an earlier one is not signed."""
    house, person = house_of(state), somebody(request)
    if person.device is None:
        raise Forbidden("This is for a second house, by its token.")
    shown = msgspec.structs.replace(data, witnesses=())
    token = person.device.id
    before = (await _operation(house)).seen.get(token)
    if before is not None and msgspec.structs.replace(before, witnesses=()) == shown:
        return before.witnesses[0]
    if before is not None and _contradicts(before, shown):
        await _record(house, person, o.HeadRefused(token, shown, before.seq))
        decline(
            HouseCode.OTHER_HEAD,
            f"This house was shown the head {before.seq} of {before.house} before, and this one "
            "does not follow it.",
        )
    signed = witnessed(house.keys.current, house.name, shown, house.handler.now())
    await _record(house, person, o.HeadSeen(token, shown, signed))
    return signed


def _contradicts(before: PublishedHead, shown: PublishedHead) -> bool:
    if shown.house != before.house or shown.seq < before.seq:
        return True
    return shown.seq == before.seq and (shown.digest, shown.link) != (before.digest, before.link)


@get("/api/log/witnessed", summary="Heads of other houses that this one has signed")
async def list_witnessed(state: State) -> Response[bytes]:
    """One a line, as `croupier verify --anchor FILE` takes them at the house that they are of."""
    operation = await _operation(house_of(state))
    lines = [msgspec.json.encode(one) for _, one in sorted(operation.seen.items())]
    return Response(b"".join(line + b"\n" for line in lines), media_type=LINES)


async def _operation(house: House) -> Operation:
    state = (await house.handler.streams.department(Department.OPERATION)).stored
    assert isinstance(state, Operation)
    return state


async def _record(house: House, person: Person, event: Any) -> None:
    by = person.signature(frozenset({HouseRole.DEVICE}))
    head: PublishedHead = event.head
    key = f"head:{event.token}:{head.seq}:{head.digest[:16]}:{type(event).__name__}"
    await house.handler.record(Department.OPERATION, lambda state, at: (event,), by, key)


ROUTES: list[HTTPRouteHandler] = [list_heads, show_consistency, witness_head, list_witnessed]
