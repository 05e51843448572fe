"""Unattended tables: what the automatic dealer does next, and demonstration players."""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta

from croupier.cards import parse_cards
from croupier.house.model.events import Step, TableStreamEvent, TimerCleared, TimerSet
from croupier.house.model.settings import Cards
from croupier.house.model.table.state import Bot, HouseTable, Timer
from croupier.rulebooks.roles import Actor, Role
from croupier.rulebooks.wagers import WagerKind
from croupier.table import commands as c
from croupier.table.commands import TableCommand
from croupier.table.state import Betting, Closed, Dealt, Draw, Hand, Idle, Revealed, Table


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
    """The clock set anew where the next step has changed; the same step keeps its time."""
    wanted = next_step(table)
    timer = table.timer
    if wanted is None:
        return (TimerCleared(),) if timer is not None else ()
    step, wait = wanted
    number = table.game.round.number
    if timer is not None and (timer.step, timer.round) == (step, number):
        return ()
    due = max(now, wait) if isinstance(wait, datetime) else now + timedelta(seconds=wait)
    return (TimerSet(step, number, due),)


def resumed_timer(timer: Timer, paused: datetime, now: datetime) -> TimerSet:
    """After a pause as much time is left as there was when it began."""
    return TimerSet(timer.step, timer.round, now + max(timer.due - paused, timedelta()))


Strategy = Callable[[Table, Hand], bool]
"""Whether to stay in with a hand."""

_SIMPLE = {5: "As Kd Jc 8h 3s", 3: "Qs 6d 4c"}
"""The weakest hand that published simple strategies stay in with, by size of the hand."""


def _simple(game: Table, hand: Hand) -> bool:
    order = game.rulebook.hands
    return order.value(hand).strength >= order.value(parse_cards(_SIMPLE[order.size])).strength


def _always(game: Table, hand: Hand) -> bool:
    return True


STRATEGIES: Mapping[str, Strategy] = {"simple": _simple, "always-stay": _always}
"""`simple`: stay in with ace-king-jack-eight-three (three cards: queen-six-four) or better."""


def bot_command(table: HouseTable) -> tuple[Actor, TableCommand] | None:
    """What the next demonstration player with something to do does now."""
    if table.paused is not None:
        return None
    return next(_wanted(table), None)


def _wanted(table: HouseTable) -> Iterator[tuple[Actor, TableCommand]]:
    current = table.game.round
    if isinstance(current, Idle):
        return
    for number, bot in sorted(table.bots.items()):
        actor = Actor(bot.name, Role.PLAYER)
        box = current.boxes.get(number)
        if box is not None and box.seated != bot.name:
            continue
        if isinstance(current, Betting):
            laid = box is not None and box.ante > 0
            if not laid:
                yield (
                    actor,
                    c.PlaceWager(box=number, wager=WagerKind.ANTE, amount=bot.ante, by=actor),
                )
            elif _wants_jackpot(table, bot) and box is not None and not box.jackpot:
                yield actor, c.PlaceWager(box=number, wager=WagerKind.JACKPOT, by=actor)
        elif isinstance(current, Dealt) and box is not None and box.must_decide:
            yield from _decision(table, current, number, bot, actor)


def _wants_jackpot(table: HouseTable, bot: Bot) -> bool:
    return bot.jackpot and table.jackpot is not None and table.game.jackpot_available


def _decision(
    table: HouseTable, current: Dealt, number: int, bot: Bot, actor: Actor
) -> Iterator[tuple[Actor, TableCommand]]:
    box, hand = current.boxes[number], current.deal.hands.get(number)
    if hand is None or bot.name in current.left:
        return
    if not box.viewed:
        yield actor, c.ViewHand(box=number, by=actor)
    elif STRATEGIES[bot.strategy](table.game, hand):
        stay = table.game.rulebook.stay.wager
        yield actor, c.PlaceWager(box=number, wager=stay, by=actor)
    else:
        yield actor, c.Fold(box=number, by=actor)
