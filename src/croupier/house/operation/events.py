"""What happens to the program that runs a house: names and meanings are a public format."""

from msgspec import Struct


class _Event(Struct, frozen=True, tag_field="event"):
    """Time and signature are on the record that carries it."""


class HouseOpened(_Event, frozen=True, tag="house_opened"):
    """A server process began to serve."""

    version: str


OperationEvent = HouseOpened
