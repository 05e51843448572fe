"""A decision in progress: the events so far, and the table and jackpot after them."""

from msgspec import Struct

from croupier.jackpot import meter
from croupier.jackpot.events import JackpotEvent
from croupier.jackpot.meter import Jackpot
from croupier.table.events import TableEvent
from croupier.table.evolve import evolve
from croupier.table.state import Table

Event = TableEvent | JackpotEvent


class Decided(Struct, frozen=True):
    """What the rules made of a command: its events, and the states that follow from them."""

    events: tuple[Event, ...]
    table: Table
    link: Jackpot | None


class Draft:
    """Collects the events of one command; exists only while it is decided."""

    __slots__ = ("events", "link", "table")

    def __init__(self, table: Table, link: Jackpot | None) -> None:
        self.table = table
        self.link = link
        self.events: list[Event] = []

    def emit(self, event: TableEvent) -> None:
        self.events.append(event)
        self.table = evolve(self.table, event)

    def move(self, event: JackpotEvent) -> None:
        assert self.link is not None
        self.events.append(event)
        self.link = meter.evolve(self.link, event)

    def decided(self) -> Decided:
        if self.link is not None:
            self.link.check()
        return Decided(tuple(self.events), self.table, self.link)
