"""A disk that fills up under a running service: a clear answer, nothing half, and on it goes."""

import asyncio
import ctypes
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import msgspec
import pytest

from croupier.house.app.idempotency import Accepted
from croupier.house.client import Client, NotDone, Streaming, by_two, new_key
from croupier.house.http.shapes import CommandRequest, Trouble
from croupier.house.model import commands as hc
from croupier.house.store import database_url, open_store
from croupier.script.format import TableEntry
from croupier.table import commands as c
from tests.house.houses import DEALER, KEY, MANAGER, METER, SECOND, ante
from tests.house.serving import Program, introduced, program
from tests.waiting import PATIENCE, again_and_again

pytestmark = pytest.mark.slow

ROOM_BYTES = 6 * 2**20
BALLAST_BYTES = 4 * 2**20
"""What somebody else keeps on the same disk, and takes away in the end."""
COMMANDS_MAX = 20_000
SENTENCES = ("The disk is full.", "The disk reports an error.")


class SmallDisk:
    """A file system of its own with little room, most of which somebody else has taken."""

    def __init__(self, folder: Path) -> None:
        self._ballast = folder / "ballast"

    @classmethod
    @contextmanager
    def at(cls, folder: Path) -> Iterator["SmallDisk"]:
        system = ctypes.CDLL(None, use_errno=True)
        options = f"size={ROOM_BYTES}".encode()
        if system.mount(b"croupier", os.fsencode(folder), b"tmpfs", 0, options):
            pytest.skip(f"nothing may be mounted here: {os.strerror(ctypes.get_errno())}")
        try:
            yield cls(folder)
        finally:
            assert not system.umount2(os.fsencode(folder), 0), os.strerror(ctypes.get_errno())

    def fill(self, server: Program) -> None:
        self._ballast.write_bytes(bytes(BALLAST_BYTES))

    def make_room(self, server: Program) -> None:
        self._ballast.unlink()


class ShortFiles:
    """Files that the operating system does not let the server make longer."""

    @classmethod
    @contextmanager
    def at(cls, folder: Path) -> Iterator["ShortFiles"]:
        yield cls()

    def fill(self, server: Program) -> None:
        self._limit(server, ROOM_BYTES - BALLAST_BYTES)

    def make_room(self, server: Program) -> None:
        self._limit(server, resource.RLIM_INFINITY)

    def _limit(self, server: Program, size: int) -> None:
        limits = (size, resource.RLIM_INFINITY)
        resource.prlimit(server.process_id, resource.RLIMIT_FSIZE, limits)


class Play:
    """Rounds at one table over HTTP; every acknowledgement is kept."""

    def __init__(self, address: str, token: str) -> None:
        self._http = httpx.AsyncClient(
            base_url=address,
            headers={
                "Authorization": f"Bearer {token}",
                "Content-Type": "application/json",
            },
            timeout=PATIENCE,
        )
        self.acknowledged: dict[str, Accepted] = {}
        self.round = 0
        self._left: list[tuple[str, c.TableCommand]] = []

    @property
    def next(self) -> tuple[str, c.TableCommand]:
        """The command that is to be given, with its key."""
        if not self._left:
            self.round += 1
            self._left = [(new_key(), one) for one in _round()]
        return self._left[0]

    async def go_on(self) -> httpx.Response:
        """The next command, or the one that was not carried out again, with its key."""
        key, command = self.next
        body = msgspec.json.encode(CommandRequest(key=key, command=command))
        answer = await self._http.post("/api/tables/T1/commands", content=body)
        if answer.status_code == httpx.codes.OK:
            self.acknowledged[key] = msgspec.json.decode(answer.content, type=Accepted)
            self._left.pop(0)
        return answer

    async def close(self) -> None:
        await self._http.aclose()


def _round() -> list[c.TableCommand]:
    """A round in which everybody folds, written down by staff at a recording table."""
    boxes = range(1, 7)
    return [
        c.OpenBets(),
        *(ante(box) for box in boxes),
        c.CloseBets(),
        c.Deal(),
        *(c.Fold(box=box) for box in boxes),
        c.RevealDealer(),
        c.Settle(),
    ]


