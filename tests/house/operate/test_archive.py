"""Old records go into a file; the chain, the ledger and every proof go on without them."""

import asyncio
import gzip
import json
import signal
import sqlite3
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from msgspec import UNSET, structs
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from croupier.cli.archive import archive as archive_command
from croupier.cli.verify import verify as verify_command
from croupier.house.app.command_handler import CommandHandler
from croupier.house.log.event_store import Search, StoreUnavailable
from croupier.house.model.records import Marker
from croupier.house.operate import archiving
from croupier.house.operate.archiving import archive
from croupier.house.operate.backup import back_up, restore
from croupier.house.operate.closed_days import CannotArchive
from croupier.house.operate.config import Config
from croupier.house.operate.key_file import write_keys
from croupier.house.operate.unpacking import unpack
from croupier.house.read.archive_file import Archive, BadArchive, file_digest
from croupier.house.read.proof import archives
from croupier.house.read.proof.archives import prove_archive, prove_archives
from croupier.house.read.proof.findings import Wrong
from croupier.house.read.proof.running import self_check
from croupier.house.read.proof.verify import verify
from croupier.house.sealing import Keyring
from croupier.house.store import database_url, open_as_it_is, open_store
from croupier.house.store.connecting import connect, sqlite_driver
from croupier.table import commands as c
from tests.house.houses import KEY, ante, do, play_round, register_table
from tests.house.operate.archived import lines_in, records_in
from tests.house.read.live import ROYAL, live_house, live_round, pay_prizes

NOW = datetime(2026, 11, 1, tzinfo=UTC)
RING = Keyring.of(KEY)
LONG_AGO = datetime(2020, 7, 1, 12, tzinfo=UTC)
CUT = datetime(2021, 1, 1, tzinfo=UTC)


async def handler_at(url: str, moment: datetime) -> CommandHandler:
    handler = CommandHandler(await open_store(url), KEY, now=lambda: moment)
    await handler.streams.open()
    return handler


async def old_and_new(url: str) -> dict[str, int]:
    """Rounds of 2020, one left running at the year's end, and rounds of this year."""
    handler = await handler_at(url, LONG_AGO)
    await live_house(handler)
    await live_round(handler)
    await live_round(handler, ROYAL)
    await pay_prizes(handler)
    await register_table(handler, "T2", "casino-stud@6")
    await play_round(handler, "T2", (1, 2))
    await do(handler, "T2", c.OpenBets())
    await do(handler, "T2", ante(1), by=_player("p1"))
    await handler.store.close()
    handler = await handler_at(url, NOW)
    await do(handler, "T2", ante(2), by=_player("p2"))
    await live_round(handler)
    balances = await handler.store.balances()
    await handler.store.close()
    return balances


def _player(name: str):  # type: ignore[no-untyped-def]
    from croupier.rulebooks.terms import Actor, Role

    return Actor(name, Role.PLAYER)


async def test_an_archived_house_proves_itself(store_url: str, tmp_path: Path) -> None:
    balances = await old_and_new(store_url)
    store = await open_store(store_url)
    heads = await store.heads()
    records = len(await store.scan())
    await store.close()
    file = tmp_path / "2020.jsonl.gz"
    made = await archive(store_url, CUT, file, NOW, RING)
    assert 0 < made.records < records
    store = await open_store(store_url)
    try:
        left = await store.scan()
        assert len(left) == records - made.records + 1  # the record of the archive itself
        after = await store.heads()
        assert {name: after[name] for name in heads if name != "operation"} == {
            name: head for name, head in heads.items() if name != "operation"
        }
        assert await store.balances() == balances
        assert (await store.check(whole=True)).findings == ()
        assert (await store.check()).findings == ()
        assert (await verify(store)).wrong is None
        assert prove_archives([file], await store.markers()) is None
        assert "not at hand" in str(prove_archives([], await store.markers()))
    finally:
        await store.close()
    assert len(records_in(file)) == made.records


