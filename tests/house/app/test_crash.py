"""Servers killed at random points under load: what was acknowledged is there, and nothing half."""

import asyncio
import os
import random
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import WebSocketException

from croupier.house.app.idempotency import Accepted
from croupier.house.client import Client, Disconnected, NotDone, Streaming, by_two, new_key
from croupier.house.model import commands as hc
from croupier.house.read.proof.verify import verify
from croupier.house.sealing import Keyring
from croupier.house.store import database_url, open_store
from croupier.script.format import TableEntry
from croupier.table import commands as c
from croupier.table.commands import TableCommand
from tests.house.houses import DEALER, KEY, MANAGER, METER, SECOND, ante, jackpot
from tests.house.postgres import Postgres
from tests.house.serving import Program, introduced, program
from tests.waiting import until

pytestmark = pytest.mark.slow
TABLES = 20
KILLS = 5
ENOUGH = 2_000
PLAYERS = (1, 2, 3)
GONE = {"The database cannot be reached.", "The database was shut down."}


class Load:
    """Plays rounds at tables through whatever server is up, and keeps every acknowledgement."""

    def __init__(self, address: Callable[[int], str], token: str) -> None:
        self.address = address
        self.token = token
        self.linked: Callable[[int], bool] = lambda _: True
        """Whether a table has a jackpot."""
        self.acknowledged: dict[str, Accepted] = {}
        self.stopping = False
        self.refused: list[str] = []

    async def reached(self, commands: int) -> None:
        """Until so many were acknowledged."""
        await until(lambda: len(self.acknowledged) >= commands or bool(self.refused))

    async def run(self, number: int) -> None:
        """One table, one round after another; a lost command is repeated with its key."""
        table = f"T{number}"
        rounds = 0
        pending: list[tuple[str, TableCommand]] = []
        while not self.stopping:
            client = Client(self.address(number), self.token)
            try:
                async with client.stream() as streaming:
                    while not self.stopping:
                        if not pending:
                            rounds += 1
                            pending = [(new_key(), one) for one in _round(self.linked(number))]
                        await self._give(streaming, table, pending)
            except (Disconnected, OSError, WebSocketException, httpx.HTTPError):
                await asyncio.sleep(0.05)
            finally:
                await client.close()
        assert rounds >= 1

    async def _give(
        self, streaming: Streaming, table: str, pending: list[tuple[str, TableCommand]]
    ) -> None:
        while pending and not self.stopping:
            key, command = pending[0]
            try:
                self.acknowledged[key] = await streaming.give(command, table, key)
            except NotDone as error:
                if error.trouble.kind == "refused":
                    self.refused.append(f"{table} {command}: {error}")
                    self.stopping = True
                else:
                    await asyncio.sleep(0.05)
                    continue
            pending.pop(0)


def _round(linked: bool) -> list[TableCommand]:
    """A round entered by staff at a recording table."""
    return [
        c.OpenBets(),
        *(ante(box) for box in PLAYERS),
        *(jackpot(box) for box in PLAYERS if linked),
        c.CloseBets(),
        c.Deal(),
        *(c.PlaceWager(box=box, wager="bet") for box in PLAYERS),
        c.RevealDealer(),
        c.Settle(),
    ]


async def _set_up(
    address: str, tokens: dict[str, str], links: tuple[str | None, ...] = ("J1",)
) -> None:
    manager, second, dealer = (Client(address, tokens[who.id]) for who in (MANAGER, SECOND, DEALER))
    for link in filter(None, links):
        await by_two(manager, second, hc.RegisterJackpot(name=link, entry=METER))
    for number in range(TABLES):
        entry = TableEntry(
            "casino-stud",
            boxes=3,
            jackpot=links[number % len(links)],
            entry="recording",  # type: ignore[arg-type]
        )
        await by_two(manager, second, hc.RegisterTable(name=f"T{number}", entry=entry))
        await dealer.give(hc.SignOn(), f"T{number}")
    for client in (manager, second, dealer):
        await client.close()


async def _under_load(load: Load, trouble: Callable[[], Awaitable[None]]) -> None:
    playing = [asyncio.create_task(load.run(number)) for number in range(TABLES)]
    await trouble()
    await asyncio.sleep(1)
    load.stopping = True
    await asyncio.gather(*playing)


