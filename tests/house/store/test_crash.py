"""Real processes, killed without warning under load: what was acknowledged is there, whole."""

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.house.store.writing import Author, opened

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
        assert self.process.stdout.readline() == "ready\n"
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
