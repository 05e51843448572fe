"""A house over three gaming days, with rounds that go on while a day ends."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from croupier.cli.main import croupier
from croupier.house.app.command_handler import CommandHandler
from croupier.house.app.recovery import Recovery
from croupier.house.model.cage import commands as cc
from croupier.house.model.people.roles import HouseRole, Signature
from croupier.house.operate.key_file import write_keys
from croupier.house.sealing import Keyring
from croupier.house.store import open_store
from croupier.rulebooks.irregularities import Irregularity
from croupier.rulebooks.terms import Actor, Role
from croupier.table import commands as c
from tests.house.funding import CASHIER
from tests.house.houses import KEY, MANAGER, ante, do, key, play_round, register_table
from tests.house.read.live import ROYAL, live_house, live_round, pay_prizes

RING = Keyring.of(KEY)
SHIFT = Signature("mia", HouseRole.SHIFT_MANAGER)
ANN = Actor("p1", Role.PLAYER)
DAYS = ("2026-10-01", "2026-10-02", "2026-10-03")
NOW = datetime(2026, 10, 4, 12, tzinfo=UTC)


class Clock:
    """Stands at a moment of a gaming day, and moves on by a second with each look."""

    def __init__(self) -> None:
        self.at = datetime(2026, 10, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.at += timedelta(seconds=1)
        return self.at

    def go(self, day: int, hour: int, minute: int = 0) -> None:
        self.at = datetime(2026, 10, day, hour, minute, tzinfo=UTC)


@asynccontextmanager
async def house_at(url: str, clock: Clock) -> AsyncIterator[CommandHandler]:
    handler = CommandHandler(await open_store(url), KEY, now=clock)
    await handler.streams.open()
    Recovery(handler)
    try:
        yield handler
    finally:
        await handler.store.close()


async def give(handler: CommandHandler, command: Any, by: Signature = SHIFT) -> None:
    await handler.command(None, command, by, key())


async def close(handler: CommandHandler, day: str) -> None:
    held = (await handler.store.balances("float:T1"))["float:T1"]
    await give(handler, cc.CountFloat(table="T1", amount=held - 5_00))
    await give(handler, cc.CloseDay(day=day))


async def three_days(url: str, *, void: bool = False) -> None:
    """Each day begins at 6:00 UTC. At its end a round is under way at the electronic table T2, and
    on the first also at T1; the first two days are closed an hour into the next. On the third the
    last round of the second may be found void."""
    clock = Clock()
    async with house_at(url, clock) as handler:
        clock.go(1, 12)
        await live_house(handler)
        await give(handler, cc.Fill(table="T1", amount=10_000_00), CASHIER)
        await register_table(handler, "T2", "casino-stud@6")
        await live_round(handler)
        await play_round(handler, "T2", (1, 2))
        clock.go(2, 5, 59)
        await live_round(handler, settle=False)
        await _opened(handler)
        clock.go(2, 6, 5)
        await do(handler, "T1", c.Settle())
        await _finished(handler)
        await live_round(handler, ROYAL)
        await pay_prizes(handler)
        clock.go(2, 7)
        await close(handler, DAYS[0])
        clock.go(2, 20)
        await live_round(handler)
        await play_round(handler, "T2", (1, 3), seed=2)
        clock.go(3, 5, 58)
        await _opened(handler)
        clock.go(3, 6, 4)
        await _finished(handler)
        clock.go(3, 7)
        await close(handler, DAYS[1])
        clock.go(3, 12)
        if void:
            await do(handler, "T1", c.Report(irregularity=Irregularity.FOREIGN_CARD), MANAGER)
        await live_round(handler)


FIVE = tuple(f"2026-10-0{number}" for number in range(1, 6))


async def quiet_nights(url: str) -> None:
    """Five days, the first four closed. T1 is played at noon, on each day a round more, and then
    rests; at T2 a round is under way whenever a day ends."""
    clock = Clock()
    async with house_at(url, clock) as handler:
        clock.go(1, 12)
        await live_house(handler)
        await give(handler, cc.Fill(table="T1", amount=10_000_00), CASHIER)
        await register_table(handler, "T2", "casino-stud@6")
        for number, day in enumerate(FIVE, 1):
            clock.go(number, 12)
            for _ in range(number):
                await live_round(handler)
            if number == len(FIVE):
                return
            clock.go(number + 1, 5, 58)
            await _opened(handler)
            clock.go(number + 1, 6, 5)
            await _finished(handler)
            clock.go(number + 1, 7)
            await close(handler, day)


async def _opened(handler: CommandHandler) -> None:
    """A round at the electronic table, as far as the deal."""
    await do(handler, "T2", c.OpenBets())
    await do(handler, "T2", ante(1), ANN)
    await do(handler, "T2", c.CloseBets())
    await do(handler, "T2", c.Deal())


async def _finished(handler: CommandHandler) -> None:
    await do(handler, "T2", c.PlaceWager(box=1, wager="bet"), ANN)
    await do(handler, "T2", c.RevealDealer())
    await do(handler, "T2", c.Settle())


def settings(folder: Path) -> Path:
    """The folder of a house whose days are those of UTC."""
    folder.mkdir(exist_ok=True)
    (folder / "croupier.toml").write_text('time_zone = "UTC"\n')
    (folder / "croupier.toml").chmod(0o600)
    write_keys(folder / "house.key", RING)
    return folder


def run(*arguments: object) -> Result:
    """A command, as somebody types it."""
    return CliRunner().invoke(croupier, [str(one) for one in arguments])


REPORTS = ("tables", "shift", "irregularities", "events")


def reports(where: tuple[object, ...], day: str) -> dict[str, bytes]:
    """The reports of a day, in both forms."""
    found = {}
    for name in REPORTS:
        for form in ("json", "csv"):
            said = run("report", name, *where, "--day", day, "--format", form)
            assert said.exit_code == 0, said.output
            found[f"{name} {form}"] = said.stdout_bytes
    return found


def scripts(where: tuple[object, ...], day: str, out: Path) -> dict[str, str]:
    """The rounds that were opened on a day, as scripts."""
    said = run("export", *where, "--day", day, "--out", out)
    assert said.exit_code == 0, said.output
    return {one.name: one.read_text() for one in sorted(out.iterdir())}
