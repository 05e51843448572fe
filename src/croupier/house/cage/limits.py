"""What one movement of the cage may come to, and from where on it takes two people."""

from typing import Annotated

from msgspec import Meta, Struct

from croupier.house.refusals import HouseCode, decline
from croupier.money import MOST_CENTS, Cents, dollars

Most = Annotated[Cents, Meta(gt=0, le=MOST_CENTS)]


class CageLimits(Struct, frozen=True, forbid_unknown_fields=True):
    """Set in the house's configuration, and recorded whenever they are others than before."""

    buy_in: Most = 1_000_000_00
    cash_out: Most = 1_000_000_00
    table_buy_in: Most = 200_000_00
    fill: Most = 5_000_000_00
    credit: Most = 5_000_000_00
    count: Most = 10_000_000_00
    second_person_above: Annotated[Cents, Meta(ge=0, le=MOST_CENTS)] = 50_000_00
    """What is more than this is proposed by one person and carried out by another."""

    def demand_within(self, what: str, amount: Cents) -> None:
        """`what` is the name of the command."""
        most: Cents = getattr(self, what)
        if amount > most:
            decline(
                HouseCode.ABOVE_LIMIT,
                f"A single {what.replace('_', ' ')} is at most {dollars(most)} in this house; "
                f"{dollars(amount)} is more.",
            )

    def takes_two(self, amount: Cents) -> bool:
        return amount > self.second_person_above
