"""Watched tables: the newest view and what the viewer may do, at once and after each change."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import datetime
from types import MappingProxyType
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect

from croupier.house.app.house import House
from croupier.house.client import Client
from croupier.house.http import push as pushing
from croupier.house.model import commands as hc
from croupier.house.model.people.roles import HouseRole
from croupier.rulebooks.terms import Actor, Role
from croupier.table import commands as c
from tests.house.houses import DEALER, ante, jackpot, register_jackpot, register_table
from tests.house.serving import client_of, serving, token_of
from tests.waiting import PATIENCE

ANN, BOB = Actor("p1", Role.PLAYER), Actor("p2", Role.PLAYER)


class Watcher:
    """A viewer's connection, and the newest push of each kind."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self.pushes = 0

    async def send(self, **message: Any) -> None:
        await self._socket.send(msgspec.json.encode(message).decode())

    async def push(self, kind: str = "table") -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE):
            while True:
                for message in msgspec.json.decode(await self._socket.recv()):
                    if message["type"] == kind:
                        self.pushes += 1
                        return dict(message)

    async def until(self, phase: str) -> dict[str, Any]:
        while True:
            push = await self.push()
            if push["view"]["game"]["phase"] == phase:
                return push

    async def kinds_until(self, kind: str) -> list[str]:
        """What came, up to the first message of a kind."""
        kinds: list[str] = []
        async with asyncio.timeout(PATIENCE):
            while kind not in kinds:
                told = msgspec.json.decode(await self._socket.recv())
                kinds += [message["type"] for message in told]
        return kinds


def hand_of(push: dict[str, Any]) -> str | None:
    """The cards of the first box, where the viewer may see them."""
    hand = push["view"]["game"]["boxes"][0]["hand"]
    return None if hand is None else str(hand["cards"])


@asynccontextmanager
async def watching(
    house: House, address: str, who: Actor | None, more: Mapping[str, str] = MappingProxyType({})
) -> AsyncIterator[Watcher]:
    url = address.replace("http", "ws") + "/api/stream"
    headers = dict(more)
    if who is not None:
        headers["Authorization"] = f"Bearer {await token_of(house, who, HouseRole.PLAYER)}"
    async with connect(url, additional_headers=headers) as socket:
        yield Watcher(socket)


@asynccontextmanager
async def seated(url: str) -> AsyncIterator[tuple[House, str, Client, Client]]:
    """A house with a table, its dealer and a player."""
    async with serving(url) as (house, address):
        await register_jackpot(house.handler)
        await register_table(house.handler)
        dealer, ann = [await client_of(house, address, who) for who in (DEALER, ANN)]
        try:
            await dealer.give(hc.SignOn(), "T1")
            yield house, address, dealer, ann
        finally:
            await dealer.close()
            await ann.close()


async def test_a_player_is_shown_the_table_what_is_legal_and_what_staying_costs(
    store_url: str,
) -> None:
    async with (
        seated(store_url) as (house, address, dealer, ann),
        watching(house, address, ANN) as mine,
        watching(house, address, BOB) as other,
        watching(house, address, None) as public,
    ):
        for watcher in (mine, other, public):
            await watcher.send(type="watch", tables=["T1"])
            assert (await watcher.push())["view"]["game"]["phase"] == "idle"
        await dealer.give(c.OpenBets(), "T1")
        push = await mine.until("betting")
        assert {one["do"] for one in push["legal"]} == {"place_wager"}
        assert push["layout"]["boxes"] == 6
        assert push["layout"]["stay"] == "bet"
        await ann.give(ante(1, 2500), "T1")
        await ann.give(jackpot(1), "T1")
        await dealer.give(c.CloseBets(), "T1")
        await dealer.give(c.Deal(), "T1")
        push = await mine.until("dealt")
        assert push["costs"] == {"1": 5000}
        assert hand_of(push) is None, "not looked at yet"
        await ann.give(c.ViewHand(box=1), "T1")
        while (cards := hand_of(push)) is None:
            push = await mine.push()
        assert len(cards.split()) == 5
        for watcher in (other, public):
            seen = await watcher.until("dealt")
            assert hand_of(seen) is None
            assert seen["costs"] == {}


