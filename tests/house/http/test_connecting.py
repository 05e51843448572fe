"""Somebody who connects again and again leaves nothing behind."""

import asyncio
import sys
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

from tests.house.serving import Program, program

CONNECTS, AT_ONCE = 12_000, 50
MEBIBYTES = 60
"""What 12,000 connects may add: with nothing ever collected they add 280."""

pytestmark = pytest.mark.slow


def _resident(server: Program) -> float:
    status = Path(f"/proc/{server.process_id}/status").read_text()
    [line] = [one for one in status.splitlines() if one.startswith("VmRSS:")]
    return int(line.split()[1]) / 1024


async def _connect(address: str, times: int) -> None:
    async def come_and_go() -> None:
        async with connect(address.replace("http", "ws") + "/api/stream", origin=address):  # type: ignore[arg-type]
            pass

    for _ in range(times // AT_ONCE):
        await asyncio.gather(*(come_and_go() for _ in range(AT_ONCE)))


@pytest.mark.skipif(sys.platform != "linux", reason="the memory of a process is read from /proc")
async def test_twelve_thousand_connects_of_nobody(tmp_path: Path) -> None:
    with program(tmp_path) as server:
        address = server.start()
        await _connect(address, 1_000)
        before = _resident(server)
        await _connect(address, CONNECTS)
        assert _resident(server) - before < MEBIBYTES
