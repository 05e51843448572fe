"""A full disk, a database that is gone: a clear sentence, and nothing half done."""

import asyncio
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import sleep
from typing import Any

import psycopg
import pytest

from croupier.house.log.event_store import Conflict, OutcomeUnknown, StoreUnavailable
from croupier.house.store import batch, database_url, open_store
from croupier.house.store.statements import execute
from croupier.house.store.writer import ATTEMPTS, Writer
from tests.house.postgres import Postgres
from tests.house.store.writing import Author, opened


@pytest.fixture
def own_server() -> Iterator[Postgres]:
    """A server that a test may take away."""
    with Postgres.started() as server:
        yield server


async def test_a_full_database_refuses_whole_appends_and_recovers(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    author = Author()
    async with opened(sqlite_url) as store:
        for _ in range(5):
            await store.append(author.write("table:T1"))
        known = dict(author.heads)

        session = store._writer._session
        begin = session.begin

        def within_limits() -> Any:
            connection = begin()
            execute(connection, "PRAGMA max_page_count=1")
            return connection

        monkeypatch.setattr(session, "begin", within_limits)
        appends = [author.write("table:T1", "jackpot:J1", amount=7) for _ in range(400)]
        outcomes = await asyncio.gather(
            *(store.append(append) for append in appends), return_exceptions=True
        )
        assert "The disk is full." in {str(outcome) for outcome in outcomes}
        failed = [outcome for outcome in outcomes if outcome is not None]
        assert failed
        assert all(isinstance(outcome, StoreUnavailable | Conflict) for outcome in failed)
        stored = len(outcomes) - len(failed)
        monkeypatch.undo()

        heads = await store.heads()
        assert heads["table:T1"].version == known["table:T1"].version + stored
        assert (await store.check(whole=True)).clean
    async with opened(sqlite_url) as store:
        await store.append(Author(heads, "after").write("table:T1"))
        assert (await store.check(whole=True)).clean


_FILLS_THE_DISK = """
import asyncio, resource, signal, sys
from croupier.house.log.event_store import StoreUnavailable
from tests.house.store.writing import Author, opened

async def main():
    author = Author()
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    async with opened(sys.argv[1]) as store:
        resource.setrlimit(resource.RLIMIT_FSIZE, (600_000, resource.RLIM_INFINITY))
        stored = 0
        try:
            while True:
                await store.append(author.write("table:T1"))
                stored += 1
        except StoreUnavailable as trouble:
            print(stored, trouble, flush=True)
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
        await store.append(Author(await store.heads(), "after").write("table:T1"))

asyncio.run(main())
"""


async def test_files_that_cannot_grow(sqlite_url: str) -> None:
    """The operating system refuses to make a file longer, in the middle of a commit."""
    done = subprocess.run(
        [sys.executable, "-c", _FILLS_THE_DISK, sqlite_url],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[3],
        env={"PYTHONPATH": "src:."},
    )
    stored, sentence = done.stdout.strip().split(" ", 1)
    assert sentence in ("The disk is full.", "The disk reports an error.")
    async with opened(sqlite_url) as store:
        assert (await store.heads())["table:T1"].version == int(stored) + 1
        assert (await store.check(whole=True)).clean


async def test_a_database_that_is_gone_and_comes_back(own_server: Postgres) -> None:
    author = Author()
    async with opened(own_server.new_database()) as store:
        await store.append(author.write("table:T1"))
        known = dict(author.heads)
        own_server.stop(signal.SIGQUIT)
        with pytest.raises(StoreUnavailable, match=r"The database (cannot be reached|was shut)"):
            await store.append(author.write("table:T1"))
        with pytest.raises(StoreUnavailable, match="cannot be reached"):
            await store.append(Author(known).write("table:T1"))
        with pytest.raises(StoreUnavailable, match="cannot be reached"):
            await store.heads()
        own_server.start()
        assert await store.heads() == known
        again = Author(known, "again")
        await store.append(again.write("table:T1"))
        assert (await store.check(whole=True)).clean


async def test_a_connection_lost_at_the_commit_is_looked_into(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The commit was made, but its answer never came: the store finds it and acknowledges."""
    author = Author()
    async with opened(postgres_url) as store:
        await store.append(author.write("table:T1"))
        engine = store._engine
        real = engine.dialect.do_commit

        def commit_and_break(connection: Any) -> None:
            monkeypatch.undo()
            real(connection)
            connection.dbapi_connection.close()
            connection.dbapi_connection.execute("SELECT 1")

        monkeypatch.setattr(engine.dialect, "do_commit", commit_and_break)
        await store.append(author.write("table:T1"))
        assert await store.heads() == author.heads

        def break_only(connection: Any) -> None:
            monkeypatch.undo()
            connection.dbapi_connection.close()
            connection.dbapi_connection.execute("SELECT 1")

        monkeypatch.setattr(engine.dialect, "do_commit", break_only)
        with pytest.raises(StoreUnavailable) as caught:
            await store.append(author.write("table:T1"))
        assert not isinstance(caught.value, OutcomeUnknown)
        assert (await store.heads())["table:T1"].version == 2


@pytest.mark.parametrize("pauses", [1, 5])
async def test_a_session_ended_for_standing_still_is_begun_again(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch, pauses: int
) -> None:
    """A crowded machine may hold a process up for longer than a transaction may stand still. It is
    over then, nothing of it is stored, and the same batch is tried again, five times in all."""
    author = Author()
    async with opened(postgres_url) as store:
        await store.append(author.write("table:T1"))
        known = dict(author.heads)
        monkeypatch.setattr(batch, "_TAKE_TURN", batch._TAKE_TURN.replace(batch._STALLED, "50ms"))
        real, paused = Writer._write, list[Any]()

        def held_up(writer: Writer, connection: Any, given: Any) -> None:
            if len(paused) < pauses:
                paused.append(given)
                sleep(0.5)
            real(writer, connection, given)

        monkeypatch.setattr(Writer, "_write", held_up)
        if pauses < ATTEMPTS:
            await store.append(author.write("table:T1"))
            known = dict(author.heads)
        else:
            with pytest.raises(StoreUnavailable, match="stood still") as caught:
                await store.append(author.write("table:T1"))
            assert not isinstance(caught.value, OutcomeUnknown)
        assert len(paused) == pauses
        assert await store.heads() == known
        assert (await store.check(whole=True)).clean


async def test_a_connection_lost_before_the_commit_is_made_anew(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As by a server that ends a session: nothing was stored, and it can be stored now."""
    author = Author()
    async with opened(postgres_url) as store:
        await store.append(author.write("table:T1"))
        real, ended = Writer._write, list[int]()

        def cut_off(writer: Writer, connection: Any, given: Any) -> None:
            if not ended:
                [(process,)] = execute(connection, "SELECT pg_backend_pid()").fetchall()
                ended.append(process)
                with psycopg.connect(postgres_url, autocommit=True) as other:
                    other.execute("SELECT pg_terminate_backend(%s, 5000)", (process,))
            real(writer, connection, given)

        monkeypatch.setattr(Writer, "_write", cut_off)
        await store.append(author.write("table:T1"))
        assert len(ended) == 1
        assert await store.heads() == author.heads
        assert (await store.check(whole=True)).clean


async def test_addresses_that_lead_nowhere(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("not a database, but long enough to be looked at" * 100)
    for url, sentence in (
        ("nonsense", "'nonsense' is not the URL of a database."),
        ("mysql://x/y", "'mysql' is no database known here"),
        ("sqlite://", "names no file"),
        (database_url(tmp_path / "missing"), "There is no folder"),
        (f"sqlite:///{tmp_path / 'text'}", "The file is not a database."),
        ("postgresql://nobody@127.0.0.1:9/none", "cannot be reached"),
    ):
        with pytest.raises(StoreUnavailable, match=sentence):
            await open_store(url)


def test_the_limits_of_this_process_are_untouched() -> None:
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] == resource.RLIM_INFINITY
