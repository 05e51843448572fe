"""Money over HTTP: who sees which wallet, what waits for a second person, what is told at once."""

import asyncio
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import connect

from croupier.house.model.people.roles import HouseRole
from croupier.rulebooks.settings import EntryMode
from croupier.rulebooks.terms import Actor, Role
from croupier.table import commands as c
from tests.house.funding import fund, practise
from tests.house.houses import do, key
from tests.house.model.cage.test_payments import METER_WON, NOTHING, ROYAL, play, register
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
            "Pay $100,001.00 to ann for the jackpot win of table T1, "
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


async def test_chips_that_have_to_come_back_are_listed_until_two_people_have_counted_them(
    sqlite_url: str,
) -> None:
    """A royal flush of ann, paid in chips, that was keyed wrongly; she hands back 60,000.00, then
    the other 40,001.00."""
    async with serving(sqlite_url) as (house, address):
        cage = await caller(house, address, "cora", HouseRole.CAGE)
        pit = await caller(house, address, "pia", HouseRole.PIT_SUPERVISOR)
        bob = await caller(house, address, "bob", HouseRole.PLAYER)
        dan = await caller(house, address, "dan", HouseRole.DEALER)
        await register(house.handler, "T1", entry=EntryMode.RECORDING)
        await play(house.handler, ROYAL)
        pay = {"do": "pay_jackpot", "jackpot": "J1", "table": "T1", "round": 1, "box": 1}
        paid = (await command(pit, **pay)).json()["proposal"]
        assert (await command(cage, do="approve", proposal=paid)).status_code == 200
        assert (await pit.get("/api/returns")).json() == []
        wrong = c.CorrectEntry(box=1, cards=NOTHING)
        await do(house.handler, "T1", wrong, Actor("pia", Role.PIT_SUPERVISOR))
        left = METER_WON
        for amount in (60_000_00, 40_001_00):
            [owed] = (await pit.get("/api/returns")).json()
            assert (owed["player"], owed["amount"], owed["proposal"]) == ("ann", left, None)
            back = {name: owed[name] for name in ("jackpot", "table", "round", "player")}
            counted = (await command(pit, do="return_payment", amount=amount, **back)).json()
            [waits] = (await cage.get("/api/returns")).json()
            assert (waits["proposal"], waits["proposed_by"]) == (counted["proposal"], "pia")
            done = await command(cage, do="approve", proposal=counted["proposal"])
            assert done.status_code == 200
            left -= amount
        assert (await pit.get("/api/returns")).json() == []
        for somebody in (bob, dan):
            assert (await somebody.get("/api/returns")).status_code == 403
        for client in (cage, pit, bob, dan):
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
