"""Moving what SQLite has in its write-ahead log into the database, beside the writer.

Left to itself, SQLite does it within the commit that fills the log, and all who wait for
that commit wait for it. Here a thread of its own does the bulk of the work. The writer
still finishes it now and then, when little is left, so that the log begins anew.
"""

import threading
from contextlib import closing, suppress

from sqlalchemy import Engine

SECONDS = 0.5


class Checkpointer:
    """A thread with a connection of its own; on other databases there is nothing to do."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
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
        while not self._closing.wait(SECONDS):
            with suppress(self._engine.dialect.loaded_dbapi.Error):  # those who write hear of it
                self._keep_up()

    def _keep_up(self) -> None:
        """It keeps to its connection, and so leaves the writer's with its pages alone."""
        with closing(self._engine.raw_connection()) as connection:
            cursor = connection.cursor()
            while not self._closing.wait(SECONDS):
                cursor.execute("PRAGMA wal_checkpoint(PASSIVE)")
                cursor.fetchall()
