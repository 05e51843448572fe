"""Money over HTTP: who sees which wallet, what waits for a second person, what is told at once."""

import asyncio
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import connect

from croupier.house.model.people.roles import HouseRole
from tests.house.funding import fund, practise
from tests.house.houses import key
from tests.house.model.cage.test_payments import METER_WON, ROYAL, play, register
from tests.house.serving import caller, serving, token_of
from tests.waiting import PATIENCE


async def command(http: httpx.AsyncClient, **given: Any) -> httpx.Response:
    return await http.post("/api/commands", json={"key": key(), "command": given})


async def test_money_over_http(sqlite_url: str) -> None:
    """A buy-in, a round with a royal flush, a payment by two people, a limit."""
    async with serving(sqlite_url) as (house, address):
        cage = await caller(house, address, "cora", HouseRole.CAGE)
        ann = await caller(house, address, "ann", HouseRole.PLAYER)
        bob = await caller(house, address, "bob", HouseRole.PLAYER)
        pit = await caller(house, address, "pia", HouseRole.PIT_SUPERVISOR)
        await register(house.handler, "T1")
        done = await command(cage, do="buy_in", player="ann", amount=100_00)
        assert done.status_code == 200, done.text
        own = await command(ann, do="buy_in", player="ann", amount=100_00)
        assert own.status_code in (403, 422)
        took = await command(ann, do="buy_in", player="ann", amount=500_00, money="practice")
        assert took.status_code == 200
        await play(house.handler, ROYAL)
        [due] = (await pit.get("/api/payables")).json()
        assert (due["player"], due["amount"], due["proposal"]) == ("ann", METER_WON, None)
        pay = {"do": "pay_jackpot", "jackpot": "J1", "table": "T1", "round": 1, "box": 1}
        assert (await command(pit, **pay)).status_code == 200
        [waiting] = (await cage.get("/api/proposals")).json()
        assert waiting["by"]["id"] == "pia"
        assert "cage" in waiting["needs"]
        assert waiting["summary"].startswith(
            "Pay 100,001.00 to ann for the jackpot win of table T1, "
        )
        alone = await command(pit, do="approve", proposal=waiting["id"])
        assert alone.json()["code"] == "same-person"
        assert (await command(cage, do="approve", proposal=waiting["id"])).status_code == 200
        assert (await pit.get("/api/payables")).json() == []
        limit = await command(ann, do="set_loss_limit", amount=20_00, period="day")
        assert limit.status_code == 200
        page = (await ann.get("/api/wallet")).json()
        assert page["balance"] == 5_105_00 + METER_WON
        assert (page["practice"], page["reserved"], page["owed"]) == (500_00, 0, 0)
        assert page["limit"]["amount"] == 20_00
        newest = page["movements"][0]
        assert (newest["amount"], newest["balance"]) == (METER_WON, 5_105_00 + METER_WON)
        assert page["movements"][-1]["memo"] == "buy-in"
        me = (await ann.get("/api/me")).json()
        assert me["limits"]["loss"] == {"amount": 20_00, "period": "day"}
        assert (await cage.get("/api/wallets/ann")).json()["balance"] == page["balance"]
        for path in ("/api/wallets/ann", "/api/proposals", "/api/payables"):
            assert (await bob.get(path)).status_code == 403
        for client in (cage, ann, bob, pit):
            await client.aclose()


async def test_a_page_is_told_when_the_wallet_moves(sqlite_url: str) -> None:
    async with serving(sqlite_url) as (house, address):
        token = await token_of(house, "ann", HouseRole.PLAYER)
        await register(house.handler, "T1")
        url = address.replace("http", "ws") + "/api/stream"
        headers = {"Authorization": f"Bearer {token}"}
        async with connect(url, additional_headers=headers) as socket:
            await socket.send(msgspec.json.encode({"type": "watch", "tables": ["T1"]}).decode())
            assert await _wallet(socket) == (0, 0)
            await fund(house.handler, ["ann"], 100_00)
            assert await _wallet(socket) == (100_00, 0)
            await practise(house.handler, "ann", 7)
            assert await _wallet(socket) == (100_00, 7)


async def _wallet(socket: Any) -> tuple[int, int]:
    while True:
        frame = msgspec.json.decode(await asyncio.wait_for(socket.recv(), PATIENCE))
        for message in frame if isinstance(frame, list) else [frame]:
            if message["type"] == "wallet":
                return message["live"], message["practice"]
