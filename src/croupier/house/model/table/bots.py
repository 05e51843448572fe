"""Demonstration players: what they do, by a strategy that is told, each at their own pace.

They keep out of the way of people: they never run out of time, and sit out when somebody wants the
table to themselves.
"""

from collections.abc import Iterator

from msgspec import Struct

from croupier.house.model import commands as hc
from croupier.house.model import events as h
from croupier.house.model.ledger.accounts import BOT, is_bot
from croupier.house.model.refusals import HouseCode, decline, demand_role
from croupier.house.model.settings import Money
from croupier.house.model.table.parts import Bot
from croupier.house.model.table.state import HouseTable
from croupier.odds.strategy import Strategy, named_strategies
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.terms import Actor, Role
from croupier.rulebooks.wagers import WagerKind
from croupier.table import commands as c
from croupier.table.commands import TableCommand
from croupier.table.hands import FaceDown
from croupier.table.state import Betting, Dealt, Idle

HANDLES = 0.4
"""Seconds to lay a chip or to look at a hand."""
_SHARE_OF_TIME = 10
"""A bot thinks for a tenth of the decision time at most, however slow it is."""
ASKS_MAX = 6
"""How often in one round bots are sent away or called back."""

_BY_SIZE = {"simple": {5: "akj83", 3: "q64"}, "always-stay": {5: "always", 3: "always"}}
"""Names that fit every game: by size of the hand, the strategy that each means."""


def strategies(rulebook: Rulebook) -> dict[str, Strategy]:
    """Those that a bot can play in a game, by every name that they have."""
    size = rulebook.hands.size
    known = named_strategies(size)
    named = {**known, **{name: known[meant[size]] for name, meant in _BY_SIZE.items()}}
    sees = rulebook.dealing.up_card.value
    return {name: one for name, one in named.items() if sees or not one.needs_up_card}


def played_by(bot: Bot, rulebook: Rulebook) -> Strategy:
    """What a bot plays; after a change of rules that its strategy does not fit, the simple one."""
    known = strategies(rulebook)
    return known.get(bot.strategy) or known["simple"]


# What staff and players ask


def seat(table: HouseTable, command: hc.SeatBot) -> tuple[h.TableStreamEvent, ...]:
    demand_role(command.by, Role.PIT_SUPERVISOR)
    known = strategies(table.game.rulebook)
    if command.strategy not in known:
        decline(
            HouseCode.NO_SUCH_STRATEGY,
            f"There is no strategy '{command.strategy}', but {', '.join(known)}.",
        )
    if command.box in table.bots or command.box > table.game.settings.boxes:
        decline(HouseCode.BOX_TAKEN, f"Box {command.box} is not free for a demonstration player.")
    if table.money is Money.LIVE:
        decline(HouseCode.OTHER_MONEY, "Demonstration players sit at practice tables only.")
    if table.money is not None and not is_bot(command.name):
        decline(HouseCode.BAD_NAME, f"The name of a demonstration player ends in '{BOT}'.")
    return (
        h.BotSeated(
            command.box,
            command.name,
            command.strategy,
            command.ante,
            command.jackpot,
            command.pace,
        ),
    )


def unseat(table: HouseTable, command: hc.UnseatBot) -> tuple[h.TableStreamEvent, ...]:
    demand_role(command.by, Role.PIT_SUPERVISOR)
    if command.box not in table.bots:
        decline(HouseCode.NO_BOT, f"No demonstration player sits at box {command.box}.")
    return (h.BotUnseated(command.box),)


def play_alone(table: HouseTable, command: hc.PlayAlone) -> tuple[h.TableStreamEvent, ...]:
    """Bots sit out from the next ante on; those who have one in this round play it."""
    demand_role(command.by, Role.PLAYER)
    assert command.by is not None
    if not table.bots:
        decline(HouseCode.NO_BOT, f"No bots play at table {table.name}.")
    if command.alone == table.company.alone:
        said = "have left already" if command.alone else "are at the table already"
        decline(HouseCode.NO_BOT, f"The bots {said}.")
    if others := _people(table) - {command.by.id}:
        decline(
            HouseCode.OTHERS_PLAY,
            f"{len(others)} other {'person plays' if len(others) == 1 else 'people play'} here; "
            "ask again when you are the only one.",
        )
    if table.company.asked_in(table.game.round.number) >= ASKS_MAX:
        decline(HouseCode.ASKED_TOO_OFTEN, "That was asked often enough in this round.")
    return (h.BotsSatOut(command.by.id) if command.alone else h.BotsSatDown(command.by.id),)


def sit_down_again(table: HouseTable) -> tuple[h.TableStreamEvent, ...]:
    """Bets open: bots come back once whoever wanted to be alone took no part in a round, but for
    the one in which they asked: that may have been dealt already."""
    company, played = table.company, table.game.round
    if not company.alone or company.by in _people(table) or isinstance(played, Idle):
        return ()
    if company.round == played.number:
        return ()
    return (h.BotsSatDown(None),)


def _people(table: HouseTable) -> set[str]:
    """Who has a wager in this round and is no bot."""
    current = table.game.round
    boxes = () if isinstance(current, Idle) else current.boxes.values()
    return {
        share.player
        for box in boxes
        for share in box.shares
        if not is_bot(share.player) and share.laid
    }


# What they do


class BotAct(Struct, frozen=True):
    """The next thing that a bot does, and after how many seconds."""

    actor: Actor
    command: TableCommand
    seconds: float


def bot_act(table: HouseTable) -> BotAct | None:
    """What the next bot with something to do does now."""
    if table.paused is not None:
        return None
    return next(_wanted(table), None)


def _wanted(table: HouseTable) -> Iterator[BotAct]:
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
            if not laid and not table.company.alone:
                command = c.PlaceWager(box=number, wager=WagerKind.ANTE, amount=bot.ante, by=actor)
                yield BotAct(actor, command, HANDLES)
            elif laid and _wants_jackpot(table, bot) and box is not None and not box.jackpot:
                command = c.PlaceWager(box=number, wager=WagerKind.JACKPOT, by=actor)
                yield BotAct(actor, command, HANDLES)
        elif isinstance(current, Dealt) and box is not None and box.must_decide:
            yield from _decision(table, current, number, bot, actor)


def _wants_jackpot(table: HouseTable, bot: Bot) -> bool:
    return bot.jackpot and table.jackpot is not None and table.game.jackpot_available


def _decision(
    table: HouseTable, current: Dealt, number: int, bot: Bot, actor: Actor
) -> Iterator[BotAct]:
    box, hand = current.boxes[number], current.deal.hands.get(number)
    if hand is None or isinstance(hand, FaceDown) or bot.name in current.left:
        return
    if not box.viewed:
        yield BotAct(actor, c.ViewHand(box=number, by=actor), _at_most(table, HANDLES))
        return
    rulebook = table.game.rulebook
    seconds = _at_most(table, bot.pace.seconds)
    if played_by(bot, rulebook).met(rulebook.hands, hand, current.deal.up_card):
        stay = rulebook.stay.wager
        yield BotAct(actor, c.PlaceWager(box=number, wager=stay, by=actor), seconds)
    else:
        yield BotAct(actor, c.Fold(box=number, by=actor), seconds)


def _at_most(table: HouseTable, seconds: float) -> float:
    return min(seconds, table.dealing.decision_seconds / _SHARE_OF_TIME)
