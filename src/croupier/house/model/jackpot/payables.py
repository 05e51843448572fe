"""Wins of a meter that wait for two people, and chips that were paid out for such wins.

A wallet gives back what is undone; chips lie in a pocket. What somebody was paid in chips is
theirs to give back when the win is undone, and set off where it comes back: whoever enters a
hand there and back makes nothing payable a second time.
"""

from datetime import datetime

from msgspec import UNSET, Struct, structs

from croupier.house.model.jackpot.events import JackpotPaid, PaymentReturned, PrizeReleased
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
    before: Cents = 0
    """What they have been paid of the win already, in chips: set off."""
    slip: str | None = None
    """Released by two people: the hand-pay slip on which the cage pays it in cash."""

    @property
    def place(self) -> tuple[str, int, int, WagerKind]:
        return self.table, self.round, self.box, self.target


class Handed(Struct, frozen=True):
    """Chips that a player was paid for the wins of a round."""

    table: str
    round: int
    player: str
    paid: Cents = 0
    """For wins that stand."""
    unreturned: Cents = 0
    """For wins that were undone, and not given back."""
    rounded: Cents | None = None
    """What the chips came to beyond both, because no chip is so small. None: it was paid to the
    cent, in cash or with coin, or before odd cents were looked at."""

    @property
    def key(self) -> tuple[str, int, str]:
        return self.table, self.round, self.player

    def to_give_back(self, smallest: Cents | None) -> Cents:
        """In whole chips, where it was paid so; never to the player's loss. What is less than a
        chip comes back in coin."""
        if self.rounded is None or smallest is None:
            return self.unreturned
        both = self.unreturned + self.rounded
        return both - both % smallest or self.unreturned


Payables = tuple[Payable, ...]
AllHanded = tuple[Handed, ...]
Event = JackpotWon | PrizeReleased | JackpotPaid | WinsReversed | PaymentReturned


def after(
    payables: Payables, handed: AllHanded, event: Event, money: Money | None, at: datetime
) -> tuple[Payables, AllHanded]:
    """What is payable, and what has been handed over, after an event."""
    match event:
        case JackpotWon():
            return _won(payables, handed, event, money, at)
        case PrizeReleased():
            place = (event.table, event.round, event.box, event.target)
            return tuple(
                structs.replace(one, slip=event.slip) if one.place == place else one
                for one in payables
            ), handed
        case JackpotPaid():
            place = (event.table, event.round, event.box, event.target)
            left = tuple(one for one in payables if one.place != place)
            return left, handed_over(handed, event)
        case WinsReversed():
            key = (event.table, event.round)
            left = tuple(one for one in payables if (one.table, one.round) != key)
            return left, taken_back(handed, event)
        case PaymentReturned():
            return payables, returned(handed, event)


def _won(
    payables: Payables, handed: AllHanded, event: JackpotWon, money: Money | None, at: datetime
) -> tuple[Payables, AllHanded]:
    """With the wins of an event; demonstration players have been paid."""
    if money is None:
        return payables, handed
    table, round_ = event.table, event.round
    for one in event.winnings:
        if money is Money.PRACTICE and is_bot(one.player):
            continue
        before, handed = set_off(handed, (table, round_, one.player), one.amount)
        if rest := one.amount - before:
            due = Payable(table, round_, one.box, one.target, one.player, rest, at, before)
            payables = (*payables, due)
    return payables, handed


# Chips


def handed_over(handed: AllHanded, event: JackpotPaid) -> AllHanded:
    """With a payment in chips; earlier rounds of the table that owe nothing are let go."""
    if event.paid_before is UNSET:
        return handed
    key = (event.table, event.round, event.player)
    one = handed_to(handed, key)
    kept = tuple(
        other
        for other in handed
        if other.unreturned or other.table != event.table or other.round >= event.round
    )
    rounded = one.rounded
    if event.given is not UNSET:
        rounded = (rounded or 0) + event.given
    return _with(kept, structs.replace(one, paid=one.paid + event.amount, rounded=rounded))


def taken_back(handed: AllHanded, event: WinsReversed) -> AllHanded:
    """What was paid for the wins of a round is to be given back."""
    return tuple(
        structs.replace(one, paid=0, unreturned=one.unreturned + one.paid)
        if (one.table, one.round) == (event.table, event.round)
        else one
        for one in handed
    )


def set_off(handed: AllHanded, key: tuple[str, int, str], won: Cents) -> tuple[Cents, AllHanded]:
    """What of a win the player has got already."""
    one = handed_to(handed, key)
    amount = min(won, one.unreturned)
    if not amount:
        return 0, handed
    settled = structs.replace(one, paid=one.paid + amount, unreturned=one.unreturned - amount)
    return amount, _with(handed, settled)


def returned(handed: AllHanded, event: PaymentReturned) -> AllHanded:
    one = handed_to(handed, (event.table, event.round, event.player))
    left, rounded = one.unreturned - event.amount, one.rounded
    if rounded is not None:
        rounded -= event.given
    return _with(handed, structs.replace(one, unreturned=left, rounded=rounded))


def handed_to(handed: AllHanded, key: tuple[str, int, str]) -> Handed:
    """What a player was paid in chips for the wins of a round."""
    return next((one for one in handed if one.key == key), Handed(*key))


def _with(handed: AllHanded, changed: Handed) -> AllHanded:
    others = tuple(one for one in handed if one.key != changed.key)
    return (*others, changed) if changed.paid or changed.unreturned else others
