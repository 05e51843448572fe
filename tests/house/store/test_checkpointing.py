"""The write-ahead log of SQLite is moved into the database while the store is open."""

import asyncio
import sqlite3
from itertools import pairwise
from pathlib import Path

import pytest
from sqlalchemy import PoolProxiedConnection

from croupier.house.store import database_url, write_ahead_log, writer
from tests.house.store.writing import Author, opened
from tests.waiting import PATIENCE, until


def _records_in_the_file_alone(data: Path) -> int:
    """What somebody finds who has the database file without the log beside it."""
    alone = data / "alone.db"
    alone.write_bytes((data / "house.db").read_bytes())
    try:
        with sqlite3.connect(f"file:{alone}?immutable=1", uri=True) as connection:
            [(count,)] = connection.execute("SELECT count(*) FROM records")
    except sqlite3.DatabaseError:  # copied while a page was being moved
        return 0
    return int(count)


async def test_records_reach_the_database_file_beside_the_writer(tmp_path: Path) -> None:
    async with opened(database_url(tmp_path)) as store:
        author = Author()
        for _ in range(3):
            await store.append(author.write("table:T1"))
        await until(lambda: _records_in_the_file_alone(tmp_path) == 3)


async def test_the_log_begins_anew_while_somebody_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(write_ahead_log, "SECONDS", 0.05)
    monkeypatch.setattr(write_ahead_log, "LOG_PAGES", 200)
    lengths: list[int] = []
    ended_at: list[int] = []

    def move_pages(connection: PoolProxiedConnection) -> int:
        lengths.append(moved(connection))
        return lengths[-1]

    def move_last_pages(connection: PoolProxiedConnection) -> int:
        ended_at.append(moved(connection))
        return ended_at[-1]

    moved = write_ahead_log.move_pages
    monkeypatch.setattr(write_ahead_log, "move_pages", move_pages)
    monkeypatch.setattr(writer, "move_pages", move_last_pages)
    async with opened(database_url(tmp_path)) as store, asyncio.timeout(PATIENCE):
        author = Author()
        while len(ended_at) < 3 or not any(0 <= b < a for a, b in pairwise(lengths)):
            streams = [f"table:T{number}" for number in range(20)]
            await asyncio.gather(*(store.append(author.write(stream)) for stream in streams))
    assert max(lengths) >= 200


@pytest.mark.parametrize("broken", [sqlite3.OperationalError("locked"), OSError("no room")])
async def test_a_log_that_cannot_be_moved_stops_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: Exception
) -> None:
    def move_pages(connection: PoolProxiedConnection) -> int:
        raise broken

    monkeypatch.setattr(writer, "move_pages", move_pages)
    async with opened(database_url(tmp_path)) as store:
        author = Author()
        for _ in range(3):
            store._writer.end_log()
            await store.append(author.write("table:T1"))
        assert await store.heads() == author.heads
