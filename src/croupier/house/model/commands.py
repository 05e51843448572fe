"""What may be asked of a house beside play: tables, links, their life, demonstration players."""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from croupier.floor import FloorCommand
from croupier.house.model.cage.commands import (
    Amount,
    Bounded,
    CageCommand,
    CloseDay,
    CloseDrawer,
    CorrectBuyIn,
    Count,
    DepartmentCommand,
    HandOverShift,
    MoveBankroll,
    Reason,
    RecountDrop,
    ReopenDay,
)
from croupier.house.model.cage.day import Period
from croupier.house.model.settings import Dealing, JackpotTerms, Money, Most, OddMoney, Pace
from croupier.jackpot.commands import AdjustJackpot, BoxNumber, Command, Name
from croupier.money import MOST_CENTS, Cents
from croupier.refusal import Code
from croupier.rulebooks.irregularities import Irregularity
from croupier.rulebooks.wagers import WagerKind, WagerName
from croupier.script.format import JackpotEntry, Pair, Sum, TableEntry
from croupier.table.commands import TableCommand

StreamName = Annotated[str, Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}\Z")]

Seed = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z", description="256 bits in hexadecimal")]


class RegisterTable(Command, frozen=True, tag="register_table"):
    """A table enters the house; its stream begins."""

    name: StreamName
    entry: TableEntry
    dealing: Dealing = Dealing()
    money: Money = Money.LIVE


class RegisterJackpot(Command, frozen=True, tag="register_jackpot"):
    """A progressive enters the house; its stream begins."""

    name: StreamName
    entry: JackpotEntry
    terms: JackpotTerms = JackpotTerms()
    money: Money = Money.LIVE


class SignOn(Command, frozen=True, tag="sign_on"):
    """A dealer takes over the table; whoever dealt it before no longer does."""


class SignOff(Command, frozen=True, tag="sign_off"):
    """The dealer leaves the table."""


class AnnounceLastRound(Command, frozen=True, tag="announce_last_round"):
    """Players are told that the table closes after one more round."""


class ChangeLimits(Command, frozen=True, tag="change_limits"):
    """Other smallest and largest wagers, from the next round on."""

    limits: Annotated[Mapping[WagerName, Pair], Meta(min_length=1, max_length=20)]
    """By wager; those that are not named stay as they are."""
    reason: Reason


class PauseTable(Command, frozen=True, tag="pause_table"):
    """Play stops for a moment; it resumes at the same stage and is no closure."""

    reason: Annotated[str, Meta(min_length=1)]


class ResumeTable(Command, frozen=True, tag="resume_table"):
    """Play goes on where it stopped."""


class AnswerCall(Command, frozen=True, tag="answer_call"):
    """Staff have come to a player who called them."""

    call: Annotated[int, Meta(ge=1)]


class Need(StrEnum):
    """What a dealer asks for while play goes on."""

    FILL = "fill"
    COLOUR_CHANGE = "colour_change"
    SUPERVISOR = "supervisor"


class CallFor(Command, frozen=True, tag="call_for"):
    """The dealer asks pit or cage for something; play goes on."""

    need: Need
    words: Annotated[str, Meta(max_length=200)] = ""


class AnswerNeed(Command, frozen=True, tag="answer_need"):
    """Somebody sees to what the dealer asked for."""

    call: Annotated[int, Meta(ge=1)]


class TakeSeat(Command, frozen=True, tag="take_seat"):
    """Somebody sits down at a box until they leave."""

    box: BoxNumber
    player: Name | None = None
    """Who is registered; without one it is somebody whom the house does not know."""
    shares: bool = False
    """At a box where somebody sits already, in a game in which boxes are shared."""


class LeaveSeat(Command, frozen=True, tag="leave_seat"):
    """Whoever sits at a box gets up; of several who share it, the one who is named."""

    box: BoxNumber
    player: Name | None = None


class AddSeed(Command, frozen=True, tag="add_seed"):
    """A player's part of the shuffle: the one fixed before is opened, the next one is fixed."""

    next: Seed
    """SHA-256 of the part for the next round."""
    seed: Seed | None = None
    """What was fixed in the round before; left out by whoever fixed nothing."""


