"""A table goes from one process to another: who follows it, and what is under way meanwhile."""

import asyncio
from typing import Any

import pytest

from croupier.house.app.arrivals import Arrivals
from croupier.house.app.idempotency import Accepted
from croupier.house.app.peers import Forwarded, Unreachable
from croupier.house.log.event_store import Append, OutcomeUnknown, StoreUnavailable
from croupier.house.log.leases import Shared
from croupier.house.model import commands as hc
from croupier.refusal import Refused
from croupier.rulebooks.terms import Actor, Role
from croupier.table import commands as c
from tests.house.app.test_owners import (
    dan_of,
    houses,
    owner_and_other,
    owners_of,
    settled,
)
from tests.house.houses import ante, do, key, register_table
from tests.waiting import until

FOR_EVER = 1e12
"""A time of the event loop's."""


async def test_who_follows_a_table_goes_on_following_it(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its owner stood still with an ante under way when another process took it over. What that one
    stored was heard of while the ante waited, and nothing happened at the table since."""
    async with houses(postgres_url) as both:
        await register_table(both[0].handler, jackpot=None)
        await settled(both, "table:T1")
        here, there = owner_and_other(both, "table:T1")
        await do(here.handler, "T1", c.OpenBets())
        told: list[int] = []
        streams = here.handler.streams

        def watch(stream: str) -> None:
            held = streams.held(stream)
            told.append(0 if held is None else held.version)

        here.hub.watch("table:T1", watch)
        append, let_go = here.store.append, asyncio.Event()

        async def late(one: Append) -> None:
            await let_go.wait()
            await append(one)

        async with owners_of(here)._beating:  # as if the process stood still
            await until(lambda: owners_of(there).is_ours("table:T1"))
            monkeypatch.setattr(here.store, "append", late)
            player = Actor("p1", Role.PLAYER)
            giving = asyncio.create_task(do(here.handler, "T1", ante(1), player))
            held = await streams.table("T1")
            await until(lambda: bool(held.waiting))
            closed = await do(there.handler, "T1", c.CloseBets())
            await until(lambda: here.catching_up.is_up_to_date)
            let_go.set()
            await until(lambda: held.dead)
        with pytest.raises(Refused):
            await giving
        await until(lambda: bool(told))
        await until(lambda: streams.held("table:T1") is not None)
        known = streams.held("table:T1")
        assert known is not None
        assert known.version == closed.version


async def test_what_an_owner_may_have_stored_before_it_died_is_not_called_undone(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was sent there; then nobody owned the table, and the database could not be reached."""
    async with houses(postgres_url) as both:
        await register_table(both[0].handler, jackpot=None)
        await settled(both, "table:T1")
        _, there = owner_and_other(both, "table:T1")
        owners = owners_of(there)

        async def dying(address: str, given: Forwarded, seconds: float) -> Accepted:
            owners._shared = Shared({}, {})
            raise Unreachable(sent=True)

        async def away(*_: Any) -> None:
            raise StoreUnavailable("The database cannot be reached.")

        monkeypatch.setattr(owners.peers, "ask", dying)
        monkeypatch.setattr(owners, "_beat", away)
        with pytest.raises(OutcomeUnknown, match=r"The database cannot be reached\."):
            await do(there.handler, "T1", c.OpenBets())


async def test_a_later_command_does_not_overtake_one_that_is_given_again(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The ante was sent to an owner that went away; the closing call came when there was one."""
    async with houses(postgres_url) as both:
        await register_table(both[0].handler, jackpot=None)
        await settled(both, "table:T1")
        here, there = owner_and_other(both, "table:T1")
        dan = await dan_of(there)
        await there.give(dan, "T1", hc.SignOn(), key())
        await there.give(dan, "T1", c.OpenBets(), key())
        owners, sent = owners_of(there), 0
        ask = owners.peers.ask

        async def losing_the_first(address: str, given: Forwarded, seconds: float) -> Accepted:
            nonlocal sent
            sent += 1
            if sent == 1:
                raise Unreachable(sent=False)
            return await ask(address, given, seconds)

        monkeypatch.setattr(owners.peers, "ask", losing_the_first)
        asked = hc.RequestWager(box=1, wager="ante", amount=1000)
        await do(here.handler, "T1", asked, Actor("p1", Role.PLAYER))
        staking = asyncio.create_task(there.give(dan, "T1", ante(1), key()))
        await until(lambda: sent == 1)
        closed = await there.give(dan, "T1", c.CloseBets(), key())
        assert (await staking).version < closed.version
        assert sent == 3


async def test_nobody_waits_where_nothing_is_given_again() -> None:
    arrivals = Arrivals()
    first, second = arrivals.come("T1"), arrivals.come("T1")
    assert await second.turn(0)
    assert await first.turn(0)
    first.leave()
    second.leave()
    assert arrivals._lines == {}


async def test_those_that_had_come_wait_for_those_before_them() -> None:
    """The second of four is given again: the third waits for both, the fourth came later and waits
    for those three, and a command to another table for nobody."""
    arrivals = Arrivals()
    first, second, third = (arrivals.come("T1") for _ in range(3))
    second.again()
    fourth = arrivals.come("T1")
    assert await first.turn(0)
    assert not await second.turn(0)
    assert await arrivals.come("T2").turn(0)
    order: list[int] = []

    async def go(number: int, arrival: Any) -> None:
        assert await arrival.turn(FOR_EVER)
        order.append(number)
        await asyncio.sleep(0)
        arrival.leave()

    places = ((4, fourth), (3, third), (2, second), (1, first))
    await asyncio.gather(*(go(*place) for place in places))
    assert order == [1, 2, 3, 4]
    after = arrivals.come("T1")
    assert await after.turn(0)
