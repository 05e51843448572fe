"""The offices of a house: streams that are there from the first day, one of each.

Tables and progressives are registered by name; the people, the cage and the operation of
a house are simply there, empty at first.
"""

from collections.abc import Callable
from datetime import datetime
from enum import StrEnum
from typing import Any

from msgspec import Struct

from croupier.house.cage import state as cage
from croupier.house.operation import state as operation
from croupier.house.people import state as people


class Office(StrEnum):
    """The name of the stream."""

    PEOPLE = "people"
    CAGE = "cage"
    OPERATION = "operation"


OfficeState = people.People | cage.Cage | operation.Operation


class Kept(Struct, frozen=True):
    """How the stream of an office begins and goes on."""

    kind: type[Any]
    evolve: Callable[[Any, Any, datetime], Any]


OFFICES: dict[str, Kept] = {
    Office.PEOPLE: Kept(people.People, people.evolve),
    Office.CAGE: Kept(cage.Cage, cage.evolve),
    Office.OPERATION: Kept(operation.Operation, operation.evolve),
}
