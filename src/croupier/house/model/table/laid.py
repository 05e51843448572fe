"""What a table of physical chips keeps from round to round beside who sits there."""

from datetime import datetime

from msgspec import Struct

from croupier.money import Cents
from croupier.rulebooks.wagers import WagerName
from croupier.table.outcome import stakes_of
from croupier.table.state import Idle, Table

UNKNOWN = "unknown "
"""How the name of a seat begins whose player the house does not know."""


class Needed(Struct, frozen=True):
    """What the dealer has asked pit or cage for, until somebody sees to it."""

    number: int
    need: str
    words: str
    by: str
    at: datetime


class Laid(Struct, frozen=True):
    """A wager as it lay when bets were closed."""

    box: int
    player: str
    wager: WagerName
    amount: Cents


def laid_in(game: Table) -> tuple[Laid, ...]:
    """The wagers of a round that a dealer may repeat in the next."""
    if isinstance(game.round, Idle):
        return ()
    stay = game.rulebook.stay.wager
    return tuple(
        Laid(number, share.player, wager, amount)
        for number, box in sorted(game.round.boxes.items())
        for share in box.shares
        for wager, amount in stakes_of(game.rulebook, share)
        if wager != stay
    )
