"""The files of the database are deleted or replaced while the house is open: nothing is taken for
stored that nobody could read afterwards."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from croupier.house.client import Client, NotDone, by_two
from croupier.house.log.event_store import OutcomeUnknown, StoreUnavailable
from croupier.house.model import commands as hc
from croupier.house.store import database_url, open_store
from croupier.house.store.failures import REPLACED
from croupier.house.store.writer import Writer
from croupier.script.format import TableEntry
from tests.house.houses import MANAGER, SECOND
from tests.house.serving import introduced, program
from tests.house.store.writing import Author, opened


def _deleted(database: Path) -> None:
    database.unlink()


def _moved_away(database: Path) -> None:
    database.rename(database.with_name("old.db"))


def _replaced(database: Path) -> None:
    """As by somebody who restores a copy."""
    copy = database.with_name("copy.db")
    shutil.copy(database, copy)
    copy.replace(database)


def _without_log(database: Path) -> None:
    Path(f"{database}-wal").unlink()


EVERY = pytest.mark.parametrize("happens", [_deleted, _moved_away, _replaced, _without_log])


@EVERY
async def test_nothing_is_written_to_files_that_are_gone(
    tmp_path: Path, happens: Callable[[Path], None]
) -> None:
    author = Author()
    told: list[str] = []
    async with opened(database_url(tmp_path)) as store:
        store.on_stop(told.append)
        await store.append(author.write("table:T1"))
        happens(tmp_path / "house.db")
        with pytest.raises(StoreUnavailable) as caught:
            await store.append(author.write("table:T1"))
        assert (type(caught.value), str(caught.value)) == (StoreUnavailable, REPLACED)
        with pytest.raises(StoreUnavailable):
            await store.demand_writable()
        assert told == [REPLACED]


@EVERY
async def test_what_is_not_a_command_finds_out_too(
    tmp_path: Path, happens: Callable[[Path], None]
) -> None:
    async with opened(database_url(tmp_path)) as store:
        await store.append(Author().write("table:T1"))
        await store.demand_writable()
        await store.append(Author(name="another").write("table:T2"))
        happens(tmp_path / "house.db")
        with pytest.raises(StoreUnavailable, match="deleted, moved or replaced"):
            await store.demand_writable()


@EVERY
async def test_what_was_written_meanwhile_is_not_called_stored(
    tmp_path: Path, happens: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    author = Author()
    async with opened(database_url(tmp_path)) as store:
        await store.append(author.write("table:T1"))
        real = Writer._write

        def and_then(writer: Writer, connection: Any, batch: Any) -> None:
            real(writer, connection, batch)
            happens(tmp_path / "house.db")

        monkeypatch.setattr(Writer, "_write", and_then)
        with pytest.raises(OutcomeUnknown, match="deleted, moved or replaced"):
            await store.append(author.write("table:T1"))


@EVERY
@pytest.mark.parametrize("linked", [False, True])
async def test_files_that_are_gone_after_other_writing_are_missed(
    tmp_path: Path, happens: Callable[[Path], None], *, linked: bool
) -> None:
    """The writer has given its connection back in between; SQLite keeps the log beside the file
    that a link leads to."""
    (tmp_path / "disk").mkdir()
    author = Author()
    database = tmp_path / "disk" / "house.db"
    url = database_url(tmp_path)
    if linked:
        (tmp_path / "house.db").symlink_to(database)
    else:
        url = database_url(tmp_path / "disk")
    async with opened(url) as store:
        await store.append(author.write("table:T1"))
        await store.demand_writable()
        happens(database)
        with pytest.raises(StoreUnavailable, match="deleted, moved or replaced"):
            await store.append(author.write("table:T1"))


async def test_the_log_stays_however_many_connections_are_closed(tmp_path: Path) -> None:
    """With its last connection SQLite would remove it."""
    author = Author()
    async with opened(database_url(tmp_path)) as store:
        await store.append(author.write("table:T1"))
        before = (tmp_path / "house.db-wal").stat().st_ino
        for _ in range(3):
            await store.demand_writable()
            await store.heads()
            store._engine.pool.dispose()
            await store.append(author.write("table:T1"))
        assert (tmp_path / "house.db-wal").stat().st_ino == before
        assert await store.heads() == author.heads
    assert not (tmp_path / "house.db-wal").exists()


async def test_the_house_says_why_and_stops(tmp_path: Path) -> None:
    url = database_url(tmp_path)
    with program(tmp_path) as server:
        tokens = await introduced(url, MANAGER, approving=[SECOND])
        address = server.start()
        manager, second = (Client(address, tokens[who.id]) for who in (MANAGER, SECOND))
        entry = TableEntry("casino-stud", boxes=6, entry="recording")  # type: ignore[arg-type]
        await by_two(manager, second, hc.RegisterTable(name="T1", entry=entry))
        _replaced(tmp_path / "house.db")
        with pytest.raises(NotDone) as caught:
            await by_two(manager, second, hc.RegisterTable(name="T2", entry=entry))
        assert caught.value.trouble.message == REPLACED
        for client in (manager, second):
            await client.close()
        assert server.ended() not in (0, 3)
    store = await open_store(url)  # the copy, of which nothing was changed
    try:
        assert (await store.check(whole=True)).clean
    finally:
        await store.close()
