"""What a game is: a frozen, complete value in which every rule carries its clause.

The five documents become five instances of `Rulebook`; a what-if is one more
instance. Nothing that plays, settles or computes asks which game it is: it reads
these fields. Every value here acts: change it, and an event, a refusal or a figure
changes. What only people read is in the `notes` of each section. What a house may
set (limits, boxes, seeds) is in `settings`.
"""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from functools import lru_cache
from typing import Annotated

from msgspec import Meta, Struct

from croupier.money import MOST_CENTS, Cents
from croupier.ranking import FIVE_CARDS, RANK_NAMES, HandClass, HandValue, OrderOfHands
from croupier.rulebooks.irregularities import Irregularity, IrregularityRule
from croupier.rulebooks.roles import Role
from croupier.rulebooks.sources import Cited, ClauseId, Note, Source

Money = Annotated[Cents, Meta(ge=0, le=MOST_CENTS, extra={"written": "money"})]
Odds = Annotated[int, Meta(ge=0, le=1_000_000, extra={"written": "odds"})]
"""What 1 wins, "to 1"."""
Percent = Annotated[int, Meta(ge=0, le=100)]
Rank = Annotated[int, Meta(ge=0, le=12, extra={"written": "rank"})]
Boxes = Annotated[int, Meta(ge=1, le=50)]
Words = Annotated[str, Meta(min_length=1, max_length=500)]
"""What is spoken or shown."""


class Device(StrEnum):
    """What the cards come from (CSP 1.5, 1.7)."""

    SHOE = "shoe"
    SHUFFLER = "shuffler"


class DealPattern(StrEnum):
    """How a device's cards go round the table."""

    SINGLY = "one card at a time"
    WHOLE_HANDS = "whole hands"


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


class LateWithdrawal(StrEnum):
    """What becomes of chips that a player pulls back after the close."""

    REFUSED = "refused"
    NOTED = "not allowed; the wager plays anyway"


class EnvySeated(StrEnum):
    """Which jackpot players an envy bonus goes to."""

    PRESENT = "who has not left"
    ALL = "who has left too"


class EnvyPer(StrEnum):
    """How often one player gets it for one hand."""

    AREA = "once for each area with a jackpot wager"
    PLAYER = "once a player"


class EitherWay(Struct, frozen=True):
    """The clauses by which something is paid, whatever the dealer has."""

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
    """Who folds can still win it."""


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
    """A percentage of the progressive; it takes the stake with it (X4)."""

    percent: Percent


class FixedSum(Struct, frozen=True, tag=True):
    """A sum of money, paid by the House; it takes the stake with it (X4, X7)."""

    amount: Money


class ToOne(Struct, frozen=True, tag=True):
    """Odds on the stake, which comes back too (X4)."""

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


class JackpotRules(Struct, frozen=True, kw_only=True):
    """The progressive jackpot of a document."""

    targets: Cited[tuple[WagerKind, ...]]
    stake: Cited[StakeRule]
    needs_ante: Cited[bool]
    second_refused: Cited[bool]
    """One wager on each target: what lies there is not added to."""
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
    """A wager without the ante that it needs goes back at the close, or stays until the end."""
    notes: Mapping[str, Note] = {}


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
"""Of a game without one: nothing is laid, grows, is claimed or paid."""


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


class StayIn(Struct, frozen=True, kw_only=True):
    """The wager that keeps a hand in, and one of another size found at settlement."""

    wager: WagerName
    multiple: Annotated[int, Meta(ge=1, le=100)]
    size: Source
    over: Source
    """The excess goes back."""
    short: Source
    """It plays as it lies."""


class Fold(Struct, frozen=True, kw_only=True):
    """What giving up a hand costs."""

    loses_ante: Source
    keeps_jackpot: Cited[bool] | None = None
    """Of a game with a progressive."""


class Unrevealed(Struct, frozen=True, kw_only=True):
    """A hand that its player will not show: it loses where it must be compared."""

    loses: Source
    jackpot: Source
    loses_to_no_hand: Cited[bool]
    """Such a hand loses its ante against no hand too (the other reading of MLP 4.3)."""
    claim_survives: Cited[bool]
    """It keeps its jackpot where it is claimed before the settlement (C39)."""
    seen_by: Cited[Role] | None = None
    """The lowest official who may look at it (MEGA 3.10.1)."""


