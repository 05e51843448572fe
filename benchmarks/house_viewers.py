"""Viewers who follow tables over the streaming connection, and what they cost."""

import asyncio
import base64
import multiprocessing
import os
from multiprocessing.connection import Connection
from time import perf_counter
from typing import cast
from urllib.parse import urlsplit

import uvloop

from benchmarks.house_load import wager
from benchmarks.house_server import BOXES, DEALER, LOAD_CORE, Server
from croupier.house.app.idempotency import Accepted
from croupier.house.client import Client
from croupier.rulebooks.wagers import WagerKind
from croupier.table import commands as c

UPDATES_A_SECOND = 4
SECONDS = 15.0


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


async def _watch(address: str, token: str, viewers: int, tables: int, told: Connection) -> None:
    counts = [0, 0]
    netloc = urlsplit(address).netloc
    host, port = netloc.split(":")
    loop = asyncio.get_running_loop()
    for number in range(viewers):
        viewer = Viewer(netloc, f"T{number % tables}", counts)
        await loop.create_connection(lambda viewer=viewer: viewer, host, int(port))  # type: ignore[misc]
    while counts[1] < viewers:
        await asyncio.sleep(0.1)
    dealer = Client(address, token)
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
                ante = wager(box, WagerKind.ANTE, 1)
                giving.add(asyncio.ensure_future(streaming.give(ante, f"T{number}")))
            rounds += 1
            await asyncio.sleep(max(0.0, rounds / UPDATES_A_SECOND - spent))
        told.send((counts[0], rounds, perf_counter() - start))
    await dealer.close()


def _watcher(address: str, token: str, viewers: int, tables: int, told: Connection) -> None:
    os.sched_setaffinity(0, {LOAD_CORE})
    uvloop.run(_watch(address, token, viewers, tables, told))


def watch(server: Server, viewers: int, tables: int) -> tuple[float, float]:
    """Updates each viewer got a second, and the share of the core that the server used."""
    told, tell = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("spawn").Process(
        target=_watcher, args=(server.address, server.tokens[DEALER.id], viewers, tables, tell)
    )
    process.start()
    told.recv()
    spent = server.spent().server
    frames, _, took = told.recv()
    spent = server.spent().server - spent
    process.kill()
    process.join()
    return frames / viewers / took, spent / took