async def _prove(url: str, load: Load, at_least: int) -> None:
    """Every acknowledgement stands in the log as it was given, and the log proves itself."""
    assert load.refused == []
    assert len(load.acknowledged) >= at_least
    store = await open_store(url)
    try:
        for key, accepted in load.acknowledged.items():
            answer = await store.answered(f"{key}/{DEALER.id}")
            assert answer is not None, key
            assert str(accepted.version) in answer.reply.decode()
        proof = await verify(store, keys=Keyring.of(KEY))
        assert proof.wrong is None
        assert proof.commands >= len(load.acknowledged)
    finally:
        await store.close()


async def test_killed_again_and_again_on_sqlite(tmp_path: Path) -> None:
    chance = random.Random(os.urandom(8))
    tokens = await introduced(database_url(tmp_path), MANAGER, DEALER, approving=[SECOND])
    with program(tmp_path) as server:
        await _set_up(server.start(), tokens)
        load = Load(lambda _: server.address, tokens[DEALER.id])

        async def trouble() -> None:
            killed = 0
            while killed < KILLS or len(load.acknowledged) < ENOUGH:
                await asyncio.sleep(chance.uniform(0.3, 1.5))
                server.end()
                await asyncio.to_thread(server.start)
                killed += 1

        await _under_load(load, trouble)
        assert server.end(signal.SIGTERM) == 0
    await _prove(database_url(tmp_path), load, ENOUGH)


async def test_two_servers_on_one_database_and_one_is_killed(postgres_url: str) -> None:
    """Clients of the one that died go on at the other, at the same tables."""
    chance = random.Random(os.urandom(8))
    tokens = await introduced(postgres_url, MANAGER, DEALER, approving=[SECOND])
    with program(None, postgres_url) as one, program(None, postgres_url) as two:
        await _set_up(one.start(), tokens)
        two.start()
        servers: list[Program] = [one, two]
        load = Load(lambda number: servers[number % len(servers)].address, tokens[DEALER.id])

        async def trouble() -> None:
            await load.reached(500)
            await asyncio.sleep(chance.uniform(0, 0.5))
            servers.remove(one)
            one.end()
            await load.reached(1_000)

        await _under_load(load, trouble)
    await _prove(postgres_url, load, 1_000)


async def test_of_three_servers_one_stands_still_and_one_is_killed(postgres_url: str) -> None:
    """Their tables go on at the others; who stood still comes back and does no harm."""
    links = ("J1", "J2", None, "J3")
    tokens = await introduced(postgres_url, MANAGER, DEALER, approving=[SECOND])
    with (
        program(None, postgres_url) as one,
        program(None, postgres_url) as two,
        program(None, postgres_url) as three,
    ):
        servers: list[Program] = [one, two, three]
        for server in servers:
            server.start()
        await _set_up(two.address, tokens, links)
        load = Load(lambda number: servers[number % len(servers)].address, tokens[DEALER.id])
        load.linked = lambda number: links[number % len(links)] is not None

        async def goes_on(numbers: list[int]) -> None:
            """Each of these tables gets further."""
            before = len(load.acknowledged)

            def got_further() -> bool:
                new = list(load.acknowledged.values())[before:]
                return {f"table:T{number}" for number in numbers} <= {one.stream for one in new}

            await until(lambda: got_further() or bool(load.refused))

        async def trouble() -> None:
            await goes_on(list(range(TABLES)))
            two.send(signal.SIGSTOP)
            await goes_on([number for number in range(TABLES) if number % 3 != 1])
            two.send(signal.SIGCONT)
            await goes_on(list(range(TABLES)))
            servers.remove(one)
            one.end()
            await goes_on(list(range(TABLES)))

        await _under_load(load, trouble)
    await _prove(postgres_url, load, 4 * TABLES)


async def test_a_database_that_goes_away_and_comes_back() -> None:
    """Commands fail with a clear answer meanwhile, and all goes on afterwards."""
    with Postgres.started() as database:
        url = database.new_database()
        tokens = await introduced(url, MANAGER, DEALER, approving=[SECOND])
        with program(None, url) as server:
            await _set_up(server.start(), tokens)
            load = Load(lambda _: server.address, tokens[DEALER.id])
            said: list[tuple[str, str]] = []

            async def trouble() -> None:
                await load.reached(200)
                database.stop()
                client = Client(server.address, tokens[DEALER.id])
                for _ in range(3):
                    with pytest.raises(NotDone) as error:
                        await client.give(c.OpenBets(), "T0")
                    said.append((error.value.trouble.kind, error.value.trouble.message))
                await client.close()
                await asyncio.to_thread(database.start)
                await load.reached(len(load.acknowledged) + 200)

            await _under_load(load, trouble)
        assert {kind for kind, _ in said} == {"unavailable"}
        assert {sentence for _, sentence in said} <= GONE
        await _prove(url, load, 400)
