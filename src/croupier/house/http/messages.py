"""What a house says on the streaming connection, as a client reads it."""

from datetime import datetime
from typing import Any

from msgspec import Struct

from croupier.house.http.push import LobbyPush, TablePush
from croupier.house.http.shapes import Trouble
from croupier.money import Cents


class StreamEvent(Struct, frozen=True):
    """An event as this viewer may see it."""

    version: int
    event: dict[str, Any]
    """Its name is in `event`."""


class Events(Struct, frozen=True, tag_field="type", tag="events"):
    """What happened in a stream, in order."""

    stream: str
    version: int
    at: str
    events: tuple[StreamEvent, ...]


class Subscribed(Struct, frozen=True, tag_field="type", tag="subscribed"):
    """A stream is followed from this version on."""

    stream: str
    version: int


class CommandAccepted(Struct, frozen=True, tag_field="type", tag="accepted"):
    """A command is carried out and on disk; `command` is its key."""

    command: str
    stream: str
    version: int


class NotCarriedOut(Struct, frozen=True, tag_field="type", tag="trouble"):
    """A command, or a message without a key, was not carried out."""

    command: str | None
    trouble: Trouble


class Pong(Struct, frozen=True, tag_field="type", tag="pong"):
    """The time of the house."""

    at: datetime


class WalletMoved(Struct, frozen=True, tag_field="type", tag="wallet"):
    """What the viewer's wallet holds now, to whoever watches tables."""

    live: Cents
    practice: Cents


SAID: tuple[type[Struct], ...] = (
    Events,
    Subscribed,
    CommandAccepted,
    NotCarriedOut,
    Pong,
    WalletMoved,
    TablePush,
    LobbyPush,
)
"""All of them."""
