"""What a database holds, in plain: events are packed in it."""

from contextlib import closing, suppress
from typing import Any

import psycopg

from croupier.house.store.connecting import sqlite_driver
from croupier.house.store.packing import unpacked


def columns_of(url: str) -> bytes:
    """Everything that any table of the database holds."""
    plain = url.replace("postgresql+psycopg://", "postgresql://")
    if plain.startswith("sqlite"):
        connection: Any = sqlite_driver().connect(plain.removeprefix("sqlite:///"))
        names = "SELECT name FROM sqlite_master WHERE type = 'table'"
    else:
        connection = psycopg.connect(plain)
        names = "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'"
    with closing(connection):
        tables = [row[0] for row in connection.execute(names).fetchall()]
        rows = [connection.execute(f'SELECT * FROM "{one}"').fetchall() for one in tables]
    cells = (cell for table in rows for row in table for cell in row)
    return b"\n".join(
        in_plain(bytes(one)) if isinstance(one, bytes | memoryview) else str(one).encode()
        for one in cells
    )


def in_plain(cell: bytes) -> bytes:
    """With the events that it holds, if it does."""
    with suppress(ValueError):
        return b"\n".join((cell, *unpacked(cell)))
    return cell
