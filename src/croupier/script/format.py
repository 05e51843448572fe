"""The written form of a script, and reading it. The contract is `docs/script-format.md`."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType, structs

from croupier.books import UnknownRulebook, find_rulebook
from croupier.floor import FloorCommand
from croupier.money import MOST_CENTS, Cents
from croupier.rulebooks.model import Device, Rulebook
from croupier.rulebooks.overrides import read_as
from croupier.rulebooks.settings import (
    BadSetting,
    EntryMode,
    JackpotSettings,
    Limits,
    TableSettings,
)
from croupier.rulebooks.wagers import WagerName
from croupier.script.checks import BadFact, check_command, is_wager
from croupier.script.explain import explain, key_named_twice
from croupier.table.state import Memory

FORMAT = "croupier-script/1"

Sum = Annotated[Cents, Meta(ge=0, le=MOST_CENTS)]
Pair = Annotated[tuple[Sum, Sum], Meta(description="smallest and largest wager, in cents")]


class BadScript(ValueError):
    """A script that cannot be read: one sentence that says what and where."""


class MemoryEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table remembers of players."""

    under_minimum: tuple[str, ...] = ()
    restricted: tuple[str, ...] = ()
    barred: tuple[str, ...] = ()

    def memory(self) -> Memory:
        return Memory(
            frozenset(self.under_minimum), frozenset(self.restricted), frozenset(self.barred)
        )


class TableEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the house."""

    rulebook: str
    boxes: int = 7
    device: Device = Device.SHUFFLER
    limits: Mapping[WagerName, Pair] = {}
    """By wager; the usual ones where none are set."""
    jackpot: str | None = None
    entry: EntryMode = EntryMode.ENFORCING
    readings: Mapping[str, bool | int | str] = {}
    layout: str | None = None
    round: Annotated[int, Meta(ge=1)] = 1
    memory: MemoryEntry = MemoryEntry()

    def settings(self, find: Callable[[str], Rulebook] = find_rulebook) -> TableSettings:
        """What the table plays by; `find` looks up the rulebook that its entry names."""
        rulebook = read_as(find(self.rulebook), self.readings)
        for wager in self.limits:
            if not is_wager(wager, [rulebook], entry=True):
                raise BadSetting("limits", f"no game has limits of '{wager}'")
        return TableSettings(
            rulebook=rulebook,
            boxes=self.boxes,
            device=self.device,
            limits={wager: Limits(*pair) for wager, pair in self.limits.items()},
            jackpot=self.jackpot,
            entry=self.entry,
            layout=self.layout,
        )


class JackpotEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A progressive of the house."""

    meter: Sum
    reset: Sum
    stake: Sum = 500
    max_credits: Annotated[int, Meta(ge=1, le=1000)] = 5
    increment: str = "0"
    fraction: str = "0"

    def settings(self) -> JackpotSettings:
        return JackpotSettings(
            meter=self.meter,
            reset=self.reset,
            stake=self.stake,
            max_credits=self.max_credits,
            increment=self.increment,
            fraction=self.fraction,
        )


