"""Databases for the tests of the house: SQLite in a folder, PostgreSQL from a real server."""

import asyncio
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.house.store import database_url, migrate
from tests.hashing import hash_weakly
from tests.house.postgres import Postgres

hash_weakly()


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """A test that is a coroutine runs in an event loop of its own."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = inspect.signature(pyfuncitem.obj).parameters
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names}))
    return True


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server; its database `ready` has the schema and can be copied."""
    with Postgres.started() as server:
        server.do("CREATE DATABASE ready")
        migrate(server.url("ready"))
        yield server


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return database_url(tmp_path)


@pytest.fixture
def postgres_url(postgres: Postgres) -> Iterator[str]:
    """Dropped after the test: hundreds of databases do not fit into memory."""
    url = postgres.new_database(template="ready")
    yield url
    postgres.do(f"DROP DATABASE IF EXISTS {url.rpartition('/')[2]} WITH (FORCE)")


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request: pytest.FixtureRequest) -> str:
    """An empty store on each database in turn."""
    kind = "sqlite_url" if request.param == "sqlite" else "postgres_url"
    url: str = request.getfixturevalue(kind)
    return url
