"""Moves the contents of SQLite's write-ahead log into the database, concurrently with the writer.

Left to itself, SQLite does this within the commit that fills the log, and everybody waiting for
that commit waits for it. Here a separate thread does the work. Only the last pages have to be moved
while nobody writes, so that the log can start again: the writer moves these itself.
"""

import os
import sys
import threading
from collections.abc import Callable
from contextlib import closing, suppress

from sqlalchemy import Engine, PoolProxiedConnection

SECONDS = 1.0
LOG_PAGES = 32_000
"""The length at which the log should start again; a page has 4 KiB."""
CHASES = 2
"""How often to move what was written meanwhile, before the writer is asked to wait."""
NICE = 10


class Checkpointer:
    """A thread with a connection of its own; for other databases there is nothing to do."""

    def __init__(self, engine: Engine, finish: Callable[[], None]) -> None:
        self._engine = engine
        self._finish = finish
        """Asks the writer to move what is left."""
        self._closing = threading.Event()
        self._thread: threading.Thread | None = None
        if engine.dialect.name == "sqlite":
            self._thread = threading.Thread(
                target=self._run, name="croupier-checkpoints", daemon=True
            )
            self._thread.start()

    def close(self) -> None:
        self._closing.set()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        _step_back()
        while not self._closing.is_set():
            with suppress(Exception), closing(self._engine.raw_connection()) as connection:
                self._keep_up(connection)
            self._closing.wait(SECONDS)  # writers will run into the same error and report it

    def _keep_up(self, connection: PoolProxiedConnection) -> None:
        """Uses its own connection and so leaves the page cache of the writer's alone."""
        while not self._closing.wait(SECONDS):
            if move_pages(connection) >= LOG_PAGES:
                for _ in range(CHASES):
                    move_pages(connection)
                self._finish()


def _step_back() -> None:
    """Give way to the threads that answer commands: Linux has a priority per thread."""
    if sys.platform == "linux":
        thread = threading.get_native_id()
        with suppress(OSError):
            os.setpriority(
                os.PRIO_PROCESS, thread, max(NICE, os.getpriority(os.PRIO_PROCESS, thread))
            )


def settle_log(engine: Engine) -> None:
    """Move and sync what SQLite found in its log on opening, before anything builds on it: the
    previous process may have ended because its log could not be synced."""
    if engine.dialect.name == "sqlite":
        with closing(engine.raw_connection()) as connection:
            move_pages(connection)


def move_pages(connection: PoolProxiedConnection) -> int:
    """Move what can be moved now; returns how many pages the log holds, moved or not."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA wal_checkpoint(PASSIVE)")
    [(_, length, _)] = cursor.fetchall()
    return int(length)
