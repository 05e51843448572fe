"""`croupier serve` on a core of its own, with tables of casino stud in it."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter

from msgspec import Struct

from croupier.house.client import Client, by_two
from croupier.house.model import commands as hc
from croupier.house.store import database_url
from croupier.rulebooks.terms import Actor, Role
from croupier.script.format import JackpotEntry, TableEntry
from tests.house.houses import KEY
from tests.house.serving import introduced

TABLES_A_LINK = 50
BOXES = (1, 2, 3, 4)

MANAGER = Actor("mia", Role.SHIFT_MANAGER)
SECOND = Actor("sam", Role.SHIFT_MANAGER)
DEALER = Actor("dan", Role.DEALER)
SETTINGS = {
    "CROUPIER_KEY": KEY.hex(),
    "CROUPIER_STREAM_RATE": "1e9",
    "CROUPIER_STREAM_BURST": "1e9",
    "CROUPIER_MESSAGE_KIB": "1024",
    "CROUPIER_STREAMS_PER_ADDRESS": "100000",
    "CROUPIER_CONNECTIONS_PER_ADDRESS": "100000",
}
"""What keeps single callers in bounds would be in the way here."""

SERVER_CORE, LOAD_CORE = max(os.sched_getaffinity(0)), min(os.sched_getaffinity(0))
_TICKS = os.sysconf("SC_CLK_TCK")
_SERVE = "from croupier.cli.serve import serve; serve(prog_name='croupier serve')"
_PINNED = f"import os; os.sched_setaffinity(0, {{{SERVER_CORE}}}); {_SERVE}"


class Spent(Struct, frozen=True):
    """Processor seconds: of the server, and of everything on its core."""

    server: float
    core: float


class Server:
    """One process; `started_in` is the time from its start to its first word."""

    def __init__(
        self, data: Path, database: str | None, beside: "Server | None" = None, *, pinned: bool
    ) -> None:
        """`beside`: another process of the same house; `pinned`: on a core of its own."""
        data.mkdir(parents=True, exist_ok=True)
        self.url = database or database_url(data)
        self.tokens: dict[str, str] = (
            asyncio.run(introduced(self.url, MANAGER, DEALER, approving=[SECOND]))
            if beside is None
            else beside.tokens
        )
        start = perf_counter()
        where = () if database is None else ("--database", database)
        self._process = subprocess.Popen(
            [
                sys.executable,
                "-c",
                _PINNED if pinned else _SERVE,
                "--data",
                str(data),
                "--port",
                "0",
                *where,
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, **SETTINGS},
        )
        assert self._process.stdout is not None
        self.address = self._process.stdout.readline().split()[5]
        self.started_in = perf_counter() - start

    @property
    def process_id(self) -> int:
        return self._process.pid

    def spent(self) -> Spent:
        return Spent(processor_seconds(self.process_id), _core_seconds())

    def end(self) -> None:
        self._process.terminate()
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()


def processor_seconds(process: int) -> float:
    """What a process has worked, in the kernel too."""
    status = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    fields = status.rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def _core_seconds() -> float:
    """What the server's core has worked, for whomever; waiting for the disk is no work."""
    for line in Path("/proc/stat").read_text(encoding="utf-8").splitlines():
        name, *fields = line.split()
        if name == f"cpu{SERVER_CORE}":
            return sum(int(fields[place]) for place in (0, 1, 2, 5, 6, 7)) / _TICKS
    return 0.0


@contextmanager
def serving(
    data: Path,
    database: str | None = None,
    beside: Server | None = None,
    *,
    pinned: bool = True,
) -> Iterator[Server]:
    server = Server(data, database, beside, pinned=pinned)
    try:
        yield server
    finally:
        server.end()


async def set_up(server: Server, tables: int) -> None:
    """Tables of casino stud, fifty to a jackpot, all dealt by one dealer."""
    manager = Client(server.address, server.tokens[MANAGER.id])
    second = Client(server.address, server.tokens[SECOND.id])
    dealer = Client(server.address, server.tokens[DEALER.id])
    known = len(await manager.tables())
    for link in range(-(-tables // TABLES_A_LINK)):
        if link * TABLES_A_LINK >= known:
            entry = JackpotEntry(meter=100_000_000, reset=10_000_000, increment="0.2")
            await by_two(manager, second, hc.RegisterJackpot(name=f"J{link}", entry=entry))
    for number in range(known, tables):
        entry_of = TableEntry(
            "casino-stud",
            boxes=len(BOXES),
            jackpot=f"J{number // TABLES_A_LINK}",
            entry="recording",  # type: ignore[arg-type]
        )
        await by_two(manager, second, hc.RegisterTable(name=f"T{number}", entry=entry_of))
        await dealer.give(hc.SignOn(), f"T{number}")
    for client in (manager, second, dealer):
        await client.close()