class MainGame(Struct, frozen=True, kw_only=True):
    """How ante and stay-in wager come out, with the clauses of every case."""

    qualifies: Cited[tuple[Rank, ...]]
    """The hand that the dealer needs: these ranks high, or better."""
    no_hand_ante: Source
    no_hand_stay: Source
    win: Source
    win_ante: Source
    lose: Source
    stand_off: Source
    pays: PayTable
    """Odds of the winning stay-in wager; the ante always pays 1 to 1."""
    payout_max: Cited[Money] | None = None
    """Most that a box's stay-in wager wins (CSP 4.1.1)."""
    unrevealed: Unrevealed | None = None
    notes: Mapping[str, Note] = {}


class Dealing(Struct, frozen=True, kw_only=True):
    """How cards reach the boxes, and which of the dealer's is seen."""

    patterns: Mapping[Device, Cited[DealPattern]]
    burn: Cited[bool]
    """A card is burnt before a deal from a shoe; a shuffler never burns (C18)."""
    up_card: Cited[bool]
    cards: Source
    """How many cards a hand has."""


class Betting(Struct, frozen=True, kw_only=True):
    """Who may bet what, where and until when."""

    opens: Cited[Words]
    closes: Cited[Words]
    entry: Source
    """A hand is dealt to whoever has one of these wagers."""
    ante_to_decide: Source
    limits: Source
    own_box: Source
    """No bet on a box that another player holds."""
    shared_boxes: Cited[bool]
    """Several players may fund the wagers of one box (MEGA 3.4, M6)."""
    boxes_per_player: Cited[Boxes | None]
    views_per_player: Cited[Boxes | None]
    one_view_notice: Cited[Words] | None = None
    """Told to a player who bets on a further box."""
    decides: Source
    """Only the player seated at a box decides it."""
    late_wager: Source
    late_withdrawal: Cited[LateWithdrawal]
    proxy: Cited[Role]
    """The lowest of the staff who may place a wager that a player asks for."""
    proxy_notice: Cited[Words] | None = None
    """Told to a player for whom staff have placed a wager."""
    over_maximum: Source
    """What lies over the maximum goes back at settlement."""
    under_minimum: Cited[UnderMinimum]
    short_again: Source = Source()
    """For a further ante under the minimum, where only one plays (MEGA 5.13)."""
    notes: Mapping[str, Note] = {}


class People(Struct, frozen=True, kw_only=True):
    """What becomes of the absent, and which official may order what."""

    absent: Cited[Absence]
    absent_after_view: Cited[Absence]
    restrict: Cited[Role] | None = None
    """May restrict a player to one box."""
    stop_action: Cited[Role] | None = None
    """May do so to stop a player who controls several hands."""
    bar: Cited[Role] | None = None
    acting: Source
    """Who may act for an official; only where a clause says so is one cited for a role."""
    notes: Mapping[str, Note] = {}


class Layout(Struct, frozen=True, kw_only=True):
    """The felt: how many boxes, and the areas of each."""

    boxes_min: Boxes
    boxes_max: Boxes
    boxes: Source
    """Without a clause where the document gives no number."""
    named: Mapping[str, tuple[Boxes, Boxes]] = {}
    drawings: Source
    areas: Cited[tuple[WagerName, ...]]


class Play(Struct, frozen=True, kw_only=True):
    """The course of a round: what is due when, and the calls that are spoken."""

    round_ends: Source
    decision: Source
    reveal: Source
    comparison: Source
    announce_hand: Cited[bool] = Cited(value=False)
    """The dealer calls the value of the own hand."""
    announce_no_hand: Cited[Words] | None = None
    announce_stand_off: Cited[Words] | None = None
    answered: Source
    """Who has chosen whether to go on may not choose again (CSP 5.10)."""
    answered_interruption: Source = Source()
    """The same of the choice after an interruption, where a clause of its own says so."""
    earlier_rounds_stand: Source
    """With a reading where those clauses speak of some errors only (X17, C22)."""
    notes: Mapping[str, Note] = {}


