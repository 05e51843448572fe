"""Demonstration tables of all five games, several of them linked, with players who play.

The house sets them up by itself and signs for it; otherwise a new table takes two people.
"""

from croupier.books import find_rulebook
from croupier.house.app.command_handler import CommandHandler
from croupier.house.model import commands as hc
from croupier.house.model.settings import Dealing, JackpotTerms, Money, Pace
from croupier.house.model.table.decide import HOUSE_MANAGER
from croupier.script.format import JackpotEntry, TableEntry

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


async def set_up(handler: CommandHandler) -> int:
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
            dealing = Dealing(automatic=True, betting_seconds=15, decision_seconds=25)
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
