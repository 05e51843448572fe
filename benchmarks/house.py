"""The house over its streaming connection: durable commands a second, viewers, growth.

The server runs on one core and the load generator on another, as processes of their
own; beside them stands what the store alone takes in the same run.
"""

import asyncio
import base64
import multiprocessing
import os
import subprocess
import sys
import tempfile
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from time import perf_counter
from typing import cast
from urllib.parse import urlsplit

import msgspec
import uvloop
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.store import raw_rate
from croupier.house import commands as hc
from croupier.house.client import Client
from croupier.house.keeper import Accepted
from croupier.house.service.shapes import Give
from croupier.house.store import database_url, open_store
from croupier.rulebooks.model import WagerKind
from croupier.rulebooks.roles import Actor, Role
from croupier.script.format import JackpotEntry, TableEntry
from croupier.table import commands as c
from croupier.table.commands import TableCommand

TABLES = 500
TABLES_A_LINK = 50
CONNECTIONS = 10
BOXES = (1, 2, 3, 4)
SECONDS = 15.0
WARM_UP = 3.0
VIEWERS = 5_000
UPDATES_A_SECOND = 4
BUDGET_RATE, BUDGET_P99, BUDGET_VIEWERS = 3_000, 60, 5_000

MANAGER = Actor("manager", Role.SHIFT_MANAGER)
DEALER = Actor("dealer", Role.DEALER)
_TICKS = os.sysconf("SC_CLK_TCK")
_encode = msgspec.json.Encoder().encode


# The server, on a core of its own


