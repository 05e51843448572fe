"""What a game is: a frozen, complete value in which every rule carries its clause.

The five documents become five instances of `Rulebook`; a what-if is one more
instance. Nothing that plays, settles or computes asks which game it is: it reads
these fields. Every value here has an effect: change it, and an event, a refusal or a
figure changes. What only people read is in the `notes` of each section. What a house may
set (limits, boxes, seeds) is in `settings`.
"""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import Annotated

from msgspec import Meta, Struct

from croupier.ranking import FIVE_CARDS, RANK_NAMES, HandClass, HandValue, OrderOfHands
from croupier.rulebooks.irregularities import Irregularity, IrregularityRule
from croupier.rulebooks.progressive import NO_PROGRESSIVE, Draws, Envy, JackpotRules
from croupier.rulebooks.terms import Boxes, Cited, ClauseId, Money, Note, Rank, Role, Source, Words
from croupier.rulebooks.wagers import (
    JACKPOTS,
    Award,
    Backed,
    PayTable,
    SideWager,
    WagerKind,
    WagerName,
)


class Device(StrEnum):
    """What the cards come from (CSP 1.5, 1.7)."""

    SHOE = "shoe"
    SHUFFLER = "shuffler"


class DealPattern(StrEnum):
    """How a device's cards are dealt round the table."""

    SINGLY = "one card at a time"
    WHOLE_HANDS = "whole hands"


class Absence(StrEnum):
    """What becomes of the undecided hand of an absent player."""

    FOLD = "fold"
    RETURN = "return"
    """The hand is out and its wagers are returned (MEGA 5.11)."""
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


class StayIn(Struct, frozen=True, kw_only=True):
    """The wager that keeps a hand in, and one of another size found at settlement."""

    wager: WagerName
    multiple: Annotated[int, Meta(ge=1, le=100)]
    size: Source
    over: Source
    """The excess is returned."""
    short: Source
    """It plays as it is."""


class Fold(Struct, frozen=True, kw_only=True):
    """What giving up a hand costs."""

    loses_ante: Source
    keeps_jackpot: Cited[bool] | None = None
    """Of a game with a progressive."""


class Unrevealed(Struct, frozen=True, kw_only=True):
    """A hand that its player will not show: it loses if it must be compared."""

    loses: Source
    jackpot: Source
    loses_to_no_hand: Cited[bool]
    """Such a hand loses its ante against no hand too (the other reading of MLP 4.3)."""
    claim_survives: Cited[bool]
    """It keeps its jackpot if it is claimed before the settlement (C39)."""
    seen_by: Cited[Role] | None = None
    """The lowest official who may look at it (MEGA 3.10.1)."""


class MainGame(Struct, frozen=True, kw_only=True):
    """The results of ante and stay-in wager, with the clauses of every case."""

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
    """A hand is dealt to every box with one of these wagers."""
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
    """What exceeds the maximum is returned at settlement."""
    under_minimum: Cited[UnderMinimum]
    short_again: Source = Source()
    """For a further ante under the minimum, where only one plays (MEGA 5.13)."""
    notes: Mapping[str, Note] = {}


class People(Struct, frozen=True, kw_only=True):
    """Absent players, and which official may order what."""

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
    """The dealer announces the value of the dealer's hand."""
    announce_no_hand: Cited[Words] | None = None
    announce_stand_off: Cited[Words] | None = None
    answered: Source
    """A player who has chosen whether to continue may not choose again (CSP 5.10)."""
    answered_interruption: Source = Source()
    """The same for the choice after an interruption, where a clause of its own says so."""
    earlier_rounds_stand: Source
    """With a reading where those clauses speak of some errors only (X17, C22)."""
    notes: Mapping[str, Note] = {}


class Rulebook(Struct, frozen=True, kw_only=True, dict=True):
    """An approved game, complete, with a clause for everything.

    What follows from its fields, and every command asks, is worked out once.
    """

    slug: Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*\Z", max_length=60)]
    name: Words
    short_name: Annotated[str, Meta(min_length=0, max_length=60)] = ""
    """For narrow displays; the name itself if it is short."""
    document: Annotated[str, Meta(pattern=r"^[A-Z][A-Z0-9]*\Z", max_length=20)]
    """Short name of the document, the prefix of its clause numbers."""
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

    @cached_property
    def edition_name(self) -> str:
        """`casino-stud@6`, stamped on every round."""
        return f"{self.slug}@{self.edition}"

    @property
    def title(self) -> str:
        """What pages call the game."""
        return self.short_name or self.name

    @cached_property
    def progressive(self) -> JackpotRules:
        """The rules of the jackpot; if there is none, those of one that takes and pays nothing."""
        return self.jackpot or NO_PROGRESSIVE

    @cached_property
    def wagers(self) -> tuple[str, ...]:
        """Every wager that the game may have, in the order in which lines list them."""
        return (WagerKind.ANTE.value, *self.side_wagers, self.stay.wager, *JACKPOTS)

    @cached_property
    def entry_wagers(self) -> tuple[str, ...]:
        """The wagers that have limits, laid before the deal."""
        return (WagerKind.ANTE.value, *self.side_wagers)

    @cached_property
    def offered(self) -> frozenset[str]:
        """The wagers that the felt has an area for, jackpot wagers only on the targets."""
        targets = self.progressive.targets.value
        return frozenset(
            name for name in self.layout.areas.value if name not in JACKPOTS or name in targets
        )

    @cached_property
    def places_of_lines(self) -> Mapping[str, int]:
        """The place that the line of each wager and award has among those of a player."""
        order = (*self.wagers, *Award)
        return {name: order.index(name) for name in order}

    @property
    def beside_ante(self) -> tuple[str, ...]:
        """The wagers that need an ante, and share its fate."""
        jackpots = JACKPOTS if self.progressive.needs_ante.value else ()
        sides = (name for name, side in self.side_wagers.items() if not side.alone.value)
        return (*jackpots, *sides)

    def label(self, wager: str) -> str:
        """What people call a wager: `Ante`, `Pair Plus`, `Dealer jackpot`."""
        side = self.side_wagers.get(wager)
        return wager.replace("_", " ").capitalize() if side is None else side.label

    def order_of(self, hand: Backed) -> OrderOfHands:
        """The order of hands that gives a side wager's hand its class."""
        return FIVE_CARDS if hand is Backed.BOTH else self.hands

    def backs(self, hand: Backed) -> bool:
        """Whether there is a side wager on that hand."""
        return any(side.hand.value is hand for side in self.side_wagers.values())

    @cached_property
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
