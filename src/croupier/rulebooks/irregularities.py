"""What can go wrong, and the remedy that a document prescribes for it."""

from collections.abc import Mapping
from enum import StrEnum

from croupier.rulebooks.terms import Cited, Role, Source


class Irregularity(StrEnum):
    """The kinds of report, named by what staff see."""

    FOREIGN_CARD = "foreign_card"
    UNSHUFFLED = "unshuffled"
    INSUFFICIENT_CARDS = "insufficient_cards"
    DECK_COUNT = "deck_count"
    COUNT_IN_DOUBT = "count_in_doubt"
    MISDEAL = "misdeal"
    DEALER_CARD_COUNT = "dealer_card_count"
    PLAYER_CARD_COUNT = "player_card_count"
    CARDS_EXPOSED = "cards_exposed"
    DEALER_CARD_EXPOSED = "dealer_card_exposed"
    BURN_OMITTED = "burn_omitted"
    FACE_UP_IN_SHOE = "face_up_in_shoe"
    SIMULTANEOUS_DRAW = "simultaneous_draw"
    DEALING_ERROR = "dealing_error"
    TECHNICAL_INTERRUPTION = "technical_interruption"
    JACKPOT_FAILURE = "jackpot_failure"
    EXTRA_HAND_VIEWED = "extra_hand_viewed"
    CONFIDENTIALITY = "confidentiality"
    MULTIPLE_POSITIONS = "multiple_positions"
    OVER_LIMIT = "over_limit"
    UNDER_LIMIT = "under_limit"
    OTHER = "other"
    LEFT_AFTER_VIEWING = "left_after_viewing"
    """Never reported: the engine opens it when a player who looked walks away (M12)."""


SEEN: Mapping[Irregularity, str] = {
    Irregularity.FOREIGN_CARD: "A card that does not belong",
    Irregularity.UNSHUFFLED: "The cards were not shuffled",
    Irregularity.INSUFFICIENT_CARDS: "The cards ran out",
    Irregularity.DECK_COUNT: "The deck does not count 52",
    Irregularity.COUNT_IN_DOUBT: "Somebody doubts the deck",
    Irregularity.MISDEAL: "Hands lie at the wrong boxes",
    Irregularity.DEALER_CARD_COUNT: "The dealer's hand has too many or too few cards",
    Irregularity.PLAYER_CARD_COUNT: "A box has too many or too few cards",
    Irregularity.CARDS_EXPOSED: "Cards were exposed",
    Irregularity.DEALER_CARD_EXPOSED: "One of the dealer's cards was exposed",
    Irregularity.BURN_OMITTED: "The first card was not burnt",
    Irregularity.FACE_UP_IN_SHOE: "A card lay face up in the shoe",
    Irregularity.SIMULTANEOUS_DRAW: "Two cards came out together",
    Irregularity.DEALING_ERROR: "A mistake in dealing",
    Irregularity.TECHNICAL_INTERRUPTION: "Play was interrupted",
    Irregularity.JACKPOT_FAILURE: "The jackpot system stopped",
    Irregularity.EXTRA_HAND_VIEWED: "A player looked at a second hand",
    Irregularity.CONFIDENTIALITY: "A player showed or told their cards",
    Irregularity.MULTIPLE_POSITIONS: "A player has more positions than allowed",
    Irregularity.OVER_LIMIT: "A wager is over the maximum",
    Irregularity.UNDER_LIMIT: "A wager is under the minimum",
    Irregularity.OTHER: "Something else",
    Irregularity.LEFT_AFTER_VIEWING: "A player looked and walked away",
}
"""What people at the table see; the console says it in the same words."""


class Decision(StrEnum):
    """The possible decisions on a matter."""

    VOID = "void"
    CONTINUE = "continue"
    RECONSTRUCT = "reconstruct"
    INVALIDATE = "invalidate"
    PERMIT_WITHDRAWAL = "permit_withdrawal"
    OPTIONS = "options"
    UP_CARD = "up_card"
    ORDER = "order"
    BAR = "bar"
    RETURN_WAGERS = "return_wagers"
    FORFEIT = "forfeit"
    HAND_BACK = "hand_back"
    """The excess over a limit is returned (CSP 5.1)."""
    ADVISE = "advise"
    """Raise or withdraw, or the ante is returned at the close (CSP 5.2)."""
    DISMISS = "dismiss"


IN_WORDS: Mapping[Decision, str] = {
    Decision.VOID: "the round is void",
    Decision.CONTINUE: "play goes on",
    Decision.RECONSTRUCT: "the cards are put right",
    Decision.INVALIDATE: "the hand is out and its wagers go back",
    Decision.PERMIT_WITHDRAWAL: "the hand is out, and the others may withdraw",
    Decision.OPTIONS: "the players concerned may go on or withdraw",
    Decision.UP_CARD: "the exposed card becomes the up card",
    Decision.ORDER: "the order of the cards is fixed",
    Decision.BAR: "the player is barred",
    Decision.RETURN_WAGERS: "the wagers of the box go back",
    Decision.FORFEIT: "the hand counts as folded",
    Decision.HAND_BACK: "the excess goes back",
    Decision.ADVISE: "the player is to raise or withdraw",
    Decision.DISMISS: "the report is unfounded",
}


