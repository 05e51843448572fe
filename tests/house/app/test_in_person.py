"""A table of chips and cards that people handle, attacked from a telephone."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, get_args

from croupier.house.app.house import House
from croupier.house.client import Client
from croupier.house.model import commands as hc
from croupier.house.model.people.roles import HouseRole
from croupier.house.model.settings import Cards, Dealing
from croupier.house.read.proof.verify import verify
from croupier.rulebooks.settings import EntryMode
from croupier.script.format import TableEntry
from croupier.table.commands import PlayersAct
from tests.house.houses import do, key
from tests.house.serving import client_of, serving

BODIES: dict[str, dict[str, Any]] = {
    "place_wager": {"box": 1, "wager": "ante", "amount": 500_00},
    "withdraw_wager": {"box": 1, "wager": "ante"},
    "leave": {"player": "ann"},
    "choose": {"option": "withdraw", "box": 1},
}
"""Of those that take more than a box."""


@asynccontextmanager
async def seated(url: str) -> AsyncIterator[tuple[House, Client, Client, str]]:
    """The dealer dan has written down 100.00 of ann at box 1; bets are open."""
    async with serving(url) as (house, address):
        entry = TableEntry("casino-stud", entry=EntryMode.RECORDING)
        live = Dealing(cards=Cards.LIVE)
        await do(house.handler, None, hc.RegisterTable(name="T1", entry=entry, dealing=live))
        dan = await client_of(house, address, "dan", HouseRole.DEALER, at=["T1"])
        ann = await client_of(house, address, "ann", HouseRole.PLAYER)
        for command in (
            {"do": "take_seat", "box": 1, "player": "ann"},
            {"do": "open_bets"},
            {"do": "place_wager", "box": 1, "wager": "ante", "amount": 100_00, "player": "ann"},
        ):
            assert await give(dan, **command) == (200, None)
        yield house, dan, ann, address
        for client in (dan, ann):
            await client.close()


async def give(client: Client, **command: Any) -> tuple[int, str | None]:
    body = {"key": f"given-{key()}", "command": command}
    answer = await client._http.post("/api/tables/T1/commands", json=body)
    return answer.status_code, answer.json().get("code")


async def test_no_player_acts_by_telephone_where_chips_lie_on_the_table(sqlite_url: str) -> None:
    """Taken back on the telephone, the chips would still lie there: lost, she points to the record;
    won, to the chips. A hand looked at there would change what an official has to rule."""
    async with seated(sqlite_url) as (house, dan, ann, _):
        tried = [str(kind.__struct_config__.tag) for kind in get_args(PlayersAct)]
        for dealt in (False, True):
            if dealt:
                await give(dan, do="close_bets")
                hands = {"1": "Qs Qd 8h 7c 3s", "dealer": "? ? ? ? Kd"}
                assert await give(dan, do="deal", hands=hands) == (200, None)
            for tag in tried:
                refused = await give(ann, do=tag, **BODIES.get(tag, {"box": 1}))
                assert refused == (403, "not-your-power"), (dealt, tag)
            assert (await ann._http.get("/api/tables/T1/legal")).json() == []
        [box] = (await ann._http.get("/api/tables/T1")).json()["game"]["boxes"]
        assert (box["wagers"][0]["ante"], box["viewed"], box["hand"]) == (100_00, False, None)
        called = await give(ann, do="report", irregularity="other", description="My chips moved.")
        assert called == (200, None)
        assert await give(dan, do="view_hand", box=1) == (200, None)
        assert (await verify(house.store)).wrong is None


async def test_whoever_brings_the_chips_says_so(sqlite_url: str) -> None:
    """A cashier deals no cards, and answers a dealer's call under their own name."""
    async with seated(sqlite_url) as (house, dan, ann, address):
        cora = await client_of(house, address, "cora", HouseRole.CAGE)
        assert await give(dan, do="call_for", need="fill") == (200, None)
        assert await give(ann, do="answer_need", call=1) == (403, "not-your-power")
        assert await give(cora, do="answer_need", call=1) == (200, None)
        [*_, last] = await house.store.read("table:T1")
        assert (last.by is not None and last.by.id, b"floor_answered" in last.event) == (
            "cora",
            True,
        )
        assert (await verify(house.store)).wrong is None
        await cora.close()
