"""A house in which every page has something to show: all games, many people, long names."""

import secrets
from typing import Any

from msgspec import Struct

from croupier.house.app.set_up import JACKPOTS, MANAGER
from croupier.house.model import commands as hc
from croupier.house.model.people.roles import HouseRole
from croupier.house.model.settings import Cards, Dealing, JackpotTerms, Money
from croupier.rulebooks.settings import EntryMode
from croupier.rulebooks.wagers import WagerKind
from croupier.script.format import JackpotEntry, TableEntry
from croupier.table import commands as c
from tests.house.serving import session_of
from tests.web.office_pages.office import Office

LONG = "bartholomew-featherstonehaugh"
"""A name without a place to break it."""
HUGE = "HUGE"


class Room(Struct, frozen=True):
    """A table that is dealt by hand, and what is played there."""

    game: str
    jackpot: str
    boxes: int
    entry: EntryMode = EntryMode.ENFORCING


ROOMS = {
    "ROOM-CSP": Room("casino-stud", "GRAND", 7),
    "ROOM-MLP": Room("multi-link-stud", "MULTI", 7),
    "ROOM-MEGA": Room("megalink-stud", "MEGA", 6),
    "ROOM-SSP": Room("singapore-stud", "SINGAPORE", 7),
    "ROOM-TCP": Room("three-card-poker", "THREE", 6),
    "ROOM-DEALER": Room("singapore-stud", "SINGAPORE", 7, EntryMode.RECORDING),
    "ROOM-PIT": Room("casino-stud", "GRAND", 7),
}


HANDS = (
    "Ts 9s Th 9h 8s",
    "Td 9d Tc 9c 8d",
    "7s 7h 7d 2s 2h",
    "6s 6h 6d 3s 3h",
    "5s 5h 5d 4s 4h",
)
DEALER = "Ac Kd Js Ah Kc"
"""With many a ten, whose rank has two signs; Three Card Poker takes the first three cards."""


class Premises(Office):
    """The office with its round, a table of each game, and a jackpot of fifteen digits."""

    async def _people(self) -> None:
        await super()._people()
        self.tokens[LONG] = await session_of(self.house, LONG, HouseRole.PLAYER)

    async def _furnish(self) -> None:
        await super()._furnish()
        handler = self.house.handler
        meters = {
            room.jackpot: JACKPOTS.get(room.jackpot, JACKPOTS["MULTI"]) for room in ROOMS.values()
        }
        huge = JackpotEntry(meter=10**15, reset=50_000_00, stake=500, increment="0.25")
        for name, entry in {**meters, HUGE: huge}.items():
            jackpot = hc.RegisterJackpot(
                name=name, entry=entry, terms=JackpotTerms(), money=Money.PRACTICE, by=MANAGER
            )
            await handler.command(None, jackpot, MANAGER, f"jackpot:{name}")
        for name, room in ROOMS.items():
            await self._register(name, room)

    async def _register(self, name: str, room: Room) -> None:
        table = hc.RegisterTable(
            name=name,
            entry=TableEntry(
                room.game,
                boxes=room.boxes,
                limits={"ante": (1000, 100_000), "pair_plus": (1000, 100_000)},
                jackpot=room.jackpot,
                entry=room.entry,
            ),
            dealing=Dealing(cards=Cards.LIVE),
            money=Money.PRACTICE,
            by=MANAGER,
        )
        await self.house.handler.command(None, table, MANAGER, f"table:{name}")

    def add(self, name: str, room: Room) -> None:
        """One more table."""
        self.wait(self._register(name, room))

    def open(self) -> None:
        super().open()
        for player in ("ann", LONG):
            self.fund(player)

    def act(self, table: str, *acts: tuple[str, Any]) -> None:
        """One command after the other, each with a key of its own."""
        for person, command in acts:
            self.give(person, table, command, secrets.token_hex(8))

    def bet(self, table: str, boxes: tuple[int, ...]) -> None:
        """Ann on these boxes, and another on the box behind them, each with a jackpot wager."""
        for person, box in (*(("ann", box) for box in boxes), (LONG, boxes[-1] + 1)):
            ante = c.PlaceWager(box=box, wager=WagerKind.ANTE, amount=2500)
            self.act(table, (person, ante))
            self.act(table, (person, c.PlaceWager(box=box, wager=WagerKind.JACKPOT)))

    def deal(self, table: str, boxes: tuple[int, ...], room: Room) -> None:
        signs = len("Ts 9s Th") if room.game == "three-card-poker" else len(DEALER)
        laid = dict(zip(map(str, (*boxes, boxes[-1] + 1)), HANDS, strict=False))
        hands = {place: hand[:signs] for place, hand in {**laid, "dealer": DEALER}.items()}
        self.act(table, ("kim", c.CloseBets()), ("kim", c.Deal(hands=hands)))
