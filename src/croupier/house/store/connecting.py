"""Connecting to the database: one URL, SQLite or PostgreSQL, configured for full durability."""

import os
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import quote

from sqlalchemy import URL, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError

from croupier.extras import need
from croupier.house.log.event_store import StoreUnavailable
from croupier.house.store import private
from croupier.house.store.statements import begin
from croupier.house.store.write_ahead_log import LOG_PAGES

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
    need("postgres", "A house on PostgreSQL")
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
        driver = import_module("pysqlite3.dbapi2")
    except ImportError:
        driver = import_module("sqlite3.dbapi2")
    # What has no adapter is asked at each value whether it adapts itself, by way of an exception.
    driver.register_adapter(bytes, bytearray)
    driver.register_adapter(type(None), _as_it_is)
    return driver


def _as_it_is(value: None) -> None:
    return value


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
    event.listen(engine, "begin", begin)
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
    event.listen(engine, "begin", begin)
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
