"""Postings and lines of significant events are compared as the records come, a few at a time."""

from pathlib import Path

import pytest

from croupier.house.log.stream import AT_ONCE
from croupier.house.model import commands as hc
from croupier.house.model.records import Head, Snapshot
from croupier.house.read.proof import derived_rows
from croupier.house.read.proof.derived_rows import DerivedRows
from croupier.house.read.proof.part import Part, prove_part
from croupier.house.read.proof.postings import begun, derive
from croupier.house.read.proof.verify import verify
from croupier.house.sealing import Keyring
from croupier.house.store import database_url, open_store
from tests.house.houses import (
    KEY,
    MANAGER,
    do,
    keeping,
    play_at_random,
    play_round,
    register_jackpot,
    register_table,
)
from tests.house.operate.attended import attended
from tests.house.tampering import copied, record_by_record

FEW = (1, 2, 3, AT_ONCE)
"""One and two cut a version with two postings at every place."""
STREAM = "table:T1"


async def played(folder: Path) -> None:
    folder.mkdir()
    async with keeping(database_url(folder)) as handler:
        await register_table(handler, "T1", "casino-stud", None)
        for seed in range(2):
            await play_round(handler, "T1", (1, 2, 3), seed=seed)
        await play_at_random(handler, "T1", 60, seed=3)


async def found_in(folder: Path, *, whole: bool = True) -> tuple[str, ...]:
    store = await open_store(database_url(folder))
    try:
        return (await verify(store, keys=Keyring.of(KEY), whole=whole)).findings
    finally:
        await store.close()


@pytest.mark.parametrize("at_once", FEW)
async def test_what_follows_from_the_records_is_found_however_few_are_read_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    monkeypatch.setattr(derived_rows, "AT_ONCE", at_once)
    await played(tmp_path / "house")
    assert await found_in(tmp_path / "house") == ()


@pytest.mark.parametrize("at_once", FEW)
async def test_a_row_too_few_and_a_row_too_many_are_named_with_their_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    monkeypatch.setattr(derived_rows, "AT_ONCE", at_once)
    await played(tmp_path / "house")
    of_table = "WHERE stream = 'table:T1'"
    with copied(tmp_path / "house", tmp_path / "fewer") as db:
        [(first,)] = db.execute(f"SELECT min(version) FROM postings {of_table}").fetchall()
        assert db.execute(f"DELETE FROM postings {of_table} AND version = {first}").rowcount
        [(line,)] = db.execute(f"SELECT min(version) FROM significant {of_table}").fetchall()
        assert db.execute(f"DELETE FROM significant {of_table} AND version = {line}").rowcount
    few = await found_in(tmp_path / "fewer")
    assert f"{STREAM} version {first}: its postings are not those of its event" in few
    assert f"{STREAM} version {line}: its line among what matters is missing or changed" in few
    with copied(tmp_path / "house", tmp_path / "more") as db:
        [(last,)] = db.execute("SELECT version FROM streams WHERE id = ?", (STREAM,)).fetchall()
        db.execute(
            f"INSERT INTO postings SELECT stream, {last}, (SELECT count(*) + 1 FROM postings "
            f"{of_table} AND version = {last}), debit, credit, amount, memo "
            f"FROM postings {of_table} LIMIT 1"
        )
        db.execute(
            f"INSERT INTO significant SELECT stream, {last}, at, kind, person, place, round, "
            f"player, amount, text FROM significant {of_table} LIMIT 1"
        )
    many = await found_in(tmp_path / "more")
    assert f"{STREAM} version {last}: has a posting that follows from no event" in many
    assert f"{STREAM} version {last}: it is listed among what matters for no reason" in many


POSTINGS = ("postings", "line, debit, credit, amount, memo", "postings")
SIGNIFICANT = (
    "significant",
    "at, kind, person, place, round, player, amount, text",
    "lines of significant events",
)


@pytest.mark.parametrize(("table", "columns", "kind"), [POSTINGS, SIGNIFICANT])
async def test_a_row_of_no_record_is_found_wherever_it_lies(
    tmp_path: Path, table: str, columns: str, kind: str
) -> None:
    """Before the first record, after the last, and of a stream that does not exist."""
    await played(tmp_path / "house")
    [last] = [one for one in await _heads(tmp_path / "house") if one.startswith(f"{STREAM} ")]
    version = int(last.split()[1])
    for number, (stream, place) in enumerate(
        [(STREAM, -3), (STREAM, 0), (STREAM, version + 1), ("table:T9", 1)]
    ):
        folder = tmp_path / f"copy{number}"
        with copied(tmp_path / "house", folder) as db:
            db.execute(
                f"INSERT INTO {table} (stream, version, {columns}) "
                f"SELECT '{stream}', {place}, {columns} FROM {table} "
                f"WHERE stream = '{STREAM}' ORDER BY version LIMIT 1"
            )
        wanted = f"{stream} {place}: there are {kind} of a record that is not there"
        assert wanted in await found_in(folder)


