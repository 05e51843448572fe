"""Why the house does not carry out a command, where the rules of the game have no objection."""

from enum import StrEnum
from typing import NoReturn

from msgspec import Struct

from croupier.rulebooks.terms import Actor, Role


class HouseCode(StrEnum):
    """Single reasons of the house."""

    BAD_COMMAND = "bad-command"
    NO_SUCH_TABLE = "no-such-table"
    NO_SUCH_JACKPOT = "no-such-jackpot"
    NAME_TAKEN = "name-taken"
    BAD_SETTING = "bad-setting"
    OTHER_RULEBOOK = "other-rulebook"
    ROLE_TOO_LOW = "role-too-low"
    PAUSED = "paused"
    NOT_PAUSED = "not-paused"
    LAST_ROUND_PLAYED = "last-round-played"
    ALREADY_ANNOUNCED = "already-announced"
    CARDS_ARE_COMMITTED = "cards-are-committed"
    REFUSED_TOO_OFTEN = "refused-too-often"
    ALREADY_DRAWN = "already-drawn"
    BAD_SEED = "bad-seed"
    NOT_SEATED = "not-seated"
    WORDS_ONLY = "words-only"
    CALLED_ALREADY = "called-already"
    NO_SUCH_CALL = "no-such-call"
    NO_SUCH_ACT = "no-such-act"
    ACTS_OPEN = "acts-open"
    PRIZE_WAITS = "prize-waits"
    REASON_NEEDED = "reason-needed"
    LINK_FAILED = "link-failed"
    LINK_WORKS = "link-works"
    METER_BROKEN = "meter-broken"
    ROUND_RUNNING = "round-running"
    NO_SUCH_STRATEGY = "no-such-strategy"
    BOX_TAKEN = "box-taken"
    NO_BOT = "no-bot"
    OTHERS_PLAY = "others-play"
    OTHER_MONEY = "other-money"
    INSUFFICIENT_FUNDS = "insufficient-funds"
    DRAWER_CLOSED = "drawer-closed"
    LOSS_LIMIT = "loss-limit"
    OWES = "owes"
    TOO_MUCH = "too-much"
    ABOVE_LIMIT = "above-limit"
    NOT_ASKED = "not-asked"
    ASKED_ALREADY = "asked-already"
    ASKED_TOO_OFTEN = "asked-too-often"
    NO_ROUND = "no-round"
    NOTHING_OWED = "nothing-owed"
    COUNTED_SINCE = "counted-since"
    NOT_COUNTED = "not-counted"
    DAY_CLOSED = "day-closed"
    DAY_OPEN = "day-open"
    ARCHIVED = "archived"
    NO_SUCH_PROPOSAL = "no-such-proposal"
    NO_SUCH_PAYABLE = "no-such-payable"
    PAYABLE_CHANGED = "payable-changed"
    PROPOSED_ALREADY = "proposed-already"
    SAME_PERSON = "same-person"
    SAME_HAND = "same-hand"
    CLAIM_PENDING = "claim-pending"
    RETIRED = "retired"
    NOT_YOUR_POWER = "not-your-power"
    NOT_YOURS = "not-yours"
    SIGNED_ON = "signed-on"
    NO_DEALER = "no-dealer"
    NOT_SIGNED_ON = "not-signed-on"
    PASSWORD_MUST_CHANGE = "password-must-change"  # noqa: S105
    NO_SUCH_PERSON = "no-such-person"
    NO_SUCH_TOKEN = "no-such-token"  # noqa: S105
    BAD_NAME = "bad-name"
    BAD_ROLES = "bad-roles"
    BAD_PASSWORD = "bad-password"  # noqa: S105
    BAD_TIME = "bad-time"
    LAST_ADMINISTRATOR = "last-administrator"
    SECOND_FACTOR_SET = "second-factor-set"
    NO_SECOND_FACTOR = "no-second-factor"
    WRONG_CODE = "wrong-code"
    PROOF_NEEDED = "proof-needed"
    NO_SUCH_PASSKEY = "no-such-passkey"
    BAD_PASSKEY = "bad-passkey"
    PASSKEY_KNOWN = "passkey-known"
    SUSPENDED = "suspended"
    SEAT_TAKEN = "seat-taken"
    HAND_NOT_SHOWN = "hand-not-shown"
    EXCLUDED = "excluded"
    FULL = "full"
    KEY_USED = "key-used"
    OTHER_ROUND = "other-round"
    TOO_LATE = "too-late"
    OTHER_HEAD = "other-head"


class HouseRefusal(Struct, frozen=True):
    """A reason as a value, in the shape of a game's refusal."""

    code: HouseCode
    message: str
    clause: str | None = None


class HouseRefused(Exception):
    """Nothing has happened; carries the `HouseRefusal`."""

    def __init__(self, refusal: HouseRefusal) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal


def decline(code: HouseCode, message: str, clause: str | None = None) -> NoReturn:
    raise HouseRefused(HouseRefusal(code, message, clause))


def demand_role(by: Actor | None, needed: Role) -> None:
    if by is None or not by.role.may_act_as(needed):
        decline(HouseCode.ROLE_TOO_LOW, f"This takes a {needed.label} or above.")


def demand_house(by: Actor | None) -> None:
    if by is None or by.id != "house":
        decline(HouseCode.ROLE_TOO_LOW, "The house does this by itself.")
