"""The durable store: group commit against a commit for each command, and growth with history."""

import asyncio
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter, process_time

from croupier.house.log.event_store import Append
from croupier.house.model.people.roles import HouseRole, Signature
from croupier.house.model.records import Answer, Head, Posting, Record
from croupier.house.store import database_url, open_store
from croupier.house.store.database import DatabaseStore

TABLES = 500
COMMANDS = 20_000
ALONE = 300
BUDGET_ROWS = 20_000
ROWS_PER_COMMAND = 4
"""Two records, a posting, an answer."""

_EVENT = (
    b'{"event":"wager_placed","box":3,"player":"p17","wager":"ante","amount":2500,'
    b'"by":{"id":"p17","role":"player"}}'
)


class Writers:
    """Busy tables: each writes its next command when the one before is on disk."""

    def __init__(self, heads: dict[str, Head]) -> None:
        self._heads = heads
        self._made = sum(head.version for head in heads.values())

    def command(self, table: int) -> Append:
        stream = f"table:T{table}"
        before = head = self._heads.get(stream, Head())
        self._made += 1
        key = f"{table}-{self._made:08}"
        by = Signature(f"p{table}", HouseRole.PLAYER)
        records = []
        for _ in range(2):
            record = Record(stream, head.version + 1, datetime.now(UTC), by, key, _EVENT, head.hash)
            head = Head(record.version, record.hash)
            records.append(record)
        self._heads[stream] = head
        posting = Posting(
            stream, head.version, f"player:p{table}", f"layout:T{table}", 2500, "ante placed, box 3"
        )
        answer = Answer(key, stream, b'{"version":%d}' % head.version)
        return Append({stream: before}, tuple(records), (posting,), answer)


async def raw_rate(store: DatabaseStore, commands: int = COMMANDS) -> float:
    """Commands a second when all are there at once: what the store alone can take."""
    writers = Writers(await store.heads())
    appends = [writers.command(number % TABLES) for number in range(commands)]
    start = perf_counter()
    await asyncio.gather(*(store.append(append) for append in appends))
    return commands / (perf_counter() - start)


async def busy_tables(
    store: DatabaseStore, tables: int, commands: int
) -> tuple[float, float, float, float]:
    """Commands a second, p50 and p99 in seconds, processor seconds a command."""
    writers = Writers(await store.heads())
    waits: list[float] = []

    async def play(table: int) -> None:
        for _ in range(commands // tables):
            append = writers.command(table)
            start = perf_counter()
            await store.append(append)
            waits.append(perf_counter() - start)

    start, spent = perf_counter(), process_time()
    await asyncio.gather(*(play(table) for table in range(tables)))
    took, spent = perf_counter() - start, process_time() - spent
    waits.sort()
    return (
        len(waits) / took,
        waits[len(waits) // 2],
        waits[int(len(waits) * 0.99)],
        spent / len(waits),
    )


async def measure(url: str, row: Callable[[str, str, str], None]) -> None:
    """Every figure of one database."""
    store = await open_store(url)
    await raw_rate(store, 2_000)
    raw = await raw_rate(store)
    row(
        "raw group commit, everything waiting",
        f"{raw:,.0f} commands/s, {raw * ROWS_PER_COMMAND:,.0f} rows/s",
        f"≥ {BUDGET_ROWS:,} rows/s",
    )
    rate, half, most, spent = await busy_tables(store, TABLES, COMMANDS)
    row(
        f"{TABLES} busy tables, one command each in flight",
        f"{rate:,.0f} commands/s, p50 {half * 1e3:.1f} ms, p99 {most * 1e3:.1f} ms, "
        f"{spent * 1e6:.0f} µs of processor each",
        "",
    )
    alone, half, most, _ = await busy_tables(store, 1, ALONE)
    row(
        "peer: a commit for each command",
        f"{alone:,.0f} commands/s, p50 {half * 1e3:.1f} ms, p99 {most * 1e3:.1f} ms",
        "",
    )
    start = perf_counter()
    whole = await store.check(whole=True)
    took = perf_counter() - start
    row("whole log checked", f"{whole.records / took:,.0f} records/s", "")
    await store.append(Writers(await store.heads()).command(0))
    start = perf_counter()
    since = await store.check()
    took = perf_counter() - start
    row(
        f"check at a start, {whole.records + since.records:,} records of history",
        f"{took * 1e3:.1f} ms for {since.records} new records",
        "",
    )
    await store.close()


def run(urls: tuple[str, ...] = ()) -> None:
    """SQLite in a folder of its own, and any other database that is named."""
    with tempfile.TemporaryDirectory() as folder:
        for url in (database_url(Path(folder)), *urls):
            print(url.partition(":")[0])
            asyncio.run(measure(url, _row))


def _row(name: str, measured: str, budget: str) -> None:
    print(f"  {name:<46}{measured}   {budget}".rstrip())


if __name__ == "__main__":
    import sys

    run(tuple(sys.argv[1:]))
