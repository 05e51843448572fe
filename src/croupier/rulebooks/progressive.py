"""The progressive jackpot of a game, and what goes with it: envy bonuses and drawn awards."""

from collections.abc import Mapping
from enum import StrEnum
from functools import cached_property

from msgspec import Struct

from croupier.ranking import HandClass, HandValue
from croupier.rulebooks.terms import (
    Cited,
    ClauseId,
    Money,
    Note,
    Odds,
    Percent,
    Rank,
    Source,
    Words,
)
from croupier.rulebooks.wagers import EitherWay, WagerKind


class StakeRule(StrEnum):
    """How large a jackpot wager is."""

    PRESCRIBED = "one prescribed amount"
    CREDITS = "one or more credits"


class Sharing(StrEnum):
    """How several winners at one table and round share the meter."""

    SUCCESSION = "one after another, each on the value then displayed"
    POOL_WITH_RESETS = (
        "pooled: the display and one reset for each further winner, "
        "or the prize's percentage of each"
    )
    POOL_RUNNING = "pooled: what each would be paid in turn, added up"
    SHARE_DISPLAY = "one prize, shared"


class ClaimOrder(StrEnum):
    """Which of two winners at different tables is paid first."""

    BY_DEAL = "the hand dealt first"
    BY_ENTRY = "the hand entered first"


class EnvySeated(StrEnum):
    """Which jackpot players an envy bonus goes to."""

    PRESENT = "who has not left"
    ALL = "who has left too"


class EnvyPer(StrEnum):
    """How often one player gets it for one hand."""

    AREA = "once for each area with a jackpot wager"
    PLAYER = "once a player"


class HandPattern(Struct, frozen=True):
    """A row's hand: a class, for some rows from a given top rank, and in given suits."""

    hand_class: HandClass
    top: Rank | None = None
    suits: frozenset[int] | None = None

    def matches(self, value: HandValue, suit: int) -> bool:
        return (
            value.hand_class is self.hand_class
            and (self.top is None or value.ranks[0] == self.top)
            and (self.suits is None or suit in self.suits)
        )


class MeterShare(Struct, frozen=True, tag=True):
    """A percentage of the progressive; the stake is lost (X4)."""

    percent: Percent


class FixedSum(Struct, frozen=True, tag=True):
    """A sum of money, paid by the House; the stake is lost (X4, X7)."""

    amount: Money


class ToOne(Struct, frozen=True, tag=True):
    """Odds on the stake, which is returned too (X4)."""

    odds: Odds


Prize = MeterShare | FixedSum | ToOne


class JackpotRow(Struct, frozen=True, kw_only=True):
    """One row of a jackpot pay table."""

    name: Words
    hand: HandPattern
    prize: Prize
    clause: ClauseId
    shared_by: Source = Source()
    """For several winners of it at one table and round (MEGA 3.15.1)."""
    envy: Cited[Money] | None = None


class AfterFailure(Struct, frozen=True, kw_only=True):
    """The courses that the House may take after a failure (CSP 5.18.2)."""

    choice: Source
    close_table: Source = Source()
    bar_boxes: Source = Source()
    no_jackpot: Source = Source()
    notice: Source = Source()
    """Of the notice that no jackpot wagers are taken."""


class JackpotRules(Struct, frozen=True, kw_only=True, dict=True):
    """The progressive jackpot of a document."""

    targets: Cited[tuple[WagerKind, ...]]
    stake: Cited[StakeRule]
    needs_ante: Cited[bool]
    second_refused: Cited[bool]
    """One wager on each target: it cannot be increased."""
    others_box: Source
    """No jackpot wager on a box whose seated player is another."""
    rows: tuple[JackpotRow, ...]
    pay_table: Source
    sharing: Cited[Sharing]
    lower_first: Cited[bool]
    """Lower hands are paid before the one that takes the whole meter (MEGA 3.15.3)."""
    order: Cited[ClaimOrder]
    house_order: Cited[bool] = Cited(value=False)
    """The House may fix the order of claims."""
    either_way: EitherWay
    claim: Source
    claim_is_entry: Cited[bool]
    """A claim enters the hand in the jackpot system, and is priced at once (MEGA 3.14)."""
    after_failure: AfterFailure
    no_ante_returned_at_close: Cited[bool]
    """A wager without the ante that it needs is returned at the close, or stays until the end."""
    notes: Mapping[str, Note] = {}

    @cached_property
    def rows_of(self) -> Mapping[HandClass, tuple[JackpotRow, ...]]:
        """The rows that a hand of each class may fit, highest first."""
        classes = {row.hand.hand_class for row in self.rows}
        return {
            one: tuple(row for row in self.rows if row.hand.hand_class is one) for one in classes
        }


NO_PROGRESSIVE = JackpotRules(
    targets=Cited(value=()),
    stake=Cited(value=StakeRule.PRESCRIBED),
    needs_ante=Cited(value=True),
    second_refused=Cited(value=True),
    others_box=Source(),
    rows=(),
    pay_table=Source(),
    sharing=Cited(value=Sharing.SUCCESSION),
    lower_first=Cited(value=False),
    order=Cited(value=ClaimOrder.BY_ENTRY),
    either_way=EitherWay("", ""),
    claim=Source(),
    claim_is_entry=Cited(value=False),
    after_failure=AfterFailure(choice=Source()),
    no_ante_returned_at_close=Cited(value=True),
)
"""For a game without one: nothing is staked, grows, is claimed or paid."""


class Draws(Struct, frozen=True, kw_only=True):
    """The awards that the jackpot system draws (SSP 4.3-4.5)."""

    magic_card: Cited[Odds]
    magic_card_dealer: Source
    lucky_player: Cited[Odds]
    lucky_dealer: Cited[Odds]


class Envy(Struct, frozen=True, kw_only=True):
    """The bonus for another player's top hand (TCP 3.16-3.17)."""

    seated: Cited[EnvySeated]
    per: Cited[EnvyPer]
    notes: Mapping[str, Note] = {}
