"""One process at a time, where several share a database: those that start take turns, and of those
that archive one is let in.

The locks are PostgreSQL's. They last as long as the connection that took them, so a process that is
killed leaves none behind. On SQLite a house has only one process anyway.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import DBAPIError

from croupier.house.store.failures import unavailable

_START = 0x43524F5550535452
"""The advisory lock of the process that is starting: `CROUPSTR`."""
_ARCHIVE = 0x43524F5550415243
"""The one of the process that is archiving: `CROUPARC`."""
PATIENCE_SECONDS = 120


@contextmanager
def taking_turns_to_start(engine: Engine) -> Iterator[None]:
    """Until its end no other process starts: a start creates what is missing (a key, the first
    record, an administrator), and two that looked at the same moment would both create it."""
    if engine.dialect.name != "postgresql":
        yield
        return
    try:
        with _own_connection(engine) as connection:
            connection.execute(text(f"SET lock_timeout = '{PATIENCE_SECONDS}s'"))
            connection.execute(text("SELECT pg_advisory_lock(:key)"), {"key": _START})
            yield
    except DBAPIError as error:
        raise unavailable(error) from error


@contextmanager
def alone_in_archiving(engine: Engine) -> Iterator[bool]:
    """Whether this process may archive: until its end no other may. Nobody waits, because whoever
    comes second would find other records than those it was to archive."""
    if engine.dialect.name != "postgresql":
        yield True
        return
    try:
        with _own_connection(engine) as connection:
            taken = text("SELECT pg_try_advisory_lock(:key)")
            yield bool(connection.scalar(taken, {"key": _ARCHIVE}))
    except DBAPIError as error:
        raise unavailable(error) from error


@contextmanager
def _own_connection(engine: Engine) -> Iterator[Connection]:
    """A lock lasts as long as its connection, which is therefore not shared."""
    connection = engine.connect().execution_options(isolation_level="AUTOCOMMIT")
    connection.detach()
    try:
        yield connection
    finally:
        connection.close()
