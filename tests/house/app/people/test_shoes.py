"""A shoe deals the cards of its table: its token takes two people, and one alone fails."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from typing import Any

import httpx
import pytest

from croupier.house.client import Client
from croupier.house.log.event_store import Search
from croupier.house.log.stream import Department, entries
from croupier.house.model.operation.events import HouseOpened
from croupier.house.model.people import events as e
from croupier.house.model.people.roles import HouseRole, Signature, TokenPower
from croupier.house.model.settings import Cards, Dealing
from croupier.house.read.proof.verify import verify
from tests.house.app.people.visitors import GOOD, OTHER, Hands, approve, give, visited
from tests.house.houses import register_table

SHOE = {"do": "admit_shoe", "table": "T1", "name": "shoe at T1"}
REFUSED = (404, "no-such-proposal")


@asynccontextmanager
async def a_house(url: str) -> AsyncIterator[tuple[Hands, Client]]:
    """With a live table, `admin`, and two shift managers who have been there for long."""
    async with visited(url) as hands:
        await register_table(hands.house.handler, jackpot=None, dealing=Dealing(cards=Cards.LIVE))
        yield hands, await hands.admin_and_managers()
        assert (await verify(hands.house.store)).wrong is None


async def proposed(client: Client) -> str:
    answer = await give(client, **SHOE)
    assert answer.status_code == 200, answer.text
    return str(answer.json()["proposal"])


async def make(client: Client, proposal: str) -> httpx.Response:
    return await client._http.post("/api/shoes", json={"proposal": proposal})


def said(answer: httpx.Response) -> tuple[int, Any]:
    return answer.status_code, answer.json().get("code")


async def test_one_administrator_alone_makes_no_shoe(sqlite_url: str) -> None:
    """The attack: make the token of a shoe, and deal cards of one's choice with it."""
    async with a_house(sqlite_url) as (hands, admin):
        alone = await admin._http.post("/api/tokens", json={"name": "x", "power": "shoe"})
        assert said(alone) == REFUSED
        proposal = await proposed(admin)
        assert said(await make(admin, proposal)) == REFUSED
        assert await approve(admin, proposal) == (403, "not-your-power")
        mia = await hands.settle("mia", await hands.reset(admin, "mia"), OTHER)
        assert await approve(mia, proposal) == (422, "same-hand")
        assert said(await make(admin, proposal)) == REFUSED
        powers = [one.power for one in await hands.house.registry.tokens()]
        assert TokenPower.SHOE not in powers


async def test_two_people_admit_a_shoe_and_the_first_makes_its_token_once(sqlite_url: str) -> None:
    async with a_house(sqlite_url) as (hands, admin):
        mia, sam = await hands.log_in("mia"), await hands.log_in("sam")
        proposal = await proposed(mia)
        waiting = (await sam._http.get("/api/proposals")).json()
        assert [one["summary"] for one in waiting] == [
            "Let a shoe, 'shoe at T1', deal the cards of table T1: mia makes its token."
        ]
        assert await approve(mia, proposal) == (422, "same-person")
        assert await approve(sam, proposal) == (200, None)
        for other in (sam, admin):
            assert said(await make(other, proposal)) == (422, "not-yours")
            assert (await other._http.get("/api/shoes")).json() == []
        [shoe] = (await mia._http.get("/api/shoes")).json()
        assert (shoe["table"], shoe["approved_by"]) == ("T1", "sam")
        made = await make(mia, proposal)
        assert made.status_code == 201, made.text
        assert said(await make(mia, proposal)) == REFUSED
        secret = made.json()["token"]
        device = hands.client(secret)
        assert (await device._http.get("/api/tables/T1")).status_code == 200
        log = [one.record.event async for one in entries(hands.house.store)]
        assert not any(secret.encode() in event for event in log)


async def test_what_was_approved_is_made_within_a_day(sqlite_url: str) -> None:
    """And by somebody who has just shown that it is them."""
    async with a_house(sqlite_url) as (hands, admin):
        sam = await hands.log_in("sam")
        proposal = await proposed(admin)
        assert await approve(sam, proposal) == (200, None)
        hands.put_on(hours=1)
        assert said(await make(admin, proposal)) == (403, "proof-needed")
        hands.put_on(hours=23)
        again = await hands.log_in("admin")
        assert said(await make(again, proposal)) == REFUSED


async def test_a_shoe_is_proposed_for_a_table_that_is_there(sqlite_url: str) -> None:
    async with a_house(sqlite_url) as (hands, admin):
        nowhere = await give(admin, **{**SHOE, "table": "T9"})
        assert said(nowhere) == (404, "no-such-table")
        nameless = await give(admin, **{**SHOE, "name": " "})
        assert said(nameless) == (422, "bad-name")
        past = await give(admin, **SHOE, until=hands.moment.isoformat())
        assert said(past) == (422, "bad-time")


