"""What a failing database means for those waiting on it, and commits whose outcome is unknown.

SQLite writes the pages of a transaction to its write-ahead log, the last one marked as a commit,
and then syncs the log. If the sync fails, the transaction is rolled back but its pages stay in the
log: after a crash they are found intact, and the commit counts. If the pages could not be written,
there is no such mark. The error does not say which of the two happened; the log does
(https://sqlite.org/fileformat.html#walformat).

A connection that breaks between a commit and its answer says nothing about the commit: the server
may have made it, or may still be making it. A command is reported as stored, or as not stored, only
where that is certain.
"""

import struct
from io import BufferedReader
from pathlib import Path

from sqlalchemy import Engine, select
from sqlalchemy.exc import DBAPIError

from croupier.house.log.event_store import Damaged, OutcomeUnknown, StoreUnavailable
from croupier.house.store.batch import Batch, take_turns
from croupier.house.store.schema import records

_SENTENCES = (
    ("disk is full", "The disk is full."),
    ("No space left", "The disk of the database is full."),
    ("could not extend file", "The disk of the database is full."),
    ("is locked", "Another program keeps the database locked."),
    ("lock timeout", "Another process keeps the database locked."),
    ("could not serialize", "Other processes kept getting in the way."),
    ("deadlock", "Other processes kept getting in the way."),
    ("readonly database", "The database may only be read."),
    ("read-only", "The database may only be read."),
    ("unable to open database", "The database file cannot be opened."),
    ("disk I/O error", "The disk reports an error."),
    ("idle-in-transaction", "The house stood still while it stored, and the database gave up."),
    ("connection", "The database cannot be reached."),
    ("terminating", "The database was shut down."),
    ("shutting down", "The database is shutting down."),
    ("starting up", "The database is still starting."),
)

_DAMAGES = (
    ("not a database", "The file is not a database."),
    ("malformed", "The database file is damaged."),
)
_LACKS = ("no such table", "no such column", "Could not decode to UTF-8")
"""SQLite's message continues with the name."""
_UNDEFINED = {"42P01", "42703"}
"""PostgreSQL: a table or a column that is not there."""

RETRYABLE = {"40001", "40P01", "25P03"}
"""PostgreSQL: serialization failure, deadlock, a session ended because it stood still within its
transaction (`batch.take_turns`). Nothing was stored: the next attempt may."""

_IO_ERROR = 10

OUT_OF_RANGE = ("out of range", "_amount_check")
"""How the databases report an amount out of bounds: themselves, or through our guards and checks.
"""


def unavailable(error: DBAPIError) -> StoreUnavailable:
    """The sentence for a database error."""
    told = str(error.orig)
    for sign, sentence in _DAMAGES:
        if sign in told:
            return Damaged(sentence)
    first = told.strip().splitlines()[0] if told.strip() else type(error.orig).__name__
    if getattr(error.orig, "sqlstate", None) in _UNDEFINED or first.startswith(_LACKS):
        return Damaged(f"The database is damaged: {visible(first)[:200]}.")
    for sign, sentence in _SENTENCES:
        if sign in told:
            return StoreUnavailable(sentence)
    return StoreUnavailable(f"The database refused: {first}.")


def visible(words: str) -> str:
    """A damaged row may contain anything."""
    return "".join(letter if letter.isprintable() else "?" for letter in words)


def is_too_large(error: DBAPIError) -> bool:
    told = str(error.orig)
    return any(sign in told for sign in OUT_OF_RANGE)


def is_retryable(error: DBAPIError) -> bool:
    return getattr(error.orig, "sqlstate", None) in RETRYABLE


def is_of_the_disk(error: BaseException | None) -> bool:
    """SQLite: an input/output error of any kind."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF == _IO_ERROR


# Commits whose outcome is unknown


_HEADER = struct.Struct(">8I")
_FRAME = struct.Struct(">6I")
_LITTLE_ENDIAN = 0x377F0682
_WORD = 0xFFFFFFFF

Checksum = tuple[int, int]


def has_unsynced_commit(engine: Engine) -> bool:
    """After a failed commit; also true if the log cannot be inspected."""
    try:
        with engine.connect() as connection:
            counted = int(connection.exec_driver_sql("PRAGMA wal_checkpoint(NOOP)").all()[0][1])
        with Path(f"{engine.url.database}-wal").open("rb") as log:
            return _commits_after(log, counted)
    except Exception:
        return True


def _commits_after(log: BufferedReader, counted: int) -> bool:
    """Whether a commit mark follows the frames that count, with only intact frames in between."""
    magic, _, page, _, *salt, first, second = _HEADER.unpack(log.read(_HEADER.size))
    order = "<" if magic == _LITTLE_ENDIAN else ">"
    words = struct.Struct(f"{order}{page // 4 + 2}I")
    checksum = first, second
    length = _FRAME.size + page
    if counted:
        log.seek(_HEADER.size + (counted - 1) * length)
        checksum = _FRAME.unpack(log.read(_FRAME.size))[4:]
    log.seek(_HEADER.size + counted * length)
    while len(frame := log.read(length)) == length:
        _, committed, *salted, one, other = _FRAME.unpack_from(frame)
        checksum = _go_on(checksum, words.unpack(frame[:8] + frame[_FRAME.size :]))
        if salted != salt or (one, other) != checksum:
            return False
        if committed:
            return True
    return False


def _go_on(checksum: Checksum, words: tuple[int, ...]) -> Checksum:
    """SQLite's running checksum over pairs of words."""
    first, second = checksum
    for even, odd in zip(words[::2], words[1::2], strict=True):
        first = (first + even + second) & _WORD
        second = (second + odd + first) & _WORD
    return first, second


LOST = "The database was lost while it stored; whether it did will be known when it is back."
UNSYNCED = "The disk failed while it stored; whether it did will be known after a restart."
STOPPED = (
    "The disk failed to keep what was written, and nothing more is written to it. "
    "See that the disk is sound, then start the house again."
)


REPLACED = (
    "The database file was deleted, moved or replaced while the house was open, and nothing more "
    "is written to it. See that the right file is in its place, without the -wal and -shm files "
    "of another, then start the house again."
)


def was_stored(engine: Engine, batch: Batch) -> bool:
    """Whether a batch is in the log, once its transaction is over; raises `OutcomeUnknown`.

    The transaction holds the writer's turn until it is committed or rolled back: once the turn is
    ours, it is over. If it does not end in time, the outcome is unknown.
    """
    if not batch.runs:
        raise OutcomeUnknown(LOST)
    last = batch.runs[0].last
    found = select(records.c.hash).where(
        records.c.stream == last.stream, records.c.version == last.version
    )
    try:
        with engine.begin() as connection:
            take_turns(connection)
            return bool(connection.scalar(found) == last.hash)
    except DBAPIError as error:
        raise OutcomeUnknown(LOST) from error
