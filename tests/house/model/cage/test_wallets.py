"""Wallets never go below zero, on SQLite and on PostgreSQL; a refusal leaves nothing behind."""

import asyncio

import pytest

from croupier.house.app.command_handler import CommandHandler
from croupier.house.log.event_store import Append, Conflict, LossBound, LossLimitReached, Overdrawn
from croupier.house.model import commands as hc
from croupier.house.model.cage.commands import BuyIn, CashOut
from croupier.house.model.ledger.accounts import Bound
from croupier.house.model.people.roles import HouseRole, Signature
from croupier.house.model.records import Head
from croupier.house.model.refusals import HouseCode, HouseRefused
from croupier.house.model.settings import Money
from croupier.house.read.proof.verify import verify
from croupier.house.store.batch import Batch, made_ready
from croupier.rulebooks.terms import Actor, Role
from croupier.rulebooks.wagers import WagerKind
from croupier.script.format import TableEntry
from croupier.table import commands as c
from tests.house.funding import CASHIER, balance, fund, practise
from tests.house.houses import (
    MANAGER,
    ante,
    do,
    keeping,
    key,
    register_jackpot,
    register_table,
)
from tests.house.store.writing import Author, opened

PLAYER = "player:ann"


def spent(append: Append, *bounds: Bound) -> Append:
    """`Author` moves 100 out of ann's wallet on each stream."""
    return Append(append.expected, append.records, append.postings, append.answer, bounds=bounds)


@pytest.mark.parametrize(("held", "allowed"), [(99, False), (100, True), (101, True)])
def test_a_batch_admits_what_the_wallet_covers(held: int, allowed: bool) -> None:
    batch = Batch({}, frozenset(), {PLAYER: held})
    refused = batch.admit(made_ready(spent(Author().write("table:T1"), Bound(PLAYER))))
    if allowed:
        assert refused is None
        assert batch.runs
        return
    assert isinstance(refused, Overdrawn)
    assert (refused.account, refused.balance, refused.needed) == (PLAYER, 99, 100)
    assert [batch.runs, batch.postings, batch.answers] == [[], [], []]
    assert batch.moved == {}


def test_commands_of_one_batch_see_what_those_before_took() -> None:
    """150 covers one wager of 100, not two; what rests on the refused one conflicts."""
    batch = Batch({}, frozenset(), {PLAYER: 150})
    author = Author()
    first = author.write("table:T1")
    second, third = author.write("table:T1"), author.write("table:T1")
    assert batch.admit(made_ready(spent(first, Bound(PLAYER)))) is None
    assert isinstance(batch.admit(made_ready(spent(second, Bound(PLAYER)))), Overdrawn)
    assert isinstance(batch.admit(made_ready(spent(third, Bound(PLAYER)))), Conflict)


@pytest.mark.parametrize(("most", "allowed"), [(599, False), (600, True), (601, True)])
def test_a_loss_limit_counts_days_and_the_batch(most: int, allowed: bool) -> None:
    """400 were lost before, 100 in the batch, and now 100 more."""
    days = ("ann", "2026-01-05", "2026-01-07")
    batch = Batch({}, frozenset(), {PLAYER: 10_000}, {days: -400})
    author = Author()
    for number in range(2):
        plain = author.write("table:T1")
        limit = (LossBound(*days, most),) if number else ()
        append = Append(
            plain.expected,
            plain.records,
            plain.postings,
            plain.answer,
            losses=limit,
            day="2026-01-07",
        )
        refused = batch.admit(made_ready(append))
    if allowed:
        assert refused is None
        assert batch.results == [("ann", "2026-01-07", -200)]
    else:
        assert isinstance(refused, LossLimitReached)
        assert (refused.lost, refused.needed) == (500, 100)


async def test_the_store_refuses_one_command_and_stores_the_others(store_url: str) -> None:
    async with opened(store_url) as store:
        author, other = Author(), Author(name="other")
        refused = spent(author.write("table:T1"), Bound(PLAYER))
        plain = other.write("table:T2", amount=0)
        outcomes = await asyncio.gather(
            store.append(refused), store.append(plain), return_exceptions=True
        )
        assert isinstance(outcomes[0], Overdrawn)
        assert outcomes[1] is None
        heads = await store.heads()
        assert heads.get("table:T1", Head()).version == 0
        assert heads["table:T2"].version == 1
        assert await store.balances() == {}


