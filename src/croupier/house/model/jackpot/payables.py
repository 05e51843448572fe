"""Wins of a meter that wait for two people: out of the meter, not yet in a wallet."""

from datetime import datetime

from msgspec import Struct

from croupier.house.model.events import JackpotPaid
from croupier.house.model.ledger.accounts import is_bot
from croupier.house.model.settings import Money
from croupier.jackpot.events import JackpotWon, WinsReversed
from croupier.money import Cents
from croupier.rulebooks.wagers import WagerKind


class Payable(Struct, frozen=True):
    """What one winner is due."""

    table: str
    round: int
    box: int
    target: WagerKind
    player: str
    amount: Cents
    at: datetime

    @property
    def place(self) -> tuple[str, int, int, WagerKind]:
        return self.table, self.round, self.box, self.target


Payables = tuple[Payable, ...]


def won(payables: Payables, event: JackpotWon, money: Money | None, at: datetime) -> Payables:
    """With the wins of an event; demonstration players have been paid."""
    if money is None:
        return payables
    return payables + tuple(
        Payable(event.table, event.round, one.box, one.target, one.player, one.amount, at)
        for one in event.winnings
        if not (money is Money.PRACTICE and is_bot(one.player)) and one.amount
    )


def reversed_(payables: Payables, event: WinsReversed) -> Payables:
    key = (event.table, event.round)
    return tuple(one for one in payables if (one.table, one.round) != key)


def paid(payables: Payables, event: JackpotPaid) -> Payables:
    place = (event.table, event.round, event.box, event.target)
    return tuple(one for one in payables if one.place != place)
