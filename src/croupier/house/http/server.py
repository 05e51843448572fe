"""The server that callers reach: uvicorn's, with an end to all that somebody could hold open.

uvicorn ends a connection that rests between two requests, and a stream that answers no ping. It
waits for ever for a request that was begun, for an answer that nobody reads, and for a TLS
handshake as long as the event loop has it; and it takes as many connections as there are handles.
These are bounded here.
"""

import asyncio
import resource
import sys
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from socket import create_server, socket
from typing import Any

import uvicorn
from msgspec import Struct
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from croupier.house.app.peers import STRANGERS_MAX
from croupier.house.http.bodies import Handles, Limits
from croupier.house.http.security import ServerSettings, is_among, networks_of

PLAIN, VERSIONED = "/api/", "/api/v1/"
HEADER_BYTES = 32 * 1024
"""Of the first line and all headers of a request together."""
LEAST_READ = 16 * 1024
"""Bytes of a long answer that somebody takes between two looks, or has not read at all."""
SPARE_HANDLES = 64 + STRANGERS_MAX
"""Left for the database, its files and other processes, however many callers there are."""
START_FAILED = 3
_LATE = b"The request did not arrive in time."
_LONG = b"The headers are too long."
_MANY = b"Too many connections are open. Try again later."


class Callers(Struct, frozen=True):
    """Whom the server serves now, and how patiently; shared by all connections."""

    limits: Limits
    handles: Handles
    counts: Callable[[str], bool]
    """Whether connections of an address are counted: those of a proxy are many people's."""
    most: int


class _Bounded(ABC):
    """What both kinds of connection share: they are counted, and nobody leaves them unread."""

    callers: Callers

    _counted: str | None = None
    _looking: asyncio.TimerHandle | None = None
    _unread = 0
    """Bytes that waited for the caller at the last look; none: they were being taken."""

    def _come(self, protocol: Any) -> bool:
        """Whether there is room for this connection."""
        address = protocol.client[0] if protocol.client else "?"
        if len(protocol.connections) > self.callers.most:
            return False
        if self.callers.counts(address):
            if not self.callers.handles.take(address):
                return False
            self._counted = address
        self._look_later(protocol)
        return True

    def _go(self) -> None:
        if self._counted is not None:
            self.callers.handles.give_back(self._counted)
            self._counted = None
        if self._looking is not None:
            self._looking.cancel()
            self._looking = None

    def _look_later(self, protocol: Any) -> None:
        seconds = self.callers.limits.reading_seconds
        self._looking = protocol.loop.call_later(seconds, self._look, protocol)

    def _look(self, protocol: Any) -> None:
        """An answer that is not taken, also the last one before the end, is held for nobody."""
        transport = protocol.transport
        waiting = transport.get_write_buffer_size()
        held = transport.is_closing() or self._is_full(protocol)
        if held and self._unread and waiting > self._unread - LEAST_READ:
            transport.abort()
            return
        self._unread = waiting if held else 0
        self._look_later(protocol)

    @abstractmethod
    def _is_full(self, protocol: Any) -> bool:
        """Whether more is written to the connection than its other side takes."""


class StreamProtocol(_Bounded, WebSocketsSansIOProtocol):
    """A streaming connection; who answers no ping is cut off, also where nothing is read."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        if not self._come(self):
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._go()
        super().connection_lost(exc)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()

    def _is_full(self, protocol: Any) -> bool:
        return not self.writable.is_set()


class RequestProtocol(_Bounded, HttpToolsProtocol):
    """A connection for requests: each arrives in time, headers first, then the body."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._deadline: asyncio.TimerHandle | None = None
        self._header_bytes = 0
        self._in_headers = True

    # The life of a connection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self._come(self):
            self._await_headers()
        else:
            self._turn_away(503, _MANY)

    def connection_lost(self, exc: Exception | None) -> None:
        self._go()
        self._set_deadline(None)
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        self._go()
        self._set_deadline(None)
        super().handle_websocket_upgrade()

    # What arrives

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self._deadline is None and not self._is_answering():
            self._await_headers()  # also for a byte that begins no request
        if self._in_headers:
            self._header_bytes += len(data)
        super().data_received(data)
        if self._in_headers and self._header_bytes > HEADER_BYTES:
            self._turn_away(431, _LONG)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_headers = True

    def on_headers_complete(self) -> None:
        self._in_headers, self._header_bytes = False, 0
        self._set_deadline(self.callers.limits.body_seconds)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._set_deadline(None)
        super().on_message_complete()

    # Deadlines

    def _is_answering(self) -> bool:
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is not None and not cycle.response_complete

    def _await_headers(self) -> None:
        self._in_headers = True
        self._set_deadline(self.callers.limits.headers_seconds)

    def _set_deadline(self, seconds: float | None) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = (
            None if seconds is None else self.loop.call_later(seconds, self._late, seconds)
        )

    def _late(self, seconds: float) -> None:
        if self.flow.read_paused:  # it is the house that keeps the caller waiting
            self._set_deadline(seconds)
        else:
            self._turn_away(408, _LATE)

    def _turn_away(self, status: int, said: bytes) -> None:
        """With a sentence where nothing else is being said, and without waiting."""
        self._set_deadline(None)
        if self.transport.is_closing():
            return
        if self._is_answering() and self.cycle.response_started:
            self.transport.abort()
            return
        self.transport.write(
            b"HTTP/1.1 %d \r\ncontent-type: text/plain; charset=utf-8\r\n"
            b"content-length: %d\r\nconnection: close\r\n\r\n%b" % (status, len(said), said)
        )
        self.transport.close()

    def _is_full(self, protocol: Any) -> bool:
        return self.flow.write_paused


