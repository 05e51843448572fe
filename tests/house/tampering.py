"""Somebody who owns the file of a house, and tampers with it as they like."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


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