class ConfirmActs(Command, frozen=True, tag="confirm_acts"):
    """The dealer has done these acts: paid, taken, given back."""

    acts: Annotated[tuple[str, ...], Meta(min_length=1, max_length=200)]
    """By their ids, as the console lists them."""
    smallest_chip: Most | None = None
    odd_money: OddMoney | None = None
    """Both as the house has set them; the house fills them in."""
    rounds_once: bool = False
    """What a player was given for want of a chip counts against later acts of the round; the house
    fills it in. Not so in logs from before."""
    remembered: bool = False
    """What was handed over is kept after the next opening call, so that a later report is held
    against it; the house fills it in. Not so in logs from before."""
    stakes_apart: bool = False
    """A stake that was lost is taken, and what its wager won is paid whole; the house fills it in.
    Not so in logs from before."""
    waits_for_prizes: bool = False
    """Nothing is handed over while a jackpot prize of the round is verified; the house fills it in.
    Not so in logs from before."""


class ReportPayment(Command, frozen=True, tag="report_payment"):
    """A player was handed more or less chips for a wager than was confirmed."""

    round: Annotated[int, Meta(ge=1)]
    box: BoxNumber
    player: Name
    wager: WagerName
    over: Annotated[Cents, Meta(ge=-MOST_CENTS, le=MOST_CENTS)]
    """How much too much; below zero, how much too little."""
    reason: Reason
    stays: bool = False
    """It is not put right at the table: the player has gone, or keeps it."""
    second_person_above: Annotated[Cents, Meta(ge=0, le=MOST_CENTS)] | None = None
    """As the house has set it, which fills it in. None in logs from before: there, what stays was
    not counted."""
    by_two: bool = False
    """What stays above that takes two people; the house fills it in. Not so in logs from before,
    where a shift manager decided it alone."""


class ChangeJackpot(Command, frozen=True, tag="change_jackpot"):
    """Other parameters of a progressive; only while no linked round is running."""

    jackpot: Name
    reason: Annotated[str, Meta(min_length=1)]
    stake: Amount | None = None
    reset: Sum | None = None
    increment: str | None = None
    max_credits: Annotated[int, Meta(ge=1)] | None = None
    terms: JackpotTerms | None = None


class FailLink(Command, frozen=True, tag="fail_link"):
    """The link is lost or inconsistent: a jackpot failure at each linked table follows."""

    jackpot: Name
    reason: Annotated[str, Meta(min_length=1)]


class RestoreLink(Command, frozen=True, tag="restore_link"):
    """The link works again; each table takes jackpot wagers when its shift manager says so."""

    jackpot: Name
    reason: Annotated[str, Meta(min_length=1)]


class RequestWager(Command, frozen=True, tag="request_wager"):
    """A player asks staff to place a wager out of their wallet: once, in the round under way."""

    box: BoxNumber
    wager: WagerName
    amount: Amount
    """The most that it may come to."""


class NoteLossLimit(Command, frozen=True, tag="note_loss_limit"):
    """A wager recorded with physical chips passed its player's loss limit; the house notes it."""

    player: Name
    lost: Amount
    """In the period of the limit, with what lies on tables."""
    limit: Sum
    period: Period


class NoteRefusedReport(Command, frozen=True, tag="note_refused_report"):
    """Somebody of the staff named cards of a live table and was refused; the house notes it."""

    person: Name
    code: Code
    irregularity: Irregularity | None = None
    """What was reported; none where an entry was to be corrected."""


class SeatBot(Command, frozen=True, tag="seat_bot"):
    """A demonstration player takes a box and follows a named strategy."""

    box: BoxNumber
    name: Name
    strategy: Name
    ante: Amount
    jackpot: bool = False
    pace: Pace = Pace.STEADY


class UnseatBot(Command, frozen=True, tag="unseat_bot"):
    """The demonstration player of a box plays no further round."""

    box: BoxNumber


class PlayAlone(Command, frozen=True, tag="play_alone"):
    """A player asks the demonstration players to sit out, or to come back."""

    alone: bool = True


# Two people


