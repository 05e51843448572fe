"""Markers in the database, and the one transaction that removes archived records from it.

A marker is a note of a few lines and a body with the state of every stream, whose digest is in the
note. The notes of all markers stay, and prove each other. The body of one that is followed by
another is in the file that begins there.

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
from msgspec import UNSET, structs
from sqlalchemy import Connection, Table, and_, delete, func, insert, select, text, update

from croupier.house.model.records import Marker, MarkerNote
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


_NOTE = frozenset(MarkerNote.__struct_fields__)
_BODY = frozenset(Marker.__struct_fields__) - _NOTE
_encode = msgspec.json.Encoder(order="deterministic").encode


def with_digest(marker: Marker) -> Marker:
    """A new marker that names its body."""
    return structs.replace(marker, body=sha256(body_bytes(marker)).hexdigest())


def marker_bytes(marker: MarkerNote) -> bytes:
    """The note; older markers are written in one."""
    return _encode(marker if marker.body is UNSET else _said(marker, _NOTE))


def body_bytes(marker: Marker) -> bytes:
    """The rest."""
    return _encode(_said(marker, _BODY))


def _said(marker: MarkerNote, names: frozenset[str]) -> dict[str, Any]:
    said = structs.asdict(marker).items()
    return {name: one for name, one in said if name in names and one is not UNSET}


def marker_digest(marker: MarkerNote) -> str:
    return sha256(marker_bytes(marker)).hexdigest()


def whole_marker(note: MarkerNote, body: bytes) -> Marker:
    """A note with its body; raises `TamperedMarker` if it is another's."""
    if sha256(body).hexdigest() != note.body:
        raise TamperedMarker("the body of a marker was changed: its digest does not fit")
    try:  # both are JSON objects
        return msgspec.json.decode(marker_bytes(note)[:-1] + b"," + body[1:], type=Marker)
    except msgspec.MsgspecError:
        raise TamperedMarker("the body of a marker cannot be read") from None


_LAST = "SELECT seq, marker, digest, body FROM archives ORDER BY seq DESC LIMIT 1"


def last_marker(connection: Connection) -> Marker | None:
    """Where the database begins, if earlier records were archived."""
    row: Any = execute(connection, _LAST).fetchone()
    if row is None:
        return None
    marker = _read(*row)
    if not isinstance(marker, Marker):
        raise TamperedMarker("the body of the newest marker is missing")
    return marker


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


def newest_place(connection: Connection) -> int:
    """After which record the database begins, within a writing transaction: until that ends, it
    stays so, because whoever removes records holds off everybody who writes."""
    if connection.dialect.name == "postgresql":
        _execute(connection, "LOCK TABLE streams IN ROW EXCLUSIVE MODE")
    return connection.scalar(select(func.max(archives.c.seq))) or 0


def all_markers(connection: Connection) -> list[MarkerNote]:
    """Oldest first; each names the one before it. Those whose body is here are a `Marker`."""
    rows = connection.execute(select(archives).order_by(archives.c.seq))
    found = [_read(*row) for row in rows]
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


def _read(seq: int, stored: bytes | str, digest: str, body: bytes | str | None) -> MarkerNote:
    stored = stored.encode() if isinstance(stored, str) else bytes(stored)
    if sha256(stored).hexdigest() != digest:
        raise TamperedMarker("the marker of the archive was changed: its digest does not fit")
    try:
        marker = msgspec.json.decode(stored, type=MarkerNote)
        if marker.body is UNSET:
            marker = msgspec.json.decode(stored, type=Marker)
    except msgspec.MsgspecError:
        raise TamperedMarker("the marker of the archive cannot be read") from None
    if marker.seq != seq:
        raise TamperedMarker("the marker of the archive is for another place in the log")
    if body is None or marker.body is UNSET:
        return marker
    return whole_marker(marker, body.encode() if isinstance(body, str) else bytes(body))


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
    # The file that was just written begins with the body of the marker before.
    connection.execute(update(archives).where(archives.c.seq < marker.seq).values(body=None))
    connection.execute(insert(archives).values(marker_row(marker)))


def marker_row(marker: Marker) -> dict[str, object]:
    """The row of a marker with its body."""
    return {
        "seq": marker.seq,
        "marker": marker_bytes(marker),
        "digest": marker_digest(marker),
        "body": None if marker.body is UNSET else body_bytes(marker),
    }


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
