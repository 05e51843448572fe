"""The wagers of a game: their names, the hands they are on, and the tables they pay by."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from croupier.ranking import HandClass
from croupier.rulebooks.terms import Cited, ClauseId, Odds

WagerName = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]*\Z", max_length=40)]
"""What a rulebook calls a wager; scripts, logs and answers use the same name."""


class WagerKind(StrEnum):
    """The wagers that play the same part in every game, by their names.

    The others have the names that the rulebook gives them: the wager that keeps a hand in, and
    the side wagers.
    """

    ANTE = "ante"
    JACKPOT = "jackpot"
    DEALER_JACKPOT = "dealer_jackpot"


JACKPOTS = (WagerKind.JACKPOT, WagerKind.DEALER_JACKPOT)


class Backed(StrEnum):
    """The hand that a side wager is on."""

    PLAYER = "the player's hand"
    DEALER = "the dealer's hand"
    BOTH = "the best five cards of both hands together"


class Award(StrEnum):
    """Awards that are not wagers, in the order in which lines list them."""

    ANTE_BONUS = "ante_bonus"
    ENVY_BONUS = "envy_bonus"
    MAGIC_CARD = "magic_card"
    LUCKY_PLAYER = "lucky_player"
    LUCKY_DEALER = "lucky_dealer"


class EitherWay(Struct, frozen=True):
    """The clauses under which something is paid, whatever the dealer has."""

    no_hand: ClauseId
    """The one for a dealer who does not qualify."""
    hand: ClauseId

    def paid_by(self, qualified: bool) -> str:
        return self.hand if qualified else self.no_hand


class PayTable(Struct, frozen=True):
    """Odds "to 1" by class of hand; a class that has no row pays nothing."""

    odds: Mapping[HandClass, Odds]
    clauses: Mapping[HandClass, ClauseId]
    clause: ClauseId
    either_way: EitherWay | None = None

    def paid_by(self, hand_class: HandClass, qualified: bool) -> tuple[str, ...]:
        """The clauses of a row that pays."""
        row = self.clauses[hand_class]
        if self.either_way is None:
            return (row,)
        return (row, self.either_way.paid_by(qualified))


class SideWager(Struct, frozen=True, kw_only=True):
    """A wager that a hand is of a class that pays, whoever wins the comparison."""

    label: str
    """What people call it: `Pair Plus`."""
    hand: Cited[Backed]
    pays: PayTable
    alone: Cited[bool]
    """It takes part without an ante (TCP 3.4)."""
    kept_on_fold: Cited[bool]
    """A player who folds can still win it."""
