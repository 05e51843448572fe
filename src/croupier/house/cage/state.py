"""The cage as the fold of its stream."""

from datetime import datetime
from typing import Any

from msgspec import Struct


class Cage(Struct, frozen=True):
    """What the cage has to remember between its acts."""


def evolve(cage: Cage, event: Any, at: datetime) -> Cage:
    """The cage after an event of its stream."""
    return cage
