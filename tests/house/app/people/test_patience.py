"""Who has to wait to log in and who has not: clocks put back, a day later, blank codes."""

import base64
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from croupier.house.app.house import House
from croupier.house.app.people import passwords as pw
from croupier.house.app.people import second_factor as sf
from croupier.house.app.people.factors import NotLoggedIn, Throttled
from croupier.house.model.people.events import LogInFailed
from croupier.house.model.people.roles import HouseRole, Signature
from croupier.house.model.records import decode_event
from croupier.house.read.proof.verify import verify
from croupier.house.store import database_url, open_store
from tests.house.columns import columns_of
from tests.house.houses import KEY

GOOD = "a long enough secret"
WRONG = "not the right secret"
IN, NO, NO_CODE = "in", "no", "second-factor-needed"
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
SECOND = timedelta(seconds=1)


class Clock:
    """Stands still unless it is put on or back."""

    def __init__(self) -> None:
        self.time = datetime(2026, 3, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.time


@asynccontextmanager
async def opened(url: str, clock: Clock) -> AsyncIterator[House]:
    house = House(await open_store(url), KEY)
    house.handler.now = clock
    await house.handler.streams.open()
    try:
        yield house
    finally:
        await house.stop()


async def register(house: House, name: str) -> None:
    """Somebody with the password GOOD who has come in from 10.0.0.1, and never failed."""
    one_time = await house.registry.register(name, name.title(), (HouseRole.PLAYER,), None)
    person = await house.authentication.who(
        await house.authentication.log_in(name, one_time, None, "10.0.0.1")
    )
    await house.own_secrets.change_password(person, one_time, GOOD, "10.0.0.1")


async def tried(
    house: House, name: str, password: str, address: str, code: str | None = None
) -> str | int:
    """What a log-in answers; the seconds where it is to wait."""
    try:
        await house.authentication.log_in(name, password, code, address)
    except Throttled as throttled:
        return throttled.seconds
    except NotLoggedIn as refused:
        return refused.code or NO
    return IN


async def failures(house: House) -> list[str | None]:
    """Whose log-ins failed, as the log has it."""
    events = [decode_event(record.event) for record in await house.store.read("people")]
    return [event.person for event in events if isinstance(event, LogInFailed)]


# A clock that is put back


async def test_a_clock_put_back_holds_up_nobody_who_has_not_failed(sqlite_url: str) -> None:
    clock = Clock()
    async with opened(sqlite_url, clock) as house:
        for name in ("ann", "bob"):
            await register(house, name)
        clock.time -= HOUR
        assert await tried(house, "ann", GOOD, "10.0.0.1") == IN


async def test_a_clock_put_back_makes_no_long_wait_of_one_typo(sqlite_url: str) -> None:
    clock = Clock()
    async with opened(sqlite_url, clock) as house:
        await register(house, "ann")
        clock.time -= HOUR  # the log goes on at the later time
        assert await tried(house, "ann", WRONG, "10.0.0.2") == NO
        assert await tried(house, "ann", GOOD, "10.0.0.2") == IN


async def test_a_clock_put_back_lengthens_no_wait(sqlite_url: str) -> None:
    """Five failures are two seconds: in this process, and in one that was not asked before."""
    clock = Clock()
    async with opened(sqlite_url, clock) as house:
        await register(house, "ann")
        for _ in range(5):
            assert await tried(house, "ann", WRONG, "10.0.0.2") == NO
        assert await tried(house, "ann", GOOD, "10.0.0.3") == 2
        clock.time -= HOUR
        assert await tried(house, "ann", GOOD, "10.0.0.3") == 2
        clock.time += SECOND
        assert await tried(house, "ann", GOOD, "10.0.0.3") == 1
        async with opened(sqlite_url, clock) as other:
            clock.time -= HOUR
            assert await tried(other, "ann", GOOD, "10.0.0.3") == 2
            clock.time += SECOND
            assert await tried(other, "ann", GOOD, "10.0.0.3") == 1
            clock.time += SECOND
            assert await tried(other, "ann", GOOD, "10.0.0.3") == IN


async def test_a_clock_put_back_lets_no_failure_go_unwritten(sqlite_url: str) -> None:
    clock = Clock()
    async with opened(sqlite_url, clock) as house:
        await register(house, "ann")
        assert await tried(house, "ann", WRONG, "10.0.0.2") == NO
        clock.time -= HOUR
        assert await tried(house, "ann", WRONG, "10.0.0.2") == NO
        assert await failures(house) == ["ann", "ann"]


# A day later


async def test_a_day_forgives_names_known_and_unknown_alike(sqlite_url: str) -> None:
    clock = Clock()
    async with opened(sqlite_url, clock) as house:
        await register(house, "ann")
        for name in ("ann", "nobody-here"):
            for number in range(5):
                assert await tried(house, name, WRONG, f"10.1.{number}.1") == NO
            assert await tried(house, name, WRONG, "10.1.9.1") == 2
        clock.time += DAY
        for name in ("ann", "nobody-here"):
            answers = [await tried(house, name, WRONG, f"10.2.{n}.1") for n in range(6)]
            assert answers == [NO, NO, NO, NO, NO, 2], name
        assert (await failures(house)).count("ann") == 10
        assert (await verify(house.store)).wrong is None


async def test_a_day_less_a_second_forgives_nobody(sqlite_url: str) -> None:
    clock = Clock()
    async with opened(sqlite_url, clock) as house:
        await register(house, "ann")
        for name in ("ann", "nobody-here"):
            for number in range(5):
                assert await tried(house, name, WRONG, f"10.1.{number}.1") == NO
        clock.time += DAY - SECOND
        for name in ("ann", "nobody-here"):
            assert await tried(house, name, WRONG, "10.2.0.1") == NO
            assert await tried(house, name, WRONG, "10.2.0.1") == 4, name


async def test_the_wait_begins_with_the_answer_whoever_is_named(sqlite_url: str) -> None:
    """A full queue of log-ins takes seconds; the log knows of a failure once it is one."""
    clock = Clock()
    async with opened(sqlite_url, clock) as house:
        await register(house, "ann")
        verified = house.proving.passwords.verify

        async def slow(kept: str | None, password: str) -> bool:
            clock.time += 3 * SECOND
            return await verified(kept, password)

        house.proving.passwords.verify = slow  # type: ignore[method-assign]
        for name in ("ann", "nobody-here"):
            for number in range(5):
                assert await tried(house, name, WRONG, f"10.1.{number}.1") == NO
            assert await tried(house, name, WRONG, "10.1.9.1") == 2, name


# What is no guess of an address


async def test_a_blank_code_does_not_count_against_the_address(sqlite_url: str) -> None:
    clock = Clock()
    async with opened(sqlite_url, clock) as house:
        await register(house, "ann")
        ann = await house.authentication.who(
            await house.authentication.log_in("ann", GOOD, None, "10.0.0.1")
        )
        text, _ = await house.own_secrets.begin_second_factor(ann)
        secret = base64.b32decode(text)
        await house.own_secrets.confirm_second_factor(ann, sf.code(secret, sf.step_of(clock())))
        for _ in range(25):
            clock.time += timedelta(minutes=1)
            code = sf.code(secret, sf.step_of(clock()))
            assert await tried(house, "ann", GOOD, "10.0.0.1") == NO_CODE
            assert await tried(house, "ann", GOOD, "10.0.0.1", code) == IN
        for _ in range(5):  # the name's own are kept until a code follows
            assert await tried(house, "ann", GOOD, "10.0.0.1") == NO_CODE
        assert await tried(house, "ann", GOOD, "10.0.0.1") == 2


async def test_a_wrong_code_counts_against_the_address(sqlite_url: str) -> None:
    clock = Clock()
    async with opened(sqlite_url, clock) as house:
        await register(house, "ann")
        ann = await house.authentication.who(
            await house.authentication.log_in("ann", GOOD, None, "10.0.0.1")
        )
        text, _ = await house.own_secrets.begin_second_factor(ann)
        step = sf.step_of(clock())
        await house.own_secrets.confirm_second_factor(ann, sf.code(base64.b32decode(text), step))
        for _ in range(20):
            clock.time += timedelta(minutes=16)  # longer than the name waits
            assert await tried(house, "ann", GOOD, "10.0.0.9", "no code") == "wrong-code"
        assert await tried(house, "bob", WRONG, "10.0.0.9") == 2


async def test_a_busy_house_does_not_count_against_the_address(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    async with opened(sqlite_url, clock) as house:
        await register(house, "ann")
        monkeypatch.setattr(pw, "WAITING_MAX", 0)
        for number in range(25):
            assert await tried(house, f"nobody{number}", GOOD, "10.0.0.1") == 5
        monkeypatch.undo()
        assert await tried(house, "ann", GOOD, "10.0.0.1") == IN


# Whoever has an account is not told from who has not


class Counted:
    """What an attempt costs: passwords checked, secrets read, failures kept, records written."""

    def __init__(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
        self.done: list[str] = []
        passwords, store = house.proving.passwords, house.store
        self._count(monkeypatch, passwords, "verify")
        self._count(monkeypatch, store.credentials, "get")
        self._count(monkeypatch, store.attempts, "change")
        self._count(monkeypatch, store, "append")

    def _count(self, monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> None:
        before = getattr(owner, name)

        def counted(*arguments: Any, **more: Any) -> Any:
            self.done.append(name)
            return before(*arguments, **more)

        monkeypatch.setattr(owner, name, counted)

    def taken(self) -> list[str]:
        taken, self.done = self.done, []
        return taken


async def test_a_known_and_an_unknown_name_cost_the_same(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Free attempts, the first that waits and the next: at one process, then after a restart."""
    clock = Clock()
    costs: dict[str, list[tuple[str | int, list[str]]]] = {"ann": [], "nobody-here": []}
    async with opened(store_url, clock) as house:
        await register(house, "ann")
        counted = Counted(house, monkeypatch)
        for name, cost in costs.items():
            for number in range(7):
                answer = await tried(house, name, WRONG, f"10.3.{number}.1")
                cost.append((answer, counted.taken()))
    async with opened(store_url, clock) as house:
        counted = Counted(house, monkeypatch)
        for name, cost in costs.items():
            cost.append((await tried(house, name, WRONG, "10.4.0.1"), counted.taken()))
    assert costs["ann"] == costs["nobody-here"]
    looked_at = ["change", "get", "verify", "change", "append"]
    assert costs["ann"][:5] == [(NO, looked_at)] * 5
    assert costs["ann"][5:] == [(2, ["change", "append"]), (2, ["change"]), (2, ["change"])]


async def test_names_are_not_kept_in_plain(tmp_path: Path) -> None:
    clock = Clock()
    async with opened(database_url(tmp_path), clock) as house:
        assert await tried(house, "a password by mistake", WRONG, "10.3.0.77") == NO
    held = columns_of(database_url(tmp_path))
    assert b"by mistake" not in held
    assert b"log_in_failed" in held


async def test_an_administrator_who_restores_somebody_forgives_their_failures(
    sqlite_url: str,
) -> None:
    clock = Clock()
    async with opened(sqlite_url, clock) as house:
        await register(house, "ann")
        await house.registry.register("boss", "Boss", (HouseRole.ADMINISTRATOR,), None)
        boss = Signature("boss", HouseRole.ADMINISTRATOR)
        for number in range(5):
            assert await tried(house, "ann", WRONG, f"10.1.{number}.1") == NO
        await house.registry.suspend("ann", "looked into", boss)
        await house.registry.restore("ann", "it was she", boss)
        assert await tried(house, "ann", GOOD, "10.1.9.1") == IN
