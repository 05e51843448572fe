"""Lists of money and of the house that can grow, read page by page by the address in `Link`."""

from typing import Any

import httpx

from croupier.house.client import Client
from croupier.house.model.people.roles import HouseRole
from tests.house.funding import fund
from tests.house.houses import key, play_round, register_jackpot, register_table
from tests.house.serving import caller, serving, token_of


async def pages(http: httpx.AsyncClient, address: str) -> list[Any]:
    """Every page, by following the links."""
    found = []
    following: str | None = address
    while following is not None:
        answer = await http.get(following)
        assert answer.status_code == 200, answer.text
        found.append(answer.json())
        following = answer.links.get("next", {}).get("url")
    return found


async def test_a_wallet_is_read_back_movement_by_movement(store_url: str) -> None:
    """Seven buy-ins of 1 to 7 dollars: what the wallet held after each is the sum up to it."""
    async with serving(store_url) as (house, at):
        for dollars in range(1, 8):
            await fund(house.handler, ["ann"], dollars * 100)
        async with await caller(house, at, "cora", HouseRole.CAGE) as cora:
            found = await pages(cora, "/api/v1/wallets/ann/movements?limit=3")
            assert [len(page) for page in found] == [3, 3, 1]
            told = [(one["amount"], one["balance"]) for page in found for one in page]
            assert told == [
                (700, 2800), (600, 2100), (500, 1500),
                (400, 1000), (300, 600), (200, 300), (100, 100),
            ]  # fmt: skip
            # What comes meanwhile shifts nothing.
            first = await cora.get("/api/v1/wallets/ann/movements?limit=3")
            await fund(house.handler, ["ann"], 900)
            second = await cora.get(first.links["next"]["url"])
            assert [one["balance"] for one in second.json()] == [1000, 600, 300]
            assert await pages(cora, "/api/v1/wallets/ann/movements?money=practice") == [[]]
            wrong = await cora.get("/api/v1/wallets/ann/movements?after=T1")
            assert wrong.status_code == 400
            assert "follow `Link`" in wrong.json()["message"]
        async with await caller(house, at, "ann", HouseRole.PLAYER) as ann:
            own = await pages(ann, "/api/v1/wallet/movements?limit=4")
            assert [len(page) for page in own] == [4, 4]
            assert (await ann.get("/api/v1/wallets/bob/movements")).status_code == 403
        async with Client(at, await token_of(house, "cleo", HouseRole.CAGE)) as cleo:
            moved = [one.amount async for one in cleo.movements("ann", at_once=3)]
        assert moved == [900, 700, 600, 500, 400, 300, 200, 100]


async def test_jackpots_and_proposals(sqlite_url: str) -> None:
    async with serving(sqlite_url) as (house, at):
        for name in ("J3", "J1", "J2"):
            await register_jackpot(house.handler, name)
        async with await caller(house, at, "kim", HouseRole.SHIFT_MANAGER) as kim:
            found = await pages(kim, "/api/v1/jackpots?limit=2")
            assert [[one["jackpot"] for one in page] for page in found] == [["J1", "J2"], ["J3"]]
            for number, name in enumerate(("J2", "J1", "J3")):
                given = {"do": "adjust_jackpot", "jackpot": name, "amount": 100 + number}
                body = {"key": key(), "command": {**given, "reason": "counted"}}
                assert (await kim.post("/api/v1/commands", json=body)).status_code == 200
            waiting = await pages(kim, "/api/v1/proposals?limit=2")
            # In the order in which they were proposed.
            assert [[one["stream"] for one in page] for page in waiting] == [
                ["jackpot:J2", "jackpot:J1"],
                ["jackpot:J3"],
            ]
            assert await pages(kim, "/api/v1/payables?limit=1") == [[]]
            assert await pages(kim, "/api/v1/returns?limit=1") == [[]]


async def test_ratings_come_player_by_player(sqlite_url: str) -> None:
    async with serving(sqlite_url) as (house, at):
        await register_jackpot(house.handler)
        await register_table(house.handler)
        await play_round(house.handler, boxes=(1, 3, 5))
        async with await caller(house, at, "may", HouseRole.PIT_MANAGER) as may:
            found = await pages(may, "/api/v1/reports/ratings?limit=2")
            told = [[one["player"] for one in page["players"]] for page in found]
            assert told == [["p1", "p3"], ["p5"]]
            sessions = [[one["player"] for one in page["sessions"]] for page in found]
            assert sessions == [["p1", "p3"], ["p5"]]
