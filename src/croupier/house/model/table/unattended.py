"""Unattended tables: what the automatic dealer does next, and when."""

from datetime import datetime, timedelta

from croupier.house.model.events import Step, TableStreamEvent, TimerCleared, TimerSet
from croupier.house.model.settings import Cards
from croupier.house.model.table.parts import Timer
from croupier.house.model.table.state import HouseTable
from croupier.table.state import Betting, Closed, Dealt, Draw, Revealed


def next_step(table: HouseTable) -> tuple[Step, int | datetime] | None:
    """The step that the table waits for, and the seconds or the time until it.

    None while people decide.

    The clock of a round starts with its first wager, so that an empty table rests.
    """
    dealing, game = table.dealing, table.game
    if not dealing.automatic or table.paused is not None:
        return None
    if game.choice_awaited:
        return Step.AFTER_JACKPOT_FAILURE, 0
    if game.matters:
        return None
    current = game.round
    match current:
        case Betting():
            if any(box.in_play for box in current.boxes.values()):
                return Step.CLOSE_BETS, dealing.betting_seconds
            if table.planned_limits:
                return Step.END_EMPTY_ROUND, 0
            planned = table.planned
            return None if planned is None else (Step.END_EMPTY_ROUND, planned.since)
        case Closed():
            if draws_due(table):
                return Step.DRAW, 0
            return (Step.DEAL, 0) if dealing.cards is Cards.ELECTRONIC else None
        case Dealt():
            if any(box.must_decide for box in current.boxes.values()):
                return Step.FOLD_UNDECIDED, dealing.decision_seconds
            return None if current.options else (Step.REVEAL_DEALER, 0)
        case Revealed():
            return Step.SETTLE, dealing.reveal_seconds
    if game.closed:
        return None
    if table.last_round is not None and current.number >= table.last_round:
        return Step.CLOSE_TABLE, dealing.pause_seconds
    return Step.OPEN_BETS, dealing.pause_seconds


def draws_due(table: HouseTable) -> bool:
    """Whether the jackpot system has yet to pick for this round (SSP 4.3-4.4)."""
    current = table.game.round
    return (
        table.game.rulebook.draws is not None
        and table.jackpot is not None
        and table.game.jackpot_available
        and table.dealing.cards is Cards.ELECTRONIC
        and isinstance(current, Closed)
        and current.draw == Draw()
    )


def timer_events(table: HouseTable, now: datetime) -> tuple[TableStreamEvent, ...]:
    """The clock set anew where the next step has changed; the same step keeps its time.

    An empty round ends at the time of what is planned, and that may be planned anew.
    """
    wanted = next_step(table)
    timer = table.timer
    if wanted is None:
        return (TimerCleared(),) if timer is not None else ()
    step, wait = wanted
    number = table.game.round.number
    due = max(now, wait) if isinstance(wait, datetime) else now + timedelta(seconds=wait)
    if timer is not None and (timer.step, timer.round) == (step, number):
        planned_anew = step is Step.END_EMPTY_ROUND and max(timer.due, now) != due
        if not planned_anew:
            return ()
    return (TimerSet(step, number, due),)


def resumed_timer(timer: Timer, paused: datetime, now: datetime) -> TimerSet:
    """After a pause as much time is left as there was when it began."""
    return TimerSet(timer.step, timer.round, now + max(timer.due - paused, timedelta()))
