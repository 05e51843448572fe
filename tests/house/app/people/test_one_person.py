"""One administrator is never two people: every way to hold two accounts is tried, and told."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest

from croupier.house.app.house import House
from croupier.house.client import Client, NotDone, Subscribed
from croupier.house.log.event_store import Search
from croupier.house.model import commands as hc
from croupier.house.model.cage import commands as cc
from croupier.house.model.people.roles import HouseRole, Signature, TokenPower
from croupier.house.read.proof.verify import verify
from croupier.house.store import open_store
from tests.house.app.people.passkeys import Authenticator
from tests.house.app.people.visitors import GOOD, OTHER, Hands, approve, give, propose, visited
from tests.house.houses import KEY, register_jackpot, register_table
from tests.waiting import PATIENCE

REFUSED, DONE = (422, "same-hand"), (200, None)


@asynccontextmanager
async def a_house(url: str) -> AsyncIterator[tuple[Hands, Client]]:
    """With a jackpot, `admin`, and two shift managers who have been there for long."""
    async with visited(url) as hands:
        await register_jackpot(hands.house.handler)
        yield hands, await hands.admin_and_managers()
        assert (await verify(hands.house.store)).wrong is None


async def test_a_manager_s_reset_password_approves_nothing_of_the_resetter(sqlite_url: str) -> None:
    """The attack: propose, reset the password of somebody who may approve, approve as them."""
    async with a_house(sqlite_url) as (hands, admin):
        proposal = await propose(admin)
        mia = await hands.settle("mia", await hands.reset(admin, "mia"), OTHER)
        assert await approve(mia, proposal) == REFUSED
        assert await approve(admin, proposal) == (403, "not-your-power")
        sam = await hands.log_in("sam")
        assert await approve(sam, proposal) == DONE


async def test_two_reset_managers_are_one_person(sqlite_url: str) -> None:
    """The administrator proposes as one of them and approves as the other."""
    async with a_house(sqlite_url) as (hands, admin):
        mia = await hands.settle("mia", await hands.reset(admin, "mia"), OTHER)
        sam = await hands.settle("sam", await hands.reset(admin, "sam"), OTHER)
        assert await approve(sam, await propose(mia)) == REFUSED
        hands.put_on(days=31)
        mia, sam = await hands.log_in("mia", OTHER), await hands.log_in("sam", OTHER)
        assert await approve(sam, await propose(mia, 200)) == DONE


async def test_two_managers_reset_from_the_shell_are_one_person(sqlite_url: str) -> None:
    """Whoever has the machine resets both: the house tells everybody, and they are one hand."""
    async with a_house(sqlite_url) as (hands, admin):
        registry = hands.house.registry
        one_time = await registry.reset_password("mia", None)  # as `croupier people` does
        mia = await hands.settle("mia", one_time, OTHER)
        [told] = (await admin._http.get("/api/notices")).json()
        assert (told["person"], told["by"], told["how"]) == ("mia", "the machine", "password")
        proposal = await propose(mia)
        one_time = await registry.reset_password("sam", None)
        early = await hands.log_in("sam", one_time)
        assert (await approve(early, proposal))[0] == 403
        sam = await hands.settle("sam", one_time, OTHER)
        assert await approve(sam, proposal) == REFUSED
        found = await hands.house.store.significant(Search(kind="account", text="password reset"))
        assert sorted(str(one.player) for one in found) == ["mia", "sam"]


async def test_an_administrator_reset_from_the_shell_takes_no_second_person_away(
    sqlite_url: str,
) -> None:
    """Who lost a password gets it back; what they then reset is in the machine's hand too."""
    async with a_house(sqlite_url) as (hands, _):
        one_time = await hands.house.registry.reset_password("admin", None)
        admin = await hands.settle("admin", one_time, OTHER)
        mia, sam = await hands.log_in("mia"), await hands.log_in("sam")
        assert await approve(sam, await propose(mia)) == DONE
        mia = await hands.settle("mia", await hands.reset(admin, "mia"), OTHER)
        one_time = await hands.house.registry.reset_password("sam", None)
        sam = await hands.settle("sam", one_time, OTHER)
        assert await approve(sam, await propose(mia, 200)) == REFUSED


