"""What a game is: a frozen, complete value in which every rule carries its clause.

The five documents become five instances of `Rulebook`; a what-if is one more
instance. Nothing that plays, settles or computes asks which game it is: it reads
these fields. What a house may set (limits, boxes, seeds) is in `settings`.
"""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from functools import cached_property
from typing import Generic, TypeVar

from msgspec import Struct

from croupier.money import Cents
from croupier.ranking import HandClass, HandValue, OrderOfHands
from croupier.rulebooks.irregularities import Irregularity, IrregularityRule

T = TypeVar("T")


class Cited(Struct, Generic[T], frozen=True):
    """A value and the clauses that give it; where none does, the reading we follow."""

    value: T
    clauses: tuple[str, ...] = ()
    reading: str | None = None

    @property
    def clause(self) -> str | None:
        """The first clause, for a refusal; none where only a reading speaks."""
        return self.clauses[0] if self.clauses else None


class Device(StrEnum):
    """What the cards come from (CSP 1.5, 1.7)."""

    SHOE = "shoe"
    SHUFFLER = "shuffler"


class DealPattern(StrEnum):
    """How a device's cards go round the table."""

    SINGLY = "one card at a time"
    WHOLE_HANDS = "whole hands"


class WagerKind(StrEnum):
    """Every wager of the five documents, in the order in which lines list them."""

    ANTE = "ante"
    PAIR_PLUS = "pair_plus"
    BET = "bet"
    PLAY = "play"
    JACKPOT = "jackpot"
    DEALER_JACKPOT = "dealer_jackpot"


class Award(StrEnum):
    """What may be won without being a wager, in the order in which lines list them."""

    ANTE_BONUS = "ante_bonus"
    ENVY_BONUS = "envy_bonus"
    MAGIC_CARD = "magic_card"
    LUCKY_PLAYER = "lucky_player"
    LUCKY_DEALER = "lucky_dealer"


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


class Absence(StrEnum):
    """What becomes of the undecided hand of a player who is not there."""

    FOLD = "fold"
    RETURN = "return"
    """The hand is out and its wagers go back (MEGA 5.11)."""
    REFER = "refer"
    """The shift manager decides (M12)."""


class UnderMinimum(StrEnum):
    """What becomes of an ante under the minimum that nobody noticed in time."""

    PLAYS = "plays as it lies"
    ONCE = "plays until one has won or lost; later ones are returned"


class EnvySeated(StrEnum):
    """Which jackpot players an envy bonus goes to."""

    PRESENT = "who has not left"
    ALL = "who has left too"


class EnvyPer(StrEnum):
    """How often one player gets it for one hand."""

    AREA = "once for each area with a jackpot wager"
    PLAYER = "once a player"


class PayTable(Struct, frozen=True):
    """Odds "to 1" by class of hand; a class that has no row pays nothing."""

    odds: Mapping[HandClass, int]
    clauses: Mapping[HandClass, str]
    clause: str
    whatever_the_dealer_has: tuple[str, ...] = ()
    """The clause that pays when the dealer has no hand, then the one when he has."""

    def paid_by(self, hand_class: HandClass, qualified: bool) -> tuple[str, ...]:
        """The clauses of a row that pays."""
        row = self.clauses[hand_class]
        if not self.whatever_the_dealer_has:
            return (row,)
        no_hand, has_hand = self.whatever_the_dealer_has
        return (row, has_hand if qualified else no_hand)


class HandPattern(Struct, frozen=True):
    """A row's hand: a class, for some rows from a given top rank, and in given suits."""

    hand_class: HandClass
    top: int | None = None
    suits: frozenset[int] | None = None

    def matches(self, value: HandValue, suit: int) -> bool:
        return (
            value.hand_class is self.hand_class
            and (self.top is None or value.ranks[0] == self.top)
            and (self.suits is None or suit in self.suits)
        )


class MeterShare(Struct, frozen=True):
    """A percentage of the progressive; it takes the stake with it (X4)."""

    percent: int


class FixedSum(Struct, frozen=True):
    """A sum of money, paid by the House; it takes the stake with it (X4, X7)."""

    amount: Cents


class ToOne(Struct, frozen=True):
    """Odds on the stake, which comes back too (X4)."""

    odds: int


Prize = MeterShare | FixedSum | ToOne


