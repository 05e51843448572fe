"""What happens in a house around its games: names and meanings are a public format.

Together with the events of tables and jackpots they make up the streams of the log.
A stream begins with a registration; every command that was carried out is in it
as given, before the events that it caused, so that anybody can decide it again.
"""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum

from msgspec import UNSET, Struct, UnsetType

from croupier.house.model.cage.day import Period
from croupier.house.model.cage.events import CageEvent, Found
from croupier.house.model.commands import AnyCommand, TwoPersonCommand
from croupier.house.model.jackpot.events import (
    HouseJackpotEvent,
    JackpotPaid,
    PaymentReturned,
    PrizeReleased,
)
from croupier.house.model.operation.events import OperationEvent
from croupier.house.model.people.events import PeopleEvent
from croupier.house.model.people.roles import Signature
from croupier.house.model.school.events import ExerciseAnswered
from croupier.house.model.settings import Dealing, Money, Pace
from croupier.house.model.table.payment import ActDone, Odd
from croupier.jackpot.events import JackpotEvent
from croupier.money import Cents
from croupier.refusal import Code
from croupier.rulebooks.irregularities import Irregularity
from croupier.rulebooks.wagers import WagerName
from croupier.script.format import Pair, TableEntry
from croupier.table.events import TableEvent


class _Event(Struct, frozen=True, tag_field="event"):
    """Time and actor are on the record that carries it."""


class CommandGiven(_Event, frozen=True, tag="command_given"):
    """The command behind the events that follow, complete: cards of an electronic deal too."""

    command: AnyCommand


# Tables


class TableRegistered(_Event, frozen=True, tag="table_registered"):
    entry: TableEntry
    dealing: Dealing
    rulebook: str
    """SHA-256 of the rules that the table goes by."""
    money: Money | None = None
    """None in logs from before there were wallets."""
    edition: str | None = None
    """What the entry meant at that moment: `casino-stud@6`. None in logs from before."""
    book: str | None = None
    """The whole text of the rulebook where it came as a file."""
    play_chips: bool | UnsetType = UNSET
    """Physical chips that are worth nothing have accounts of their own. Unset in logs from before,
    and where there are none."""
    tray: bool | UnsetType = UNSET
    """Wagers are physical chips; likewise."""


class EditionPlanned(_Event, frozen=True, tag="edition_planned"):
    """Two people agreed: from a stated time on the table runs another edition of its game."""

    asked: str
    """An edition, or the text of a file, as it was proposed."""
    since: datetime
    reason: str
    edition: str
    """What that means: `casino-stud@7`."""
    book: str | None
    """The whole text of the rulebook where it came as a file."""
    rulebook: str
    """SHA-256 of its rules."""


class EditionChanged(_Event, frozen=True, tag="edition_changed"):
    """The round that opens now, and those after it, are played by another edition."""

    edition: str
    round: int
    """The first that is."""
    entry: TableEntry
    """With the rulebook in it, a file as its whole text."""
    rulebook: str
    """SHA-256 of its rules."""


class EditionNotChanged(_Event, frozen=True, tag="edition_not_changed"):
    """What was planned can no longer be; the table goes on as it is."""

    edition: str
    round: int
    """The one that opens now."""
    reason: str


class LimitsPlanned(_Event, frozen=True, tag="limits_planned"):
    """Other smallest and largest wagers, by wager, with the next opening call."""

    limits: Mapping[WagerName, Pair]
    reason: str


class LimitsChanged(_Event, frozen=True, tag="limits_changed"):
    """The round that opens now, and those after it, have other limits."""

    round: int
    """The first that has."""
    limits: Mapping[WagerName, Pair]
    """Those that changed."""


class ShuffleCommitted(_Event, frozen=True, tag="shuffle_committed"):
    """The order of the cards is fixed; `commitment` proves it once the seed is opened."""

    round: int
    commitment: str
    nonce: str
    sealed: str
    """The seed under the house's key, so that another process can go on."""


class ShuffleOpened(_Event, frozen=True, tag="shuffle_opened"):
    round: int
    seed: str


