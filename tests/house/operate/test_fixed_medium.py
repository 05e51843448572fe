"""A house on a medium that can only be read is proved where it lies, with what its log holds."""

import ctypes
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from croupier.house.store import database_url, open_store
from croupier.house.store.connecting import sqlite_driver
from tests.house.houses import DEALER, KEY, MANAGER
from tests.house.serving import introduced

MAIN = "from croupier.cli.main import main; main()"
_READ_ONLY, _AGAIN = 1, 32


@contextmanager
def medium(folder: Path, files: list[Path]) -> Iterator[None]:
    """A file system with copies of these files, to which nothing can be written."""
    system = ctypes.CDLL(None, use_errno=True)
    where = os.fsencode(folder)
    if system.mount(b"croupier", where, b"tmpfs", 0, b"size=64m"):
        pytest.skip(f"nothing may be mounted here: {os.strerror(ctypes.get_errno())}")
    try:
        for file in files:
            shutil.copy(file, folder)
        assert not system.mount(b"croupier", where, None, _READ_ONLY | _AGAIN, None)
        yield
    finally:
        assert not system.umount2(where, 0), os.strerror(ctypes.get_errno())


@pytest.mark.skipif(sys.platform != "linux", reason="mounts are Linux's own")
@pytest.mark.parametrize("kinds", [("",), ("", "-wal"), ("", "-wal", "-shm")])
async def test_it_is_proved_with_and_without_the_files_beside_it(
    tmp_path: Path, kinds: tuple[str, ...]
) -> None:
    alive, fixed = tmp_path / "alive", tmp_path / "fixed"
    alive.mkdir()
    fixed.mkdir()
    store = await open_store(database_url(alive))  # held open: what is written stays in the log
    await introduced(database_url(alive), MANAGER, DEALER)
    if kinds == ("",):
        await store.close()  # which moves all of it into the database
    records = _records(alive)
    with medium(fixed, [alive / f"house.db{kind}" for kind in kinds]):
        done = subprocess.run(
            [sys.executable, "-c", MAIN, "verify", "--data", str(fixed)],
            env={**os.environ, "CROUPIER_KEY": KEY.hex()},
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.stdout.endswith("All is well.\n"), done.stdout + done.stderr
    assert done.stdout.startswith(f"{records} records")
    if kinds != ("",):
        await store.close()


def _records(folder: Path) -> int:
    with closing(sqlite_driver().connect(str(folder / "house.db"))) as connection:
        return int(connection.execute("SELECT sum(length) FROM records").fetchone()[0])
