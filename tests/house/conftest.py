"""Databases for the tests of the house: SQLite in a folder, PostgreSQL from a real server."""

import asyncio
import inspect
from collections.abc import Iterator
from pathlib import Path
from shutil import copy

import pytest

from croupier.house.store import DATABASE_NAME, database_url, migrate
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


@pytest.fixture(scope="session")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file that has the schema and can be copied: to make one takes longer than many tests."""
    folder = tmp_path_factory.mktemp("ready")
    migrate(database_url(folder))
    return folder / DATABASE_NAME


@pytest.fixture
def sqlite_url(ready: Path, tmp_path: Path) -> str:
    copy(ready, tmp_path)
    return database_url(tmp_path)


@pytest.fixture
def postgres_url(postgres: Postgres) -> Iterator[str]:
    """Dropped after the test: hundreds of databases do not fit into memory."""
    url = postgres.new_database(template="ready")
    yield url
    postgres.do(f"DROP DATABASE IF EXISTS {url.rpartition('/')[2]} WITH (FORCE)")


BOTH = ["sqlite", "postgresql"]
"""Always tried by the tests of the store itself; by others PostgreSQL in `make test-all`."""


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def store_url(request: pytest.FixtureRequest) -> str:
    """An empty store on each database in turn."""
    return url_of(request)


def url_of(request: pytest.FixtureRequest) -> str:
    kind = "sqlite_url" if request.param == "sqlite" else "postgres_url"
    url: str = request.getfixturevalue(kind)
    return url
