"""One process starts at a time, where several share a database.

What a start finds missing it makes: a key, the first record, an administrator. Two that look at
the same moment would both make it.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Engine, text
from sqlalchemy.exc import DBAPIError

from croupier.house.store.failures import unavailable

_START = 0x43524F5550535452
"""The advisory lock of whoever starts: `CROUPSTR`."""
PATIENCE_SECONDS = 120


@contextmanager
def taking_turns_to_start(engine: Engine) -> Iterator[None]:
    """Until its end nobody else starts. SQLite's house is one process's anyway."""
    if engine.dialect.name != "postgresql":
        yield
        return
    try:
        connection = engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        connection.detach()  # the lock goes with the connection, which is nobody else's
        try:
            connection.execute(text(f"SET lock_timeout = '{PATIENCE_SECONDS}s'"))
            connection.execute(text("SELECT pg_advisory_lock(:key)"), {"key": _START})
            yield
        finally:
            connection.close()
    except DBAPIError as error:
        raise unavailable(error) from error
