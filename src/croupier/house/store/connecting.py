"""Connecting to the database: one URL, SQLite or PostgreSQL, configured for full durability.

What has been appended is known at once within this process, and from others through PostgreSQL's
notifications.
"""

import asyncio
import os
import threading
from collections.abc import AsyncIterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import quote

import msgspec
from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from croupier.house.log.event_store import StoreUnavailable
from croupier.house.store import private
from croupier.house.store.driver import execute
from croupier.house.store.write_ahead_log import LOG_PAGES
from croupier.house.store.writer import CHANNEL

SCHEMES = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}
DATABASE_NAME = "house.db"
BUSY_SECONDS = 10
"""How long to wait for another process that is writing."""
WAL_PAGES = 4 * LOG_PAGES
"""Where SQLite moves pages of its log itself, should `write_ahead_log` not keep up."""

POSTGRESQL = {
    "connect_timeout": 5,
    "application_name": "croupier",
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
    "options": (
        "-c synchronous_commit=on -c timezone=UTC -c lock_timeout=10s"
        " -c idle_in_transaction_session_timeout=30s"
    ),
}
"""A process or machine that dies releases its locks within seconds."""


def database_url(data: Path) -> str:
    """The URL of the embedded database in a data folder."""
    return f"sqlite:///{data / DATABASE_NAME}"


def read_url(url: str) -> URL:
    """The URL in SQLAlchemy's form; raises `StoreUnavailable` for an invalid one."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise StoreUnavailable(f"'{url}' is not the URL of a database.") from None
    if parsed.drivername not in SCHEMES:
        raise StoreUnavailable(
            f"'{parsed.drivername}' is no database known here; "
            "give sqlite:///PATH or postgresql://HOST/NAME."
        )
    if parsed.drivername == "sqlite" and not parsed.database:
        raise StoreUnavailable("The URL names no file; give sqlite:///PATH.")
    return parsed.set(drivername=SCHEMES[parsed.drivername])


def connect(url: str, *, read_only: bool = False) -> Engine:
    """An engine for a URL; nothing is opened yet."""
    parsed = read_url(url)
    if parsed.drivername == "sqlite":
        return _sqlite_to_read(parsed) if read_only else _sqlite(parsed)
    given = {key: POSTGRESQL[key] for key in POSTGRESQL.keys() - parsed.query.keys()}
    engine = create_engine(
        parsed,
        connect_args=given,
        pool_size=8,
        max_overflow=8,
        pool_use_lifo=True,  # the writer keeps one connection, whose pages are cached
        pool_recycle=1800,
        query_cache_size=200,
    )
    if read_only:
        event.listen(engine, "connect", _only_read)
    return engine


def sqlite_driver() -> ModuleType:
    """The driver with the newest SQLite available: Python's own is often old."""
    try:
        return import_module("pysqlite3.dbapi2")
    except ImportError:
        return import_module("sqlite3.dbapi2")


def _sqlite(url: URL) -> Engine:
    folder = Path(url.database or "").parent
    if not folder.is_dir():
        raise StoreUnavailable(f"There is no folder {folder} to keep the database in.")
    engine = create_engine(
        url,
        module=sqlite_driver(),
        connect_args={
            "timeout": BUSY_SECONDS,
            "isolation_level": None,
            "check_same_thread": False,
            "cached_statements": 256,
        },
        pool_size=8,
        max_overflow=8,
        pool_use_lifo=True,  # the writer keeps one connection, whose pages are cached
    )
    event.listen(engine, "do_connect", _keep_private)
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _sqlite_to_read(url: URL) -> Engine:
    """The file as it is: never created, never written to, its permissions unchanged.

    If SQLite's log (`-wal`) exists, it is read too. Where no files can be created, as on a
    read-only medium, and there is no log, the database file is taken to be complete; if there is a
    log without its index (`-shm`), nobody is writing, and the index is kept in memory.
    """
    path = Path(url.database or "")
    query = {"mode": "ro", "uri": "true"}
    log, index = (path.with_name(f"{path.name}-{kind}").exists() for kind in ("wal", "shm"))
    fixed = not os.access(path.parent, os.W_OK)
    if fixed and not log:
        query["immutable"] = "1"
    elif fixed and not index:
        query["vfs"] = "unix-none"
    engine = create_engine(
        URL.create("sqlite", database=f"file:{quote(str(path))}", query=query),
        module=sqlite_driver(),
        connect_args={
            "timeout": BUSY_SECONDS,
            "isolation_level": None,
            "check_same_thread": False,
        },
        pool_size=8,
        max_overflow=8,
    )
    if "vfs" in query:
        event.listen(engine, "connect", _index_in_memory)
    event.listen(engine, "begin", _begin)
    return engine


