"""How many instructions a command takes, from the frame that brings it to the frame that answers.

Processor time depends on the machine and its neighbours; the number of instructions only, by some
per cent, on how many commands share a batch. It is counted by Valgrind's cachegrind, which must be
installed, as the difference between a long and a short run of the same program: the service in this
process without a network, its store on SQLite, and ten callers. Beside it the same callers and an
application that accepts everything unseen.

    .venv/bin/python -m benchmarks.instructions
"""

import asyncio
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import uvloop

from benchmarks.house_load import CONNECTIONS, round_of_commands
from benchmarks.house_server import BOXES, DEALER
from croupier.house.app.house import House
from croupier.house.client import new_key
from croupier.house.http.application import build
from croupier.house.http.bodies import Limits, Traffic
from croupier.house.http.security import ServerSettings
from croupier.house.http.shapes import Give
from croupier.house.model import commands as hc
from croupier.house.model.table.decide import HOUSE_MANAGER
from croupier.house.store import database_url, open_store
from croupier.rulebooks.settings import EntryMode
from croupier.script.format import JackpotEntry, TableEntry
from tests.house.houses import KEY
from tests.house.serving import token_of

TABLES = 20
SHORT, LONG = 1, 4
"""Rounds at each table."""
UNHINDERED = Limits(stream_rate=1e9, stream_burst=1e9)

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(list[dict[str, Any]]).decode
_COMMANDS = round_of_commands()

Application = Callable[..., Any]


class Caller:
    """One streaming connection, without a network in between."""

    def __init__(self, application: Application, token: str) -> None:
        self._received: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._received.put_nowait({"type": "websocket.connect"})
        self._waiting: dict[str, asyncio.Future[None]] = {}
        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "ws",
            "server": ("127.0.0.1", 80),
            "client": ("127.0.0.1", 5),
            "root_path": "",
            "path": "/api/stream",
            "raw_path": b"/api/stream",
            "query_string": b"",
            "headers": [(b"host", b"house"), (b"authorization", f"Bearer {token}".encode())],
            "subprotocols": [],
            "state": {},
            "extensions": {},
        }
        self.connection = asyncio.ensure_future(
            application(scope, self._received.get, self._answered)
        )

    async def _answered(self, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.send":
            for answer in _decode(message.get("text") or message["bytes"]):
                assert answer["type"] == "accepted", answer
                self._waiting.pop(answer["command"]).set_result(None)

    async def play(self, table: str, rounds: int) -> None:
        for command in _COMMANDS * rounds:
            key = new_key()
            told = self._waiting[key] = asyncio.get_running_loop().create_future()
            text = _encode([Give(key, command, table)]).decode()
            self._received.put_nowait({"type": "websocket.receive", "text": text})
            await told


async def accept_unseen(_: Any, receive: Application, send: Application) -> None:
    """The peer: reads a frame and answers."""
    await receive()
    while True:
        for one in _decode((await receive())["text"]):
            told = {"type": "accepted", "command": one["key"], "stream": "table:T1", "version": 7}
            await send({"type": "websocket.send", "text": _encode([told]).decode()})


async def set_up(house: House) -> str:
    """Tables of casino stud under one jackpot; returns the dealer's token."""
    handler = house.handler
    linked = JackpotEntry(meter=100_000_000, reset=10_000_000, increment="0.2")
    jackpot = hc.RegisterJackpot(name="J", entry=linked)
    await handler.command(None, jackpot, HOUSE_MANAGER, new_key())
    entry = TableEntry("casino-stud", boxes=len(BOXES), jackpot="J", entry=EntryMode.RECORDING)
    for number in range(TABLES):
        name = f"T{number}"
        await handler.command(None, hc.RegisterTable(name=name, entry=entry), HOUSE_MANAGER, name)
        await handler.command(name, hc.SignOn(), DEALER, new_key())
    return await token_of(house, DEALER)


async def drive(rounds: int, application: Application | None) -> None:
    """Play at all tables at once; without an application, in a house."""
    with tempfile.TemporaryDirectory() as name:
        house = House(await open_store(database_url(Path(name))), KEY)
        served = build(house, (), ServerSettings(limits=UNHINDERED))
        served.state.traffic = Traffic(UNHINDERED)
        await house.start()
        token = await set_up(house)
        callers = [Caller(application or served, token) for _ in range(CONNECTIONS)]
        await asyncio.gather(
            *(callers[one % CONNECTIONS].play(f"T{one}", rounds) for one in range(TABLES))
        )
        for caller in callers:
            caller.connection.cancel()
        await asyncio.gather(*(one.connection for one in callers), return_exceptions=True)
        await house.stop()


def counted(rounds: int, what: str) -> int:
    """The instructions of a whole run."""
    found = subprocess.run(
        [
            "valgrind",
            "--tool=cachegrind",
            "--cache-sim=no",
            "--cachegrind-out-file=/dev/null",
            sys.executable,
            "-m",
            "benchmarks.instructions",
            what,
            str(rounds),
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    [total] = re.findall(r"I\s+refs:\s+([\d,]+)", found.stderr)
    return int(total.replace(",", ""))


def a_command(what: str) -> float:
    """The instructions of one, without what a start and an end take."""
    return (counted(LONG, what) - counted(SHORT, what)) / (TABLES * (LONG - SHORT) * len(_COMMANDS))


def run() -> None:
    if shutil.which("valgrind") is None:
        print("  Instructions are counted by Valgrind, which is not installed.")
        return
    bare, whole = a_command("bare"), a_command("house")
    print(f"  callers, and an application that accepts everything {bare:12,.0f} a command")
    print(f"  callers and the house, durable on SQLite            {whole:12,.0f} a command")
    print(f"  the house alone: {whole - bare:,.0f} instructions a command")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        kind, times = sys.argv[1:]
        uvloop.run(drive(int(times), accept_unseen if kind == "bare" else None))
    else:
        run()
