"""Dealers go from table to table: one at a time, and whoever relieves another takes over."""

import asyncio

import pytest

from croupier.house.model import commands as hc
from croupier.house.model.refusals import HouseCode, HouseRefused
from croupier.rulebooks.terms import Actor, Role
from tests.house.houses import do, keeping, register_table
from tests.house.read.live import LIVE

DAN, EVE = Actor("dan", Role.DEALER), Actor("eve", Role.DEALER)


async def test_a_dealer_deals_at_one_table_at_a_time(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        await register_table(handler, "T3", jackpot=None)  # nobody stands at it
        await do(handler, "T3", hc.SignOn(), DAN)
        for name in ("T1", "T2"):
            await register_table(handler, name, jackpot=None, dealing=LIVE)
        await do(handler, "T1", hc.SignOn(), DAN)
        with pytest.raises(HouseRefused) as twice:
            await do(handler, "T2", hc.SignOn(), DAN)
        assert twice.value.refusal.code is HouseCode.SIGNED_ON
        assert "You deal table T1: sign off there first." in twice.value.refusal.message
        await do(handler, "T1", hc.SignOn(), EVE)  # eve relieves dan, who goes on to the next
        await do(handler, "T2", hc.SignOn(), DAN)
        dealers = [(await handler.streams.table(name)).state.dealer for name in ("T1", "T2")]
        assert dealers == ["eve", "dan"]
        with pytest.raises(HouseRefused):
            await do(handler, "T2", hc.SignOn(), EVE)
        await do(handler, "T1", hc.SignOff(), EVE)
        await do(handler, "T2", hc.SignOn(), EVE)


async def test_two_processes_sign_one_dealer_on_at_one_table_only(store_url: str) -> None:
    """Neither knows what the other does in the same moment: the versions of the tables do."""
    async with keeping(store_url) as one, keeping(store_url) as other:
        for name in ("T1", "T2", "T3"):
            await register_table(one, name, jackpot=None, dealing=LIVE)
        await other.streams.open()
        for name in ("T1", "T2"):
            await other.streams.table(name)
        await do(one, "T1", hc.SignOn(), DAN)
        with pytest.raises(HouseRefused, match="You deal table T1: sign off there first"):
            await do(other, "T2", hc.SignOn(), DAN)  # which knows T1 as it was before
        for _ in range(5):
            outcomes = await asyncio.gather(
                do(one, "T2", hc.SignOn(), EVE),
                do(other, "T3", hc.SignOn(), EVE),
                return_exceptions=True,
            )
            refused = [one for one in outcomes if isinstance(one, HouseRefused)]
            assert len(refused) == 1, outcomes
            assert refused[0].refusal.code is HouseCode.SIGNED_ON
            where = "T3" if isinstance(outcomes[0], HouseRefused) else "T2"
            await do(one, where, hc.SignOff(), EVE)
