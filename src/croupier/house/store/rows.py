"""Records, heads and significant events as rows of the database, and back."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Select, and_, func, literal_column, or_, select

from croupier.house.log.event_store import Search
from croupier.house.model.people.roles import Signature
from croupier.house.model.records import Head, Posting, Record, SignificantEvent
from croupier.house.sealing import is_sealed
from croupier.house.store.schema import records, significant
from croupier.house.store.statements import Row
from croupier.money import MOST_HELD

RECORD = tuple(column for column in records.c if column.name not in ("seq", "hash", "mac"))
"""What `read_record` reads."""

_signatures = msgspec.json.Decoder(Signature)


def moment(at: datetime) -> str:
    """A moment in UTC with a fixed number of digits, so that text sorts as time."""
    if at.tzinfo is not UTC:
        at = at.astimezone(UTC)
    return at.isoformat(timespec="microseconds")


def record_rows(records: Iterable[Record]) -> Iterator[Row]:
    """In column order; records that were stored together share one moment."""
    at, written = None, ""
    for record in records:
        if record.at is not at:
            at, written = record.at, moment(record.at)
        yield (
            record.stream,
            record.version,
            written,
            None if record.by is None else _written(record.by),
            record.command,
            (record.sealed or record.event).decode(),
            record.previous.hex(),
            record.hash.hex(),
        )


def read_record(row: Sequence[Any]) -> Record:
    """A record from its columns without the hash, which is recomputed when asked for.

    Sealed events are opened elsewhere (`unsealing.py`).
    """
    stream, version, at, by, command, event, previous = row
    stored = event.encode()
    return Record(
        stream,
        version,
        datetime.fromisoformat(at),
        None if by is None else _read(by),
        command,
        stored,
        bytes.fromhex(previous),
        stored if is_sealed(stored) else None,
    )


@lru_cache(maxsize=4096)
def _written(by: Signature) -> str:
    return msgspec.json.encode(by).decode()


@lru_cache(maxsize=4096)
def _read(text: str) -> Signature:
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


def _before(at: Any, stream: str, version: int) -> ColumnElement[bool]:
    then = moment(at)
    earlier = and_(_c.stream == stream, _c.version < version)
    return or_(_c.at < then, and_(_c.at == then, or_(_c.stream < stream, earlier)))


_HALF: ColumnElement[int] = literal_column("32")
_LOW_HALF: ColumnElement[int] = literal_column("4294967295")


def in_halves(amount: ColumnElement[int]) -> tuple[ColumnElement[Any], ColumnElement[Any]]:
    """Two columns to select: the upper and the lower halves of the amounts, each summed."""
    return func.sum(amount.op(">>")(_HALF)), func.sum(amount.op("&")(_LOW_HALF))


def joined(upper: Any, lower: Any) -> int:
    """The sum from what `in_halves` selected; 0 if there was nothing."""
    return (int(upper or 0) << 32) + int(lower or 0)


def is_sum(value: Any) -> bool:
    """Whether a stored sum is one that this program writes: whole and within bounds."""
    return type(value) is int and abs(value) <= MOST_HELD


def held_in(rows: Iterable[Sequence[Any]]) -> dict[str, int]:
    """What accounts hold; broken rows, which the check of the log reports, are left out."""
    return {row[0]: row[1] for row in rows if is_sum(row[1])}
