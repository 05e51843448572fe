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

from collections.abc import Callable, Mapping, Sequence
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


class StoringAll(Protocol):
    """Stores rows of several tables, and returns how many of the last one's were stored or
    changed."""

    def on(self, connection: Connection, rows: Sequence[list[Row]]) -> int: ...


class OneByOne:
    """A statement for each table: SQLite runs in this process, and round trips cost nothing."""

    def __init__(self, each: Sequence[Storing]) -> None:
        self._each = each

    def on(self, connection: Connection, rows: Sequence[list[Row]]) -> int:
        stored = 0
        for storing, given in zip(self._each, rows, strict=True):
            stored = storing.on(connection, given) if given else 0
        return stored


class AtOnce:
    """One statement for all tables, and so one round trip to PostgreSQL.

    It is put together as text, because each part has a parameter of its own.
    """

    def __init__(self, each: Sequence[ClauseElement], dialect: Dialect) -> None:
        parts = [
            str(one.compile(dialect=dialect)).replace("%(rows)s", f"%(rows{place})s")
            for place, one in enumerate(each)
        ]
        made = ", ".join(f"part{place} AS ({one} RETURNING 1)" for place, one in enumerate(parts))
        self._sql = f"WITH {made} SELECT count(*) FROM part{len(parts) - 1}"  # noqa: S608

    def on(self, connection: Connection, rows: Sequence[list[Row]]) -> int:
        given = {f"rows{place}": _encode(one).decode() for place, one in enumerate(rows)}
        [stored] = execute(connection, self._sql, given).fetchone()
        return int(stored)


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
    add_answers: Storing
    """(command, stream, reply)"""
    add_rest: StoringAll
    """Rows of the tables in `_AFTER_ANSWERS`, by column; amounts are those to add. Returns how many
    heads were moved."""
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
        add_answers=each.into(answers),
        add_rest=each.into_all(_AFTER_ANSWERS),
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


WhereKnown = Callable[[Any], ClauseElement]
"""What an insertion does with rows that are already there."""

_AFTER_ANSWERS: Mapping[Table, WhereKnown] = {
    records: _as_it_is,
    postings: _as_it_is,
    significant: _as_it_is,
    balances: _add_amount,
    results: _add_result,
    streams: _move_on,
}
"""What a batch adds to once its answers are stored; heads last, because they are counted."""


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

    def into(self, table: Table) -> Storing:
        """The rows inserted into a table."""
        if self._dialect.name == "postgresql":
            return Unpacked(self._unpacked_into(table, _as_it_is), self._dialect)
        return self._spelled_into(table, _as_it_is)

    def into_all(self, targets: Mapping[Table, WhereKnown]) -> StoringAll:
        """Those of several tables, and what happens to rows that are already there."""
        if self._dialect.name == "postgresql":
            return AtOnce([self._unpacked_into(*one) for one in targets.items()], self._dialect)
        return OneByOne([self._spelled_into(*one) for one in targets.items()])

    def _unpacked_into(self, table: Table, where_known: WhereKnown) -> ClauseElement:
        insert = _insert_into(table, self._dialect)
        return where_known(insert.from_select([each.name for each in table.c], self.of(table)))

    def _spelled_into(self, table: Table, where_known: WhereKnown) -> Spelled:
        names = [each.name for each in table.c]
        one_row = _insert_into(table, self._dialect).values(dict.fromkeys(names, ""))
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
