"""Queries beside the log's own order: from a moment on, significant events, sums of amounts.

Sums are made of the halves of amounts, because a database adds up no more than 64 bits.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    and_,
    bindparam,
    func,
    literal_column,
    or_,
    select,
)

from croupier.house.log.event_store import Search
from croupier.house.store.runs import Span
from croupier.house.store.schema import postings, records, significant, streams
from croupier.house.store.statements import GivenRows, moment
from croupier.money import MOST_HELD


def first_since(connection: Connection, stream: str, written: str) -> int:
    """By bisection: times never go back within a stream, and no index of them is needed."""
    head = select(streams.c.version).where(streams.c.id == stream)
    low, high = 1, int(connection.scalar(head) or 0) + 1
    wanted = (
        select(records.c.version, records.c.at)
        .where(records.c.stream == stream, records.c.version >= bindparam("version"))
        .order_by(records.c.version)
        .limit(1)
    )
    while low < high:
        middle = (low + high) // 2
        found = connection.execute(wanted, {"version": middle}).first()
        if found is not None and found.at < written:
            low = found.version + 1
        else:
            high = middle
    return low


def version_by(stream: str, seq: int) -> Select[Any]:
    """Version and place of the row that has the last record of a stream up to a place."""
    return (
        select(records.c.version, records.c.seq)
        .where(records.c.stream == stream, records.c.seq - records.c.length < seq)
        .order_by(records.c.version.desc())
        .limit(1)
    )


def last_before(written: str) -> Select[Any]:
    """The place of the last record before a moment."""
    wanted = select(records.c.seq).where(records.c.at < written)
    return wanted.order_by(records.c.seq.desc()).limit(1)


_c = significant.c


def significant_events(wanted: Search) -> Select[Any]:
    """Newest first; within a moment by stream and version, so that paging misses none."""
    conditions: list[ColumnElement[bool]] = []
    for column, value in (
        (_c.kind, wanted.kind),
        (_c.stream, wanted.stream),
        (_c.place, wanted.place),
    ):
        if value is not None:
            conditions.append(column == value)
    if wanted.person is not None:
        conditions.append(or_(_c.person == wanted.person, _c.player == wanted.person))
    if wanted.text is not None:
        conditions.append(_c.text.icontains(wanted.text, autoescape=True))
    if wanted.since is not None:
        conditions.append(_c.at >= moment(wanted.since))
    if wanted.until is not None:
        conditions.append(_c.at < moment(wanted.until))
    if wanted.before is not None:
        conditions.append(_before(wanted.before[0], wanted.before[1], wanted.before[2]))
    return (
        select(significant)
        .where(*conditions)
        .order_by(_c.at.desc(), _c.stream.desc(), _c.version.desc())
        .limit(wanted.limit)
    )


def significant_of(stream: str, after: int, limit: int) -> Select[Any]:
    """Oldest first, by the primary key."""
    of_stream = select(significant).where(_c.stream == stream, _c.version > after)
    return of_stream.order_by(_c.version).limit(limit)


def _before(at: Any, stream: str, version: int) -> ColumnElement[bool]:
    then = moment(at)
    earlier = and_(_c.stream == stream, _c.version < version)
    return or_(_c.at < then, and_(_c.at == then, or_(_c.stream < stream, earlier)))


# Sums of postings


_HALF: ColumnElement[int] = literal_column("32")
_LOW_HALF: ColumnElement[int] = literal_column("4294967295")


def in_halves(amount: ColumnElement[int]) -> tuple[ColumnElement[Any], ColumnElement[Any]]:
    """Two columns to select: the upper and the lower halves of the amounts, each summed."""
    return func.sum(amount.op(">>")(_HALF)), func.sum(amount.op("&")(_LOW_HALF))


def joined(upper: Any, lower: Any) -> int:
    """The sum from what `in_halves` selected; 0 if there was nothing."""
    return (int(upper or 0) << 32) + int(lower or 0)


def within(connection: Connection, wanted: Select[Any], spans: Sequence[Span]) -> Sequence[Any]:
    """What a query finds among the postings of some parts of streams.

    Every stream is named once, so that the cost depends on how long the parts are, whichever way
    the database looks for them.
    """
    given = GivenRows(connection.dialect)
    asked = select(
        given.value(0, postings.c.stream).label("stream"),
        given.value(1, postings.c.version).label("after"),
        given.value(2, postings.c.version).label("until"),
    ).subquery()
    inside = and_(
        postings.c.stream == asked.c.stream,
        postings.c.version > asked.c.after,
        postings.c.version <= asked.c.until,
    )
    rows = msgspec.json.encode([(one.stream, one.after, one.until) for one in spans]).decode()
    found = wanted.select_from(asked.join(postings, inside))
    return connection.execute(found, {"rows": rows}).all()


def moved_in(connection: Connection, spans: Sequence[Span]) -> dict[str, int]:
    """What the postings of some parts of streams come to on every account."""
    moved: dict[str, int] = {}
    accounts: tuple[tuple[ColumnElement[str], int], ...] = (
        (postings.c.debit, -1),
        (postings.c.credit, 1),
    )
    for account, sign in accounts:
        wanted = select(account, *in_halves(postings.c.amount)).group_by(account)
        for name, *halves in within(connection, wanted, spans):
            moved[name] = moved.get(name, 0) + sign * joined(*halves)
    return moved


def is_sum(value: Any) -> bool:
    """Whether a stored sum is one that this program writes: whole and within bounds."""
    return type(value) is int and abs(value) <= MOST_HELD


def held_in(rows: Iterable[Sequence[Any]]) -> dict[str, int]:
    """What accounts hold; broken rows, which the check of the log reports, are left out."""
    return {row[0]: row[1] for row in rows if is_sum(row[1])}
