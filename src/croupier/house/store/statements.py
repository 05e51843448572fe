"""The statements of the writer: each stores any number of rows at once.

Rows travel as one JSON text and are taken apart by the database, so that a batch
costs the same few calls whether it holds one command or a thousand, and the
program is free for others while the database works.
"""

from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import (
    Column,
    ColumnElement,
    Dialect,
    Executable,
    Select,
    Table,
    bindparam,
    cast,
    func,
    insert,
    literal_column,
    select,
)
from sqlalchemy.dialects import postgresql, sqlite

from croupier.house.store.schema import answers, balances, postings, records, snapshots, streams

Row = tuple[Any, ...]
_encode = msgspec.json.Encoder().encode


def rows_of(rows: list[Row]) -> dict[str, str]:
    """The parameter of a statement that stores these rows."""
    return {"rows": _encode(rows).decode()}


class Statements(Struct, frozen=True):
    """The statements in one database's dialect; the rows they take, by column."""

    lock_heads: Executable
    """(stream) → id, version, hash; on PostgreSQL locked, in the order of their names."""
    find_answers: Executable
    """(command) → command."""
    add_records: Executable
    """(stream, version, at, by, command, event, previous, hash)"""
    add_postings: Executable
    """(stream, version, line, debit, credit, amount, memo)"""
    add_answers: Executable
    """(command, stream, reply)"""
    add_balances: Executable
    """(account, amount to add)"""
    move_heads: Executable
    """(stream, version, hash)"""
    keep_snapshots: Executable
    """Takes a list of rows as dictionaries."""


def statements_for(dialect: Dialect) -> Statements:
    upsert: Any = postgresql.insert if dialect.name == "postgresql" else sqlite.insert
    each = _Rows(dialect)
    add = upsert(balances).from_select(["account", "amount"], each.of(balances))
    move = upsert(streams).from_select(["id", "version", "hash"], each.of(streams))
    keep = upsert(snapshots)
    return Statements(
        lock_heads=(
            select(streams)
            .where(streams.c.id.in_(select(each.value(0, streams.c.id))))
            .order_by(streams.c.id)
            .with_for_update()
        ),
        find_answers=select(answers.c.command).where(
            answers.c.command.in_(select(each.value(0, answers.c.command)))
        ),
        add_records=each.into(records, skip="seq"),
        add_postings=each.into(postings),
        add_answers=each.into(answers),
        add_balances=add.on_conflict_do_update(
            index_elements=[balances.c.account],
            set_={"amount": balances.c.amount + add.excluded.amount},
        ),
        move_heads=move.on_conflict_do_update(
            index_elements=[streams.c.id],
            set_={"version": move.excluded.version, "hash": move.excluded.hash},
            where=streams.c.version < move.excluded.version,
        ).execution_options(preserve_rowcount=True),
        keep_snapshots=keep.on_conflict_do_update(
            index_elements=[snapshots.c.stream],
            set_={name: getattr(keep.excluded, name) for name in ("version", "hash", "state")},
            where=snapshots.c.version < keep.excluded.version,
        ),
    )


class _Rows:
    """The rows of the parameter as something to select from."""

    def __init__(self, dialect: Dialect) -> None:
        given: ColumnElement[Any] = bindparam("rows", type_=records.c.event.type)
        if dialect.name == "postgresql":
            unpacked = func.jsonb_array_elements(cast(given, postgresql.JSONB))
            self._each = unpacked.table_valued("value").render_derived()
        else:
            self._each = func.json_each(given).table_valued("value")

    def value(self, place: int, like: Column[Any]) -> ColumnElement[Any]:
        """One column of the rows, with the type of the column that it goes to."""
        found = self._each.c.value.op("->>")(literal_column(str(place)))
        return cast(found, like.type).label(like.name)

    def of(self, table: Table, skip: str | None = None) -> Select[Any]:
        columns = [each for each in table.c if each.name != skip]
        values = [self.value(place, each) for place, each in enumerate(columns)]
        return select(*values).where(self._each.c.value.is_not(None))

    def into(self, table: Table, skip: str | None = None) -> Executable:
        names = [each.name for each in table.c if each.name != skip]
        return insert(table).from_select(names, self.of(table, skip))