async def test_changes_in_quick_succession_are_pushed_together(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pushing, "SECONDS_BETWEEN_PUSHES", 1.0)
    async with seated(store_url) as (house, address, dealer, ann):
        await dealer.give(c.OpenBets(), "T1")
        async with watching(house, address, BOB) as watcher:
            await watcher.send(type="watch", tables=["T1"])
            await watcher.push()
            for _ in range(30):
                await ann.give(ante(1, 2500), "T1")
                await ann.give(c.WithdrawWager(box=1, wager=ante(1, 2500).wager), "T1")
            await ann.give(ante(2, 7500, "p1"), "T1")
            while True:
                push = await watcher.push()
                boxes = {one["box"]: one for one in push["view"]["game"]["boxes"]}
                if 2 in boxes:
                    break
            assert boxes[2]["wagers"][0]["ante"] == 7500
            assert watcher.pushes < 61


async def test_unwatched_tables_are_silent_and_unknown_ones_refused(store_url: str) -> None:
    async with (
        seated(store_url) as (house, address, dealer, _),
        watching(house, address, None) as watcher,
        watching(house, address, None) as witness,
    ):
        for one in (watcher, witness):
            await one.send(type="watch", tables=["T1"])
            await one.push()
        await watcher.send(type="unwatch", tables=["T1"])
        await watcher.send(type="watch", tables=["T9"])
        refused = await watcher.push("trouble")
        assert refused["trouble"]["code"] == "no-such-table"
        await dealer.give(c.OpenBets(), "T1")
        await witness.until("betting")
        await watcher.send(type="watch", tables=["T9"])
        assert "table" not in await watcher.kinds_until("trouble")


async def test_the_lobby_has_a_line_for_every_table_and_every_meter(store_url: str) -> None:
    async with (
        seated(store_url) as (house, address, dealer, ann),
        watching(house, address, None) as watcher,
    ):
        await watcher.send(type="watch", tables=["*"])
        push = await watcher.push("lobby")
        assert [one["table"] for one in push["tables"]] == ["T1"]
        assert push["jackpots"] == {"J1": 1_000_000_00}
        assert push["tables"][0]["seats"] == []
        await dealer.give(c.OpenBets(), "T1")
        await ann.give(ante(3, 2500, "p1"), "T1")
        while not (seats := push["tables"] and push["tables"][0]["seats"]):
            push = await watcher.push("lobby")
        assert seats == [{"box": 3, "player": "p1", "decides": False}]


async def test_a_ping_is_answered_with_the_time_of_the_house(store_url: str) -> None:
    async with (
        seated(store_url) as (house, address, _, _),
        watching(house, address, None) as public,
    ):
        before = house.handler.now()
        await public.send(type="ping")
        pong = await public.push("pong")
        assert before <= datetime.fromisoformat(pong["at"]) <= house.handler.now()


@pytest.mark.parametrize(
    ("stale", "code"),
    [({"round": 7}, "other-round"), ({"until": "2020-01-01T00:00:00Z"}, "too-late")],
    ids=["round", "time"],
)
async def test_a_wager_that_belongs_elsewhere_is_not_laid(
    store_url: str, stale: dict[str, Any], code: str
) -> None:
    async with (
        seated(store_url) as (house, address, dealer, ann),
        watching(house, address, ANN) as mine,
    ):
        await dealer.give(c.OpenBets(), "T1")
        laid = {"do": "place_wager", "box": 1, "wager": "ante", "amount": 2500}
        give = {"type": "command", "key": "late-wager", "table": "T1", "command": laid}
        await mine.send(**give, **stale)
        said = await mine.push("trouble")
        assert (said["command"], said["trouble"]["code"]) == ("late-wager", code)
        assert "Nothing was done" in said["trouble"]["message"]
        assert (await ann.table("T1")).game.boxes == ()
        await mine.send(**give, round=1, until="2100-01-01T00:00:00Z")
        await mine.push("accepted")
        [box] = (await ann.table("T1")).game.boxes
        assert box.box == 1


async def test_a_moment_without_its_zone_is_not_understood(store_url: str) -> None:
    async with (
        seated(store_url) as (house, address, _, _),
        watching(house, address, ANN) as mine,
    ):
        fold = {"do": "fold", "box": 1}
        await mine.send(
            type="command", key="what-hour", table="T1", command=fold, until="2100-01-01T00:00:00"
        )
        assert (await mine.push("trouble"))["trouble"]["kind"] == "bad-request"
