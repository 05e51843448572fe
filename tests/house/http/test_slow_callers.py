"""Callers who hold what they do not use: half a request, an answer left unread, a silent stream.

Each limit that a test is about is lowered; all others stay as they are, so that nothing but this
limit can end the connection.
"""

import asyncio
import resource
import socket
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from urllib.parse import urlsplit

import httpx
import pytest
from msgspec import structs
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from croupier.house.http.bodies import Limits
from croupier.house.http.security import ServerSettings
from croupier.house.http.server import HEADER_BYTES, handles_at_most
from tests.house.houses import DEALER, register_table
from tests.house.serving import http_to, serving, suspend, token_of
from tests.waiting import PATIENCE, until

SOON = 0.2
"""Seconds of a limit that a test waits for."""
NEVER = 10 * PATIENCE
PATIENT = Limits(
    headers_seconds=NEVER,
    body_seconds=NEVER,
    idle_seconds=NEVER,
    reading_seconds=NEVER,
    ping_seconds=NEVER,
    greeting_seconds=NEVER,
    stream_rate=1e6,
    stream_burst=1e6,
)
REQUEST = b"GET /api/me HTTP/1.1\r\nHost: house\r\n\r\n"
HALF_A_BODY = b"POST /api/guest HTTP/1.1\r\nHost: house\r\nContent-Length: 100\r\n\r\n{"
UPGRADE = (
    b"GET /api/stream HTTP/1.1\r\nHost: house\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
HERE, ELSEWHERE = "127.0.0.1", "127.0.0.2"


def bounded(**limits: float) -> ServerSettings:
    return ServerSettings(limits=structs.replace(PATIENT, **limits))


class Line:
    """A bare connection to a house."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def say(self, data: bytes) -> None:
        self._writer.write(data)
        await self._writer.drain()

    async def drip(self, data: Iterable[int]) -> None:
        """Byte by byte, for as long as the house listens."""
        with suppress(ConnectionError):
            for byte in data:
                await self.say(bytes([byte]))
                await asyncio.sleep(SOON / 10)

    async def hear(self, until: bytes) -> None:
        async with asyncio.timeout(PATIENCE):
            await self._reader.readuntil(until)

    async def to_the_end(self) -> bytes:
        """What is said until the house ends the connection."""
        said = b""
        async with asyncio.timeout(PATIENCE):
            with suppress(ConnectionError):
                while chunk := await self._reader.read(65_536):
                    said += chunk
        return said


@asynccontextmanager
async def line_to(address: str, by: str = HERE, *, narrow: bool = False) -> AsyncIterator[Line]:
    """A connection from an address of this machine; a narrow one takes little before it is read."""
    parts = urlsplit(address)
    door = socket.socket()
    if narrow:
        door.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    door.bind((by, 0))
    door.setblocking(False)
    await asyncio.get_running_loop().sock_connect(door, (parts.hostname, parts.port))
    limit = 2 if narrow else 2**16
    reader, writer = await asyncio.open_connection(sock=door, limit=limit)
    try:
        yield Line(reader, writer)
    finally:
        writer.transport.abort()


@asynccontextmanager
async def line_under(url: str, **limits: float) -> AsyncIterator[Line]:
    """A connection to a house that serves within these limits."""
    async with serving(url, bounded(**limits)) as (_, address), line_to(address) as line:
        yield line


def status(answer: bytes) -> int:
    assert answer.startswith(b"HTTP/1.1 "), answer
    return int(answer.split()[1])


async def answered(address: str, by: str = HERE) -> bool:
    """Whether a whole request is answered."""
    async with line_to(address, by) as line:
        await line.say(REQUEST.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
        return (await line.to_the_end()).startswith(b"HTTP/1.1 200 ")


# Requests


@pytest.mark.parametrize(
    "begun",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"\r\n", id="an empty line"),
        pytest.param(b"GE", id="half a word"),
        pytest.param(b"GET /api/me HTTP/1.1\r\nHost: hou", id="half a header"),
        pytest.param(b"GET /api/me HTTP/1.1\r\nHost: house\r\n", id="all but the end"),
    ],
)
async def test_half_sent_headers_are_cut(sqlite_url: str, begun: bytes) -> None:
    async with line_under(sqlite_url, headers_seconds=SOON) as line:
        await line.say(begun)
        assert status(await line.to_the_end()) == 408


async def test_headers_that_drip_in_are_cut(sqlite_url: str) -> None:
    """Each byte comes in time; all of them do not."""
    async with line_under(sqlite_url, headers_seconds=SOON) as line:
        dripping = asyncio.create_task(line.drip(b"GET /api/me HTTP/1.1\r\nX: " + b"x" * 10_000))
        assert b" 408 " in await line.to_the_end()
        dripping.cancel()


async def test_a_second_request_is_cut_like_the_first(sqlite_url: str) -> None:
    """uvicorn forgets the rest between two requests with the first byte of anything."""
    async with line_under(sqlite_url, headers_seconds=SOON) as line:
        await line.say(REQUEST)
        await line.hear(b"}")
        await line.say(b"\r\n")
        assert b" 408 " in await line.to_the_end()


async def test_headers_without_end_are_refused(sqlite_url: str) -> None:
    async with serving(sqlite_url, bounded()) as (_, address), line_to(address) as line:
        await line.say(b"GET /api/me HTTP/1.1\r\n")
        with suppress(ConnectionError):
            for number in range(HEADER_BYTES // 100 + 2):
                await line.say(b"X-%06d: %b\r\n" % (number, b"x" * 100))
        assert status(await line.to_the_end()) == 431


async def test_a_half_sent_body_is_cut(sqlite_url: str) -> None:
    async with line_under(sqlite_url, body_seconds=SOON) as line:
        await line.say(HALF_A_BODY)
        assert status(await line.to_the_end()) == 408


async def test_who_is_suspended_while_their_body_arrives_gives_no_command(sqlite_url: str) -> None:
    body = b'{"key":"a-key-of-mine","command":{"do":"sign_on"}}'
    async with serving(sqlite_url) as (house, address), line_to(address) as line:
        await register_table(house.handler, jackpot=None)
        token = await token_of(house, DEALER)
        await line.say(
            b"POST /api/tables/T1/commands HTTP/1.1\r\nHost: house\r\nConnection: close\r\n"
            b"Authorization: Bearer %b\r\nContent-Type: application/json\r\n"
            b"Content-Length: %d\r\n\r\n{" % (token.encode(), len(body))
        )
        await until(lambda: bool(house.authentication._known))
        await suspend(house, DEALER.id)
        await line.say(body[1:])
        answer = await line.to_the_end()
        assert status(answer) == 403
        assert b"log in again" in answer
        assert (await house.handler.streams.table("T1")).state.dealer is None


async def test_a_body_that_drips_in_is_cut(sqlite_url: str) -> None:
    async with line_under(sqlite_url, body_seconds=SOON) as line:
        await line.say(HALF_A_BODY.replace(b" 100", b" 50000"))
        dripping = asyncio.create_task(line.drip(b" " * 50_000))
        assert b" 408 " in await line.to_the_end()
        dripping.cancel()


async def test_a_body_that_goes_on_after_its_answer_is_cut(sqlite_url: str) -> None:
    """The answer is early: nobody needed the body. Its rest is waited for no longer than others."""
    async with line_under(sqlite_url, body_seconds=SOON) as line:
        await line.say(b"PUT /no/such HTTP/1.1\r\nHost: house\r\nContent-Length: 9000\r\n\r\n")
        dripping = asyncio.create_task(line.drip(b" " * 9_000))
        assert b" 408 " in await line.to_the_end()
        dripping.cancel()


async def test_a_resting_connection_is_ended(sqlite_url: str) -> None:
    async with line_under(sqlite_url, idle_seconds=SOON) as line:
        await line.say(REQUEST)
        assert status(await line.to_the_end()) == 200


@pytest.mark.parametrize("last", [b"", b"GET /api/me HTTP/1.1\r\nConnection: close\r\n\r\n"])
async def test_an_answer_that_nobody_reads_is_dropped(sqlite_url: str, last: bytes) -> None:
    """The one handle of this address is free again, though the caller never reads a byte."""
    server_settings = bounded(reading_seconds=SOON, connections_per_address=1)
    async with (
        serving(sqlite_url, server_settings) as (_, address),
        line_to(address, narrow=True) as line,
    ):
        for _ in range(200):
            await line.say(b"GET /api/schema/openapi.json HTTP/1.1\r\nHost: house\r\n\r\n")
        await line.say(last)
        await until(lambda: answered(address))


# Many of them


async def test_one_address_holds_so_many_connections(sqlite_url: str) -> None:
    """1,200 half-sent requests in the test that found it; ten of forty here."""
    server_settings = bounded(connections_per_address=10)
    async with serving(sqlite_url, server_settings) as (_, address):
        async with AsyncExitStack() as held:
            lines = [await held.enter_async_context(line_to(address)) for _ in range(40)]
            for line in lines:
                with suppress(ConnectionError):
                    await line.say(b"GET /api/me HTTP/1.1\r\n")
            ended = [asyncio.create_task(line.to_the_end()) for line in lines]
            await until(lambda: sum(one.done() for one in ended) == 30)
            assert {status(one.result()) for one in ended if one.done() and one.result()} <= {503}
            assert not await answered(address)
            assert await answered(address, ELSEWHERE)
            for one in ended:
                one.cancel()
        await until(lambda: answered(address))


async def test_behind_a_proxy_requests_are_counted_by_the_forwarded_address(
    sqlite_url: str,
) -> None:
    limits = structs.replace(PATIENT, connections_per_address=1)
    server_settings = ServerSettings(behind_proxy=True, trusted_proxies=(HERE,), limits=limits)
    async with serving(sqlite_url, server_settings) as (_, address), http_to(address) as http:
        async with line_to(address) as line, line_to(address) as other:
            for one, forwarded in ((line, b"203.0.113.7"), (other, b"203.0.113.8")):
                await one.say(
                    HALF_A_BODY.replace(b"house", b"house\r\nX-Forwarded-For: " + forwarded)
                )

            async def asked(forwarded: str) -> httpx.Response:
                return await http.get("/api/me", headers={"X-Forwarded-For": forwarded})

            async def is_held() -> bool:
                return (await asked("203.0.113.7")).status_code == 429

            await until(is_held)
            assert "at once" in (await asked("203.0.113.7")).json()["message"]
            assert (await asked("203.0.113.9")).status_code == 200

        async def is_free() -> bool:
            return (await asked("203.0.113.7")).status_code == 200

        await until(is_free)


def test_handles_are_left_for_the_house_itself() -> None:
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert soft == resource.RLIM_INFINITY or handles_at_most() == soft - 96


# Streaming connections


async def test_a_stream_that_asks_for_nothing_is_ended(sqlite_url: str) -> None:
    async with (
        serving(sqlite_url, bounded(greeting_seconds=SOON)) as (_, address),
        connect(address.replace("http", "ws") + "/api/stream") as stream,
    ):
        with pytest.raises(ConnectionClosed) as ended:
            await asyncio.wait_for(stream.recv(), PATIENCE)
        told = ended.value.rcvd
        assert told is not None
        assert (told.code, told.reason) == (1013, "nothing was asked for")


async def test_a_stream_that_has_asked_stays(sqlite_url: str) -> None:
    """A sign shows a meter for days and says nothing."""
    async with serving(sqlite_url, bounded(greeting_seconds=SOON)) as (house, address):
        await register_table(house.handler, "T1", jackpot=None)
        async with connect(address.replace("http", "ws") + "/api/stream") as stream:
            await stream.send('{"type":"watch","tables":["T1"]}')
            await stream.recv()
            await asyncio.sleep(5 * SOON)
            await register_table(house.handler, "T2", jackpot=None)
            await stream.send('{"type":"watch","tables":["T2"]}')
            assert '"T2"' in str(await asyncio.wait_for(stream.recv(), PATIENCE))


def frame(text: bytes) -> bytes:
    """A text message as a browser sends it, under a mask of zeros."""
    return b"\x81\xfe" + len(text).to_bytes(2, "big") + bytes(4) + text


@pytest.mark.parametrize(
    "rest",
    [
        pytest.param(b"", id="silent"),
        pytest.param(frame(b" " * 500)[:100], id="in the middle of a message"),
    ],
)
async def test_a_stream_that_answers_no_ping_is_cut(sqlite_url: str, rest: bytes) -> None:
    async with line_under(sqlite_url, ping_seconds=SOON) as line:
        await line.say(UPGRADE)
        await line.hear(b"\r\n\r\n")
        await line.say(frame(b'{"type":"watch","tables":[]}' + b" " * 200) + rest)
        await line.to_the_end()


async def test_a_stream_that_reads_nothing_is_cut(sqlite_url: str) -> None:
    """Its answers fill every buffer on the way; then the handle is free again."""
    server_settings = bounded(reading_seconds=SOON, connections_per_address=1)
    async with (
        serving(sqlite_url, server_settings) as (_, address),
        line_to(address, narrow=True) as line,
    ):
        await line.say(UPGRADE)
        asking = frame(b'{"type":"subscribe","streams":{"%b":null}}' % (b"x" * 60_000))

        async def ask() -> None:
            with suppress(ConnectionError):
                while True:
                    await line.say(asking)

        asks = asyncio.create_task(ask())
        await until(lambda: answered(address))
        asks.cancel()
