"""The durable store: `open_store("sqlite:///house.db")` or `open_store("postgresql://…")`."""

import asyncio

from croupier.house.store.connecting import DATABASE_NAME, connect, database_url
from croupier.house.store.database import DatabaseStore
from croupier.house.store.migrating import migrate, migrate_engine

__all__ = ["DATABASE_NAME", "DatabaseStore", "database_url", "migrate", "open_store"]


async def open_store(url: str) -> DatabaseStore:
    """Open the store at a URL, made or brought up to date first where it has to be."""
    engine = connect(url)
    try:
        await asyncio.to_thread(migrate_engine, engine)
    except BaseException:
        engine.dispose()
        raise
    return DatabaseStore(engine)
