"""Backup and restore of a house, even while it runs, and scheduled backups.

A backup is one SQLite file, whichever database it came from, and restores into either. It holds the
house at one moment: the log with its hashes, the answers, the ledger. It is checked when made and
again when restored. It does not contain the key of the house, which opens shuffles that are still
sealed.
"""

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import quote

from msgspec import Struct
from sqlalchemy import Connection, Engine, func, insert, select
from sqlalchemy.exc import DBAPIError

from croupier.house.log.event_store import Check, StoreUnavailable
from croupier.house.store import private
from croupier.house.store.checking import check_log, check_uncommitted, hold_writers
from croupier.house.store.connecting import connect, read_url, sqlite_driver
from croupier.house.store.failures import unavailable
from croupier.house.store.migrating import migrate_engine, revision_of
from croupier.house.store.schema import LOG, REVISION, records, streams

ROWS = 5_000


class BackupFailed(Exception):
    """Nothing was written. The sentence says why."""


class Copied(Struct, frozen=True):
    """What a backup holds, or what a restore brought back."""

    streams: int
    records: int
    until: str | None
    """The time of the last record."""


def back_up(url: str, out: Path) -> Copied:
    """Write the current state of the house at `url` to a new file."""
    _refuse_to_overwrite(out)
    part = out.with_name(out.name + ".part")
    part.unlink(missing_ok=True)
    with _told(out), _removed_on_failure(part):
        with closing(_Engine(url)) as source:
            if source.engine.dialect.name == "sqlite":
                _demand_file(url)
                _copy_file(_path(url), part)
            else:
                _demand_current(source.engine)
                _dump(source.engine, part)
        copied = _seal(part)
        part.rename(out)
        _sync_folder(out.parent)
    return copied


def restore(source: Path, url: str) -> Copied:
    """Restore a backup into a database that is still empty."""
    if not source.is_file():
        raise BackupFailed(f"There is no file {source}.")
    if read_url(url).drivername == "sqlite":
        return _restore_file(source, _path(url))
    return _restore_rows(source, url)


def _restore_file(source: Path, target: Path) -> Copied:
    _refuse_to_overwrite(target)
    part = target.with_name(target.name + ".part")
    part.unlink(missing_ok=True)
    with _told(source), _removed_on_failure(part):
        _copy_file(source, part)
        with closing(_Engine(f"sqlite:///{part}")) as copy:
            _demand_house(copy.engine, source)
            migrate_engine(copy.engine)
        copied = _seal(part)
        part.rename(target)
        _sync_folder(target.parent)
    return copied


def _restore_rows(source: Path, url: str) -> Copied:
    with _told(source), TemporaryDirectory() as folder, closing(_Engine(url)) as target:
        current = Path(folder) / "house.db"
        _restore_file(source, current)
        migrate_engine(target.engine)
        with (
            closing(_Engine(f"sqlite:///{current}")) as copy,
            copy.engine.connect() as rows,
            target.engine.begin() as connection,
        ):
            hold_writers(connection)
            if connection.scalar(select(func.count()).select_from(streams)):
                raise BackupFailed("The database already holds a house; it is left alone.")
            for table in LOG:
                for page in _rows(rows, table):
                    connection.execute(insert(table), page)
            _demand_clean(check_uncommitted(connection))
            return _summary(connection)


# Copying


def _copy_file(source: Path, target: Path) -> None:
    """SQLite's own online backup: one moment of the file, while others write to it."""
    driver = sqlite_driver()
    private.new(target).close()
    with (
        closing(driver.connect(f"file:{quote(str(source))}?mode=ro", uri=True)) as one,
        closing(driver.connect(str(target))) as other,
    ):
        one.backup(other)


def _dump(source: Engine, target: Path) -> None:
    """All rows at one moment, from PostgreSQL into a new file."""
    with closing(_Engine(f"sqlite:///{target}")) as copy:
        migrate_engine(copy.engine)
        frozen = source.connect().execution_options(
            isolation_level="REPEATABLE READ", postgresql_readonly=True
        )
        with closing(frozen), copy.engine.connect() as plain:
            into = plain.execution_options(writes=True)
            with into.begin():
                for table in LOG:
                    for page in _rows(frozen, table):
                        into.execute(insert(table), page)


def _rows(source: Connection, table: Any) -> Iterator[list[dict[str, Any]]]:
    """A table in pages, in key order."""
    wanted = select(table).order_by(*table.primary_key.columns)
    found = source.execution_options(yield_per=ROWS).execute(wanted).mappings()
    for page in found.partitions():
        yield [dict(row) for row in page]


