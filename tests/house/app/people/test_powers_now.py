"""What somebody may do counts at the moment of each command, however often they were let in before.

A connection looks its person up again only when something has changed: whatever takes a power away
must be such a change, or a moment that the person's own time names.
"""

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from datetime import timedelta

import pytest
from msgspec import Struct
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosedError

from croupier.house.app.house import House
from croupier.house.model import commands as hc
from croupier.house.model.people.person import Person
from croupier.house.model.people.roles import HouseRole, Signature
from croupier.house.model.refusals import HouseCode, HouseRefused
from croupier.rulebooks.terms import Actor, Role
from tests.house.houses import register_table
from tests.house.serving import serving, session_of, suspend, token_of

ADMIN = Signature("admin", HouseRole.ADMINISTRATOR)
HOURS = timedelta(hours=13)


class Dan(Struct):
    """A dealer who is signed on, as he came in."""

    house: House
    address: str
    secret: str
    person: Person
    given: int = 0

    async def give(self) -> int:
        """A command that dealers may give, by the person who came in; the version after it."""
        self.given += 1
        call = hc.PauseTable(reason="a card fell") if self.given % 2 else hc.ResumeTable()
        key = f"command-{self.given}"
        return (await self.house.give(self.person, "T1", call, key)).version


@asynccontextmanager
async def signed_on(url: str) -> AsyncIterator[Dan]:
    async with serving(url) as (house, address):
        await register_table(house.handler, jackpot=None)
        await token_of(house, "admin", HouseRole.ADMINISTRATOR)
        secret = await session_of(house, "dan", HouseRole.DEALER)
        person = await house.authentication.who(secret)
        await house.give(person, "T1", hc.SignOn(), "signing-on")
        yield Dan(house, address, secret, person)


async def _other_role(dan: Dan) -> None:
    await dan.house.registry.set_roles("dan", [HouseRole.PLAYER], ADMIN)


async def _suspended(dan: Dan) -> None:
    await suspend(dan.house, "dan")


async def _logged_out(dan: Dan) -> None:
    await dan.house.authentication.log_out(dan.person)


async def _out_everywhere(dan: Dan) -> None:
    await dan.house.authentication.log_out_everywhere(dan.person)


async def _too_late(dan: Dan) -> None:
    """Nothing is recorded: the session is over by the clock."""
    late = dan.house.handler.now() + HOURS
    dan.house.handler.now = lambda: late


async def _must_change_password(dan: Dan) -> None:
    await dan.house.registry.reset_password("dan", ADMIN)


Taking = Callable[[Dan], Awaitable[None]]
TAKEN: tuple[Taking, ...] = (
    _other_role,
    _suspended,
    _logged_out,
    _out_everywhere,
    _too_late,
    _must_change_password,
)


@pytest.mark.parametrize("take", TAKEN)
async def test_the_very_next_command_is_refused(sqlite_url: str, take: Taking) -> None:
    async with signed_on(sqlite_url) as dan:
        version = await dan.give()
        assert await dan.give() > version
        await take(dan)
        with pytest.raises(HouseRefused) as refused:
            await dan.give()
        assert refused.value.refusal.code in (
            HouseCode.NOT_YOUR_POWER,
            HouseCode.PASSWORD_MUST_CHANGE,
        )


@pytest.mark.parametrize("take", TAKEN)
async def test_nothing_more_is_accepted_on_a_connection(sqlite_url: str, take: Taking) -> None:
    """It is closed, or says why not; the table stays as it was."""
    give = '{"type":"command","key":"%s","table":"T1","command":%s}'
    async with signed_on(sqlite_url) as dan:
        headers = {"Authorization": f"Bearer {dan.secret}"}
        url = dan.address.replace("http", "ws") + "/api/stream"
        async with connect(url, additional_headers=headers) as stream:
            await stream.send(give % ("the-first", '{"do":"open_bets"}'))
            [said] = json.loads(await stream.recv())
            assert said["type"] == "accepted"
            await take(dan)
            before = (await dan.house.handler.streams.table("T1")).head
            with suppress(ConnectionClosedError):
                await stream.send(give % ("the-second", '{"do":"close_bets"}'))
                async for frame in stream:
                    kinds = {message["type"] for message in json.loads(frame)}
                    assert "accepted" not in kinds
                    if "trouble" in kinds:
                        break
        assert (await dan.house.handler.streams.table("T1")).head == before


async def test_a_role_for_a_time_ends_with_it(sqlite_url: str) -> None:
    async with signed_on(sqlite_url) as dan:
        house = dan.house
        until = house.handler.now() + timedelta(hours=1)
        supervisor = HouseRole.PIT_SUPERVISOR
        await house.registry.act_as("dan", supervisor, until, "mia is ill", ADMIN)
        await house.give(dan.person, "T1", hc.AnnounceLastRound(), "the-first")
        house.handler.now = lambda: until
        with pytest.raises(HouseRefused) as refused:
            await house.give(dan.person, "T1", hc.AnnounceLastRound(), "the-second")
        assert refused.value.refusal.code is HouseCode.NOT_YOUR_POWER


async def test_a_command_is_signed_in_the_role_that_one_has_by_then(sqlite_url: str) -> None:
    async with signed_on(sqlite_url) as dan:
        await dan.give()
        await dan.house.registry.set_roles("dan", [HouseRole.PIT_MANAGER], ADMIN)
        await dan.give()
        records = await dan.house.store.read("table:T1")
        roles = [one.by.role for one in records if one.by is not None and one.by.id == "dan"]
        assert list(dict.fromkeys(roles)) == [HouseRole.DEALER, HouseRole.PIT_MANAGER]


def test_what_follows_from_a_person_is_theirs_alone() -> None:
    """Signatures are kept with the person, by the roles that were asked for."""
    dealers, managers = frozenset({HouseRole.DEALER}), frozenset({HouseRole.PIT_MANAGER})
    dan = Person("dan", roles=dealers | managers, key="a" * 20)
    pia = Person("pia", roles=dealers)
    assert dan.signature(dealers) == Signature("dan", HouseRole.DEALER, "a" * 16)
    assert dan.signature(managers) == Signature("dan", HouseRole.PIT_MANAGER, "a" * 16)
    assert dan.signature(dealers | managers) == dan.signature(managers)
    assert (pia.signature(managers), pia.signature(dealers)) == (
        None,
        Signature("pia", HouseRole.DEALER),
    )
    assert (dan.actor, pia.actor) == (Actor("dan", Role.PIT_MANAGER), Actor("pia", Role.DEALER))
