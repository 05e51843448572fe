"""Backup and restore by one command each, while the house runs, from either database to either."""

import asyncio
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import text

from croupier.cli.backup import backup as backup_command
from croupier.cli.backup import restore as restore_command
from croupier.house.model.records import Entry
from croupier.house.operate.backup import BackupFailed, back_up, restore
from croupier.house.store import database_url
from tests.house.postgres import Postgres
from tests.house.store.test_checking import tampering, written
from tests.house.store.test_migrations import stored_house
from tests.house.store.writing import Author, opened
from tests.waiting import until


@pytest.fixture(params=["sqlite", "postgresql"])
def target_url(request: pytest.FixtureRequest, tmp_path: Path, postgres: Postgres) -> str:
    """Where a backup may go: a folder without a house, a database without tables."""
    if request.param == "postgresql":
        return postgres.new_database()
    (tmp_path / "target").mkdir()
    return database_url(tmp_path / "target")


async def everything(url: str) -> tuple[list[Entry], dict[str, int], object]:
    async with opened(url) as store:
        return list(await store.scan()), await store.balances(), await store.heads()


async def test_what_is_restored_is_what_was_backed_up(
    store_url: str, target_url: str, tmp_path: Path
) -> None:
    await written(store_url)
    copied = back_up(store_url, tmp_path / "backup")
    assert (copied.streams, copied.records) == (4, 60)
    assert restore(tmp_path / "backup", target_url) == copied
    assert await everything(target_url) == await everything(store_url)
    async with opened(target_url) as store:
        author = Author(await store.heads(), "after")
        assert await store.answered("author-1") is not None
        await store.append(author.write("table:T1"))
        assert (await store.scan())[-1].seq == 61
        assert (await store.check(whole=True)).clean


async def test_a_backup_is_one_file(store_url: str, tmp_path: Path) -> None:
    await written(store_url, 3)
    folder = tmp_path / "out"
    folder.mkdir()
    back_up(store_url, folder / "backup")
    assert [path.name for path in folder.iterdir()] == ["backup"]


async def test_the_house_runs_on_while_it_is_backed_up(store_url: str, tmp_path: Path) -> None:
    author = Author()
    async with opened(store_url) as store:
        stop = asyncio.Event()

        async def write() -> None:
            while not stop.is_set():
                await asyncio.gather(
                    *(store.append(author.write(f"table:T{n}", "jackpot:J1")) for n in range(5))
                )

        async def grown() -> bool:
            stored = sum(head.version for head in (await store.heads()).values())
            return stored > (sizes[-1] if sizes else 0)

        writing = asyncio.create_task(write())
        sizes: list[int] = []
        for number in range(3):
            await until(grown)
            out = tmp_path / f"backup{number}"
            sizes.append((await asyncio.to_thread(back_up, store_url, out)).records)
        stop.set()
        await writing
        final = sum(head.version for head in (await store.heads()).values())
        assert 0 < sizes[0] < sizes[1] < sizes[2] <= final


async def test_nothing_is_overwritten(store_url: str, target_url: str, tmp_path: Path) -> None:
    await written(store_url, 3)
    back_up(store_url, tmp_path / "backup")
    with pytest.raises(BackupFailed, match="is there already"):
        back_up(store_url, tmp_path / "backup")
    restore(tmp_path / "backup", target_url)
    before = await everything(target_url)
    with pytest.raises(BackupFailed, match=r"already"):
        restore(tmp_path / "backup", target_url)
    assert await everything(target_url) == before


@pytest.mark.parametrize("ending", ["-wal", "-shm", "-journal"])
async def test_nothing_is_restored_beside_the_log_of_another_file(
    sqlite_url: str, tmp_path: Path, ending: str
) -> None:
    """SQLite would take its pages for those of the file."""
    await written(sqlite_url, 3)
    back_up(sqlite_url, tmp_path / "backup")
    (tmp_path / "target").mkdir()
    left = tmp_path / "target" / f"house.db{ending}"
    left.touch()
    with pytest.raises(BackupFailed, match=f"house.db{ending} is there already"):
        restore(tmp_path / "backup", database_url(tmp_path / "target"))
    assert list((tmp_path / "target").iterdir()) == [left]


async def test_a_log_that_is_not_sound_is_not_backed_up_in_silence(
    store_url: str, tmp_path: Path
) -> None:
    await written(store_url, 3)
    with tampering(store_url) as connection:
        connection.execute(text("UPDATE records SET command = 'x' WHERE seq = 2"))
    with pytest.raises(BackupFailed, match=r"not sound at jackpot:J1 1: the record was changed"):
        back_up(store_url, tmp_path / "backup")
    assert not list(tmp_path.glob("backup*"))


async def test_a_backup_that_was_changed_is_not_restored(
    store_url: str, target_url: str, tmp_path: Path
) -> None:
    await written(store_url, 3)
    back_up(store_url, tmp_path / "backup")
    with tampering(f"sqlite:///{tmp_path / 'backup'}") as connection:
        connection.execute(text("UPDATE balances SET amount = 0 WHERE account = 'player:ann'"))
    with pytest.raises(BackupFailed, match="account player:ann"):
        restore(tmp_path / "backup", target_url)
    assert (await everything(target_url))[0] == []


async def test_a_backup_of_an_older_schema_is_brought_up_to_date(
    target_url: str, tmp_path: Path
) -> None:
    old = stored_house(tmp_path / "old.db")
    back_up(old, tmp_path / "backup")
    restore(tmp_path / "backup", target_url)
    async with opened(target_url) as store:
        assert (await store.check()).clean
        assert len(await store.scan()) == 12


async def test_what_is_no_house_is_said_so(
    tmp_path: Path, target_url: str, postgres: Postgres
) -> None:
    (tmp_path / "text").write_text("nothing of the kind " * 200)
    for source, sentence in (
        (tmp_path / "missing", "There is no file"),
        (tmp_path / "text", "not a database"),
    ):
        with pytest.raises(BackupFailed, match=sentence):
            restore(source, target_url)
    with pytest.raises(BackupFailed, match="There is no house"):
        back_up(database_url(tmp_path), tmp_path / "backup")
    with pytest.raises(BackupFailed, match="There is no house"):
        back_up(postgres.new_database(), tmp_path / "backup")


async def test_the_commands(sqlite_url: str, tmp_path: Path) -> None:
    await written(sqlite_url, 3)
    run = CliRunner(env={"CROUPIER_DATABASE": None}).invoke
    out, data = str(tmp_path / "backup"), str(tmp_path / "new" / "house")
    done = run(backup_command, ["--data", str(tmp_path), out])
    assert (done.exit_code, done.output) == (0, f"{out}: 6 records of 4 streams, checked.\n")
    again = run(backup_command, ["--database", sqlite_url, out])
    assert (again.exit_code, again.output) == (
        2,
        f"croupier: {out} is there already; nothing is overwritten.\n",
    )
    done = run(restore_command, [out, "--data", data])
    assert done.exit_code == 0, done.output
    assert "6 records of 4 streams restored and checked, up to 2026-01-01T12:00:00" in done.output
    assert run(restore_command, [out, "--data", data]).exit_code == 2
    lost = run(backup_command, [out])
    assert lost.exit_code == 2
    assert "say where the house is" in lost.output
    assert await everything(database_url(Path(data))) == await everything(sqlite_url)