async def test_a_second_administrator_is_no_way_round(sqlite_url: str) -> None:
    """Whoever resets another administrator holds what that one then resets."""
    async with a_house(sqlite_url) as (hands, admin):
        proposal = await propose(admin)
        root = await hands.register(admin, "root", "administrator")
        mia = await hands.settle("mia", await hands.reset(root, "mia"), OTHER)
        assert await approve(mia, proposal) == REFUSED


@pytest.mark.parametrize("way", ["register", "roles", "acting", "second factor"])
async def test_who_makes_a_power_does_not_have_it_approve(sqlite_url: str, way: str) -> None:
    async with a_house(sqlite_url) as (hands, admin):
        proposal = await propose(admin)
        http = admin._http
        match way:
            case "register":
                one = await hands.register(admin, "ghost", "shift_manager")
            case "roles":
                one = await hands.register(admin, "ghost", "dealer")
                hands.put_on(days=31)
                await admin.log_in("admin", GOOD)
                await http.put("/api/people/ghost/roles", json={"roles": ["shift_manager"]})
                one = await hands.log_in("ghost")
            case "acting":
                await hands.register(admin, "ghost", "dealer")
                hands.put_on(days=31)
                await admin.log_in("admin", GOOD)
                until = hands.moment + timedelta(days=1)
                role = {
                    "role": "shift_manager",
                    "until": until.isoformat(),
                    "reason": "illness",
                }
                answer = await http.post("/api/people/ghost/acting", json=role)
                assert answer.status_code == 200, answer.text
                one = await hands.log_in("ghost")
            case _:
                sam = await hands.log_in("sam")
                await hands.set_second_factor(sam)
                answer = await http.delete("/api/people/sam/second-factor")
                assert answer.status_code == 200, answer.text
                assert (await sam.me()).person is None, "whoever had got in no longer is"
                one = await hands.log_in("sam")
        assert await approve(one, proposal) == REFUSED


async def test_two_accounts_made_up_by_one_administrator(sqlite_url: str) -> None:
    """Not on the first day, when somebody has to register everybody; ever after."""
    async with visited(sqlite_url) as hands:
        await register_jackpot(hands.house.handler)
        admin = await hands.admin()
        first = [await hands.register(admin, name, "shift_manager") for name in ("mia", "sam")]
        assert await approve(first[1], await propose(first[0])) == DONE
        hands.put_on(days=2)
        await admin.log_in("admin", GOOD)
        ghosts = [await hands.register(admin, name, "shift_manager") for name in ("bo", "boo")]
        assert await approve(ghosts[1], await propose(ghosts[0])) == REFUSED
        mia = await hands.log_in("mia")
        waiting = (await mia._http.get("/api/proposals")).json()
        assert await approve(mia, waiting[0]["id"]) == REFUSED, "mia too was registered by admin"
        hands.put_on(days=28)  # the 30 days of the first registrations are over, not of the later
        mia = await hands.log_in("mia")
        assert await approve(mia, waiting[0]["id"]) == DONE


@pytest.mark.parametrize(("late", "outcome"), [(-1, DONE), (0, DONE), (1, REFUSED)])
async def test_the_first_day_ends_for_both_accounts(
    sqlite_url: str, late: int, outcome: tuple[int, str | None]
) -> None:
    """A second before its end, at its end, a second after it: the later account decides."""
    async with visited(sqlite_url) as hands:
        await register_jackpot(hands.house.handler)
        admin = await hands.admin()
        await hands.register(admin, "mia", "shift_manager")
        hands.put_on(days=1, seconds=late)
        await admin.log_in("admin", GOOD)
        sam = await hands.register(admin, "sam", "shift_manager")
        mia = await hands.log_in("mia")
        assert await approve(mia, await propose(sam)) == outcome
        assert await approve(sam, await propose(mia, 200)) == outcome
        assert (await verify(hands.house.store)).wrong is None


