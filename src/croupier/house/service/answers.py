"""What goes wrong, as an answer: a status and one `Trouble`."""

from croupier.house.identity import UnknownPerson
from croupier.house.keeper import Contended, VersionConflict
from croupier.house.log import OutcomeUnknown, StoreUnavailable
from croupier.house.refusals import HouseRefused
from croupier.house.service.shapes import Trouble
from croupier.house.stream import BrokenStream
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
    UnknownPerson,
)


def trouble(error: Exception) -> tuple[int, Trouble]:
    """Status and explanation of an error that a caller may meet."""
    match error:
        case Refused(refusal=refusal):
            return 422, Trouble("refused", refusal.message, refusal.code.value, refusal.clause)
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
        case UnknownPerson():
            return 400, Trouble("bad-request", str(error))
    raise error


NOT_ALLOWED = Trouble("not-allowed", "Say who you are: a viewer may not give commands.")
