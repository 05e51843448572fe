"""The kinds of what matters, which an auditor asks for by name, and what is of none."""

from enum import StrEnum

from croupier.house.model import events as h
from croupier.house.model.cage import events as c
from croupier.house.model.operation import events as o
from croupier.jackpot import events as j
from croupier.table import events as e


class Kind(StrEnum):
    """Why a record stands in the list of significant events."""

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
)
"""What no auditor asks for by its kind; whatever it did to money is in the ledger."""
