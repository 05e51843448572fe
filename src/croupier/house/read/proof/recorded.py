"""Rounds as recorded: each command with the state it was decided on and what it caused."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from msgspec import Struct, structs

from croupier.house.log.event_store import EventStore
from croupier.house.log.snapshots import read_snapshot
from croupier.house.log.stream import entries, entries_of, fold_jackpot, fold_table
from croupier.house.model import commands as hc
from croupier.house.model import events as h
from croupier.house.model.jackpot.state import HouseJackpot
from croupier.house.model.records import Entry, decode_event, jackpot_stream, table_stream
from croupier.house.model.table.state import HouseTable
from croupier.jackpot.events import ClaimsQueued, JackpotEvent, JackpotWon
from croupier.table import commands as c
from croupier.table.events import TableEvent, WagerSettled
from croupier.wagers import Result

_HOUSE_ONLY = hc.HouseCommand.__args__
_TABLE_EVENTS = TableEvent.__args__
_MOVEMENTS = JackpotEvent.__args__


class Given(Struct, frozen=True):
    """A command as recorded, the state before it, and what it caused."""

    seq: int
    key: str
    command: hc.AnyCommand
    at: datetime
    table: HouseTable
    link: HouseJackpot | None
    events: list[TableEvent]
    movements: list[JackpotEvent]
    """What it did to the progressive."""

    @property
    def waits(self) -> bool:
        """Whether it leaves claims waiting for earlier-dealt rounds at other tables."""
        return any(
            isinstance(event, WagerSettled) and event.line.result is Result.PENDING
            for event in self.events
        )

    @property
    def queues(self) -> bool:
        return any(isinstance(event, ClaimsQueued) for event in self.movements)


class Late(Struct, frozen=True):
    """A claim that had waited, paid by a command elsewhere."""

    seq: int
    at: datetime
    link: HouseJackpot
    """The state before it."""
    event: JackpotWon


class Round(Struct, frozen=True):
    """All commands from an opening call up to the next, and what was paid later."""

    table: str
    number: int
    opened: datetime
    given: list[Given]
    late: list[Late]

    @property
    def waits(self) -> bool:
        return any(given.waits for given in self.given)


class _Wanted(Struct, frozen=True):
    """Which rounds are asked for; what is None leaves nothing out."""

    table: str | None
    number: int | None
    opened: Callable[[datetime], bool] | None

    def asks_for(self, table: str, number: int, opened: datetime) -> bool:
        return (
            self.table in (None, table)
            and self.number in (None, number)
            and (self.opened is None or self.opened(opened))
        )


async def recorded_rounds(
    store: EventStore,
    table: str | None = None,
    number: int | None = None,
    opened: Callable[[datetime], bool] | None = None,
) -> list[Round]:
    """The rounds of all tables, of one, or one round of it, as recorded; with `opened` only those
    whose opening call was at a moment that it says yes to.

    For one table only its stream and that of its jackpot are read, for one round only up to where
    nothing can be added to it. Nothing is kept of other rounds.
    """
    reading = _Reading(_Wanted(table, number, opened))
    marker = await store.archived()
    if marker is not None:
        for stream, kept in marker.states.items():
            reading.begin(stream, read_snapshot(stream, kept)[0])
    log = entries(store)
    if table is not None:
        log = entries_of(store, await _linked(store, reading, table_stream(table)))
    async for entry in log:
        reading.take(entry)
        if reading.is_over:
            break
    return reading.rounds


async def _linked(store: EventStore, reading: "_Reading", stream: str) -> list[str]:
    """The stream of a table, and of the jackpot that it has been linked to from the first."""
    state: HouseTable | None = reading.state(stream)
    jackpot = None if state is None else state.jackpot
    if state is None:
        for record in await store.read(stream, 0, 1):
            event = decode_event(record.event)
            jackpot = event.entry.jackpot if isinstance(event, h.TableRegistered) else None
    return [stream] if jackpot is None else [stream, jackpot_stream(jackpot)]


class _Reading:
    """Folds the log and notes each round's commands on the way."""

    def __init__(self, wanted: _Wanted) -> None:
        self.rounds: list[Round] = []
        self._wanted = wanted
        self._states: dict[str, Any] = {}
        self._running: dict[str, Round] = {}
        self._by_number: dict[tuple[str, int], Round] = {}
        self._closed: set[str] = set()
        """Tables in a round whose cards could not be opened."""

    def _leave(self, name: str) -> None:
        """A running round without its cards cannot be shown, nor can what follows it."""
        self._closed.add(table_stream(name))
        running = self._running.pop(name, None)
        if running is not None:
            self.rounds.remove(running)
            del self._by_number[name, running.number]

    def begin(self, stream: str, state: Any) -> None:
        """Where a stream stood when earlier records were archived."""
        self._states[stream] = state

    def state(self, stream: str) -> Any:
        return self._states.get(stream)

    @property
    def is_over(self) -> bool:
        """Whether one round was asked for, a later one has begun, and no claim of it waits."""
        table, number = self._wanted.table, self._wanted.number
        if table is None or number is None:
            return False
        state: HouseTable | None = self._states.get(table_stream(table))
        if state is None or state.game.round.number <= number:
            return False
        return not any(one.waits for one in self.rounds)

    def take(self, entry: Entry) -> None:
        record = entry.record
        kind, _, name = record.stream.partition(":")
        if kind not in ("table", "jackpot") or record.stream in self._closed:
            return
        if record.closed:
            self._leave(name)
            return
        event = decode_event(record.event)
        if kind == "jackpot":
            self._note_movement(entry, event)
        else:
            self._note(name, entry, event)
        fold: Any = fold_table if kind == "table" else fold_jackpot
        state = fold(name, self._states.get(record.stream), event, record.at)
        self._states[record.stream] = state
        if isinstance(event, h.EditionChanged | h.LimitsChanged) and (
            opening := self._running.get(name)
        ):
            opening.given[-1] = structs.replace(opening.given[-1], table=state)

    def _note(self, name: str, entry: Entry, event: h.LogEvent) -> None:
        record = entry.record
        running = self._running.get(name)
        if isinstance(event, h.CommandGiven):
            if isinstance(event.command, _HOUSE_ONLY):
                return
            table: HouseTable = self._states[record.stream]
            if isinstance(event.command, c.OpenBets):
                running = self._opened(name, table.game.round.number + 1, record.at)
            if running is not None:
                link = None
                if table.jackpot is not None:
                    link = self._states[jackpot_stream(table.jackpot)]
                running.given.append(
                    Given(entry.seq, record.command, event.command, record.at, table, link, [], [])
                )
        elif running is not None and isinstance(event, _TABLE_EVENTS):
            running.given[-1].events.append(event)

    def _opened(self, name: str, number: int, at: datetime) -> Round | None:
        self._running.pop(name, None)
        if not self._wanted.asks_for(name, number, at):
            return None
        new = Round(name, number, at, [], [])
        self._running[name] = self._by_number[name, number] = new
        self.rounds.append(new)
        return new

    def _note_movement(self, entry: Entry, event: h.LogEvent) -> None:
        """A round's own movements of the meter, and payments of its claims from elsewhere."""
        played = self._by_number.get((getattr(event, "table", ""), getattr(event, "round", 0)))
        if played is None or not isinstance(event, _MOVEMENTS):
            return
        record = entry.record
        for given in reversed(played.given):
            if given.key == record.command:
                given.movements.append(event)
                return
        if isinstance(event, JackpotWon):
            link: HouseJackpot = self._states[record.stream]
            played.late.append(Late(entry.seq, record.at, link, event))
