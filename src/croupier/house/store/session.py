"""The writer's transactions, and what it still knows of the database from those before.

SQLite is written to by one process, and there the writer keeps one connection for as long as all
goes well. What it has read or written over it need not be read again: within a transaction,
`PRAGMA data_version` tells whether any other connection has changed the database since
(https://sqlite.org/pragma.html#pragma_data_version). If one has, or if anything fails, everything
is forgotten.

A file that is deleted or replaced while it is open stays with whoever has it open: what they write
to it, nobody ever reads (https://sqlite.org/howtocorrupt.html). With a write-ahead log SQLite does
not look, so each transaction asks before and after whether the files are in their place.

On PostgreSQL other processes write too. There each transaction has a connection from the pool, and
knows nothing beforehand.
"""

import os
from collections.abc import Sequence
from contextlib import suppress

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from croupier.house.log.chain import OPERATION
from croupier.house.model.records import Head
from croupier.house.store.batch import Batch, End, Ready
from croupier.house.store.statements import Statements, execute, read_head

KNOWN_MAX = 20_000
"""How many streams, and how many accounts, are remembered."""


class Known:
    """Where streams, accounts and the log stand in the database, as far as was asked."""

    __slots__ = ("end", "heads", "held")

    def __init__(self) -> None:
        self.heads: dict[str, Head] = {}
        """Of streams that do not exist too."""
        self.held: dict[str, int] = {}
        """By account; none that was never used holds anything."""
        self.end: End | None = None

    def look_up(
        self, connection: Connection, statements: Statements, waiting: Sequence[Ready]
    ) -> None:
        """Where the streams and accounts of these commands stand, unless it is known. They are
        locked in the order of their names, so that no two writers deadlock."""
        heads, held = self.heads, self.held
        streams = {name for one in waiting for name in one.append.expected if name not in heads}
        if streams:
            found = statements.lock_heads.on(connection, [(name,) for name in sorted(streams)])
            heads.update(dict.fromkeys(streams, Head()))
            heads.update(map(read_head, found))
        accounts = {name for one in waiting for name in one.change if name not in held}
        accounts.update(
            bound.account
            for one in waiting
            for bound in one.append.bounds
            if bound.account not in held
        )
        if accounts:
            found = statements.lock_balances.on(connection, [(name,) for name in sorted(accounts)])
            held.update(dict.fromkeys(accounts, 0))
            held.update((row[0], row[1]) for row in found)

    def take(self, batch: Batch) -> None:
        """The batch is stored."""
        self.heads.update(batch.moved)
        for account, amount in batch.change.items():
            self.held[account] += amount
        # A record of the operation may have changed the key: what follows is read from it.
        is_clear = not batch.runs or batch.runs[-1].last.stream != OPERATION
        self.end = batch.end if is_clear else None
        for remembered in (self.heads, self.held):
            if len(remembered) > KNOWN_MAX:
                remembered.clear()


Identity = tuple[int, int] | None


class Replaced(Exception):
    """The database or its log was deleted, moved or replaced."""


class OpenFiles:
    """The database and its log as they were when the first transaction began.

    With its last connection SQLite removes the log, so one is kept here that nobody uses.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._path = os.path.realpath(str(engine.url.database))  # where SQLite has the log
        self._database: Identity = None
        self._log: Identity = None
        self._kept: Connection | None = None

    def demand_in_place(self) -> None:
        """Raises `Replaced`."""
        if not (_is(self._path, self._database) and _is(f"{self._path}-wal", self._log)):
            raise Replaced

    def keep(self) -> None:
        """Before the first transaction; after that nothing."""
        if self._kept is None:
            self._kept = self._engine.connect()
            self._database = _identity(self._path)
            self._log = _identity(f"{self._path}-wal")

    def close(self) -> None:
        if self._kept is not None:
            self._kept.close()


def _is(path: str, known: Identity) -> bool:
    return known is None or _identity(path) == known  # none: not known yet, or there was no log


def _identity(path: str) -> Identity:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


class Session:
    """One transaction after another, for one thread."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._files: OpenFiles | None = None
        if engine.dialect.name == "sqlite":
            self._files = OpenFiles(engine)
        self._connection: Connection | None = None
        self._version: int | None = None
        self.known = Known()
        """Valid within a transaction."""

    def begin(self) -> Connection:
        connection = self._connection
        if connection is None:
            connection = self._connection = self._engine.connect()
        try:
            if self._files is not None:
                self._begin_alone(connection, self._files)
            else:
                self.known = Known()
                connection.begin()
        except BaseException:
            self.rollback()
            raise
        return connection

    def _begin_alone(self, connection: Connection, files: OpenFiles) -> None:
        """By the driver itself: around each transaction SQLAlchemy takes longer than SQLite."""
        files.keep()
        execute(connection, "BEGIN IMMEDIATE")
        files.demand_in_place()
        [(version,)] = execute(connection, "PRAGMA data_version").fetchall()
        if version != self._version:
            self._version, self.known = version, Known()

    def commit(self) -> None:
        """Raises `DBAPIError`; then it has been rolled back, as far as that is possible. Raises
        `Replaced` if it was committed to files that are in their place no longer."""
        connection = self._connection
        assert connection is not None
        try:
            if self._files is not None:
                execute(connection, "COMMIT")
                self._files.demand_in_place()
            else:
                connection.commit()
        except BaseException:
            self.close()
            raise
        if self._files is None:
            self.close()

    def demand_in_place(self) -> None:
        """Raises `Replaced` if the files of the database are not."""
        if self._files is not None:
            self._files.demand_in_place()

    def rollback(self) -> None:
        self.close()

    def close(self) -> None:
        """Give the connection back to the pool, which rolls back what was not committed; nothing
        is known any more. The next transaction begins anew."""
        connection, self._connection = self._connection, None
        self._version, self.known = None, Known()
        if connection is not None:
            with suppress(DBAPIError):
                connection.rollback()
            connection.close()

    def end(self) -> None:
        """There will be no further transaction."""
        self.close()
        if self._files is not None:
            self._files.close()
