"""Real processes, killed without warning under load: what was acknowledged is there, whole."""

import os
import random
import signal
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from croupier.house.store.connecting import sqlite_driver
from tests.house.store.writing import Author, opened
from tests.waiting import again_and_again

ROOT = Path(__file__).parents[3]


class Killed:
    """What a writer had said before it was killed."""

    def __init__(self, url: str, name: str, streams: int = 6) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.house.store.crashing", url, name, str(streams)],
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={"PYTHONPATH": "src:."},
        )
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == f"ready {self.process.pid}\n"
        self.acknowledged: list[str] = []

    def listen(self, commands: int) -> None:
        """Until so many were acknowledged."""
        assert self.process.stdout is not None
        for _ in range(commands):
            line = self.process.stdout.readline()
            assert line.endswith("\n"), "it ended"
            self.acknowledged.append(line.rstrip("\n"))

    def kill(self) -> None:
        self.process.kill()
        assert self.process.stdout is not None
        told = self.process.stdout.read()
        self.process.stdout.close()
        self.process.wait()
        whole = told[: told.rfind("\n") + 1]
        self.acknowledged += whole.splitlines()


class Nursery:
    """Writers one after another: whenever one is killed, the next begins."""

    def __init__(self, url: str, name: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.house.store.crashing", url, name, "6", "again"],
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={"PYTHONPATH": "src:."},
        )
        self.acknowledged: list[str] = []
        self._writer = 0
        self._until_ready()

    def listen(self, commands: int) -> None:
        for _ in range(commands):
            self.acknowledged.append(self._line())

    def kill(self) -> None:
        os.kill(self._writer, signal.SIGKILL)
        self._until_ready()

    def close(self) -> None:
        self._process.kill()
        os.kill(self._writer, signal.SIGKILL)
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._process.wait()

    def _until_ready(self) -> None:
        """What the one before had still acknowledged, up to the first word of the next."""
        while not (line := self._line()).startswith("ready "):
            self.acknowledged.append(line)
        self._writer = int(line.removeprefix("ready "))

    def _line(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line.endswith("\n"), "it ended"
        return line.rstrip("\n")


async def check_acknowledged(url: str, acknowledged: list[str]) -> int:
    """Everything that was acknowledged is stored as it was, and no command is stored in part."""
    async with opened(url) as store:
        found: dict[str, list[str]] = {}
        after = 0
        while entries := await store.scan(after):
            for entry in entries:
                record = entry.record
                found.setdefault(record.command, []).append(
                    f"{record.stream}={record.version}={record.hash.hex()}"
                )
            after = entries[-1].seq
        for line in acknowledged:
            command, *records = line.split(" ")
            assert found.get(command) == records, command
            assert await store.answered(command) is not None
        for command in found:
            assert await store.answered(command) is not None, command
        check = await store.check(whole=True)
        assert check.clean, check.findings
        heads = await store.heads()
        await store.append(Author(heads, f"after {len(found)}").write("table:T1"))
        return len(found)


async def crash(url: str, commands: int, rounds: int, processes: int = 1) -> None:
    """Kill writers in the midst of it, again and again, on one database."""
    rng = random.Random(11)
    acknowledged: list[str] = []
    for number in range(rounds):
        writers = [Killed(url, f"{number}.{one}") for one in range(processes)]
        for writer in writers:
            writer.listen(rng.randint(commands // 2, commands))
            time.sleep(rng.uniform(0, 0.02))  # at any point of the next commands
            writer.kill()
        acknowledged += [line for writer in writers for line in writer.acknowledged]
        await check_acknowledged(url, acknowledged)


async def test_a_killed_writer_loses_nothing_that_it_had_acknowledged(store_url: str) -> None:
    await crash(store_url, commands=60, rounds=2)


async def test_two_processes_on_one_database_lose_no_update(postgres_url: str) -> None:
    """Every version of every stream was written once, whichever process wrote it."""
    await crash(postgres_url, commands=60, rounds=1, processes=2)


async def test_two_processes_on_one_file_lose_no_update(sqlite_url: str) -> None:
    await crash(sqlite_url, commands=30, rounds=1, processes=2)


@pytest.mark.slow
@pytest.mark.parametrize("processes", [1, 2])
async def test_thousands_of_commands_survive_many_crashes(store_url: str, processes: int) -> None:
    await crash(store_url, commands=400, rounds=8, processes=processes)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "kills", "processes"), [("sqlite", 400, 1), ("postgres", 600, 3)])
async def test_a_thousand_kills(
    kind: str, kills: int, processes: int, request: pytest.FixtureRequest
) -> None:
    url: str = request.getfixturevalue(f"{kind}_url")
    rng = random.Random(13)
    nurseries = [Nursery(url, str(number)) for number in range(processes)]
    try:
        for number in range(1, kills + 1):
            nursery = nurseries[number % processes]
            nursery.listen(rng.randint(1, 20))
            time.sleep(rng.uniform(0, 0.02))  # at any point of the next commands
            nursery.kill()
    finally:
        for nursery in nurseries:
            nursery.close()
    acknowledged = [line for nursery in nurseries for line in nursery.acknowledged]
    assert len(acknowledged) >= kills
    await check_acknowledged(url, acknowledged)


def _writes_now(url: str) -> bool:
    """Whether the one writer, who was stopped, stands within a transaction."""
    if url.startswith("sqlite"):
        with closing(sqlite_driver().connect(url.removeprefix("sqlite:///"), timeout=0)) as file:
            try:
                file.execute("BEGIN IMMEDIATE")
            except sqlite_driver().OperationalError:
                return True
            return False
    with psycopg.connect(url.partition("?")[0]) as connection:
        found = connection.execute(
            "SELECT count(*) FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE granted "
            "AND locktype = 'advisory' AND datname = current_database() "
            "AND state = 'idle in transaction'"
        ).fetchone()
        return found is not None and found[0] > 0


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_a_writer_that_stands_still_within_a_transaction(
    kind: str, request: pytest.FixtureRequest
) -> None:
    """Others go on once PostgreSQL has ended its session, or with SQLite once it goes on; what it
    says when it wakes up is true."""
    url: str = request.getfixturevalue(f"{kind}_url")
    hasty = url
    if kind == "postgres":
        hasty += "?options=-c%20idle_in_transaction_session_timeout%3D3s%20-c%20lock_timeout%3D60s"
    one = Killed(hasty, "one")
    for _ in again_and_again():
        one.listen(1)
        one.process.send_signal(signal.SIGSTOP)
        if _writes_now(url):
            break
        one.process.send_signal(signal.SIGCONT)
    other = Killed(hasty, "other") if kind == "postgres" else None
    if other is not None:
        other.listen(50)
    one.process.send_signal(signal.SIGCONT)
    if other is None:
        one.listen(20)
    else:
        other.listen(20)
        other.kill()
    one.kill()
    told = one.acknowledged + ([] if other is None else other.acknowledged)
    await check_acknowledged(url, told)