class CardsSealed(_Event, frozen=True, tag="cards_sealed"):
    """What bears closed cards is sealed until the round is over (`sealing.py`)."""

    round: int
    under: str
    """The id of the house's key that the round's is derived from."""
    nonce: str
    commitment: str
    """SHA-256 of the round's key: what was sealed can be opened in one way only."""


class CardsOpened(_Event, frozen=True, tag="cards_opened"):
    """The round is over: with its key anybody reads what was sealed."""

    round: int
    nonce: str
    key: str


class SeedAdded(_Event, frozen=True, tag="seed_added"):
    """A player's part of the shuffle, for all to see, and the hash of their next one."""

    player: str
    seed: str | None
    next: str


class DealerSignedOn(_Event, frozen=True, tag="dealer_signed_on"):
    """From now on this dealer, and no other, runs the rounds of the table."""

    dealer: str


class DealerSignedOff(_Event, frozen=True, tag="dealer_signed_off"):
    dealer: str


class TablePaused(_Event, frozen=True, tag="table_paused"):
    reason: str


class TableResumed(_Event, frozen=True, tag="table_resumed"):
    pass


class StaffCalled(_Event, frozen=True, tag="staff_called"):
    """A player has something to say about the round; it changes nothing by itself."""

    number: int
    player: str
    irregularity: Irregularity
    """What the player takes it for."""
    box: int | None
    words: str


class FloorCalled(_Event, frozen=True, tag="floor_called"):
    """The dealer asks for a fill, a colour change or a supervisor."""

    number: int
    need: str
    words: str
    by: str


class FloorAnswered(_Event, frozen=True, tag="floor_answered"):
    number: int
    by: str


class SeatTaken(_Event, frozen=True, tag="seat_taken"):
    """A seat holds a registered player, or somebody unknown by a number, until they leave."""

    box: int
    player: str


class SeatLeft(_Event, frozen=True, tag="seat_left"):
    box: int
    player: str


class CallAnswered(_Event, frozen=True, tag="call_answered"):
    number: int
    by: str


class LastRoundAnnounced(_Event, frozen=True, tag="last_round_announced"):
    round: int
    """The last one that will be played."""


class Step(StrEnum):
    """What the automatic dealer does next."""

    OPEN_BETS = "open_bets"
    CLOSE_BETS = "close_bets"
    DRAW = "draw"
    DEAL = "deal"
    FOLD_UNDECIDED = "fold_undecided"
    REVEAL_DEALER = "reveal_dealer"
    SETTLE = "settle"
    CLOSE_TABLE = "close_table"
    AFTER_JACKPOT_FAILURE = "after_jackpot_failure"
    END_EMPTY_ROUND = "end_empty_round"
    """Nobody bets, and another edition waits to be taken up."""


class TimerSet(_Event, frozen=True, tag="timer_set"):
    """When the next step is due, whichever process takes it."""

    step: Step
    round: int
    due: datetime


class TimerCleared(_Event, frozen=True, tag="timer_cleared"):
    """The table waits for somebody."""


class BotSeated(_Event, frozen=True, tag="bot_seated"):
    box: int
    name: str
    strategy: str
    ante: Cents
    jackpot: bool
    pace: Pace = Pace.STEADY


class BotUnseated(_Event, frozen=True, tag="bot_unseated"):
    box: int


class BotsSatOut(_Event, frozen=True, tag="bots_sat_out"):
    """The demonstration players let a player have the table alone."""

    player: str


class BotsSatDown(_Event, frozen=True, tag="bots_sat_down"):
    """They play again: a player asked them to, or whoever wanted to be alone is gone."""

    player: str | None


class WagerRequested(_Event, frozen=True, tag="wager_requested"):
    """A player, whose signature is on the record, asks staff to place a wager for them."""

    player: str
    box: int
    wager: WagerName
    most: Cents


class WagerRequestUsed(_Event, frozen=True, tag="wager_request_used"):
    """Staff placed the wager that a player had asked for; the request is used up."""

    player: str
    box: int
    wager: WagerName
    amount: Cents
    most: Cents


class LossLimitPassed(_Event, frozen=True, tag="loss_limit_passed"):
    """At a table with physical chips a player staked more than their own limit leaves.

    The wager lay there and is recorded as it was: staff are told, and keep the limit.
    """

    player: str
    lost: Cents
    limit: Cents
    period: Period


