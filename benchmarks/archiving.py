"""What a gaming day costs once it is over: to archive, to unpack, and to look into.

A day of casino stud at 20 tables with one link, given to the real handler on the real store in this
process, closed, archived, unpacked, and asked for a round and a report. SQLite; with `postgresql`
as an argument the house is there, and what is unpacked is SQLite all the same.

    python -m benchmarks.archiving [RECORDS] [postgresql]
"""

import asyncio
import resource
import sys
import tempfile
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import contextmanager, nullcontext
from datetime import timedelta
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from benchmarks.growth import TABLES, set_up, sizes
from benchmarks.house_history import play_until
from croupier.house.app.command_handler import CommandHandler
from croupier.house.model.cage.commands import CloseDay
from croupier.house.model.cage.day import UTC_DAYS
from croupier.house.model.people.roles import HouseRole, Signature
from croupier.house.operate.archiving import archive_days
from croupier.house.operate.config import Config
from croupier.house.operate.unpacking import unpack
from croupier.house.read.proof.archives import prove_archives
from croupier.house.read.proof.collector import collect_seldom
from croupier.house.read.proof.export import scripts
from croupier.house.read.proof.recorded import recorded_rounds
from croupier.house.read.proof.verify import verify
from croupier.house.read.reports import making
from croupier.house.sealing import Keyring
from croupier.house.store import database_url, open_as_it_is, open_store
from tests.house.houses import KEY
from tests.house.postgres import Postgres

RECORDS = 100_000
RING = Keyring.of(KEY)
MANAGER = Signature("mia", HouseRole.SHIFT_MANAGER)


def timed(what: str, work: Callable[[], Any]) -> Any:
    began, used = perf_counter(), process_time()
    found = work()
    took, used = perf_counter() - began, process_time() - used
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{what:44}{took:8.2f} s elapsed {used:8.2f} s of processor, {most} MB at most")
    return found


async def _play(url: str, records: int) -> str:
    """A day with so many records, closed; returns its name."""
    store = await open_store(url)
    try:
        handler = CommandHandler(store, KEY)
        await handler.streams.open()
        await set_up(handler)
    finally:
        await store.close()
    await play_until(url, TABLES, records)
    store = await open_store(url)
    try:
        handler = CommandHandler(store, KEY)
        await handler.streams.open()
        day = handler.calendar.of(handler.now())
        await handler.command(None, CloseDay(day=day), MANAGER, "close-the-day")
        return day
    finally:
        await store.close()


async def _asked(url: str, ask: Callable[[Any], Awaitable[Any]]) -> Any:
    store = await open_as_it_is(url)
    store.chain_under(RING)
    try:
        return await ask(store)
    finally:
        await store.close()


async def _report(store: Any, day: str) -> Any:
    house = making.Reading.of(store, RING, UTC_DAYS)
    await house.handler.streams.open()
    return await making.tables(house, day)


async def _round(store: Any, number: int) -> Any:
    return scripts(await recorded_rounds(store, "T7", number))


def measure(url: str, folder: Path, records: int) -> None:
    day = timed(f"to play {records:,} records", lambda: asyncio.run(_play(url, records)))
    print(f"{'the database':44}{sum(size for _, size in sizes(url)):12,} bytes")
    now = UTC_DAYS.ends(day) + timedelta(minutes=1)
    collect_seldom()  # as the commands do

    def run(work: Coroutine[Any, Any, Any]) -> Callable[[], Any]:
        return lambda: asyncio.run(work)

    [made] = timed("to archive the day", run(archive_days(url, now, folder, now, RING)))
    file = folder / made.file
    print(
        f"{'its file, ' + format(made.records, ',') + ' records':44}{file.stat().st_size:12,} bytes"
    )

    async def proof() -> None:
        markers = await _asked(url, lambda store: store.markers())
        assert prove_archives([file], markers, RING) is None

    timed("to prove the file", run(proof()))
    part = folder / "part"
    timed("to unpack it", lambda: unpack(url, [file], part, Config(), None))
    print(f"{'the unpacked database':44}{(part / 'house.db').stat().st_size:12,} bytes")
    here = database_url(part)
    number = 1 + records // 63 // TABLES // 2
    found = timed("to export a round in the middle", run(_asked(here, lambda s: _round(s, number))))
    assert len(found) == 1
    timed("to make the report of the day's tables", run(_asked(here, lambda s: _report(s, day))))
    proved = timed("to prove what was unpacked", run(_asked(here, lambda s: verify(s, keys=RING))))
    assert proved.clean, proved.findings


@contextmanager
def _databases(folder: Path, *, postgresql: bool) -> Any:
    with Postgres.started() if postgresql else nullcontext() as server:
        yield database_url(folder) if server is None else server.new_database()


def run() -> None:
    given = sys.argv[1:]
    records = next((int(one) for one in given if one.isdecimal()), RECORDS)
    with (
        tempfile.TemporaryDirectory() as folder,
        _databases(Path(folder), postgresql="postgresql" in given) as url,
    ):
        measure(url, Path(folder), records)


if __name__ == "__main__":
    run()
