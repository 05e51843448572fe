"""The written form of a script, and reading it. The contract is `docs/script-format.md`."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from croupier.cards import NoSuchCard
from croupier.floor import FloorCommand
from croupier.money import Cents
from croupier.rulebooks import UnknownRulebook, find_rulebook
from croupier.rulebooks.model import Device
from croupier.rulebooks.overrides import read_as
from croupier.rulebooks.settings import (
    USUAL_LIMITS,
    BadSetting,
    EntryMode,
    JackpotSettings,
    Limits,
    TableSettings,
)
from croupier.script.checks import BadFact, check_command
from croupier.table.state import Memory

FORMAT = "croupier-script/1"

Pair = Annotated[tuple[Cents, Cents], Meta(description="smallest and largest wager, in cents")]


class BadScript(ValueError):
    """A script that cannot be read: one sentence that says what and where."""


class LimitsEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """Smallest and largest wager of a box, by wager."""

    ante: Pair = (USUAL_LIMITS.minimum, USUAL_LIMITS.maximum)
    pair_plus: Pair = (USUAL_LIMITS.minimum, USUAL_LIMITS.maximum)


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
    limits: LimitsEntry = LimitsEntry()
    jackpot: str | None = None
    entry: EntryMode = EntryMode.ENFORCING
    readings: Mapping[str, bool | int | str] = {}
    layout: str | None = None
    round: Annotated[int, Meta(ge=1)] = 1
    memory: MemoryEntry = MemoryEntry()

    def settings(self) -> TableSettings:
        return TableSettings(
            rulebook=read_as(find_rulebook(self.rulebook), self.readings),
            boxes=self.boxes,
            device=self.device,
            ante=Limits(*self.limits.ante),
            pair_plus=Limits(*self.limits.pair_plus),
            jackpot=self.jackpot,
            entry=self.entry,
            layout=self.layout,
        )


class JackpotEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A progressive of the house."""

    meter: Cents
    reset: Cents
    stake: Cents = 500
    max_credits: int = 5
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


class Script(Struct, frozen=True, forbid_unknown_fields=True):
    """The house, and every command given in it, in order."""

    format: Literal["croupier-script/1"]
    tables: Annotated[Mapping[str, TableEntry], Meta(min_length=1)]
    jackpots: Mapping[str, JackpotEntry] = {}
    commands: tuple[FloorCommand, ...] = ()

    def table_of(self, command: FloorCommand) -> str:
        """The table that a command is for; one may be left out where there is one."""
        return command.table or next(iter(self.tables))


A_SECOND = timedelta(seconds=1)


def moment(text: str) -> datetime:
    """An ISO 8601 time; without a zone it is taken as UTC."""
    at = datetime.fromisoformat(text)
    return at if at.tzinfo is not None else at.replace(tzinfo=UTC)


_DECODER = msgspec.json.Decoder(Script)


def read_script(text: bytes | str) -> Script:
    """A script that is sound as a document; what the game makes of it is seen when played."""
    try:
        script = _DECODER.decode(text)
    except msgspec.ValidationError as error:
        raise BadScript(_explain(str(error), text)) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadScript(f"this is not JSON: {_plain(str(error))}") from None
    _check_house(script)
    for index, command in enumerate(script.commands):
        try:
            _check_target(script, command)
            check_command(command, script.tables[script.table_of(command)].boxes)
        except (BadFact, NoSuchCard) as error:
            where = f"{_command_name(index, command)}, field '{_field_of(error, command)}'"
            raise BadScript(f"{where}: {error}") from None
    _check_times(script)
    return script


def _field_of(error: BadFact | NoSuchCard, command: FloorCommand) -> str:
    """The field that is wrong; of a card, the one that names it."""
    if isinstance(error, BadFact):
        return error.field
    fields = ("hands", "shoe", "magic_card", "card", "order", "cards")
    texts = {name: getattr(command, name, None) for name in fields}
    return next(name for name, text in texts.items() if text and error.name in str(text))


def _command_name(index: int, command: FloorCommand) -> str:
    return f"command {index} ({command.__struct_config__.tag})"


def _check_house(script: Script) -> None:
    linked: dict[str, tuple[str, TableEntry]] = {}
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
    """Times never go back; before the first one given, any will do."""
    now: datetime | None = None
    for index, command in enumerate(script.commands):
        if command.at is None:
            now = now and now + A_SECOND
            continue
        where = f"{_command_name(index, command)}, field 'at'"
        try:
            given = moment(command.at)
        except ValueError:
            raise BadScript(f"{where}: '{command.at}' is not an ISO 8601 time") from None
        if now is not None and given < now:
            raise BadScript(f"{where}: earlier than the command before")
        now = given


_PATH = re.compile(r" - at `\$(?P<path>.*?)`$")
_COMMAND = re.compile(r"^\.commands\[(\d+)\](.*)$")


def _explain(message: str, text: bytes | str) -> str:
    """The decoder's complaint as a sentence: which command, which field, what is wrong."""
    found = _PATH.search(message)
    path = found["path"] if found else ""
    problem = _plain(message[: found.start()] if found else message)
    missing = re.search(r"required field `(\w+)`", message)
    unknown = re.search(r"unknown field `(.+?)`", message)
    named = missing or unknown
    command = _COMMAND.match(path)
    if command:
        raw: Any = msgspec.json.decode(text)
        entry = raw["commands"][int(command[1])]
        do = entry.get("do", "?") if isinstance(entry, dict) else "?"
        field = named[1] if named else command[2].lstrip(".")
        where = f"command {command[1]} ({do})"
    else:
        parts = [part for part in path.split(".") if part]
        if named:
            parts.append(named[1])
        field = parts.pop() if parts else ""
        where = " ".join(parts) or "the script"
    return f"{where}, field '{field}': {problem}" if field else f"{where}: {problem}"


def _plain(message: str) -> str:
    return message.replace("`", "'")
