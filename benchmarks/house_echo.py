"""What a socket alone costs: a bare Litestar application that sends back what it gets.

A second one keeps each frame before it answers: one row of SQLite, synced, everything that waits in
one commit. That is the least a program can do that is reached over a socket and forgets nothing.

They are served as the house is, on the same core, and the load is a command to a frame.
"""

import asyncio
import multiprocessing
import os
import random
import subprocess
import sys
import tempfile
from multiprocessing.connection import Connection
from time import perf_counter

import msgspec
import uvloop
from msgspec import Struct
from websockets.asyncio.client import connect

from benchmarks.house_load import CONNECTIONS, wager
from benchmarks.house_server import LOAD_CORE, SERVER_CORE, processor_seconds
from croupier.house.client import new_key
from croupier.house.http.shapes import Give
from croupier.rulebooks.wagers import WagerKind

UNDER_WAY = 6
"""Frames on each connection."""
SECONDS = 5.0

_ECHO = """
async def answered(text):
    return text
"""

_KEEP = """
import asyncio, collections, queue, sys, threading
from croupier.house.store.connecting import sqlite_driver

calls, waiting = queue.SimpleQueue(), collections.deque()

def resolve(told):
    for one in told:
        one.set_result(None)

def keep():
    kept = sqlite_driver().connect(sys.argv[1] + "/frames.db", isolation_level=None)
    kept.execute("PRAGMA journal_mode=WAL").fetchall()
    kept.execute("PRAGMA synchronous=FULL")
    kept.execute("CREATE TABLE frames (seq INTEGER PRIMARY KEY, text TEXT)")
    while True:
        calls.get()
        batch = [waiting.popleft() for _ in range(len(waiting))]
        if batch:
            kept.execute("BEGIN IMMEDIATE")
            for text, _ in batch:
                kept.execute("INSERT INTO frames (text) VALUES (?)", (text,))
            kept.execute("COMMIT")
            told = [told for _, told in batch]
            told[0].get_loop().call_soon_threadsafe(resolve, told)

async def answered(text):
    told = asyncio.get_running_loop().create_future()
    waiting.append((text, told))
    calls.put(None)
    await told
    return text

threading.Thread(target=keep, daemon=True).start()
"""

_SERVE = f"""
import os, socket
import uvicorn
from litestar import Litestar, WebSocket, websocket

os.sched_setaffinity(0, {{{SERVER_CORE}}})

@websocket("/")
async def echo(socket: WebSocket) -> None:
    await socket.accept()
    while True:
        await socket.send_text(await answered(await socket.receive_text()))

door = socket.create_server(("127.0.0.1", 0))
print(door.getsockname()[1], flush=True)
config = uvicorn.Config(
    Litestar([echo]), loop="uvloop", ws="websockets-sansio", ws_per_message_deflate=False,
    log_level="critical",
)
uvicorn.Server(config).run(sockets=[door])
"""


class Echoed(Struct, frozen=True):
    rate: float
    """Frames a second."""
    cost: float
    """Processor seconds of the server for each."""


def echo(rate: float | None = None, *, keeps: bool = False) -> Echoed:
    """As fast as it goes, unless a rate is offered; `keeps`: each frame is on disk first."""
    program = (_KEEP if keeps else _ECHO) + _SERVE
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [sys.executable, "-c", program, folder], stdout=subprocess.PIPE, text=True
        )
        return _measured(server, rate)


def _measured(server: subprocess.Popen[str], rate: float | None) -> Echoed:
    assert server.stdout is not None
    try:
        port = int(server.stdout.readline())
        told, tell = multiprocessing.Pipe(duplex=False)
        load = multiprocessing.get_context("spawn").Process(
            target=_generator, args=(port, rate, tell)
        )
        load.start()
        told.recv()
        before, began = processor_seconds(server.pid), perf_counter()
        count = told.recv()
        spent, took = processor_seconds(server.pid) - before, perf_counter() - began
        load.join()
        return Echoed(count / took, spent / count)
    finally:
        server.terminate()
        server.wait()
        server.stdout.close()


def _generator(port: int, rate: float | None, told: Connection) -> None:
    os.sched_setaffinity(0, {LOAD_CORE})
    uvloop.run(_drive(port, rate, told))


async def _drive(port: int, rate: float | None, told: Connection) -> None:
    frame = msgspec.json.encode([Give(new_key(), wager(1, WagerKind.ANTE, 1000), "T1")]).decode()
    sockets = [
        await connect(f"ws://127.0.0.1:{port}/", compression=None) for _ in range(CONNECTIONS)
    ]
    counts = [0] * CONNECTIONS
    chance = random.Random(1)

    async def one(place: int) -> None:
        if rate is None:
            for _ in range(UNDER_WAY - 1):
                await sockets[place].send(frame)
        while True:
            await sockets[place].send(frame)
            await sockets[place].recv(decode=False)
            counts[place] += 1
            if rate is not None:
                await asyncio.sleep(chance.expovariate(rate / CONNECTIONS))

    work = [asyncio.create_task(one(place)) for place in range(CONNECTIONS)]
    await asyncio.sleep(1)
    before = sum(counts)
    told.send("measuring")
    await asyncio.sleep(SECONDS)
    told.send(sum(counts) - before)
    for task in work:
        task.cancel()
    await asyncio.gather(*work, return_exceptions=True)
    await asyncio.gather(*(socket.close() for socket in sockets))


if __name__ == "__main__":
    for offered in (None, 300):
        for is_kept in (False, True):
            found = echo(offered, keeps=is_kept)
            print(f"{found.rate:,.0f} frames/s, {found.cost * 1e6:.0f} µs of server each")