class ReportRefused(_Event, frozen=True, tag="report_refused"):
    """Somebody of the staff reported or corrected cards of a live table and was refused.

    The cards that they named are not kept. A refusal tells something about those on the table.
    """

    person: str
    code: Code
    irregularity: Irregularity | None = None
    """None where an entry was to be corrected."""


class ActsConfirmed(_Event, frozen=True, tag="acts_confirmed"):
    """The dealer has paid, taken or given back what a settled round says."""

    round: int
    settlement: int
    """Which settlement of the round: it may have been settled anew since."""
    by: str
    acts: tuple[ActDone, ...]
    odd: tuple[Odd, ...] = ()
    """What no chip could pay of them."""


class WrongPayment(_Event, frozen=True, tag="wrong_payment"):
    """A player was handed more or less chips for a wager than was confirmed."""

    round: int
    box: int
    player: str
    wager: WagerName
    over: Cents
    """How much too much; below zero, how much too little."""
    by: str
    reason: str
    stays: bool
    """It is not put right at the table."""
    settlement: int | None = None
    """The one that it belongs to, where the round is still on the table."""


# Two people


class Due(Struct, frozen=True):
    """What was payable, and to whom, when a payment was proposed: this is what is agreed to."""

    player: str
    amount: Cents
    before: Cents = 0
    """What the player has got for the win already: `amount` is the rest of it."""
    unreturned: Cents = 0
    """What others have got for the round and have to give back, as it was undone."""
    chips: Cents | UnsetType = UNSET
    """What is handed over, where it is paid in chips; unset in logs from before it was worked
    out."""


class Proposed(_Event, frozen=True, tag="proposed"):
    """One person wants something that takes two."""

    proposal: str
    command: TwoPersonCommand
    by: Signature
    found: Found | UnsetType = UNSET
    """What the books said, where something was counted."""
    due: Due | UnsetType = UNSET
    """What was payable, where a payment is proposed; unset in logs from before it was kept."""


class ProposalApproved(_Event, frozen=True, tag="proposal_approved"):
    """The second person agreed, whose signature is on the record; what follows is done."""

    proposal: str
    proposed_by: Signature


class ProposalDeclined(_Event, frozen=True, tag="proposal_declined"):
    proposal: str
    reason: str


HouseTableEvent = (
    CommandGiven
    | TableRegistered
    | EditionPlanned
    | EditionChanged
    | EditionNotChanged
    | LimitsPlanned
    | LimitsChanged
    | ShuffleCommitted
    | ShuffleOpened
    | CardsSealed
    | CardsOpened
    | SeedAdded
    | DealerSignedOn
    | DealerSignedOff
    | TablePaused
    | TableResumed
    | StaffCalled
    | CallAnswered
    | FloorCalled
    | FloorAnswered
    | SeatTaken
    | SeatLeft
    | LastRoundAnnounced
    | TimerSet
    | TimerCleared
    | BotSeated
    | BotUnseated
    | BotsSatOut
    | BotsSatDown
    | WagerRequested
    | WagerRequestUsed
    | LossLimitPassed
    | ReportRefused
    | ActsConfirmed
    | WrongPayment
)
PaymentEvent = (
    PrizeReleased | JackpotPaid | PaymentReturned | Proposed | ProposalApproved | ProposalDeclined
)
"""In the streams of jackpots, the proposals in that of the cage too; not for everybody."""
HouseEvent = HouseTableEvent | HouseJackpotEvent | PaymentEvent
DepartmentEvent = PeopleEvent | CageEvent | OperationEvent | ExerciseAnswered
LogEvent = TableEvent | JackpotEvent | HouseEvent | DepartmentEvent

TableStreamEvent = TableEvent | HouseTableEvent
JackpotStreamEvent = JackpotEvent | HouseJackpotEvent | PaymentEvent | CommandGiven
CageStreamEvent = CageEvent | Proposed | ProposalApproved | ProposalDeclined | CommandGiven
"""The events in the stream of a table, a jackpot, the cage; people, operation and school have their
own events alone."""
