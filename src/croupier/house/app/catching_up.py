"""Keeps the streams that somebody here follows up to date with what other processes store."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from croupier.house.app.stream_cache import StreamCache
from croupier.house.log.event_store import EventStore, StoreUnavailable
from croupier.house.log.stream import BrokenStream, Stream

log = logging.getLogger("croupier.house")


class CatchingUp:
    """What has been heard of the other processes, and has not been read yet."""

    def __init__(
        self, store: EventStore, streams: StreamCache, wanted: Callable[[Stream[Any]], bool]
    ) -> None:
        """`wanted`: whether anybody here follows a stream; others are read when needed."""
        self._store = store
        self._streams = streams
        self._wanted = wanted
        self._moved: dict[str, int] = {}
        self._missed = False
        self._heard = asyncio.Event()
        streams.dropped = self.read_again

    @property
    def is_up_to_date(self) -> bool:
        """With all that was heard of."""
        return not self._moved and not self._heard.is_set()

    def read_again(self, stream: str) -> None:
        """Those who follow a stream that was dropped hear how it goes on, whoever adds to it."""
        self._moved.setdefault(stream, 0)
        self._heard.set()

    async def hear(self) -> None:
        """Note what any process stores, however fast it comes."""
        async for moved in self._store.changes():
            if moved:
                self._moved.update(moved)
            else:
                self._missed = True
            self._heard.set()

    async def run(self) -> None:
        """Read it."""
        while True:
            await self._heard.wait()
            self._heard.clear()
            try:
                if self._missed:
                    self._missed = False
                    self._moved.update(await self._streams.missing())
                moved, self._moved = self._moved, {}
                for name, version in moved.items():
                    if not self._streams.is_at(name, version):  # as with what is stored here
                        await self._read({name: version})
            except StoreUnavailable as error:
                log.warning("out of touch", extra={"reason": str(error)})
                self._missed = True

    async def _read(self, moved: Mapping[str, int]) -> None:
        try:
            await self._streams.catch_up(moved, self._wanted)
        except BrokenStream as error:  # the others are read all the same
            log.error("cannot be read", extra={"stream": [*moved], "reason": str(error)})

    async def look_at(self, moved: Mapping[str, int]) -> None:
        """Whoever has given a command sees what it did, also where it was forwarded."""
        with suppress(StoreUnavailable):  # it is stored, and will be seen
            await self._streams.catch_up(moved, self._wanted)
