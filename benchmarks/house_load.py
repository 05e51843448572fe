"""Busy tables: commands over the streaming connection, and how long each took.

As fast as it goes (a closed loop), every table gives its next command when the one
before was acknowledged: as many commands are under way as there are tables, and by
Little's law the mean wait is their number over the rate, however good the server is.

At an offered rate (an open loop), commands fall due at that rate whatever the server
does, each at a table drawn from those that wait for nothing. A wait counts from the
moment a command fell due, so that a stall is charged to all that it delays.

Tables begin one after another, as tables do: in lockstep all would settle at once.
"""

import asyncio
import multiprocessing
import os
import random
from collections.abc import Sequence
from itertools import cycle
from multiprocessing.connection import Connection
from time import perf_counter
from urllib.parse import urlsplit

import msgspec
import uvloop
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.house_server import BOXES, DEALER, LOAD_CORE, Server
from croupier.house.client import new_key
from croupier.house.http.shapes import Give
from croupier.rulebooks.wagers import WagerKind
from croupier.table import commands as c
from croupier.table.commands import TableCommand

CONNECTIONS = 10
BEGIN_SECONDS, WARM_UP = 3.0, 4.0
TICK = 0.001

_encode = msgspec.json.Encoder().encode


class Measured(Struct, frozen=True):
    """What came of one load."""

    rate: float
    """Commands a second that were acknowledged."""
    p50: float
    p99: float
    """Seconds."""
    under_way: float
    """Commands, on average."""
    cost: float
    """Processor seconds of the server for each."""
    costs: tuple[float, ...]
    """The same of each process, if there are several."""
    neighbours: float
    """The share of the server's core that others took in the meantime."""
    refused: int


def round_of_commands() -> list[TableCommand]:
    return [
        c.OpenBets(),
        *(wager(box, WagerKind.ANTE, 1000) for box in BOXES),
        *(wager(box, WagerKind.JACKPOT, None) for box in BOXES),
        c.CloseBets(),
        c.Deal(),
        *(c.PlaceWager(box=box, wager="bet") for box in BOXES),
        c.RevealDealer(),
        c.Settle(),
    ]


def wager(box: int, kind: WagerKind, amount: int | None) -> c.PlaceWager:
    return c.PlaceWager(box=box, wager=kind, amount=amount, player=f"p{box}")


class _Answer(Struct):
    type: str
    command: str | None = None


_read = msgspec.json.Decoder(list[_Answer]).decode


class Load:
    """All tables, in one process."""

    def __init__(self, tables: int, rate: float | None) -> None:
        self._rate = rate
        self._chance = random.Random(1)
        self._commands = round_of_commands()
        self._next = [0] * tables
        self._start = self._due = perf_counter()
        self._yet_to_begin = sorted(
            (self._start + self._chance.random() * BEGIN_SECONDS, table) for table in range(tables)
        )
        self._free: list[int] = []
        self._sent: dict[str, tuple[int, float]] = {}
        self.waits: list[float] = []
        self.refused = 0
        self.measuring = False
        self.ending = False
        """Rounds are played to their end and no new ones begun: the next load finds none open."""

    @property
    def ended(self) -> bool:
        return not self._sent and not any(self._next)

    def due(self) -> list[tuple[int, bytes]]:
        """Tables, and the commands that they give now."""
        now = perf_counter()
        while self._yet_to_begin and self._yet_to_begin[0][0] <= now:
            self._free.append(self._yet_to_begin.pop(0)[1])
        if self.ending:
            self._yet_to_begin = []
            self._free = [table for table in self._free if self._next[table]]
        if self._rate is None:
            given, self._free = [self._message(table, now) for table in self._free], []
            return given
        given = []
        while self._free and self._due <= now:
            place = self._chance.randrange(len(self._free))
            self._free[place], self._free[-1] = self._free[-1], self._free[place]
            given.append(self._message(self._free.pop(), self._due))
            self._due += 1 / self._rate
        if self._yet_to_begin:
            self._due = max(self._due, now)  # what too few tables could not give is not owed
        return given

    def _message(self, table: int, due: float) -> tuple[int, bytes]:
        key = new_key()
        place = self._next[table]
        self._next[table] = (place + 1) % len(self._commands)
        self._sent[key] = (table, due)
        return table, _encode(Give(key, self._commands[place], f"T{table}"))

    def heard(self, answer: _Answer) -> None:
        table, due = self._sent.pop(answer.command or "")
        self._free.append(table)
        if answer.type != "accepted":
            self.refused += 1
        elif self.measuring:
            self.waits.append(perf_counter() - due)

    async def listen(self, socket: ClientConnection) -> None:
        while True:
            for answer in _read(await socket.recv(decode=False)):
                self.heard(answer)

    async def give(self, sockets: list[ClientConnection]) -> None:
        """Whatever is due, in one frame a connection."""
        while True:
            frames: dict[int, list[bytes]] = {}
            for table, message in self.due():
                frames.setdefault(table % len(sockets), []).append(message)
            for number, messages in frames.items():
                await sockets[number].send(b"[%b]" % b",".join(messages), text=True)
            await asyncio.sleep(TICK)


async def _drive(
    addresses: list[str],
    token: str,
    tables: int,
    seconds: float,
    rate: float | None,
    told: Connection,
) -> None:
    urls = [f"ws://{urlsplit(address).netloc}/api/stream" for address in addresses]
    proof = {"Authorization": f"Bearer {token}"}
    sockets = [
        await connect(url, additional_headers=proof, compression=None, max_size=None)
        for url, _ in zip(cycle(urls), range(min(CONNECTIONS, tables)), strict=False)
    ]
    load = Load(tables, rate)
    work = [asyncio.create_task(load.give(sockets))]
    work += [asyncio.create_task(load.listen(socket)) for socket in sockets]
    await asyncio.sleep(WARM_UP)
    load.measuring = True
    told.send("measuring")
    await asyncio.sleep(seconds)
    load.measuring = False
    told.send((sorted(load.waits), load.refused))
    load.ending = True
    while not load.ended:
        await asyncio.sleep(TICK)
    for task in work:
        task.cancel()
    await asyncio.gather(*work, return_exceptions=True)
    await asyncio.gather(*(socket.close() for socket in sockets))


def _generator(
    addresses: list[str],
    token: str,
    tables: int,
    seconds: float,
    rate: float | None,
    told: Connection,
) -> None:
    if len(addresses) == 1:
        os.sched_setaffinity(0, {LOAD_CORE})
    uvloop.run(_drive(addresses, token, tables, seconds, rate, told))


def measure(
    server: Server,
    tables: int,
    seconds: float,
    rate: float | None = None,
    others: Sequence[Server] = (),
) -> Measured:
    """Put a load on a server, or on several by turns; as fast as it goes unless a rate is
    offered."""
    servers = [server, *others]
    told, tell = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("spawn").Process(
        target=_generator,
        args=(
            [one.address for one in servers],
            server.tokens[DEALER.id],
            tables,
            seconds,
            rate,
            tell,
        ),
    )
    process.start()
    told.recv()
    before, began = [one.spent() for one in servers], perf_counter()
    waits, refused = told.recv()
    after, took = [one.spent() for one in servers], perf_counter() - began
    process.join()
    done = len(waits)
    each = [new.server - old.server for old, new in zip(before, after, strict=True)]
    own = sum(each)
    return Measured(
        done / took,
        waits[done // 2],
        waits[int(done * 0.99)],
        sum(waits) / took,
        own / done,
        tuple(one / done for one in each),
        max(0.0, after[0].core - before[0].core - own) / took,
        refused,
    )