@pytest.mark.parametrize("by_two", [True, False])
async def test_a_shoe_that_one_person_wrote_into_the_log_is_found(
    sqlite_url: str, by_two: bool
) -> None:
    """By somebody with the key; in logs from before it took two people, one was enough."""
    async with visited(sqlite_url) as hands:
        await register_table(hands.house.handler, jackpot=None)
        await hands.admin()
        handler = hands.house.handler
        opened = HouseOpened("1", shoes_by_two=by_two)
        await handler.record(Department.OPERATION, lambda state, at: (opened,), None, "opened")
        made = e.TokenMade("t1", "shoe", "admin", TokenPower.SHOE, "T1", "00" * 32)
        admin = Signature("admin", HouseRole.ADMINISTRATOR)
        await handler.record(Department.PEOPLE, lambda people, at: (made,), admin, "forged")
        wrong = (await verify(hands.house.store)).wrong
    assert (wrong is not None and "takes two people" in wrong) is by_two


@pytest.mark.parametrize("name", ["mia", "sam"])
async def test_whoever_resets_one_of_the_two_gets_no_token_in_their_name(
    sqlite_url: str, name: str
) -> None:
    """The attack: wait until two others agreed to a shoe, and come in as one of them."""
    async with a_house(sqlite_url) as (hands, admin):
        mia, sam = await hands.log_in("mia"), await hands.log_in("sam")
        proposal = await proposed(mia)
        assert await approve(sam, proposal) == (200, None)
        came_in = await hands.settle(name, await hands.reset(admin, name), OTHER)
        maker = came_in if name == "mia" else mia
        assert said(await make(maker, proposal)) == REFUSED
        powers = [one.power for one in await hands.house.registry.tokens()]
        assert TokenPower.SHOE not in powers


@pytest.mark.parametrize("asked_again", [True, False])
async def test_a_token_made_in_the_name_of_somebody_reset_is_found(
    sqlite_url: str, asked_again: bool
) -> None:
    """Older programs made it; since both are asked about again, it does not follow."""
    async with visited(sqlite_url) as hands:
        await register_table(hands.house.handler, jackpot=None, dealing=Dealing(cards=Cards.LIVE))
        await hands.admin_and_managers()
        handler = hands.house.handler
        opened = HouseOpened("1", shoes_by_two=True, shoes_asked_again=asked_again)
        await handler.record(Department.OPERATION, lambda state, at: (opened,), None, "opened")
        proposal = await proposed(await hands.log_in("mia"))
        assert await approve(await hands.log_in("sam"), proposal) == (200, None)
        reset = e.PasswordReset("mia", "admin", "mark")
        boss = Signature("admin", HouseRole.ADMINISTRATOR)
        await handler.record(Department.PEOPLE, lambda people, at: (reset,), boss, "reset")
        made = e.TokenMade(
            "t1", "shoe at T1", "mia", TokenPower.SHOE, "T1", "00" * 32, proposal=proposal
        )
        mia = Signature("mia", HouseRole.SHIFT_MANAGER)
        await handler.record(Department.PEOPLE, lambda people, at: (made,), mia, "old program")
        wrong = (await verify(hands.house.store)).wrong
    if asked_again:
        assert wrong is not None
        assert "admin has had the account of mia in hand" in wrong
    else:
        assert wrong is None


@pytest.mark.parametrize("name", ["mia", "sam"])
async def test_the_making_itself_asks_in_whose_hands_the_two_are(
    sqlite_url: str, name: str
) -> None:
    """Also where what was agreed to is still there, as older programs left it."""
    async with a_house(sqlite_url) as (hands, _):
        mia = await hands.log_in("mia")
        proposal = await proposed(mia)
        assert await approve(await hands.log_in("sam"), proposal) == (200, None)
        handed = e.SecondFactorRemoved(name, "admin")
        boss = Signature("admin", HouseRole.ADMINISTRATOR)
        await hands.house.handler.record(
            Department.PEOPLE, lambda people, at: (handed,), boss, "old program"
        )
        answer = await make(mia, proposal)
        assert said(answer) == (422, "same-hand")
        assert f"admin has had the account of {name} in hand" in answer.json()["message"]


# Whoever answers for a token


async def shoe_of_mia_and_sam(hands: Hands) -> tuple[str, Client]:
    """Its identity, and the device."""
    mia, sam = await hands.log_in("mia"), await hands.log_in("sam")
    proposal = await proposed(mia)
    assert await approve(sam, proposal) == (200, None)
    made = (await make(mia, proposal)).json()
    return made["id"], hands.client(made["token"])


async def suspended(admin: Client, name: str) -> httpx.Response:
    return await admin._http.post(f"/api/people/{name}/suspend", json={"reason": "a crook"})


async def reset(admin: Client, name: str) -> httpx.Response:
    return await admin._http.post(f"/api/people/{name}/password")


async def moved(admin: Client, name: str) -> httpx.Response:
    return await admin._http.put(f"/api/people/{name}/roles", json={"roles": ["dealer"]})


