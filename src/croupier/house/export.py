"""Recorded play as table scripts that anybody can replay to the same lines.

A script starts from the recorded state: number of the round, what the table remembers
of players, the meter with its fraction. What other tables did to the meter in between
is carried as adjustments.
"""

from collections.abc import Sequence
from datetime import date, datetime, tzinfo
from decimal import Decimal
from typing import Any

import msgspec
from msgspec import Struct, structs

from croupier.floor import Floor, FloorCommand, play
from croupier.house import commands as hc
from croupier.house import events as h
from croupier.house.links import HouseJackpot
from croupier.house.log import EventStore, Record
from croupier.house.stream import fold_jackpot, fold_table
from croupier.house.tables import HouseTable
from croupier.house.verify import entries
from croupier.jackpot.commands import AdjustJackpot
from croupier.jackpot.events import JackpotWon
from croupier.jackpot.meter import Jackpot
from croupier.rulebooks.roles import Actor, Role
from croupier.script.format import FORMAT, JackpotEntry, MemoryEntry, Script, TableEntry
from croupier.script.replay import opening_floor
from croupier.table import commands as c
from croupier.table.events import TableEvent
from croupier.table.state import Memory

replace = structs.replace
OTHERS = Actor("other tables", Role.SHIFT_MANAGER)
_HOUSE_ONLY = hc.HouseCommand.__args__
_TABLE_EVENTS = TableEvent.__args__
_WITHOUT_METER = (c.PlaceWager, c.WithdrawWager, c.HandleHand, c.ViewHand)


class CannotExport(ValueError):
    """What was asked for cannot be a script of its own; the sentence says why."""


class Given(Struct, frozen=True):
    """A command as it was recorded, where things stood before it, and what it caused."""

    key: str
    command: hc.AnyCommand
    at: datetime
    table: HouseTable
    link: HouseJackpot | None
    events: list[TableEvent]


class Round(Struct, frozen=True):
    """All commands from an opening call up to the next."""

    table: str
    number: int
    opened: datetime
    given: list[Given]
    late: list[tuple[int, JackpotWon]]
    """Payments made by another table's command, with the meter before each."""


class Exported(Struct, frozen=True):
    """A script, and the table's own events as they were recorded."""

    name: str
    script: Script
    events: tuple[TableEvent, ...]


async def recorded_rounds(store: EventStore, table: str | None = None) -> list[Round]:
    """The rounds of a table, or of all, as they stand in the log."""
    reading = _Reading(table)
    async for entry in entries(store):
        reading.take(entry.record)
    return reading.rounds


class _Reading:
    """Folds the log and sets down each round's commands on the way."""

    def __init__(self, table: str | None) -> None:
        self.rounds: list[Round] = []
        self._wanted = table
        self._states: dict[str, Any] = {}
        self._running: dict[str, Round] = {}
        self._by_number: dict[tuple[str, int], Round] = {}

    def take(self, record: Record) -> None:
        event = h.decode_event(record.event)
        kind, _, name = record.stream.partition(":")
        if kind == "table" and self._wanted in (None, name):
            self._note(name, record, event)
        elif isinstance(event, JackpotWon):
            self._note_payment(record, event)
        fold: Any = fold_table if kind == "table" else fold_jackpot
        self._states[record.stream] = fold(name, self._states.get(record.stream), event, record.at)

    def _note(self, name: str, record: Record, event: h.LogEvent) -> None:
        running = self._running.get(name)
        if isinstance(event, h.CommandGiven):
            if isinstance(event.command, _HOUSE_ONLY):
                return
            table: HouseTable = self._states[record.stream]
            if isinstance(event.command, c.OpenBets):
                number = table.game.round.number + 1
                running = Round(name, number, record.at, [], [])
                self._running[name] = self._by_number[name, number] = running
                self.rounds.append(running)
            if running is not None:
                link = None
                if table.jackpot is not None:
                    link = self._states[h.jackpot_stream(table.jackpot)]
                running.given.append(
                    Given(record.command, event.command, record.at, table, link, [])
                )
        elif running is not None and isinstance(event, _TABLE_EVENTS):
            running.given[-1].events.append(event)

    def _note_payment(self, record: Record, event: JackpotWon) -> None:
        played = self._by_number.get((event.table, event.round))
        if played is not None and all(one.key != record.command for one in played.given):
            link: HouseJackpot = self._states[record.stream]
            played.late.append((link.meter.meter, event))


