"""Somebody who owns the file of a house, and tampers with it as they like."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, inspect, text

from croupier.house.log.chain import Link
from croupier.house.store.packing import packed
from croupier.house.store.runs import numbered, read_run


@contextmanager
def copied(original: Path, folder: Path) -> Iterator[sqlite3.Connection]:
    """A copy of a house, and a way into its database."""
    folder.mkdir()
    [database] = original.glob("*.db")
    copy = folder / database.name
    copy.write_bytes(database.read_bytes())
    with defenceless(copy) as connection:
        yield connection


@contextmanager
def defenceless(database: Path) -> Iterator[sqlite3.Connection]:
    """The guards are down meanwhile, and up again afterwards as if nothing had been."""
    connection = sqlite3.connect(database)
    try:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        found = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
        guards = connection.execute(found).fetchall()
        for name, _ in guards:
            connection.execute(f'DROP TRIGGER "{name}"')
        yield connection
        for _, statement in guards:
            connection.execute(statement)
        connection.commit()
    finally:
        connection.close()


_FLAT = (
    'stream TEXT, version BIGINT, at TEXT, "by" TEXT, command TEXT, event TEXT, '
    "previous TEXT, hash TEXT, mac TEXT"
)


@contextmanager
def record_by_record(db: sqlite3.Connection | Connection) -> Iterator[None]:
    """`records` as a table with a row for each record, its event and hashes in letters.

    Afterwards they are packed into rows again as they lay before, apart from what was changed: a
    row whose records no longer follow each other or share moment, signature and command falls into
    pieces. Only the last record of a row has a link; `ending` is that record's place.
    """
    if _has_flat(db):
        yield
        return
    found = list(flat_records(db))
    _run(db, "ALTER TABLE records RENAME TO packed")
    _run(db, f"CREATE TABLE records (seq BIGINT PRIMARY KEY, {_FLAT}, ending BIGINT)")
    insert(db, "records", found)
    yield
    rows = [tuple(row) for row in _run(db, "SELECT * FROM records ORDER BY seq").fetchall()]
    _run(db, "DROP TABLE records")
    _run(db, "DELETE FROM packed")
    insert(db, "packed", [_packed(piece) for piece in _pieces(rows)])
    _run(db, "ALTER TABLE packed RENAME TO records")


def _has_flat(db: sqlite3.Connection | Connection) -> bool:
    if isinstance(db, sqlite3.Connection):
        found = db.execute("SELECT count(*) FROM sqlite_master WHERE name = 'packed'")
        return bool(found.fetchone()[0])
    return inspect(db).has_table("packed")


def _run(db: sqlite3.Connection | Connection, statement: str) -> Any:
    return (
        db.execute(statement) if isinstance(db, sqlite3.Connection) else db.execute(text(statement))
    )


def flat_records(db: sqlite3.Connection | Connection) -> Iterator[tuple[Any, ...]]:
    """Place, columns as they were before there were runs, and the place where the row ends."""
    for row in _run(db, "SELECT * FROM records ORDER BY seq").fetchall():
        yield from _unpacked(row)


def insert(db: sqlite3.Connection | Connection, table: str, rows: list[tuple[Any, ...]]) -> None:
    for row in rows:
        if isinstance(db, sqlite3.Connection):
            db.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)
        else:
            names = [f"c{place}" for place in range(len(row))]
            places = ", ".join(f":{name}" for name in names)
            given = dict(zip(names, row, strict=True))
            db.execute(text(f"INSERT INTO {table} VALUES ({places})"), given)


def _unpacked(row: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
    seq, stream, version, length, at, by, command, events, previous, _, mac = row
    run = read_run((stream, version, length, at, by, command, events, previous))
    for place, record in numbered(seq, run):
        link = str(Link.unpacked(seq, mac)) if mac is not None and place == seq else None
        event = (record.sealed or record.event).decode()
        hashes = record.previous.hex(), record.hash.hex()
        yield (place, stream, record.version, at, by, command, event, *hashes, link, seq)


def _pieces(rows: list[tuple[Any, ...]]) -> Iterator[list[tuple[Any, ...]]]:
    piece: list[tuple[Any, ...]] = []
    for row in rows:
        if piece and not _follows(piece[-1], row):
            yield piece
            piece = []
        piece.append(row)
    if piece:
        yield piece


def _follows(before: tuple[Any, ...], row: tuple[Any, ...]) -> bool:
    seq, stream, version, *rest, previous, _, _, end = row
    one, name, number, *others, _, digest, _, ending = before
    together = (stream, end, rest[:-1]) == (name, ending, others[:-1])
    return together and (seq, version, previous) == (one + 1, number + 1, digest)


def _packed(piece: list[tuple[Any, ...]]) -> tuple[Any, ...]:
    seq, stream, version, at, by, command, _, _, digest, mac, _ = piece[-1]
    events = packed(_letters(row[6]) for row in piece)
    before, after = _bytes(piece[0][7]), _bytes(digest)
    link = None if mac is None else _bytes(mac.replace(":", ""))
    return (seq, stream, version, len(piece), at, by, command, events, before, after, link)


def _letters(event: Any) -> bytes:
    return event if isinstance(event, bytes) else str(event).encode()


def _bytes(digits: str) -> bytes:
    """What is no number is stored as it is."""
    try:
        return bytes.fromhex(digits)
    except ValueError:
        return digits.encode()
