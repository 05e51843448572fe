"""The file of an archive: compressed JSON lines, readable with any tool in fifty years.

The first line says what it is and where it begins, the last where it ends. In between are the
records with their hashes, and what was derived from them: each line is a list whose first item is
`record`, `posting`, `answer` or `significant`, followed by the columns.
"""

import gzip
import os
import zlib
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple, Self

import msgspec
from msgspec import UNSET, Struct, UnsetType

from croupier.house.model.records import (
    Entry,
    Head,
    Marker,
    MarkerNote,
    Posting,
    Record,
)
from croupier.house.sealing import is_sealed
from croupier.house.store import private
from croupier.house.store.markers import TamperedMarker, whole_marker
from croupier.house.store.statements import (
    moment,
    read_signature,
    signature_text,
)
from croupier.house.store.unsealing import Opener

ENDING = ".jsonl.gz"
FORMAT = "croupier-archive/4"
WITHOUT_BODY = "croupier-archive/3"
"""From before a file began with the body of the marker before it."""
WITHOUT_END = "croupier-archive/2"
"""From before a file went on to the closing of its books: it ends where its marker stands."""
UNCHAINED = "croupier-archive/1"
"""From before records had links of a keyed chain, which follow their hashes."""


class BadArchive(ValueError):
    """A file that is not an archive, or not as it was written; one sentence."""


class Header(Struct, frozen=True):
    format: str
    after: int
    """The archive begins with the record after this one in the whole log."""
    heads: dict[str, Head]
    """Where the streams stood then."""
    balances: dict[str, int]
    body: str = ""
    """Of the marker before it, as its digest has it; empty in the first file, and in older ones."""


class Footer(Struct, frozen=True):
    """Where the file ends, which may be after the place of its marker."""

    until: int
    records: int
    heads: dict[str, Head]
    balances: dict[str, int]
    keys: dict[str, str] = {}
    """Of rounds that continue beyond the archive, by nonce: they were published there."""
    days: dict[str, dict[str, int]] | UnsetType = UNSET
    """What players had won or lost by then, by gaming day, if it is known."""


class ArchivedRecord(NamedTuple):
    """A record, opened, with its link of the keyed chain; those from before it have none."""

    entry: Entry
    link: str | None


def write(path: Path, header: Header, rows: Iterable[list[Any]], footer: Footer) -> str:
    """Write a new file; returns its SHA-256."""
    encode = msgspec.json.encode
    with private.new(path) as file:
        with gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0) as out:
            out.write(encode(header) + b"\n")
            for row in rows:
                out.write(encode(row) + b"\n")
            out.write(encode(footer) + b"\n")
        file.flush()
        os.fsync(file.fileno())
    return file_digest(path)


def record_line(seq: int, record: Record, link: str | None) -> list[Any]:
    """A record as it stands in the file."""
    return [
        "record",
        seq,
        record.stream,
        record.version,
        moment(record.at),
        None if record.by is None else signature_text(record.by),
        record.command,
        (record.sealed or record.event).decode(),
        record.previous.hex(),
        record.hash.hex(),
        link,
    ]


def read_record(columns: Sequence[Any]) -> Record:
    """The same back, from stream to the hash before it; `ValueError` or `TypeError` if it is none.

    Its own hash is worked out when asked for.
    """
    stream, version, at, by, command, event, previous = columns
    stored = event.encode()
    return Record(
        stream,
        version,
        datetime.fromisoformat(at),
        None if by is None else read_signature(by),
        command,
        stored,
        bytes.fromhex(previous),
        stored if is_sealed(stored) else None,
    )