class Server:
    """`croupier serve` on one core."""

    def __init__(self, data: Path) -> None:
        start = perf_counter()
        self._process = subprocess.Popen(
            [sys.executable, "-c", _SERVE, "--data", str(data), "--port", "0"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self._process.stdout is not None
        self.address = self._process.stdout.readline().split()[5]
        self.started_in = perf_counter() - start

    def processor_seconds(self) -> float:
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS

    def end(self) -> None:
        self._process.terminate()
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()


_SERVE = (
    "import os; os.sched_setaffinity(0, {max(os.sched_getaffinity(0))}); "
    "from croupier.cli.serve import serve; serve(prog_name='croupier serve')"
)


@contextmanager
def serving(data: Path) -> Iterator[Server]:
    server = Server(data)
    try:
        yield server
    finally:
        server.end()


async def set_up(address: str, tables: int) -> None:
    """Tables of casino stud, fifty to a jackpot."""
    manager = Client(address, MANAGER)
    known = len(await manager.tables())
    for link in range(-(-tables // TABLES_A_LINK)):
        if link * TABLES_A_LINK >= known:
            entry = JackpotEntry(meter=100_000_000, reset=10_000_000, increment="0.2")
            await manager.give(hc.RegisterJackpot(name=f"J{link}", entry=entry))
    for number in range(known, tables):
        entry_of = TableEntry(
            "casino-stud",
            boxes=len(BOXES),
            jackpot=f"J{number // TABLES_A_LINK}",
            entry="recording",  # type: ignore[arg-type]
        )
        await manager.give(hc.RegisterTable(name=f"T{number}", entry=entry_of))
    await manager.close()


# Commands


def _round() -> list[TableCommand]:
    return [
        c.OpenBets(),
        *(_wager(box, WagerKind.ANTE, 1000) for box in BOXES),
        *(_wager(box, WagerKind.JACKPOT, None) for box in BOXES),
        c.CloseBets(),
        c.Deal(),
        *(c.PlaceWager(box=box, wager=WagerKind.BET) for box in BOXES),
        c.RevealDealer(),
        c.Settle(),
    ]


def _wager(box: int, wager: WagerKind, amount: int | None) -> c.PlaceWager:
    return c.PlaceWager(box=box, wager=wager, amount=amount, player=f"p{box}")


class _Answer(msgspec.Struct):
    type: str
    command: str | None = None


_read = msgspec.json.Decoder(list[_Answer]).decode


class Load:
    """Every table gives its next command when the one before was acknowledged.

    With a `rate`, all tables together give so many a second and no more.
    """

    def __init__(self, tables: int, rate: float | None) -> None:
        self._pause = 0.0 if rate is None else tables / rate
        self._commands = _round()
        self._next: dict[int, int] = {}
        self._sent: dict[str, tuple[int, float]] = {}
        self._made = 0
        self.waits: list[float] = []
        self.troubles = 0
        self.measuring = False

    def message(self, table: int) -> bytes:
        self._made += 1
        key = f"bench-{table}-{self._made}"
        place = self._next.get(table, 0)
        self._next[table] = (place + 1) % len(self._commands)
        self._sent[key] = (table, perf_counter())
        return _encode(Give(key, self._commands[place], f"T{table}"))

    def heard(self, answer: _Answer) -> tuple[int, float]:
        table, sent = self._sent.pop(answer.command or "")
        if answer.type != "accepted":
            self.troubles += 1
        elif self.measuring:
            self.waits.append(perf_counter() - sent)
        return table, sent

    async def play(self, address: str, tables: range, until: asyncio.Event) -> None:
        parts = urlsplit(address)
        url = f"ws://{parts.netloc}/api/stream?as={DEALER.id}&role={DEALER.role}"
        waiting: deque[tuple[float, int]] = deque()
        async with connect(url, compression=None, max_size=None) as socket:
            start = perf_counter()
            step = self._pause / len(tables)
            waiting.extend((start + step * place, table) for place, table in enumerate(tables))
            giving = asyncio.create_task(self._give(socket, waiting, until))
            while not until.is_set():
                for answer in _read(await socket.recv(decode=False)):
                    table, sent = self.heard(answer)
                    waiting.append((sent + self._pause, table))
            await giving

    async def _give(
        self,
        socket: ClientConnection,
        waiting: deque[tuple[float, int]],
        until: asyncio.Event,
    ) -> None:
        """Whatever is due, in one frame."""
        while not until.is_set():
            now = perf_counter()
            due = []
            for _ in range(len(waiting)):
                moment, table = waiting.popleft()
                if moment <= now:
                    due.append(self.message(table))
                else:
                    waiting.append((moment, table))
            if due:
                await socket.send(b"[%b]" % b",".join(due), text=True)
            await asyncio.sleep(0.002)


async def _drive(
    address: str, tables: int, seconds: float, rate: float | None, told: Connection
) -> None:
    load = Load(tables, rate)
    until = asyncio.Event()
    size = max(1, tables // CONNECTIONS)
    playing = [
        asyncio.create_task(load.play(address, range(first, first + size), until))
        for first in range(0, tables, size)
    ]
    await asyncio.sleep(WARM_UP)
    load.measuring = True
    told.send("measuring")
    await asyncio.sleep(seconds)
    load.measuring = False
    told.send((sorted(load.waits), load.troubles))
    until.set()
    await asyncio.wait(playing, timeout=2)


def _generator(
    address: str, tables: int, seconds: float, rate: float | None, told: Connection
) -> None:
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    uvloop.run(_drive(address, tables, seconds, rate, told))


def measure(
    server: Server, tables: int, seconds: float, rate: float | None = None
) -> tuple[float, ...]:
    """Commands a second, p50 and p99 in ms, server microseconds a command, troubles."""
    told, tell = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("spawn").Process(
        target=_generator, args=(server.address, tables, seconds, rate, tell)
    )
    process.start()
    told.recv()
    spent, began = server.processor_seconds(), perf_counter()
    waits, troubles = told.recv()
    spent, took = server.processor_seconds() - spent, perf_counter() - began
    process.join()
    done = len(waits)
    p50, p99 = waits[done // 2] * 1e3, waits[int(done * 0.99)] * 1e3
    return done / took, p50, p99, spent / done * 1e6, troubles


# Viewers


class Viewer(asyncio.Protocol):
    """A viewer that counts frames and reads nothing else of them."""

    def __init__(self, address: str, table: str, counts: list[int]) -> None:
        self._address = address
        self._table = table
        self._counts = counts
        self._open = False
        self._held = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        key = base64.b64encode(os.urandom(16)).decode()
        self._transport.write(
            f"GET /api/stream HTTP/1.1\r\nHost: {self._address}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        if self._open:
            self._counts[0] += data.count(_UPDATE)
            return
        self._held += data
        if b"\r\n\r\n" in self._held:
            self._open = True
            self._counts[1] += 1
            wanted = f'{{"type":"subscribe","streams":{{"table:{self._table}":null}}}}'
            self._transport.write(_frame(wanted.encode()))


_UPDATE = b'{"type":"events"'


def _frame(text: bytes) -> bytes:
    """A masked text frame, mask 0."""
    return bytes([0x81, 0x80 | len(text)]) + bytes(4) + text


async def _watch(address: str, viewers: int, tables: int, told: Connection) -> None:
    counts = [0, 0]
    netloc = urlsplit(address).netloc
    host, port = netloc.split(":")
    loop = asyncio.get_running_loop()
    for number in range(viewers):
        viewer = Viewer(netloc, f"T{number % tables}", counts)
        await loop.create_connection(lambda viewer=viewer: viewer, host, int(port))  # type: ignore[misc]
    while counts[1] < viewers:
        await asyncio.sleep(0.1)
    dealer = Client(address, DEALER)
    async with dealer.stream() as streaming:
        for number in range(tables):
            await streaming.give(c.OpenBets(), f"T{number}")
        counts[0] = 0
        told.send("measuring")
        start = perf_counter()
        rounds = 0
        giving: set[asyncio.Future[Accepted]] = set()
        while (spent := perf_counter() - start) < SECONDS:
            for number in range(tables):
                box = BOXES[rounds % len(BOXES)]
                wager = _wager(box, WagerKind.ANTE, 1)
                giving.add(asyncio.ensure_future(streaming.give(wager, f"T{number}")))
            rounds += 1
            await asyncio.sleep(max(0.0, rounds / UPDATES_A_SECOND - spent))
        told.send((counts[0], rounds, perf_counter() - start))
    await dealer.close()


def _watcher(address: str, viewers: int, tables: int, told: Connection) -> None:
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    uvloop.run(_watch(address, viewers, tables, told))


def watch(server: Server, viewers: int, tables: int) -> tuple[float, float]:
    """Updates each viewer got a second, and the share of the core that the server used."""
    told, tell = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("spawn").Process(
        target=_watcher, args=(server.address, viewers, tables, tell)
    )
    process.start()
    told.recv()
    spent = server.processor_seconds()
    frames, _, took = told.recv()
    spent = server.processor_seconds() - spent
    process.kill()
    process.join()
    return frames / viewers / took, spent / took


def run() -> None:
    """What a busy house costs, beside the store alone."""
    with tempfile.TemporaryDirectory() as folder:
        raw = asyncio.run(_raw(Path(folder) / "raw"))
        print(f"store alone, all commands at once      {raw:10,.0f} commands/s")
        data = Path(folder)
        for tables, held in ((50, None), (TABLES, None), (TABLES, BUDGET_RATE)):
            data = Path(folder) / f"house-{tables}-{held}"
            with serving(data) as server:
                asyncio.run(set_up(server.address, tables))
                rate, p50, p99, cost, troubles = measure(server, tables, SECONDS, held)
            how = "as fast as it goes" if held is None else f"held at {held:,}/s"
            print(
                f"{tables:4} tables, {how:20} {rate:20,.0f} commands/s   p50 {p50:.1f} ms   "
                f"p99 {p99:.1f} ms   {cost:.0f} µs of server a command   {troubles:.0f} refused"
            )
        print(f"{'budget':38} {BUDGET_RATE:10,} commands/s   p99 {BUDGET_P99} ms")
        for what in ("checking what is new", "with nothing new"):
            with serving(data) as server:
                print(f"start {what:32} {server.started_in:10.2f} s")
        with serving(Path(folder) / "viewers") as server:
            asyncio.run(set_up(server.address, TABLES_A_LINK))
            updates, share = watch(server, VIEWERS, TABLES_A_LINK)
        print(
            f"{VIEWERS:,} viewers at {UPDATES_A_SECOND} updates/s {updates:20.2f} updates/s each   "
            f"{share:.0%} of a core   (budget {BUDGET_VIEWERS:,} viewers on one core)"
        )


async def _raw(folder: Path) -> float:
    folder.mkdir()
    store = await open_store(database_url(folder))
    try:
        return await raw_rate(store)
    finally:
        await store.close()


if __name__ == "__main__":
    run()
