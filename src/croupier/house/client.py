"""A typed client of the service: one streaming connection for commands and events."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from functools import cache
from secrets import token_hex
from ssl import SSLContext
from time import time_ns
from typing import Any, TypeVar
from urllib.parse import urlsplit

import httpx
import msgspec
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from croupier.house.app.idempotency import Accepted
from croupier.house.http.accounts import ChangePassword, Guest, LogIn, Me
from croupier.house.http.money import ProposalView
from croupier.house.http.security import COOKIE, CSRF_HEADER
from croupier.house.http.shapes import (
    CommandRequest,
    Give,
    HouseTableView,
    JackpotMeters,
    Subscribe,
    TableSummary,
    Trouble,
    Unsubscribe,
)
from croupier.house.model.commands import AnyCommand, Approve
from croupier.house.read.history import RoundPlayed
from croupier.table.commands import TableCommand

T = TypeVar("T")
_encode = msgspec.json.Encoder().encode


class NotDone(Exception):
    """The service did not carry out the command; `trouble` says why."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(trouble.message)
        self.trouble = trouble


class Disconnected(Exception):
    """The connection ended; a command in flight may or may not have been carried out."""


class StreamEvent(Struct, frozen=True):
    """An event as this viewer may see it."""

    version: int
    event: dict[str, Any]


class Events(Struct, frozen=True, tag_field="type", tag="events"):
    """What happened in a stream, in order."""

    stream: str
    version: int
    at: str
    events: tuple[StreamEvent, ...]


class Subscribed(Struct, frozen=True, tag_field="type", tag="subscribed"):
    stream: str
    version: int


class _Accepted(Struct, frozen=True, tag_field="type", tag="accepted"):
    command: str
    stream: str
    version: int


class _Trouble(Struct, frozen=True, tag_field="type", tag="trouble"):
    command: str | None
    trouble: Trouble


_read = msgspec.json.Decoder(list[Events | Subscribed | _Accepted | _Trouble]).decode


PATIENCE_SECONDS = 60
"""How long a house may take to accept a connection or to answer."""
REST_SECONDS = 1
"""How long an idle connection is reused: the house closes it after five seconds."""


def new_key() -> str:
    """A fresh idempotency key. It begins with the time, which makes it cheap to keep."""
    return f"{time_ns():016x}{token_hex(8)}"


@cache
def trusted() -> SSLContext:
    """The default certificates; cached, because loading them takes as long as 50 requests."""
    return httpx.create_ssl_context()


class Client:
    """A house as one person sees it, and their means of acting in it."""

    def __init__(
        self, address: str, token: str | None = None, verify: SSLContext | bool = True
    ) -> None:
        """With a token, acts as its owner; without one, as an anonymous visitor until `log_in`."""
        self._address = address.rstrip("/")
        self._verify = verify
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        self._http = httpx.AsyncClient(
            base_url=self._address,
            headers=headers,
            timeout=PATIENCE_SECONDS,
            limits=httpx.Limits(keepalive_expiry=REST_SECONDS),
            verify=trusted() if verify is True else verify,
        )

    async def close(self) -> None:
        await self._http.aclose()

    async def log_in(self, name: str, password: str, code: str | None = None) -> Me:
        """Act as this person from now on; raises `NotDone`."""
        return self._came_in(await self.post("/api/session", LogIn(name, password, code)))

    async def come_as_guest(self, nickname: str | None = None) -> Me:
        """Act as a guest from now on, if the house admits guests."""
        return self._came_in(await self.post("/api/guest", Guest(nickname)))

    def _came_in(self, answer: httpx.Response) -> Me:
        me = self._read(answer, Me)
        self._http.headers[CSRF_HEADER] = me.csrf or ""
        return me

    async def me(self) -> Me:
        return await self._get("/api/me", Me)

    async def log_out(self) -> Me:
        return self._read(await self._http.delete("/api/session"), Me)

    async def log_out_everywhere(self) -> Me:
        return self._read(await self._http.delete("/api/sessions"), Me)

    async def change_password(self, old: str, new: str) -> Me:
        return self._read(await self.post("/api/password", ChangePassword(old, new)), Me)

    async def post(self, path: str, body: Struct) -> httpx.Response:
        return await self._http.post(
            path, content=_encode(body), headers={"Content-Type": "application/json"}
        )

    async def tables(self) -> list[TableSummary]:
        return await self._get("/api/tables", list[TableSummary])

    async def table(self, name: str) -> HouseTableView:
        return await self._get(f"/api/tables/{name}", HouseTableView)

    async def legal(self, table: str) -> tuple[TableCommand, ...]:
        return await self._get(f"/api/tables/{table}/legal", tuple[TableCommand, ...])

    async def rounds(self, table: str, before: int | None = None) -> list[RoundPlayed]:
        query = "" if before is None else f"?before={before}"
        return await self._get(f"/api/tables/{table}/rounds{query}", list[RoundPlayed])

    async def proposals(self) -> list[ProposalView]:
        """Proposals that await a second person."""
        return await self._get("/api/proposals", list[ProposalView])

    async def jackpots(self) -> list[JackpotMeters]:
        return await self._get("/api/jackpots", list[JackpotMeters])

    async def jackpot(self, name: str) -> JackpotMeters:
        return await self._get(f"/api/jackpots/{name}", JackpotMeters)

    async def give(
        self,
        command: AnyCommand,
        table: str | None = None,
        key: str | None = None,
        expected_version: int | None = None,
    ) -> Accepted:
        """Send one command over HTTP; raises `NotDone`."""
        path = "/api/commands" if table is None else f"/api/tables/{table}/commands"
        request = CommandRequest(
            key=key or new_key(), command=command, expected_version=expected_version
        )
        return self._read(await self.post(path, request), Accepted)

    def _proof(self) -> dict[str, str]:
        """The headers by which the streaming connection identifies itself."""
        if "Authorization" in self._http.headers:
            return {"Authorization": self._http.headers["Authorization"]}
        session = self._http.cookies.get(COOKIE)
        return {} if session is None else {"Cookie": f"{COOKIE}={session}"}

    async def _get(self, path: str, kind: type[T]) -> T:
        return self._read(await self._http.get(path), kind)

    def _read(self, answer: httpx.Response, kind: type[T]) -> T:
        if answer.status_code != httpx.codes.OK:
            raise NotDone(msgspec.json.decode(answer.content, type=Trouble))
        return msgspec.json.decode(answer.content, type=kind)

    @asynccontextmanager
    async def stream(self) -> AsyncIterator["Streaming"]:
        """The streaming connection; it is closed at the end of the block."""
        parts = urlsplit(self._address)
        secure = parts.scheme == "https"
        address = f"{'wss' if secure else 'ws'}://{parts.netloc}/api/stream"
        async with connect(
            address,
            additional_headers=self._proof(),
            compression=None,
            max_size=None,
            open_timeout=PATIENCE_SECONDS,
            ssl=self._verify if secure and isinstance(self._verify, SSLContext) else None,
        ) as socket:
            streaming = Streaming(socket)
            try:
                yield streaming
            finally:
                await streaming.end()