async def test_a_round_across_the_cut_is_proved_without_the_key(
    store_url: str, tmp_path: Path
) -> None:
    """Its cards are in the archive, sealed, and its key was published after the cut."""
    handler = await handler_at(store_url, LONG_AGO)
    await live_house(handler)
    await live_round(handler, settle=False)
    await handler.store.close()
    file = tmp_path / "2020.jsonl.gz"
    with pytest.raises(CannotArchive, match="Round 1 of table T1 ran then and still does"):
        await archive(store_url, CUT, file, NOW, RING)
    handler = await handler_at(store_url, NOW)
    await do(handler, "T1", c.Settle())
    await handler.store.close()
    await archive(store_url, CUT, file, NOW, RING)
    assert not [entry for entry in records_in(file) if entry.record.closed]
    assert [entry for entry in records_in(file) if entry.record.sealed is not None]
    store = await open_store(store_url)
    try:
        for keys in (Keyring(), RING):
            assert (await verify(store, keys=keys)).wrong is None
            assert prove_archives([file], await store.markers(), keys) is None
    finally:
        await store.close()


async def test_results_of_players_are_proved_beyond_an_archive(
    sqlite_url: str, tmp_path: Path
) -> None:
    await old_and_new(sqlite_url)
    file = tmp_path / "2020.jsonl.gz"
    await archive(sqlite_url, CUT, file, NOW, RING)
    with closing(sqlite3.connect(sqlite_url.removeprefix("sqlite:///"))) as database, database:
        deleted = database.execute("DELETE FROM results WHERE day < '2021'").rowcount
        assert deleted > 0
    store = await open_store(sqlite_url)
    try:
        assert "results of" in str((await verify(store)).wrong)
        assert prove_archives([file], await store.markers()) is None
    finally:
        await store.close()


async def test_play_goes_on_after_an_archive(store_url: str, tmp_path: Path) -> None:
    """The round that was running at the cut is finished, and the meter stands where it stood."""
    await old_and_new(store_url)
    before = await handler_at(store_url, NOW)
    meter = (await before.streams.jackpot("J1")).state.meter.meter
    await before.store.close()
    await archive(store_url, CUT, tmp_path / "old.gz", NOW, RING)
    handler = await handler_at(store_url, NOW + timedelta(hours=1))
    assert (await handler.streams.jackpot("J1")).state.meter.meter == meter
    await do(handler, "T2", c.CloseBets())
    await do(handler, "T2", c.Deal())
    for box in (1, 2):
        await do(handler, "T2", c.Fold(box=box), by=_player(f"p{box}"))
    await live_round(handler)
    assert (await handler.streams.table("T1")).state.game.round.number == 4
    assert (await verify(handler.store)).wrong is None
    lines = await handler.store.significant(Search(limit=1000))
    assert all(line.at >= CUT for line in lines)
    await handler.store.close()


async def test_a_second_archive_follows_the_first(sqlite_url: str, tmp_path: Path) -> None:
    await old_and_new(sqlite_url)
    first, second = tmp_path / "first.gz", tmp_path / "second.gz"
    await archive(sqlite_url, CUT, first, NOW, RING)
    with pytest.raises(CannotArchive, match="no records before"):
        await archive(sqlite_url, CUT, second, NOW, RING)
    later = datetime(2032, 6, 1, tzinfo=UTC)
    handler = await handler_at(sqlite_url, later)
    await live_round(handler)
    await handler.store.close()
    await archive(sqlite_url, datetime(2027, 1, 1, tzinfo=UTC), second, later, RING)
    store = await open_store(sqlite_url)
    try:
        assert (await verify(store)).wrong is None
        markers = await store.markers()
        assert prove_archives([second, first], markers) is None
        assert "first.gz" in str(prove_archives([second], markers))
    finally:
        await store.close()


THREE = {  # the rounds of each part, and until when its records go into a file
    2028: datetime(2027, 1, 1, tzinfo=UTC),
    2029: datetime(2028, 6, 1, tzinfo=UTC),
    2030: datetime(2029, 6, 1, tzinfo=UTC),
}


async def three_archives(folder: Path) -> list[Path]:
    """Of everything up to 2026, of 2028 and of 2029."""
    url = database_url(folder)
    await old_and_new(url)
    files = []
    for year, until in THREE.items():
        moment = datetime(year, 3, 1, tzinfo=UTC)
        handler = await handler_at(url, moment)
        await live_round(handler)
        await handler.store.close()
        files.append(folder / f"before-{year}.gz")
        await archive(url, until, files[-1], datetime(2050, 1, 1, tzinfo=UTC), RING)
    return files


