"""Why the house does not carry out a command, where the rules of the game have no objection."""

from enum import StrEnum
from typing import NoReturn

from msgspec import Struct


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
    LINK_FAILED = "link-failed"
    LINK_WORKS = "link-works"
    ROUND_RUNNING = "round-running"
    NO_SUCH_STRATEGY = "no-such-strategy"
    BOX_TAKEN = "box-taken"
    NO_BOT = "no-bot"


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
