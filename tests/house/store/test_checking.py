"""A stored log is checked at every start from where the last check ended, and whole on demand."""

import asyncio
import random
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

import pytest
from sqlalchemy import Connection, text

from croupier.house.model.records import Snapshot
from croupier.house.store.connecting import connect
from croupier.house.store.packing import unpacked
from tests.house.store.writing import Author, opened
from tests.house.tampering import record_by_record


@contextmanager
def tampering(url: str, *, in_rows: bool = False) -> Iterator[Connection]:
    """A connection of somebody who has found a way round the triggers, to single records or to the
    rows that hold them."""
    laid_out = nullcontext if in_rows else record_by_record
    engine = connect(url)
    try:
        with engine.begin() as connection:
            if engine.dialect.name == "postgresql":
                connection.execute(text("SET session_replication_role = replica"))
                with laid_out(connection):
                    yield connection
                return
            found = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
            guards = connection.execute(text(found)).all()
            for name, _ in guards:
                connection.execute(text(f"DROP TRIGGER {name}"))
            with laid_out(connection):
                yield connection
            for _, statement in guards:
                connection.execute(text(statement))
    finally:
        engine.dispose()


async def written(url: str, commands: int = 30) -> None:
    author = Author()
    async with opened(url) as store:
        appends = [author.write(f"table:T{n % 3}", "jackpot:J1") for n in range(commands)]
        await asyncio.gather(*(store.append(append) for append in appends))


async def test_a_sound_log_is_found_sound_and_the_next_check_goes_on_from_there(
    store_url: str,
) -> None:
    await written(store_url)
    async with opened(store_url) as store:
        first = await store.check()
        assert (first.clean, first.records, first.since) == (True, 60, 0)
        second = await store.check()
        assert (second.clean, second.records, second.since) == (True, 0, first.until)
        author = Author(await store.heads(), "later")
        await store.append(author.write("table:T0"))
        third = await store.check()
        assert (third.clean, third.records, third.since) == (True, 1, first.until)
        assert (await store.check(whole=True)).records == 61


async def test_an_empty_log_is_sound(store_url: str) -> None:
    async with opened(store_url) as store:
        check = await store.check()
        assert (check.clean, check.records, check.until) == (True, 0, 0)


TAMPERINGS = {
    "an event": "UPDATE records SET event = replace(event, 'Z', 'z') WHERE seq = 7",
    "a time": "UPDATE records SET at = replace(at, 'T', ' ') WHERE seq = 7",
    "an actor": 'UPDATE records SET by = \'{"id":"d1", "role":"dealer"}\' WHERE seq = 5',
    "an actor removed": "UPDATE records SET by = NULL WHERE seq = 1",
    "a command": "UPDATE records SET command = 'x' WHERE seq = 7",
    "a hash": "UPDATE records SET hash = previous WHERE seq = 7",
    "nonsense": "UPDATE records SET previous = 'zz' WHERE seq = 7",
    "a record dropped": "DELETE FROM records WHERE seq = 7",
    "the end cut off": "DELETE FROM records WHERE seq > 50",
    "another order": "UPDATE records SET seq = 1000 WHERE seq = 7",
    "a head": "UPDATE streams SET version = version + 1 WHERE id = 'table:T1'",
    "a stream dropped": "DELETE FROM streams WHERE id = 'table:T1'",
    "a posting": "UPDATE postings SET amount = amount + 1 WHERE stream = 'table:T1'",
    "a posting moved": "UPDATE postings SET debit = 'player:bob' WHERE version = 2",
    "a posting numbered otherwise": "UPDATE postings SET line = 0 WHERE version = 2",
    "a posting dropped": "DELETE FROM postings WHERE stream = 'table:T1' AND version = 2",
    "a posting of nothing": "INSERT INTO postings VALUES ('table:T9', 9, 1, 'a', 'b', 5, '')",
    "a balance": "UPDATE balances SET amount = amount + 1 WHERE account = 'player:ann'",
    "an account": "INSERT INTO balances VALUES ('player:bob', 100)",
}


