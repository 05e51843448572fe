"""Demonstration players: each follows a named strategy that anybody can look up."""

from collections.abc import Callable, Iterator, Mapping

from croupier.cards import parse_cards
from croupier.house.table.state import Bot, HouseTable
from croupier.rulebooks.roles import Actor, Role
from croupier.rulebooks.wagers import WagerKind
from croupier.table import commands as c
from croupier.table.commands import TableCommand
from croupier.table.state import Betting, Dealt, Hand, Idle, Table

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