async def test_of_a_marker_that_others_follow_a_note_stays(tmp_path: Path) -> None:
    """The states of all streams are in the database once, however many archives there are."""
    files = await three_archives(tmp_path)
    with closing(sqlite_driver().connect(str(tmp_path / "house.db"))) as connection:
        rows = connection.execute("SELECT marker, body FROM archives ORDER BY seq").fetchall()
    assert [body is None for _, body in rows] == [True, True, False]
    assert all(len(bytes(marker)) < 1_000 for marker, _ in rows)
    begins = [json.loads(gzip.decompress(file.read_bytes()).split(b"\n")[0]) for file in files]
    assert begins[0]["body"] == ""
    for (marker, _), begin in zip(rows, begins[1:], strict=False):
        assert json.loads(bytes(marker))["body"] == sha256(begin["body"].encode()).hexdigest()
    store = await open_store(database_url(tmp_path))
    try:
        assert (await store.check(whole=True)).findings == ()
        assert (await verify(store)).wrong is None
        markers = await store.markers()
        assert prove_archives(files, markers, RING) is None
        assert prove_archives(files, markers, RING, processes=2) is None
    finally:
        await store.close()


async def test_a_body_that_is_not_the_markers_is_found_out(tmp_path: Path) -> None:
    """As if whoever changed the file had found another one with its SHA-256."""
    first, second, third = await three_archives(tmp_path)
    store = await open_store(database_url(tmp_path))
    markers = await store.markers()
    await store.close()
    lines = gzip.decompress(second.read_bytes()).split(b"\n")
    begin = json.loads(lines[0])
    body = json.loads(begin["body"])
    body["balances"]["house"] += 1
    begin["body"] = json.dumps(body, separators=(",", ":"), sort_keys=True)
    second.write_bytes(gzip.compress(b"\n".join([json.dumps(begin).encode(), *lines[1:]])))
    wrong = str(prove_archives([first, second, third], markers, RING))
    assert "its SHA-256 does not fit" in wrong
    markers[1] = structs.replace(markers[1], digest=file_digest(second))
    wrong = str(prove_archives([first, second, third], markers, RING))
    assert "the body of a marker was changed" in wrong


@pytest.mark.parametrize("place", [0, 1, 2])
async def test_any_of_three_archives_is_unpacked_and_proved(tmp_path: Path, place: int) -> None:
    (tmp_path / "house").mkdir()
    files = await three_archives(tmp_path / "house")
    url = database_url(tmp_path / "house")
    unpack(url, [files[place]], tmp_path / "part", Config(), None)
    store = await open_as_it_is(database_url(tmp_path / "part"))
    try:
        found = await verify(store, keys=RING)
        assert found.wrong is None
        assert found.records == len(records_in(files[place]))
    finally:
        await store.close()


