"""The life of a table around its games: its dealer, pauses, the last round, players for show.

Players ask for three things beside play: staff, a wager placed by staff (MEGA 3.6), and a part in
the shuffle.

What a player reports changes no card, stops no game and opens no matter. Staff go and look, and
report what they see themselves. Calls end with their round.

The house commits to its seed with the opening call. Before that, in an earlier round, each player's
browser has fixed its own part by a hash; while bets are open it opens that part and fixes the next
one. The house commits without knowing the parts, and a part that was fixed before the commitment
cannot be chosen after it, not even by a player who knows the house's seed.
"""

from datetime import datetime
from hashlib import sha256
from typing import assert_never

from msgspec import structs

from croupier.house.model import commands as hc
from croupier.house.model import events as h
from croupier.house.model.jackpot.state import HouseJackpot
from croupier.house.model.refusals import HouseCode, decline, demand_house, demand_role
from croupier.house.model.settings import Cards
from croupier.house.model.table.bots import play_alone, seat, unseat
from croupier.house.model.table.cards import note_refused
from croupier.house.model.table.confirming import confirm
from croupier.house.model.table.limits import change_limits
from croupier.house.model.table.seats import answer_need, call_for, leave_seat, take_seat
from croupier.house.model.table.state import HouseTable
from croupier.house.model.table.unattended import resumed_timer
from croupier.house.model.table.wrong_payment import report_payment
from croupier.rulebooks.terms import Role
from croupier.table.commands import Report
from croupier.table.state import Betting, Dealt, Idle, Revealed, Settled, Table, Voided


def decide_life(  # noqa: PLR0912 - a case a command
    table: HouseTable, link: HouseJackpot | None, command: hc.TableLife, now: datetime
) -> tuple[h.TableStreamEvent, ...]:
    """The events of a command, or a `HouseRefused`."""
    match command:
        case hc.SignOn():
            return _sign_on(table, command)
        case hc.SignOff():
            return _sign_off(table, command)
        case hc.AnnounceLastRound():
            return _announce(table, command)
        case hc.ChangeLimits():
            return change_limits(table, command)
        case hc.PauseTable():
            return _pause(table, command)
        case hc.ResumeTable():
            return _resume(table, command, now)
        case hc.AnswerCall():
            return answer_call(table, command)
        case hc.CallFor():
            return call_for(table, command)
        case hc.AnswerNeed():
            return answer_need(table, command)
        case hc.TakeSeat():
            return take_seat(table, command)
        case hc.LeaveSeat():
            return leave_seat(table, command)
        case hc.AddSeed():
            return add_seed(table, command)
        case hc.SeatBot():
            return seat(table, command)
        case hc.UnseatBot():
            return unseat(table, command)
        case hc.PlayAlone():
            return play_alone(table, command)
        case hc.RequestWager():
            return decide_request(table, command)
        case hc.NoteLossLimit():
            return _note_limit(table, command)
        case hc.NoteRefusedReport():
            return note_refused(table, command)
        case hc.ConfirmActs():
            return confirm(table, link, command)
        case hc.ReportPayment():
            return report_payment(table, command)
        case _:
            assert_never(command)


def _sign_on(table: HouseTable, command: hc.SignOn) -> tuple[h.TableStreamEvent, ...]:
    demand_role(command.by, Role.DEALER)
    assert command.by is not None
    if table.dealer == command.by.id:
        decline(HouseCode.SIGNED_ON, f"You deal table {table.name} already.")
    return (h.DealerSignedOn(command.by.id),)


def _sign_off(table: HouseTable, command: hc.SignOff) -> tuple[h.TableStreamEvent, ...]:
    """The dealer goes, or is sent away by a supervisor."""
    demand_role(command.by, Role.DEALER)
    assert command.by is not None
    if table.dealer is None:
        decline(HouseCode.NO_DEALER, f"Nobody is signed on at table {table.name}.")
    own = table.dealer == command.by.id
    if not (own or command.by.role.may_act_as(Role.PIT_SUPERVISOR)):
        decline(HouseCode.NOT_SIGNED_ON, f"You do not deal table {table.name}.")
    return (h.DealerSignedOff(table.dealer),)


def _announce(table: HouseTable, command: hc.AnnounceLastRound) -> tuple[h.TableStreamEvent, ...]:
    demand_role(command.by, Role.PIT_SUPERVISOR)
    if table.last_round is not None:
        decline(HouseCode.ALREADY_ANNOUNCED, f"Round {table.last_round} is announced as the last.")
    current = table.game.round
    running = not isinstance(current, Settled | Voided) and current.number > 0
    dealt = isinstance(current, Dealt | Revealed)
    return (h.LastRoundAnnounced(current.number + (1 if dealt or not running else 0)),)


def _pause(table: HouseTable, command: hc.PauseTable) -> tuple[h.TableStreamEvent, ...]:
    demand_role(command.by, Role.DEALER)
    if table.paused is not None:
        decline(HouseCode.PAUSED, f"Table {table.name} is paused already.")
    return (h.TablePaused(command.reason),)


def _resume(
    table: HouseTable, command: hc.ResumeTable, now: datetime
) -> tuple[h.TableStreamEvent, ...]:
    demand_role(command.by, Role.DEALER)
    if table.paused is None:
        decline(HouseCode.NOT_PAUSED, f"Table {table.name} is not paused.")
    if table.timer is None:
        return (h.TableResumed(),)
    return (h.TableResumed(), resumed_timer(table.timer, table.paused, now))


