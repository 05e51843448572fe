"""Markers in the database, and the one transaction that removes archived records from it.

A part of a log that was unpacked from archives is a database of its own, which begins at a marker
and is never written to. SQLite's `user_version` says that it is one.
"""

import struct
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET
from sqlalchemy import Connection, Table, and_, delete, insert, select, text

from croupier.house.model.records import Marker
from croupier.house.store.schema import (
    APPEND_ONLY,
    answers,
    archives,
    checkpoints,
    postings,
    proofs,
    records,
    significant,
    snapshots,
)
from croupier.house.store.statements import execute


class TamperedMarker(Exception):
    """The marker of an archive is not as it was written."""


def marker_bytes(marker: Marker) -> bytes:
    return msgspec.json.encode(marker, order="deterministic")


def marker_digest(marker: Marker) -> str:
    return sha256(marker_bytes(marker)).hexdigest()


_LAST = "SELECT seq, marker, digest FROM archives ORDER BY seq DESC LIMIT 1"


def last_marker(connection: Connection) -> Marker | None:
    """Where the database begins, if earlier records were archived."""
    row: Any = execute(connection, _LAST).fetchone()
    return None if row is None else _read(*row)


class NewestMarker:
    """The same for those who ask often: it is large, and read again only when another has come."""

    def __init__(self) -> None:
        self._known: tuple[str | None, Marker | None] = None, None

    def __call__(self, connection: Connection) -> Marker | None:
        newest = select(archives.c.digest).order_by(archives.c.seq.desc()).limit(1)
        digest = connection.scalar(newest)
        if digest != self._known[0]:
            self._known = digest, last_marker(connection)
        return self._known[1]


def all_markers(connection: Connection) -> list[Marker]:
    """Oldest first; each names the one before it."""
    rows = connection.execute(select(archives).order_by(archives.c.seq))
    found = [_read(row.seq, row.marker, row.digest) for row in rows]
    for before, marker in pairwise(found):
        if isinstance(marker.before, str) and marker.before != marker_digest(before):
            raise TamperedMarker("the marker of an earlier archive was changed or replaced")
    if found and found[0].before not in (UNSET, "") and not is_part(connection):
        raise TamperedMarker("the marker of an earlier archive is missing")
    return found


PART = 0x50617274
_HEADER = struct.Struct(">60xI")
"""Where the file of a database has its `user_version`."""


def is_part(connection: Connection) -> bool:
    """Whether this is a part of a log, to be read only."""
    if connection.dialect.name != "sqlite":
        return False
    return bool(connection.exec_driver_sql("PRAGMA user_version").scalar() == PART)


def is_part_file(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return bool(_HEADER.unpack(file.read(_HEADER.size))[0] == PART)
    except (OSError, struct.error):
        return False


def _read(seq: int, stored: bytes | str, digest: str) -> Marker:
    stored = stored.encode() if isinstance(stored, str) else bytes(stored)
    if sha256(stored).hexdigest() != digest:
        raise TamperedMarker("the marker of the archive was changed: its digest does not fit")
    try:
        marker = msgspec.json.decode(stored, type=Marker)
    except msgspec.MsgspecError:
        raise TamperedMarker("the marker of the archive cannot be read") from None
    if marker.seq != seq:
        raise TamperedMarker("the marker of the archive is for another place in the log")
    return marker


def take_out(connection: Connection, marker: Marker) -> None:
    """Within a writing transaction: insert the marker, remove everything it stands for."""
    with _open_for_removal(connection):
        archived = select(records.c.command).where(records.c.seq <= marker.seq)
        connection.execute(delete(answers).where(answers.c.command.in_(archived)))
        for stream, head in marker.heads.items():
            for table in (postings, significant):
                up_to = and_(table.c.stream == stream, table.c.version <= head.version)
                connection.execute(delete(table).where(up_to))
            outdated = and_(snapshots.c.stream == stream, snapshots.c.version < head.version)
            connection.execute(delete(snapshots).where(outdated))
        connection.execute(delete(records).where(records.c.seq <= marker.seq))
        connection.execute(delete(checkpoints).where(checkpoints.c.seq < marker.seq))
        connection.execute(delete(proofs))  # they count what was in the database then
    written = marker_bytes(marker)
    connection.execute(
        insert(archives).values(seq=marker.seq, marker=written, digest=sha256(written).hexdigest())
    )


@contextmanager
def _open_for_removal(connection: Connection) -> Iterator[None]:
    """The guards against change are off within this transaction and on again when it ends.

    If anything goes wrong in between, the whole transaction is rolled back, including this.
    """
    if connection.dialect.name == "postgresql":
        for table in APPEND_ONLY:
            _execute(connection, f"ALTER TABLE {table.name} DISABLE TRIGGER USER")
        yield
        for table in APPEND_ONLY:
            _execute(connection, f"ALTER TABLE {table.name} ENABLE TRIGGER USER")
        return
    guards = list(_sqlite_guards(connection, APPEND_ONLY))
    for name, _ in guards:
        _execute(connection, f"DROP TRIGGER {name}")
    yield
    for _, statement in guards:
        _execute(connection, statement)


def _sqlite_guards(connection: Connection, tables: Iterable[Table]) -> Iterator[tuple[str, str]]:
    """The triggers as they were written when the schema was created."""
    found = connection.execute(
        text("SELECT name, tbl_name, sql FROM sqlite_master WHERE type = 'trigger'")
    ).all()
    names = {table.name for table in tables}
    for name, table, statement in found:
        if table in names:
            yield name, statement


def _execute(connection: Connection, statement: str) -> None:
    """Names come from the schema, never from a caller."""
    connection.exec_driver_sql(statement)
