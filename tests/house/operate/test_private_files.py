"""What a house writes is for its user alone, whatever the umask and the folder allow."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from croupier.house.operate.backup import copy_now
from croupier.house.operate.config import BadConfig, Config
from croupier.house.operate.data_folder import only_process
from croupier.house.read.archive_file import FORMAT, Footer, Header, write
from croupier.house.store import database_url, private
from tests.cli.running import run
from tests.house.houses import keeping, play_round, register_table
from tests.waiting import PATIENCE


@pytest.fixture(params=[0o000, 0o022, 0o177], ids=lambda mask: f"umask {mask:03o}")
def umask(request: pytest.FixtureRequest) -> Iterator[None]:
    before = os.umask(request.param)
    yield
    os.umask(before)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A folder that everybody may look into, as one made by hand is."""
    folder = tmp_path / "house"
    folder.mkdir()
    folder.chmod(0o755)
    return folder


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def modes(folder: Path) -> dict[str, int]:
    return {path.name: mode(path) for path in folder.iterdir() if path.is_file()}


def play(data: Path) -> None:
    async def one_round() -> None:
        async with keeping(database_url(data)) as handler:
            await register_table(handler, jackpot=None)
            await play_round(handler)
            assert {0o600} == set(modes(data).values()), modes(data)
            assert modes(data).keys() >= {"house.db", "house.db-wal", "house.db-shm"}

    asyncio.run(one_round())


@pytest.mark.usefixtures("umask")
def test_the_database_and_its_log_are_private_in_an_open_folder(data: Path) -> None:
    play(data)


@pytest.mark.usefixtures("umask")
def test_backups_restored_houses_and_exports_are_private(data: Path, tmp_path: Path) -> None:
    play(data)
    out = data / "open.backup"
    assert run("backup", str(out), "--data", str(data)).exit_code == 0
    assert mode(out) == 0o600
    back = tmp_path / "back"
    assert run("restore", str(out), "--data", str(back)).exit_code == 0
    assert (mode(back), mode(back / "house.db")) == (0o700, 0o600)
    made = copy_now(database_url(data), data / "backups", keep=2)
    assert (mode(data / "backups"), mode(data / "backups" / made.file)) == (0o700, 0o600)
    scripts = tmp_path / "scripts"
    assert run("export", "--data", str(data), "--out", str(scripts)).exit_code == 0
    assert mode(scripts) == 0o700
    assert list(modes(scripts).values()) == [0o600]
    report = tmp_path / "events.json"
    asked = run("report", "events", "--data", str(data), "--out", str(report))
    assert asked.exit_code == 0, asked.output
    assert mode(report) == 0o600
    write(tmp_path / "old", Header(FORMAT, 0, {}, {}), (), Footer(0, 0, {}, {}))
    assert mode(tmp_path / "old") == 0o600


def test_an_export_over_an_open_file_narrows_it(data: Path, tmp_path: Path) -> None:
    play(data)
    out = tmp_path / "shared"
    out.mkdir()
    out.chmod(0o755)
    (out / "T1-round-1.json").write_text("{}")
    (out / "T1-round-1.json").chmod(0o644)
    assert run("export", "--data", str(data), "--out", str(out)).exit_code == 0
    assert modes(out) == {"T1-round-1.json": 0o600}
    assert mode(out) == 0o755  # it is not ours


@contextmanager
def served(data: Path) -> Iterator[None]:
    """`croupier serve` as it is called, without a key in its environment."""
    log = (data.parent / "log").open("w")
    process = subprocess.Popen(
        [sys.executable, "-m", "croupier", "serve", "--data", str(data), "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=log,
        text=True,
        umask=0,
        env={name: value for name, value in os.environ.items() if "CROUPIER" not in name},
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith("The house is open at "), (data.parent / "log").read_text()
        yield
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)
        assert process.stdout is not None
        process.stdout.close()
        log.close()


def test_a_start_narrows_what_an_earlier_one_left_open(data: Path) -> None:
    data.chmod(0o755)
    with served(data):
        assert set(modes(data).values()) == {0o600}, modes(data)
        assert modes(data).keys() >= {"croupier.toml", "house.db", "house.key"}
    (data / "backups").mkdir(exist_ok=True)
    (data / "backups" / "house-1.backup").write_text("")
    (data / "heads.jsonl").touch()
    opened = ("backups", "backups/house-1.backup", "house.db", "croupier.toml", "heads.jsonl")
    for name in opened:
        (data / name).chmod(0o755)
    with served(data):
        for name in opened:
            assert mode(data / name) & 0o077 == 0, name
    said = [json.loads(one) for one in (data.parent / "log").read_text().splitlines() if "{" in one]
    narrowed = {one["file"]: one["mode"] for one in said if one["message"] == "narrowed"}
    assert narrowed == {str(data / name): "0755" for name in opened}
    assert mode(data) == 0o755  # it was there before the house, and may hold more than a house


def test_a_folder_made_for_a_house_is_private(data: Path) -> None:
    made = data / "house"
    with served(made):
        assert mode(made) == 0o700


@pytest.mark.parametrize("wide", [0o640, 0o604, 0o644, 0o620])
def test_a_key_that_others_may_read_opens_no_house(data: Path, wide: int) -> None:
    (data / "house.key").write_text("0" * 64 + "\n")
    (data / "house.key").chmod(wide)
    refused = run("serve", "--data", str(data), "--check")
    assert refused.exit_code == 2
    assert "others on this machine may read the key" in refused.stderr
    assert "chmod 600" in refused.stderr
    assert mode(data / "house.key") == wide  # whoever runs the house decides
    (data / "house.key").chmod(0o600)
    narrowed = run("serve", "--data", str(data), "--check")
    assert "the log is missing" in narrowed.stderr  # it is taken for the key of a house


def test_a_key_in_open_settings_opens_no_house(data: Path) -> None:
    (data / "croupier.toml").write_text(f'key = "{"0" * 64}"\n')
    (data / "croupier.toml").chmod(0o644)
    refused = run("serve", "--data", str(data), "--check")
    assert refused.exit_code == 2
    assert "croupier.toml: others on this machine may read the key" in refused.stderr


def test_a_shared_folder_is_left_as_it_is(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o1777)
    private.folder(shared)
    assert shared.stat().st_mode & 0o7777 == 0o1777


def test_a_folder_is_locked_whatever_is_taken_out_of_it(tmp_path: Path) -> None:
    """SQLite has one process: no file can be removed to let a second one in."""
    with only_process(Config(), tmp_path):
        for path in tmp_path.iterdir():
            path.unlink()
        with (
            pytest.raises(BadConfig, match="another server runs"),
            only_process(Config(), tmp_path),
        ):
            pass
    with only_process(Config(), tmp_path):
        pass
