"""Proof for outsiders: a recorded house proves itself, and whatever is changed in it is found."""

import asyncio
import random
import sqlite3
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from croupier.cli.verify import verify as verify_command
from croupier.house.daily import verify_once
from croupier.house.store import database_url, open_store
from croupier.house.verify import Verification, verify
from tests.house.service.houses import (
    GAMES,
    keeping,
    play_at_random,
    play_round,
    register_jackpot,
    register_table,
)

TAMPERINGS = 60


async def proved(url: str) -> Verification:
    store = await open_store(url)
    try:
        return await verify(store)
    finally:
        await store.close()


async def played(url: str, rounds: int = 2) -> None:
    """A house with every game, some of it linked, irregularities included."""
    async with keeping(url) as keeper:
        for rulebook in GAMES:
            linked = None if rulebook == "three-card-poker" else f"J-{rulebook}"
            if linked is not None:
                await register_jackpot(keeper, linked)
            await register_table(keeper, rulebook, rulebook, linked)
        for seed in range(rounds):
            await asyncio.gather(
                *(play_round(keeper, rulebook, (1, 2), seed=seed) for rulebook in GAMES)
            )


async def test_a_played_house_proves_itself(store_url: str) -> None:
    await played(store_url)
    async with keeping(store_url) as keeper:
        for rulebook in GAMES:
            await play_at_random(keeper, rulebook, 60, seed=3)
    proof = await proved(store_url)
    assert proof.wrong is None
    assert proof.tables == 5
    assert proof.jackpots == 4
    assert proof.rounds >= 10
    assert proof.shuffles >= 10
    assert proof.postings > 100


async def test_a_running_house_has_its_log_checked(sqlite_url: str) -> None:
    await played(sqlite_url, rounds=1)
    assert await verify_once(sqlite_url)
    assert await verify_once(sqlite_url, "--new")
    [database] = Path(sqlite_url.removeprefix("sqlite:///")).parent.glob("*.db")
    with sqlite3.connect(database) as connection:
        _defenceless(connection)
        connection.execute("UPDATE balances SET amount = amount + 1 WHERE account = 'house'")
    connection.close()
    assert not await verify_once(sqlite_url)


async def test_the_command_says_what_it_proved(tmp_path: Path) -> None:
    await played(database_url(tmp_path), rounds=1)
    result = await asyncio.to_thread(
        CliRunner().invoke, verify_command, ["--data", str(tmp_path), "--json"]
    )
    assert result.exit_code == 0
    assert msgspec.json.decode(result.stdout)["clean"] is True
    [database] = tmp_path.glob("*.db")
    with sqlite3.connect(database) as connection:
        _defenceless(connection)
        connection.execute("UPDATE records SET event = replace(event, '1000', '9000')")
    connection.close()
    result = await asyncio.to_thread(CliRunner().invoke, verify_command, ["--data", str(tmp_path)])
    assert result.exit_code == 1
    assert "Wrong: " in result.stdout


def _defenceless(connection: sqlite3.Connection) -> None:
    """Somebody who owns the file can take away what guards it."""
    triggers = connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
    for (name,) in triggers.fetchall():
        connection.execute(f'DROP TRIGGER "{name}"')


def _tamper(connection: sqlite3.Connection, chance: random.Random) -> str:
    """One change of one row, of any kind, anywhere in what must hold."""
    table = chance.choice(["records", "records", "postings", "balances", "streams"])
    columns = connection.execute(f"PRAGMA table_info({table})").fetchall()
    names = [column[1] for column in columns]
    keys = [column[1] for column in columns if column[5]]
    rows = connection.execute(f"SELECT * FROM {table}").fetchall()
    row = dict(zip(names, chance.choice(rows), strict=True))
    where = " AND ".join(f"{key} = ?" for key in keys)
    place = tuple(row[key] for key in keys)
    if chance.random() < 0.25 and row.get("amount") != 0:  # an account that holds nothing may go
        connection.execute(f"DELETE FROM {table} WHERE {where}", place)
        return f"{place} of {table} was deleted"
    name = chance.choice([name for name in names if name != "seq"])
    changed = _changed(row[name], chance)
    connection.execute(f"UPDATE {table} SET {name} = ? WHERE {where}", (changed, *place))
    return f"{table}.{name} of {place}: {row[name]!r} became {changed!r}"


def _changed(value: object, chance: random.Random) -> object:
    match value:
        case int():
            return value + chance.choice([-1, 1, 100])
        case None:
            return "x"
        case str() if value:
            place = chance.randrange(len(value))
            letter = chance.choice("0123456789abcdef".replace(value[place].lower(), ""))
            return value[:place] + letter + value[place + 1 :]
        case bytes() if value:
            place = chance.randrange(len(value))
            return value[:place] + bytes([value[place] ^ 1]) + value[place + 1 :]
        case _:
            return "x"


@pytest.mark.slow
def test_whatever_is_changed_in_a_stored_log_is_found(tmp_path: Path) -> None:
    """One row at random, each time in a fresh copy."""
    original = tmp_path / "original"
    original.mkdir()
    asyncio.run(played(database_url(original), rounds=1))
    [database] = original.glob("*.db")
    sound = database.read_bytes()
    for seed in range(TAMPERINGS):
        folder = tmp_path / f"copy-{seed}"
        folder.mkdir()
        copy = folder / database.name
        copy.write_bytes(sound)
        connection = sqlite3.connect(copy)
        _defenceless(connection)
        try:
            what = _tamper(connection, random.Random(seed))
        except sqlite3.IntegrityError:
            continue
        finally:
            connection.commit()
            connection.close()
        assert asyncio.run(proved(database_url(folder))).wrong is not None, what
