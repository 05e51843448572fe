"""Houses for tests: a keeper on a store, tables of all five games, and rounds played on them."""

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count

from croupier.house import commands as hc
from croupier.house.keeping.keeper import Keeper
from croupier.house.keeping.once import Accepted
from croupier.house.settings import Dealing, JackpotTerms, Money
from croupier.house.store import open_store
from croupier.house.table.decide import HOUSE_MANAGER
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.roles import Actor, Role
from croupier.rulebooks.wagers import WagerKind
from croupier.script.format import JackpotEntry, TableEntry
from croupier.table import commands as c
from croupier.table.legal import legal_commands
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


def key() -> str:
    return f"test-key-{next(_keys)}"


@asynccontextmanager
async def keeping(url: str) -> AsyncIterator[Keeper]:
    """A keeper on a store of its own, as a server process has."""
    store = await open_store(url)
    try:
        keeper = Keeper(store, KEY)
        await keeper.holding.open()
        yield keeper
    finally:
        await store.close()


async def do(
    keeper: Keeper, table: str | None, command: hc.AnyCommand, by: Actor = DEALER
) -> Accepted:
    if isinstance(command, hc.Registration):
        by = HOUSE_MANAGER  # as when a house is set up; otherwise it takes two people
    return await keeper.command(table, command, by, key())


async def register_jackpot(
    keeper: Keeper,
    name: str = "J1",
    entry: JackpotEntry = METER,
    limit: int | None = None,
    money: Money = Money.LIVE,
) -> None:
    terms = JackpotTerms(limit=limit, reserve="0.1")
    register = hc.RegisterJackpot(name=name, entry=entry, terms=terms, money=money)
    await do(keeper, None, register)


async def register_table(
    keeper: Keeper,
    name: str = "T1",
    rulebook: str = "casino-stud",
    jackpot: str | None = "J1",
    dealing: Dealing = BY_HAND,
    money: Money = Money.LIVE,
) -> None:
    entry = TableEntry(rulebook, boxes=6, jackpot=jackpot)
    register = hc.RegisterTable(name=name, entry=entry, dealing=dealing, money=money)
    await do(keeper, None, register)
    await fund(keeper)


def ante(box: int, amount: int = 1000, player: str | None = None) -> c.PlaceWager:
    return c.PlaceWager(box=box, wager=WagerKind.ANTE, amount=amount, player=player or f"p{box}")


def jackpot(box: int) -> c.PlaceWager:
    return c.PlaceWager(box=box, wager=WagerKind.JACKPOT, player=f"p{box}")


async def play_round(
    keeper: Keeper, table: str = "T1", boxes: tuple[int, ...] = (1, 3), *, seed: int = 0
) -> None:
    """One round: antes and jackpot wagers, some fold and some stay."""
    chance = random.Random(f"{table}/{seed}")
    state = (await keeper.holding.table(table)).state
    await do(keeper, table, c.OpenBets())
    for box in boxes:
        player = Actor(f"p{box}", Role.PLAYER)
        await do(keeper, table, ante(box), player)
        if state.jackpot is not None:
            await do(keeper, table, jackpot(box), player)
    await do(keeper, table, c.CloseBets())
    if state.game.rulebook.draws is not None:
        await do(keeper, table, c.Draw())
    await do(keeper, table, c.Deal())
    for box in boxes:
        player = Actor(f"p{box}", Role.PLAYER)
        if chance.random() < 0.7:
            await do(keeper, table, c.ViewHand(box=box), player)
        if chance.random() < 0.4:
            await do(keeper, table, c.Fold(box=box), player)
        else:
            await do(keeper, table, _stay(state.game.rulebook, box), player)
    if isinstance((await keeper.holding.table(table)).state.game.round, Dealt):
        await do(keeper, table, c.RevealDealer())
        await do(keeper, table, c.Settle())


def _stay(rulebook: Rulebook, box: int) -> c.PlaceWager:
    return c.PlaceWager(box=box, wager=rulebook.stay.wager)


async def play_at_random(keeper: Keeper, table: str, steps: int, seed: int) -> int:
    """Commands that are allowed, any of them: reports and rulings too. Returns how many."""
    chance = random.Random(f"{table}/{seed}")
    done = 0
    people = [Actor(f"p{box}", Role.PLAYER) for box in (1, 2, 3)] + [DEALER, DEALER, MANAGER]
    for _ in range(steps):
        actor = chance.choice(people)
        stream = await keeper.holding.table(table)
        link = None
        if stream.state.jackpot is not None:
            link = (await keeper.holding.jackpot(stream.state.jackpot)).state.meter
        choices = [
            c.Deal() if isinstance(one, c.Deal) else one
            for one in legal_commands(stream.state.game, link, actor)
            if not isinstance(one, c.CloseTable | c.BarPlayer | c.RestrictPlayer)
        ]
        if choices:
            await do(keeper, table, chance.choice(choices), actor)
            done += 1
    return done
