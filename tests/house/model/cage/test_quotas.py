"""What one player would ask again and again, to make the log grow without end."""

from datetime import timedelta
from functools import partial

import pytest

from croupier.house.app.people.authentication import Terms
from croupier.house.client import Client, by_two
from croupier.house.log.stream import Department
from croupier.house.model.cage import commands as cc
from croupier.house.model.cage.day import Period
from croupier.house.model.people.roles import HouseRole, TokenPower
from croupier.house.model.refusals import HouseCode, HouseRefused
from croupier.house.model.settings import Money
from croupier.house.read.proof.verify import verify
from croupier.rulebooks.wagers import WagerKind
from croupier.table import commands as c
from tests.house.funding import balance
from tests.house.model.cage.test_attacks import Clock, people, refused
from tests.house.serving import serving, token_of


async def test_a_guest_leaves_little_behind(sqlite_url: str) -> None:
    """No limits on money that is not theirs; play money from 100.00, 20 times a day."""
    async with serving(sqlite_url, terms=Terms(guests=True)) as (house, address):
        guest = Client(address)
        person = (await guest.come_as_guest()).person
        assert person is not None
        limit = cc.SetLossLimit(amount=10_00, period=Period.DAY)
        assert await refused(guest, limit) == "other-money"

        def take(amount: int) -> cc.BuyIn:
            return cc.BuyIn(player=person.id, amount=amount, money=Money.PRACTICE)

        for amount in (1, 99_99):
            assert await refused(guest, take(amount)) == "bad-command"
        for amount in (100_00, 100_01, *[100_00] * 17):
            await guest.give(take(amount))
        await guest.give(take(100_00))  # the 20th
        version = (await house.handler.streams.department(Department.CAGE)).version
        for _ in range(3):
            assert await refused(guest, take(100_00)) == "asked-too-often"
        assert (await house.handler.streams.department(Department.CAGE)).version == version
        assert await balance(house.handler, f"play:{person.id}") == 20 * 100_00 + 1
        await guest.close()


async def test_an_account_changes_only_so_often(sqlite_url: str) -> None:
    """Every choice of a language and every token stays in the log. 30 at once, then one in twenty
    seconds; guests of one address have them together, and commands go on."""
    async with serving(sqlite_url, terms=Terms(guests=True)) as (house, address):
        guest, other = Client(address), Client(address)
        me = (await guest.come_as_guest()).person
        assert me is not None
        await other.come_as_guest()
        ann = Client(address, await token_of(house, "ann", HouseRole.PLAYER))
        for who in (guest, ann):
            asked = [await _chosen(who, ("en", "ms")[turn % 2]) for turn in range(31)]
            assert asked[:30] == [200] * 30
            assert 429 in [*asked, *[await _chosen(who, "ta") for _ in range(30)]]
        assert 429 in [await _chosen(other, ("en", "ms")[turn % 2]) for turn in range(30)]
        took = cc.BuyIn(player=me.id, amount=100_00, money=Money.PRACTICE)
        await guest.give(took)
        for address_of_leaving in ("/api/sessions", "/api/session"):
            left = await ann._http.delete(address_of_leaving)
            assert left.status_code != 429
        for client in (guest, other, ann):
            await client.close()


async def _chosen(client: Client, language: str) -> int:
    return (await client._http.post("/api/language", json={"language": language})).status_code


async def test_nobody_has_tokens_without_end(sqlite_url: str) -> None:
    """50 that have not ended; one that is revoked makes room."""
    async with serving(sqlite_url) as (house, _):
        await token_of(house, "ann", HouseRole.PLAYER)
        make = partial(house.registry.make_token, "mine", TokenPower.PERSONAL, "ann", None)
        for _ in range(48):
            await make()
        last, _ = await make()
        with pytest.raises(HouseRefused) as refused_:
            await make()
        assert refused_.value.refusal.code is HouseCode.ASKED_TOO_OFTEN
        await house.registry.revoke_token(last, None)
        await make()


