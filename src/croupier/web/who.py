"""Who looks at a page's data: the service decides, this is where pages ask."""

from typing import Any

from litestar import Request
from litestar.datastructures import State

from croupier.house.running import House
from croupier.house.service.security import caller
from croupier.table.views import Viewer

AnyRequest = Request[Any, Any, State]


def viewer_of(request: AnyRequest) -> Viewer:
    return caller(request).viewer


def house_of(state: State) -> House:
    house = state.house
    assert isinstance(house, House)
    return house
