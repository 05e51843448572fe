"""Rows of the database, and the statements that store them; those of the log are in `runs.py`.

A batch costs the same few calls whether it holds one command or a thousand, and the program is free
for other work while the database is busy. For PostgreSQL, and wherever rows are looked up, they
travel as one JSON text that the database unpacks. SQLite stores rows three times as fast if they
are spelled out as values.

They are given directly to the database's driver: through SQLAlchemy each costs twice as much. A
statement is compiled once, and its text never changes, so that SQLite and PostgreSQL keep it
prepared. What the driver raises becomes SQLAlchemy's error, with a broken connection taken out of
its pool, as if SQLAlchemy had executed it.
"""

import zlib
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from itertools import chain
from typing import Any, Protocol

import msgspec
from msgspec import Struct
from sqlalchemy import (
    ClauseElement,
    Column,
    ColumnElement,
    Connection,
    Dialect,
    Executable,
    LargeBinary,
    Select,
    Table,
    Text,
    and_,
    bindparam,
    cast,
    func,
    literal_column,
    select,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError

from croupier.house.model.people.roles import Signature
from croupier.house.model.records import Head, Posting, SignificantEvent
from croupier.house.store.dictionary import DICTIONARIES, NEWEST
from croupier.house.store.schema import (
    answers,
    balances,
    leases,
    postings,
    records,
    results,
    significant,
    snapshots,
    streams,
)

# The driver


Row = tuple[Any, ...]
FEW_ROWS = 16
MANY_ROWS = (256, 128, 64, 32)
"""How many rows SQLite takes in one statement: few sizes, so that all stay prepared."""

_encode = msgspec.json.Encoder().encode


def execute(connection: Connection, sql: str, given: Any = ()) -> Any:
    """The driver's cursor after one statement."""
    driver: Any = connection.connection.dbapi_connection
    try:
        return driver.execute(sql, given)
    except connection.dialect.loaded_dbapi.Error as error:
        raise _as_usual(connection, sql, error) from error


def _as_usual(connection: Connection, sql: str, error: Any) -> BaseException:
    dialect = connection.dialect
    lost = dialect.is_disconnect(error, connection.connection, None)
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
        if len(rows) <= FEW_ROWS:
            return _stored(connection, self._few[len(rows)], rows)
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


# Statements


class Statements(Struct, frozen=True):
    """The statements in one database's dialect; the rows they take, by column."""

    lock_heads: Finding
    """(stream) → id, version, hash; on PostgreSQL locked, ordered by name."""
    lock_leases: Finding
    """(group) → id, epoch; on PostgreSQL locked, so that no owner changes before the commit."""
    find_answers: Finding
    """(command) → command."""
    lock_balances: Finding
    """(account) → account, amount; on PostgreSQL locked, ordered by name."""
    find_results: Finding
    """(player, first day, last day) → the same, and what was won over these days."""
    add_records: Storing
    """(seq, stream, version, length, at, by, command, events, previous, hash, mac)"""
    add_postings: Storing
    """(stream, version, line, debit, credit, amount, memo)"""
    add_answers: Storing
    """(command, stream, reply)"""
    add_significant: Storing
    """(stream, version, at, kind, person, place, round, player, amount, text)"""
    add_balances: Storing
    """(account, amount to add)"""
    add_results: Storing
    """(player, day, amount to add)"""
    move_heads: Storing
    """(stream, version, hash)"""
    keep_snapshots: Executable
    """Takes a list of rows as dictionaries."""


_compiled: dict[str, Statements] = {}


def statements_for(dialect: Dialect) -> Statements:
    """Built once for each kind of database: compiling them takes longer than executing them."""
    if dialect.name not in _compiled:
        _compiled[dialect.name] = _compile(dialect)
    return _compiled[dialect.name]


def _compile(dialect: Dialect) -> Statements:
    each = GivenRows(dialect)
    keep = _insert_into(snapshots, dialect)
    return Statements(
        lock_heads=Finding(
            select(streams)
            .where(streams.c.id.in_(select(each.value(0, streams.c.id))))
            .order_by(streams.c.id)
            .with_for_update(),
            dialect,
        ),
        lock_leases=Finding(
            select(leases.c.id, leases.c.epoch)
            .where(leases.c.id.in_(select(each.value(0, leases.c.id))))
            .order_by(leases.c.id)
            .with_for_update(read=True),
            dialect,
        ),
        find_answers=Finding(
            select(answers.c.command).where(
                answers.c.command.in_(select(each.value(0, answers.c.command)))
            ),
            dialect,
        ),
        lock_balances=Finding(
            select(balances)
            .where(balances.c.account.in_(select(each.value(0, balances.c.account))))
            .order_by(balances.c.account)
            .with_for_update(),
            dialect,
        ),
        find_results=Finding(_results(each), dialect),
        add_records=each.into(records),
        add_postings=each.into(postings),
        add_answers=each.into(answers),
        add_significant=each.into(significant),
        add_balances=each.into(balances, _add_amount),
        add_results=each.into(results, _add_result),
        move_heads=each.into(streams, _move_on),
        keep_snapshots=keep.on_conflict_do_update(
            index_elements=[snapshots.c.stream],
            set_={name: getattr(keep.excluded, name) for name in ("version", "hash", "state")},
            where=snapshots.c.version <= keep.excluded.version,  # `<=`: one without our seal goes
        ),
    )


def _add_amount(add: Any) -> ClauseElement:
    """Opens the account, or adds the amount to its balance."""
    found: ClauseElement = add.on_conflict_do_update(
        index_elements=[balances.c.account],
        set_={"amount": balances.c.amount + add.excluded.amount},
    )
    return found


def _add_result(add: Any) -> ClauseElement:
    found: ClauseElement = add.on_conflict_do_update(
        index_elements=[results.c.player, results.c.day],
        set_={"amount": results.c.amount + add.excluded.amount},
    )
    return found


def _results(each: "GivenRows") -> Select[Any]:
    day = results.c.day
    asked = select(
        each.value(0, results.c.player).label("player"),
        each.value(1, day).label("since"),
        each.value(2, day).label("until"),
    ).subquery()
    found = and_(results.c.player == asked.c.player, day.between(asked.c.since, asked.c.until))
    return (
        select(*asked.c, func.sum(results.c.amount))
        .select_from(asked.join(results, found))
        .group_by(*asked.c)
    )


def _move_on(move: Any) -> ClauseElement:
    """Starts the stream, or moves its head forward, never back."""
    found: ClauseElement = move.on_conflict_do_update(
        index_elements=[streams.c.id],
        set_={"version": move.excluded.version, "hash": move.excluded.hash},
        where=streams.c.version < move.excluded.version,
    )
    return found


def _as_it_is(insert: Any) -> ClauseElement:
    found: ClauseElement = insert
    return found


def _insert_into(table: Table, dialect: Dialect) -> Any:
    return (postgresql.insert if dialect.name == "postgresql" else sqlite.insert)(table)


class GivenRows:
    """The rows of the parameter as something to select from."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        given: ColumnElement[Any] = bindparam("rows", type_=Text())
        if dialect.name == "postgresql":
            unpacked = func.jsonb_array_elements(cast(given, postgresql.JSONB))
            self._each = unpacked.table_valued("value").render_derived()
        else:
            self._each = func.json_each(given).table_valued("value")

    def value(self, place: int, like: Column[Any]) -> ColumnElement[Any]:
        """One column of the rows, with the type of its target column."""
        found = self._each.c.value.op("->>")(literal_column(str(place)))
        if isinstance(like.type, LargeBinary):
            return func.decode(found, literal_column("'base64'")).label(like.name)  # as JSON has it
        return cast(found, like.type).label(like.name)

    def of(self, table: Table) -> Select[Any]:
        values = [self.value(place, each) for place, each in enumerate(table.c)]
        return select(*values).where(self._each.c.value.is_not(None))

    def into(
        self,
        table: Table,
        where_known: Callable[[Any], ClauseElement] = _as_it_is,
    ) -> Storing:
        """The rows inserted into a table, and what happens to those already there."""
        names = [each.name for each in table.c]
        insert = _insert_into(table, self._dialect)
        if self._dialect.name == "postgresql":
            unpacked = insert.from_select(names, self.of(table))
            return Unpacked(where_known(unpacked), self._dialect)
        one_row = insert.values(dict.fromkeys(names, ""))
        return Spelled(where_known(one_row), len(names), self._dialect)


# Rows


_MOMENT_LENGTH = len('"2026-01-01T12:00:00.000250Z"')
_signatures = msgspec.json.Decoder(Signature)


def moment(at: datetime) -> str:
    """A moment in UTC with a fixed number of digits, so that text sorts as time."""
    if at.tzinfo is not UTC:
        at = at.astimezone(UTC)
    found = _encode(at).decode()  # "2026-01-01T12:00:00.000250Z", in a sixth of isoformat's time
    if len(found) == _MOMENT_LENGTH:
        return f"{found[1:-2]}+00:00"
    return at.isoformat(timespec="microseconds")  # on the second exactly, it has no fraction


@lru_cache(maxsize=4096)
def signature_text(by: Signature) -> str:
    return msgspec.json.encode(by).decode()


@lru_cache(maxsize=4096)
def read_signature(text: str) -> Signature:
    return _signatures.decode(text)


def read_head(row: Sequence[Any]) -> tuple[str, Head]:
    """Raises `ValueError` for a head that is not in its written form."""
    name, version, digest = row
    found = Head(version, bytes.fromhex(digest))
    if found.hash.hex() != digest:
        raise ValueError(f"the head of {name} is no hash")
    return name, found


def significant_row(one: SignificantEvent) -> Row:
    """In the column order of the table."""
    return (
        one.stream,
        one.version,
        moment(one.at),
        one.kind,
        one.person,
        one.place,
        one.round,
        one.player,
        one.amount,
        one.text,
    )


def read_significant(row: Sequence[Any]) -> SignificantEvent:
    stream, version, at, *rest = row
    return SignificantEvent(stream, version, datetime.fromisoformat(at), *rest)


def read_posting(row: Sequence[Any]) -> Posting:
    return Posting(*row)


# Events of the log


_WINDOW, _MEMORY = -12, 5
"""A window of 4 KiB, without a header. With zlib's defaults, 32 KiB and a hash table to match,
clearing the memory would take longer than packing a row."""
_LEVEL = 3
EVENTS_BYTES_MAX = 64 << 20
"""What a row of a few bytes may not claim to unpack to."""

_prepared = zlib.compressobj(
    _LEVEL, zlib.DEFLATED, _WINDOW, _MEMORY, zlib.Z_DEFAULT_STRATEGY, DICTIONARIES[NEWEST]
)
_MARK = bytes([NEWEST])


def packed(events: Iterable[bytes]) -> bytes:
    """Events as a row of the log holds them: a line each, deflated (RFC 1951) with the dictionary
    that the first byte names."""
    deflate = _prepared.copy()
    return _MARK + deflate.compress(b"\n".join(events)) + deflate.flush()


def unpacked(stored: bytes) -> list[bytes]:
    """The same back; raises `ValueError` if this is not what `packed` makes."""
    dictionary = DICTIONARIES.get(stored[0]) if stored else None
    if dictionary is None:
        raise ValueError("events are packed in a way that this program does not know")
    inflate = zlib.decompressobj(_WINDOW, dictionary)
    try:
        plain = inflate.decompress(stored[1:], EVENTS_BYTES_MAX)
    except zlib.error:
        raise ValueError("packed events cannot be unpacked") from None
    if not inflate.eof or inflate.unused_data:
        raise ValueError("packed events do not end where they should")
    return plain.split(b"\n")
