"""How the processes of one house reach each other: commands there, answers back.

Who gives a command was identified where it came in; that is sent along, with the command and its
key. The owner looks up for itself what they may do at that moment. Each connection has a key of its
own, derived from the house's key and from what both sides chose at random, and every frame is
encrypted and authenticated under it with the number of the frame: nothing can be read, changed,
repeated or left out on the way.
"""

import asyncio
import hmac
import logging
import os
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from msgspec import Struct

from croupier.house.app.idempotency import (
    NOTHING_EXPECTED,
    Accepted,
    Contended,
    Expected,
    VersionConflict,
)
from croupier.house.log.event_store import (
    CardsClosed,
    Damaged,
    Moved,
    OutcomeUnknown,
    ReadOnly,
    StoreUnavailable,
    Unreadable,
)
from croupier.house.log.stream import BrokenStream
from croupier.house.model.commands import AnyCommand
from croupier.house.model.people.person import Person
from croupier.house.model.refusals import HouseRefusal, HouseRefused
from croupier.house.sealing import ID_DIGITS, Keyring, key_id, subkey
from croupier.jackpot.meter import BrokenMeter
from croupier.refusal import Refusal, Refused
from croupier.rulebooks.terms import Actor

RANDOM_BYTES = 32
SIZE_BYTES = 4
FRAME_MAX = 64 * 1024 * 1024
GREETING_MAX = len("[]") + 16
"""An empty list and its tag: nothing longer is read from who has not shown the house's key."""
GREETING_SECONDS = 5.0
"""Until the other side has shown that it has the house's key."""
STRANGERS_MAX = 32
"""Connections of which that is not known yet."""
STRANGERS_OF_ADDRESS = 8
SILENT_SECONDS = 5.0
"""A connection over which a command was sent and nothing has come for so long is given up."""

log = logging.getLogger("croupier.peers")


class Unreachable(Exception):
    """The other process does not answer."""

    def __init__(self, *, sent: bool) -> None:
        super().__init__("The process that serves this table does not answer.")
        self.sent = sent
        """Whether it may have got the command."""


