"""The write-ahead log of SQLite is moved into the database while the store is open."""

import asyncio
import sqlite3
from pathlib import Path

from croupier.house.store import checkpointing, database_url
from tests.house.store.writing import Author, opened

PATIENCE_SECONDS = 20.0


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
        for _ in range(int(PATIENCE_SECONDS / checkpointing.SECONDS)):
            await asyncio.sleep(checkpointing.SECONDS)
            if _records_in_the_file_alone(tmp_path) == 3:
                return
        raise AssertionError("the write-ahead log was not moved")