@pytest.mark.parametrize("resetter", ["admin", "root"])
async def test_an_account_of_the_first_day_and_a_reset_one_are_one_person(
    sqlite_url: str, resetter: str
) -> None:
    """The attack: an account kept from the first day proposes, a reset one approves; also where
    a second administrator of the first day does the resetting."""
    async with visited(sqlite_url) as hands:
        await register_jackpot(hands.house.handler)
        admin = await hands.admin()
        await hands.register(admin, "root", "administrator")
        for name in ("mia", "sam", "tom"):
            await hands.register(admin, name, "shift_manager")
        hands.put_on(days=2)
        hand = await hands.log_in(resetter)
        sam = await hands.settle("sam", await hands.reset(hand, "sam"), OTHER)
        mia, tom = await hands.log_in("mia"), await hands.log_in("tom")
        proposal = await propose(mia)
        assert await approve(sam, proposal) == REFUSED
        assert await approve(mia, await propose(sam, 200)) == REFUSED
        assert await approve(tom, proposal) == DONE  # both are of the first day, and untouched
        assert (await verify(hands.house.store)).wrong is None


async def test_a_given_role_and_a_reset_password_are_one_hand(sqlite_url: str) -> None:
    async with a_house(sqlite_url) as (hands, admin):
        await hands.register(admin, "dot", "dealer")
        hands.put_on(days=31)
        await admin.log_in("admin", GOOD)
        roles = {"roles": ["shift_manager"]}
        answer = await admin._http.put("/api/people/dot/roles", json=roles)
        assert answer.status_code == 200, answer.text
        sam = await hands.settle("sam", await hands.reset(admin, "sam"), OTHER)
        dot = await hands.log_in("dot")
        assert await approve(sam, await propose(dot)) == REFUSED


async def test_the_owner_completes_a_reset_with_what_is_theirs(sqlite_url: str) -> None:
    """With a second factor set, the administrator does not come in; its owner is theirs again."""
    async with a_house(sqlite_url) as (hands, admin):
        mia = await hands.log_in("mia")
        secret = await hands.set_second_factor(mia)
        _, token = await hands.house.registry.make_token(
            "program", TokenPower.PERSONAL, "mia", Signature("mia", HouseRole.SHIFT_MANAGER)
        )
        proposal = await propose(admin)
        hands.put_on(minutes=1)
        one_time = await hands.reset(admin, "mia")
        assert (await mia.me()).person is None, "sessions end"
        with pytest.raises(NotDone):
            await hands.client(token).me()  # and tokens
        with pytest.raises(NotDone) as alone:
            await hands.log_in("mia", one_time)
        assert alone.value.trouble.code == "second-factor-needed"
        mia = await hands.log_in("mia", one_time, hands.code(secret))
        assert (await mia._http.get("/api/proposals")).status_code == 403, "its change comes first"
        await mia.change_password(one_time, OTHER)
        assert await approve(mia, proposal) == DONE


async def test_a_factor_set_after_the_reset_shows_nothing(sqlite_url: str) -> None:
    """The administrator adds a passkey and a code of their own to the account that they took."""
    async with a_house(sqlite_url) as (hands, admin):
        proposal = await propose(admin)
        mia = await hands.settle("mia", await hands.reset(admin, "mia"), OTHER)
        secret = await hands.set_second_factor(mia)
        one = Authenticator()
        assert (await hands.add_passkey(mia, one)).status_code == 201
        mia = await hands.log_in("mia", OTHER, hands.code(secret))
        assert await approve(mia, proposal) == REFUSED
        proof = {"passkey": await hands.proof_of(mia, one)}
        assert (await mia._http.post("/api/session/proof", json=proof)).status_code == 200
        assert await approve(mia, proposal) == REFUSED


async def test_a_way_in_is_added_after_the_one_time_password_is_changed(sqlite_url: str) -> None:
    async with a_house(sqlite_url) as (hands, admin):
        mia = await hands.log_in("mia", await hands.reset(admin, "mia"))
        for path in ("/api/second-factor", "/api/passkeys/begin"):
            answer = await mia._http.post(path)
            assert answer.json()["code"] == "password-must-change"