class Rulebook(Struct, frozen=True, kw_only=True):
    """An approved game, complete, with a clause for everything."""

    slug: Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*\Z", max_length=60)]
    name: Words
    short_name: Annotated[str, Meta(min_length=0, max_length=60)] = ""
    """Where there is little room; the name itself where it is short."""
    document: Annotated[str, Meta(pattern=r"^[A-Z][A-Z0-9]*\Z", max_length=20)]
    """Short name of the document, put before the number of a clause."""
    operator: Words
    edition: Annotated[int, Meta(ge=1, le=1_000_000)]
    effective: Annotated[datetime, Meta(tz=True)]
    deck: Source
    hands: OrderOfHands
    notes: Mapping[str, Note] = {}
    layout: Layout
    hand_clauses: Mapping[HandClass, ClauseId] = {}
    betting: Betting
    dealing: Dealing
    stay: StayIn
    fold: Fold
    play: Play
    main: MainGame
    ante_bonus: PayTable | None = None
    side_wagers: Mapping[WagerName, SideWager] = {}
    """In the order in which lines list them."""
    jackpot: JackpotRules | None = None
    """None: the game has no progressive."""
    envy: Envy | None = None
    draws: Draws | None = None
    irregularities: Mapping[Irregularity, IrregularityRule]
    people: People

    @property
    def edition_name(self) -> str:
        """`casino-stud@6`, stamped on every round."""
        return f"{self.slug}@{self.edition}"

    @property
    def title(self) -> str:
        """What pages call the game."""
        return self.short_name or self.name

    @property
    def progressive(self) -> JackpotRules:
        """The rules of the jackpot; of one that takes and pays nothing, where there is none."""
        return self.jackpot or NO_PROGRESSIVE

    @property
    def wagers(self) -> tuple[str, ...]:
        """Every wager that the game may have, in the order in which lines list them."""
        return (WagerKind.ANTE.value, *self.side_wagers, self.stay.wager, *JACKPOTS)

    @property
    def entry_wagers(self) -> tuple[str, ...]:
        """The wagers that have limits, laid before the deal."""
        return (WagerKind.ANTE.value, *self.side_wagers)

    @property
    def beside_ante(self) -> tuple[str, ...]:
        """The wagers that need an ante, and go where it goes."""
        jackpots = JACKPOTS if self.progressive.needs_ante.value else ()
        sides = (name for name, side in self.side_wagers.items() if not side.alone.value)
        return (*jackpots, *sides)

    def label(self, wager: str) -> str:
        """What people call a wager: `Ante`, `Pair Plus`, `Dealer jackpot`."""
        side = self.side_wagers.get(wager)
        return wager.replace("_", " ").capitalize() if side is None else side.label

    def order_of(self, hand: Backed) -> OrderOfHands:
        """The order by which the hand that a side wager is on has its class."""
        return FIVE_CARDS if hand is Backed.BOTH else self.hands

    def backs(self, hand: Backed) -> bool:
        """Whether there is a side wager on that hand."""
        return any(side.hand.value is hand for side in self.side_wagers.values())

    @property
    def qualifying_strength(self) -> int:
        """Strength of the weakest hand with which the dealer qualifies."""
        return _weakest(self.hands, self.main.qualifies.value)

    def qualifies(self, dealer: HandValue) -> bool:
        # Compared by strength, so that any better class qualifies too (M25, T3).
        return dealer.strength >= self.qualifying_strength

    @property
    def qualifying_hand(self) -> str:
        """`ace-king or better`."""
        names = [RANK_NAMES[rank] for rank in self.main.qualifies.value]
        high = " high" if len(names) == 1 else ""
        return f"{'-'.join(names)}{high} or better"


@lru_cache(maxsize=64)
def _weakest(order: OrderOfHands, ranks: tuple[int, ...]) -> int:
    return min(
        value.strength
        for value in order.all_values()
        if value.ranks[: len(ranks)] == ranks and value.hand_class is HandClass.ODD_CARDS
    )
