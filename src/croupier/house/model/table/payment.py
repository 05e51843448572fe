"""What has changed hands for the round that is over, and who ruled on it. A fold of the stream.

The lines of a round say what is due (`acts.py`); here is kept what the dealer has confirmed.
A settlement that is undone leaves the chips where they went: they count against the next one.
"""

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any

from msgspec import Struct, structs

from croupier.money import Cents
from croupier.rulebooks.irregularities import Decision, Irregularity
from croupier.rulebooks.roles import Actor
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.state import Matter

replace = structs.replace


class ActKind(StrEnum):
    """What a hand does with chips."""

    TAKE = "take"
    """From the layout to the tray."""
    GIVE_BACK = "give_back"
    """From the layout to the player: a stake."""
    PAY = "pay"
    """From the tray to the player: winnings, or what was taken or held back wrongly."""
    COLLECT = "collect"
    """From the player to the tray: what was handed over and is not due any more."""
    PRIZE = "prize"
    """A share of the meter, which two people release; never paid from the tray."""


class ActDone(Struct, frozen=True):
    """One movement of chips for one wager, to the cent of the ledger."""

    box: int
    player: str
    wager: str
    kind: ActKind
    amount: Cents
    laid: Cents = 0
    """The stake as it was recorded then."""

    @property
    def key(self) -> "WagerKey":
        return self.box, self.player, self.wager


WagerKey = tuple[int, str, str]


class Odd(Struct, frozen=True):
    """What no chip could pay of an act."""

    player: str
    amount: Cents
    at_cage: bool = False
    """Due there in coin; otherwise the player was given it."""


class Confirmed(Struct, frozen=True):
    """An act that the dealer has done."""

    act: ActDone
    settlement: int
    by: str
    at: datetime


class Ruling(Struct, frozen=True):
    """Something an official decided in this round."""

    by: Actor
    at: datetime
    settlement: int
    """How often the round had been settled then."""
    irregularity: Irregularity | None = None
    """None where an entry was corrected."""
    decision: Decision | None = None
    reason: str = ""
    clauses: tuple[str, ...] = ()
    box: int | None = None


class Payment(Struct, frozen=True):
    """Of the round that is on the table."""

    settlement: int = 0
    """How often it was settled, or declared void."""
    confirmed: tuple[Confirmed, ...] = ()
    rulings: tuple[Ruling, ...] = ()

    @property
    def before(self) -> tuple[Confirmed, ...]:
        """What changed hands for a settlement that does not stand any more."""
        return tuple(one for one in self.confirmed if one.settlement < self.settlement)


def after_command(payment: Payment, command: Any, at: datetime) -> Payment:
    """A corrected entry is a ruling, though no event says by whom."""
    if isinstance(command, c.CorrectEntry) and command.by is not None:
        box = command.box if isinstance(command.box, int) else None
        return _ruled(payment, Ruling(command.by, at, payment.settlement, box=box))
    return payment


def after_event(payment: Payment, event: Any, matters: Sequence[Matter], at: datetime) -> Payment:
    """With an event of the game; `matters` are those that were open before it."""
    match event:
        case e.BetsOpened():
            return Payment()
        case e.RoundSettled() | e.RoundVoided():
            return replace(payment, settlement=payment.settlement + 1)
        case e.MatterDecided(number=number):
            of = next((one for one in matters if one.number == number), None)
            ruling = Ruling(
                event.by,
                at,
                payment.settlement,
                None if of is None else of.irregularity,
                event.decision,
                event.reason,
                event.clauses,
                None if of is None else of.box,
            )
            return _ruled(payment, ruling)
        case e.IrregularityDecided(report=report):
            ruling = Ruling(
                event.by,
                at,
                payment.settlement,
                report.irregularity,
                event.decision,
                report.description or "",
                event.clauses,
                report.box,
            )
            return _ruled(payment, ruling)
        case _:
            return payment


def confirmed(
    payment: Payment, settlement: int, acts: tuple[ActDone, ...], by: str, at: datetime
) -> Payment:
    done = tuple(Confirmed(act, settlement, by, at) for act in acts)
    return replace(payment, confirmed=(*payment.confirmed, *done))


def _ruled(payment: Payment, ruling: Ruling) -> Payment:
    return replace(payment, rulings=(*payment.rulings, ruling))
