"""Coming in and going out, as programs and browsers do it."""

import asyncio
import base64
import threading
from datetime import timedelta
from pathlib import Path

import httpx
import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from croupier.house.app.house import House
from croupier.house.app.people import second_factor as sf
from croupier.house.app.people.authentication import Terms
from croupier.house.app.people.factors import NotLoggedIn, Throttled
from croupier.house.app.people.passwords import Passwords
from croupier.house.client import Client, NotDone, Streaming, Subscribed
from croupier.house.model.people.roles import HouseRole, Signature
from croupier.house.store import database_url, open_store
from tests.hashing import STRONG, WEAK
from tests.house.columns import columns_of
from tests.house.houses import KEY, play_round, register_table
from tests.house.serving import client_of, http_to, program, serving, token_of
from tests.waiting import PATIENCE, until

GOOD = "a long enough secret"


async def _admin(house: House, address: str) -> Client:
    """The administrator, with a password of their own."""
    one_time = await house.registry.open()
    assert one_time is not None
    client = Client(address)
    me = await client.log_in("admin", one_time)
    assert me.person is not None
    assert me.person.must_change_password
    await client.change_password(one_time, GOOD)
    return client


async def _register(admin: Client, person: str, role: str = "dealer") -> str:
    """Somebody with the password GOOD; returns the one-time password that they had."""
    answer = await admin._http.post(
        "/api/people", json={"id": person, "name": person.title(), "roles": [role]}
    )
    assert answer.status_code == 201, answer.text
    one_time = str(answer.json()["one_time_password"])
    client = Client(str(admin._http.base_url))
    await client.log_in(person, one_time)
    await client.change_password(one_time, GOOD)
    await client.close()
    return one_time


def _said(error: pytest.ExceptionInfo[NotDone]) -> tuple[str, str | None]:
    return error.value.trouble.kind, error.value.trouble.code


async def test_the_first_start_makes_the_administrator_once(store_url: str) -> None:
    async with serving(store_url) as (house, address):
        admin = await _admin(house, address)
        assert await house.registry.open() is None
        await admin.close()
        async with serving(store_url) as (second, _):
            assert await second.registry.open() is None


def test_the_one_time_password_is_printed_once(tmp_path: Path) -> None:
    with program(tmp_path) as server:
        server.start()
        assert server._process is not None
        assert server._process.stdout is not None
        told = server._process.stdout.readline()
        password = server._process.stdout.readline().strip()
        assert "admin" in told
        answer = httpx.post(
            f"{server.address}/api/session",
            json={"name": "admin", "password": password},
            timeout=PATIENCE,
        )
        assert answer.status_code == 200
        assert answer.json()["person"]["must_change_password"]
        server.end()
        server.start()
        server.end(15)  # and says nothing more than where it is open
    held = columns_of(database_url(tmp_path))
    assert b"person_registered" in held
    assert password.encode() not in held


async def test_a_one_time_password_opens_nothing_but_its_change(sqlite_url: str) -> None:
    async with serving(sqlite_url) as (house, address):
        one_time = await house.registry.open()
        assert one_time is not None
        admin = Client(address)
        await admin.log_in("admin", one_time)
        answer = await admin._http.get("/api/people")
        assert answer.status_code == 403
        assert answer.json()["code"] == "password-must-change"
        for weak in (one_time, "short", "admin admin admin", "passwordpassword"):
            with pytest.raises(NotDone) as refused:
                await admin.change_password(one_time, weak)
            assert _said(refused) == ("refused", "bad-password")
        await admin.change_password(one_time, GOOD)
        assert (await admin._http.get("/api/people")).status_code == 200
        again = Client(address)
        with pytest.raises(NotDone) as old:
            await again.log_in("admin", one_time)
        assert _said(old)[0] == "not-allowed"
        for client in (admin, again):
            await client.close()


async def test_wrong_names_and_wrong_passwords_are_answered_alike(sqlite_url: str) -> None:
    async with serving(sqlite_url) as (house, address):
        await house.registry.open()
        async with http_to(address) as http:
            answers = [
                await http.post("/api/session", json={"name": name, "password": "not the one"})
                for name in ("admin", "nobody-here", "ADMIN ")
            ]
        assert {answer.status_code for answer in answers} == {401}
        assert len({answer.content for answer in answers}) == 1
        assert not any("set-cookie" in answer.headers for answer in answers)


