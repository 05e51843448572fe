"""Commits that failed without saying whether they were made.

A connection that breaks between a commit and its answer says nothing about the commit: the server
may have made it, or may still be at it. And where SQLite cannot have its log synced, what it wrote
may be found there after a crash, and count. Whoever waits for such a command is told that it is
stored, or that it is not, only where that is certain.
"""

from sqlalchemy import Engine, select
from sqlalchemy.exc import DBAPIError

from croupier.house.log.storing import OutcomeUnknown
from croupier.house.store.batch import Batch
from croupier.house.store.linking import take_turns
from croupier.house.store.schema import records

LOST = "The database was lost while it stored; whether it did will be known when it is back."
UNSYNCED = "The disk failed while it stored; whether it did will be known after a restart."
STOPPED = (
    "The disk failed to keep what was written, and nothing more is written to it. "
    "See that the disk is sound, then start the house again."
)


def was_stored(engine: Engine, batch: Batch) -> bool:
    """Whether a batch is in the log, once its transaction is over; raises `OutcomeUnknown`.

    The transaction holds the turn of whoever writes until it is made or undone: when the turn is
    ours, it is over. Where it does not end in time, nobody knows.
    """
    if not batch.records:
        raise OutcomeUnknown(LOST)
    stream, version, *_, digest = batch.records[0]
    found = select(records.c.hash).where(records.c.stream == stream, records.c.version == version)
    try:
        with engine.begin() as connection:
            take_turns(connection)
            return bool(connection.scalar(found) == digest)
    except DBAPIError as error:
        raise OutcomeUnknown(LOST) from error