def _note_limit(table: HouseTable, command: hc.NoteLossLimit) -> tuple[h.TableStreamEvent, ...]:
    """The chips lie there: to refuse the entry would only falsify the record."""
    demand_house(command.by)
    if not table.recording or command.lost <= command.limit:
        decline(HouseCode.BAD_COMMAND, f"No limit of {command.player} is passed here.")
    return (h.LossLimitPassed(command.player, command.lost, command.limit, command.period),)


# What players ask for beside play

REQUESTS_MAX = 10
"""Of one player in one round, used or not: nobody makes the log grow by asking."""


def decide_request(table: HouseTable, command: hc.RequestWager) -> tuple[h.TableStreamEvent, ...]:
    """A player asks; raises `HouseRefused`."""
    by = command.by
    if by is None or by.role.is_staff:
        decline(HouseCode.NOT_YOURS, "A player asks for themself.")
    if not table.from_wallets:
        decline(
            HouseCode.OTHER_MONEY,
            f"Table {table.name} is played with chips: give them to the dealer.",
        )
    if isinstance(table.game.round, Idle | Settled | Voided):
        decline(HouseCode.NO_ROUND, f"No round is under way at table {table.name}.")
    if command.box > table.game.settings.boxes:
        decline(HouseCode.BAD_COMMAND, f"Table {table.name} has no box {command.box}.")
    mine = [one for one in table.requests if one.player == by.id]
    if any(not one.used and (one.box, one.wager) == (command.box, command.wager) for one in mine):
        decline(HouseCode.ASKED_ALREADY, "You have asked for this wager; staff will see to it.")
    if len(mine) >= REQUESTS_MAX:
        decline(HouseCode.ASKED_TOO_OFTEN, f"That is enough: {REQUESTS_MAX} requests a round.")
    return (h.WagerRequested(by.id, command.box, command.wager, command.amount),)


WORDS_MAX = 500
CALLS_MAX = 3
"""Of one player in one round."""

_WORDS = frozenset({"irregularity", "round", "box", "description", "by", "table", "at"})


def call_staff(table: HouseTable, report: Report) -> tuple[h.TableStreamEvent, ...]:
    """What a player's report comes to."""
    assert report.by is not None
    player = report.by.id
    facts = [
        name
        for name, value in structs.asdict(report).items()
        if name not in _WORDS and value not in (None, False)
    ]
    if facts:
        decline(
            HouseCode.WORDS_ONLY,
            f"A player's report is words: leave out '{facts[0]}' and say in 'description' what "
            "happened. Staff come and look.",
        )
    words = " ".join((report.description or "").split())
    if len(words) > WORDS_MAX:
        decline(HouseCode.WORDS_ONLY, f"Say it in {WORDS_MAX} characters at most.")
    if not _sits_at(table.game, player):
        decline(HouseCode.NOT_SEATED, "Only players with a wager in the round report on it.")
    if sum(call.player == player for call in table.calls) >= CALLS_MAX:
        decline(HouseCode.CALLED_ALREADY, "The staff have been called; they are on their way.")
    number = len(table.calls) + 1
    return (h.StaffCalled(number, player, report.irregularity, report.box, words),)


def _sits_at(game: Table, player: str) -> bool:
    current = game.round
    return not isinstance(current, Idle) and any(
        box.share_of(player) is not None for box in current.boxes.values()
    )


def answer_call(table: HouseTable, command: hc.AnswerCall) -> tuple[h.TableStreamEvent, ...]:
    demand_role(command.by, Role.DEALER)
    assert command.by is not None
    open_calls = [call.number for call in table.calls if call.answered_by is None]
    if command.call not in open_calls:
        decline(HouseCode.NO_SUCH_CALL, f"No call {command.call} of this round is waiting.")
    return (h.CallAnswered(command.call, command.by.id),)


def fixed_by(seed: str) -> str:
    """The hash that fixes a part before it is opened."""
    return sha256(bytes.fromhex(seed)).hexdigest()


def add_seed(table: HouseTable, command: hc.AddSeed) -> tuple[h.TableStreamEvent, ...]:
    """A player opens a part and fixes the next; raises `HouseRefused`."""
    by = command.by
    if by is None or by.role.is_staff:
        decline(HouseCode.NOT_YOURS, "Players add to the shuffle, nobody does it for them.")
    if table.dealing.cards is not Cards.ELECTRONIC:
        decline(HouseCode.BAD_SEED, f"Table {table.name} is dealt by hand: there is no seed.")
    current = table.game.round
    if isinstance(current, Idle) or not any(box.share_of(by.id) for box in current.boxes.values()):
        decline(HouseCode.NOT_SEATED, "Only players with a wager in the round add to its shuffle.")
    if by.id in table.next_seeds:
        decline(HouseCode.BAD_SEED, "You have fixed your part of the next round already.")
    if command.seed is not None:
        if not isinstance(current, Betting):
            decline(HouseCode.BAD_SEED, "Bets are closed, and with them the shuffle.")
        if table.seeds_due.get(by.id) != fixed_by(command.seed):
            decline(HouseCode.BAD_SEED, "This is not what you fixed in the round before.")
    return (h.SeedAdded(by.id, command.seed, command.next),)
