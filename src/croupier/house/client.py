"""A typed client of a house, for programs of its operator and of integrators.

    async with Client("https://house.example", token) as client:
        for table in await client.tables():
            print(table.table, table.phase)
        await client.give(OpenBets(), "T1")
        async with client.stream() as streaming:
            await streaming.subscribe({"table:T1": 0})
            async for heard in streaming.events():
                ...

What was not done raises `NotDone`, with the refusal as the house put it. A command whose fate is
not known (`Disconnected`, or a trouble of the kind `unknown`) is sent again with the same key: it
is carried out once. Commands are in `croupier.table.commands` and `croupier.house.model.commands`.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from functools import cache
from secrets import token_hex
from ssl import SSLContext
from time import time_ns
from typing import TypeVar
from urllib.parse import urlencode, urlsplit

import httpx
import msgspec
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from croupier.house.app.idempotency import Accepted
from croupier.house.http.accounts import ChangePassword, Guest, LogIn, Me
from croupier.house.http.messages import (
    CommandAccepted,
    Events,
    NotCarriedOut,
    Pong,
    StreamEvent,
    Subscribed,
    WalletMoved,
)
from croupier.house.http.money import ProposalView
from croupier.house.http.push import LobbyPush, TablePush
from croupier.house.http.register import AccountView
from croupier.house.http.security import COOKIE, CSRF_HEADER
from croupier.house.http.shapes import (
    CommandRequest,
    Give,
    HouseTableView,
    JackpotMeters,
    Message,
    Subscribe,
    TableSummary,
    Trouble,
    Unsubscribe,
    Unwatch,
    Watch,
)
from croupier.house.log.event_store import Movement
from croupier.house.model.commands import AnyCommand, Approve
from croupier.house.model.settings import Money
from croupier.house.read.history import RoundPlayed
from croupier.house.read.rounds import PlayersRounds
from croupier.table.commands import TableCommand

__all__ = [
    "Client",
    "Disconnected",
    "Events",
    "LobbyPush",
    "NotDone",
    "Pong",
    "StreamEvent",
    "Streaming",
    "Subscribed",
    "TablePush",
    "WalletMoved",
    "by_two",
    "new_key",
    "trusted",
]

T = TypeVar("T")
_encode = msgspec.json.Encoder().encode


class NotDone(Exception):
    """The service did not carry out the command; `trouble` says why."""

    def __init__(
        self, trouble: Trouble, status: int | None = None, request: str | None = None
    ) -> None:
        super().__init__(trouble.message)
        self.trouble = trouble
        self.status = status
        """Of HTTP, if it came that way."""
        self.request = request
        """By which the operator finds it in the log of the house."""


class Disconnected(Exception):
    """The connection ended; a command in flight may or may not have been carried out."""


Said = (
    Events
    | Subscribed
    | CommandAccepted
    | NotCarriedOut
    | Pong
    | WalletMoved
    | TablePush
    | LobbyPush
)
Heard = Events | Subscribed | Pong | WalletMoved | TablePush | LobbyPush
"""What comes of itself, not as the answer to a command."""

_read = msgspec.json.Decoder(list[Said]).decode


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


_ALSO_STREAMED = ("Authorization", "Accept-Language")


class Client:
    """A house as one person sees it, and their means of acting in it."""

    def __init__(
        self,
        address: str,
        token: str | None = None,
        verify: SSLContext | bool = True,
        language: str = "en",
    ) -> None:
        """With a token, acts as its owner; without one, as an anonymous visitor until `log_in`.

        Refusals and other words are in `language`, as a browser asks for one: `zh-Hans`.
        """
        self._address = address.rstrip("/")
        self._verify = verify
        headers = {"Accept-Language": language}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        self._http = httpx.AsyncClient(
            base_url=self._address,
            headers=headers,
            timeout=PATIENCE_SECONDS,
            limits=httpx.Limits(keepalive_expiry=REST_SECONDS),
            verify=trusted() if verify is True else verify,
        )

    async def __aenter__(self) -> "Client":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        await self._http.aclose()

    async def log_in(self, name: str, password: str, code: str | None = None) -> Me:
        """Act as this person from now on; raises `NotDone`."""
        return self._came_in(await self.post("/api/v1/session", LogIn(name, password, code)))

    async def come_as_guest(self, nickname: str | None = None) -> Me:
        """Act as a guest from now on, if the house admits guests."""
        return self._came_in(await self.post("/api/v1/guest", Guest(nickname)))

    def _came_in(self, answer: httpx.Response) -> Me:
        me = self._read(answer, Me)
        self._http.headers[CSRF_HEADER] = me.csrf or ""
        return me

    async def me(self) -> Me:
        return await self._get("/api/v1/me", Me)

    async def log_out(self) -> Me:
        return self._read(await self._http.delete("/api/v1/session"), Me)

    async def log_out_everywhere(self) -> Me:
        return self._read(await self._http.delete("/api/v1/sessions"), Me)

    async def change_password(self, old: str, new: str) -> Me:
        return self._read(await self.post("/api/v1/password", ChangePassword(old, new)), Me)

    async def post(self, path: str, body: Struct) -> httpx.Response:
        return await self._http.post(
            path, content=_encode(body), headers={"Content-Type": "application/json"}
        )

    async def tables(self) -> list[TableSummary]:
        return [one async for one in self._pages("/api/v1/tables", list[TableSummary])]

    async def people(self, search: str = "", at_once: int = 200) -> AsyncIterator[AccountView]:
        """Those whom the caller may find, page after page."""
        query = urlencode({"search": search, "limit": at_once})
        async for one in self._pages(f"/api/v1/people?{query}", list[AccountView]):
            yield one

    async def own_rounds(self, table: str | None = None) -> AsyncIterator[RoundPlayed]:
        """The rounds that the caller has played, newest first, down to the first."""
        asked = {} if table is None else {"table": table}
        while True:
            found = await self._get(f"/api/v1/me/rounds?{urlencode(asked)}", PlayersRounds)
            for one in found.rounds:
                yield one
            if found.next is None:
                return
            asked["before"] = found.next

    async def table(self, name: str) -> HouseTableView:
        return await self._get(f"/api/v1/tables/{name}", HouseTableView)

    async def legal(self, table: str) -> tuple[TableCommand, ...]:
        return await self._get(f"/api/v1/tables/{table}/legal", tuple[TableCommand, ...])

    async def rounds(self, table: str, before: int | None = None) -> list[RoundPlayed]:
        query = "" if before is None else f"?before={before}"
        return await self._get(f"/api/v1/tables/{table}/rounds{query}", list[RoundPlayed])

    async def proposals(self) -> list[ProposalView]:
        """Proposals that await a second person."""
        return [one async for one in self._pages("/api/v1/proposals", list[ProposalView])]

    async def movements(
        self, player: str | None = None, money: Money = Money.LIVE, at_once: int = 200
    ) -> AsyncIterator[Movement]:
        """Of a player's wallet, or the caller's own, newest first."""
        path = "wallet" if player is None else f"wallets/{player}"
        query = urlencode({"money": money.value, "limit": at_once})
        async for one in self._pages(f"/api/v1/{path}/movements?{query}", list[Movement]):
            yield one

    async def jackpots(self) -> list[JackpotMeters]:
        return [one async for one in self._pages("/api/v1/jackpots", list[JackpotMeters])]

    async def jackpot(self, name: str) -> JackpotMeters:
        return await self._get(f"/api/v1/jackpots/{name}", JackpotMeters)

    async def give(
        self,
        command: AnyCommand,
        table: str | None = None,
        key: str | None = None,
        expected_version: int | None = None,
    ) -> Accepted:
        """Send one command over HTTP; raises `NotDone`."""
        path = "/api/v1/commands" if table is None else f"/api/v1/tables/{table}/commands"
        request = CommandRequest(
            key=key or new_key(), command=command, expected_version=expected_version
        )
        return self._read(await self.post(path, request), Accepted)

    def _proof(self) -> dict[str, str]:
        """The headers by which the streaming connection identifies itself, and its language."""
        headers = self._http.headers
        told = {name: headers[name] for name in _ALSO_STREAMED if name in headers}
        session = self._http.cookies.get(COOKIE)
        if session is not None and "Authorization" not in told:
            told["Cookie"] = f"{COOKIE}={session}"
        return told

    async def _get(self, path: str, kind: type[T]) -> T:
        return self._read(await self._http.get(path), kind)

    async def _pages(self, path: str, kind: type[list[T]]) -> AsyncIterator[T]:
        """Every item of a list, however many answers it takes."""
        following: str | None = path
        while following is not None:
            answer = await self._http.get(following)
            for one in self._read(answer, kind):
                yield one
            following = answer.links.get("next", {}).get("url")

    def _read(self, answer: httpx.Response, kind: type[T]) -> T:
        if answer.status_code != httpx.codes.OK:
            trouble = msgspec.json.decode(answer.content, type=Trouble)
            raise NotDone(trouble, answer.status_code, answer.headers.get("X-Request-Id"))
        return msgspec.json.decode(answer.content, type=kind)

    @asynccontextmanager
    async def stream(self) -> AsyncIterator["Streaming"]:
        """The streaming connection; it is closed at the end of the block."""
        parts = urlsplit(self._address)
        secure = parts.scheme == "https"
        address = f"{'wss' if secure else 'ws'}://{parts.netloc}/api/v1/stream"
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
        self._events: asyncio.Queue[Heard | None] = asyncio.Queue()
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

    async def watch(self, *tables: str) -> None:
        """Be shown tables whenever they change; `*` for the lobby."""
        await self._say(Watch(tables))

    async def unwatch(self, *tables: str) -> None:
        await self._say(Unwatch(tables))

    async def events(self) -> AsyncIterator[Heard]:
        """What happens and what is shown, until the connection ends."""
        while (event := await self._events.get()) is not None:
            yield event

    async def end(self) -> None:
        self._reading.cancel()
        await asyncio.gather(self._reading, return_exceptions=True)

    async def _say(self, message: Message) -> None:
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

    def _hear(self, message: Said) -> None:
        match message:
            case CommandAccepted():
                answer = self._answers.pop(message.command, None)
                if answer is not None and not answer.done():
                    answer.set_result(Accepted(message.command, message.stream, message.version))
            case NotCarriedOut():
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