class Remedy(StrEnum):
    """The kind of consequence a clause prescribes; `table.irregular` holds one function each."""

    VOID = "void"
    VOID_UNLESS_COMPLETE = "void unless 52 cards are counted"
    MOVE_UNHANDLED = "move whole hands, or void, while nobody has handled cards"
    MOVE_UNSEEN = "move whole hands, or void, while nobody has seen cards"
    RECONSTRUCT_OR_VOID = "reconstruct, or void"
    RECONSTRUCT_OR_INVALIDATE = "reconstruct, or take the hand out"
    EXPOSED_VOID = "two or more exposed: void"
    EXPOSED_BY_SEEN = "exposed: void, go on or options, by what was seen"
    BECOMES_UP_CARD = "the first becomes the up card, further ones count as exposed"
    ONE_EXPOSED = "counts as one exposed card"
    BURN = "deal again with the burn, or void"
    PLAY_ON = "play goes on"
    DRAW_ORDER = "the order is decided, then options for all"
    OPTIONS_FOR_AFFECTED = "options for the players affected"
    OUTCOME_OR_VOID = "outcome established: go on, else void"
    OUTCOME_OR_OPTIONS = "outcome established: go on, else all may withdraw"
    JACKPOT_FAILURE = "nobody saw cards: void, else go on at the registered value"
    INTENT = "on purpose: the extra hand is out"
    BAR = "the player may be barred"
    KEEP_VIEWED = "viewed hands play, the others are out"
    EXCESS_BACK = "the excess goes back"
    RAISE_OR_WITHDRAW = "raise or withdraw"
    RETURN_OR_FORFEIT = "the wagers go back or are lost, as decided"
    REFER = "an official decides"


_ABOUT_CARDS = frozenset({Remedy.VOID, Remedy.PLAY_ON, Remedy.REFER})
"""What can be done about anything that is wrong with dealt cards."""

SUITED: Mapping[Irregularity, frozenset[Remedy]] = {
    Irregularity.FOREIGN_CARD: _ABOUT_CARDS,
    Irregularity.UNSHUFFLED: _ABOUT_CARDS,
    Irregularity.INSUFFICIENT_CARDS: _ABOUT_CARDS,
    Irregularity.DECK_COUNT: _ABOUT_CARDS | {Remedy.VOID_UNLESS_COMPLETE},
    Irregularity.COUNT_IN_DOUBT: _ABOUT_CARDS | {Remedy.VOID_UNLESS_COMPLETE},
    Irregularity.MISDEAL: _ABOUT_CARDS | {Remedy.MOVE_UNHANDLED, Remedy.MOVE_UNSEEN},
    Irregularity.DEALER_CARD_COUNT: _ABOUT_CARDS | {Remedy.RECONSTRUCT_OR_VOID},
    Irregularity.PLAYER_CARD_COUNT: _ABOUT_CARDS
    | {Remedy.RECONSTRUCT_OR_VOID, Remedy.RECONSTRUCT_OR_INVALIDATE},
    Irregularity.CARDS_EXPOSED: _ABOUT_CARDS | {Remedy.EXPOSED_VOID, Remedy.EXPOSED_BY_SEEN},
    Irregularity.DEALER_CARD_EXPOSED: _ABOUT_CARDS | {Remedy.ONE_EXPOSED, Remedy.BECOMES_UP_CARD},
    Irregularity.BURN_OMITTED: _ABOUT_CARDS | {Remedy.BURN},
    Irregularity.FACE_UP_IN_SHOE: _ABOUT_CARDS,
    Irregularity.SIMULTANEOUS_DRAW: _ABOUT_CARDS | {Remedy.DRAW_ORDER},
    Irregularity.DEALING_ERROR: _ABOUT_CARDS | {Remedy.OPTIONS_FOR_AFFECTED},
    Irregularity.TECHNICAL_INTERRUPTION: frozenset(
        {Remedy.OUTCOME_OR_VOID, Remedy.OUTCOME_OR_OPTIONS}
    ),
    Irregularity.JACKPOT_FAILURE: frozenset({Remedy.JACKPOT_FAILURE}),
    Irregularity.EXTRA_HAND_VIEWED: frozenset({Remedy.INTENT}),
    Irregularity.CONFIDENTIALITY: frozenset({Remedy.BAR}),
    Irregularity.MULTIPLE_POSITIONS: frozenset({Remedy.KEEP_VIEWED}),
    Irregularity.OVER_LIMIT: frozenset({Remedy.EXCESS_BACK}),
    Irregularity.UNDER_LIMIT: frozenset({Remedy.RAISE_OR_WITHDRAW}),
    Irregularity.OTHER: frozenset({Remedy.REFER}),
    Irregularity.LEFT_AFTER_VIEWING: frozenset({Remedy.RETURN_OR_FORFEIT}),
}
"""The remedies for which a report of each kind has the facts."""


class IrregularityRule(Source, frozen=True, kw_only=True):
    """A document's rule for one kind of irregularity.

    Its own clauses are cited where the round is void or a hand is out. Where only a reading
    prescribes the remedy it has no clause, but cites those nearest to the case.
    """

    remedy: Remedy
    decided_by: Role
    named_by: Source | None = None
    """Says who decides; empty if no clause does and our reading applies (X18). If left out, the
    rule's own clause says so."""
    goes_on: Source | None = None
    """Cited if the round continues instead."""
    none_viewed: Source | None = None
    """Cited instead where no hand was looked at (MEGA 5.10.2)."""
    options: Source | None = None
    """Gives players their options."""
    stays_valid: Source | None = None
    """Cited where the hand named is the one that stays in (CSP 5.19)."""
    permit_withdrawal: Cited[Role] | None = None
    """The lowest official who may let the other players withdraw (MEGA 5.7.1)."""
