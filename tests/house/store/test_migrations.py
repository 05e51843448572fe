"""A house stored by an earlier program is brought up to date; its log stays as it is."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, text

from croupier.house.log.event_store import Search, StoreUnavailable
from croupier.house.model import commands as hc
from croupier.house.store import migrate, open_store
from croupier.house.store.connecting import connect
from croupier.house.store.schema import REVISION, metadata
from tests.house.houses import do, keeping
from tests.house.read.live import live_house, live_round
from tests.house.store.old import first_schema
from tests.house.store.writing import Author, opened
from tests.house.tampering import flat_records, insert
from tests.waiting import PATIENCE

STORED = Path(first_schema.__file__).parent / "schema_0001.sql"


def stored_house(path: Path) -> str:
    """The database of the first schema, as it was dumped when that was the newest."""
    with sqlite3.connect(path) as connection:
        connection.executescript(STORED.read_text())
    connection.close()
    return f"sqlite:///{path}"


async def test_a_house_of_the_first_schema_is_upgraded_and_goes_on(tmp_path: Path) -> None:
    url = stored_house(tmp_path / "old.db")
    assert migrate(url) == ("0001", REVISION)
    async with opened(url) as store:
        heads = await store.heads()
        assert {name: head.version for name, head in heads.items()} == first_schema.VERSIONS
        assert await store.balances() == first_schema.BALANCES
        assert (await store.check()).clean
        await store.append(Author(heads, "new").write("table:T1"))
        assert (await store.check(whole=True)).clean
    assert migrate(url) == (REVISION, REVISION)


async def test_opening_upgrades_too(tmp_path: Path) -> None:
    async with opened(stored_house(tmp_path / "old.db")) as store:
        assert (await store.check()).clean


async def test_the_steps_lead_to_the_schema_that_the_program_uses(store_url: str) -> None:
    migrate(store_url)
    engine = connect(store_url)
    with engine.connect() as connection:
        found = compare_metadata(MigrationContext.configure(connection), metadata)
    engine.dispose()
    assert found == []


async def test_a_later_schema_is_refused(store_url: str) -> None:
    migrate(store_url)
    engine = connect(store_url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(StoreUnavailable, match="made by a later version"):
        await open_store(store_url)


def _before_there_were_runs(connection: Connection) -> None:
    """A row for each record, as up to schema 0011; and without links, as up to 0007."""
    rows = [row[:-2] for row in flat_records(connection)]
    connection.execute(text("DROP TABLE records"))
    connection.execute(
        text(
            "CREATE TABLE records (seq BIGINT PRIMARY KEY, stream TEXT, version BIGINT, at TEXT, "
            '"by" TEXT, command TEXT, event TEXT, previous TEXT, hash TEXT)'
        )
    )
    insert(connection, "records", rows)


async def test_a_house_from_before_the_list_of_what_matters_gets_it(store_url: str) -> None:
    """0002 to the newest: the significant events of old records are listed as of new ones."""
    async with keeping(store_url) as handler:
        await live_house(handler)
        await live_round(handler)
        await do(handler, "T1", hc.PauseTable(reason="a spill"))
        listed = await handler.store.significant(Search())
    assert len(listed) > 3
    engine = connect(store_url)
    with engine.begin() as connection:
        for table in (
            "significant",
            "credentials",
            "results",
            "archives",
            "attempts",
            "processes",
            "leases",
            "proofs",
        ):
            connection.execute(text(f"DROP TABLE {table}"))
        _before_there_were_runs(connection)
        connection.execute(text("DROP INDEX postings_paid_index"))
        connection.execute(text("UPDATE alembic_version SET version_num = '0002'"))
    engine.dispose()
    assert migrate(store_url) == ("0002", REVISION)
    async with opened(store_url) as store:
        assert await store.significant(Search()) == listed
        assert (await store.check(whole=True)).clean


def test_several_processes_may_start_at_once(store_url: str, postgres: object) -> None:
    url = store_url
    if url.startswith("postgresql"):
        url = postgres.new_database()  # type: ignore[attr-defined]
    code = "import sys; from croupier.house.store import migrate; migrate(sys.argv[1])"
    started = [
        subprocess.Popen([sys.executable, "-c", code, url], env={"PYTHONPATH": "src"}, cwd=_ROOT)
        for _ in range(3)
    ]
    assert [process.wait(PATIENCE) for process in started] == [0, 0, 0]


_ROOT = Path(__file__).parents[3]