async def test_guessing_is_slowed_down_and_written_down_once(sqlite_url: str) -> None:
    async with serving(sqlite_url) as (house, address):
        await house.registry.open()
        moment = house.handler.now()
        house.handler.now = lambda: moment
        async with http_to(address) as http:
            body = {"name": "admin", "password": "a wrong guess"}
            answers = await asyncio.gather(
                *(http.post("/api/session", json=body) for _ in range(12))
            )
        codes = [answer.status_code for answer in answers]
        assert sorted(codes) == [401] * 5 + [429] * 7
        told = next(answer for answer in answers if answer.status_code == 429).json()
        assert told["kind"] == "throttled"
        assert "Try again in 2 seconds" in told["message"]
        kinds = [
            msgspec.json.decode(record.event)["event"]
            for record in await house.store.read("people")
        ]
        assert kinds.count("log_in_failed") == 5
        assert kinds.count("log_in_throttled") == 1


async def test_another_process_and_a_restart_remember_the_guesses(store_url: str) -> None:
    """Of a name that nobody bears as well: the wait does not tell who has an account."""
    names = ("admin", "nobody-here")
    async with serving(store_url) as (house, _):
        await house.registry.open()
        moment = house.handler.now()
        house.handler.now = lambda: moment
        for name in names:
            for number in range(5):
                with pytest.raises(NotLoggedIn):
                    await house.authentication.log_in(
                        name, "a wrong guess", None, f"10.0.{number}.1"
                    )
    async with serving(store_url) as (house, _), serving(store_url) as (other, _):
        for one in (house, other):
            one.handler.now = lambda: moment
            for name in names:
                with pytest.raises(Throttled, match="in 2 seconds"):
                    await one.authentication.log_in(name, "a wrong guess", None, "10.0.9.1")


async def test_logged_out_is_logged_out_everywhere(postgres_url: str) -> None:
    """A session of one process is known to the other at once, and so is its end."""
    async with serving(postgres_url) as (house, one), serving(postgres_url) as (_, two):
        admin = await _admin(house, one)
        session = admin._http.cookies["croupier_session"]
        other = http_to(two, cookies={"croupier_session": session})
        assert (await other.get("/api/me")).json()["person"]["id"] == "admin"
        await admin.log_out()

        async def out() -> bool:
            return (await other.get("/api/me")).json()["person"] is None

        await until(out)
        third, fourth = Client(one), Client(two)
        for client in (third, fourth):
            await client.log_in("admin", GOOD)
        await third.log_out_everywhere()

        async def out_too() -> bool:
            return (await fourth.me()).person is None

        await until(out_too)
        await other.aclose()
        for client in (admin, third, fourth):
            await client.close()


async def test_a_reset_ends_sessions_and_a_new_password_the_other_ones(sqlite_url: str) -> None:
    async with serving(sqlite_url) as (house, address):
        admin = await _admin(house, address)
        await _register(admin, "dan")
        here, there = Client(address), Client(address)
        for client in (here, there):
            await client.log_in("dan", GOOD)
        await here.change_password(GOOD, "another good secret")
        assert (await here.me()).person is not None
        assert (await there.me()).person is None
        answer = await admin._http.post("/api/people/dan/password")
        one_time = answer.json()["one_time_password"]
        assert (await here.me()).person is None
        me = await here.log_in("dan", one_time)
        assert me.person is not None
        assert me.person.must_change_password
        for client in (admin, here, there):
            await client.close()