class PayJackpot(DepartmentCommand, frozen=True, tag="pay_jackpot"):
    """A win is confirmed: what is payable goes to the winner."""

    jackpot: Name
    table: Name
    round: Annotated[int, Meta(ge=1)]
    box: BoxNumber
    target: WagerKind = WagerKind.JACKPOT
    cash: bool = False
    """At the cage, in place of chips; a wallet is paid into, whatever it is."""
    smallest_chip: Most | None = None
    odd_money: OddMoney | None = None
    """Both as the house has set them; the house fills them in. None in logs from before: chips were
    not looked at."""
    at_desk: bool = False
    """Cash is paid by a cashier, out of a drawer, once it is released; the house fills it in. Not
    so in logs from before, where it left the safe when it was released."""


class ReturnPayment(DepartmentCommand, frozen=True, tag="return_payment"):
    """A player has handed back chips of a jackpot payment that was undone."""

    jackpot: Name
    table: Name
    round: Annotated[int, Meta(ge=1)]
    player: Name
    amount: Amount
    smallest_chip: Most | None = None
    """As the house has set it, which fills it in. None in logs from before."""


class RetireJackpot(DepartmentCommand, frozen=True, tag="retire_jackpot"):
    """The end of a link; what it holds goes to another jackpot, or to the house."""

    jackpot: Name
    reason: Reason
    to: Name | None = None


class ChangeEdition(DepartmentCommand, frozen=True, tag="change_edition"):
    """From a stated time on a table runs another edition of its game, or another file of it."""

    table: Name
    rulebook: Annotated[str, Meta(min_length=1)]
    """An edition such as `casino-stud@7`, or the text of a file."""
    since: Annotated[datetime, Meta(tz=True)]
    reason: Reason


class AdmitShoe(DepartmentCommand, frozen=True, tag="admit_shoe"):
    """A shoe is to deal its cards at a table: whoever proposes it may then make its token."""

    table: Name
    name: Annotated[str, Meta(min_length=1, max_length=60)]
    """What the device is called."""
    until: Annotated[datetime, Meta(tz=True)] | None = None


class Approve(DepartmentCommand, frozen=True, tag="approve"):
    """A second person agrees: what was proposed is carried out."""

    proposal: Name


class Decline(DepartmentCommand, frozen=True, tag="decline"):
    """What was proposed is not done."""

    proposal: Name
    reason: Reason


Registration = RegisterTable | RegisterJackpot
OtherStreamCommand = Registration | ChangeEdition | AdmitShoe | ReportPayment
"""What is proposed at the cage and done in another stream."""
TwoPersonCommand = (
    PayJackpot
    | ReturnPayment
    | AdjustJackpot
    | ChangeJackpot
    | RetireJackpot
    | CloseDay
    | ReopenDay
    | RegisterTable
    | RegisterJackpot
    | ChangeEdition
    | AdmitShoe
    | ReportPayment
    | RecountDrop
    | CloseDrawer
    | MoveBankroll
    | CorrectBuyIn
    | HandOverShift
    | Bounded
    | Count
)
"""What one person proposes and another carries out; movements of the cage above its limit, and
counts that differ by more than it."""

TableLife = (
    SignOn
    | SignOff
    | AnnounceLastRound
    | ChangeLimits
    | PauseTable
    | ResumeTable
    | AnswerCall
    | CallFor
    | AnswerNeed
    | TakeSeat
    | LeaveSeat
    | AddSeed
    | SeatBot
    | UnseatBot
    | PlayAlone
    | RequestWager
    | NoteLossLimit
    | NoteRefusedReport
    | ConfirmActs
    | ReportPayment
)
"""What is asked of a table beside its game."""
TableStreamCommand = TableCommand | TableLife
"""What is decided at a table and recorded in its stream."""

HouseCommand = RegisterTable | RegisterJackpot | TableLife | ChangeJackpot | FailLink | RestoreLink
AnyCommand = (
    FloorCommand
    | HouseCommand
    | CageCommand
    | PayJackpot
    | ReturnPayment
    | RetireJackpot
    | ChangeEdition
    | AdmitShoe
    | Approve
    | Decline
)