async def test_a_marker_that_is_written_in_one_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As all were before schema 0013: its body is a part of what its digest covers, and stays."""
    (tmp_path / "house").mkdir()
    with monkeypatch.context() as before:
        before.setattr(archiving, "with_digest", lambda marker: marker)
        await old_and_new(url := database_url(tmp_path / "house"))
        first = tmp_path / "first.gz"
        await archive(url, CUT, first, NOW, RING)
    later = datetime(2032, 6, 1, tzinfo=UTC)
    handler = await handler_at(url, later)
    await live_round(handler)
    await handler.store.close()
    second = tmp_path / "second.gz"
    await archive(url, datetime(2027, 1, 1, tzinfo=UTC), second, later, RING)
    store = await open_store(url)
    try:
        assert (await verify(store)).wrong is None
        markers = await store.markers()
        assert [(one.body is UNSET, isinstance(one, Marker)) for one in markers] == [
            (True, True),
            (False, True),
        ]
        assert prove_archives([first, second], markers, RING) is None
    finally:
        await store.close()
    unpack(url, [second], tmp_path / "part", Config(), None)
    store = await open_as_it_is(database_url(tmp_path / "part"))
    try:
        assert (await verify(store, keys=RING)).wrong is None
    finally:
        await store.close()


async def test_the_guards_are_up_again(store_url: str, tmp_path: Path) -> None:
    await old_and_new(store_url)
    await archive(store_url, CUT, tmp_path / "old.gz", NOW, RING)
    engine = connect(store_url)
    for table in ("records", "postings", "answers"):
        with pytest.raises(DBAPIError, match="never changed"), engine.begin() as connection:
            connection.execute(text(f"DELETE FROM {table}"))
    engine.dispose()


async def test_what_is_not_sound_is_left_alone(tmp_path: Path) -> None:
    url = database_url(tmp_path)
    await old_and_new(url)
    connection: sqlite3.Connection = sqlite_driver().connect(str(tmp_path / "house.db"))
    connection.execute("UPDATE balances SET amount = amount + 1 WHERE account = 'house'")
    connection.commit()
    connection.close()
    with pytest.raises(CannotArchive, match="not sound"):
        await archive(url, CUT, tmp_path / "old.gz", NOW, RING)
    assert not (tmp_path / "old.gz").exists()


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE archives SET digest = replace(digest, substr(digest, 1, 1), 'x')",
        "UPDATE archives SET marker = replace(marker, '\"records\":', '\"records\":1')",
        "UPDATE archives SET seq = seq - 1",
        "DELETE FROM archives",
    ],
)
async def test_whoever_tampers_with_the_marker_is_found_out(tmp_path: Path, change: str) -> None:
    url = database_url(tmp_path)
    await old_and_new(url)
    await archive(url, CUT, tmp_path / "old.gz", NOW, RING)
    connection: sqlite3.Connection = sqlite_driver().connect(str(tmp_path / "house.db"))
    connection.execute(change)
    connection.commit()
    connection.close()
    store = await open_store(url)
    try:
        assert (await verify(store)).wrong is not None
    except StoreUnavailable as error:
        assert "marker" in str(error)  # noqa: PT017 - either way it is found
    finally:
        await store.close()


async def test_a_forged_marker_is_something_wrong_not_a_wrong_question(tmp_path: Path) -> None:
    """Where nothing was ever archived, too: verify ends with 1."""
    await old_and_new(database_url(tmp_path))
    write_keys(tmp_path / "house.key", RING)
    with closing(sqlite_driver().connect(str(tmp_path / "house.db"))) as connection:
        connection.execute("INSERT INTO archives (seq, marker, digest) VALUES (1, x'7b7d', '00')")
        connection.commit()
    said = await asyncio.to_thread(CliRunner().invoke, verify_command, ["--data", str(tmp_path)])
    assert said.exit_code == 1, said.output
    assert "the marker of the archive was changed" in said.output


async def test_whoever_changes_marker_and_digest_alike_is_found_out(tmp_path: Path) -> None:
    """The digest of the marker stands in the log itself."""
    url = database_url(tmp_path)
    await old_and_new(url)
    await archive(url, CUT, tmp_path / "old.gz", NOW, RING)
    connection: sqlite3.Connection = sqlite_driver().connect(str(tmp_path / "house.db"))
    [(marker,)] = connection.execute("SELECT marker FROM archives").fetchall()
    forged = bytes(marker).replace(b'"file":"old.gz"', b'"file":"new.gz"')
    assert forged != bytes(marker)
    connection.execute(
        "UPDATE archives SET marker = ?, digest = ?", (forged, sha256(forged).hexdigest())
    )
    connection.commit()
    connection.close()
    store = await open_store(url)
    try:
        assert "marker" in str((await verify(store)).wrong)
    finally:
        await store.close()


async def test_a_changed_archive_is_found_out(tmp_path: Path) -> None:
    url = database_url(tmp_path)
    await old_and_new(url)
    file = tmp_path / "old.gz"
    await archive(url, CUT, file, NOW, RING)
    store = await open_store(url)
    markers = await store.markers()
    await store.close()
    plain = gzip.decompress(file.read_bytes())
    for place in range(100, len(plain), len(plain) // 7):
        changed = plain[:place] + bytes([plain[place] ^ 1]) + plain[place + 1 :]
        file.write_bytes(gzip.compress(changed))
        assert prove_archives([file], markers) is not None


async def test_a_backup_of_an_archived_house(store_url: str, tmp_path: Path) -> None:
    await old_and_new(store_url)
    await archive(store_url, CUT, tmp_path / "old.gz", NOW, RING)
    await asyncio.to_thread(back_up, store_url, tmp_path / "copy")
    (tmp_path / "again").mkdir()
    url = database_url(tmp_path / "again")
    await asyncio.to_thread(restore, tmp_path / "copy", url)
    store = await open_store(url)
    try:
        assert (await verify(store)).wrong is None
    finally:
        await store.close()


async def test_the_command(tmp_path: Path) -> None:
    await old_and_new(database_url(tmp_path))
    write_keys(tmp_path / "house.key", RING)
    run = CliRunner()
    file = tmp_path / "old.gz"
    here = ["--data", str(tmp_path)]
    young = await asyncio.to_thread(
        run.invoke, archive_command, [*here, "--before", "2025-01-01", "--to", str(file)]
    )
    assert young.exit_code == 2
    assert "The books of the gaming day 2020-07-01 are not closed" in young.output
    done = await asyncio.to_thread(
        run.invoke, archive_command, [*here, "--before", "2021-01-01", "--to", str(file)]
    )
    assert done.exit_code == 0, done.output
    proved = await asyncio.to_thread(run.invoke, verify_command, [*here, "--archive", str(file)])
    assert proved.exit_code == 0, proved.output
    file.write_bytes(file.read_bytes()[:-1])
    broken = await asyncio.to_thread(run.invoke, verify_command, [*here, "--archive", str(file)])
    assert broken.exit_code == 1


async def test_a_file_that_no_marker_names_is_not_taken_for_proved(tmp_path: Path) -> None:
    """Whoever is handed an archive and proves it so would believe it."""
    await old_and_new(database_url(tmp_path))
    write_keys(tmp_path / "house.key", RING)
    other = tmp_path / "other.gz"
    other.write_bytes(b"anything")
    proving = ["--data", str(tmp_path), "--archive", str(other)]
    said = await asyncio.to_thread(CliRunner().invoke, verify_command, proving)
    assert said.exit_code == 1
    assert "other.gz: no marker of this log names this file" in said.output
    file = tmp_path / "old.gz"
    await archive(database_url(tmp_path), CUT, file, NOW, RING)
    said = await asyncio.to_thread(
        CliRunner().invoke, verify_command, [*proving, "--archive", str(file)]
    )
    assert said.exit_code == 1
    assert "other.gz: no marker of this log names this file" in said.output


async def test_files_of_one_name_in_two_folders_are_proved(tmp_path: Path) -> None:
    """As of a house that keeps a folder for each month; and one that got another name."""
    first, second, third = await three_archives(tmp_path)
    store = await open_store(database_url(tmp_path))
    markers = await store.markers()
    await store.close()
    files = [tmp_path / name / "days.gz" for name in ("s1", "s2")] + [tmp_path / "renamed.gz"]
    for before, after in zip((first, second, third), files, strict=True):
        after.parent.mkdir(exist_ok=True)
        before.rename(after)
    assert prove_archives(files, markers, RING) is None
    assert prove_archives(files[::-1], markers, RING, processes=2) is None
    assert prove_archives(files[:2], markers, RING) == f"{third.name}: this archive is not at hand"


async def test_of_several_files_the_changed_one_is_named(tmp_path: Path) -> None:
    first, second, third = await three_archives(tmp_path)
    store = await open_store(database_url(tmp_path))
    markers = await store.markers()
    await store.close()
    second.write_bytes(second.read_bytes()[:-1])
    assert prove_archives([first, second, third], markers, RING) == (
        f"{second}: the file is not the one that was written: its SHA-256 does not fit"
    )
    other = tmp_path / "other.gz"
    second.rename(other)
    assert prove_archives([first, other, third], markers, RING) == (
        "other.gz: no marker of this log names this file; it was not looked at"
    )


async def test_files_are_hashed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of a large house have gigabytes."""
    files = await three_archives(tmp_path)
    store = await open_store(database_url(tmp_path))
    markers = await store.markers()
    await store.close()
    hashed: list[Path] = []

    def seen(path: Path) -> str:
        hashed.append(path)
        return file_digest(path)

    monkeypatch.setattr(archives, "file_digest", seen)
    assert prove_archives(files, markers, RING) is None
    assert hashed == files


