"""One server process beside two of the same house, on PostgreSQL.

Each process is held to the same share of a core, so that two have twice the processor of one, and
database and load always find what they need: how much more two carry is what the program does with
it. The load knows nothing of owners: its connections go to the processes by turns, and each table
keeps to one of them, so that with two about half of the commands are forwarded.
"""

import asyncio
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import sleep

from benchmarks.house import on_disk
from benchmarks.house_load import Measured, measure
from benchmarks.house_server import Server, serving, set_up
from benchmarks.processor_share import held

TABLES = 200
SECONDS = 12.0
TIMES = 3
SHARE = 0.4
"""Of a core, for each process: two of them leave more than half of two cores to the others."""
SETTLED = 5.0
"""Seconds until the processes have divided the tables."""
BUDGET = 1.7


def run() -> None:
    """Fifty tables to a link, divided among the processes by themselves."""
    with tempfile.TemporaryDirectory() as name, on_disk() as postgres:
        folder, database = Path(name), postgres.new_database()
        with serving(folder / "one", database, pinned=False) as one:
            asyncio.run(set_up(one, TABLES))
            with _holding(one):
                before, after = [], []
                for _ in range(TIMES):
                    before.append(_said("one process", measure(one, TABLES, SECONDS)))
                    with (
                        serving(folder / "two", database, one, pinned=False) as two,
                        _holding(two),
                    ):
                        sleep(SETTLED)
                        found = measure(one, TABLES, SECONDS, others=[two])
                        after.append(_said("two processes", found))
                    sleep(SETTLED)
    print(
        f"  two beside one: {_median(after).rate / _median(before).rate:.2f} times the rate "
        f"(budget {BUDGET})"
    )


@contextmanager
def _holding(server: Server) -> Iterator[None]:
    with held(server.process_id, SHARE) as is_held:
        if not is_held:
            print("  (not held to a share of a core, which takes root: they compete for the cores)")
        yield


def _median(found: list[Measured]) -> Measured:
    return sorted(found, key=lambda one: one.rate)[len(found) // 2]


def _said(what: str, found: Measured) -> Measured:
    costs = " and ".join(f"{cost * 1e6:.0f}" for cost in found.costs)
    used = " and ".join(f"{cost * found.rate:.2f}" for cost in found.costs)
    print(
        f"  {what:16}{found.rate:8,.0f} commands/s, p50 {found.p50 * 1e3:.0f} ms, "
        f"p99 {found.p99 * 1e3:.0f} ms, {costs} µs of the processes for each, "
        f"which used {used} of a core" + (f", {found.refused} refused" if found.refused else "")
    )
    return found