@pytest.mark.parametrize("name", ["mia", "sam"])
@pytest.mark.parametrize("leave", [suspended, reset, moved])
async def test_a_device_does_not_outlive_whoever_answers_for_it(
    sqlite_url: str, leave: Callable[[Client, str], Awaitable[httpx.Response]], name: str
) -> None:
    """The attack: be found out, and go on dealing with the shoe that one has made or approved."""
    async with a_house(sqlite_url) as (hands, admin):
        token, device = await shoe_of_mia_and_sam(hands)
        assert (await leave(admin, name)).status_code == 200
        [told] = [
            one for one in (await admin._http.get("/api/tokens")).json() if one["id"] == token
        ]
        assert told["answered_by"] == ["mia", "sam"]
        ends = hands.moment + timedelta(days=1)
        assert datetime.fromisoformat(told["doubted_until"]) == ends
        people = await hands.house.registry.people()
        assert people.devices_in_doubt(hands.moment) == {"shoe at T1": ends}
        [line] = await hands.house.store.significant(Search(kind="account", text="token doubted"))
        assert token in line.text
        hands.put_on(hours=23, minutes=59)  # nothing stops in the middle of a round
        assert (await device._http.get("/api/tables/T1")).status_code == 200
        hands.put_on(minutes=1)
        assert (await device._http.get("/api/tables/T1")).status_code == 401


@pytest.mark.parametrize("name", ["mia", "sam"])
@pytest.mark.parametrize("leave", [suspended, reset, moved])
async def test_what_was_agreed_to_and_not_made_is_withdrawn_with_whoever_agreed(
    sqlite_url: str, leave: Callable[[Client, str], Awaitable[httpx.Response]], name: str
) -> None:
    """The attack: be found out after the approval, and have the token made all the same."""
    async with a_house(sqlite_url) as (hands, admin):
        mia, sam = await hands.log_in("mia"), await hands.log_in("sam")
        proposal = await proposed(mia)
        assert await approve(sam, proposal) == (200, None)
        assert (await leave(admin, name)).status_code == 200
        if name == "sam":
            assert (await mia._http.get("/api/shoes")).json() == []
            assert said(await make(mia, proposal)) == REFUSED
        assert (await hands.house.registry.people()).admitted == {}
        [line] = await hands.house.store.significant(Search(kind="account", text="shoe withdrawn"))
        assert line.text == f"shoe withdrawn: proposal {proposal}"


async def test_somebody_else_vouches_for_a_device(sqlite_url: str) -> None:
    async with a_house(sqlite_url) as (hands, admin):
        token, _ = await shoe_of_mia_and_sam(hands)
        path = f"/api/tokens/{token}/vouch"
        assert said(await admin._http.post(path)) == (422, "bad-command")
        await suspended(admin, "mia")
        sam = await hands.log_in("sam")
        assert said(await sam._http.post(path)) == (422, "same-person")
        ghost = await hands.register(admin, "ghost", "shift_manager")
        dealer = await hands.register(admin, "dan", "dealer")
        assert (await dealer._http.post(path)).status_code == 403
        await admin._http.post("/api/people/sam/password")  # whoever resets sam is not the third
        assert said(await admin._http.post(path)) == (422, "same-hand")
        assert said(await ghost._http.post(path)) == (422, "same-hand")
        hands.put_on(hours=1)
        assert said(await ghost._http.post(path)) == (403, "proof-needed")


async def test_what_somebody_vouched_for_goes_on_until_they_leave_too(sqlite_url: str) -> None:
    async with a_house(sqlite_url) as (hands, admin):
        await hands.register(admin, "root", "administrator")
        hands.put_on(days=31)
        await admin.log_in("admin", GOOD)
        token, device = await shoe_of_mia_and_sam(hands)
        await suspended(admin, "mia")
        [listed] = [
            one
            for one in (await admin._http.post(f"/api/tokens/{token}/vouch")).json()
            if one["id"] == token
        ]
        assert (listed["answered_by"], listed["doubted_until"]) == (["admin"], None)
        hands.put_on(days=2)
        assert (await device._http.get("/api/tables/T1")).status_code == 200
        root = await hands.log_in("root")
        assert (await suspended(root, "admin")).status_code == 200
        hands.put_on(days=1)
        assert (await device._http.get("/api/tables/T1")).status_code == 401


async def test_nobody_vouches_for_a_token_that_has_ended(sqlite_url: str) -> None:
    """The attack: let the doubt run out, and bring the shoe back before the hourly sweep."""
    async with a_house(sqlite_url) as (hands, admin):
        await hands.register(admin, "root", "administrator")
        hands.put_on(days=31)
        await admin.log_in("admin", GOOD)
        token, device = await shoe_of_mia_and_sam(hands)
        await suspended(admin, "mia")
        hands.put_on(hours=23, minutes=50)
        root = await hands.log_in("root")  # the sweep comes now, and not again for an hour
        hands.put_on(minutes=10)
        assert said(await root._http.post(f"/api/tokens/{token}/vouch")) == (404, "no-such-token")
        assert (await device._http.get("/api/tables/T1")).status_code == 401