async def test_a_file_is_known_by_its_digest_before_it_is_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half a megabyte of it would unpack to gigabytes."""
    await old_and_new(database_url(tmp_path))
    write_keys(tmp_path / "house.key", RING)
    file = tmp_path / "old.gz"
    await archive(database_url(tmp_path), CUT, file, NOW, RING)

    def unpacked(*_: object) -> None:
        raise AssertionError("it was unpacked")

    whole = file.read_bytes()
    monkeypatch.setattr(gzip, "open", unpacked)
    middle = len(whole) // 2
    for changed in (whole[:middle] + bytes(10) + whole[middle + 10 :], gzip.compress(b"[]\n" * 9)):
        file.write_bytes(changed)
        said = await asyncio.to_thread(
            CliRunner().invoke, verify_command, ["--data", str(tmp_path), "--archive", str(file)]
        )
        assert said.exit_code == 1
        assert "its SHA-256 does not fit" in said.output


@pytest.mark.parametrize(
    "line", [b"{}", b"[]", b"7", b'["record",1,2,3,4,5,6,7,8,9,10]', b'["posting"]', b"not json"]
)
async def test_a_line_that_is_none_is_bad(tmp_path: Path, line: bytes) -> None:
    await old_and_new(database_url(tmp_path))
    file = tmp_path / "old.gz"
    await archive(database_url(tmp_path), CUT, file, NOW, RING)
    lines = gzip.decompress(file.read_bytes()).split(b"\n")
    file.write_bytes(gzip.compress(b"\n".join([lines[0], line, *lines[1:]])))
    with pytest.raises(BadArchive, match="line 2: "):
        lines_in(file)


async def test_a_file_of_the_format_before_is_read_and_proved(tmp_path: Path) -> None:
    """It ended where its marker stands, and did not say what players had won."""
    url = database_url(tmp_path)
    await old_and_new(url)
    file = tmp_path / "old.gz"
    await archive(url, CUT, file, NOW, RING)
    store = await open_store(url)
    marker = await store.archived()
    await store.close()
    assert marker is not None
    *lines, last, _ = gzip.decompress(file.read_bytes()).split(b"\n")
    footer = json.loads(last)
    assert footer.pop("days")
    before = [lines[0].replace(b"archive/4", b"archive/2"), *lines[1:], json.dumps(footer).encode()]
    file.write_bytes(gzip.compress(b"\n".join([*before, b""])))
    prove_archive(Archive(file), None, marker, RING)


def _one_taken_out(postings: list[list[Any]]) -> list[list[Any]]:
    return postings[:3] + postings[4:]


def _another_amount(postings: list[list[Any]]) -> list[list[Any]]:
    *rest, amount, memo = postings[3]
    return [*postings[:3], [*rest, amount + 1, memo], *postings[4:]]


def _one_of_no_stream(postings: list[list[Any]]) -> list[list[Any]]:
    return [*postings, ["posting", "table:none", *postings[3][2:]]]


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (_one_taken_out, "its postings are not its own"),
        (_another_amount, "its postings are not its own"),
        (_one_of_no_stream, "postings that follow from no record"),
    ],
)
async def test_postings_in_a_file_are_those_of_its_records(
    tmp_path: Path, change: Callable[[list[list[Any]]], list[list[Any]]], problem: str
) -> None:
    """Even where the file is the one that the marker names."""
    url = database_url(tmp_path)
    await old_and_new(url)
    file = tmp_path / "old.gz"
    await archive(url, CUT, file, NOW, RING)
    store = await open_store(url)
    marker = await store.archived()
    await store.close()
    assert marker is not None
    prove_archive(Archive(file), None, marker, RING)
    begin, *rows, end, _ = gzip.decompress(file.read_bytes()).split(b"\n")
    lines = [json.loads(row) for row in rows]
    postings = [line for line in lines if line[0] == "posting"]
    others = [line for line in lines if line[0] != "posting"]
    written = [json.dumps(line).encode() for line in (*others, *change(postings))]
    file.write_bytes(gzip.compress(b"\n".join([begin, *written, end, b""])))
    with pytest.raises((Wrong, BadArchive), match=problem):
        prove_archive(Archive(file), None, marker, RING)


async def test_proving_a_file_does_not_hold_it_in_memory(tmp_path: Path) -> None:
    """More than three times as many records take hardly more."""
    needed = []
    for rounds in (10, 50):
        folder = tmp_path / str(rounds)
        folder.mkdir()
        url = database_url(folder)
        await old_and_new(url)
        handler = await handler_at(url, NOW)
        for _ in range(rounds):
            await live_round(handler)
        await handler.store.close()
        file = folder / "old.gz"
        later = datetime(2050, 1, 1, tzinfo=UTC)
        made = await archive(url, datetime(2027, 1, 1, tzinfo=UTC), file, later, RING)
        store = await open_store(url)
        marker = await store.archived()
        await store.close()
        assert marker is not None
        tracemalloc.start()
        prove_archive(Archive(file), None, marker, RING)
        needed.append((made.records, tracemalloc.get_traced_memory()[1]))
        tracemalloc.stop()
    (few, little), (many, more) = needed
    assert many > 3 * few
    assert more < 1.5 * little, needed


@pytest.mark.parametrize("damage", [lambda whole: whole[:200], lambda _: b"", lambda _: b"plain"])
async def test_a_file_that_cannot_be_unpacked_is_bad(
    tmp_path: Path, damage: Callable[[bytes], bytes]
) -> None:
    await old_and_new(database_url(tmp_path))
    file = tmp_path / "old.gz"
    await archive(database_url(tmp_path), CUT, file, NOW, RING)
    whole = file.read_bytes()
    file.write_bytes(damage(whole))
    with pytest.raises(BadArchive):
        lines_in(file)
    middle = len(whole) // 2
    file.write_bytes(whole[:middle] + bytes(10) + whole[middle + 10 :])
    with pytest.raises(BadArchive):
        lines_in(file)


_KILLED = """
import asyncio, os, signal, sys
from datetime import datetime
from pathlib import Path
from croupier.house.sealing import Keyring
from croupier.house.operate import archiving

