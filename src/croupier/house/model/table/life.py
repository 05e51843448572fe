"""The life of a table around its games: its dealer, pauses, the last round, players for show."""

from datetime import datetime
from typing import assert_never

from croupier.house.model import commands as hc
from croupier.house.model import events as h
from croupier.house.model.refusals import HouseCode, decline, demand_house, demand_role
from croupier.house.model.table.bots import play_alone, seat, unseat
from croupier.house.model.table.cards import note_refused
from croupier.house.model.table.requests import add_seed, answer_call, decide_request
from croupier.house.model.table.state import HouseTable
from croupier.house.model.table.unattended import resumed_timer
from croupier.rulebooks.roles import Role
from croupier.table.state import Dealt, Revealed, Settled, Voided


def decide_life(
    table: HouseTable, command: hc.TableLife, now: datetime
) -> tuple[h.TableStreamEvent, ...]:
    """The events of a command, or a `HouseRefused`."""
    match command:
        case hc.SignOn():
            return _sign_on(table, command)
        case hc.SignOff():
            return _sign_off(table, command)
        case hc.AnnounceLastRound():
            return _announce(table, command)
        case hc.PauseTable():
            return _pause(table, command)
        case hc.ResumeTable():
            return _resume(table, command, now)
        case hc.AnswerCall():
            return answer_call(table, command)
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
