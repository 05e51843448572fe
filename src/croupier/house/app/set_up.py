"""Play-money tables that the house sets up by itself, from a file of commands.

The file is a JSON list of commands as the service takes them: `register_jackpot`, `register_table`
with its `entry`, and `seat_bot` with the `table` it is for. A rulebook may be the path of a file,
because the person who starts the program may read files here.

Demonstration tables of all five games are set up alike: several of them linked, with players who
play. The house signs for them itself; otherwise a new table takes two people.
"""

from collections.abc import Callable, Sequence

import msgspec
from msgspec import structs

from croupier.books import UnknownRulebook, find_rulebook
from croupier.house.app.command_handler import CommandHandler
from croupier.house.model import commands as hc
from croupier.house.model.refusals import HouseRefused
from croupier.house.model.settings import Dealing, JackpotTerms, Money, Pace
from croupier.house.model.table.decide import HOUSE_MANAGER
from croupier.script.format import JackpotEntry, TableEntry

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


# Demonstration tables


MANAGER = HOUSE_MANAGER

JACKPOTS = {
    "CASINO": JackpotEntry(meter=187_654_32, reset=50_000_00, stake=500, increment="0.25"),
    "MULTI": JackpotEntry(meter=1_042_118_75, reset=250_000_00, stake=500, increment="0.3"),
    "MEGA": JackpotEntry(meter=563_020_10, reset=100_000_00, stake=500, increment="0.3"),
    "SINGAPORE": JackpotEntry(meter=94_310_55, reset=25_000_00, stake=100, increment="0.2"),
}

_TABLES: dict[str, tuple[str, str | None, int]] = {
    "CSP-1": ("casino-stud", "CASINO", 7),
    "CSP-2": ("casino-stud", "CASINO", 7),
    "MLP-1": ("multi-link-stud", "MULTI", 7),
    "MLP-2": ("multi-link-stud", "MULTI", 7),
    "MEGA-1": ("megalink-stud", "MEGA", 6),
    "MEGA-2": ("megalink-stud", "MEGA", 6),
    "SSP-1": ("singapore-stud", "SINGAPORE", 7),
    "TCP-1": ("three-card-poker", None, 6),
}
_BOTS = {
    2: ("Ada", Pace.STEADY, {5: "akj83", 3: "q64"}),
    4: ("Blaise", Pace.SLOW, {5: "three-rules", 3: "mimic"}),
    5: ("Pierre", Pace.QUICK, {5: "always", 3: "always"}),
}
"""By box: a name, a pace, and a strategy by size of the hand. They differ, so that there is
something to watch."""


async def set_up_demonstration(handler: CommandHandler) -> int:
    """Register what does not exist yet; returns the number of tables."""
    known = set(handler.streams.jackpots())
    for name, entry in JACKPOTS.items():
        if name not in known:
            terms = JackpotTerms(limit=10_000_000_00, reserve="0.05")
            register = hc.RegisterJackpot(
                name=name, entry=entry, terms=terms, money=Money.PRACTICE, by=MANAGER
            )
            await handler.command(None, register, MANAGER, f"demo:jackpot:{name}")
    there = set(handler.streams.tables())
    for name, (rulebook, jackpot, boxes) in _TABLES.items():
        if name not in there:
            entry_of = TableEntry(
                rulebook,
                boxes=boxes,
                limits={"ante": (1000, 100_000), "pair_plus": (1000, 100_000)},
                jackpot=jackpot,
            )
            dealing = Dealing(
                automatic=True, betting_seconds=15, decision_seconds=25, pause_seconds=8
            )
            table = hc.RegisterTable(
                name=name, entry=entry_of, dealing=dealing, money=Money.PRACTICE, by=MANAGER
            )
            await handler.command(None, table, MANAGER, f"demo:table:{name}")
            await _seat(handler, name, find_rulebook(rulebook).hands.size, jackpot is not None)
    return len(_TABLES)


async def _seat(handler: CommandHandler, table: str, size: int, linked: bool) -> None:
    for box, (bot, pace, strategies) in _BOTS.items():
        seat = hc.SeatBot(
            box=box,
            name=f"{bot} (bot)",
            strategy=strategies[size],
            ante=2500,
            jackpot=linked,
            pace=pace,
            by=MANAGER,
        )
        await handler.command(table, seat, MANAGER, f"demo:bot:{table}:{box}")
