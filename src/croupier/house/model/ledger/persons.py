"""Whose money moves, and which way: every posting that touches a person is seen here.

Buy-ins, wagers, cash-outs and jackpot payments all end up as postings on the account of
somebody. Whoever stands behind that account is looked at for each of them alike (`standing`
in `people`), so that no command, now or later, can move money past the register.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum

from msgspec import Struct

from croupier.house.model import events as h
from croupier.house.model.cage import events as c
from croupier.house.model.records import Posting, Record
from croupier.table import events as e

_KINDS = ("player", "play", "chips")


class Way(StrEnum):
    """What a movement means for the person."""

    IN = "in"
    """A buy-in, at the cage or at a table; play money that is taken."""
    STAKE = "stake"
    """A wager that brings somebody into a round, or more of them into it."""
    OUT = "out"
    """A cash-out."""
    PAID = "paid"
    """A jackpot payment that two people release."""


class Movement(Struct, frozen=True):
    """Money of one person that a command moves."""

    way: Way
    kind: str
    """`player`, `play` or `chips`: a wallet, one for play money, a pocket."""
    name: str

    @property
    def live(self) -> bool:
        return self.kind != "play"

    @property
    def pocket(self) -> bool:
        """Physical chips, which the house does not see: whoever has them may be unknown to it."""
        return self.kind == "chips"


def movements(
    record: Record, event: h.LogEvent, postings: Sequence[Posting], stay: str | None
) -> Iterator[Movement]:
    """The people behind the postings of one event, as far as it is up to them to be there.

    What comes back to somebody (a stake, a line that won, a debt) asks nobody's leave; who is
    in a round may lay the wager `stay` that keeps a hand in it.
    """
    match event:
        case c.BoughtIn() | c.PracticeTaken() | c.TableBoughtIn():
            way = Way.IN
        case c.CashedOut():
            way = Way.OUT
        case e.WagerPlaced(wager=wager) if wager != stay:
            way = Way.STAKE
        case h.JackpotPaid():
            way = Way.PAID
        case _:
            return
    giving = way in (Way.OUT, Way.STAKE)
    for one in postings:
        if one.version != record.version:
            continue
        kind, parted, name = (one.debit if giving else one.credit).partition(":")
        if parted and kind in _KINDS:
            yield Movement(way, kind, name)
