"""Counts that one person would make up: a difference goes to the books, and two people see it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from msgspec import structs

from croupier.house.client import by_two
from croupier.house.log.stream import Department
from croupier.house.model import commands as hc
from croupier.house.model.cage import commands as cc
from croupier.house.model.cage.state import Cage
from croupier.house.model.people.roles import HouseRole
from croupier.house.model.settings import CageLimits
from croupier.house.read.proof.verify import verify
from croupier.money import MOST_CENTS
from tests.house.funding import balance
from tests.house.model.cage.test_attacks import LIMITS, People, people, refused
from tests.house.serving import serving

COUNTS = structs.replace(LIMITS, count=1_000_00)
"""One person differs by 100.00 from the books, and nobody counts more than 1,000.00."""


@asynccontextmanager
async def counted(url: str) -> AsyncIterator[People]:
    """200.00 lie in the drop box of T1 by the books, and 200.00 less than at first in its float."""
    async with serving(url) as (house, address):
        who = await people(house, address)
        house.handler.cage_limits = COUNTS
        await house.recovery.open()
        for _ in range(2):
            await who.dan.give(cc.TableBuyIn(table="T1", player="ann", amount=100_00))
        yield who
        assert (await verify(house.store)).wrong is None
        await who.close()


async def held(who: People, account: str) -> int:
    return await balance(who.house.handler, account)


async def the_cage(who: People) -> Cage:
    state: Cage = (await who.house.handler.streams.department(Department.CAGE)).state
    return state


@pytest.mark.parametrize("sign", [1, -1], ids=["over", "short"])
@pytest.mark.parametrize(("difference", "alone"), [(99_99, True), (100_00, True), (100_01, False)])
async def test_one_cashier_writes_no_large_difference(
    sqlite_url: str, difference: int, alone: bool, sign: int
) -> None:
    async with counted(sqlite_url) as who:
        await who.cora.give(cc.CountDrop(table="T1", amount=200_00 + sign * difference))
        if not alone:
            assert await held(who, "drop:T1") == 200_00
            assert await held(who, "house") == 0
            [waiting] = await who.carl.proposals()
            assert waiting.needs == (HouseRole.SHIFT_MANAGER, HouseRole.CAGE)
            assert "where the books have $200.00" in waiting.summary
            approve = hc.Approve(proposal=waiting.id)
            assert await refused(who.cora, approve) == "same-person"
            assert await refused(who.sue, approve) == "role-too-low"
            await who.carl.give(approve)
        assert await held(who, "drop:T1") == 0
        assert await held(who, "cash") == 200_00 + sign * difference
        assert await held(who, "house") == -sign * difference


async def test_small_differences_add_up(sqlite_url: str) -> None:
    """60.00 and 40.00 over are 100.00; a cent more waits, and what agrees never does."""
    async with counted(sqlite_url) as who:
        await who.cora.give(cc.CountDrop(table="T1", amount=260_00))
        await who.cora.give(cc.CountDrop(table="T1", amount=40_00))
        assert await held(who, "house") == -100_00
        await who.cora.give(cc.CountDrop(table="T1", amount=1))
        assert await held(who, "house") == -100_00
        assert len(await who.carl.proposals()) == 1
        await who.cora.give(cc.CountDrop(table="T1", amount=0))
        assert len(await who.carl.proposals()) == 1


async def test_counts_do_not_lock_the_cage(sqlite_url: str) -> None:
    """The attack: a cashier counts ever more into `cash` until no account takes anything."""
    async with counted(sqlite_url) as who:
        for amount in (MOST_CENTS, 1_000_01):
            for count in (cc.CountDrop, cc.CountFloat):
                assert await refused(who.cora, count(table="T1", amount=amount)) == "above-limit"
        await who.cora.give(cc.CountDrop(table="T1", amount=999_99))
        await who.cora.give(cc.CountDrop(table="T1", amount=1_000_00))
        assert len(await who.carl.proposals()) == 2
        assert (await held(who, "cash"), await held(who, "house")) == (0, 0)
        await who.cora.give(cc.BuyIn(player="bob", amount=1_00))
        assert await held(who, "cash") == 1_00


def test_as_it_comes_a_count_is_at_most_ten_millions() -> None:
    assert CageLimits().count == 10_000_000_00


@pytest.mark.parametrize(("difference", "alone"), [(99_99, True), (100_00, True), (100_01, False)])
async def test_a_float_is_held_against_the_books_of_its_count(
    sqlite_url: str, difference: int, alone: bool
) -> None:
    """-200.00 by the books; with a fill of 100.00 three times it should hold 100.00. What comes
    between the count and its approval, 50.00, is no part of the difference."""
    async with counted(sqlite_url) as who:
        for _ in range(3):
            await who.cora.give(cc.Fill(table="T1", amount=100_00))
        await who.sue.give(cc.CountFloat(table="T1", amount=100_00 + difference))
        await who.cora.give(cc.Fill(table="T1", amount=50_00))
        if not alone:
            assert (await the_cage(who)).tables["T1"].counted is None
            [waiting] = await who.mia.proposals()
            assert await refused(who.sue, hc.Approve(proposal=waiting.id)) == "same-person"
            await who.mia.give(hc.Approve(proposal=waiting.id))
        day = (await the_cage(who)).tables["T1"]
        assert (day.counted, day.variance) == (100_00 + difference, difference)


async def test_a_count_that_is_out_of_date_is_not_approved(sqlite_url: str) -> None:
    async with counted(sqlite_url) as who:
        await who.cora.give(cc.CountDrop(table="T1", amount=0))
        await who.sue.give(cc.CountFloat(table="T1", amount=300_00))
        box, tray = await who.mia.proposals()
        await who.cora.give(cc.CountDrop(table="T1", amount=200_00))
        assert await refused(who.mia, hc.Approve(proposal=box.id)) == "counted-since"
        today = (await the_cage(who)).day
        assert today is not None
        await who.max.give(cc.CloseDay(day=today))
        await by_two(who.mia, who.max, cc.ReopenDay(day=today, reason="to go on"))
        assert await refused(who.mia, hc.Approve(proposal=tray.id)) == "counted-since"
        assert await held(who, "house") == 0


async def test_cash_that_comes_after_the_count_lies_in_the_next_box(sqlite_url: str) -> None:
    async with counted(sqlite_url) as who:
        await who.cora.give(cc.CountDrop(table="T1", amount=50_00))
        await who.dan.give(cc.TableBuyIn(table="T1", player="ann", amount=30_00))
        [waiting] = await who.carl.proposals()
        await who.carl.give(hc.Approve(proposal=waiting.id))
        assert await held(who, "drop:T1") == 30_00
        assert await held(who, "house") == 150_00
        assert (await the_cage(who)).boxes == {"T1": 30_00}


async def test_a_wrong_count_is_put_right_by_two(sqlite_url: str) -> None:
    """20.00 were counted where there were 200.00."""
    async with counted(sqlite_url) as who:
        right = cc.RecountDrop(table="T1", amount=200_00, reason="a bundle lay under the tray")
        assert await refused(who.cora, right) == "not-counted"
        await by_two(who.cora, who.carl, cc.CountDrop(table="T1", amount=20_00))
        assert await held(who, "house") == 180_00
        assert await refused(who.mia, right) == "not-your-power"
        above = structs.replace(right, amount=1_000_01)
        assert await refused(who.cora, above) == "above-limit"
        await who.cora.give(right)
        assert await held(who, "house") == 180_00  # one alone puts nothing right
        [waiting] = await who.mia.proposals()
        assert await refused(who.cora, hc.Approve(proposal=waiting.id)) == "same-person"
        await who.mia.give(hc.Approve(proposal=waiting.id))
        assert (await held(who, "house"), await held(who, "cash")) == (0, 200_00)
        day = (await the_cage(who)).tables["T1"]
        assert (day.drop_counted, day.drop_variance) == (200_00, 0)
        # and down again: what was counted too high comes back as well
        await by_two(who.cora, who.carl, structs.replace(right, amount=0))
        assert (await held(who, "house"), await held(who, "cash")) == (200_00, 0)


async def test_the_proof_finds_a_large_difference_that_one_person_wrote(sqlite_url: str) -> None:
    async with serving(sqlite_url) as (house, address):
        who = await people(house, address)
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(CageLimits, "takes_two", lambda *_: False)
            await who.cora.give(cc.CountDrop(table="T1", amount=50_000_01))
        wrong = (await verify(house.store)).wrong
        assert wrong is not None
        assert "the cage's rules lead to another event here" in wrong
        await who.close()
