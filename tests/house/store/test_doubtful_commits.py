"""A commit whose answer never came: what is said of it is true, or that nobody knows."""

import asyncio
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from croupier.house.log.event_store import OutcomeUnknown, StoreUnavailable
from tests.house.store.cutting import line_to
from tests.house.store.writing import Author, opened
from tests.waiting import until

ROOT = Path(__file__).parents[3]
GATE = 42
SLOW_COMMITS = f"""
CREATE FUNCTION wait_at_the_gate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    SET LOCAL lock_timeout = 0;
    PERFORM pg_advisory_xact_lock({GATE});
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER slow_commits AFTER INSERT ON records
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wait_at_the_gate();
"""
"""Whoever commits a record waits for as long as somebody else holds the gate."""
WAITING = """
SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""
HASTY = "?options=-c%20lock_timeout%3D300ms"
"""Whoever looks waits this long; the commit itself as long as it takes."""


class Gate:
    """Held: no commit of a record ends."""

    def __init__(self, url: str) -> None:
        self._connection = psycopg.connect(url, autocommit=True)
        self._connection.execute(SLOW_COMMITS)

    def hold(self) -> None:
        self._connection.execute(f"SELECT pg_advisory_lock({GATE})")

    def let_go(self) -> None:
        self._connection.execute(f"SELECT pg_advisory_unlock({GATE})")

    def waiting(self) -> int:
        found = self._connection.execute(WAITING).fetchone()
        assert found is not None
        return int(found[0])

    def end_those_who_wait(self) -> None:
        self._connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' "
            f"AND objid = {GATE} AND NOT granted"
        )

    def close(self) -> None:
        self._connection.close()


@pytest.fixture
def gate(postgres_url: str) -> Iterator[Gate]:
    held = Gate(postgres_url)
    yield held
    held.close()


async def test_a_commit_that_is_still_under_way_is_waited_for(
    postgres_url: str, gate: Gate
) -> None:
    """The line breaks, the server goes on: the command is stored a moment later."""
    author = Author()
    with line_to(postgres_url) as line:
        async with opened(line.url) as store:
            await store.append(author.write("table:T1"))
            gate.hold()
            line.cut_at_commit = True
            storing = asyncio.ensure_future(store.append(author.write("table:T1")))
            await until(lambda: gate.waiting() == 2 or storing.done())  # the commit, and who looks
            assert not storing.done(), storing.exception()
            gate.let_go()
            await storing
            assert (await store.heads())["table:T1"].version == 2


async def test_a_commit_that_the_server_gave_up_is_not_stored(
    postgres_url: str, gate: Gate
) -> None:
    author = Author()
    with line_to(postgres_url) as line:
        async with opened(line.url) as store:
            await store.append(author.write("table:T1"))
            gate.hold()
            line.cut_at_commit = True
            storing = asyncio.ensure_future(store.append(author.write("table:T1")))
            await until(lambda: gate.waiting() == 2 or storing.done())
            gate.end_those_who_wait()
            with pytest.raises(StoreUnavailable) as caught:
                await storing
            assert not isinstance(caught.value, OutcomeUnknown)
            gate.let_go()
            assert (await store.heads())["table:T1"].version == 1


async def test_a_commit_that_does_not_end_is_unknown(postgres_url: str, gate: Gate) -> None:
    """Nobody says that nothing was done: it is, as soon as the server comes to it."""
    author = Author()
    with line_to(postgres_url) as line:
        async with opened(line.url + HASTY) as store:
            await store.append(author.write("table:T1"))
            gate.hold()
            line.cut_at_commit = True
            with pytest.raises(OutcomeUnknown):
                await store.append(author.write("table:T1"))
            gate.let_go()

            async def stored() -> bool:
                return (await store.heads())["table:T1"].version == 2

            await until(stored)


async def test_other_writing_whose_commit_was_cut_off_is_unknown(
    postgres_url: str,
) -> None:
    with line_to(postgres_url) as line:
        async with opened(line.url) as store:
            await store.credentials.keep_password("ann", "old", "s")
            line.cut_at_commit = True
            with pytest.raises(OutcomeUnknown):
                await store.credentials.keep_password("ann", "new", "s")


_WRITES_UNTIL_SYNC_FAILS = """
import asyncio, os, signal, sys
from croupier.house.log.event_store import StoreUnavailable
from croupier.house.store import open_store
from tests.house.failing_disk import fail_every_sync
from tests.house.store.writing import Author

async def main():
    author = Author()
    store = await open_store(sys.argv[1])
    await store.append(author.write("table:T1"))
    fail_every_sync()
    for append in (author.write("table:T1"), author.write("table:T1"), author.write("table:T2")):
        try:
            await store.append(append)
            print("stored", flush=True)
        except StoreUnavailable as trouble:
            print(type(trouble).__name__, trouble, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(main())
"""


async def test_a_sync_that_fails_leaves_the_outcome_unknown_and_ends_all_writing(
    sqlite_url: str,
) -> None:
    """What was written without reaching the disk is there again after a crash, as SQLite finds
    it in its log; nothing that came after the failure is."""
    done = subprocess.run(
        [sys.executable, "-c", _WRITES_UNTIL_SYNC_FAILS, sqlite_url],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert done.returncode == -signal.SIGKILL, done.stderr
    first, *later = done.stdout.splitlines()
    assert first.startswith("OutcomeUnknown "), done.stdout
    assert [one.split()[0] for one in later] == ["StoreUnavailable"] * 2, done.stdout
    async with opened(sqlite_url) as store:
        heads = await store.heads()
        assert heads["table:T1"].version == 2  # the doubtful one, which the caller will repeat
        assert "table:T2" not in heads
        assert (await store.check(whole=True)).clean