# Through the house


async def house(handler: CommandHandler, money: Money = Money.LIVE) -> None:
    """Casino Stud: an ante of 10.00 sets 20.00 aside for the bet."""
    await register_jackpot(handler, money=money)
    entry = TableEntry("casino-stud", boxes=6, jackpot="J1")
    await do(handler, None, hc.RegisterTable(name="T1", entry=entry, money=money), MANAGER)


@pytest.mark.parametrize(("held", "allowed"), [(2999, False), (3000, True), (3001, True)])
async def test_an_ante_takes_the_bet_with_it(store_url: str, held: int, allowed: bool) -> None:
    """10.00 on the table and 20.00 set aside: 30.00 are needed, not a cent less."""
    async with keeping(store_url) as handler:
        await house(handler)
        await fund(handler, ["ann"], held)
        await do(handler, "T1", c.OpenBets())
        wager = do(handler, "T1", ante(1, 1000, "ann"), Actor("ann", Role.PLAYER))
        if allowed:
            await wager
            assert await balance(handler, "layout:T1") == 1000
            assert await balance(handler, "reserved:T1") == 2000
            assert await balance(handler, "player:ann") == held - 3000
        else:
            with pytest.raises(HouseRefused) as refused:
                await wager
            assert refused.value.refusal.code is HouseCode.INSUFFICIENT_FUNDS
            assert refused.value.refusal.message == (
                "This takes $30.00, and you have $29.99 in your wallet."
            )
            assert (await handler.streams.table("T1")).state.game.round.boxes == {}  # type: ignore[union-attr]
        assert (await verify(handler.store)).wrong is None


