"""Viewers and what they follow: every change goes to each of them once it is on disk."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any

from croupier.house.streams.stream import Change
from croupier.house.viewers.audience import Announcement
from croupier.table.views import Viewer

BYTES_WAITING_MAX = 4_000_000
"""What may wait for one slow viewer; beyond it the viewer has to come back and resume."""


EVERYTHING = "*"
"""Stands for all streams where a watcher wants to know of every change."""


class Mailbox:
    """What waits to be sent to one connection."""

    __slots__ = ("_size", "_waiting", "fell_behind", "followed", "ready", "viewer")

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.ready = asyncio.Event()
        self.fell_behind = False
        self.followed: set[str] = set()
        self._waiting: deque[bytes] = deque()
        self._size = 0

    def put(self, message: bytes) -> None:
        if self.fell_behind:
            return
        self._waiting.append(message)
        self._size += len(message)
        if self._size > BYTES_WAITING_MAX:
            self.fell_behind = True
            self._waiting.clear()
        self.ready.set()

    async def take(self) -> bytes | None:
        """All that waits, as one JSON array; none when the viewer has fallen behind."""
        await self.ready.wait()
        self.ready.clear()
        if self.fell_behind:
            return None
        frame = b"[%b]" % b",".join(self._waiting)
        self._waiting.clear()
        self._size = 0
        return frame


class Hub:
    """Who follows which stream."""

    def __init__(self) -> None:
        self._followers: dict[str, set[Mailbox]] = {}
        self._watchers: dict[str, set[Callable[[str], None]]] = {}

    def tell(self, stream: str, change: Change[Any]) -> None:
        for watched in (stream, EVERYTHING):
            for watcher in self._watchers.get(watched, ()):
                watcher(stream)
        followers = self._followers.get(stream)
        if not followers:
            return
        announcement = Announcement(stream, change)
        for mailbox in followers:
            message = announcement.message(mailbox.viewer)
            if message is not None:
                mailbox.put(message)

    def followed(self, stream: str) -> bool:
        return stream in self._followers or bool(self._watchers.keys() & {stream, EVERYTHING})

    def count(self) -> int:
        """Viewers who follow or watch something."""
        mailboxes = {one for followers in self._followers.values() for one in followers}
        watchers = {one for watchers in self._watchers.values() for one in watchers}
        return max(len(mailboxes), len(watchers))

    def watch(self, stream: str, watcher: Callable[[str], None]) -> None:
        """Have the watcher called with the name of the stream after each change of it."""
        self._watchers.setdefault(stream, set()).add(watcher)

    def unwatch(self, stream: str, watcher: Callable[[str], None]) -> None:
        watchers = self._watchers.get(stream, set())
        watchers.discard(watcher)
        if not watchers:
            self._watchers.pop(stream, None)

    def follow(self, stream: str, mailbox: Mailbox) -> None:
        self._followers.setdefault(stream, set()).add(mailbox)
        mailbox.followed.add(stream)

    def unfollow(self, stream: str, mailbox: Mailbox) -> None:
        mailbox.followed.discard(stream)
        followers = self._followers.get(stream, set())
        followers.discard(mailbox)
        if not followers:
            self._followers.pop(stream, None)

    def leave(self, mailbox: Mailbox) -> None:
        for stream in tuple(mailbox.followed):
            self.unfollow(stream, mailbox)
