"""Whether the house is well, for programs that watch it and for people."""

from datetime import datetime
from ipaddress import ip_address

from litestar import Response, get
from litestar.datastructures import State
from msgspec import Struct

from croupier.house.app.alarms import MEANINGS, Name
from croupier.house.http.security import AnyRequest, demand, house_of, visit
from croupier.house.log.event_store import StoreUnavailable
from croupier.house.log.stream import Department
from croupier.house.model.operation.state import Alarm, Operation
from croupier.house.model.people.roles import TABLE_STAFF, HouseRole

READERS = (*TABLE_STAFF, HouseRole.CAGE, HouseRole.AUDITOR, HouseRole.ADMINISTRATOR)
MEASURERS = (HouseRole.SHIFT_MANAGER, HouseRole.AUDITOR, HouseRole.ADMINISTRATOR)
PROMETHEUS = "text/plain; version=0.0.4"


class Health(Struct, frozen=True):
    """200 while the house can take commands, else 503."""

    ready: bool
    checks: dict[str, bool]
    """store: it writes to its disk; log: its last check was clean."""


class AlarmView(Struct, frozen=True):
    """An alarm that stands."""

    alarm: str
    since: datetime
    text: str
    means: str
    do: str


@get("/health", summary="Whether the house can take commands")
async def health(state: State) -> Response[Health]:
    house = house_of(state)
    try:
        operation = (await house.handler.streams.department(Department.OPERATION)).stored
        store, log = await house.writable(), _sound(operation)
    except StoreUnavailable:
        store, log = False, True
    house.metrics.store_available = store
    found = Health(store and log, {"store": store, "log": log})
    return Response(
        found, status_code=200 if found.ready else 503, headers={"Cache-Control": "no-store"}
    )


def _sound(operation: Operation) -> bool:
    newest = max(
        (one for one in (operation.checked_new, operation.checked_whole) if one is not None),
        key=lambda one: one.at,
        default=None,
    )
    return newest is None or newest.clean


@get("/metrics", summary="Measurements, in the format of Prometheus", media_type=PROMETHEUS)
async def metrics(request: AnyRequest, state: State) -> Response[bytes]:
    """For programs on this machine, and for whoever looks after the house."""
    if not _is_own_machine(visit(request).address):
        demand(request, *MEASURERS)
    return Response(house_of(state).metrics.text(), media_type=PROMETHEUS)


def _is_own_machine(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


@get("/api/alarms", summary="Alarms that stand, what they mean and what to do")
async def alarms(request: AnyRequest, state: State) -> list[AlarmView]:
    demand(request, *READERS)
    house = house_of(state)
    standing: Operation = (await house.handler.streams.department(Department.OPERATION)).stored
    found = list(standing.alarms.values())
    if not house.metrics.store_available:  # which cannot be written down
        gone = Name.STORE_UNAVAILABLE.value
        found.append(Alarm(gone, house.handler.now(), "the database does not answer"))
    return [AlarmView(one.name, one.since, one.text, *_meaning(one.name)) for one in found]


def _meaning(name: str) -> tuple[str, str]:
    meaning = MEANINGS[Name(name)]
    return meaning.means, meaning.do


ROUTES = (health, metrics, alarms)