class JackpotRow(Struct, frozen=True, kw_only=True):
    """One row of a jackpot pay table."""

    name: str
    hand: HandPattern
    prize: Prize
    clause: str
    shared_by: tuple[str, ...] = ()
    """Clauses for several winners of it at one table and round (MEGA 3.15.1)."""
    envy: Cited[Cents] | None = None


class AfterFailure(Struct, frozen=True, kw_only=True):
    """The clauses of each course that the House may take after a failure (CSP 5.18.2)."""

    close_table: str | None = None
    bar_boxes: str | None = None
    no_jackpot: str | None = None
    notice: tuple[str, ...] = ()
    """Of the notice that no jackpot wagers are taken."""


class JackpotRules(Struct, frozen=True, kw_only=True):
    """The progressive jackpot of a document."""

    targets: Cited[tuple[WagerKind, ...]]
    stake: Cited[StakeRule]
    needs_ante: Cited[bool]
    second_refused: Cited[bool]
    others_box: Cited[bool]
    """No jackpot wager on a box whose seated player is another."""
    placed_by: Cited[str]
    rows: tuple[JackpotRow, ...]
    pay_table: str
    major: Cited[bool] | None
    """Whether the document calls the shares of the meter "major"."""
    growth: Cited[str]
    reset: Cited[str]
    sharing: Cited[Sharing]
    lower_first: Cited[bool]
    """Lower hands are paid before the one that takes the whole meter (MEGA 3.15.3)."""
    order: Cited[ClaimOrder]
    house_order: Cited[bool] | None
    """Whether the House may fix the order of claims."""
    whatever_the_dealer_has: tuple[str, ...]
    """The clause that pays when the dealer has no hand, then the one when he has."""
    claim: Cited[str]
    claim_is_entry: bool
    """A claim enters the hand in the jackpot system, and is priced at once (MEGA 3.14)."""
    claimed_survives_decline: bool
    failure: Cited[str]
    later_rounds: Cited[str]
    """What the House may choose between after a failure."""
    after_failure: AfterFailure = AfterFailure()
    no_ante_returned_at_close: Cited[bool]
    wrong_amount: Cited[str]


class Draws(Struct, frozen=True, kw_only=True):
    """The awards that the jackpot system draws (SSP 4.3-4.5)."""

    magic_card: Cited[int]
    magic_card_dealer: tuple[str, ...]
    lucky_player: Cited[int]
    lucky_dealer: Cited[int]


class Envy(Struct, frozen=True, kw_only=True):
    """The bonus for another player's top hand (TCP 3.16-3.17)."""

    clauses: tuple[str, ...]
    seated: Cited[EnvySeated]
    per: Cited[EnvyPer]


class StayIn(Struct, frozen=True, kw_only=True):
    """The wager that keeps a hand in."""

    wager: WagerKind
    multiple: int
    clauses: tuple[str, ...]
    wrong_size: Cited[str]
    """What is done with one of another size found at settlement."""


class Fold(Struct, frozen=True, kw_only=True):
    """What giving up a hand costs."""

    clauses: tuple[str, ...]
    keeps_jackpot: Cited[bool]
    keeps_pair_plus: Cited[bool] | None = None


class Qualification(Struct, frozen=True, dict=True):
    """The hand that the dealer needs: these ranks high, or better."""

    order: OrderOfHands
    ranks: tuple[int, ...]
    text: str

    @cached_property
    def strength(self) -> int:
        """Strength of the weakest hand that qualifies."""
        return min(
            value.strength
            for value in self.order.all_values()
            if value.ranks[: len(self.ranks)] == self.ranks
            and value.hand_class is HandClass.ODD_CARDS
        )

    def __call__(self, value: HandValue) -> bool:
        # Compared by strength, so that any better class qualifies too (M25, T3).
        return value.strength >= self.strength


class MainGame(Struct, frozen=True, kw_only=True):
    """How ante and stay-in wager come out, with the clauses of every case."""

    qualifies: Cited[Qualification]
    no_hand_ante: tuple[str, ...]
    no_hand_stay: tuple[str, ...]
    no_hand_ante_reading: str | None = None
    no_hand_stay_reading: str | None = None
    """Where the document does not say whether folded antes win, or what becomes of the stake."""
    win: tuple[str, ...]
    win_ante: tuple[str, ...]
    lose: tuple[str, ...]
    stand_off: tuple[str, ...]
    pays: PayTable
    """Odds of the winning stay-in wager; the ante always pays 1 to 1."""
    payout_max: Cited[Cents] | None = None
    """Most that a box's stay-in wager wins (CSP 4.1.1)."""
    unrevealed: Cited[str] | None = None
    """The player who will not show a hand loses where it must be compared."""
    unrevealed_jackpot: tuple[str, ...] = ()
    unrevealed_loses_to_no_hand: Cited[bool] | None = None
    """Such a hand loses its ante against no hand too (the other reading of MLP 4.3)."""