async def test_an_empty_wallet_can_still_bet_what_was_set_aside(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        await house(handler)
        await fund(handler, ["ann"], 3500)
        await do(handler, "T1", c.OpenBets())
        await do(handler, "T1", ante(1, 1000, "ann"), Actor("ann", Role.PLAYER))
        lay = c.PlaceWager(box=1, wager=WagerKind.JACKPOT, player="ann")
        await do(handler, "T1", lay, Actor("ann", Role.PLAYER))
        assert await balance(handler, "player:ann") == 0
        await do(handler, "T1", c.CloseBets())
        await do(handler, "T1", c.Deal())
        await do(handler, "T1", c.PlaceWager(box=1, wager="bet"), Actor("ann", Role.PLAYER))
        assert await balance(handler, "reserved:T1") == 0
        assert await balance(handler, "layout:T1") == 3500
        await do(handler, "T1", c.RevealDealer())
        await do(handler, "T1", c.Settle())
        held = await handler.store.balances()
        assert held["layout:T1"] == held["reserved:T1"] == 0
        assert sum(held.values()) == 0
        assert (await verify(handler.store)).wrong is None


async def test_a_fold_and_a_withdrawal_release_what_was_set_aside(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        await house(handler)
        await fund(handler, ["ann", "bob"], 10_000)
        await do(handler, "T1", c.OpenBets())
        await do(handler, "T1", ante(1, 1000, "ann"), Actor("ann", Role.PLAYER))
        await do(handler, "T1", ante(2, 1000, "bob"), Actor("bob", Role.PLAYER))
        withdraw = c.WithdrawWager(box=2, wager=WagerKind.ANTE)
        await do(handler, "T1", withdraw, Actor("bob", Role.PLAYER))
        assert await balance(handler, "player:bob") == 10_000
        assert await balance(handler, "reserved:T1") == 2000
        await do(handler, "T1", c.CloseBets())
        await do(handler, "T1", c.Deal())
        await do(handler, "T1", c.Fold(box=1), Actor("ann", Role.PLAYER))
        assert await balance(handler, "reserved:T1") == 0
        assert await balance(handler, "player:ann") == 9000


async def test_many_wagers_at_once_never_overdraw_a_wallet(store_url: str) -> None:
    """Ten tables, one wallet for seven of them: seven antes are taken, three refused."""
    async with keeping(store_url) as one, keeping(store_url) as two:
        for number in range(10):
            await register_table(one, f"T{number}", jackpot=None)
        await fund(one, ["ann"], 7 * 3000 + 2999)
        for number in range(10):
            await do(one, f"T{number}", c.OpenBets())
        outcomes = await asyncio.gather(
            *(
                do(
                    (one, two)[number % 2],
                    f"T{number}",
                    ante(1, 1000, "ann"),
                    Actor("ann", Role.PLAYER),
                )
                for number in range(10)
            ),
            return_exceptions=True,
        )
        refused = [each for each in outcomes if isinstance(each, HouseRefused)]
        assert len(refused) == 3
        assert not [
            each
            for each in outcomes
            if isinstance(each, Exception) and not isinstance(each, HouseRefused)
        ]
        assert await balance(one, "player:ann") == 2999
        assert (await verify(one.store)).wrong is None


async def test_practice_and_live_money_never_meet(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        await house(handler, Money.PRACTICE)
        await fund(handler, ["ann"], 10_000)
        await do(handler, "T1", c.OpenBets())
        with pytest.raises(
            HouseRefused, match=r"This takes \$30\.00, and you have \$0\.00 of play money"
        ):
            await do(handler, "T1", ante(1, 1000, "ann"), Actor("ann", Role.PLAYER))
        await practise(handler, "ann", 5000)
        await do(handler, "T1", ante(1, 1000, "ann"), Actor("ann", Role.PLAYER))
        assert await balance(handler, "play:ann") == 2000
        assert await balance(handler, "player:ann") == 10_000
        for money, name in ((Money.LIVE, "T2"), (Money.PRACTICE, "T3")):
            entry = TableEntry("casino-stud", boxes=6, jackpot="J1")
            register = hc.RegisterTable(name=name, entry=entry, money=money)
            if money is Money.PRACTICE:
                await do(handler, None, register, MANAGER)
                continue
            with pytest.raises(HouseRefused) as refused:
                await do(handler, None, register, MANAGER)
            assert refused.value.refusal.code is HouseCode.OTHER_MONEY
        assert (await verify(handler.store)).wrong is None


@pytest.mark.parametrize(("more", "allowed"), [(199_999, True), (200_000, True), (200_001, False)])
async def test_a_practice_wallet_holds_so_much_and_no_more(
    sqlite_url: str, more: int, allowed: bool
) -> None:
    """At most 10,000.00: after 8,000.00, another 2,000.00."""
    async with keeping(sqlite_url) as handler:
        await practise(handler, "ann", 800_000)
        if allowed:
            await practise(handler, "ann", more)
            assert await balance(handler, "play:ann") == 800_000 + more
        else:
            with pytest.raises(HouseRefused) as refused:
                await practise(handler, "ann", more)
            assert refused.value.refusal.code is HouseCode.TOO_MUCH
        assert (await verify(handler.store)).wrong is None


@pytest.mark.parametrize(("out", "allowed"), [(4999, True), (5000, True), (5001, False)])
async def test_cash_out_up_to_what_the_wallet_holds(
    store_url: str, out: int, allowed: bool
) -> None:
    async with keeping(store_url) as handler:
        await fund(handler, ["ann"], 5000)
        cash = handler.command(None, CashOut(player="ann", amount=out), CASHIER, key())
        if allowed:
            await cash
            assert await balance(handler, "cash") == 5000 - out
            assert await balance(handler, "patrons") == out - 5000
            assert await balance(handler, "player:ann") == 5000 - out
            assert await balance(handler, "chips") == out - 5000
        else:
            with pytest.raises(HouseRefused) as refused:
                await cash
            assert refused.value.refusal.code is HouseCode.INSUFFICIENT_FUNDS
        assert (await verify(handler.store)).wrong is None


@pytest.mark.parametrize("role", [one for one in HouseRole if one is not HouseRole.CAGE])
async def test_only_the_cage_takes_cash(sqlite_url: str, role: HouseRole) -> None:
    async with keeping(sqlite_url) as handler:
        with pytest.raises(HouseRefused) as refused:
            await handler.command(
                None, BuyIn(player="ann", amount=100), Signature("ann", role), key()
            )
        assert refused.value.refusal.code is HouseCode.ROLE_TOO_LOW
        take = BuyIn(player="bob", amount=100, money=Money.PRACTICE)
        with pytest.raises(HouseRefused, match="for themselves"):
            await handler.command(None, take, Signature("ann", role), key())
