"""Secrets of people are those that the log speaks of, also after a change of the key."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime

import pytest

from croupier.house.app.house import House
from croupier.house.log.credentials import Credential
from croupier.house.model.people.roles import HouseRole
from croupier.house.read.proof.verify import verify
from tests.house.log.played import OLD_RING, PASSWORD, RING, Clock, opened

HERE = "10.0.0.1"


@asynccontextmanager
async def eve_s_house(url: str) -> AsyncIterator[tuple[House, str, str]]:
    """Eve has a one-time password, and a session with it."""
    async with opened(url, OLD_RING, Clock(datetime(2026, 3, 1, 4, tzinfo=UTC))) as house:
        first = await house.registry.register("eve", "Eve", (HouseRole.DEALER,), None)
        yield house, first, await house.authentication.log_in("eve", first, None, HERE)


async def test_an_earlier_password_put_back_is_found(sqlite_url: str) -> None:
    """It opens nothing either: the log speaks of another."""
    async with eve_s_house(sqlite_url) as (house, first, session):
        kept = house.store.credentials
        before = await kept.get("eve")
        eve = await house.authentication.who(session)
        await house.own_secrets.change_password(eve, first, PASSWORD, HERE)
        after = await kept.get("eve")
        assert (await verify(house.store, keys=OLD_RING)).wrong is None
        await _put(house, "eve", before)
        found = (await verify(house.store, keys=OLD_RING)).wrong
        assert found == (
            "credentials of eve: the house did not keep this password, or the log speaks of another"
        )
        await _put(house, "eve", after)
        assert (await verify(house.store, keys=OLD_RING)).wrong is None


@pytest.mark.parametrize("factor", ["00ff", "no secret at all"])
async def test_a_second_factor_that_the_house_did_not_seal_is_found(
    sqlite_url: str, factor: str
) -> None:
    async with eve_s_house(sqlite_url) as (house, _, _):
        await house.store.credentials.keep_second_factor("eve", factor)
        found = (await verify(house.store, keys=OLD_RING)).wrong
        assert found == "credentials of eve: the house did not keep this second factor"


async def test_secrets_of_nobody_are_found(sqlite_url: str) -> None:
    async with eve_s_house(sqlite_url) as (house, _, _):
        await _put(house, "eva", await house.store.credentials.get("eve"))
        found = (await verify(house.store, keys=OLD_RING)).wrong
        assert found == "credentials of eva: there is nobody of that name"


async def test_sessions_and_passwords_outlive_a_change_of_the_key(sqlite_url: str) -> None:
    async with eve_s_house(sqlite_url) as (_, first, session):
        pass
    async with opened(sqlite_url, RING, Clock(datetime(2026, 3, 1, 5, tzinfo=UTC))) as house:
        eve = await house.authentication.who(session)
        assert eve.id == "eve"
        await house.own_secrets.change_password(eve, first, PASSWORD, HERE)
        again = await house.authentication.log_in("eve", PASSWORD, None, HERE)
        assert (await house.authentication.who(again)).id == "eve"
        assert (await verify(house.store, keys=RING)).wrong is None


async def _put(house: House, person: str, row: Credential) -> None:
    assert row.password is not None
    assert row.seal is not None
    await house.store.credentials.keep_password(person, row.password, row.seal)