async def test_a_second_factor_from_beginning_to_end(sqlite_url: str) -> None:
    async with serving(sqlite_url) as (house, address):
        admin = await _admin(house, address)
        await _register(admin, "dan")
        dan = Client(address)
        await dan.log_in("dan", GOOD)
        made = (await dan._http.post("/api/second-factor")).json()
        assert made["uri"].startswith("otpauth://totp/Croupier%3Adan?secret=" + made["secret"])
        secret = base64.b32decode(made["secret"])
        for code in ("000000", "12"):
            wrong = await dan._http.post("/api/second-factor/confirm", json={"code": code})
            assert wrong.json()["code"] == "wrong-code"
        moment = house.handler.now()
        house.handler.now = lambda: moment  # a code is good for half a minute
        now = sf.step_of(moment)
        confirmed = await dan._http.post(
            "/api/second-factor/confirm", json={"code": sf.code(secret, now - 1)}
        )
        assert confirmed.json()["person"]["second_factor"]
        again = await dan._http.post("/api/second-factor")
        assert again.json()["code"] == "second-factor-set"
        phone = Client(address)
        with pytest.raises(NotDone) as needed:
            await phone.log_in("dan", GOOD)
        assert _said(needed) == ("not-allowed", "second-factor-needed")
        with pytest.raises(NotDone) as replayed:
            await phone.log_in("dan", GOOD, sf.code(secret, now - 1))
        assert _said(replayed) == ("not-allowed", "wrong-code")
        await phone.log_in("dan", GOOD, sf.code(secret, now))
        with pytest.raises(NotDone) as used:
            await phone.log_in("dan", GOOD, sf.code(secret, now))
        assert _said(used) == ("not-allowed", "wrong-code")
        kept = await house.store.credentials.get("dan")
        assert kept.second_factor is not None
        assert secret.hex() not in kept.second_factor
        assert made["secret"] not in kept.second_factor
        removed = await admin._http.delete("/api/people/dan/second-factor")
        assert not removed.json()["second_factor"]
        await phone.log_in("dan", GOOD)
        for client in (admin, dan, phone):
            await client.close()


async def test_no_secret_is_in_the_log_or_in_plain_in_the_database(tmp_path: Path) -> None:
    url = database_url(tmp_path)
    async with serving(url) as (house, address):
        admin = await _admin(house, address)
        one_time = await _register(admin, "dan")
        dan = Client(address)
        await dan.log_in("dan", GOOD)
        factor = (await dan._http.post("/api/second-factor")).json()["secret"]
        token = await token_of(house, "ann", HouseRole.PLAYER)
        secrets = {GOOD, one_time, factor, token, dan._http.cookies["croupier_session"]}
        secrets.add(base64.b32decode(factor).hex())
        kept = await house.store.credentials.get("dan")
        assert kept.password is not None
        log = b"".join(record.event for record in await house.store.read("people"))
        for client in (admin, dan):
            await client.close()
    held = columns_of(url)
    assert kept.password.encode() not in log
    for secret in secrets:
        assert secret.encode() not in held
    assert b"logged_in" in held  # something was looked at


async def _taken_up(streaming: Streaming) -> None:
    """The house knows of a connection on which it has answered something."""
    await streaming.subscribe({"table:T1": None})
    assert isinstance(await anext(streaming.events()), Subscribed)


async def test_suspended_people_are_out_at_once(sqlite_url: str) -> None:
    async with serving(sqlite_url) as (house, address):
        admin = await _admin(house, address)
        ann = await client_of(house, address, "ann", HouseRole.PLAYER)
        await register_table(house.handler, jackpot=None)
        async with ann.stream() as streaming:
            await _taken_up(streaming)
            answer = await admin._http.post("/api/people/ann/suspend", json={"reason": "trouble"})
            assert answer.json()["suspended"] == "trouble"
            async with asyncio.timeout(PATIENCE):
                async for _ in streaming.events():
                    pass
            assert streaming._socket.close_code == 4001
        answer = await ann._http.get("/api/me")
        assert answer.status_code == 401
        restored = await admin._http.post("/api/people/ann/restore", json={"reason": "sorted out"})
        assert restored.json()["suspended"] is None
        assert (await ann.me()).person is not None
        for client in (admin, ann):
            await client.close()


async def test_an_acting_role_begins_and_ends_while_connected(sqlite_url: str) -> None:
    async with serving(sqlite_url) as (house, address):
        dan = await client_of(house, address, "dan", HouseRole.DEALER)
        await house.registry.introduce("boss", HouseRole.ADMINISTRATOR)
        boss = Signature("boss", HouseRole.ADMINISTRATOR)
        moment = house.handler.now()
        house.handler.now = lambda: moment
        end = moment + timedelta(seconds=0.1)
        await register_table(house.handler, jackpot=None)
        async with dan.stream() as streaming, asyncio.timeout(PATIENCE):
            await _taken_up(streaming)
            await house.registry.act_as("dan", HouseRole.PIT_MANAGER, end, "illness", boss)
            async for _ in streaming.events():
                pass
        me = await dan.me()
        assert me.person is not None
        assert me.person.role is HouseRole.PIT_MANAGER
        async with dan.stream() as streaming, asyncio.timeout(PATIENCE):
            await _taken_up(streaming)
            house.handler.now = lambda: end
            async for _ in streaming.events():
                pass
        me = await dan.me()
        assert me.person is not None
        assert me.person.role is HouseRole.DEALER
        await dan.close()


