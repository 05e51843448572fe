"""A destroyed page of the database is found, wherever it lies: by --check, verify and backup."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.house.operate.backup import BackupFailed, back_up
from croupier.house.store import database_url, open_store
from croupier.house.store.connecting import sqlite_driver
from tests.house.houses import DEALER, KEY, MANAGER
from tests.house.serving import introduced

PAGE = 4096


async def _house(folder: Path) -> Path:
    """One with a few records, closed so that all of it lies in its file."""
    await introduced(database_url(folder), MANAGER, DEALER)
    store = await open_store(database_url(folder))
    assert (await store.check(whole=True)).clean
    await store.close()
    return folder / "house.db"


def _page_of(file: Path, table: str) -> int:
    with sqlite_driver().connect(str(file)) as connection:
        found = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,))
        return int(found.fetchone()[0])


def _destroy(file: Path, page: int) -> None:
    with file.open("r+b") as data:
        data.seek((page - 1) * PAGE)
        data.write(b"\xa5" * PAGE)


def _croupier(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", "from croupier.cli.main import main; main()", *arguments],
        env={**os.environ, "CROUPIER_KEY": KEY.hex()},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    "table",
    [
        "records",
        "significant_at_index",
        *(
            pytest.param(one, marks=pytest.mark.slow)
            for one in ("answers", "significant", "snapshots")
        ),
    ],
)
async def test_a_destroyed_page_of_sqlite(tmp_path: Path, table: str) -> None:
    file = await _house(tmp_path)
    assert _croupier("serve", "--check", "--data", str(tmp_path)).returncode == 0
    _destroy(file, _page_of(file, table))
    for command in (("serve", "--check"), ("verify",)):
        done = _croupier(*command, "--data", str(tmp_path))
        said = done.stdout + done.stderr
        assert done.returncode in (1, 2), said
        assert "damaged" in said
        assert "Traceback" not in said
    with pytest.raises(BackupFailed, match="damaged"):
        back_up(database_url(tmp_path), tmp_path / "copy")
    assert not (tmp_path / "copy").exists()
    assert not list(tmp_path.glob("copy.part*"))