def scripts(rounds: Sequence[Round]) -> list[Exported]:
    """Scripts of rounds that follow each other at one table; a new one where terms changed."""
    exported: list[Exported] = []
    together: list[Round] = []
    for one in rounds:
        if together and _terms(one) != _terms(together[-1]):
            exported.append(_script(together))
            together = []
        together.append(one)
    if together:
        exported.append(_script(together))
    return exported


def _terms(one: Round) -> tuple[JackpotEntry | None, TableEntry]:
    first = one.given[0]
    return (None if first.link is None else first.link.entry), first.table.entry


def _script(rounds: Sequence[Round]) -> Exported:
    first = rounds[0].given[0]
    table, link = first.table, first.link
    name = table.name
    entry = replace(table.entry, round=rounds[0].number, memory=_memory(table.game.memory))
    jackpots = {} if link is None else {link.name: _jackpot(link.meter, link.entry)}
    script = Script(FORMAT, {name: entry}, jackpots)  # type: ignore[arg-type]
    writer = _Writer(name, opening_floor(script))
    writer.restore(table, first.at)
    for one in rounds:
        writer.write(one)
    last = rounds[-1].number
    span = f"{rounds[0].number}" if len(rounds) == 1 else f"{rounds[0].number}-{last}"
    return Exported(
        f"{name}-round-{span}",
        replace(script, commands=tuple(writer.commands)),
        tuple(event for one in rounds for given in one.given for event in given.events),
    )


def _memory(memory: Memory) -> MemoryEntry:
    return MemoryEntry(
        tuple(sorted(memory.under_minimum)),
        tuple(sorted(memory.restricted)),
        tuple(sorted(memory.barred)),
    )


def _jackpot(meter: Jackpot, entry: JackpotEntry) -> JackpotEntry:
    fraction = Decimal(meter.units % meter.scale) / Decimal(meter.scale)
    return replace(entry, meter=meter.meter, fraction=str(fraction.normalize()))


class _Writer:
    """Plays along while it writes, to see where the meter needs an adjustment."""

    def __init__(self, table: str, floor: Floor) -> None:
        self.commands: list[FloorCommand] = []
        self._table = table
        self._floor = floor

    def restore(self, table: HouseTable, at: datetime) -> None:
        """Orders of earlier rounds that still hold."""
        game = table.game
        if game.disallowed:
            boxes = tuple(sorted(game.disallowed))
            self._add(c.DisallowBoxes(boxes=boxes, by=OTHERS, at=at.isoformat()))
        if game.settings.jackpot is not None and not game.jackpot_available_next:
            self._add(c.SetJackpotService(available=False, by=OTHERS, at=at.isoformat()))

    def write(self, one: Round) -> None:
        for given in one.given:
            if given.link is not None and not isinstance(given.command, _WITHOUT_METER):
                self._match_meter(given, self._display(one, given))
            self._add(replace(given.command, at=given.at.isoformat()))  # type: ignore[arg-type]

    def _display(self, one: Round, given: Given) -> int:
        """The meter before a command; for claims that had to wait, the one they were paid on."""
        assert given.link is not None
        if not one.late or not isinstance(given.command, c.Settle):
            return given.link.meter.meter
        meter, display = one.late[0]
        for other, won in one.late[1:]:
            if other != meter - display.paid + display.seeded:
                raise CannotExport(
                    f"round {one.number} of table {one.table}: its claims were paid at different "
                    "times, and the meter had moved in between"
                )
            meter, display = other, won
        return one.late[0][0]

    def _match_meter(self, given: Given, display: int) -> None:
        link = given.link
        assert link is not None
        difference = display - self._floor.jackpots[link.name].meter
        if difference:
            self._add(
                AdjustJackpot(
                    jackpot=link.name,
                    amount=difference,
                    reason="what other tables did to the meter",
                    by=OTHERS,
                    at=given.at.isoformat(),
                )
            )

    def _add(self, command: FloorCommand) -> None:
        self._floor, _ = play(self._floor, self._table, command)
        self.commands.append(command)


def of_round(rounds: Sequence[Round], number: int) -> list[Round]:
    return [one for one in rounds if one.number == number]


def of_day(rounds: Sequence[Round], day: date, zone: tzinfo) -> list[Round]:
    """The rounds that were opened on a day."""
    return [one for one in rounds if one.opened.astimezone(zone).date() == day]


def script_json(script: Script) -> bytes:
    """The script for people to read: keys that say nothing are left out."""
    plain = msgspec.to_builtins(script)
    plain["commands"] = [
        {key: value for key, value in command.items() if value is not None}
        for command in plain["commands"]
    ]
    return msgspec.json.format(msgspec.json.encode(plain), indent=2)
