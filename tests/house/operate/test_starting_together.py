"""Processes that start at once on one database: one begins the house, under one key."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.house.store import open_store
from tests.house.houses import KEY
from tests.waiting import PATIENCE

SERVE = "from croupier.cli.serve import serve; serve(prog_name='croupier serve')"
OTHER_KEY = "5e" * 32


class Starting:
    """`croupier serve` on a database that it shares, with a folder of its own or a given key."""

    def __init__(self, url: str, data: Path | None = None, key: str | None = None) -> None:
        given = {} if key is None else {"CROUPIER_KEY": key}
        where = [] if data is None else ["--data", str(data)]
        self._process = subprocess.Popen(
            [sys.executable, "-c", SERVE, "--database", url, "--port", "0", *where],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, **given},
        )
        self.said = ""
        self.is_open = False

    def wait(self) -> None:
        """Until it is open, or has ended."""
        assert self._process.stdout is not None
        self.said = self._process.stdout.readline()
        self.is_open = self.said.startswith("The house is open at ")

    def end(self) -> tuple[str, str]:
        """What it said on standard output and standard error."""
        process = self._process
        assert process.stdout is not None
        assert process.stderr is not None
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)
        with process.stdout, process.stderr:
            return self.said + process.stdout.read(), process.stderr.read()


async def test_one_of_three_prints_the_password(postgres_url: str) -> None:
    starting = [Starting(postgres_url, key=KEY.hex()) for _ in range(3)]
    for one in starting:
        one.wait()
    assert [one.is_open for one in starting] == [True] * 3
    said = [one.end()[0] for one in starting]
    assert sum("One-time password" in one for one in said) == 1, said


async def test_of_three_that_would_make_a_key_one_begins_the_house(
    postgres_url: str, tmp_path: Path
) -> None:
    folders = [tmp_path / name for name in ("one", "two", "three")]
    starting = [Starting(postgres_url, data=folder) for folder in folders]
    for one in starting:
        one.wait()
    assert sorted(one.is_open for one in starting) == [False, False, True]
    for one, folder in zip(starting, folders, strict=True):
        out, wrong = one.end()
        assert (folder / "house.key").exists() == one.is_open
        if not one.is_open:
            assert "is under the key" in wrong
            assert "Traceback" not in wrong
            assert out == ""


@pytest.mark.parametrize("given", [OTHER_KEY, pytest.param(None, marks=pytest.mark.slow)])
async def test_a_process_with_another_key_leaves_the_house_as_it_is(
    postgres_url: str, tmp_path: Path, given: str | None
) -> None:
    """Neither its key nor one that it would make: the others go on, and so does who starts next."""
    right = Starting(postgres_url, key=KEY.hex())
    right.wait()
    assert right.is_open
    before = await _stored(postgres_url)
    wrong = Starting(postgres_url, data=tmp_path, key=given)
    wrong.wait()
    assert not wrong.is_open
    sentence = wrong.end()[1]
    assert "is under the key" in sentence
    assert "Found wrong" not in sentence
    assert not (tmp_path / "house.key").exists()
    assert await _stored(postgres_url) == before
    right.end()
    again = Starting(postgres_url, key=KEY.hex())
    again.wait()
    assert again.is_open
    again.end()


async def _stored(url: str) -> tuple[object, ...]:
    store = await open_store(url)
    try:
        return await store.heads(), await store.saved(), await store.credentials.all()
    finally:
        await store.close()
