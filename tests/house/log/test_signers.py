"""Whoever signs a record was there: tried by somebody who has the house's key as well.

Every record here is chained as it should be; only who signed it is not right.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

import pytest

from croupier.house.app.house import House
from croupier.house.model import commands as hc
from croupier.house.model.cage import commands as cc
from croupier.house.model.people.person import Person, reference
from croupier.house.model.people.roles import HouseRole, Signature
from croupier.house.model.settings import Dealing, Money
from croupier.house.model.table.decide import HOUSE, HOUSE_MANAGER
from croupier.house.read.proof.signers import GRACE
from croupier.house.read.proof.verify import verify
from croupier.rulebooks.irregularities import Irregularity
from croupier.rulebooks.terms import Actor, Role
from croupier.rulebooks.wagers import WagerKind
from croupier.table import commands as c
from tests.house.houses import keeping, key, register_table
from tests.house.log.played import OLD_RING, Clock, opened

NOON = datetime(2026, 3, 1, 4, tzinfo=UTC)
PAUSE = hc.PauseTable(reason="a spill")


class Scene:
    """Table T1, an automatic one for play money, and people with sessions."""

    def __init__(self, house: House, clock: Clock) -> None:
        self.house = house
        self.clock = clock
        self.secrets: dict[str, str] = {}

    async def person(self, name: str, role: HouseRole) -> Person:
        if name not in self.secrets:
            self.secrets[name] = await self.house.registry.introduce(name, role)
        return await self.house.authentication.who(self.secrets[name])

    async def signature(self, name: str, role: HouseRole) -> Signature:
        found = (await self.person(name, role)).signature(frozenset(HouseRole))
        assert found is not None
        return found

    async def give(
        self, command: hc.AnyCommand, by: Signature | Actor, table: str | None = "T1"
    ) -> None:
        await self.house.handler.command(table, command, by, key())

    async def wrong(self) -> str | None:
        return (await verify(self.house.store, keys=OLD_RING)).wrong


@asynccontextmanager
async def scene(url: str) -> AsyncIterator[Scene]:
    async with keeping(url) as handler:  # before the doors open
        handler.now = Clock(NOON - timedelta(hours=1))
        await register_table(handler, "T1", jackpot=None)
        automatic = Dealing(automatic=True)
        await register_table(handler, "T2", jackpot=None, dealing=automatic, money=Money.PRACTICE)
    clock = Clock(NOON)
    async with opened(url, OLD_RING, clock) as house:
        yield Scene(house, clock)


async def test_people_who_are_there_sign_what_they_may(sqlite_url: str) -> None:
    async with scene(sqlite_url) as at:
        pia = await at.signature("pia", HouseRole.PIT_SUPERVISOR)
        await at.give(PAUSE, pia)
        await at.give(hc.ResumeTable(), pia)
        await at.give(c.OpenBets(by=HOUSE), HOUSE, "T2")
        seat = hc.SeatBot(
            box=2, name="Ada (bot)", strategy="simple", ante=2500, jackpot=False, by=HOUSE_MANAGER
        )
        await at.give(seat, HOUSE_MANAGER, "T2")
        ada = Actor("Ada (bot)", Role.PLAYER)
        await at.give(c.PlaceWager(box=2, wager=WagerKind.ANTE, amount=2500, by=ada), ada, "T2")
        assert await at.wrong() is None


async def _forged(at: Scene, what: str) -> None:
    supervisor = HouseRole.PIT_SUPERVISOR
    pia = await at.signature("pia", supervisor)
    dan = await at.signature("dan", HouseRole.DEALER)
    registry = at.house.registry
    boss = await at.signature("boss", HouseRole.ADMINISTRATOR)
    match what:
        case "nobody of that name":
            await at.give(PAUSE, Signature("eva", supervisor, pia.session))
        case "a role that they do not hold":
            await at.give(PAUSE, Signature("dan", supervisor, dan.session))
        case "another's session":
            await at.give(PAUSE, Signature("pia", supervisor, dan.session))
        case "no session":
            await at.give(PAUSE, Signature("pia", supervisor))
        case "a session that never was":
            await at.give(PAUSE, Signature("pia", supervisor, "0123456789abcdef"))
        case "a session that has ended":
            await registry.revoke_token((await registry.tokens("pia"))[0].id, boss)
            at.clock.at += GRACE + timedelta(seconds=1)
            await at.give(PAUSE, pia)
        case "an account that is suspended":
            await registry.suspend("pia", "gone", boss)
            at.clock.at += GRACE + timedelta(seconds=1)
            await at.give(PAUSE, pia)
        case "an acting role that is over":
            until = at.clock.at + timedelta(hours=1)
            await registry.act_as("dan", supervisor, until, "pia is away", boss)
            at.clock.at = until + GRACE + timedelta(seconds=1)
            await at.give(PAUSE, Signature("dan", supervisor, dan.session))
        case "a command that the role may not give":
            await at.give(PAUSE, boss)
        case "the house where people deal":
            await at.give(c.OpenBets(by=HOUSE), HOUSE)
        case "the house with a command that it does not give":
            await at.give(hc.PauseTable(reason="x", by=HOUSE_MANAGER), HOUSE_MANAGER)
        case "the house with another report":
            report = c.Report(irregularity=Irregularity.OTHER, by=HOUSE_MANAGER)
            await at.give(report, HOUSE_MANAGER)
        case "the house that sells chips":
            buy = cc.BuyIn(player="p1", amount=100)
            await at.give(buy, Signature("house", HouseRole.CAGE), None)
        case "a bot that nobody seated":
            ada = Actor("Ada (bot)", Role.PLAYER)
            await at.give(c.OpenBets(by=HOUSE), HOUSE, "T2")
            await at.give(c.PlaceWager(box=2, wager=WagerKind.ANTE, amount=2500, by=ada), ada, "T2")


FORGED = {
    "nobody of that name": "there was nobody called eva",
    "a role that they do not hold": "dan was no pit supervisor then",
    "another's session": "pia had no such session or token",
    "no session": "pia had no such session or token",
    "a session that never was": "pia had no such session or token",
    "a session that has ended": "pia had no such session or token",
    "an account that is suspended": "there was nobody called pia then, or their account",
    "an acting role that is over": "dan was no pit supervisor then",
    "a command that the role may not give": "nobody gives the command pause_table",
    "the house where people deal": "the house does not give the command open_bets",
    "the house with a command that it does not give": "does not give the command pause_table",
    "the house with another report": "the house does not give the command report",
    "the house that sells chips": "the house does not give the command buy_in",
    "a bot that nobody seated": "Ada (bot) does not play there",
}


@pytest.mark.parametrize("what", FORGED)
async def test_whoever_could_not_have_signed_is_found(sqlite_url: str, what: str) -> None:
    async with scene(sqlite_url) as at:
        await _forged(at, what)
        wrong = await at.wrong()
    assert wrong is not None
    assert FORGED[what] in wrong


async def test_a_command_on_its_way_when_its_session_ends_is_no_forgery(sqlite_url: str) -> None:
    async with scene(sqlite_url) as at:
        pia = await at.signature("pia", HouseRole.PIT_SUPERVISOR)
        boss = await at.signature("boss", HouseRole.ADMINISTRATOR)
        registry = at.house.registry
        await registry.revoke_token((await registry.tokens("pia"))[0].id, boss)
        await at.give(PAUSE, pia)
        assert await at.wrong() is None


def test_a_reference_tells_a_session_from_others_and_is_no_secret() -> None:
    assert reference("0123456789abcdef" + "f" * 48) == "0123456789abcdef"
