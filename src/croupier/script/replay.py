"""Playing a script through the engine."""

from collections.abc import Mapping
from datetime import UTC, datetime

from msgspec import Struct, structs

from croupier.floor import Floor, play
from croupier.jackpot.events import JackpotWon
from croupier.refusal import Refusal, Refused
from croupier.script.format import A_SECOND, Script, moment
from croupier.table.events import RoundSettled, RoundVoided
from croupier.table.evolve import Event
from croupier.table.state import Idle, Line, Table
from croupier.wagers import Result

FIRST_MOMENT = datetime(2000, 1, 1, tzinfo=UTC)

RoundKey = tuple[str, int]


class Refusing(Struct, frozen=True):
    """A command that was refused."""

    command: int
    refusal: Refusal


class Recorded(Struct, frozen=True):
    """An event with the command that caused it."""

    command: int
    at: datetime
    table: str
    event: Event


class Replay(Struct, frozen=True):
    """A script played to its end."""

    script: Script
    floor: Floor
    lines: Mapping[RoundKey, tuple[Line, ...]]
    """The lines of every finished round, as rounds ended; a later change keeps its place."""
    refusals: tuple[Refusing, ...]
    events: tuple[Recorded, ...]


def opening_floor(script: Script) -> Floor:
    """The house before the first command, in the script's starting state."""
    floor = Floor.opening(
        {name: entry.settings() for name, entry in script.tables.items()},
        {name: entry.settings() for name, entry in script.jackpots.items()},
    )
    tables = {
        name: structs.replace(
            table,
            round=Idle(script.tables[name].round - 1),
            memory=script.tables[name].memory.memory(),
        )
        for name, table in floor.tables.items()
    }
    return structs.replace(floor, tables=tables)


def replay(script: Script, *, keep_events: bool = True) -> Replay:
    """Every command in order; what the rules do not allow is refused, and the script continues."""
    floor = opening_floor(script)
    lines: dict[RoundKey, tuple[Line, ...]] = {}
    refusals: list[Refusing] = []
    recorded: list[Recorded] = []
    at = FIRST_MOMENT - A_SECOND
    for index, command in enumerate(script.commands):
        name = script.table_of(command)
        at = at + A_SECOND if command.at is None else moment(command.at)
        try:
            floor, events = play(floor, name, command)
        except Refused as refused:
            refusals.append(Refusing(index, refused.refusal))
            continue
        for event in events:
            _note_lines(lines, floor.tables[name], event)
        if keep_events:
            recorded.extend(Recorded(index, at, name, event) for event in events)
    return Replay(script, floor, lines, tuple(refusals), tuple(recorded))


def _note_lines(lines: dict[RoundKey, tuple[Line, ...]], table: Table, event: Event) -> None:
    match event:
        case RoundSettled() | RoundVoided():
            if not isinstance(table.round, Idle):
                lines[table.id, table.round.number] = table.round.lines
        case JackpotWon():
            key = (event.table, event.round)
            if key in lines:
                lines[key] = tuple(_paid(line, event) for line in lines[key])
        case _:
            pass


def _paid(line: Line, event: JackpotWon) -> Line:
    """A pending line whose turn has come."""
    if line.result is not Result.PENDING:
        return line
    for winning in event.winnings:
        if (winning.box, winning.target) == (line.box, line.wager):
            return structs.replace(
                line, result=Result.WON, won=winning.amount, returned=winning.returned
            )
    return line
