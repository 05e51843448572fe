"""The streaming connection: subscriptions and commands in, events and answers out.

Every frame is a JSON array of messages, or one message. Commands are taken up in
the order in which they were sent.
"""

import asyncio
import logging
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect
from msgspec import structs

from croupier.house.app.audience import Announcement
from croupier.house.app.house import House
from croupier.house.app.rate_limiter import Bucket
from croupier.house.app.subscriptions import Mailbox
from croupier.house.http.bodies import BadBody, Limits
from croupier.house.http.frames import read_frame
from croupier.house.http.languages import language_of, said
from croupier.house.http.push import Watching
from croupier.house.http.refusals import EXPECTED, NOT_ALLOWED, UNEXPECTED, trouble
from croupier.house.http.security import (
    Forbidden,
    Visit,
    house_of,
    may_follow,
    player_wait,
    traffic_of,
    visit,
)
from croupier.house.http.shapes import (
    Give,
    Message,
    Ping,
    Subscribe,
    Trouble,
    Unsubscribe,
    Unwatch,
    Watch,
    expected,
)
from croupier.house.log.event_store import StoreUnavailable
from croupier.house.model.ledger.accounts import wallet
from croupier.house.model.people.roles import HouseRole
from croupier.house.model.settings import Money
from croupier.house.read.history import changes_after
from croupier.languages.catalogue import ENGLISH

TRY_AGAIN_LATER = 1013
COME_BACK = 4001
NOT_UNDERSTOOD = 1008
RESUMING = 10
READ_AT_ONCE = 10_000
RECORDS_A_LOOK = 500
"""Of a stream that is resumed: so many count as one look into rounds that are over."""
BAD_FRAME = 10
"""Messages that a frame counts for that cannot be read."""
BAD_FRAMES_MAX = 30
"""Such frames until the connection is closed."""
CHARACTERS_A_MESSAGE = 4 * 1024
"""Reading a long frame is work too: every so many characters count as a message."""
VISITOR_FRAME_MAX = 16 * 1024
"""Characters of a frame by somebody who has not logged in."""
WALLET_SECONDS = 0.05
IN_FLIGHT_MAX = 256
"""Commands of one connection that may be under way before more are read."""

_GONE = (WebSocketDisconnect, OSError, RuntimeError)
"""What it means to close a connection that the other side, or this one, has just closed."""

log = logging.getLogger("croupier.service")
_encode = msgspec.json.Encoder().encode


def _cost(message: Message) -> int:
    """Resuming reads the past from the disk, and counts for more."""
    if isinstance(message, Subscribe):
        resumed = sum(after is not None for after in message.streams.values())
        return 1 + len(message.streams) + RESUMING * resumed
    return 1


class _Enough(Exception):
    """The connection is closed; the sentence says why."""


