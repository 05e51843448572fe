"""What a house sets for a table, a progressive or its cage, beside what scripts know of them."""

import re
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from croupier.chips import CHIPS
from croupier.house.model.refusals import HouseCode, decline
from croupier.money import MOST_CENTS, Cents, dollars

Seconds = Annotated[int, Meta(ge=0, le=3600)]
"""Whole ones: a setting is read back from the log as the very number that was given."""

_SPELLED_AS_FRACTIONS = re.compile(
    rb'("(?:betting|decision|reveal|pause)_seconds":[0-9]+)\.0(?=[,}])'
)


def in_whole_seconds(written: bytes) -> bytes:
    """What was written before seconds were whole numbers, when `15` could be spelled `15.0`."""
    return _SPELLED_AS_FRACTIONS.sub(rb"\1", written)


class Cards(StrEnum):
    """Where the cards of a table come from."""

    ELECTRONIC = "electronic"
    """A shuffle by the house, committed before bets close and opened after the round."""
    LIVE = "live"
    """The dealer, or a card-reading shoe, enters what lies on the table."""


class Money(StrEnum):
    """What is played for."""

    LIVE = "live"
    PRACTICE = "practice"
    """Play money, for guests, newcomers and demonstration players; worth nothing."""


class Pace(StrEnum):
    """How long a demonstration player thinks about a hand."""

    QUICK = "quick"
    STEADY = "steady"
    SLOW = "slow"

    @property
    def seconds(self) -> float:
        return {Pace.QUICK: 0.4, Pace.STEADY: 1.0, Pace.SLOW: 2.0}[self]


class FailureChoice(StrEnum):
    """What an unattended table does after a jackpot failure (CSP 5.18.2), set beforehand."""

    CLOSE_TABLE = "close_table"
    WITHOUT_JACKPOT = "without_jackpot"


class Dealing(Struct, frozen=True, forbid_unknown_fields=True):
    """Who deals a table and how long each stage lasts when nobody attends it.

    A hand that is not decided when the decision time is over is folded.
    """

    cards: Cards = Cards.ELECTRONIC
    automatic: bool = False
    betting_seconds: Seconds = 20
    """From the first wager of a round to the closing call."""
    decision_seconds: Seconds = 30
    reveal_seconds: Seconds = 2
    """The dealer's open hand is shown this long before wagers are settled."""
    pause_seconds: Seconds = 4
    """Between a round and the next opening call."""
    after_jackpot_failure: FailureChoice = FailureChoice.WITHOUT_JACKPOT
    magic_every: Annotated[int, Meta(ge=0)] = 10
    """SSP 4.3: the magic card is drawn in one round of so many, or never (0)."""
    lucky_every: Annotated[int, Meta(ge=0)] = 50
    """SSP 4.4: the lucky player and the lucky dealer, likewise."""


class JackpotTerms(Struct, frozen=True, forbid_unknown_fields=True):
    """What a progressive has beside its meter."""

    limit: Annotated[Cents, Meta(gt=0, le=MOST_CENTS)] | None = None
    """The meter never shows more; what grows beyond it is moved to the overflow."""
    reserve: str = "0"
    """Share of each jackpot wager kept for the next reset, an exact decimal."""


Most = Annotated[Cents, Meta(gt=0, le=MOST_CENTS)]


class OddMoney(StrEnum):
    """What a house does with an amount that no chip can pay."""

    ROUND = "round"
    """The player gets, or keeps, the next chip; the difference is posted to an account of its
    own."""
    CAGE = "cage"
    """The cage pays it in coin."""


class ChipSet(Struct, frozen=True, forbid_unknown_fields=True):
    """The chips of a house."""

    values: Annotated[tuple[Most, ...], Meta(min_length=1, max_length=20)] = CHIPS
    """In cents, smallest first."""
    odd_money: OddMoney = OddMoney.ROUND

    @property
    def smallest(self) -> Cents:
        return min(self.values)


class ReportTerms(Struct, frozen=True):
    """What a house sets for its reports."""

    comp: str = "0.2"
    """The share of the theoretical win that is given back as comps, an exact decimal."""
    session_minutes: int = 30
    """Whoever rests longer begins another session."""
    large_cash: Most = 10_000_00
    """Cash of this much, at once or in one gaming day together, is in the large-cash log."""


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
    two_people: bool = False
    """Chips go to and from tables by slips with two signatures, and two people close a day; not
    so in logs from before that was asked for."""

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