async def test_guests_come_in_where_the_house_takes_them(sqlite_url: str) -> None:
    async with serving(sqlite_url) as (house, address):
        visitor = Client(address)
        with pytest.raises(NotDone) as refused:
            await visitor.come_as_guest()
        assert _said(refused)[0] == "not-allowed"
        house.authentication.terms = Terms(guests=True)
        me = await visitor.come_as_guest("  Bo <b> ")
        assert me.person is not None
        assert (me.person.name, me.person.guest) == ("Bo <b>", True)
        assert me.person.roles == (HouseRole.PLAYER,)
        assert me.csrf
        async with visitor.stream() as streaming:
            await streaming.unsubscribe("table:T1")
        await visitor.close()


async def test_the_service_of_tests_believes_no_made_up_address(sqlite_url: str) -> None:
    """As the program does: it is the door that decides whom to believe."""
    async with serving(sqlite_url) as (house, address):
        house.authentication.terms = Terms(guests=True)
        async with http_to(address) as http:
            await http.post("/api/guest", json={}, headers={"X-Forwarded-For": "203.0.113.7"})
        [session] = (await house.registry.people()).sessions.values()
        assert session.address == "127.0.0.1"


async def test_an_unknown_session_is_nobody_and_an_unknown_token_is_told_so(
    sqlite_url: str,
) -> None:
    async with serving(sqlite_url) as (_, address):
        async with http_to(address) as http:
            http.cookies["croupier_session"] = "made-up"
            assert (await http.get("/api/me")).json()["person"] is None
            answer = await http.get("/api/me", headers={"Authorization": "Bearer made-up"})
            assert answer.status_code == 401
        socket = address.replace("http", "ws") + "/api/stream"
        with pytest.raises(InvalidStatus):
            async with connect(socket, additional_headers={"Authorization": "Bearer x"}):
                pass


async def test_old_hashes_are_made_anew_at_the_log_in(sqlite_url: str) -> None:
    async with serving(sqlite_url) as (house, address):
        house.proving.passwords = Passwords(STRONG)
        admin = await _admin(house, address)
        weak = WEAK.hash(GOOD)
        account = await house.registry.account("admin")
        await house.proving.keep("admin", account.mark, weak)
        await admin.log_in("admin", GOOD)
        kept = await house.store.credentials.get("admin")
        assert kept.password is not None
        assert kept.password != weak
        assert "m=65536,t=3,p=1" in kept.password
        await admin.close()


async def test_log_ins_do_not_hold_up_the_tables(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While passwords are checked, a round is played."""
    async with serving(sqlite_url) as (house, _):
        await house.registry.open()
        await register_table(house.handler, jackpot=None)
        played, checked = threading.Event(), []

        def check_slowly(kept: str, password: str) -> bool:
            checked.append(played.wait(PATIENCE))
            return False

        monkeypatch.setattr(house.proving.passwords, "_matches", check_slowly)
        guesses = [
            asyncio.create_task(
                house.authentication.log_in(f"nobody{number}", "guess", None, f"10.0.{number}.1")
            )
            for number in range(8)
        ]
        await until(lambda: house.proving.passwords._waiting > 0)
        await play_round(house.handler)
        played.set()
        await asyncio.gather(*guesses, return_exceptions=True)
        assert checked == [True] * 8


async def test_a_house_that_was_closed_knows_its_people(sqlite_url: str) -> None:
    async with serving(sqlite_url) as (house, _):
        token = await token_of(house, "ann", HouseRole.PLAYER)
    house = House(await open_store(sqlite_url), KEY)
    await house.start()
    assert (await house.authentication.who(token)).id == "ann"
    await house.stop()
