"""One server process beside two of the same house, on PostgreSQL.

The load knows nothing of owners: its connections go to the processes by turns, and each table keeps
to one of them, so that with two about half of the commands are forwarded. Whatever runs here shares
the cores of the machine: processes, database and load. What the processes could carry with a core
each follows from the processor time that a command costs the busiest of them.
"""

import asyncio
import tempfile
from pathlib import Path

from benchmarks.house import on_disk
from benchmarks.house_load import Measured, measure
from benchmarks.house_server import serving, set_up

TABLES = 200
SECONDS = 12.0
TIMES = 3


def run() -> None:
    """Fifty tables to a link, divided among the processes by themselves."""
    with tempfile.TemporaryDirectory() as name, on_disk() as postgres:
        folder, database = Path(name), postgres.new_database()
        with serving(folder / "one", database, pinned=False) as one:
            asyncio.run(set_up(one, TABLES))
            before, after = [], []
            for _ in range(TIMES):
                before.append(_said("one process", measure(one, TABLES, SECONDS)))
                with serving(folder / "two", database, one, pinned=False) as two:
                    found = measure(one, TABLES, SECONDS, others=[two])
                    after.append(_said("two processes", found))
    print(
        f"  two beside one: {_median(after).rate / _median(before).rate:.2f} times the rate here; "
        f"with a core for each process "
        f"{max(_median(before).costs) / max(_median(after).costs):.2f} times"
    )


def _median(found: list[Measured]) -> Measured:
    return sorted(found, key=lambda one: one.rate)[len(found) // 2]


def _said(what: str, found: Measured) -> Measured:
    costs = " and ".join(f"{cost * 1e6:.0f}" for cost in found.costs)
    print(
        f"  {what:16}{found.rate:8,.0f} commands/s, p50 {found.p50 * 1e3:.0f} ms, "
        f"p99 {found.p99 * 1e3:.0f} ms, {costs} µs of the processes for each"
        + (f", {found.refused} refused" if found.refused else "")
    )
    return found
