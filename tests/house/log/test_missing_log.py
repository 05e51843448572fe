"""A log that is gone, emptied or damaged is never proved, and never begun again by mistake.

Whoever owns the folder of a house can remove or spoil its database. The proof only reads it, and
says what is missing; a start beside the key or the heads of a house does not begin another one.
"""

import asyncio
import os
import shutil
import sqlite3
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result

from croupier.cli.main import croupier
from croupier.house.app.house import House
from croupier.house.log.event_store import StoreUnavailable
from croupier.house.log.stream import Department
from croupier.house.model.people.roles import HouseRole
from croupier.house.operate.key_file import write_keys
from croupier.house.operate.publishing import Places, Publisher
from croupier.house.read.proof.verify import verify
from croupier.house.sealing import Keyring, key_id
from croupier.house.store import database_url, open_as_it_is, open_store
from croupier.house.store.migrations import versions
from tests.house.log.played import RING, Clock, opened
from tests.house.store.writing import Author
from tests.house.tampering import defenceless

Damage = Callable[[sqlite3.Connection], object]


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house that was opened once, with its key and a head that it published."""
    folder = tmp_path_factory.mktemp("house")
    asyncio.run(_open_once(folder))
    write_keys(folder / "house.key", RING)
    return folder


async def _open_once(folder: Path) -> None:
    clock = Clock(datetime(2026, 3, 1, 4, tzinfo=UTC))
    async with opened(database_url(folder), RING, clock) as house:
        await _publish(house, folder / "heads.jsonl")


async def _publish(house: House, file: Path) -> None:
    async def record(decide: object) -> None:
        """The head stands in the file; that it was published needs no record here."""

    assert await Publisher(house, Places("Croupier", file=file), record).publish() is not None


@pytest.fixture
def folder(original: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(original, tmp_path / "house"))


def run(*arguments: object) -> Result:
    return CliRunner().invoke(croupier, [str(one) for one in arguments])


def files(folder: Path) -> dict[str, bytes]:
    """All but what SQLite needs beside a database that somebody reads."""
    return {
        path.name: path.read_bytes()
        for path in folder.iterdir()
        if not path.name.endswith(("-wal", "-shm"))
    }


def test_a_proof_changes_nothing(folder: Path) -> None:
    before = files(folder)
    for more in ((), ("--new",), ("--without-key",)):
        done = run("verify", "--data", folder, *more)
        assert done.exit_code == 0, done.output
    assert files(folder) == before


def test_a_checkpoint_is_kept_on_demand(folder: Path) -> None:
    with sqlite3.connect(folder / "house.db") as db:
        db.execute("DELETE FROM checkpoints")
    for option, kept in (("--json", 0), ("--remember", 1)):
        assert run("verify", "--data", folder, option).exit_code == 0
        with sqlite3.connect(folder / "house.db") as db:
            assert db.execute("SELECT count(*) FROM checkpoints").fetchone() == (kept,)


# The log is gone


def _remove(database: Path) -> str:
    database.unlink()
    return "There is no database"


def _empty(database: Path) -> str:
    database.write_bytes(b"")
    return "is empty"


def _begin_anew(database: Path) -> str:
    database.unlink()

    async def make() -> None:
        await (await open_store(f"sqlite:///{database}")).close()

    asyncio.run(make())
    return "there is no record in it"


GONE = [_remove, _empty, _begin_anew]


@pytest.mark.parametrize("lose", GONE)
@pytest.mark.parametrize("more", [(), ("--new",), ("--json",), ("--remember",)])
def test_a_log_that_is_gone_is_wrong(
    folder: Path, lose: Callable[[Path], str], more: tuple[str, ...]
) -> None:
    said = lose(folder / "house.db")
    before = files(folder)
    done = run("verify", "--data", folder, *more)
    assert (done.exit_code, said in done.output) == (1, True), done.output
    assert "well" not in done.output
    assert files(folder) == before


def test_a_database_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'none.db'}"
    for command in (["verify"], ["export"], ["report", "events"]):
        done = run(*command, "--database", url)
        assert done.exit_code == (1 if command == ["verify"] else 2), done.output
        assert "There is no database" in done.output
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("lose", GONE)
@pytest.mark.parametrize("left", ["house.key", "heads.jsonl"])
def test_a_start_begins_no_house_over_one_that_is_gone(
    folder: Path, lose: Callable[[Path], str], left: str
) -> None:
    lose(folder / "house.db")
    (folder / ({"house.key", "heads.jsonl"} - {left}).pop()).unlink()
    before = files(folder)
    for more in ((), ("--check",)):
        done = run("serve", "--data", folder, "--port", "0", *more)
        assert done.exit_code == 2, done.output
        assert "the log is missing" in done.output
        assert str(folder / left) in done.output
        assert "croupier restore" in done.output
    after = files(folder)
    assert {name: after[name] for name in before} == before
    assert "house.key" not in after.keys() - before.keys()


def test_a_new_house_is_begun_once_the_old_one_is_moved_away(folder: Path) -> None:
    for name in ("house.db", "house.key", "heads.jsonl"):
        (folder / name).unlink()
    done = run("serve", "--data", folder, "--check")
    assert done.exit_code == 0, done.output
    assert not (folder / "house.key").exists()  # a look begins no house
    assert run("serve", "--data", folder, "--check").exit_code == 0


def test_other_commands_make_no_key(tmp_path: Path) -> None:
    for command in (["keys", "list"], ["repair"], ["people", "reset-password", "admin"]):
        done = run(*command, "--data", tmp_path)
        assert done.exit_code == 2, done.output
        assert "the house's key is not here" in done.output
    assert not (tmp_path / "house.key").exists()
    assert not (tmp_path / "house.db").exists()


# What it is compared with


def test_the_heads_in_the_folder_are_compared(folder: Path) -> None:
    """A log that was cut off, and is sound by itself, lacks the head that was published."""
    with defenceless(folder / "house.db") as db:
        [[seq]] = db.execute("SELECT max(seq) FROM records")
        head = msgspec.json.decode((folder / "heads.jsonl").read_bytes())
        head["seq"], head["link"] = seq, head["link"][:9] + "0" * 64
    (folder / "heads.jsonl").write_bytes(msgspec.json.encode(head) + b"\n")
    done = run("verify", "--data", folder)
    assert done.exit_code == 1
    assert f"Wrong: head {seq} of 2026-03-01" in done.output
    (folder / "heads.jsonl").write_text("no head\n")
    done = run("verify", "--data", folder)
    assert (done.exit_code, "line 1 is no head" in done.output) == (1, True)


@pytest.mark.parametrize(
    "anchor", ["-1:" + "0" * 64, "0:" + "0" * 64, "1:" + "0" * 63, "1_0:" + "0" * 64, "", ":"]
)
def test_a_senseless_anchor_is_refused(folder: Path, anchor: str) -> None:
    done = run("verify", "--data", folder, "--anchor", anchor)
    assert (done.exit_code, "an anchor is SEQ:DIGEST" in done.output) == (2, True), done.output


def test_an_anchor_of_nothing_is_refused(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "none").write_text("\n \n")
    done = run("verify", "--data", folder, "--anchor", tmp_path / "none")
    assert (done.exit_code, "there is no head of a log in it" in done.output) == (2, True)


# What is damaged


NEWEST = max(int(one.name[:4]) for one in Path(versions.__path__[0]).glob("[0-9]*.py"))
"""The revision of the schema that this program makes."""

DAMAGES: dict[str, tuple[str, str]] = {
    "text that is none": (
        "UPDATE records SET command = CAST(x'7bff7d' AS TEXT) WHERE stream = 'operation'",
        "'command' is not text in UTF-8",
    ),
    "an answer that is no text": (
        "UPDATE answers SET reply = CAST(x'ff' AS TEXT)",
        "Could not decode to UTF-8 column 'reply'",
    ),
    "no results": ("DROP TABLE results", "table results: it is missing"),
    "no records": ("DROP TABLE records", "table records: it is missing"),
    "no revision": ("DELETE FROM alembic_version", "alembic_version has 0 rows"),
    "no table of revisions": ("DROP TABLE alembic_version", "no alembic_version"),
    "two revisions": ("INSERT INTO alembic_version VALUES ('0003')", "alembic_version has 2 rows"),
    "an older revision": (
        "UPDATE alembic_version SET version_num = '0005'",
        f"says schema 0005, and the tables are those of {NEWEST:04}",
    ),
    "a later revision": (
        f"UPDATE alembic_version SET version_num = '{NEWEST + 1:04}'",
        f"has schema {NEWEST + 1:04}",
    ),
    "no revision at all": ("UPDATE alembic_version SET version_num = '0004x'", "0004x"),
    "a result of nothing": (
        "INSERT INTO results VALUES ('nobody', '2026-03-01', 0)",
        "results of nobody: there is a row of 2026-03-01, and no round",
    ),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_what_is_damaged_is_named_and_left_alone(folder: Path, name: str) -> None:
    statement, said = DAMAGES[name]
    with sqlite3.connect(folder / "house.db") as db:
        guards = db.execute("SELECT name, tbl_name, sql FROM sqlite_master WHERE type = 'trigger'")
        kept = guards.fetchall()
        for guard, _, _ in kept:
            db.execute(f"DROP TRIGGER {guard}")
        db.execute(statement)
        for _, table, sql in kept:
            if statement != f"DROP TABLE {table}":
                db.execute(sql)
    before = files(folder)
    done = run("verify", "--data", folder)
    assert done.exit_code == 1, done.output
    assert said in done.output
    assert files(folder) == before
    started = run("serve", "--data", folder, "--check")
    assert started.exit_code != 0 or name in ("a result of nothing", "an answer that is no text")
    assert "unforeseen" not in started.output


def test_a_damaged_file_is_wrong(folder: Path) -> None:
    database = folder / "house.db"
    whole = database.read_bytes()
    for broken in (b"no database at all, but some words" * 200, whole[:4096] + b"\x5a" * 90_000):
        database.write_bytes(broken)
        done = run("verify", "--data", folder)
        assert done.exit_code == 1, done.output
        assert "not a database" in done.output or "damaged" in done.output


# Without the key


def test_without_the_key_all_is_not_well(folder: Path, tmp_path: Path) -> None:
    (folder / "house.key").rename(tmp_path / "key")
    done = run("verify", "--data", folder)
    assert done.exit_code == 3
    assert "is not proved" in done.output
    assert "All is well" not in done.output
    told = msgspec.json.decode(run("verify", "--data", folder, "--json").output)
    assert (told["clean"], told["unproved"]) == (True, True)
    on_purpose = run("verify", "--data", folder, "--without-key")
    assert on_purpose.exit_code == 0
    assert "All is well" not in on_purpose.output
    with_key = run("verify", "--data", folder, "--key-file", tmp_path / "key")
    assert (with_key.exit_code, with_key.output.splitlines()[-1]) == (0, "All is well.")
    both = run("verify", "--data", folder, "--key-file", tmp_path / "key", "--without-key")
    assert both.exit_code == 2


async def test_a_proof_writes_to_no_database(store_url: str) -> None:
    """The database itself refuses, SQLite and PostgreSQL alike."""
    clock = Clock(datetime(2026, 3, 1, 4, tzinfo=UTC))
    async with opened(store_url, RING, clock):
        pass
    store = await open_as_it_is(store_url)
    try:
        assert (await verify(store, keys=RING)).wrong is None
        author = Author(await store.heads(), "late")
        with pytest.raises(StoreUnavailable, match="may only be read"):
            await store.append(author.write("table:T1"))
    finally:
        await store.close()


# What lies beside the log


async def _publish_twice(folder: Path) -> None:
    clock = Clock(datetime(2026, 3, 1, 5, tzinfo=UTC))
    async with opened(database_url(folder), RING, clock) as house:

        async def record(decide: Callable[[Any, datetime], Sequence[Any]]) -> None:
            await house.handler.record(Department.OPERATION, decide, None, os.urandom(8).hex())

        publisher = Publisher(house, Places("Croupier", file=folder / "heads.jsonl"), record)
        for day in (2, 3):
            await house.registry.register(f"ann{day}", "Ann", (HouseRole.PLAYER,), None)
            assert await publisher.publish() is not None


@pytest.mark.parametrize("left", ["", "older", None])
def test_heads_that_were_taken_out_of_the_folder_are_missed(folder: Path, left: str | None) -> None:
    """The attack: cut the log off, and take away the file that would tell."""
    file = folder / "heads.jsonl"
    older = file.read_bytes()
    asyncio.run(_publish_twice(folder))
    done = run("verify", "--data", folder)
    assert (done.exit_code, "does not have the head" in done.output) == (0, False), done.output
    if left is None:
        file.unlink()
    else:
        file.write_bytes(older if left else b"")
    done = run("verify", "--data", folder)
    assert done.exit_code == 0, done.output  # a restored log has no such file either
    assert f"Note: {file} does not have the head of record" in done.output
    assert "and 1 more, which the log says went there" in done.output


def test_a_key_that_no_record_names_is_told(folder: Path) -> None:
    spare = bytes(range(32))
    write_keys(folder / "house.key", Keyring((*RING.keys, spare)))
    done = run("verify", "--data", folder)
    assert f"Note: no record names the key {key_id(spare)}," in done.output
    assert done.output.splitlines()[-1] == "All is well."