class Streaming:
    """Commands and subscriptions over one connection; events arrive in the order they happened."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._answers: dict[str, asyncio.Future[Accepted]] = {}
        self._events: asyncio.Queue[Events | Subscribed | None] = asyncio.Queue()
        self._reading = asyncio.create_task(self._listen())

    async def give(
        self,
        command: TableCommand,
        table: str | None = None,
        key: str | None = None,
        expected_version: int | None = None,
    ) -> Accepted:
        """Send one command; returns once it is on disk, raises `NotDone` or `Disconnected`."""
        key = key or new_key()
        answer: asyncio.Future[Accepted] = asyncio.get_running_loop().create_future()
        self._answers[key] = answer
        await self._say(Give(key, command, table, expected_version))
        return await answer

    async def subscribe(self, streams: Mapping[str, int | None]) -> None:
        """Follow streams, each from after a version or from now on."""
        await self._say(Subscribe(dict(streams)))

    async def unsubscribe(self, *streams: str) -> None:
        await self._say(Unsubscribe(streams))

    async def events(self) -> AsyncIterator[Events | Subscribed]:
        """What happens, until the connection ends."""
        while (event := await self._events.get()) is not None:
            yield event

    async def end(self) -> None:
        self._reading.cancel()
        await asyncio.gather(self._reading, return_exceptions=True)

    async def _say(self, message: Give | Subscribe | Unsubscribe) -> None:
        try:
            await self._socket.send(_encode(message), text=True)
        except ConnectionClosed as error:
            raise Disconnected(str(error)) from None

    async def _listen(self) -> None:
        try:
            async for frame in self._socket:
                for message in _read(frame):
                    self._hear(message)
        except ConnectionClosed:
            pass
        finally:
            self._events.put_nowait(None)
            for answer in self._answers.values():
                if not answer.done():
                    answer.set_exception(Disconnected("the connection ended"))
                    answer.exception()

    def _hear(self, message: Events | Subscribed | _Accepted | _Trouble) -> None:
        match message:
            case _Accepted():
                answer = self._answers.pop(message.command, None)
                if answer is not None and not answer.done():
                    answer.set_result(Accepted(message.command, message.stream, message.version))
            case _Trouble():
                waiting = self._answers.pop(message.command or "", None)
                if waiting is not None and not waiting.done():
                    waiting.set_exception(NotDone(message.trouble))
            case _:
                self._events.put_nowait(message)


async def by_two(first: Client, second: Client, command: AnyCommand) -> Accepted:
    """The first proposes, the second approves."""
    known = {one.id for one in await second.proposals()}
    await first.give(command)
    [made] = [one for one in await second.proposals() if one.id not in known]
    return await second.give(Approve(proposal=made.id))