def _verify(data: Path) -> None:
    """The program of its own that an operator would run, beside the house."""
    done = subprocess.run(
        [sys.executable, "-c", _VERIFY, "--data", str(data)],
        env={**os.environ, "CROUPIER_KEY": KEY.hex()},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith("All is well.\n")


_VERIFY = "from croupier.cli.verify import verify; verify(prog_name='croupier verify')"


async def _set_up(address: str, tokens: dict[str, str]) -> None:
    manager, second, dealer = (Client(address, tokens[who.id]) for who in (MANAGER, SECOND, DEALER))
    await by_two(manager, second, hc.RegisterJackpot(name="J1", entry=METER))
    entry = TableEntry("casino-stud", boxes=6, jackpot="J1", entry="recording")  # type: ignore[arg-type]
    await by_two(manager, second, hc.RegisterTable(name="T1", entry=entry))
    await dealer.give(hc.SignOn(), "T1", key="sign-on-at-T1")
    for client in (manager, second, dealer):
        await client.close()


@pytest.mark.skipif(sys.platform != "linux", reason="mounts and limits are Linux's own")
@pytest.mark.parametrize("kind", [SmallDisk, ShortFiles])
async def test_a_disk_that_fills_up_and_is_given_room(
    tmp_path: Path, kind: type[SmallDisk | ShortFiles]
) -> None:
    folder = tmp_path / "disk"
    folder.mkdir()
    with kind.at(folder) as disk, program(folder) as server:
        tokens = await introduced(database_url(folder), MANAGER, DEALER, approving=[SECOND])
        await _set_up(server.start(), tokens)
        disk.fill(server)
        play = Play(server.address, tokens[DEALER.id])
        await _play_until_full(play)
        stored = len(play.acknowledged)
        assert stored > 10, "there was no room to play at all"
        while kind is SmallDisk and await _health(server.address) == httpx.codes.OK:
            pass  # there was room for less than a command
        client = Client(server.address, tokens[DEALER.id])
        async with client.stream() as streaming:
            while (refused := await _refused(streaming, play)) is None:
                await _play_until_full(play)
        assert refused.kind == "unavailable"
        assert refused.message in SENTENCES
        view = await client.table("T1")
        assert view.version == max(one.version for one in play.acknowledged.values())
        await asyncio.to_thread(_verify, folder)  # a full disk does not keep anybody from looking

        disk.make_room(server)
        for _ in again_and_again():
            if await _health(server.address) == httpx.codes.OK:
                break
        while play.round < 3 or len(play.acknowledged) < stored + 60:
            answer = await play.go_on()
            assert answer.status_code == httpx.codes.OK, answer.text
        await play.close()
        await client.close()
        await asyncio.to_thread(_verify, folder)
        await _prove_all_kept(folder, play)
        assert server.end(signal.SIGTERM) == 0
        await asyncio.to_thread(_verify, folder)


async def _play_until_full(play: Play) -> None:
    """Until the same command with the same key is refused three times running: when SQLite's log
    begins again, there is room for more."""
    refused = 0
    while refused < 3:
        answer = await play.go_on()
        if answer.status_code == httpx.codes.OK:
            assert len(play.acknowledged) < COMMANDS_MAX, "the disk never filled up"
            refused = 0
            continue
        assert answer.status_code == httpx.codes.SERVICE_UNAVAILABLE, answer.text
        told = answer.json()
        assert told["kind"] == "unavailable"
        assert told["message"] in SENTENCES
        refused += 1


async def _refused(streaming: Streaming, play: Play) -> Trouble | None:
    """The trouble with the next command over the streaming connection, if there is any."""
    key, command = play.next
    try:
        await streaming.give(command, "T1", key)
    except NotDone as refused:
        return refused.trouble
    return None


async def _health(address: str) -> int:
    async with httpx.AsyncClient(base_url=address, timeout=PATIENCE) as anybody:
        return (await anybody.get("/health")).status_code


async def _prove_all_kept(folder: Path, play: Play) -> None:
    """What was acknowledged is stored as it was, and nothing else is."""
    store = await open_store(database_url(folder))
    try:
        for key, accepted in play.acknowledged.items():
            answer = await store.answered(f"{key}/{DEALER.id}")
            assert answer is not None
            assert msgspec.json.decode(answer.reply, type=Accepted).version == accepted.version
        commands = {entry.record.command for entry in await store.scan(limit=1_000_000)}
        given = {command for command in commands if command.endswith(f"/{DEALER.id}")}
        given.discard(f"sign-on-at-T1/{DEALER.id}")
        assert given == {f"{key}/{DEALER.id}" for key in play.acknowledged}
    finally:
        await store.close()
