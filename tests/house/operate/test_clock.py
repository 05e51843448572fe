"""A clock that is set wrong, for a moment or for good: tables play on, records are dated right."""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from croupier.house.app.clock import ClockWatch, HouseClock
from croupier.house.app.house import House
from croupier.house.log.stream import Department
from croupier.house.model import commands as hc
from croupier.house.model.settings import Money
from croupier.house.operate.supervisor import Supervisor, SupervisorSettings
from croupier.house.store import open_store
from tests.house.app.test_dealer import QUICK
from tests.house.houses import KEY, MANAGER, register_table
from tests.waiting import until

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


class Machine:
    """A clock that can be set, beside one that cannot."""

    def __init__(self) -> None:
        self.steady = 1000.0
        self.wall = NOON.timestamp()

    def run(self, seconds: float) -> None:
        self.steady += seconds
        self.wall += seconds

    def clock(self) -> HouseClock:
        return HouseClock(lambda: self.wall, lambda: self.steady)


def after(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


@pytest.mark.parametrize("hour", [3600, -3600])
def test_an_hour_off_for_five_seconds_moves_the_house_by_half_a_second(hour: int) -> None:
    """A tenth of a second for each second, and as slowly back."""
    machine = Machine()
    clock = machine.clock()
    machine.wall += hour
    for _ in range(5):
        machine.run(1)
        clock.now()
    assert abs(clock.now() - after(5)) < timedelta(seconds=0.501)
    machine.wall -= hour
    for _ in range(5):
        machine.run(1)
        clock.now()
    assert abs(clock.now() - after(10)) < timedelta(milliseconds=1)


def test_one_look_at_a_wrong_clock_after_a_long_rest_moves_it_by_six_seconds() -> None:
    """Of the hour since the last look a minute counts: 60 s x 0.1."""
    machine = Machine()
    clock = machine.clock()
    machine.run(3600)
    machine.wall += 3600
    assert abs(clock.now() - after(3606)) < timedelta(milliseconds=1)


def test_a_clock_that_is_put_right_for_good_is_reached() -> None:
    """A minute off takes ten minutes: 600 s x 0.1; and it never goes back meanwhile."""
    machine = Machine()
    clock = machine.clock()
    machine.wall -= 60
    before = clock.now()
    for _ in range(600):
        machine.run(1)
        assert before < (before := clock.now())
    assert abs(clock.now() - after(540)) < timedelta(milliseconds=1)


async def _house(url: str, now: Callable[[], datetime] | None = None) -> House:
    house = House(await open_store(url), KEY)
    if now is not None:
        house.handler.now = now
    await house.start()
    return house


async def _play_on(house: House) -> None:
    """Two more rounds of the unattended table."""

    async def number() -> int:
        return (await house.handler.streams.table("T1")).stored.game.round.number

    wanted = await number() + 2

    async def reached() -> bool:
        return await number() >= wanted

    await until(reached)


async def _attended(house: House) -> None:
    await register_table(house.handler, "T1", "casino-stud", None, QUICK, Money.PRACTICE)
    bot = hc.SeatBot(box=1, name="1 (bot)", strategy="simple", ante=1000, by=MANAGER)
    await house.handler.command("T1", bot, MANAGER, "bot")


@pytest.mark.parametrize("hour", [HOUR, pytest.param(-HOUR, marks=pytest.mark.slow)])
async def test_unattended_tables_play_on_while_and_after_the_clock_is_off(
    sqlite_url: str, hour: timedelta
) -> None:
    wrong = timedelta()
    clock = HouseClock(lambda: time.time() + wrong.total_seconds())
    house = await _house(sqlite_url, clock.now)
    await _attended(house)
    await _play_on(house)
    wrong = hour
    await _play_on(house)
    wrong = timedelta()
    await _play_on(house)
    last = await house.store.last_at()
    assert last is not None
    assert abs(datetime.now(UTC) - last) < HOUR / 2
    await house.stop()


async def test_a_start_an_hour_behind_its_own_records_plays_on(sqlite_url: str) -> None:
    """The timers of the tables lie an hour ahead; each waits for as long as it was set for."""
    ahead = await _house(sqlite_url, lambda: datetime.now(UTC) + HOUR)
    await _attended(ahead)
    await _play_on(ahead)
    await ahead.stop()
    house = await _house(sqlite_url)
    await _play_on(house)
    await house.stop()


async def test_a_step_raises_the_alarm(sqlite_url: str) -> None:
    machine = Machine()
    house = await _house(sqlite_url)
    watch = ClockWatch(lambda: machine.wall, lambda: machine.steady)
    attendance = Supervisor(house, SupervisorSettings(url=sqlite_url), watch)
    await attendance.open()
    machine.wall += 3600

    async def noticed() -> bool:
        operation = (await house.handler.streams.department(Department.OPERATION)).stored
        return operation.last_step is not None

    await until(noticed)
    await attendance.look_at_alarms()
    operation = (await house.handler.streams.department(Department.OPERATION)).stored
    assert "clock-stepped" in operation.alarms
    await house.stop()
