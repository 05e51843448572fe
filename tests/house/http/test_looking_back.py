"""Rounds that are over: who is shown them, how often, and what a look costs."""

import json
from collections.abc import Sequence

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect

from croupier.house.app.house import House
from croupier.house.http.bodies import Limits
from croupier.house.http.security import ServerSettings
from croupier.house.model.people.roles import HouseRole
from croupier.house.model.records import Record
from croupier.rulebooks.terms import Actor, Role
from croupier.rulebooks.wagers import WagerKind
from croupier.table import commands as c
from tests.house.houses import ante, do, play_round, register_jackpot, register_table
from tests.house.serving import caller, http_to, page_routes, serving

LIST, ONE = "/api/tables/T1/rounds", "/api/tables/T1/rounds/1"
OWN = "/api/me/rounds"


async def statuses(http: httpx.AsyncClient) -> tuple[int, int]:
    async with http:
        return (await http.get(LIST)).status_code, (await http.get(ONE)).status_code


async def test_rounds_are_for_those_who_play_or_have_a_role(store_url: str) -> None:
    async with serving(store_url, routes=page_routes()) as (house, address):
        await register_table(house.handler, jackpot=None)
        await play_round(house.handler, boxes=(1, 3))
        assert await statuses(http_to(address)) == (401, 401)
        stranger = await caller(house, address, "p9", HouseRole.PLAYER)
        assert await statuses(stranger) == (403, 403)
        for name, role in (
            ("p1", HouseRole.PLAYER),
            ("dan", HouseRole.DEALER),
            ("aud", HouseRole.AUDITOR),
            ("cora", HouseRole.CAGE),
        ):
            assert await statuses(await caller(house, address, name, role)) == (200, 200), name
        reset = await caller(house, address, "p9", HouseRole.PLAYER)
        refused = (await reset.get(LIST)).json()
        assert refused["code"] == "no-seat"
        await reset.aclose()


async def test_who_has_left_is_shown_their_own_rounds(sqlite_url: str) -> None:
    async with serving(sqlite_url, routes=page_routes()) as (house, address):
        await register_table(house.handler, jackpot=None)
        for boxes in ((1, 3), (3,)):
            await play_round(house.handler, boxes=boxes)
        ann = await caller(house, address, "p1", HouseRole.PLAYER)
        bob = await caller(house, address, "p3", HouseRole.PLAYER)
        assert [one["round"] for one in (await ann.get(LIST)).json()] == [1]
        assert (await ann.get("/api/tables/T1/rounds/2")).status_code == 403
        assert [one["round"] for one in (await bob.get(LIST)).json()] == [2, 1]
        cay = await caller(house, address, "p5", HouseRole.PLAYER)
        assert (await cay.get(LIST)).status_code == 403
        assert (await cay.get(OWN)).json() == {"rounds": [], "next": None}
        assert [one["round"] for one in (await ann.get(OWN)).json()["rounds"]] == [1]
        for one in (ann, bob, cay):
            await one.aclose()


async def test_looking_back_is_counted(sqlite_url: str) -> None:
    limits = Limits(history_rate=0.001, history_burst=3)
    async with serving(sqlite_url, ServerSettings(limits=limits), page_routes()) as (
        house,
        address,
    ):
        await register_table(house.handler, jackpot=None)
        await play_round(house.handler)
        aud = await caller(house, address, "aud", HouseRole.AUDITOR)
        found = [(await aud.get(path)).status_code for path in (LIST, ONE, LIST, ONE, LIST)]
        assert found == [200, 200, 200, 429, 429]
        await aud.aclose()