class Connection:
    """One viewer's streaming connection."""

    def __init__(
        self, house: House, socket: WebSocket[Any, Any, Any], come: Visit, limits: Limits
    ) -> None:
        person = come.person
        self._house = house
        self._traffic = traffic_of(socket.app.state)
        self._address = come.address
        self._loop = asyncio.get_running_loop()
        self._bucket = Bucket(limits.stream_rate, limits.stream_burst, self._loop.time())
        self._burst = limits.stream_burst
        self._bad_frames = 0
        self._ends: asyncio.TimerHandle | None = None
        self._socket = socket
        self._language = language_of(socket.headers)
        self._greeting_seconds = limits.greeting_seconds
        self._person = person
        self._is_player = person.has(HouseRole.PLAYER)
        """Whose pace is counted over all their connections."""
        self._mailbox = Mailbox(person.viewer)
        self._watching = Watching(house, person, self._mailbox)
        self._tasks: set[asyncio.Task[None]] = set()
        self._purse_open = self._purse_due = False
        self._under_way: dict[int, asyncio.Task[None]] = {}
        """Commands, by their number on this connection."""
        self._given = 0
        self._room: asyncio.Event | None = None
        """What is waited for before more is read, where too many are under way."""

    async def run(self) -> None:
        sending = self._loop.create_task(self._send())
        presence, name = self._house.presence, self._person.id
        if name is not None:
            presence.come(name, self._look_again)
            self._set_end()
        try:
            frame = await self._first()
            while frame is not None:
                await self._receive(frame)
                frame = await self._next()
        except WebSocketDisconnect:
            pass
        except _Enough as enough:
            await self._socket.close(NOT_UNDERSTOOD, str(enough))
        finally:
            if name is not None:
                presence.go(name, self._look_again)
                self._house.wallet_watchers.go(name, self._wallet_moved)
            if self._ends is not None:
                self._ends.cancel()
            self._house.hub.leave(self._mailbox)
            self._watching.leave()
            sending.cancel()
            await asyncio.gather(sending, return_exceptions=True)

    async def _first(self) -> str | None:
        """Whoever asks for nothing at all holds no connection."""
        try:
            async with asyncio.timeout(self._greeting_seconds):
                return await self._next()
        except TimeoutError:
            await self._socket.close(TRY_AGAIN_LATER, "nothing was asked for")
            return None

    async def _next(self) -> str | None:
        """The next frame, until there is none."""
        event: Any = await self._socket.receive()
        if event["type"] == "websocket.disconnect":
            return None
        text: str = event.get("text") or ""
        return text

    def _look_again(self) -> None:
        """Something about this person has changed, or their time may be over."""
        self._start(self._demand_same())

    def _set_end(self) -> None:
        until = self._person.until
        if self._ends is not None:
            self._ends.cancel()
        if until is not None:
            seconds = (until - self._house.handler.now()).total_seconds()
            self._ends = self._loop.call_later(max(0.0, seconds) + 0.01, self._look_again)

    async def _demand_same(self) -> None:
        """Who has logged out or has other powers now comes in anew."""
        now = await self._house.authentication.again(self._person)
        if structs.replace(now, since=self._person.since) != self._person:
            with suppress(*_GONE):
                await self._socket.close(COME_BACK, "who you are has changed: come back")
        else:
            self._set_end()  # the time of day may have been put back

    async def _pace(self, count: float) -> None:
        """A connection that sends too fast is read more slowly."""
        while count > 0:
            piece = min(count, self._burst)
            while wait := self._bucket.take(self._loop.time(), piece):
                await asyncio.sleep(wait)
            count -= piece

    async def _send(self) -> None:
        while (frame := await self._mailbox.take()) is not None:
            if self._language != ENGLISH:
                frame = said(frame, self._language)
            await self._socket.send(
                {"type": "websocket.send", "bytes": None, "text": frame.decode()}
            )
        await self._socket.close(TRY_AGAIN_LATER, "too slow: resume from the last version")

    async def _take_up(self, length: int) -> None:
        """A long frame counts before it is looked at."""
        if self._person.id is None and length > VISITOR_FRAME_MAX:
            raise _Enough(f"log in to send more than {VISITOR_FRAME_MAX} characters")
        await self._pace(length // CHARACTERS_A_MESSAGE)

    async def _answer_bad(self, error: Exception) -> None:
        self._say("trouble", None, Trouble("bad-request", str(error)))
        self._bad_frames += 1
        if self._bad_frames >= BAD_FRAMES_MAX:
            raise _Enough("too much that cannot be read")
        await self._pace(BAD_FRAME)

    async def _receive(self, frame: str) -> None:
        if len(frame) >= CHARACTERS_A_MESSAGE:
            await self._take_up(len(frame))
        try:
            messages = read_frame(frame)
        except (msgspec.ValidationError, BadBody) as error:
            await self._answer_bad(error)
            return
        for message in messages:
            if type(message) is Give:
                while wait := self._bucket.take(self._loop.time(), 1):
                    await asyncio.sleep(wait)
                while self._is_player and (wait := player_wait(self._traffic, self._person)):
                    await asyncio.sleep(wait)
                while len(self._under_way) >= IN_FLIGHT_MAX:
                    self._room = asyncio.Event()
                    await self._room.wait()
                self._given += 1
                giving = self._give(message, self._given)
                self._under_way[self._given] = self._loop.create_task(giving)
                continue
            await self._pace(_cost(message))
            match message:
                case Subscribe():
                    await self._subscribe(message)
                case Unsubscribe():
                    for stream in message.streams:
                        self._house.hub.unfollow(stream, self._mailbox)
                case Watch():
                    await self._watch(message)
                case Unwatch():
                    self._watching.unwatch(message.tables)
                case Ping():
                    self._mailbox.put(_encode({"type": "pong", "at": self._house.handler.now()}))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _give(self, message: Give, number: int) -> None:
        authentication = self._house.authentication
        try:
            person = authentication.unchanged(self._person)
            if person is None:
                person = await authentication.again(self._person)
            if person.id is None:
                self._say("trouble", message.key, NOT_ALLOWED)
                return
            accepted = await self._house.give(
                person, message.table, message.command, message.key, expected(message)
            )
            self._mailbox.put(
                b'{"type":"accepted","command":%b,"stream":%b,"version":%d}'
                % (_encode(accepted.command), _encode(accepted.stream), accepted.version)
            )
        except EXPECTED as error:
            self._say("trouble", message.key, trouble(error)[1])
        except Exception:
            log.exception("unexpected")
            self._say("trouble", message.key, UNEXPECTED)
        finally:
            del self._under_way[number]
            if self._room is not None:
                self._room.set()
                self._room = None

    def _say(self, kind: str, key: str | None, told: Trouble) -> None:
        self._mailbox.put(_encode({"type": kind, "command": key, "trouble": told}))

    def _open_purse(self) -> None:
        """A page that looks at tables shows the wallet too."""
        name = self._person.id
        if not self._purse_open and name is not None and self._person.has(HouseRole.PLAYER):
            self._purse_open = True
            self._house.wallet_watchers.come(name, self._wallet_moved)
            self._wallet_moved()

    def _wallet_moved(self) -> None:
        if not self._purse_due:
            self._purse_due = True
            self._start(self._tell_wallet())

    async def _tell_wallet(self) -> None:
        """What the wallet holds now; movements that come together are told once."""
        await asyncio.sleep(WALLET_SECONDS)
        self._purse_due = False
        store, name = self._house.store, self._person.id or ""
        live, practice = wallet(Money.LIVE, name), wallet(Money.PRACTICE, name)
        try:
            held = (await store.balances(live)).get(live, 0)
            play = (await store.balances(practice)).get(practice, 0)
        except StoreUnavailable:
            return
        self._mailbox.put(_encode({"type": "wallet", "live": held, "practice": play}))

    async def _watch(self, message: Watch) -> None:
        self._open_purse()
        try:
            for name in message.tables:
                self._demand_for(f"table:{name}")
            await self._watching.watch(message.tables)
        except EXPECTED as error:
            self._say("trouble", None, trouble(error)[1])

    async def _subscribe(self, message: Subscribe) -> None:
        for stream, after in message.streams.items():
            try:
                self._demand_for(stream)
                await self._follow(stream, after)
            except EXPECTED as error:
                self._say("trouble", None, trouble(error)[1])

    def _demand_for(self, stream: str) -> None:
        if not may_follow(self._person, stream):
            raise Forbidden(f"There is nothing to hear of '{stream}' for you.")

    async def _look_back(self, missed: int) -> None:
        """Who missed little goes on; who asks for more looks back, as often as an address may."""
        for _ in range(min(missed, READ_AT_ONCE) // RECORDS_A_LOOK):
            while wait := self._traffic.history.take(self._address, self._loop.time()):
                await asyncio.sleep(wait)

    async def _follow(self, stream: str, after: int | None) -> None:
        """What happened after the version, then what happens: nothing twice, nothing missed."""
        streams = self._house.handler.streams
        held = await streams.stream(stream)
        if after is not None and after > held.version:  # learned from another process
            await streams.undone({stream})
            await self._house.catching_up.look_at({stream: after})
            held = await streams.stream(stream)
        if after is not None and after < held.version:
            reached = after
            while reached < held.version:
                if self._mailbox.fell_behind:
                    return  # and is told to come back
                await self._look_back(held.version - reached)
                changes = await changes_after(self._house.store, held, reached, READ_AT_ONCE)
                for change in changes:
                    if change.records[-1].version > held.version:
                        break  # what is not known here yet will be announced
                    told = Announcement(stream, change, after).message(self._person.viewer)
                    if told is not None:
                        self._mailbox.put(told)
                    reached = change.records[-1].version
                held = await streams.stream(stream)
        self._house.hub.follow(stream, self._mailbox)
        self._mailbox.put(
            _encode({"type": "subscribed", "stream": stream, "version": held.version})
        )


@websocket("/api/stream")
async def stream(socket: WebSocket[Any, Any, State]) -> None:
    state = socket.app.state
    limits: Limits = state.limits
    come = visit(socket)
    with traffic_of(state).streams.one_more(come.address) as allowed:
        if not allowed:
            await socket.close(TRY_AGAIN_LATER, "too many connections from this address")
            return
        await socket.accept()
        await Connection(house_of(state), socket, come, limits).run()