def _index_in_memory(connection: Any, _: object) -> None:
    connection.execute("PRAGMA locking_mode=EXCLUSIVE").fetchall()


def _only_read(connection: Any, _: object) -> None:
    """PostgreSQL refuses every change, even if this user could make it."""
    connection.execute("SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY")
    connection.commit()


def _keep_private(_dialect: object, _record: object, given: list[str], _more: object) -> None:
    """Before SQLite creates or opens the file."""
    private.database(Path(given[0]))


def _prepare(connection: Any, _: object) -> None:
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        f"wal_autocheckpoint={WAL_PAGES}",
        "cache_size=-32000",
    ):
        connection.execute(f"PRAGMA {pragma}").fetchall()


def _begin(connection: Connection) -> None:
    """Writers take the lock first, so that they wait for it and never fail half-way."""
    writes = connection.get_execution_options().get("writes", False)
    execute(connection, "BEGIN IMMEDIATE" if writes else "BEGIN")


# Notifications


POLL_SECONDS = 0.5
RETRY_SECONDS = 1.0
_read = msgspec.json.Decoder(dict[str, int]).decode

Listener = tuple[asyncio.AbstractEventLoop, "asyncio.Queue[dict[str, int]]"]


class Changes:
    """Passes on what was stored to all followers.

    After a lost connection to PostgreSQL, an empty change signals that something may have been
    missed.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._listeners: list[Listener] = []
        self._closing = threading.Event()
        self._thread: threading.Thread | None = None
        if engine.dialect.name == "postgresql":
            self._thread = threading.Thread(target=self._listen, daemon=True)
            self._thread.start()

    def stored_here(self, moved: dict[str, int]) -> None:
        """Called by the writer. On PostgreSQL the notice comes back from the database."""
        if self._thread is None:
            self._pass_on(moved)

    def follow(self) -> AsyncIterator[dict[str, int]]:
        """From now on; called in the event loop that will iterate."""
        listener = (asyncio.get_running_loop(), asyncio.Queue[dict[str, int]]())
        self._listeners.append(listener)
        return self._heard(listener)

    async def _heard(self, listener: Listener) -> AsyncIterator[dict[str, int]]:
        try:
            while True:
                yield await listener[1].get()
        finally:
            self._listeners.remove(listener)

    def close(self) -> None:
        self._closing.set()
        if self._thread is not None:
            self._thread.join()

    def _pass_on(self, moved: dict[str, int]) -> None:
        for loop, queue in tuple(self._listeners):
            with suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(queue.put_nowait, moved)

    def _listen(self) -> None:
        while not self._closing.is_set():
            try:
                with self._engine.connect() as connection:
                    raw: Any = connection.connection.dbapi_connection
                    connection.detach()
                    raw.autocommit = True
                    raw.execute(f"LISTEN {CHANNEL}")
                    self._pass_on({})
                    self._hear(raw)
            except (DBAPIError, OSError):
                pass
            except Exception as error:
                if not type(error).__module__.startswith("psycopg"):
                    raise
            self._closing.wait(RETRY_SECONDS)

    def _hear(self, raw: Any) -> None:
        while not self._closing.is_set():
            for notice in raw.notifies(timeout=POLL_SECONDS):
                self._pass_on(_read(notice.payload))
                if self._closing.is_set():
                    return
