"""Why a command was not carried out. Nothing has happened, and the sentence says what to do.

The order of `Code` is the order in which checks are made: the first reason that
applies is the one given, at `decide` and for the commands that a screen offers.
"""

from enum import StrEnum
from typing import NoReturn

from msgspec import Struct


class Code(StrEnum):
    """Single reasons, in the order in which they are looked for."""

    NO_SUCH_BOX = "no-such-box"
    NO_SUCH_WAGER = "no-such-wager"
    NOT_IN_THIS_GAME = "not-in-this-game"
    ROLE_TOO_LOW = "role-too-low"
    ROUND_NOT_OVER = "round-not-over"
    MATTER_OPEN = "matter-open"
    OPTION_OPEN = "option-open"
    CHOICE_AWAITED = "choice-awaited"
    TABLE_CLOSED = "table-closed"
    BETS_NOT_OPEN = "bets-not-open"
    BETS_CLOSED = "bets-closed"
    NOT_DEALT = "not-dealt"
    NOT_REVEALED = "not-revealed"
    WRONG_TIME = "wrong-time"
    PLAYER_MISSING = "player-missing"
    NOT_YOURS = "not-yours"
    PLAYER_BARRED = "player-barred"
    PLAYER_LEFT = "player-left"
    BOX_DISALLOWED = "box-disallowed"
    BOX_TAKEN = "box-taken"
    TOO_MANY_BOXES = "too-many-boxes"
    NO_WAGER = "no-wager"
    NO_JACKPOT = "no-jackpot"
    JACKPOT_UNAVAILABLE = "jackpot-unavailable"
    ANTE_FIRST = "ante-first"
    ALREADY_PLACED = "already-placed"
    WRONG_AMOUNT = "wrong-amount"
    BELOW_MINIMUM = "below-minimum"
    ABOVE_MAXIMUM = "above-maximum"
    CARD_TWICE = "card-twice"
    NOT_ENOUGH_CARDS = "not-enough-cards"
    WRONG_HANDS = "wrong-hands"
    HAND_OUT = "hand-out"
    ALREADY_DECIDED = "already-decided"
    ONE_VIEW_ONLY = "one-view-only"
    UNDECIDED_BOXES = "undecided-boxes"
    NO_JACKPOT_HAND = "no-jackpot-hand"
    ALREADY_DRAWN = "already-drawn"
    HAND_NOT_SHOWN = "hand-not-shown"
    DEAL_NOT_REPORTED = "deal-not-reported"
    NOTHING_TO_REPORT = "nothing-to-report"
    FACT_MISSING = "fact-missing"
    NO_SUCH_MATTER = "no-such-matter"
    DECISION_NOT_ALLOWED = "decision-not-allowed"
    NO_OPTION = "no-option"
    NOT_RECORDING = "not-recording"
    NO_SUCH_CLAIM = "no-such-claim"
    BELOW_ZERO = "below-zero"


class Refusal(Struct, frozen=True):
    """A reason as a value: code, clause (none where only a reading says so) and a sentence."""

    code: Code
    message: str
    clause: str | None = None


class Refused(Exception):
    """Raised by `decide`; carries the `Refusal`."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal

    @property
    def code(self) -> Code:
        return self.refusal.code

    @property
    def clause(self) -> str | None:
        return self.refusal.clause


def refuse(code: Code, message: str, clause: str | None = None) -> NoReturn:
    raise Refused(Refusal(code, message, clause))