def settle(part: Path, path: Path) -> None:
    """Give a file that is on disk its name, and make sure that the name is on disk too."""
    part.rename(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def file_digest(path: Path) -> str:
    marked = sha256()
    with path.open("rb") as file:
        while chunk := file.read(1 << 20):
            marked.update(chunk)
    return marked.hexdigest()


_UNREADABLE = (
    *(OSError, EOFError, zlib.error, StopIteration, msgspec.MsgspecError),
    *(ValueError, TypeError, LookupError, AttributeError),
)
"""The errors raised by a file that is not, or is no longer, an archive."""


class Archive:
    """A file that is read line by line, however large it is."""

    def __init__(self, path: Path) -> None:
        """Raises `BadArchive` if it is no archive. Its SHA-256 was compared: what nobody wrote may
        unpack to any size."""
        self._path = path
        self._opener = Opener()
        with Reading(path) as reading:
            self.header = reading.begin()
            for row in reading.rows():
                if row[0] == "record":
                    self._opener.learn_from(row[7].encode())
            for nonce, key in reading.footer.keys.items():
                self._opener.learn(nonce, key)

    def records(self) -> Iterator[ArchivedRecord]:
        return (line for line in self.lines() if isinstance(line, ArchivedRecord))

    def lines(self) -> Iterator[ArchivedRecord | Posting]:
        """Records, then postings by stream; raises `BadArchive` if a hash does not fit its record.

        The rounds of the file are over: their cards open with the keys that they published.
        """
        with Reading(self._path) as reading:
            reading.begin()
            for row in reading.rows():
                match row[0]:
                    case "record":
                        yield self._record(row)
                    case "posting":
                        stream, version, _, *rest = row[1:]
                        yield Posting(stream, version, *rest)
                    case "significant" | "answer":
                        pass
                    case other:
                        raise ValueError(f"there is no such line: {other}")

    def _record(self, row: list[Any]) -> ArchivedRecord:
        if self.header.format == UNCHAINED:
            row = [*row, None]
        seq, *columns, stored, link = row[1:]
        record = read_record(columns)
        if record.hash.hex() != stored:
            raise ValueError("the record was changed: its hash does not fit")
        opened = self._opener.opened(None, record)
        return ArchivedRecord(Entry(seq, opened, link is not None), link)


def demand_file(path: Path) -> None:
    """Some devices can be read without end."""
    if not path.is_file():
        raise BadArchive(f"{path}: this is no file")


def whole(note: MarkerNote, following: Path) -> Marker:
    """A marker with its body: if that is not here, from the beginning of the file that follows it,
    whose SHA-256 was compared. Raises `BadArchive` if it is not there either."""
    if isinstance(note, Marker):
        return note
    with Reading(following) as reading:
        body = reading.begin().body
    try:
        return whole_marker(note, body.encode())
    except TamperedMarker as tampered:
        raise BadArchive(f"{following}: {tampered}") from None


class Reading:
    """A file line by line; whatever is wrong with it is a `BadArchive` that names the line."""

    def __init__(self, path: Path) -> None:
        self.footer = Footer(0, 0, {}, {})
        """Once all rows are read."""
        self._path = path
        self._number = 1
        self._lines: Iterator[bytes] = iter(())

    def begin(self) -> Header:
        self._lines = _lines(self._path)
        header = msgspec.json.decode(next(self._lines), type=Header)
        if header.format not in (FORMAT, WITHOUT_BODY, WITHOUT_END, UNCHAINED):
            raise BadArchive("this is no archive of this program")
        return header

    def rows(self) -> Iterator[list[Any]]:
        held = next(self._lines, b"")
        for line in self._lines:
            self._number += 1
            yield msgspec.json.decode(held)
            held = line
        self._number += 1
        self.footer = msgspec.json.decode(held, type=Footer)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        path, number = self._path, self._number
        if isinstance(error, BadArchive):
            raise BadArchive(f"{path}: {error}") from None
        if isinstance(error, _UNREADABLE):
            told = f": {error}" if str(error) else ""
            raise BadArchive(f"{path}: line {number}: this is no archive{told}") from None


def _lines(path: Path) -> Iterator[bytes]:
    with gzip.open(path, "rb") as file:
        for line in file:
            yield line.rstrip(b"\n")
