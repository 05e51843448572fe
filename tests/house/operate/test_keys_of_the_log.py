"""A start takes every key that the log names, in its order; a look at a house changes nothing."""

import asyncio
import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from croupier.cli.keys import keys as keys_command
from croupier.cli.people import people as people_command
from croupier.cli.serve import serve as serve_command
from croupier.cli.verify import verify as verify_command
from croupier.house.app.house import House
from croupier.house.log.event_store import Damaged
from croupier.house.operate.key_file import read_keys, write_keys
from croupier.house.sealing import Keyring, key_id
from croupier.house.store import database_url, open_store
from tests.house.houses import KEY, register_jackpot, register_table

OTHER = bytes(range(100, 132))


async def _house(folder: Path) -> None:
    """One with an administrator who has a password."""
    write_keys(folder / "house.key", Keyring((KEY,)))
    house = House(await open_store(database_url(folder)), KEY)
    await house.handler.streams.open()
    await register_jackpot(house.handler)
    await register_table(house.handler)
    assert await house.registry.open() is not None
    await house.stop()


async def _run(command: object, *arguments: str) -> Result:
    return await asyncio.to_thread(CliRunner().invoke, command, arguments)  # type: ignore[arg-type]


def _rows(folder: Path) -> dict[str, list[tuple[object, ...]]]:
    """Everything that the database holds."""
    with sqlite3.connect(folder / "house.db") as db:
        tables = [
            name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type='table'")
        ]
        return {name: sorted(db.execute(f"SELECT * FROM {name}"), key=repr) for name in tables}


async def _rotated(folder: Path) -> Path:
    """One whose key was changed."""
    await _house(folder)
    changed = await _run(keys_command, "rotate", "--data", str(folder))
    assert changed.exit_code == 0, changed.output
    return folder


async def test_the_first_key_is_missing_after_a_change(tmp_path: Path) -> None:
    """Whoever has the newest key alone does not become administrator by a start."""
    rotated = await _rotated(tmp_path)
    ring = read_keys(rotated / "house.key")
    before = _rows(rotated)
    write_keys(rotated / "house.key", Keyring((ring.current,)))
    for command in (
        (serve_command, "--port", "0"),
        (serve_command, "--check"),
        (people_command, "reset-password"),
    ):
        said = await _run(*command, "--data", str(rotated))
        assert said.exit_code == 2, said.output
        assert f"is under the key {key_id(KEY)}" in said.output
        assert "nothing was changed" in said.output
        assert "password, shown" not in said.output
    assert _rows(rotated) == before


@pytest.mark.parametrize("ring", ["turned round", "one before the first"])
async def test_the_keys_stand_in_another_order(tmp_path: Path, ring: str) -> None:
    """The secrets of people lie under the first: another first key would not open one of them."""
    rotated = await _rotated(tmp_path)
    right = read_keys(rotated / "house.key").keys
    wrong = right[::-1] if ring == "turned round" else (OTHER, *right)
    write_keys(rotated / "house.key", Keyring(wrong))
    said = await _run(serve_command, "--check", "--data", str(rotated))
    assert said.exit_code == 2
    assert "in the order of the log" in said.output


async def test_no_password_is_made_because_seals_do_not_fit(tmp_path: Path) -> None:
    """Also where the log no longer says what its first key was."""
    await _house(tmp_path)
    house = House(await open_store(database_url(tmp_path)), OTHER)
    await house.handler.streams.open()
    with pytest.raises(Damaged, match="no password there was kept under the first key"):
        await house.registry.open()
    house.keeps_snapshots = False
    await house.stop()


async def test_a_look_with_a_key_that_was_never_taken_up_leaves_the_house_as_it_is(
    tmp_path: Path,
) -> None:
    await _house(tmp_path)
    here = ("--data", str(tmp_path))
    before = _rows(tmp_path)
    write_keys(tmp_path / "house.key", Keyring((KEY, OTHER)))
    said = await _run(serve_command, "--check", *here)
    assert said.exit_code == 0, said.output
    assert "all is well" in said.output
    assert _rows(tmp_path) == before
    write_keys(tmp_path / "house.key", Keyring((KEY,)))
    assert (await _run(serve_command, "--check", *here)).exit_code == 0
    assert (await _run(verify_command, *here)).exit_code == 0


async def test_a_clean_check_is_sealed_under_the_key_of_the_log(tmp_path: Path) -> None:
    """A start that fails after its check has not taken its new key up."""
    await _house(tmp_path)
    store = await open_store(database_url(tmp_path))
    store.chain_under(Keyring((KEY, OTHER)))
    assert (await store.check()).clean
    store.chain_under(Keyring((KEY,)))
    again = await store.check()
    assert again.clean
    assert again.resumed
    await store.close()