@pytest.mark.parametrize(
    "store_url", ["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)], indirect=True
)
@pytest.mark.parametrize("what", TAMPERINGS)
async def test_tampering_is_found(store_url: str, what: str) -> None:
    await written(store_url)
    with tampering(store_url) as connection:
        connection.execute(text(TAMPERINGS[what].replace(" by =", ' "by" =')))
    async with opened(store_url) as store:
        check = await store.check()
        assert check.findings, what
        assert not (await store.check()).clean


async def test_random_tampering_with_records_is_always_found(sqlite_url: str) -> None:
    await written(sqlite_url)
    rng = random.Random(5)
    columns = ("stream", "version", "length", "at", "by", "command", "events", "previous", "hash")
    for _ in range(25):
        column, seq = rng.choice(columns), rng.randrange(1, 61)
        with tampering(sqlite_url, in_rows=True) as connection:
            where = {"seq": seq}
            quoted = f'SELECT "{column}" FROM records WHERE seq = :seq'
            before = connection.execute(text(quoted), where).scalar()
            if before is None:
                continue
            changed = _other(rng, before)
            update = text(f'UPDATE OR REPLACE records SET "{column}" = :value WHERE seq = :seq')
            connection.execute(update, {**where, "value": changed})
        async with opened(sqlite_url) as store:
            check = await store.check(whole=True)
            assert check.findings or _says_the_same(before, changed), (column, before, changed)
        with tampering(sqlite_url, in_rows=True) as connection:
            connection.execute(update, {**where, "value": before})
    async with opened(sqlite_url) as store:
        assert (await store.check(whole=True)).clean


def _says_the_same(before: object, changed: object) -> bool:
    """Events can be packed in more than one way."""
    if not (isinstance(before, bytes) and isinstance(changed, bytes)) or before[:1] != changed[:1]:
        return False
    try:
        return unpacked(before) == unpacked(changed)
    except ValueError:
        return False


def _other(rng: random.Random, value: str | int | bytes) -> str | int | bytes:
    if isinstance(value, int):
        return value + rng.choice((-1, 1)) * rng.randrange(100, 1000)
    at = rng.randrange(len(value))
    if isinstance(value, bytes):
        return value[:at] + bytes([value[at] ^ rng.choice((1, 2, 4))]) + value[at + 1 :]
    return value[:at] + chr(ord(value[at]) ^ rng.choice((1, 2, 4))) + value[at + 1 :]


async def test_a_changed_checkpoint_is_found(store_url: str) -> None:
    await written(store_url)
    async with opened(store_url) as store:
        assert (await store.check()).clean
    with tampering(store_url) as connection:
        connection.execute(text("UPDATE checkpoints SET seq = seq - 1"))
    async with opened(store_url) as store:
        findings = (await store.check()).findings
        assert [finding.where for finding in findings] == ["checkpoint"]


async def test_what_was_cut_off_since_a_checkpoint_is_found(store_url: str) -> None:
    await written(store_url)
    async with opened(store_url) as store:
        assert (await store.check()).clean
    with tampering(store_url) as connection:
        connection.execute(text("DELETE FROM records"))
        connection.execute(text("DELETE FROM streams"))
    async with opened(store_url) as store:
        assert (await store.check()).findings[0].where == "log"


async def test_nothing_is_edited_by_those_who_use_the_front_door(store_url: str) -> None:
    await written(store_url, 3)
    engine = connect(store_url)
    for table in ("records", "answers", "postings"):
        for statement in (f"UPDATE {table} SET stream = 'x'", f"DELETE FROM {table}"):
            with (
                pytest.raises(Exception, match=f"{table} is never changed"),
                engine.begin() as connection,
            ):
                connection.execute(text(statement))
    engine.dispose()


async def test_a_check_runs_beside_the_writer(store_url: str) -> None:
    await written(store_url)
    async with opened(store_url) as store:
        author = Author(await store.heads(), "meanwhile")

        async def write() -> None:
            for _ in range(40):
                await store.append(author.write("table:T1"))

        writing = asyncio.create_task(write())
        while not writing.done():
            assert (await store.check(whole=True)).clean
        await writing
        assert (await store.check(whole=True)).records == 100


async def test_snapshots_keep_the_newest(store_url: str) -> None:
    old = Snapshot("table:T1", 5, b"\1" * 32, b"\0five")
    new = Snapshot("table:T1", 9, b"\2" * 32, b"\0nine")
    other = Snapshot("table:T2", 1, b"\3" * 32, b"")
    async with opened(store_url) as store:
        await store.save([])
        await store.save([old, other])
        await store.save([new])
        await store.save([old])
        assert await store.snapshots() == {"table:T1": new, "table:T2": other}