class Simulated(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a simulated round comes from; replaying a script does not look at it."""

    generator: int
    """The version by which seed and index were turned into cards."""
    seed: int
    round: int


class Script(Struct, frozen=True, forbid_unknown_fields=True):
    """The house, and every command given in it, in order."""

    format: Literal["croupier-script/1"]
    tables: Annotated[Mapping[str, TableEntry], Meta(min_length=1)]
    jackpots: Mapping[str, JackpotEntry] = {}
    commands: tuple[FloorCommand, ...] = ()
    simulated: Simulated | UnsetType = UNSET

    def table_of(self, command: FloorCommand) -> str:
        """The table that a command is for; it may be omitted if there is only one."""
        return command.table or next(iter(self.tables))


def _opened(
    tables: Mapping[str, TableEntry], open_rulebook: Callable[[str], str]
) -> Mapping[str, TableEntry]:
    try:
        return {
            name: structs.replace(entry, rulebook=open_rulebook(entry.rulebook))
            for name, entry in tables.items()
        }
    except UnknownRulebook as error:
        raise BadScript(str(error)) from None


A_SECOND = timedelta(seconds=1)
LAST_MOMENT = datetime(9000, 1, 1, tzinfo=UTC)


def moment(text: str) -> datetime:
    """An ISO 8601 time; without a zone it is taken as UTC."""
    at = datetime.fromisoformat(text)
    return at if at.tzinfo is not None else at.replace(tzinfo=UTC)


_DECODER = msgspec.json.Decoder(Script)


def read_script(text: bytes | str, open_rulebook: Callable[[str], str] = str) -> Script:
    """A script that is sound as a document; whether the game accepts it shows when it is played.

    A caller that may open files passes a function that turns a rulebook file's name into its text.
    """
    try:
        script = _DECODER.decode(text)
    except msgspec.ValidationError as error:
        entry_types = {"tables": TableEntry, "jackpots": JackpotEntry}
        raise BadScript(explain(str(error), text, entry_types)) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadScript(f"this is not JSON: {str(error).replace('`', chr(39))}") from None
    twice = key_named_twice(text)
    if twice is not None:
        raise BadScript(f"{twice[0]}: the key '{twice[1]}' stands there twice")
    script = structs.replace(script, tables=_opened(script.tables, open_rulebook))
    _check_house(script)
    played = [find_rulebook(entry.rulebook) for entry in script.tables.values()]
    for index, command in enumerate(script.commands):
        try:
            _check_target(script, command)
            check_command(command, script.tables[script.table_of(command)].boxes, played)
        except BadFact as error:
            where = f"{_command_name(index, command)}, field '{error.field}'"
            raise BadScript(f"{where}: {error}") from None
    _check_times(script)
    return script


def _command_name(index: int, command: FloorCommand) -> str:
    return f"command {index} ({command.__struct_config__.tag})"


def _check_house(script: Script) -> None:
    linked: dict[str, tuple[str, TableEntry]] = {}
    if "" in script.tables or "" in script.jackpots:
        raise BadScript("the script: a table or jackpot needs a name")
    for name, entry in script.tables.items():
        try:
            entry.settings()
        except BadSetting as error:
            raise BadScript(f"table {name}, field '{error.field}': {error.problem}") from None
        except UnknownRulebook as error:
            raise BadScript(f"table {name}, field 'rulebook': {error}") from None
        if entry.jackpot is None:
            continue
        if entry.jackpot not in script.jackpots:
            raise BadScript(
                f"table {name}, field 'jackpot': the script has no jackpot '{entry.jackpot}'"
            )
        first, other = linked.setdefault(entry.jackpot, (name, entry))
        if find_rulebook(entry.rulebook) is not find_rulebook(other.rulebook):
            raise BadScript(
                f"table {name}, field 'rulebook': tables {first} and {name} share jackpot "
                f"{entry.jackpot} and must run one rulebook"
            )
        if entry.settings().rulebook != other.settings().rulebook:
            raise BadScript(
                f"table {name}, field 'readings': tables {first} and {name} share jackpot "
                f"{entry.jackpot} and must agree on the readings"
            )
    for name, jackpot in script.jackpots.items():
        try:
            jackpot.settings()
        except BadSetting as error:
            raise BadScript(f"jackpot {name}, field '{error.field}': {error.problem}") from None


def _check_target(script: Script, command: FloorCommand) -> None:
    house_wide = hasattr(command, "claims") or hasattr(command, "jackpot")
    if command.table is None:
        if len(script.tables) > 1 and not house_wide:
            raise BadFact("table", "say which, the house has several")
    elif command.table not in script.tables:
        raise BadFact("table", f"the script has no table '{command.table}'")
    jackpot = getattr(command, "jackpot", None)
    if jackpot is not None and jackpot not in script.jackpots:
        raise BadFact("jackpot", f"the script has no jackpot '{jackpot}'")
    for claim in getattr(command, "claims", ()):
        if claim.table not in script.tables:
            raise BadFact("claims", f"the script has no table '{claim.table}'")
        if claim.box > script.tables[claim.table].boxes:
            raise BadFact("claims", f"table {claim.table} has no box {claim.box}")


def _check_times(script: Script) -> None:
    """Times never go back; before the first one given, any time will do."""
    now: datetime | None = None
    for index, command in enumerate(script.commands):
        if command.at is None:
            now = now and now + A_SECOND
            continue
        where = f"{_command_name(index, command)}, field 'at'"
        try:
            given = moment(command.at)
            given.astimezone(UTC)
        except ValueError:
            raise BadScript(f"{where}: '{command.at}' is not an ISO 8601 time") from None
        except OverflowError:
            raise BadScript(f"{where}: {command.at} lies outside the calendar in UTC") from None
        if given > LAST_MOMENT:
            raise BadScript(f"{where}: no time is left after {command.at}")
        if now is not None and given < now:
            raise BadScript(f"{where}: earlier than the command before")
        now = given
