"""Two editions and a stranger's file in one house, killed in the middle of their rounds."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from croupier.house.client import Client, by_two
from croupier.house.model import commands as hc
from croupier.house.model.records import decode_event
from croupier.house.model.settings import Dealing, Money
from croupier.house.read.proof.verify import verify
from croupier.house.sealing import Keyring
from croupier.house.store import open_store
from croupier.script.format import TableEntry
from croupier.table.events import BetsOpened
from tests.house.houses import KEY, MANAGER, SECOND
from tests.house.model.table.books import HARBOUR, SEVENTH
from tests.house.serving import Program, http_to, introduced, program
from tests.waiting import until

pytestmark = pytest.mark.slow

QUICK = Dealing(
    automatic=True, betting_seconds=1, decision_seconds=1, reveal_seconds=1, pause_seconds=0
)
TABLES = {"SIX": "casino-stud", "SEVEN": SEVENTH, "HARBOUR": HARBOUR}
NAMES = {"SIX": "casino-stud@6", "SEVEN": "casino-stud@7", "HARBOUR": "harbour-poker@1"}
KILLS = 3


async def _set_up(manager: Client, second: Client) -> None:
    for name, rulebook in TABLES.items():
        entry = TableEntry(rulebook, boxes=3)
        register = hc.RegisterTable(name=name, entry=entry, dealing=QUICK, money=Money.PRACTICE)
        await by_two(manager, second, register)
        for box in (1, 2):
            bot = hc.SeatBot(box=box, name=f"{box} (bot)", strategy="simple", ante=1000)
            await manager.give(bot, name)


async def _tables(server: Program, token: str) -> dict[str, Any]:
    async with http_to(server.address, token) as http:
        found = (await http.get("/api/tables")).json()
        return {one["table"]: one for one in found}


async def _until_dealt(server: Program, token: str, beyond: dict[str, int]) -> dict[str, int]:
    """Until every table has played on, and cards lie on one of them; the rounds they are in."""
    rounds: dict[str, int] = {}

    async def reached() -> bool:
        found = await _tables(server, token)
        rounds.update({name: one["round"] for name, one in found.items()})
        moved = all(rounds[name] > beyond.get(name, 0) + 1 for name in TABLES)
        return moved and any(one["phase"] == "dealt" for one in found.values())

    await until(reached)
    return rounds


async def test_killed_in_mid_round_and_proved(store_url: str, tmp_path: Path) -> None:
    tokens = await introduced(store_url, MANAGER, approving=[SECOND])
    on_disk = store_url.startswith("sqlite")
    with program(tmp_path if on_disk else None, None if on_disk else store_url) as server:
        server.start()
        manager, second = (Client(server.address, tokens[who.id]) for who in (MANAGER, SECOND))
        await _set_up(manager, second)
        token = tokens[MANAGER.id]
        assert {name: one["rulebook"] for name, one in (await _tables(server, token)).items()} == (
            NAMES
        )
        rounds = await _until_dealt(server, token, {})
        now = datetime.now(UTC)
        goes_over = hc.ChangeEdition(table="SIX", rulebook=SEVENTH, since=now, reason="approved")
        await by_two(manager, second, goes_over)
        for client in (manager, second):
            await client.close()
        for _ in range(KILLS):
            server.end()
            server.start()
            rounds = await _until_dealt(server, token, rounds)
        server.end()
    await _prove(store_url)


async def _prove(url: str) -> None:
    """By the log alone, with each round under the edition that it was opened with."""
    store = await open_store(url)
    try:
        proof = await verify(store, keys=Keyring.of(KEY))
        assert proof.wrong is None
        assert proof.rounds >= KILLS * len(TABLES)
        opened: dict[str, list[str]] = {}
        for name in TABLES:
            events = [decode_event(one.event) for one in await store.read(f"table:{name}")]
            opened[name] = [one.edition for one in events if isinstance(one, BetsOpened)]
        assert set(opened["SEVEN"]) == {"casino-stud@7"}
        assert set(opened["HARBOUR"]) == {"harbour-poker@1"}
        six = opened["SIX"]
        assert set(six) == {"casino-stud@6", "casino-stud@7"}
        assert six == sorted(six)  # once over, it stays
    finally:
        await store.close()
