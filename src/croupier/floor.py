"""Several tables and the progressives that link them, as one pure state."""

from collections.abc import Mapping

from msgspec import Struct, structs

from croupier.jackpot import decide as jackpot_decide
from croupier.jackpot import meter
from croupier.jackpot.commands import AdjustJackpot, OrderClaims
from croupier.jackpot.events import JackpotEvent
from croupier.jackpot.meter import Jackpot
from croupier.refusal import Code, refuse
from croupier.rulebooks.settings import JackpotSettings, TableSettings
from croupier.table.commands import TableCommand
from croupier.table.decide import decide
from croupier.table.evolve import Event
from croupier.table.state import Table

FloorCommand = TableCommand | OrderClaims | AdjustJackpot


class Floor(Struct, frozen=True):
    """The tables of a house and its jackpots."""

    tables: Mapping[str, Table]
    jackpots: Mapping[str, Jackpot]

    @classmethod
    def opening(
        cls, tables: Mapping[str, TableSettings], jackpots: Mapping[str, JackpotSettings]
    ) -> "Floor":
        return cls(
            {name: Table(name, settings) for name, settings in tables.items()},
            {name: Jackpot.opening(name, settings) for name, settings in jackpots.items()},
        )

    def link_of(self, table: Table) -> Jackpot | None:
        name = table.settings.jackpot
        return None if name is None else self.jackpots[name]


def play(floor: Floor, table: str, command: FloorCommand) -> tuple[Floor, tuple[Event, ...]]:
    """The floor after a command, and the events; raises `Refused` and then changes nothing."""
    if type(command) is OrderClaims:
        return _order_claims(floor, command)
    if type(command) is AdjustJackpot:
        jackpot = floor.jackpots[command.jackpot]
        return _moved(floor, jackpot, jackpot_decide.adjust(jackpot, command))
    before = floor.tables[table]
    link = floor.link_of(before)
    decided = decide(before, link, command)
    jackpots = floor.jackpots
    if decided.link is not None and decided.link is not link:
        jackpots = {**jackpots, decided.link.id: decided.link}
    return Floor({**floor.tables, table: decided.table}, jackpots), decided.events


def _order_claims(floor: Floor, command: OrderClaims) -> tuple[Floor, tuple[Event, ...]]:
    tables = [floor.tables[claim.table] for claim in command.claims]
    links = {table.settings.jackpot for table in tables}
    jackpot = floor.link_of(tables[0])
    if jackpot is None or len(links) > 1:
        refuse(Code.NO_SUCH_CLAIM, "The claims of one order are on one jackpot.")
    events = jackpot_decide.order_claims(jackpot, tables[0].rulebook, command)
    return _moved(floor, jackpot, events)


def _moved(
    floor: Floor, jackpot: Jackpot, events: tuple[JackpotEvent, ...]
) -> tuple[Floor, tuple[Event, ...]]:
    for event in events:
        jackpot = meter.evolve(jackpot, event)
    jackpot.check()
    return structs.replace(floor, jackpots={**floor.jackpots, jackpot.id: jackpot}), events
