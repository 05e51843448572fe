"""The house over its streaming connection: durable commands a second, viewers, growth.

The server runs on one core and the load generator on another, as processes of their
own; beside them stand a bare socket and what the store alone takes in the same run. PostgreSQL runs
beside them on either core, with its files on disk.
"""

import asyncio
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter

from benchmarks.house_echo import echo
from benchmarks.house_history import play_until
from benchmarks.house_load import Measured, measure
from benchmarks.house_server import TABLES_A_LINK, Server, serving, set_up
from benchmarks.house_viewers import UPDATES_A_SECOND, watch
from benchmarks.store import raw_rate
from croupier.house.store import database_url, open_store
from tests.house.postgres import Postgres

TABLES = 500
FEWER_TABLES = (10, 60)
SECONDS = 12.0
QUIET = 300
OFFERED = (QUIET, 3_000, 6_000)
"""Commands a second: a quiet house, a busy one, and the budget."""
RECORDS = 1_000_000
VIEWERS = 5_000
BUDGET = "100 µs of server each as fast as it goes, 300 µs at 300/s; p99 30 ms at 6,000/s"
BUDGET_VIEWERS = 5_000


def run() -> None:
    """What a busy house costs, beside the store alone."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for offered in (None, QUIET):
            _echo("a bare Litestar socket echo", offered, keeps=False)
            _echo("the same, each frame on disk first", offered, keeps=True)
        print("SQLite")
        _store_alone(_made(folder / "raw"))
        for tables in FEWER_TABLES:
            with serving(folder / f"house-{tables}") as server:
                _load(server, tables, None)
                _load(server, tables, QUIET)
        with serving(folder / "house") as server:
            _load(server, TABLES, None)
            for rate in OFFERED:
                _load(server, TABLES, rate)
        print(f"  budget: {BUDGET}")
        _long_log(folder / "house")
        _viewers(folder / "viewers")
        print("PostgreSQL")
        with on_disk() as postgres:
            _store_alone(postgres.new_database())
            with serving(folder / "on-postgres", postgres.new_database()) as server:
                _load(server, TABLES, None)
                _load(server, TABLES, OFFERED[1])


def _made(folder: Path) -> str:
    folder.mkdir()
    return database_url(folder)


def _store_alone(url: str) -> None:
    async def rate() -> float:
        store = await open_store(url)
        try:
            return await raw_rate(store)
        finally:
            await store.close()

    print(f"  {'store alone, all commands at once':40}{asyncio.run(rate()):8,.0f} commands/s")


def _echo(what: str, rate: float | None, *, keeps: bool) -> None:
    found = echo(rate, keeps=keeps)
    print(
        f"  {f'{what}, {_how(rate)}':54}{found.rate:8,.0f} frames/s, "
        f"{found.cost * 1e6:.0f} µs of server each"
    )


def _load(server: Server, tables: int, rate: float | None) -> None:
    asyncio.run(set_up(server, tables))
    _say(f"{tables} tables, {_how(rate)}", measure(server, tables, SECONDS, rate))


def _how(rate: float | None) -> str:
    return "as fast as it goes" if rate is None else f"offered {rate:,.0f}/s"


def _say(what: str, found: Measured) -> None:
    print(
        f"  {what:40}{found.rate:8,.0f} commands/s, p50 {found.p50 * 1e3:.0f} ms, "
        f"p99 {found.p99 * 1e3:.0f} ms, {found.under_way:.0f} under way, "
        f"{found.cost * 1e6:.0f} µs of server each"
        + (f", {found.refused} refused" if found.refused else "")
        + f" (others took {found.neighbours:.0%} of its core)"
    )


def _long_log(data: Path) -> None:
    """The same house again with a long log: its starts, and its commands."""
    began = perf_counter()
    records = asyncio.run(play_until(database_url(data), TABLES, RECORDS))
    print(f"  a log of {records:,} records, made in {perf_counter() - began:.0f} s")
    with serving(data) as server:
        print(f"  {'start, all of it to be checked':40}{server.started_in:8.2f} s")
    with serving(data) as server:
        print(f"  {'start, with nothing new':40}{server.started_in:8.2f} s")
        _load(server, TABLES, None)
        _load(server, TABLES, OFFERED[1])


def _viewers(data: Path) -> None:
    with serving(data) as server:
        asyncio.run(set_up(server, TABLES_A_LINK))
        updates, share = watch(server, VIEWERS, TABLES_A_LINK)
    print(
        f"  {f'{VIEWERS:,} viewers at {UPDATES_A_SECOND} updates/s':40}{updates:8.2f} updates/s "
        f"each, {share:.0%} of a core (budget {BUDGET_VIEWERS:,} viewers on one core)"
    )


@contextmanager
def on_disk() -> Iterator[Postgres]:
    """A server whose files are on disk, as a house's are."""
    folder = Path(tempfile.mkdtemp(prefix="croupier-postgres-"))
    server = Postgres(folder)
    try:
        server.initialise()
        server.start()
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    run()