def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)

url, to, key, cut, now, where = sys.argv[1:]
setattr(archiving, where, die)
asyncio.run(archiving.archive(
    url, datetime.fromisoformat(cut), Path(to), datetime.fromisoformat(now),
    Keyring((bytes.fromhex(key),)),
))
"""


@pytest.mark.parametrize(
    "where",
    [
        *(
            pytest.param(at, marks=pytest.mark.slow)
            for at in ("_written", "CommandHandler", "settle")
        ),
        "_move",
    ],
)
async def test_a_house_of_which_everything_is_archived_opens_also_when_that_was_cut_short(
    store_url: str, tmp_path: Path, where: str
) -> None:
    handler = await handler_at(store_url, LONG_AGO)
    await live_house(handler)
    await live_round(handler)
    await handler.store.close()
    lived = await _proved(store_url)
    file = tmp_path / "2020.jsonl.gz"
    given = (store_url, str(file), KEY.hex(), CUT.isoformat(), NOW.isoformat(), where)
    done = subprocess.run([sys.executable, "-c", _KILLED, *given], check=False)
    assert done.returncode == -signal.SIGKILL
    file.unlink(missing_ok=True)
    await _proved(store_url)
    made = await archive(store_url, CUT, file, NOW, RING)
    assert made.records == lived
    assert await _proved(store_url) == lived + 1  # the record of the archive itself
    handler = await handler_at(store_url, NOW)
    await live_round(handler)
    last = (await handler.store.scan())[-1].seq
    await handler.store.close()
    assert last > lived + 1
    await _proved(store_url)


async def _proved(url: str) -> int:
    """The place of the last record of a house that opens and proves itself."""
    store = await open_store(url)
    try:
        handler = CommandHandler(store, KEY)
        await handler.streams.open()
        assert (await self_check(store, handler.streams, KEY)).findings == ()
        assert (await verify(store, keys=RING)).wrong is None
        return (await store.scan())[-1].seq
    finally:
        await store.close()
