"""How much a database grows by a round, and which of its tables and indexes grow.

A round here is one of casino stud with four boxes, each with a jackpot wager: 16 commands, given
to the real handler on the real store in this process.

    python -m benchmarks.growth
"""

import asyncio
import tempfile
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import text

from benchmarks.house_history import play_round
from croupier.house.app.command_handler import CommandHandler
from croupier.house.model import commands as hc
from croupier.house.model.table.decide import HOUSE_MANAGER
from croupier.house.store import database_url, open_store
from croupier.house.store.connecting import connect
from croupier.rulebooks.settings import EntryMode
from croupier.script.format import JackpotEntry, TableEntry
from tests.house.houses import DEALER, KEY
from tests.house.postgres import Postgres

TABLES = 20
ROUNDS = 50
"""At each table."""

_SIZES = {
    "sqlite": "SELECT 'the file', page_count * page_size FROM pragma_page_count, pragma_page_size",
    "postgresql": "SELECT relname, pg_relation_size(oid) FROM pg_class "
    "WHERE relkind IN ('r', 'i', 't') AND relnamespace = current_schema()::regnamespace",
}


async def set_up(handler: CommandHandler) -> None:
    meter = JackpotEntry(meter=100_000_000, reset=10_000_000, increment="0.2")
    link = hc.RegisterJackpot(name="J0", entry=meter)
    await handler.command(None, link, HOUSE_MANAGER, "growth-J0")
    for number in range(TABLES):
        entry = TableEntry("casino-stud", boxes=4, jackpot="J0", entry=EntryMode.RECORDING)
        table = hc.RegisterTable(name=f"T{number}", entry=entry)
        await handler.command(None, table, HOUSE_MANAGER, f"growth-{number}")
        await handler.command(f"T{number}", hc.SignOn(), DEALER, f"growth-on-{number}")


async def _play(handler: CommandHandler, first: int) -> None:
    for number in range(first, first + ROUNDS):
        await asyncio.gather(*(play_round(handler, f"T{table}", number) for table in range(TABLES)))


def sizes(url: str) -> Iterator[tuple[str, int]]:
    engine = connect(url)
    try:
        with engine.connect() as connection:
            for name, size in connection.execute(text(_SIZES[connection.dialect.name])):
                yield name, int(size)
    finally:
        engine.dispose()


async def measure(url: str) -> dict[str, float]:
    """Bytes a round, by table and index."""
    store = await open_store(url)
    handler = CommandHandler(store, KEY)
    try:
        await handler.streams.open()
        await set_up(handler)
        await _play(handler, 0)
        before = dict(sizes(url))
        await _play(handler, ROUNDS)
        after = dict(sizes(url))
    finally:
        await store.close()
    rounds = TABLES * ROUNDS
    return {name: (size - before.get(name, 0)) / rounds for name, size in after.items()}


def run() -> None:
    """On both databases."""
    with tempfile.TemporaryDirectory() as folder:
        _say("SQLite", asyncio.run(measure(database_url(Path(folder)))))
    with Postgres.started() as server:
        _say("PostgreSQL", asyncio.run(measure(server.new_database())))


def _say(database: str, grown: dict[str, float]) -> None:
    print(database)
    for name, size in sorted(grown.items(), key=lambda one: -one[1]):
        if size >= 1:
            print(f"  {name:34}{size:8,.0f} bytes a round")
    print(f"  {'together':34}{sum(grown.values()):8,.0f} bytes a round")


if __name__ == "__main__":
    run()
