"""What a failing database means for those waiting on it, in one sentence."""

from sqlalchemy.exc import DBAPIError

from croupier.house.log.event_store import Damaged, StoreUnavailable

_SENTENCES = (
    ("disk is full", "The disk is full."),
    ("No space left", "The disk of the database is full."),
    ("could not extend file", "The disk of the database is full."),
    ("is locked", "Another program keeps the database locked."),
    ("lock timeout", "Another process keeps the database locked."),
    ("readonly database", "The database may only be read."),
    ("read-only", "The database may only be read."),
    ("unable to open database", "The database file cannot be opened."),
    ("disk I/O error", "The disk reports an error."),
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

RETRYABLE = {"40001", "40P01"}
"""PostgreSQL: serialization failure, deadlock."""

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
