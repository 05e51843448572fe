"""Statements given directly to the database's driver: through SQLAlchemy each costs twice as much.

A statement is compiled once, and its text never changes, so that SQLite and PostgreSQL keep it
prepared. What the driver raises becomes SQLAlchemy's error, with a broken connection taken out of
its pool, as if SQLAlchemy had executed it.
"""

from itertools import chain
from typing import Any, Protocol

import msgspec
from sqlalchemy import ClauseElement, Connection, Dialect
from sqlalchemy.exc import DBAPIError

Row = tuple[Any, ...]
FEW_ROWS = 16
MANY_ROWS = (256, 128, 64, 32)
"""How many rows SQLite takes in one statement: few sizes, so that all stay prepared."""

_encode = msgspec.json.Encoder().encode


def execute(connection: Connection, sql: str, given: Any = ()) -> Any:
    """The driver's cursor after one statement."""
    cursor = connection.connection.cursor()
    try:
        cursor.execute(sql, given)
    except connection.dialect.loaded_dbapi.Error as error:
        raise _as_usual(connection, sql, error, cursor) from error
    return cursor


def _as_usual(connection: Connection, sql: str, error: Any, cursor: Any) -> BaseException:
    dialect = connection.dialect
    lost = dialect.is_disconnect(error, connection.connection, cursor)
    if lost:
        connection.invalidate(error)
    told: BaseException = DBAPIError.instance(
        sql,
        None,
        error,
        dialect.loaded_dbapi.Error,
        connection_invalidated=lost,
        dialect=dialect,
    )
    return told


def begin(connection: Connection) -> None:
    """Writers take the lock first, so that they wait for it and never fail half-way."""
    writes = connection.get_execution_options().get("writes", False)
    execute(connection, "BEGIN IMMEDIATE" if writes else "BEGIN")


class Finding:
    """A query about rows, which travel as one JSON text that the database unpacks."""

    def __init__(self, plain: ClauseElement, dialect: Dialect) -> None:
        self._sql = str(plain.compile(dialect=dialect))
        self._by_place = dialect.positional

    def on(self, connection: Connection, rows: list[Row]) -> list[Row]:
        found: list[Row] = self.execute(connection, rows).fetchall()
        return found

    def execute(self, connection: Connection, rows: list[Row]) -> Any:
        given = _encode(rows).decode()
        return execute(connection, self._sql, (given,) if self._by_place else {"rows": given})


class Storing(Protocol):
    """Stores rows, and returns how many were stored or changed."""

    def on(self, connection: Connection, rows: list[Row]) -> int: ...


class Unpacked:
    """Rows stored from one JSON text."""

    def __init__(self, plain: ClauseElement, dialect: Dialect) -> None:
        self._given = Finding(plain, dialect)

    def on(self, connection: Connection, rows: list[Row]) -> int:
        stored: int = self._given.execute(connection, rows).rowcount
        return stored


class Spelled:
    """Rows stored as values, one of a few numbers of them in each statement."""

    def __init__(self, one_row: ClauseElement, columns: int, dialect: Dialect) -> None:
        places = f"({', '.join('?' * columns)})"
        before, _, after = str(one_row.compile(dialect=dialect)).partition(places)

        def form(size: int) -> str:
            return before + ", ".join([places] * size) + after

        self._many = [(size, form(size)) for size in MANY_ROWS]
        self._few = [form(size) for size in range(FEW_ROWS + 1)]

    def on(self, connection: Connection, rows: list[Row]) -> int:
        done = stored = 0
        for size, sql in self._many:
            while len(rows) - done >= size:
                stored += _stored(connection, sql, rows[done : done + size])
                done += size
        while done < len(rows):
            few = rows[done : done + FEW_ROWS]
            stored += _stored(connection, self._few[len(few)], few)
            done += FEW_ROWS
        return stored


def _stored(connection: Connection, sql: str, rows: list[Row]) -> int:
    count: int = execute(connection, sql, tuple(chain.from_iterable(rows))).rowcount
    return count
