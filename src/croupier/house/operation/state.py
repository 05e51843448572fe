"""The running of the house as the fold of its stream."""

from datetime import datetime
from typing import Any

from msgspec import Struct


class Operation(Struct, frozen=True):
    """What is known of the program over time."""


def evolve(operation: Operation, event: Any, at: datetime) -> Operation:
    """After an event of the stream."""
    return operation