async def test_a_proof_that_goes_on_looks_beyond_the_ends_and_at_what_is_new(
    tmp_path: Path,
) -> None:
    await played(tmp_path / "house")
    assert await found_in(tmp_path / "house", whole=False) == ()
    async with keeping(database_url(tmp_path / "house")) as handler:
        proved = (await handler.streams.table("T1")).version
        await play_at_random(handler, "T1", 60, seed=9)
    with copied(tmp_path / "house", tmp_path / "torn") as db:
        [(version, line)] = db.execute(
            f"SELECT version, max(line) FROM postings WHERE stream = '{STREAM}' "
            "GROUP BY version ORDER BY version DESC LIMIT 1"
        ).fetchall()
        assert version > proved
        assert db.execute(
            f"UPDATE postings SET line = line + 1 WHERE stream = '{STREAM}' "
            f"AND version = {version} AND line = {line}"
        ).rowcount
    wanted = f"{STREAM} {version}: its postings are not numbered from 1 on"
    assert wanted in await found_in(tmp_path / "torn", whole=False)
    [last] = [one for one in await _heads(tmp_path / "house") if one.startswith(f"{STREAM} ")]
    beyond = int(last.split()[1]) + 1
    for table, columns, kind in (POSTINGS, SIGNIFICANT):
        with copied(tmp_path / "house", tmp_path / table) as db:
            db.execute(
                f"INSERT INTO {table} (stream, version, {columns}) "
                f"SELECT '{STREAM}', {beyond}, {columns} FROM {table} "
                f"WHERE stream = '{STREAM}' ORDER BY version LIMIT 1"
            )
        wanted = f"{STREAM} {beyond}: there are {kind} of a record that is not there"
        assert wanted in await found_in(tmp_path / table, whole=False)


async def _heads(folder: Path) -> list[str]:
    store = await open_store(database_url(folder))
    try:
        return [f"{name} {head.version}" for name, head in (await store.heads()).items()]
    finally:
        await store.close()


async def test_a_record_that_cannot_be_read_hides_nothing_and_accuses_no_other(
    tmp_path: Path,
) -> None:
    """One of the operation, whose settings the comparison needs, and one of a table, after which
    nobody can tell which rows belong to which record."""
    await played(tmp_path / "house")
    async with attended(database_url(tmp_path / "house")):
        pass
    with copied(tmp_path / "house", tmp_path / "copy") as db:
        with record_by_record(db):
            spoilt = "UPDATE records SET event = '{}' WHERE stream = ? AND version = ?"
            [(opened,)] = db.execute(
                "SELECT max(version) FROM records WHERE stream = 'operation'"
            ).fetchall()
            assert opened is not None
            assert db.execute(spoilt, ("operation", opened)).rowcount == 1
            [(first,)] = db.execute(
                "SELECT min(version) FROM postings WHERE stream = ?", (STREAM,)
            ).fetchall()
            assert db.execute(spoilt, (STREAM, first)).rowcount == 1
        db.execute("DELETE FROM answers")
    found = await found_in(tmp_path / "copy")
    assert any(one.startswith("operation") for one in found)
    assert any(one.startswith(f"{STREAM} {first}") for one in found)
    assert any("answer" in one for one in found), found
    assert not any("its postings are not those" in one for one in found)
    assert not any("its line among what matters" in one for one in found)


async def test_a_ledger_is_remembered_from_where_the_store_was_checked(sqlite_url: str) -> None:
    """Where a proof goes on from it, money lies on the table: each version has another ledger."""
    async with keeping(sqlite_url) as handler:
        await register_table(handler, "T1", "casino-stud", None)
        await play_round(handler, "T1", (1, 2, 3), seed=1)
        store = handler.store
        moved = sorted({posting.version for posting in await store.postings(STREAM)})
        remembered = []
        for version in moved:
            found = await prove_part(store, Keyring.of(KEY), Part(), {STREAM: Head(version)})
            assert list(found.findings) == []
            remembered.append(found.ledgers[STREAM])
            derived = await derive(store, STREAM, begun(STREAM, None), version)
            assert found.ledgers[STREAM] == derived.ledger
        assert len({*remembered}) == len(moved) > 3


async def test_what_is_recorded_during_a_proof_is_none_of_its_findings(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A significant event, in a house that was at rest when the proof began."""
    async with keeping(sqlite_url) as handler:
        await register_jackpot(handler)
        await register_table(handler)
        await play_round(handler)
        store = handler.store
        snapshots, count = store.snapshots, await store.count_significant()

        async def meanwhile() -> dict[str, Snapshot]:
            fail = hc.FailLink(jackpot="J1", reason="no contact")
            await do(handler, None, fail, MANAGER)
            return await snapshots()

        monkeypatch.setattr(store, "snapshots", meanwhile)
        assert (await verify(store, keys=Keyring.of(KEY))).findings == ()
        assert await store.count_significant() == count + 1


async def test_rows_of_a_closed_stream_are_compared_as_far_as_it_can_be_read(
    sqlite_url: str,
) -> None:
    """Cards that cannot be opened end what can be told of a table; what is before it still can."""
    async with keeping(sqlite_url) as handler:
        await register_table(handler, "T1", "casino-stud", None)
        await play_round(handler, "T1", (1,), seed=1)
    store = await open_store(sqlite_url)
    try:
        [last] = [head.version for name, head in (await store.heads()).items() if name == STREAM]
        posted = (await store.postings(STREAM))[0].version
        for closed, wrong in ((posted + 1, True), (posted, False)):
            rows = DerivedRows(store, {STREAM: Head(last)}, None, {})
            await rows.open()
            await rows.finish({STREAM: closed})  # no record was taken: each row is one too many
            assert (
                f"{STREAM} version {posted}: has a posting that follows from no event"
                in list(rows.findings)
            ) is wrong
    finally:
        await store.close()
