"""A house that was open on several days, in several years, with people who came and went.

Two archives were made of its first years; its key was changed; sessions were begun and ended;
days were closed; there are snapshots, a checkpoint and published heads.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

from croupier.house.app.house import House
from croupier.house.app.idempotency import Accepted
from croupier.house.model import commands as hc
from croupier.house.model.cage import commands as cc
from croupier.house.model.cage.day import GamingDay
from croupier.house.model.people.person import Person
from croupier.house.model.people.roles import HouseRole
from croupier.house.model.records import Anchor
from croupier.house.model.settings import Dealing, JackpotTerms
from croupier.house.operate.archiving import archive
from croupier.house.operate.key_file import take_up_key
from croupier.house.operate.supervisor import Supervisor, SupervisorSettings
from croupier.house.read.proof.verify import Verification, verify
from croupier.house.sealing import Keyring
from croupier.house.store import database_url, open_store
from croupier.rulebooks.wagers import WagerKind
from croupier.script.format import TableEntry
from croupier.table import commands as c
from tests.house.houses import METER, key
from tests.house.read.live import ACE_KING, LIVE, PAIR_OF_QUEENS, ROYAL

FIRST, SECOND = bytes(range(32)), bytes(range(32, 64))
OLD_RING = Keyring((FIRST,))
RING = Keyring((FIRST, SECOND))
ROLES = {
    "boss": HouseRole.ADMINISTRATOR,
    "mia": HouseRole.SHIFT_MANAGER,
    "kim": HouseRole.SHIFT_MANAGER,
    "pia": HouseRole.PIT_SUPERVISOR,
    "dan": HouseRole.DEALER,
    "cora": HouseRole.CAGE,
    "ann": HouseRole.PLAYER,
    "bob": HouseRole.PLAYER,
}
PASSWORD = "correct pony battery"
SETTINGS = {"time_zone": "Asia/Singapore", "day_starts": "06:00"}
_keys = count(1)


class Clock:
    """Time goes by as commands are given."""

    def __init__(self, at: datetime) -> None:
        self.at = at

    def __call__(self) -> datetime:
        self.at += timedelta(milliseconds=250)
        return self.at


class Floor:
    """An open house and those who work and play there, each with a token of their own."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._tokens: dict[str, str] = {}

    async def person(self, name: str) -> Person:
        if name not in self._tokens:
            self._tokens[name] = await self.house.registry.introduce(name, ROLES[name])
        return await self.house.authentication.who(self._tokens[name])

    async def give(self, name: str, table: str | None, command: hc.AnyCommand) -> Accepted:
        person = await self.person(name)
        return await self.house.give(person, table, command, f"key-{next(_keys):06}")

    async def register(self, command: hc.Registration) -> None:
        """Proposed by one manager and approved by another."""
        proposal = (await self.give("mia", None, command)).proposal
        assert proposal is not None
        kim = (await self.person("kim")).signature(frozenset(HouseRole))
        assert kim is not None
        approve = hc.Approve(proposal=proposal)
        await self.house.handler.command(None, approve, kim, f"key-{next(_keys):06}")

    async def round(self, table: str, players: Sequence[str], hand: str | None = None) -> None:
        """One round of Casino Stud: the first player stays in, others fold."""
        live = hand is not None
        await self.give("dan", table, c.OpenBets())
        for box, player in enumerate(players, 1):
            ante = c.PlaceWager(box=box, wager=WagerKind.ANTE, amount=10_00, player=player)
            await self.give(player, table, ante)
            if live:
                await self.give(player, table, c.PlaceWager(box=box, wager=WagerKind.JACKPOT))
        await self.give("dan", table, c.CloseBets())
        spare = ["2c 3d 7h 8s Jc", "2h 3s 7c 8d Js"]
        dealt = {str(box): spare[box - 2] for box in range(2, len(players) + 1)}
        hands = None if hand is None else {"1": hand, "dealer": ACE_KING, **dealt}
        await self.give("dan", table, c.Deal(hands=hands))
        for box, player in enumerate(players, 1):
            await self.give(player, table, c.ViewHand(box=box))
            decision: hc.AnyCommand = c.Fold(box=box)
            if box == 1:
                decision = c.PlaceWager(box=box, wager="bet")
            await self.give(player, table, decision)
        await self.give("dan", table, c.RevealDealer())
        await self.give("dan", table, c.Settle())


@asynccontextmanager
async def opened(url: str, ring: Keyring, clock: Clock) -> AsyncIterator[House]:
    """The house as a process has it, with its doors open."""
    days = GamingDay(SETTINGS["time_zone"], SETTINGS["day_starts"])
    house = House(await open_store(url), ring, days=days)
    house.handler.now = clock
    await house.handler.streams.open()
    await take_up_key(house.handler, ring)
    supervisor = Supervisor(house, SupervisorSettings(url=url, settings=SETTINGS))
    await supervisor.open()
    await house.recovery.open()
    try:
        yield house
    finally:
        await house.stop()


