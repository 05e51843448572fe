"""One process starts at a time if several share a database.

A start creates what is missing: a key, the first record, an administrator. Two processes that
looked at the same moment would both create it.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Engine, text
from sqlalchemy.exc import DBAPIError

from croupier.house.store.failures import unavailable

_START = 0x43524F5550535452
"""The advisory lock of the process that is starting: `CROUPSTR`."""
PATIENCE_SECONDS = 120


@contextmanager
def taking_turns_to_start(engine: Engine) -> Iterator[None]:
    """Until its end no other process starts. On SQLite a house has only one process anyway."""
    if engine.dialect.name != "postgresql":
        yield
        return
    try:
        connection = engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        connection.detach()  # the lock lasts as long as the connection, which is not shared
        try:
            connection.execute(text(f"SET lock_timeout = '{PATIENCE_SECONDS}s'"))
            connection.execute(text("SELECT pg_advisory_lock(:key)"), {"key": _START})
            yield
        finally:
            connection.close()
    except DBAPIError as error:
        raise unavailable(error) from error