async def test_everybody_with_the_power_is_told(sqlite_url: str) -> None:
    async with a_house(sqlite_url) as (hands, admin):
        root = await hands.register(admin, "root", "administrator")
        ada = await hands.register(admin, "ada", "auditor")
        one_time = await hands.reset(admin, "mia")
        for client in (root, ada, admin):
            [told] = [
                one
                for one in (await client._http.get("/api/notices")).json()
                if one["person"] == "mia"
            ]
            assert (told["by"], told["how"]) == ("admin", "password")
        mia = await hands.settle("mia", one_time, OTHER)
        [own] = (await mia._http.get("/api/notices")).json()
        assert (own["by"], own["how"]) == ("admin", "password")
        sam = await hands.log_in("sam")
        assert (await sam._http.get("/api/notices")).json() == []
        found = await hands.house.store.significant(Search(kind="account", text="password reset"))
        assert [(one.person, one.player) for one in found] == [("admin", "mia")]
        shown = (await root._http.get("/api/people/mia")).json()["in_hand"]
        assert [(one["by"], one["how"]) for one in shown] == [("admin", "password")]


async def nobody_looks(*_: object) -> list[object]:
    return []


async def test_an_approval_by_the_resetter_s_hand_is_found_in_the_log(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Written past the house by its own key: `verify` decides it again and finds it."""
    async with visited(sqlite_url) as hands:
        await register_jackpot(hands.house.handler)
        admin = await hands.admin()
        mia = await hands.register(admin, "mia", "shift_manager")
        proposal = await propose(admin)
        assert await approve(mia, proposal) == REFUSED
    house = House(await open_store(sqlite_url), KEY)
    await house.handler.streams.open()
    monkeypatch.setattr("croupier.house.app.link_service.demand_second_person", nobody_looks)
    try:
        by = Signature("mia", HouseRole.SHIFT_MANAGER)
        await house.handler.command(None, hc.Approve(proposal=proposal), by, "forged")
        found = (await verify(house.store)).wrong
    finally:
        await house.stop()
    assert found is not None
    assert "in hand within the last 30 days" in found


# Chips go by two people


async def test_chips_that_one_issued_are_received_by_no_account_in_the_same_hand(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The administrator resets a cashier and a supervisor, issues a fill as one of them and counts
    it at the table as the other; a third person does, and takes nothing back to hide it."""
    async with visited(sqlite_url) as hands:
        await register_table(hands.house.handler, jackpot=None)
        admin = await hands.admin()
        for name, role in (("cora", "cage"), ("eve", "pit_supervisor"), ("sue", "pit_supervisor")):
            await hands.register(admin, name, role)
        hands.put_on(days=31)
        await admin.log_in("admin", GOOD)
        cora = await hands.settle("cora", await hands.reset(admin, "cora"), OTHER)
        eve = await hands.settle("eve", await hands.reset(admin, "eve"), OTHER)
        sue = await hands.log_in("sue")
        chips = [{"value": 100_00, "count": 5}]
        for slip in (1, 2):
            fill = {"table": "T1", "way": "fill", "amount": 500_00}
            assert (await give(eve, do="request_transfer", **fill)).status_code == 200
            issued = await give(cora, do="issue_transfer", table="T1", slip=slip, chips=chips)
            assert issued.status_code == 200
        back = {"table": "T1", "slip": 1, "reason": "never mind"}
        for taken in (
            await give(eve, do="receive_transfer", table="T1", slip=1),
            await give(eve, do="cancel_transfer", **back),
        ):
            assert (taken.status_code, taken.json()["code"]) == REFUSED
        assert (await give(sue, do="receive_transfer", table="T1", slip=1)).status_code == 200
        assert (await verify(hands.house.store)).wrong is None
    house = House(await open_store(sqlite_url), KEY)
    await house.handler.streams.open()
    house.handler.now = lambda: hands.moment
    monkeypatch.setattr("croupier.house.app.cage_service.demand_two_people", lambda *_: None)
    try:
        by = Signature("eve", HouseRole.PIT_SUPERVISOR)
        receive = cc.ReceiveTransfer(table="T1", slip=2)
        await house.handler.command(None, receive, by, "forged")
        found = (await verify(house.store)).wrong
    finally:
        await house.stop()
    assert found is not None
    assert "in hand within the last 30 days" in found


# Approving is something that a person does there and then


async def test_an_approval_takes_a_fresh_proof(sqlite_url: str) -> None:
    async with a_house(sqlite_url) as (hands, admin):
        proposal = await propose(admin)
        sam = await hands.log_in("sam")
        hands.put_on(minutes=5, seconds=1)
        assert await approve(sam, proposal) == (403, "proof-needed")
        for shown, status in (
            ({"password": "not the one at all"}, 401),
            ({"code": "123456"}, 401),
            ({}, 401),
            ({"password": GOOD}, 200),
        ):
            answer = await sam._http.post("/api/session/proof", json=shown)
            assert answer.status_code == status, answer.text
        assert await approve(sam, proposal) == DONE


async def test_with_a_second_factor_the_password_alone_is_no_fresh_proof(sqlite_url: str) -> None:
    async with a_house(sqlite_url) as (hands, admin):
        proposal = await propose(admin)
        sam = await hands.log_in("sam")
        secret = await hands.set_second_factor(sam)
        hands.put_on(minutes=6)
        answer = await sam._http.post("/api/session/proof", json={"password": GOOD})
        assert (answer.status_code, answer.json()["code"]) == (401, "second-factor-needed")
        assert await approve(sam, proposal) == (403, "proof-needed")
        code = hands.code(secret)
        assert (await sam._http.post("/api/session/proof", json={"code": code})).status_code == 200
        assert await approve(sam, proposal) == DONE
        again = await sam._http.post("/api/session/proof", json={"code": code})
        assert (again.status_code, again.json()["code"]) == (401, "wrong-code")


async def test_a_token_approves_nothing(sqlite_url: str) -> None:
    async with a_house(sqlite_url) as (hands, admin):
        proposal = await propose(admin)
        sam = await hands.log_in("sam")
        made = await sam._http.post("/api/tokens", json={"name": "bot", "power": "personal"})
        bot = hands.client(made.json()["token"])
        assert await approve(bot, proposal) == (403, "proof-needed")
        shown = await bot._http.post("/api/session/proof", json={"password": GOOD})
        assert shown.status_code == 403
        assert await approve(bot, proposal) == (403, "proof-needed")


async def test_an_administrator_approves_no_money_and_no_configuration(sqlite_url: str) -> None:
    async with a_house(sqlite_url) as (hands, admin):
        sam = await hands.log_in("sam")
        proposal = await propose(sam)
        assert await approve(admin, proposal) == (403, "not-your-power")
        [shown] = (await sam._http.get("/api/proposals")).json()
        assert shown["needs"] == ["shift_manager"]
        declined = await give(admin, do="decline", proposal=proposal, reason="not like this")
        assert declined.status_code == 200


# The second factor is taken away by whoever has password and factor


async def test_a_left_screen_takes_no_second_factor_away(sqlite_url: str) -> None:
    async with a_house(sqlite_url) as (hands, _):
        sam = await hands.log_in("sam")
        secret = await hands.set_second_factor(sam)

        async def remove(**shown: str) -> int:
            answer = await sam._http.request("DELETE", "/api/second-factor", json=shown)
            return answer.status_code

        assert (await sam._http.delete("/api/second-factor")).status_code == 400
        assert await remove() == 401
        assert await remove(password=GOOD) == 401
        assert await remove(code=hands.code(secret)) == 401
        assert await remove(password=OTHER, code=hands.code(secret)) == 401
        assert await remove(password=GOOD, code="000000") == 401
        assert (await hands.house.registry.account("sam")).second_factor
        hands.put_on(hours=1)  # what failed is waited for
        assert await remove(password=GOOD, code=hands.code(secret)) == 200
        assert not (await hands.house.registry.account("sam")).second_factor


async def test_who_shows_again_that_it_is_them_stays_connected(sqlite_url: str) -> None:
    async with a_house(sqlite_url) as (hands, _):
        sam = await hands.log_in("sam")
        async with sam.stream() as streaming, asyncio.timeout(PATIENCE):
            await streaming.subscribe({"jackpot:J1": None})
            assert isinstance(await anext(streaming.events()), Subscribed)
            answer = await sam._http.post("/api/session/proof", json={"password": GOOD})
            assert answer.status_code == 200
            hands.put_on(minutes=1)
            await streaming.subscribe({"jackpot:J1": None})
            assert isinstance(await anext(streaming.events()), Subscribed)