async def play(folder: Path) -> Anchor:
    """The whole history; where its log stands at the end."""
    url = database_url(folder)
    await _first_years(url)
    for year, month, file in ((2020, 9, "summer.gz"), (2021, 1, "autumn.gz")):
        now = datetime(2026, 3, 1, tzinfo=UTC)
        await archive(url, datetime(year, month, 1, tzinfo=UTC), folder / file, now, OLD_RING)
    await _this_year(url)
    store = await open_store(url)
    try:
        assert (await verify(store, keys=RING)).clean
        return await store.anchor()
    finally:
        await store.close()


async def _first_years(url: str) -> None:
    async with opened(url, OLD_RING, Clock(datetime(2020, 7, 1, 4, tzinfo=UTC))) as house:
        floor = Floor(house)
        for name in ROLES:
            await floor.person(name)
        await floor.register(_jackpot())
        for table, dealing in (("T1", Dealing()), ("T2", LIVE)):
            await floor.register(_table(table, dealing))
            await floor.give("dan", table, hc.SignOn())
        await _money(floor)
        await floor.round("T1", ["ann"])
        house.handler.now = Clock(datetime(2020, 10, 1, 4, tzinfo=UTC))
        await floor.round("T2", ["ann", "bob"], PAIR_OF_QUEENS)


async def _this_year(url: str) -> None:
    clock = Clock(datetime(2026, 3, 1, 4, tzinfo=UTC))
    async with opened(url, OLD_RING, clock) as house:
        floor = Floor(house)
        await _people(floor)
        await _day(floor, "2026-03-01", clock)
    async with opened(url, RING, clock) as house:
        floor = Floor(house)
        await _day(floor, "2026-03-02", clock)
        await floor.round("T2", ["bob", "ann"], ROYAL)
        await floor.give("pia", "T1", hc.PauseTable(reason="a spill"))
        await floor.give("pia", "T1", hc.ResumeTable())
        await floor.give("cora", None, cc.CashOut(player="bob", amount=5_00))
    async with opened(url, RING, clock):
        pass


async def _people(floor: Floor) -> None:
    """Somebody with a password, sessions and all that is done to people."""
    registry, authentication = floor.house.registry, floor.house.authentication
    boss = (await floor.person("boss")).signature(frozenset(HouseRole))
    first = await registry.register("eve", "Eve", (HouseRole.DEALER,), boss)
    session = await authentication.log_in("eve", first, None, "10.0.0.1")
    eve = await authentication.who(session)
    await floor.house.own_secrets.change_password(eve, first, PASSWORD, "10.0.0.1")
    await registry.act_as(
        "eve",
        HouseRole.PIT_SUPERVISOR,
        floor.house.handler.now() + timedelta(days=2),
        "pia is away",
        boss,
    )
    eve = await authentication.who(session)
    await floor.house.give(eve, "T1", hc.PauseTable(reason="a count"), key())
    await floor.house.give(eve, "T1", hc.ResumeTable(), key())
    await authentication.log_out(await authentication.who(session))
    await authentication.log_in("eve", PASSWORD, None, "10.0.0.2")
    await registry.suspend("kim", "on leave", boss)


async def _money(floor: Floor) -> None:
    for player in ("ann", "bob"):
        await floor.give("cora", None, cc.BuyIn(player=player, amount=1_000_00))
    await floor.give("cora", None, cc.Fill(table="T1", amount=500_00))


async def _day(floor: Floor, day: str, clock: Clock) -> None:
    await floor.give("cora", None, cc.BuyIn(player="ann", amount=200_00))
    await floor.round("T1", ["ann"])
    await floor.round("T2", ["ann", "bob"], PAIR_OF_QUEENS)
    await floor.give("cora", None, cc.Fill(table="T2", amount=100_00))
    await floor.give("mia", None, cc.CountFloat(table="T1", amount=500_00))
    await floor.give("mia", None, cc.CloseDay(day=day))
    clock.at += timedelta(days=1)


def _jackpot() -> hc.RegisterJackpot:
    return hc.RegisterJackpot(name="J1", entry=METER, terms=JackpotTerms(reserve="0.1"))


def _table(name: str, dealing: Dealing) -> hc.RegisterTable:
    entry = TableEntry("casino-stud@6", boxes=6, jackpot="J1")
    return hc.RegisterTable(name=name, entry=entry, dealing=dealing)


async def proved(
    folder: Path, keys: Keyring = RING, anchors: Sequence[Anchor] = ()
) -> Verification:
    store = await open_store(database_url(folder))
    try:
        return await verify(store, anchors, keys)
    finally:
        await store.close()
