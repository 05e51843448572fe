"""Loss limits where chips are physical: losses count, and what passes a limit is told."""

import pytest

from croupier.house.app.command_handler import CommandHandler
from croupier.house.app.house import House
from croupier.house.client import Client
from croupier.house.log.event_store import Search
from croupier.house.model import commands as hc
from croupier.house.model.cage import commands as cc
from croupier.house.model.cage.day import Period
from croupier.house.model.people.roles import HouseRole, Signature
from croupier.house.model.refusals import HouseCode, HouseRefused
from croupier.house.model.settings import Cards, Dealing, Money
from croupier.house.model.significant_kinds import Kind
from croupier.house.read.proof.verify import verify
from croupier.rulebooks.settings import EntryMode
from croupier.rulebooks.terms import Actor, Role
from croupier.rulebooks.wagers import WagerKind
from croupier.script.format import TableEntry
from croupier.table import commands as c
from tests.house.funding import fund, know
from tests.house.houses import DEALER, do, keeping, key, recovery_of
from tests.house.serving import client_of, serving

HANDS = {"1": "2s 3h 7d 8c Qs", "dealer": "As Kh 5d 4c Ac"}
"""The dealer has a pair of aces, ann a queen high."""


async def tables(handler: CommandHandler) -> None:
    """R1 and its practice twin P1 with chips, T1 out of wallets."""
    live = Dealing(cards=Cards.LIVE)
    for name, entry, money in (
        ("R1", TableEntry("casino-stud", boxes=6, entry=EntryMode.RECORDING), Money.LIVE),
        ("P1", TableEntry("casino-stud", boxes=6, entry=EntryMode.RECORDING), Money.PRACTICE),
        ("T1", TableEntry("casino-stud", boxes=6), Money.LIVE),
    ):
        register = hc.RegisterTable(name=name, entry=entry, dealing=live, money=money)
        await do(handler, None, register)


def ante(amount: int) -> c.PlaceWager:
    return c.PlaceWager(box=1, wager=WagerKind.ANTE, amount=amount, player="ann")


async def lose(handler: CommandHandler, table: str, amount: int) -> None:
    """An ante, folded."""
    await do(handler, table, c.OpenBets())
    await do(handler, table, ante(amount))
    await do(handler, table, c.CloseBets())
    await do(handler, table, c.Deal(hands=HANDS))
    await do(handler, table, c.Fold(box=1))
    await do(handler, table, c.RevealDealer())
    await do(handler, table, c.Settle())


async def limit(handler: CommandHandler, amount: int) -> None:
    wanted = cc.SetLossLimit(amount=amount, period=Period.DAY)
    await handler.command(None, wanted, Signature("ann"), key())


async def lost(handler: CommandHandler, player: str = "ann") -> int:
    return await handler.store.lost(player, "2000-01-01", "2999-12-31")


async def test_what_is_lost_with_chips_uses_up_the_limit_of_the_wallet(store_url: str) -> None:
    """100.00 a day; 80.00 lost with chips leave 20.00. An ante of 10.00 takes 30.00 with what is
    set aside for the bet and is refused, one of 5.00 takes 15.00. Play money does not count."""
    async with keeping(store_url) as handler:
        await tables(handler)
        await fund(handler, ["ann"], 1_000_00)
        await limit(handler, 100_00)
        await lose(handler, "P1", 500_00)
        assert await lost(handler) == 0
        await lose(handler, "R1", 80_00)
        assert await lost(handler) == 80_00
        ann = Actor("ann", Role.PLAYER)
        await do(handler, "T1", c.OpenBets())
        with pytest.raises(HouseRefused, match=r"of which 20\.00 is left") as refused:
            await do(handler, "T1", ante(10_00), ann)
        assert refused.value.refusal.code is HouseCode.LOSS_LIMIT
        await do(handler, "T1", ante(5_00), ann)
        assert await lost(handler) == 95_00
        await recovery_of(handler).settled()
        assert (await verify(handler.store)).wrong is None


async def test_a_patron_whom_nobody_knows_has_results_and_no_limit(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        await tables(handler)
        await lose(handler, "R1", 80_00)
        assert await lost(handler) == 80_00
        await recovery_of(handler).settled()
        assert await handler.store.significant(Search(kind=Kind.LIMIT.value)) == []
        assert (await verify(handler.store)).wrong is None


async def test_a_wager_with_chips_beyond_the_limit_is_recorded_and_told(sqlite_url: str) -> None:
    """50.00 a day: an ante of 50.00 is within it, one of 50.01 is not; both lie on the table."""
    async with serving(sqlite_url) as (house, address):
        handler = house.handler
        await tables(handler)
        await know(handler, "ann")
        await limit(handler, 50_00)
        clients = {
            "dan": await client_of(house, address, DEALER, at=["R1"]),
            "bob": await client_of(house, address, "bob", HouseRole.PLAYER),
        }
        dan, bob = clients.values()
        await dan.give(c.OpenBets(), "R1")
        await dan.give(ante(50_00), "R1")
        await house.recovery.settled()
        assert await told(house, dan) == ()
        await dan.give(ante(1), "R1")
        await house.recovery.settled()
        assert await told(house, dan) == ("ann",)
        assert (await bob.table("R1")).over_limit == ()
        [listed, limited] = await handler.store.significant(Search(kind=Kind.LIMIT.value))
        assert (listed.place, listed.player, listed.round) == ("R1", "ann", 1)
        assert listed.text == ("loss limit passed: player ann, lost 50.01, limit 50.00, period day")
        assert limited.text.startswith("loss limit set")
        await dan.give(c.CloseBets(), "R1")
        assert (await verify(house.store)).wrong is None
        for client in clients.values():
            await client.close()


async def told(house: House, dealer: Client) -> tuple[str, ...]:
    return (await dealer.table("R1")).over_limit


async def test_nobody_but_the_house_says_so(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        await tables(handler)
        note = hc.NoteLossLimit(player="ann", lost=2, limit=1, period=Period.DAY)
        with pytest.raises(HouseRefused) as refused:
            await do(handler, "R1", note, Actor("mia", Role.SHIFT_MANAGER))
        assert refused.value.refusal.code is HouseCode.ROLE_TOO_LOW
