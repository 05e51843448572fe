"""Play-money tables that the house sets up by itself, from a file of commands.

The file is a JSON list of commands as the service takes them: `register_jackpot`, `register_table`
with its `entry`, and `seat_bot` with the `table` it is for. A rulebook may be the path of a file,
because the person who starts the program may read files here.
"""

from collections.abc import Callable, Sequence

import msgspec
from msgspec import structs

from croupier.books import UnknownRulebook
from croupier.house.app.command_handler import CommandHandler
from croupier.house.model import commands as hc
from croupier.house.model.refusals import HouseRefused
from croupier.house.model.settings import Money
from croupier.house.model.table.decide import HOUSE_MANAGER

Wanted = hc.RegisterJackpot | hc.RegisterTable | hc.SeatBot


LONGEST = 1_000_000
"""The largest such file, in bytes."""


class BadSetUp(ValueError):
    """A file of tables that cannot be set up: one sentence says what and where."""


def read_set_up(text: bytes, open_rulebook: Callable[[str], str]) -> tuple[Wanted, ...]:
    """The commands of a file, with the names of rulebook files replaced by their text."""
    if len(text) > LONGEST:
        raise BadSetUp(f"it has more than {LONGEST:,} bytes")
    try:
        wanted = msgspec.json.decode(text, type=tuple[Wanted, ...])
        return tuple(_opened(one, open_rulebook) for one in wanted)
    except RecursionError:
        raise BadSetUp("it is nested too deeply") from None
    except (msgspec.DecodeError, UnicodeDecodeError, UnknownRulebook) as error:
        raise BadSetUp(str(error).replace("`", "'")) from None


def _opened(command: Wanted, open_rulebook: Callable[[str], str]) -> Wanted:
    if not isinstance(command, hc.RegisterTable):
        return command
    entry = structs.replace(command.entry, rulebook=open_rulebook(command.entry.rulebook))
    return structs.replace(command, entry=entry)


async def set_up(handler: CommandHandler, wanted: Sequence[Wanted]) -> None:
    """Carry out what does not exist yet, signed by the house."""
    for place, command in enumerate(wanted, 1):
        try:
            await _set_up(handler, command)
        except HouseRefused as refused:
            raise BadSetUp(f"command {place}: {refused}") from None


async def _set_up(handler: CommandHandler, command: Wanted) -> None:
    tag = str(command.__struct_config__.tag)
    match command:
        case hc.SeatBot(table=table, box=box):
            if table is None:
                raise BadSetUp(f"'{tag}' for box {box} names no table")
            if box in (await handler.streams.table(table)).state.bots:
                return
            key = f"set-up:{tag}:{table}:{box}"
        case hc.RegisterTable(name=name) | hc.RegisterJackpot(name=name):
            there = (
                handler.streams.tables() if tag == "register_table" else handler.streams.jackpots()
            )
            if name in there:
                return
            if command.money is not Money.PRACTICE:
                raise BadSetUp(
                    f"{name} is for live money, which takes two people: only what says "
                    '"money": "practice" is set up here'
                )
            table, key = None, f"set-up:{tag}:{name}"
    await handler.command(table, structs.replace(command, by=HOUSE_MANAGER), HOUSE_MANAGER, key)
