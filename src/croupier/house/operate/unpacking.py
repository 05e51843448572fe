"""Unpacks archived gaming days into a data folder of their own, to be read and never written to.

The files are known by the SHA-256 in the markers of the house, and must follow each other. The
database begins at the marker before the first of them, as the house itself did once, and holds
their records, postings, answers and significant events as they were; every question that a house
answers about its log is answered there in the same way, through the same indexes.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import groupby, islice
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, UnsetType
from sqlalchemy import Connection, Engine, Table
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.exc import DBAPIError

from croupier.house.log.chain import Link
from croupier.house.log.event_store import Damaged, StoreUnavailable
from croupier.house.model.records import Marker, MarkerNote
from croupier.house.operate.config import FILE_NAME, Config
from croupier.house.read.archive_file import (
    BadArchive,
    Footer,
    Reading,
    demand_file,
    file_digest,
    settle,
    whole,
)
from croupier.house.store import DATABASE_NAME, private
from croupier.house.store.checking import check_log
from croupier.house.store.connecting import connect, sqlite_driver
from croupier.house.store.failures import unavailable
from croupier.house.store.markers import (
    PART,
    TamperedMarker,
    all_markers,
    marker_row,
)
from croupier.house.store.migrating import migrate_engine
from croupier.house.store.packing import packed
from croupier.house.store.schema import (
    answers,
    archives,
    balances,
    postings,
    records,
    results,
    significant,
    streams,
)

_ROWS = 5_000
_BESIDE = {"posting": postings, "answer": answers, "significant": significant}


class Unpacked(Struct, frozen=True):
    """What the folder holds."""

    records: int
    after: int
    until: int


def unpack(
    url: str, files: Sequence[Path], folder: Path, config: Config, key_file: Path | None
) -> Unpacked:
    """Unpack files that the house at `url` has archived; raises `BadArchive` if one of them is not
    as it was written, or of another house, or if they do not follow each other.

    `config` is that of the house: days and reports are as they were there.
    """
    for path in files:
        demand_file(path)
    known = _markers(url)
    chosen = _chosen(known, {path: file_digest(path) for path in files})
    first = next(place for place, one in enumerate(known) if one is chosen[0][1])
    if folder.is_dir() and any(folder.iterdir()):
        raise BadArchive(f"{folder} is not empty: give a new folder")
    private.folder(folder)
    target = folder / DATABASE_NAME
    writing = target.with_name(target.name + ".part")
    try:
        before = whole(known[first - 1], chosen[0][0]) if first else None
        found = _written(writing, chosen, before)
        private.write(folder / FILE_NAME, _settings(config, key_file).encode())
        settle(writing, target)
    except DBAPIError as error:
        raise StoreUnavailable(str(unavailable(error))) from error
    finally:
        _remove(writing)
    return found


def _markers(url: str) -> list[MarkerNote]:
    engine = connect(url, read_only=True)
    try:
        with engine.connect() as connection:
            return all_markers(connection)
    except TamperedMarker as tampered:
        raise Damaged(f"{tampered}.") from tampered
    except DBAPIError as error:
        raise unavailable(error) from error
    finally:
        engine.dispose()


def _chosen(known: Sequence[MarkerNote], digests: dict[Path, str]) -> list[tuple[Path, MarkerNote]]:
    """The files in the order of the log, each with its marker."""
    by_digest = {one.digest: one for one in known}
    for path, digest in digests.items():
        if digest not in by_digest:
            named = any(one.file == path.name for one in known)
            raise BadArchive(
                f"{path}: the file is not the one that was written: its SHA-256 does not fit"
                if named
                else f"{path}: the house never archived this file: it was changed, or is another's"
            )
    chosen = sorted(
        ((path, by_digest[digest]) for path, digest in digests.items()), key=lambda one: one[1].seq
    )
    places = [known.index(marker) for _, marker in chosen]
    for (path, _), place, following in zip(chosen, places, places[1:], strict=False):
        if following != place + 1:
            between = known[place + 1].file
            raise BadArchive(f"{path}: the file after it, {between}, is not among those given")
    return chosen


def _written(
    path: Path, chosen: Sequence[tuple[Path, MarkerNote]], before: Marker | None
) -> Unpacked:
    with closing(_Engine(path)) as target:
        migrate_engine(target.engine)
        with target.engine.connect() as plain:
            connection = plain.execution_options(writes=True)
            with connection.begin():
                for file, marker in chosen:
                    footer = _take(connection, file, marker)
                _stand(connection, footer, before)
                connection.exec_driver_sql(f"PRAGMA user_version={PART}")
        check, _ = check_log(target.engine, whole=True)
        if not check.clean:
            wrong = check.findings[0]
            raise BadArchive(f"{chosen[0][0]}: {wrong.where}: {wrong.problem}")
    with closing(sqlite_driver().connect(str(path))) as alone:
        alone.execute("PRAGMA journal_mode=DELETE")
    with path.open("rb") as written:
        os.fsync(written.fileno())
    return Unpacked(check.records, 0 if before is None else before.seq, check.until)


def _take(connection: Connection, file: Path, marker: MarkerNote) -> Footer:
    """What is in two files, because a day was closed after the next had begun, is taken once."""
    with Reading(file) as reading:
        reading.begin()
        for kind, rows in groupby(reading.rows(), key=lambda row: row[0]):
            if kind == "record":
                _insert(connection, records, _runs(rows))
            else:
                _insert(connection, _BESIDE[kind], (row[1:] for row in rows))
    footer = reading.footer
    if isinstance(footer.days, UnsetType) and isinstance(marker, Marker):
        footer = msgspec.structs.replace(footer, days=marker.days)
    return footer


def _runs(rows: Iterator[list[Any]]) -> Iterator[list[Any]]:
    """What a command added to a stream is one row (`store/runs.py`); columns as in the file."""
    for _, together in groupby(rows, key=lambda row: (row[2], row[4], row[5], row[6])):
        run = list(together)
        first, last = run[0], run[-1]
        link = last[10] if last[10:] else None  # the first archives have none
        yield [
            last[1],
            last[2],
            last[3],
            len(run),
            *last[4:7],
            packed(one[7].encode() for one in run),
            bytes.fromhex(first[8]),
            bytes.fromhex(last[9]),
            None if link is None else Link.read(last[1], link).packed,
        ]


def _stand(connection: Connection, footer: Footer, before: Marker | None) -> None:
    """Where the part begins, and what every stream, account and player had come to at its end."""
    heads = ([name, head.version, head.hash.hex()] for name, head in footer.heads.items())
    _insert(connection, streams, heads)
    _insert(connection, balances, map(list, footer.balances.items()))
    if not isinstance(footer.days, UnsetType):
        won = ([name, *day] for name, days in footer.days.items() for day in days.items())
        _insert(connection, results, won)
    if before is not None:
        connection.execute(insert(archives).values(marker_row(before)))


def _insert(connection: Connection, table: Table, rows: Any) -> None:
    names = [column.name for column in table.c]
    adding = insert(table).on_conflict_do_nothing()
    found = iter(rows)
    while page := list(islice(found, _ROWS)):
        connection.execute(adding, [dict(zip(names, row, strict=True)) for row in page])


def _settings(config: Config, key_file: Path | None) -> str:
    """Those of the house that its reports go by, and where its key is."""
    names = ("title", "time_zone", "day_starts", "large_win", "large_cash", "session_minutes")
    given = {name: getattr(config, name) for name in (*names, "comp")}
    if key_file is not None:
        given["key_file"] = str(key_file.absolute())
    return "".join(f"{name} = {msgspec.json.encode(one).decode()}\n" for name, one in given.items())


class _Engine:
    """An engine that `closing` disposes of."""

    def __init__(self, path: Path) -> None:
        self.engine: Engine = connect(f"sqlite:///{path}")

    def close(self) -> None:
        self.engine.dispose()


def _remove(path: Path) -> None:
    for ending in private.BESIDE_DATABASE:
        path.with_name(path.name + ending).unlink(missing_ok=True)