async def test_play_money_is_there_again_tomorrow(sqlite_url: str) -> None:
    async with serving(sqlite_url) as (house, address):
        who = await people(house, address, token_of)
        clock = Clock(house.handler.now())
        house.handler.now = clock
        take = cc.BuyIn(player="ann", amount=1, money=Money.PRACTICE)
        for _ in range(20):
            await who.ann.give(take)
        assert await refused(who.ann, take) == "asked-too-often"
        await who.bob.give(cc.BuyIn(player="bob", amount=1, money=Money.PRACTICE))
        clock.at += timedelta(days=1)
        await who.ann.give(take)
        assert (await verify(house.store)).wrong is None
        await who.close()


async def test_a_loss_limit_changes_a_few_times_a_day_and_is_halved_at_any_time(
    sqlite_url: str,
) -> None:
    async with serving(sqlite_url) as (house, address):
        who = await people(house, address, token_of)
        clock = Clock(house.handler.now())
        house.handler.now = clock

        def limit(amount: int | None, player: str | None = None) -> cc.SetLossLimit:
            return cc.SetLossLimit(amount=amount, period=Period.DAY, player=player)

        for amount in (104_00, 103_00, 102_00, 101_00, 100_00):
            await who.ann.give(limit(amount))
        for other in (None, 200_00, 99_00, 50_01):
            assert await refused(who.ann, limit(other)) == "asked-too-often"
        await who.ann.give(limit(50_00))
        await who.ann.give(limit(0))
        assert await refused(who.ann, limit(0)) == "asked-too-often"
        await who.cora.give(limit(0, "ann"))
        cage = (await house.handler.streams.department(Department.CAGE)).state
        held = cage.limit("ann", clock.at)
        assert held is not None
        assert held.amount == 0
        clock.at += timedelta(days=1)
        await who.ann.give(limit(10_00))
        assert (await verify(house.store)).wrong is None
        await who.close()


async def test_a_hand_looked_at_again_leaves_no_record(sqlite_url: str) -> None:
    """The attack: look at one's own hand without end, and fill the disk."""
    async with serving(sqlite_url) as (house, address):
        who = await people(house, address)
        await by_two(who.cora, who.carl, cc.BuyIn(player="ann", amount=60_000_00))
        await who.dan.give(c.OpenBets(), "T1")
        await who.ann.give(c.PlaceWager(box=1, wager=WagerKind.ANTE, amount=10_00), "T1")
        await who.dan.give(c.CloseBets(), "T1")
        await who.dan.give(c.Deal(), "T1")
        for look in (c.HandleHand(box=1), c.ViewHand(box=1)):
            before = (await house.handler.streams.table("T1")).version
            first = await who.ann.give(look, "T1")
            assert first.version == before + 2  # the command and what came of it
            again = [await who.ann.give(look, "T1") for _ in range(20)]
            assert {one.version for one in again} == {first.version}
            assert (await house.handler.streams.table("T1")).version == first.version
        assert await refused(who.ann, c.ViewHand(box=2), "T1") == "no-wager"
        await who.ann.give(c.Fold(box=1), "T1")
        assert (await verify(house.store)).wrong is None
        await who.close()


async def test_wagers_are_placed_so_often_in_a_round(sqlite_url: str) -> None:
    """The 50th is taken and the 51st is not; what lies there is withdrawn and played on."""
    ante = c.PlaceWager(box=1, wager=WagerKind.ANTE, amount=10_00)
    back = c.WithdrawWager(box=1, wager=WagerKind.ANTE)
    async with serving(sqlite_url) as (house, address):
        who = await people(house, address)
        await by_two(who.cora, who.carl, cc.BuyIn(player="ann", amount=60_000_00))
        await who.dan.give(c.OpenBets(), "T1")
        for _ in range(49):
            await who.ann.give(ante, "T1")
            await who.ann.give(back, "T1")
        await who.ann.give(ante, "T1")  # the 50th
        other = c.PlaceWager(box=2, wager=WagerKind.ANTE, amount=10_00)
        assert await refused(who.ann, other, "T1") == "asked-too-often"
        await who.dan.give(c.CloseBets(), "T1")
        await who.dan.give(c.Deal(), "T1")
        await who.ann.give(c.PlaceWager(box=1, wager="bet"), "T1")
        await who.dan.give(c.RevealDealer(), "T1")
        await who.dan.give(c.Settle(), "T1")
        await who.dan.give(c.OpenBets(), "T1")
        await who.ann.give(ante, "T1")
        await who.ann.give(back, "T1")
        assert (await verify(house.store)).wrong is None
        await who.close()