def _seal(part: Path) -> Copied:
    """Check a copy, make it a single file, and make sure that it is on disk."""
    with closing(_Engine(f"sqlite:///{part}")) as copy:
        if _revision(copy.engine) == REVISION:
            _demand_clean(check_log(copy.engine, whole=True)[0])
        with copy.engine.connect() as connection:
            copied = _summary(connection)
    with closing(sqlite_driver().connect(str(part))) as plain:
        plain.execute("PRAGMA journal_mode=DELETE")
    with part.open("rb") as file:
        os.fsync(file.fileno())
    return copied


def _summary(connection: Connection) -> Copied:
    last = select(records.c.at).order_by(records.c.seq.desc()).limit(1)
    return Copied(
        connection.scalar(select(func.count()).select_from(streams)) or 0,
        connection.scalar(select(func.count()).select_from(records)) or 0,
        connection.scalar(last),
    )


# What must hold


def _demand_clean(check: Check) -> None:
    if not check.clean:
        first = check.findings[0]
        repair = " Run 'croupier repair' first: the log itself is whole." if first.derived else ""
        raise BackupFailed(f"The log is not sound at {first.where}: {first.problem}.{repair}")


def _demand_file(url: str) -> None:
    if not _path(url).is_file():
        raise BackupFailed(f"There is no house at {_path(url)}.")


def _demand_house(engine: Engine, source: Path) -> None:
    if _revision(engine) is None:
        raise BackupFailed(f"{source} is not the backup of a house.")


def _demand_current(engine: Engine) -> None:
    found = _revision(engine)
    if found is None:
        raise BackupFailed("There is no house in this database.")
    if found != REVISION:
        raise BackupFailed(
            f"The database has schema {found} and this program {REVISION}; "
            "start the house once with this program first."
        )


def _refuse_to_overwrite(target: Path) -> None:
    for ending in private.BESIDE_DATABASE:  # SQLite would lay a log that is there over the file
        _demand_free(Path(f"{target}{ending}"))
    if not target.parent.is_dir():
        raise BackupFailed(f"There is no folder {target.parent}.")


def _demand_free(target: Path) -> None:
    if target.exists():
        raise BackupFailed(f"{target} is there already; nothing is overwritten.")


def _revision(engine: Engine) -> str | None:
    with engine.connect() as connection:
        return revision_of(connection)


# Files and engines


class _Engine:
    """An engine that `closing` disposes of."""

    def __init__(self, url: str) -> None:
        self.engine = connect(url)

    def close(self) -> None:
        self.engine.dispose()


def _path(url: str) -> Path:
    return Path(read_url(url).database or "")


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def _removed_on_failure(part: Path) -> Iterator[None]:
    try:
        yield
    except BaseException:
        for ending in ("", "-wal", "-shm", "-journal"):
            part.with_name(part.name + ending).unlink(missing_ok=True)
        raise


@contextmanager
def _told(file: Path) -> Iterator[None]:
    """Errors of the database, or of the backup file, as one sentence."""
    try:
        yield
    except DBAPIError as error:
        raise BackupFailed(str(unavailable(error))) from error
    except StoreUnavailable as error:
        raise BackupFailed(str(error)) from error
    except sqlite_driver().Error as error:
        raise BackupFailed(f"{file} cannot be used: {error}.") from error
    except OSError as error:
        raise BackupFailed(f"{error.filename or file}: {error.strerror}.") from error


PREFIX = "house-"
ENDING = ".backup"


class CopyFailed(Exception):
    """No backup was made; the sentence says why."""


class Made(Struct, frozen=True):
    file: str
    records: int
    removed: tuple[str, ...]


def copy_now(url: str, folder: Path, keep: int, now: datetime | None = None) -> Made:
    """Back up into the folder under a name made from the time, and keep only the newest."""
    moment = (now or datetime.now(UTC)).astimezone(UTC)
    path = folder / f"{PREFIX}{moment:%Y%m%dT%H%M%SZ}{ENDING}"
    try:
        private.folder(folder)
        copied = back_up(url, path)
    except (BackupFailed, OSError) as failed:
        raise CopyFailed(str(failed)) from failed
    copies = sorted(folder.glob(f"{PREFIX}*{ENDING}"))
    removed = copies[: max(0, len(copies) - max(1, keep))]
    for old in removed:
        old.unlink()
    return Made(path.name, copied.records, tuple(old.name for old in removed))
