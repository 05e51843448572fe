"""The streaming connection: subscriptions and commands in, events and answers out.

Every frame is a JSON array of messages, or one message. Commands are taken up in
the order in which they were sent.
"""

import asyncio
from collections.abc import Coroutine
from typing import Any

import msgspec
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from croupier.house.audience import Announcement
from croupier.house.history import changes_after
from croupier.house.hub import Mailbox
from croupier.house.identity import Person
from croupier.house.running import House
from croupier.house.service.answers import EXPECTED, NOT_ALLOWED, trouble
from croupier.house.service.shapes import Give, Message, Subscribe, Trouble, Unsubscribe

TRY_AGAIN_LATER = 1013
IN_FLIGHT_MAX = 256
"""Commands of one connection that may be under way before more are read."""

_read = msgspec.json.Decoder(Message | list[Message]).decode
_encode = msgspec.json.Encoder().encode


class Connection:
    """One viewer's streaming connection."""

    def __init__(self, house: House, socket: WebSocket[Any, Any, Any], person: Person) -> None:
        self._house = house
        self._socket = socket
        self._person = person
        self._mailbox = Mailbox(person.viewer)
        self._tasks: set[asyncio.Task[None]] = set()
        self._room = asyncio.Semaphore(IN_FLIGHT_MAX)

    async def run(self) -> None:
        sending = asyncio.create_task(self._send())
        try:
            while True:
                await self._receive(await self._socket.receive_data("text"))
        except WebSocketDisconnect:
            pass
        finally:
            self._house.hub.leave(self._mailbox)
            sending.cancel()
            await asyncio.gather(sending, return_exceptions=True)

    async def _send(self) -> None:
        while (frame := await self._mailbox.take()) is not None:
            await self._socket.send_data(frame.decode(), "text")
        await self._socket.close(TRY_AGAIN_LATER, "too slow: resume from the last version")

    async def _receive(self, frame: str) -> None:
        try:
            messages = _read(frame)
        except (msgspec.ValidationError, msgspec.DecodeError) as error:
            self._say("trouble", None, Trouble("bad-request", str(error)))
            return
        for message in messages if isinstance(messages, list) else [messages]:
            match message:
                case Give():
                    await self._room.acquire()
                    self._start(self._give(message))
                case Subscribe():
                    await self._subscribe(message)
                case Unsubscribe():
                    for stream in message.streams:
                        self._house.hub.unfollow(stream, self._mailbox)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _give(self, message: Give) -> None:
        actor = self._person.actor
        try:
            if actor is None:
                self._say("trouble", message.key, NOT_ALLOWED)
                return
            accepted = await self._house.give(
                actor, message.table, message.command, message.key, message.expected_version
            )
            self._mailbox.put(
                b'{"type":"accepted","command":%b,"stream":%b,"version":%d}'
                % (_encode(accepted.command), _encode(accepted.stream), accepted.version)
            )
        except EXPECTED as error:
            self._say("trouble", message.key, trouble(error)[1])
        finally:
            self._room.release()

    def _say(self, kind: str, key: str | None, told: Trouble) -> None:
        self._mailbox.put(_encode({"type": kind, "command": key, "trouble": told}))

    async def _subscribe(self, message: Subscribe) -> None:
        for stream, after in message.streams.items():
            try:
                await self._follow(stream, after)
            except EXPECTED as error:
                self._say("trouble", None, trouble(error)[1])

    async def _follow(self, stream: str, after: int | None) -> None:
        """What happened after the version, then what happens: nothing twice, nothing missed."""
        held = await self._house.keeper.holding.stream(stream)
        if after is not None and after < held.version:
            reached = after
            while reached < held.version:
                changes = await changes_after(self._house.store, stream, reached)
                for change in changes:
                    told = Announcement(stream, change, after).message(self._person.viewer)
                    if told is not None:
                        self._mailbox.put(told)
                    reached = change.records[-1].version
                held = await self._house.keeper.holding.stream(stream)
        self._house.hub.follow(stream, self._mailbox)
        self._mailbox.put(
            _encode({"type": "subscribed", "stream": stream, "version": held.version})
        )
