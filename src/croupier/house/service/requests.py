"""A request to the service, and the house that it is about."""

from typing import Any

from litestar import Request
from litestar.datastructures import State

from croupier.house.running import House

AnyRequest = Request[Any, Any, State]


def house_of(state: State) -> House:
    house = state.house
    assert isinstance(house, House)
    return house
