"""The durable store: `open_store("sqlite:///house.db")` or `open_store("postgresql://…")`."""

import asyncio
from pathlib import Path

from sqlalchemy import Engine

from croupier.house.log.event_store import ReadOnly, StoreUnavailable
from croupier.house.store.connecting import (
    DATABASE_NAME,
    connect,
    database_url,
    read_url,
    sqlite_driver,
)
from croupier.house.store.database import DatabaseStore
from croupier.house.store.failures import STOPPED, is_of_the_disk
from croupier.house.store.markers import is_part_file
from croupier.house.store.migrating import migrate, migrate_engine
from croupier.house.store.shape import demand_file, demand_schema
from croupier.house.store.write_ahead_log import settle_log

__all__ = [
    "DATABASE_NAME",
    "DatabaseStore",
    "database_url",
    "is_part_at",
    "migrate",
    "open_as_it_is",
    "open_existing",
    "open_store",
    "open_to_read",
]


async def open_store(url: str) -> DatabaseStore:
    """Open the store at a URL, creating or migrating it first if necessary."""
    if is_part_at(url):
        raise ReadOnly(
            "This is a part of a log, unpacked from archives to be read: nothing is written into "
            "it. 'croupier verify', 'export', 'report' and 'serve' read it."
        )
    engine = connect(url)
    try:
        await asyncio.to_thread(_bring_up, engine)
    except BaseException:
        engine.dispose()
        raise
    return DatabaseStore(engine)


def _bring_up(engine: Engine) -> None:
    migrate_engine(engine)
    try:
        settle_log(engine)
    except sqlite_driver().Error as error:  # a full disk must not prevent looking at the house
        if is_of_the_disk(error):
            raise StoreUnavailable(STOPPED) from error


async def open_existing(url: str) -> DatabaseStore:
    """The same for a house that must already exist; raises `Damaged` if there is none."""
    demand_file(url)
    return await open_store(url)


async def open_to_read(url: str) -> DatabaseStore:
    """The same for those who only ask: a part of a log will do, and is left as it is."""
    return await (open_as_it_is(url) if is_part_at(url) else open_existing(url))


def is_part_at(url: str) -> bool:
    """Whether a part of a log is there, unpacked from archives."""
    path = read_url(url)
    return path.drivername == "sqlite" and is_part_file(Path(path.database or ""))


async def open_as_it_is(url: str, *, remember: bool = False) -> DatabaseStore:
    """Open a house in order to prove it: nothing is created, migrated or written.

    With `remember`, a clean check is noted in the database, as it is for a running house. Raises
    `Damaged` if there is no house with this program's schema.
    """
    demand_file(url)
    engine = connect(url, read_only=not remember)
    try:
        await asyncio.to_thread(demand_schema, engine)
    except BaseException:
        engine.dispose()
        raise
    return DatabaseStore(engine, read_only=not remember)
