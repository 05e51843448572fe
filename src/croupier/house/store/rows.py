"""Records, heads and the rest as rows of the database, and back."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

import msgspec

from croupier.house.log.records import Head, Posting, Record, Significant
from croupier.house.people.roles import Signature
from croupier.house.sealing import is_sealed
from croupier.house.store.schema import records
from croupier.house.store.statements import Row

RECORD = tuple(column for column in records.c if column.name not in ("seq", "hash", "mac"))
"""What `read_record` reads."""

_signatures = msgspec.json.Decoder(Signature)


def moment(at: datetime) -> str:
    """A moment in UTC, always written with as many digits, so that text sorts as time."""
    if at.tzinfo is not UTC:
        at = at.astimezone(UTC)
    return at.isoformat(timespec="microseconds")


def record_rows(records: Iterable[Record]) -> Iterator[Row]:
    """In the order of the columns; what was stored together happened at one moment."""
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
    """A record from its columns without the hash, which is worked out anew when asked for.

    What is sealed is opened elsewhere (`opening.py`).
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
    """Raises `ValueError` for what is not spelled as it is written."""
    name, version, digest = row
    found = Head(version, bytes.fromhex(digest))
    if found.hash.hex() != digest:
        raise ValueError(f"the head of {name} is no hash")
    return name, found


def significant_row(one: Significant) -> Row:
    """In the order of the columns of the table."""
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


def read_significant(row: Sequence[Any]) -> Significant:
    stream, version, at, *rest = row
    return Significant(stream, version, datetime.fromisoformat(at), *rest)


def read_posting(row: Sequence[Any]) -> Posting:
    return Posting(*row)
