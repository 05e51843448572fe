"""Rows of the log: what a command adds to a stream in one go is one row, a run of records.

A row has the place and the version of its last record and how many there are, the moment, the
signature and the key of the command, which all of them share, and their events, packed. It has the
hash before the first and the hash and the link of the last. What lies between follows from these
and is worked out when the row is read: records, hashes, links and heads are what they would be with
a row for each. How a row is made is in `batch.py`.

Rows from before there were runs hold one record each.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct
from sqlalchemy import ColumnElement, Connection, Select, case, func, select

from croupier.house.model.records import GENESIS, Record
from croupier.house.sealing import is_sealed
from croupier.house.store.packing import unpacked
from croupier.house.store.schema import records
from croupier.house.store.statements import moment, read_signature, signature_text

_c = records.c
HASH_BYTES = len(GENESIS)
COLUMNS = (_c.stream, _c.version, _c.length, _c.at, _c.by, _c.command, _c.events, _c.previous)
"""What `read_run` reads."""
_FEW = 100


def read_run(row: Sequence[Any]) -> list[Record]:
    """The records of a row, from `COLUMNS`; raises `ValueError` or `TypeError`.

    Sealed events are opened elsewhere (`unsealing.py`).
    """
    stream, version, length, at, by, command, events, previous = row
    lines = unpacked(events)
    if len(lines) != length:
        raise ValueError(f"a row of {length} records has {len(lines)} events")
    if type(previous) is not bytes or len(previous) != HASH_BYTES:
        raise ValueError("the hash before a row is no hash")
    when, signer = datetime.fromisoformat(at), None if by is None else read_signature(by)
    found: list[Record] = []
    for number, event in enumerate(lines, version - length + 1):
        before = found[-1].hash if found else previous
        sealed = event if is_sealed(event) else None
        found.append(Record(stream, number, when, signer, command, event, before, sealed))
    return found


def is_as_written(row: Sequence[Any], found: Sequence[Record]) -> bool:
    """Whether moment and signature are in the words in which this program writes them."""
    at, by = row[3], row[4]
    last = found[-1]
    signer = None if last.by is None else signature_text(last.by)
    return bool(at == moment(last.at) and by == signer)


def numbered(place: int, found: Sequence[Record]) -> Iterator[tuple[int, Record]]:
    """The records of a row with their places in the log; `place` is the last one's."""
    return zip(range(place - len(found) + 1, place + 1), found, strict=True)


# Places and versions


def place_of_version(version: ColumnElement[int]) -> ColumnElement[int]:
    """The place in the log of one version within a row."""
    return _c.seq - _c.version + version


class Span(Struct, frozen=True):
    """A part of a stream: what comes after one version, up to another."""

    stream: str
    after: int
    until: int


def spans(connection: Connection, after: int, until: int) -> list[Span]:
    """Which part of each stream lies between two places of the log."""
    start = _c.seq - _c.length
    wanted: Select[Any] = (
        select(
            _c.stream,
            func.min(
                case((start < after, _c.version - _c.seq + after), else_=_c.version - _c.length)
            ),
            func.max(case((_c.seq > until, _c.version - _c.seq + until), else_=_c.version)),
        )
        .where(_c.seq > after, start < until)
        .group_by(_c.stream)
    )
    return [Span(*row) for row in connection.execute(wanted)]


def runs_after(
    connection: Connection, stream: str, version: int
) -> Iterator[tuple[int, list[Record]]]:
    """The rows of a stream that go beyond a version, each with its place.

    They are read a few at a time: most who ask find what they look for in the first ones.
    """
    wanted = select(_c.seq, *COLUMNS).where(_c.stream == stream).order_by(_c.version).limit(_FEW)
    while page := connection.execute(wanted.where(_c.version > version)).all():
        for seq, *row in page:
            yield seq, read_run(row)
        version = page[-1].version


def flattened(
    rows: Iterable[Sequence[Any]], after: int = 0
) -> Iterator[tuple[int, Record, bytes | None]]:
    """Places, records and stored links of rows, from after a place on."""
    for seq, mac, *row in rows:
        for place, record in numbered(seq, read_run(row)):
            if place > after:
                yield place, record, mac
