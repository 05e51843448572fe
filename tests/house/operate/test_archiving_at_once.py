"""Whoever archives while somebody else does loses no record."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from shutil import copy
from typing import Any

import pytest

from croupier.house.model.records import Marker
from croupier.house.operate import archiving
from croupier.house.operate.archiving import archive_days
from croupier.house.operate.closed_days import CannotArchive
from croupier.house.read.archive_file import file_digest
from croupier.house.read.proof.archives import prove_archives
from croupier.house.read.proof.verify import verify
from croupier.house.store import DATABASE_NAME, database_url, open_store
from tests.house.operate.closed_days import DAYS, NOW, RING, three_days
from tests.house.operate.test_archived_days import THIRD


async def demand_all_in_files(url: str, folder: Path) -> None:
    store = await open_store(url)
    try:
        assert (await verify(store, keys=RING)).findings == ()
        markers = await store.markers()
        assert [one.digest for one in markers] == [
            file_digest(folder / one.file) for one in markers
        ]
        assert prove_archives([folder / one.file for one in markers], markers, RING) is None
    finally:
        await store.close()


async def test_of_two_that_archive_at_once_one_is_refused(
    postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second comes when the file of the first is written, and not yet in its place."""
    await three_days(postgres_url)
    real = archiving._move
    refused: list[str] = []

    def interrupted(*given: Any) -> None:
        monkeypatch.setattr(archiving, "_move", real)
        try:
            asyncio.run(archive_days(postgres_url, THIRD, tmp_path, NOW, RING))
        except CannotArchive as error:
            refused.append(str(error))
        real(*given)

    monkeypatch.setattr(
        archiving, "_move", lambda *given: _in_another_thread(lambda: interrupted(*given))
    )
    made = await archive_days(postgres_url, THIRD, tmp_path, NOW, RING)
    assert refused == ["Somebody else is archiving records of this house; nothing was moved."]
    assert [one.file for one in made] == [f"{day}.jsonl.gz" for day in DAYS[:2]]
    await demand_all_in_files(postgres_url, tmp_path)
    assert not list(tmp_path.glob("*.part"))


def _in_another_thread(work: Callable[[], None]) -> None:
    with ThreadPoolExecutor(1) as pool:
        pool.submit(work).result()


async def test_two_houses_archive_into_one_folder(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither takes the half-written file of the other for its own, or for one left over."""
    await three_days(sqlite_url)
    other = tmp_path / "other"
    other.mkdir()
    copy(tmp_path / DATABASE_NAME, other)
    files = tmp_path / "files"
    files.mkdir()
    real = archiving._move
    written: list[Path] = []

    def seen(url: str, marker: Marker, writing: Path, to: Path) -> None:
        written.append(writing)
        assert all(file_digest(one) for one in written)
        raise CannotArchive("enough")

    def interrupted(url: str, marker: Marker, writing: Path, to: Path) -> None:
        written.append(writing)
        monkeypatch.setattr(archiving, "_move", seen)
        with pytest.raises(CannotArchive, match="enough"):
            asyncio.run(archive_days(database_url(other), THIRD, files, NOW, RING))
        monkeypatch.setattr(archiving, "_move", real)
        real(url, marker, writing, to)

    monkeypatch.setattr(
        archiving, "_move", lambda *given: _in_another_thread(lambda: interrupted(*given))
    )
    await archive_days(sqlite_url, THIRD, files, NOW, RING)
    assert len(set(written)) == 2
    assert not list(files.glob("*.part"))
    await demand_all_in_files(sqlite_url, files)


async def test_a_file_that_is_not_the_markers_takes_no_records_place(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await three_days(sqlite_url)
    files = tmp_path / "files"
    files.mkdir()
    real = archiving._move

    def exchanged(url: str, marker: Marker, writing: Path, to: Path) -> None:
        writing.write_bytes(b"something else")
        real(url, marker, writing, to)

    monkeypatch.setattr(archiving, "_move", exchanged)
    with pytest.raises(CannotArchive, match=r"was changed while it was written; nothing was moved"):
        await archive_days(sqlite_url, THIRD, files, NOW, RING)
    assert not list(files.iterdir())
    monkeypatch.setattr(archiving, "_move", real)
    assert len(await archive_days(sqlite_url, THIRD, files, NOW, RING)) == 2
    await demand_all_in_files(sqlite_url, files)


async def test_a_file_that_came_meanwhile_is_not_overwritten(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await three_days(sqlite_url)
    files = tmp_path / "files"
    files.mkdir()
    real = archiving._move

    def late(url: str, marker: Marker, writing: Path, to: Path) -> None:
        to.write_bytes(b"of somebody else")
        real(url, marker, writing, to)

    monkeypatch.setattr(archiving, "_move", late)
    with pytest.raises(CannotArchive, match="is there already; nothing is overwritten"):
        await archive_days(sqlite_url, THIRD, files, NOW, RING)
    [there] = files.iterdir()
    assert there.read_bytes() == b"of somebody else"
