"""What may be asked of a progressive, and what every command has."""

from typing import Annotated, final

from msgspec import Meta, Struct

from croupier.money import MOST_CENTS, Cents
from croupier.rulebooks.terms import Actor

BoxNumber = Annotated[int, Meta(ge=1)]
Name = Annotated[str, Meta(min_length=1)]


class Command(Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True):
    """Who asks for what, where and when; the keys are those of table scripts."""

    table: Name | None = None
    """May be omitted when the house has one table."""
    by: Actor | None = None
    """Defaults to the box's player for a player's act and to the dealer for the rest."""
    at: str | None = None
    """ISO 8601; defaults to one second after the previous command."""


class PendingClaim(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A claim that waits its turn, identified by where it was won."""

    table: Name
    box: BoxNumber
    round: Annotated[int, Meta(ge=1)] | None = None


@final
class OrderClaims(Command, frozen=True, tag="order_claims"):
    """The House sets the order of pending claims (CSP 4.5.2)."""

    claims: Annotated[tuple[PendingClaim, ...], Meta(min_length=1)]


@final
class AdjustJackpot(Command, frozen=True, tag="adjust_jackpot"):
    """A recorded correction of the meter."""

    jackpot: Name
    amount: Annotated[Cents, Meta(ge=-MOST_CENTS, le=MOST_CENTS)]
    reason: str


JackpotCommand = OrderClaims | AdjustJackpot