class Forwarded(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A command for its owner; one of the last two says who gives it."""

    key: str
    command: AnyCommand
    table: str | None = None
    expected: Expected = NOTHING_EXPECTED
    person: Person | None = None
    """By their session or token: the owner looks them up again before it asks whether they may."""
    actor: Actor | None = None
    """The house itself."""


class _Request(Struct, frozen=True, array_like=True):
    number: int
    forwarded: Forwarded


class _Reply(Struct, frozen=True, array_like=True):
    number: int
    accepted: Accepted | None = None
    refusal: Refusal | None = None
    house_refusal: HouseRefusal | None = None
    conflict: tuple[int, int] | None = None
    other: tuple[str, str] | None = None
    """The name of an error, and its sentence."""


_OTHERS: dict[str, type[Exception]] = {
    kind.__name__: kind
    for kind in (
        BrokenMeter,
        BrokenStream,
        CardsClosed,
        Contended,
        Damaged,
        Moved,
        OutcomeUnknown,
        ReadOnly,
        StoreUnavailable,
        Unreadable,
    )
}
_encode = msgspec.json.Encoder().encode
_parts = msgspec.json.Decoder(list[msgspec.Raw]).decode
_request = msgspec.json.Decoder(_Request).decode
_reply = msgspec.json.Decoder(_Reply).decode

Serve = Callable[[Forwarded], Awaitable[Accepted]]


def _failed(number: int, error: Exception) -> _Reply:
    match error:
        case Refused():
            return _Reply(number, refusal=error.refusal)
        case HouseRefused():
            return _Reply(number, house_refusal=error.refusal)
        case VersionConflict():
            return _Reply(number, conflict=(error.expected, error.version))
    if type(error).__name__ not in _OTHERS:
        log.error("unexpected", exc_info=error)
    return _Reply(number, other=(type(error).__name__, str(error)))


def _not_understood(part: msgspec.Raw, kind: type[Exception], error: Exception) -> _Reply:
    """Processes of different versions run side by side; what one does not know concerns only
    whoever has asked for it."""
    log.error("not understood", extra={"reason": str(error)})
    sentence = "The process that serves this table is of another version, and does not know this."
    return _Reply(msgspec.json.decode(part)[0], other=(kind.__name__, sentence))


def _error(reply: _Reply) -> Exception:
    """As it was raised at the owner."""
    if reply.refusal is not None:
        return Refused(reply.refusal)
    if reply.house_refusal is not None:
        return HouseRefused(reply.house_refusal)
    if reply.conflict is not None:
        return VersionConflict(*reply.conflict)
    name, sentence = reply.other or ("", "")
    return _OTHERS.get(name, RuntimeError)(sentence)


class _Wire:
    """Encrypted frames, each a list of messages, both ways over one connection."""

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        key: bytes,
        *,
        asks: bool,
    ) -> None:
        self._reader, self._writer = reader, writer
        self._cipher = AESGCM(key)
        self._out, self._in = (b"ask ", b"tell") if asks else (b"tell", b"ask ")
        self._sent = self._received = 0
        self._waiting: list[Any] = []

    def send(self, message: Any) -> None:
        """With whatever else is sent in the same turn of the event loop."""
        self._waiting.append(message)
        if len(self._waiting) == 1:
            asyncio.get_running_loop().call_soon(self.flush)

    def flush(self) -> None:
        messages, self._waiting = self._waiting, []
        if self._writer.is_closing():
            return
        nonce = self._out + self._sent.to_bytes(8, "big")
        self._sent += 1
        text = self._cipher.encrypt(nonce, _encode(messages), None)
        self._writer.write(len(text).to_bytes(SIZE_BYTES, "big") + text)

    async def receive(self, most: int = FRAME_MAX) -> bytes:
        """Raises `EOFError` where the connection ends, or is not the house's."""
        size = int.from_bytes(await self._reader.readexactly(SIZE_BYTES), "big")
        if size > most:
            raise EOFError
        text = await self._reader.readexactly(size)
        nonce = self._in + self._received.to_bytes(8, "big")
        self._received += 1
        try:
            return self._cipher.decrypt(nonce, text, None)
        except InvalidTag:
            raise EOFError from None

    def close(self) -> None:
        self._writer.close()


def _session_key(key: bytes, ours: bytes, theirs: bytes) -> bytes:
    return hmac.digest(subkey(key, "peers"), ours + theirs, "sha256")


class _Line:
    """The connection to one other process, and who waits for its answers."""

    def __init__(self, wire: _Wire) -> None:
        self._wire = wire
        self._waiting: dict[int, asyncio.Future[Accepted]] = {}
        self._number = 0
        self._heard = 0.0
        """When the last frame came."""
        self.closed = False

    async def ask(self, forwarded: Forwarded, seconds: float) -> Accepted:
        if self.closed or seconds <= 0:
            raise Unreachable(sent=False)
        self._number += 1
        number = self._number
        loop = asyncio.get_running_loop()
        told: asyncio.Future[Accepted] = loop.create_future()
        self._waiting[number] = told
        self._wire.send(_Request(number, forwarded))
        sent = loop.time()
        try:
            async with asyncio.timeout(seconds):
                return await told
        except TimeoutError:
            if loop.time() - max(sent, self._heard) >= SILENT_SECONDS:
                self.close()  # what is sent gets lost: others need not find out too
            raise Unreachable(sent=True) from None
        finally:
            self._waiting.pop(number, None)

    async def listen(self) -> None:
        """Until the connection ends."""
        try:
            while True:
                parts = _parts(await self._wire.receive())
                self._heard = asyncio.get_running_loop().time()
                for part in parts:
                    try:
                        reply = _reply(part)
                    except msgspec.MsgspecError as error:
                        reply = _not_understood(part, OutcomeUnknown, error)
                    told = self._waiting.get(reply.number)
                    if told is None or told.done():
                        continue
                    if reply.accepted is not None:
                        told.set_result(reply.accepted)
                    else:
                        told.set_exception(_error(reply))
        except (EOFError, OSError):
            pass
        finally:
            self.close()

    def close(self) -> None:
        self.closed = True
        self._wire.close()
        for told in self._waiting.values():
            if not told.done():
                told.set_exception(Unreachable(sent=True))


def _is_cancelled() -> bool:
    """Whether it is the present task itself that was cancelled."""
    task = asyncio.current_task()
    return task is not None and bool(task.cancelling())


class Peers:
    """Listens to the other processes of the house, and asks them."""

    def __init__(self, keys: Keyring, serve: Serve) -> None:
        self._keys = keys
        self._serve = serve
        self._server: asyncio.Server | None = None
        self._lines: dict[str, asyncio.Task[_Line]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._strangers: Counter[str] = Counter()
        """Connections by address of which it is not known yet whether they have the key."""
        self._missed: set[str] = set()
        """Addresses that were not reached when they were last asked."""
        self.closed = False

    async def listen(self, host: str, port: int) -> str:
        """Returns the address at which the others reach this process."""
        self._server = await asyncio.start_server(self._come, host, port)
        name = self._server.sockets[0].getsockname()
        return f"{host}:{name[1]}"

    async def ask(self, address: str, forwarded: Forwarded, seconds: float) -> Accepted:
        """The owner's answer within these seconds, or whatever it raised; raises `Unreachable`."""
        if self.closed:
            raise Unreachable(sent=False)
        line = self._lines.get(address)
        if line is None or (line.done() and (line.exception() or line.result().closed)):
            line = self._lines[address] = self._start(self._connect(address))
        try:
            found = line.result() if line.done() else await asyncio.shield(line)
        except (OSError, EOFError, TimeoutError) as error:
            if address not in self._missed:  # once: every command that waits comes this way
                self._missed.add(address)
                log.warning("not reached", extra={"address": address, "reason": str(error)})
            raise Unreachable(sent=False) from None
        except asyncio.CancelledError:
            if not line.cancelled() or _is_cancelled():
                raise
            raise Unreachable(sent=False) from None  # the process counts as dead (`keep`)
        self._missed.discard(address)
        return await found.ask(forwarded, seconds)

    def keep(self, addresses: frozenset[str]) -> None:
        """Nobody waits any longer for processes that are not among these."""
        self._missed &= addresses
        for address in self._lines.keys() - addresses:
            line = self._lines.pop(address)
            if not line.done():
                line.cancel()
            elif not line.exception():
                line.result().close()

    async def close(self) -> None:
        self.closed = True
        if self._server is not None:
            self._server.close()
        self.keep(frozenset())
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _start(self, work: Any) -> asyncio.Task[Any]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _connect(self, address: str) -> _Line:
        host, _, port = address.rpartition(":")
        async with asyncio.timeout(GREETING_SECONDS):
            reader, writer = await asyncio.open_connection(host, int(port))
            key, ours = self._keys.current, os.urandom(RANDOM_BYTES)
            try:
                writer.write(key_id(key).encode() + ours)
                theirs = await reader.readexactly(RANDOM_BYTES)
            except BaseException:
                writer.close()
                raise
        wire = _Wire(reader, writer, _session_key(key, ours, theirs), asks=True)
        wire.flush()  # an empty list shows that this process has the key
        line = _Line(wire)
        self._start(line.listen())
        return line

    def _come(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        address = str((writer.get_extra_info("peername") or "?")[0])
        strangers = self._strangers
        if strangers.total() >= STRANGERS_MAX or strangers[address] >= STRANGERS_OF_ADDRESS:
            writer.transport.abort()
            return
        strangers[address] += 1
        self._start(self._serve_one(reader, writer, address))

    async def _serve_one(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, address: str
    ) -> None:
        """Another process has connected, or somebody who pretends to be one."""
        try:
            wire = await self._greet(reader, writer, address)
            while wire is not None:
                for part in _parts(await wire.receive()):
                    try:
                        request = _request(part)
                    except msgspec.MsgspecError as error:
                        wire.send(_not_understood(part, StoreUnavailable, error))
                    else:
                        self._start(self._answer(wire, request))
        except (EOFError, OSError, TimeoutError):
            pass
        finally:
            writer.close()

    async def _greet(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, address: str
    ) -> _Wire | None:
        """The connection, once the other side has shown that it has the key."""
        try:
            async with asyncio.timeout(GREETING_SECONDS):
                name = (await reader.readexactly(ID_DIGITS)).decode("ascii", "replace")
                theirs = await reader.readexactly(RANDOM_BYTES)
                key, ours = self._keys.current, os.urandom(RANDOM_BYTES)
                if name != key_id(key):  # a key that the house has given up opens nothing
                    return None
                writer.write(ours)
                wire = _Wire(reader, writer, _session_key(key, theirs, ours), asks=False)
                await wire.receive(GREETING_MAX)
                return wire
        finally:
            self._strangers[address] -= 1
            if not self._strangers[address]:
                del self._strangers[address]

    async def _answer(self, wire: _Wire, request: _Request) -> None:
        try:
            accepted = await self._serve(request.forwarded)
        except Exception as error:
            wire.send(_failed(request.number, error))
        else:
            wire.send(_Reply(request.number, accepted))