class Dealing(Struct, frozen=True, kw_only=True):
    """How cards reach the boxes, and which of the dealer's is seen."""

    patterns: Mapping[Device, Cited[DealPattern]]
    burn: Cited[bool]
    """A card is burnt before a deal from a shoe; a shuffler never burns (C18)."""
    up_card: Cited[bool]
    cards: Cited[int]


class Betting(Struct, frozen=True, kw_only=True):
    """Who may bet what, where and until when."""

    opens: Cited[str]
    closes: Cited[str]
    entry: Cited[tuple[WagerKind, ...]]
    """Any of these takes part in the round."""
    ante_to_decide: tuple[str, ...]
    limits: Cited[str]
    limits_shown: Cited[bool]
    own_box: Cited[bool]
    """No bet on a box that another player holds."""
    shared_boxes: Cited[bool]
    """Several players may fund the wagers of one box (MEGA 3.4, M6)."""
    boxes_per_player: Cited[int | None]
    views_per_player: Cited[int | None]
    decides: Cited[bool]
    """Only the player seated at a box decides it."""
    one_view_notice: Cited[str] | None
    late_wager: Cited[str]
    late_withdrawal: Cited[str]
    proxy: Cited[str]
    proxy_notice: Cited[str] | None
    """Told to a player for whom staff have placed a wager."""
    position: Cited[str]
    """Which position of the chips counts, and who answers for a mistake."""
    over_maximum: Cited[str]
    under_minimum: Cited[UnderMinimum]


class People(Struct, frozen=True, kw_only=True):
    """What players may be told to do, and who decides what the rules leave open."""

    absent: Cited[Absence]
    absent_after_view: Cited[Absence]
    absent_decided: Cited[str]
    restrict: Cited[str] | None
    stop_action: Cited[str] | None
    bar: Cited[str] | None
    acting: Cited[str]
    uncovered: Cited[str]
    look_at_declined: Cited[str] | None


class Layout(Struct, frozen=True, kw_only=True):
    """The felt: how many boxes, and the areas of each."""

    boxes_reading: str | None = None
    """Where the document gives no number of boxes."""
    boxes_min: int
    boxes_max: int
    named: Mapping[str, tuple[int, int]]
    clauses: tuple[str, ...]
    areas: Cited[tuple[WagerKind, ...]]


class Play(Struct, frozen=True, kw_only=True):
    """The course of a round: what is due when, and the calls that are spoken."""

    round_ends: tuple[str, ...]
    decision: tuple[str, ...]
    reveal: tuple[str, ...]
    comparison: tuple[str, ...]
    announce_hand: Cited[bool] | None
    announce_no_hand: Cited[str] | None
    announce_stand_off: Cited[str] | None
    cards_under_stake: Cited[bool] | None
    void_returns: tuple[str, ...]
    options_final: tuple[str, ...]
    """Who has chosen to go on may not choose again (CSP 5.10)."""
    earlier_rounds_stand: tuple[str, ...]
    earlier_rounds_reading: str | None = None
    """Where those clauses speak of some errors only (X17), or not of their round (C22)."""


class Rulebook(Struct, frozen=True, kw_only=True):
    """An approved game, complete, with a clause for everything."""

    slug: str
    name: str
    document: str
    operator: str
    edition: int
    effective: datetime
    approval: Cited[str] | None
    aim: Cited[str]
    deck: Cited[str]
    layout: Layout
    hands: OrderOfHands
    hand_clauses: Mapping[HandClass, str]
    card_order: Cited[str]
    low_ace: Cited[str]
    tie_break: Cited[str]
    betting: Betting
    dealing: Dealing
    stay: StayIn
    fold: Fold
    play: Play
    main: MainGame
    jackpot: JackpotRules
    people: People
    irregularities: Mapping[Irregularity, IrregularityRule]
    pair_plus: PayTable | None = None
    ante_bonus: PayTable | None = None
    envy: Envy | None = None
    draws: Draws | None = None

    @property
    def edition_name(self) -> str:
        """`casino-stud@6`, stamped on every round."""
        return f"{self.slug}@{self.edition}"
