"""What goes wrong, as an answer: a status and one `Trouble`."""

from croupier.house.app.idempotency import Contended, VersionConflict
from croupier.house.app.people.factors import NotLoggedIn, Throttled
from croupier.house.app.people.passwords import Busy
from croupier.house.http.bodies import BadBody
from croupier.house.http.security import (
    Forbidden,
    NotAllowed,
    TooFast,
    TooMany,
    WrongAddress,
    WrongHost,
)
from croupier.house.http.shapes import Trouble
from croupier.house.log.event_store import OutcomeUnknown, StoreUnavailable
from croupier.house.log.stream import BrokenStream
from croupier.house.model.refusals import HouseCode, HouseRefused
from croupier.jackpot.meter import BrokenMeter
from croupier.refusal import Refused

EXPECTED = (
    Refused,
    HouseRefused,
    VersionConflict,
    Contended,
    StoreUnavailable,
    BrokenStream,
    BrokenMeter,
    NotLoggedIn,
    Throttled,
    NotAllowed,
    Forbidden,
    TooFast,
    TooMany,
    BadBody,
    WrongHost,
    WrongAddress,
    Busy,
)
_FORBIDDEN = (
    HouseCode.NOT_YOUR_POWER,
    HouseCode.NOT_SIGNED_ON,
    HouseCode.PASSWORD_MUST_CHANGE,
    HouseCode.PROOF_NEEDED,
)


def trouble(error: Exception) -> tuple[int, Trouble]:
    """Status and explanation of an error that a caller may meet."""
    match error:
        case Refused(refusal=refusal):
            return 422, Trouble("refused", refusal.message, refusal.code.value, refusal.clause)
        case HouseRefused(refusal=reason) if reason.code in _FORBIDDEN:
            return 403, Trouble("not-allowed", reason.message, reason.code.value)
        case HouseRefused(refusal=reason) if reason.code is HouseCode.KEY_USED:
            return 409, Trouble("conflict", reason.message, reason.code.value)
        case HouseRefused(refusal=reason):
            status = 404 if reason.code.value.startswith("no-such-") else 422
            return status, Trouble("refused", reason.message, reason.code.value, reason.clause)
        case VersionConflict():
            return 409, Trouble("conflict", str(error), version=error.version)
        case Contended():
            return 409, Trouble("conflict", str(error))
        case OutcomeUnknown():
            return 503, Trouble("unknown", f"{error} Repeat the command with the same key.")
        case StoreUnavailable():
            return 503, Trouble("unavailable", str(error))
        case BrokenMeter():
            return 503, Trouble("unavailable", f"The table stands still: {error}.")
        case BrokenStream():
            return 503, Trouble("unavailable", f"The record is damaged: {error}.")
        case NotLoggedIn():
            return 401, Trouble("not-allowed", str(error), error.code)
        case NotAllowed():
            return 401, NOT_ALLOWED
        case Forbidden():
            return 403, Trouble("not-allowed", str(error), error.code)
        case Throttled() | TooFast():
            return 429, Trouble("throttled", str(error))
        case TooMany():
            return 429, Trouble("throttled", "Too many requests at once from your address.")
        case BadBody():
            return error.status, Trouble("bad-request", str(error))
        case WrongHost():
            return 400, Trouble("bad-request", "This house does not go by that name.")
        case WrongAddress():
            return 400, Trouble("bad-request", "The address contains the character U+0000.")
        case Busy():
            return 429, Trouble("throttled", "Too many log-ins at once. Try again in 5 seconds.")
    raise error


def wait_after(error: Exception) -> int | None:
    """Seconds after which it is worth trying again, if that is known."""
    match error:
        case Throttled() | TooFast():
            return error.seconds
        case TooMany() | Contended():
            return 1
        case Busy() | StoreUnavailable():
            return 5
    return None


UNEXPECTED = Trouble(
    "unknown",
    "Something went wrong inside the house; its log says what. "
    "Repeat a command with the same key, or look whether it was done.",
)
NOT_ALLOWED = Trouble("not-allowed", "Log in first: a viewer may not do this.", "log-in")
