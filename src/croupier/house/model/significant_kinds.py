"""The kinds of significant events, which auditors ask for by name, and how events are worded."""

from collections.abc import Callable
from enum import StrEnum
from typing import Any

from msgspec import UNSET, Struct, UnsetType

from croupier.house.model import events as h
from croupier.house.model.cage import events as c
from croupier.house.model.cage.commands import Pieces
from croupier.house.model.operation import events as o
from croupier.house.model.people.events import LanguageChosen
from croupier.house.model.people.roles import Signature
from croupier.house.model.school.events import ExerciseAnswered
from croupier.house.model.settings import CageLimits, ChipSet
from croupier.jackpot import events as j
from croupier.money import Cents, dollars
from croupier.table import events as e


class Kind(StrEnum):
    """Why a record is among the significant events."""

    LOG_IN = "log-in"
    FAILED_LOG_IN = "failed-log-in"
    ACCOUNT = "account"
    """Somebody registered, suspended, restored, given another password or token."""
    ROLE = "role"
    LIMIT = "limit"
    """A player's voluntary limits and exclusions."""
    OVERRIDE = "override"
    """An entry was corrected by hand."""
    RULING = "ruling"
    IRREGULARITY = "irregularity"
    VOID = "void"
    REVERSAL = "reversal"
    """What a settled round had moved is undone: it is settled anew, or void."""
    STAFF_WAGER = "staff-wager"
    """Staff placed a wager out of a player's wallet, who had asked for it."""
    PLAYER = "player"
    """Somebody was restricted, barred or readmitted at a table."""
    PARAMETER = "parameter"
    """Registrations and changes of parameters."""
    PROPOSAL = "proposal"
    HIT = "hit"
    PAYMENT = "payment"
    """A jackpot payment released to its winner."""
    ADJUSTMENT = "adjustment"
    LARGE_WIN = "large-win"
    PAUSE = "pause"
    """Pauses, last rounds, openings and closures of a table."""
    LINK = "link"
    CAGE = "cage"
    FILL = "fill"
    DAY = "day"
    CLOCK = "clock"
    VERIFICATION = "verification"
    PROGRAM = "program"
    """Starts and stops, backups, archives and alarms."""


Ordinary = (
    e.BetsOpened
    | e.CallMade
    | e.NoticeShown
    | e.WagerPlaced
    | e.WagerWithdrawn
    | e.LateWithdrawalNoted
    | e.ExcessHandedBack
    | e.LimitAdvised
    | e.BetsClosed
    | e.HandInvalidated
    | e.JackpotWagerInvalidated
    | e.WagerReturned
    | e.ShareReturned
    | e.CardsDealt
    | e.HandHandled
    | e.HandViewed
    | e.HandShown
    | e.HandFolded
    | e.PlayerLeft
    | e.JackpotClaimed
    | e.DrawMade
    | e.DealerRevealed
    | e.RevealDeclined
    | e.RoundSettled
    | e.MisdealReported
    | e.OptionsOffered
    | e.OptionTaken
    | j.JackpotGrew
    | j.ContributionsReturned
    | j.LinkRoundDealt
    | j.LinkRoundEnded
    | h.CommandGiven
    | h.ShuffleCommitted
    | h.ShuffleOpened
    | h.CardsSealed
    | h.CardsOpened
    | h.SeedAdded
    | h.DealerSignedOn
    | h.DealerSignedOff
    | h.StaffCalled
    | h.CallAnswered
    | h.ActsConfirmed
    | h.FloorCalled
    | c.RotationPlanned
    | h.FloorAnswered
    | h.SeatTaken
    | h.SeatLeft
    | h.TimerSet
    | h.TimerCleared
    | h.BotSeated
    | h.BotUnseated
    | h.BotsSatOut
    | h.BotsSatDown
    | h.WagerRequested
    | c.PracticeTaken
    | o.HeadPublished
    | o.HeadWitnessed
    | o.HeadSeen
    | ExerciseAnswered
    | LanguageChosen
)
"""What no auditor asks for by its kind; whatever it did to money is in the ledger."""


# In words


class Summary(Struct, frozen=True):
    """What an event says about itself."""

    kind: Kind
    text: str
    player: str | None = None
    amount: Cents | None = None
    round: int | None = None


def in_words(kind: Kind, event: Any, worded: Callable[[str, Any], str] | None = None) -> Summary:
    """The public name of the event and what it carries."""
    worded = worded or _shown
    plain = {
        name: getattr(event, name) for name in event.__struct_fields__ if name not in _NOT_SHOWN
    }
    command = getattr(event, "command", None)
    if command is not None:
        plain["command"] = words(command.__struct_config__.tag)
    said = {
        name: worded(name, value)
        for name, value in plain.items()
        if value not in (None, "", (), {}, False) and (name, value) != _NOT_KEPT
    }
    shown = ", ".join(f"{words(name)} {text}" for name, text in said.items() if text)
    player = next((plain[n] for n in ("player", "person", "who") if n in plain), None)
    amount = plain.get("amount")
    tag = words(event.__struct_config__.tag)
    return Summary(
        kind,
        f"{tag}: {shown}" if shown else tag,
        player if isinstance(player, str) else None,
        amount if isinstance(amount, int) and not isinstance(amount, bool) else None,
        getattr(event, "round", None),
    )


_NOT_KEPT = ("paid_before", UNSET)
"""Of payments that do not say it; what was listed of them stays as it was."""
_NOT_SHOWN = frozenset(
    (
        "files",
        "settings",
        "command",
        "due",
        "session",
        "hash",
        "step",
        "report",
        "seq",
        "round",
        "key",
        "mark",
        "seal",
        "challenge",
    )
)


_AMOUNTS = frozenset(
    (
        "amount",
        "paid_before",
        "given",
        "remainder",
        "stood_at",
        "most",
        "lost",
        "limit",
        "large_win",
        "ledger",
        "expected",
        "meter",
        "reserve",
        "overflow",
        "wins",
    )
)


def _shown(name: str, value: Any) -> str:
    """As somebody reads it; nothing where there is nothing."""
    match value:
        case UnsetType():
            return ""
        case Signature():
            return f"{value.id} as {value.role.label}"
        case CageLimits():
            amounts = (name for name in value.__struct_fields__ if name != "two_people")
            limits = [f"{words(name)} {dollars(getattr(value, name))}" for name in amounts]
            return ", ".join([*limits, "two people"] if value.two_people else limits)
        case ChipSet():
            return f"{' '.join(map(dollars, value.values))}, odd money {value.odd_money}"
        case Pieces():
            return f"{value.count} × {dollars(value.value)}"
        case Struct():
            parts = ((part, getattr(value, part)) for part in value.__struct_fields__)
            said = {part: _shown(part, one) for part, one in parts if part not in _NOT_SHOWN}
            return ", ".join(f"{words(part)} {text}" for part, text in said.items() if text)
        case tuple() | list() | frozenset():
            return ", ".join(_shown("", one) for one in value)
        case None:
            return ""
        case _:
            return plainly(name, value)


def plainly(name: str, value: Any) -> str:
    if name in _AMOUNTS and isinstance(value, int):
        return dollars(value)
    if isinstance(value, tuple | list | frozenset):
        return ", ".join(str(one) for one in value)
    if isinstance(value, CageLimits) and not value.two_people:
        return str(value).replace(", two_people=False", "")  # programs up to 0.2 had no such field
    return str(value)


def words(name: str) -> str:
    return str(name).replace("_", " ")