def count_records(house: House, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many records each read of the store brings."""
    counted: list[int] = []
    really = house.store.read

    async def read(stream: str, after: int = 0, limit: int = 10_000) -> Sequence[Record]:
        found = await really(stream, after, limit)
        counted.append(len(found))
        return found

    monkeypatch.setattr(house.store, "read", read)
    return counted


async def test_a_look_reads_a_page_however_long_the_history_is(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Forty rounds; a page of two reads less than half of their records."""
    async with serving(sqlite_url, routes=page_routes()) as (house, address):
        await register_jackpot(house.handler)
        await register_table(house.handler)
        for seed in range(40):
            await play_round(house.handler, seed=seed)
        head = (await house.handler.streams.table("T1")).version
        aud = await caller(house, address, "aud", HouseRole.AUDITOR)
        counted = count_records(house, monkeypatch)
        page = (await aud.get(f"{LIST}?limit=2")).json()
        assert [one["round"] for one in page] == [40, 39]
        assert sum(counted) < head / 2, (sum(counted), head)
        older = (await aud.get(f"{LIST}?limit=2&before={page[-1]['first_version']}")).json()
        assert [one["round"] for one in older] == [38, 37]
        everything: list[int] = []
        before = ""
        while rounds := (await aud.get(f"{LIST}?limit=7{before}")).json():
            everything += [one["round"] for one in rounds]
            before = f"&before={rounds[-1]['first_version']}"
        assert everything == list(range(40, 0, -1))
        for number in (1, 2, 20, 39, 40):
            assert (await aud.get(f"{LIST}/{number}")).json()["round"] == number
        for number in (0, 41, 10**12):
            assert (await aud.get(f"{LIST}/{number}")).status_code == 404
        await aud.aclose()


async def own_rounds(http: httpx.AsyncClient, **asked: str | int) -> list[tuple[str, int]]:
    """All pages, as table and round."""
    found: list[tuple[str, int]] = []
    before: dict[str, str] = {}
    while True:
        page = (await http.get(OWN, params={**asked, **before})).json()
        found += [(one["table"], one["round"]) for one in page["rounds"]]
        if page["next"] is None:
            return found
        before = {"before": page["next"]}


async def test_own_rounds_are_found_among_everybodys_from_the_last_to_the_first(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ann plays the first and the last of ninety rounds, and one at another table in between."""
    limits = Limits(history_rate=1000, history_burst=1000)
    async with serving(store_url, ServerSettings(limits=limits)) as (house, address):
        for table in ("T1", "T2"):
            await register_table(house.handler, table, jackpot=None)
        await play_round(house.handler, boxes=(1, 3))
        await play_round(house.handler, "T2", boxes=(1,))
        for seed in range(88):
            await play_round(house.handler, boxes=(3,), seed=seed)
        await play_round(house.handler, boxes=(1,))
        head = (await house.handler.streams.table("T1")).version
        ann = await caller(house, address, "p1", HouseRole.PLAYER)
        counted = count_records(house, monkeypatch)
        assert await own_rounds(ann) == [("T1", 90), ("T2", 1), ("T1", 1)]
        assert sum(counted) < head / 2, (sum(counted), head)
        assert await own_rounds(ann, limit=1) == [("T1", 90), ("T2", 1), ("T1", 1)]
        assert await own_rounds(ann, table="T1", limit=2) == [("T1", 90), ("T1", 1)]
        bob = await caller(house, address, "p3", HouseRole.PLAYER)
        assert await own_rounds(bob) == [("T1", number) for number in range(89, 0, -1)]
        assert (await ann.get(OWN, params={"before": "yesterday"})).status_code == 400
        assert (await http_to(address).get(OWN)).status_code == 401
        for one in (ann, bob):
            await one.aclose()


async def test_a_wager_taken_back_makes_no_round_of_mine(sqlite_url: str) -> None:
    async with serving(sqlite_url) as (house, address):
        await register_table(house.handler, jackpot=None)
        player = Actor("p1", Role.PLAYER)
        await do(house.handler, "T1", c.OpenBets())
        await do(house.handler, "T1", ante(1), player)
        await do(house.handler, "T1", c.WithdrawWager(box=1, wager=WagerKind.ANTE), player)
        await do(house.handler, "T1", ante(3), Actor("p3", Role.PLAYER))
        await do(house.handler, "T1", c.CloseBets())
        await do(house.handler, "T1", c.Deal())
        await do(house.handler, "T1", c.Fold(box=3), Actor("p3", Role.PLAYER))
        await do(house.handler, "T1", c.RevealDealer())
        await do(house.handler, "T1", c.Settle())
        ann = await caller(house, address, "p1", HouseRole.PLAYER)
        assert await own_rounds(ann) == []
        await ann.aclose()


async def resumed(stream: ClientConnection, after: int) -> None:
    """All that came after a version was told."""
    asked = {"type": "subscribe", "streams": {"table:T1": after}}
    await stream.send(json.dumps(asked))
    while "subscribed" not in str(await stream.recv()):
        pass


async def test_a_stream_from_far_back_is_a_look_back(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever is not logged in reads the past by the stream, as slowly as by the page."""
    monkeypatch.setattr("croupier.house.http.socket.RECORDS_A_LOOK", 10, raising=False)
    limits = Limits(history_rate=0.0001, history_burst=3)
    async with serving(sqlite_url, ServerSettings(limits=limits)) as (house, address):
        await register_table(house.handler, jackpot=None)
        await play_round(house.handler, boxes=(1, 3))
        version = (await house.handler.streams.table("T1")).version
        assert version >= 20
        player = await caller(house, address, "p1", HouseRole.PLAYER)
        async with connect(address.replace("http", "ws") + "/api/stream") as stream:
            await resumed(stream, version - 9)
            assert (await player.get(LIST)).status_code == 200  # nine are no look
            await resumed(stream, version - 20)
        assert (await player.get(LIST)).status_code == 429
        await player.aclose()
