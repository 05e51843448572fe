"""Wallets and those who use them: with what they may wager, and being told when it moves."""

from collections.abc import Iterator
from typing import Any

from croupier.house import events as h
from croupier.house.people.identity import Person
from croupier.house.refusals import HouseCode, decline
from croupier.house.settings import Money
from croupier.house.streams.offices import Office
from croupier.house.streams.stream import Change
from croupier.house.table.state import HouseTable
from croupier.house.viewers.callbacks import Callbacks
from croupier.table import events as e
from croupier.table.state import Idle

_BY_BOX = (e.HandFolded, e.HandInvalidated, e.RoundSettled, e.RoundVoided, e.SettlementReversed)
"""Events that move money of players whom they do not name."""


class Purses(Callbacks):
    """Those who look at their wallet, by person."""

    def tell(self, stream: str, change: Change[Any]) -> None:
        """A change is on disk: whose money it moved is told."""
        if not self._here:
            return
        for person in set(_concerned(stream, change)) & self._here.keys():
            self.call(person)


def _concerned(stream: str, change: Change[Any]) -> Iterator[str]:
    by_box = False
    for event in change.events:
        if isinstance(event, h.CommandGiven):
            continue
        by_box = by_box or isinstance(event, _BY_BOX)
        if isinstance(event, e.WagerSettled):
            yield event.line.player
        elif stream == Office.CAGE or isinstance(event, h.JackpotPaid | e.TableEvent):
            name = getattr(event, "player", None)
            if isinstance(name, str):
                yield name
    state = change.state
    if by_box and isinstance(state, HouseTable) and not isinstance(state.game.round, Idle):
        for box in state.game.round.boxes.values():
            for share in box.shares:
                yield share.player


def demand_money(person: Person, table: HouseTable) -> None:
    """Guests play for play money; where chips are physical, only staff write wagers down."""
    if person.guest and not table.practice:
        decline(HouseCode.OTHER_MONEY, "Guests play at practice tables only.")
    actor = person.actor
    staff = actor is not None and actor.role.is_staff
    if table.recording and table.money is Money.LIVE and not staff:
        decline(
            HouseCode.NOT_YOUR_POWER,
            f"Table {table.name} is played with chips: the dealer writes the wagers down.",
        )
