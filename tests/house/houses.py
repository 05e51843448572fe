"""Houses for tests: a handler on a store, tables of all five games, and rounds played on them."""

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from weakref import WeakKeyDictionary

from croupier.house.app.command_handler import CommandHandler
from croupier.house.app.idempotency import Accepted
from croupier.house.app.recovery import Recovery
from croupier.house.model import commands as hc
from croupier.house.model.settings import Dealing, JackpotTerms, Money
from croupier.house.model.table.decide import HOUSE_MANAGER
from croupier.house.store import open_store
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.terms import Actor, Role
from croupier.rulebooks.wagers import WagerKind
from croupier.script.format import JackpotEntry, TableEntry
from croupier.table import commands as c
from croupier.table.decide import legal_commands
from croupier.table.state import Dealt
from tests.house.funding import fund

KEY = bytes(range(32))
MANAGER = Actor("mia", Role.SHIFT_MANAGER)
SECOND = Actor("sam", Role.SHIFT_MANAGER)
DEALER = Actor("dan", Role.DEALER)
GAMES = {
    "casino-stud": "bet",
    "multi-link-stud": "bet",
    "megalink-stud": "bet",
    "singapore-stud": "bet",
    "three-card-poker": "play",
}
METER = JackpotEntry(meter=1_000_000_00, reset=100_000_00, increment="0.23")

BY_HAND = Dealing()
_keys = count(1)
_recoveries: WeakKeyDictionary[CommandHandler, Recovery] = WeakKeyDictionary()


def key() -> str:
    return f"test-key-{next(_keys)}"


@asynccontextmanager
async def keeping(url: str) -> AsyncIterator[CommandHandler]:
    """A handler on a store of its own, as a server process has."""
    store = await open_store(url)
    try:
        handler = CommandHandler(store, KEY)
        await handler.streams.open()
        _recoveries[handler] = Recovery(handler)
        yield handler
    finally:
        await store.close()


def recovery_of(handler: CommandHandler) -> Recovery:
    """What follows the money of a handler that `keeping` made."""
    return _recoveries[handler]


async def do(
    handler: CommandHandler, table: str | None, command: hc.AnyCommand, by: Actor = DEALER
) -> Accepted:
    if isinstance(command, hc.Registration):
        by = HOUSE_MANAGER  # as when a house is set up; otherwise it takes two people
    return await handler.command(table, command, by, key())


async def register_jackpot(
    handler: CommandHandler,
    name: str = "J1",
    entry: JackpotEntry = METER,
    limit: int | None = None,
    money: Money = Money.LIVE,
) -> None:
    terms = JackpotTerms(limit=limit, reserve="0.1")
    register = hc.RegisterJackpot(name=name, entry=entry, terms=terms, money=money)
    await do(handler, None, register)


async def register_table(
    handler: CommandHandler,
    name: str = "T1",
    rulebook: str = "casino-stud",
    jackpot: str | None = "J1",
    dealing: Dealing = BY_HAND,
    money: Money = Money.LIVE,
) -> None:
    entry = TableEntry(rulebook, boxes=6, jackpot=jackpot)
    register = hc.RegisterTable(name=name, entry=entry, dealing=dealing, money=money)
    await do(handler, None, register)
    await fund(handler)


def ante(box: int, amount: int = 1000, player: str | None = None) -> c.PlaceWager:
    return c.PlaceWager(box=box, wager=WagerKind.ANTE, amount=amount, player=player or f"p{box}")


def jackpot(box: int) -> c.PlaceWager:
    return c.PlaceWager(box=box, wager=WagerKind.JACKPOT, player=f"p{box}")


async def play_round(
    handler: CommandHandler, table: str = "T1", boxes: tuple[int, ...] = (1, 3), *, seed: int = 0
) -> None:
    """One round: antes and jackpot wagers, some fold and some stay."""
    chance = random.Random(f"{table}/{seed}")
    state = (await handler.streams.table(table)).state
    await do(handler, table, c.OpenBets())
    for box in boxes:
        player = Actor(f"p{box}", Role.PLAYER)
        await do(handler, table, ante(box), player)
        if state.jackpot is not None:
            await do(handler, table, jackpot(box), player)
    await do(handler, table, c.CloseBets())
    if state.game.rulebook.draws is not None:
        await do(handler, table, c.Draw())
    await do(handler, table, c.Deal())
    for box in boxes:
        player = Actor(f"p{box}", Role.PLAYER)
        if chance.random() < 0.7:
            await do(handler, table, c.ViewHand(box=box), player)
        if chance.random() < 0.4:
            await do(handler, table, c.Fold(box=box), player)
        else:
            await do(handler, table, _stay(state.game.rulebook, box), player)
    if isinstance((await handler.streams.table(table)).state.game.round, Dealt):
        await do(handler, table, c.RevealDealer())
        await do(handler, table, c.Settle())


def _stay(rulebook: Rulebook, box: int) -> c.PlaceWager:
    return c.PlaceWager(box=box, wager=rulebook.stay.wager)


async def play_at_random(handler: CommandHandler, table: str, steps: int, seed: int) -> int:
    """Commands that are allowed, any of them: reports and rulings too. Returns how many."""
    chance = random.Random(f"{table}/{seed}")
    done = 0
    people = [Actor(f"p{box}", Role.PLAYER) for box in (1, 2, 3)] + [DEALER, DEALER, MANAGER]
    for _ in range(steps):
        actor = chance.choice(people)
        stream = await handler.streams.table(table)
        link = None
        if stream.state.jackpot is not None:
            link = (await handler.streams.jackpot(stream.state.jackpot)).state.meter
        choices = [
            c.Deal() if isinstance(one, c.Deal) else one
            for one in legal_commands(stream.state.game, link, actor)
            if not isinstance(one, c.CloseTable | c.BarPlayer | c.RestrictPlayer)
        ]
        if choices:
            await do(handler, table, chance.choice(choices), actor)
            done += 1
    return done
