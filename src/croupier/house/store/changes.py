"""What was stored, for those who follow.

It is known at once within this process, and from others through PostgreSQL's notifications.
"""

import asyncio
import threading
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from typing import Any

import msgspec
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from croupier.house.store.statements import execute

CHANNEL = "croupier"
"""The channel on which PostgreSQL tells every process which streams have grown."""
_NOTICE_BYTES_MAX = 7_000
_NOTIFY = "SELECT pg_notify(%s, %s)"
POLL_SECONDS = 0.5
RETRY_SECONDS = 1.0
_read = msgspec.json.Decoder(dict[str, int]).decode

Listener = tuple[asyncio.AbstractEventLoop, "asyncio.Queue[dict[str, int]]"]


class Changes:
    """Passes on what was stored to all followers.

    After a lost connection to PostgreSQL, an empty change signals that something may have been
    missed.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._listeners: list[Listener] = []
        self._closing = threading.Event()
        self._thread: threading.Thread | None = None
        if engine.dialect.name == "postgresql":
            self._thread = threading.Thread(target=self._listen, daemon=True)
            self._thread.start()

    def stored_here(self, moved: dict[str, int]) -> None:
        """Called by the writer. On PostgreSQL the notice comes back from the database."""
        if self._thread is None:
            self._pass_on(moved)

    def follow(self) -> AsyncIterator[dict[str, int]]:
        """From now on; called in the event loop that will iterate."""
        listener = (asyncio.get_running_loop(), asyncio.Queue[dict[str, int]]())
        self._listeners.append(listener)
        return self._heard(listener)

    async def _heard(self, listener: Listener) -> AsyncIterator[dict[str, int]]:
        try:
            while True:
                yield await listener[1].get()
        finally:
            self._listeners.remove(listener)

    def close(self) -> None:
        self._closing.set()
        if self._thread is not None:
            self._thread.join()

    def _pass_on(self, moved: dict[str, int]) -> None:
        for loop, queue in tuple(self._listeners):
            with suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(queue.put_nowait, moved)

    def _listen(self) -> None:
        while not self._closing.is_set():
            try:
                with self._engine.connect() as connection:
                    raw: Any = connection.connection.dbapi_connection
                    connection.detach()
                    raw.autocommit = True
                    try:
                        raw.execute(f"LISTEN {CHANNEL}")
                        self._pass_on({})
                        self._hear(raw)
                    except BaseException:
                        raw.close()
                        connection.invalidate()  # or it would be reset, in vain, and logged
                        raise
            except (DBAPIError, OSError):
                pass
            except Exception as error:
                if not type(error).__module__.startswith("psycopg"):
                    raise
            self._closing.wait(RETRY_SECONDS)

    def _hear(self, raw: Any) -> None:
        while not self._closing.is_set():
            for notice in raw.notifies(timeout=POLL_SECONDS):
                self._pass_on(_read(notice.payload))
                if self._closing.is_set():
                    return


def notify(connection: Connection, moved: Mapping[str, int]) -> None:
    """Within the transaction that moves these streams to these versions."""
    for notice in _notices(moved):
        execute(connection, _NOTIFY, (CHANNEL, notice))


def _notices(moved: Mapping[str, int]) -> list[str]:
    """Streams and versions as JSON, in pieces small enough for PostgreSQL."""
    notices: list[str] = []
    piece: dict[str, int] = {}
    size = 0
    for stream, version in moved.items():
        size += len(stream.encode()) + 24
        if size > _NOTICE_BYTES_MAX:
            notices.append(msgspec.json.encode(piece).decode())
            piece, size = {}, len(stream.encode()) + 24
        piece[stream] = version
    return [*notices, msgspec.json.encode(piece).decode()]