class _Addresses:
    """Addresses under /api/v1/ are those under /api/: a later version would be told apart here.

    Whoever asks there for the head of an answer gets what GET would begin with; uvicorn, which has
    the scope as it came, leaves out the rest.
    """

    def __init__(self, app: Any) -> None:
        self._app = app

    def __call__(self, scope: Any, receive: Any, send: Any) -> Awaitable[None]:
        if scope.get("path", "").startswith(VERSIONED):
            plain = scope["path"].replace(VERSIONED, PLAIN, 1)
            scope = {**scope, "path": plain, "raw_path": plain.encode()}
        if scope.get("method") == "HEAD" and scope["path"].startswith(PLAIN):
            scope = {**scope, "method": "GET"}
        answering: Awaitable[None] = self._app(scope, receive, send)
        return answering


class Server(uvicorn.Server):
    """Serves an application at one address, until it is told to stop."""

    def __init__(self, app: Any, server_settings: ServerSettings, **more: Any) -> None:
        limits = server_settings.limits
        proxies = (
            networks_of(server_settings.trusted_proxies) if server_settings.behind_proxy else ()
        )
        callers = Callers(
            limits,
            Handles(limits.connections_per_address),
            lambda address: not is_among(address, proxies),
            handles_at_most(),
        )
        self._handshake_seconds = limits.headers_seconds
        super().__init__(
            uvicorn.Config(
                _Addresses(app),
                interface="asgi3",
                http=_with(RequestProtocol, callers),
                ws=_with(StreamProtocol, callers),
                ws_max_size=limits.message_bytes,
                ws_per_message_deflate=False,
                ws_ping_interval=limits.ping_seconds,
                ws_ping_timeout=limits.ping_seconds,
                timeout_keep_alive=limits.idle_seconds,  # type: ignore[arg-type]
                proxy_headers=False,  # the door believes proxies that are trusted
                server_header=False,
                log_config=None,
                access_log=False,
                lifespan="on",
                **more,
            )
        )

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Whoever runs it listens to signals."""
        yield

    async def startup(self, sockets: list[socket] | None = None) -> None:
        """As uvicorn's own, for one socket and with an end to every handshake."""
        await self.lifespan.startup()
        if self.lifespan.should_exit:
            sys.exit(START_FAILED)
        config = self.config
        door = sockets[0] if sockets else create_server((config.host, config.port))
        server = await asyncio.get_running_loop().create_server(
            self._protocol,
            sock=door,
            ssl=config.ssl,
            ssl_handshake_timeout=None if config.ssl is None else self._handshake_seconds,
            backlog=config.backlog,
        )
        self.servers = [server]
        self.started = True

    def _protocol(self) -> asyncio.Protocol:
        made: asyncio.Protocol = self.config.http_protocol_class(  # type: ignore[call-arg]
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )
        return made


def _with(protocol: type[Any], callers: Callers) -> type[asyncio.Protocol]:
    return type(protocol.__name__, (protocol,), {"callers": callers})


def handles_at_most() -> int:
    """Connections that leave the house handles enough for its own files."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return sys.maxsize
    return max(1, soft - SPARE_HANDLES)
