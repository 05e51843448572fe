"""The people of a house as the fold of their stream."""

from datetime import datetime
from typing import Any

from msgspec import Struct


class People(Struct, frozen=True):
    """Everybody who has an account."""


def evolve(people: People, event: Any, at: datetime) -> People:
    """The people after an event of their stream."""
    return people
