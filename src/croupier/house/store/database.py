"""The event store on a database, SQLite or PostgreSQL alike."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, Select, select
from sqlalchemy.exc import DBAPIError

from croupier.house.log import (
    Answer,
    Append,
    Check,
    Entry,
    Head,
    Posting,
    Record,
    Snapshot,
)
from croupier.house.store import schema
from croupier.house.store.changes import Changes
from croupier.house.store.checking import check_log
from croupier.house.store.rows import read_head, read_posting, read_record
from croupier.house.store.statements import statements_for
from croupier.house.store.trouble import unavailable
from croupier.house.store.writer import Writer

T = TypeVar("T")
READERS = 4

_records = schema.records.c
_RECORD = (
    _records.stream,
    _records.version,
    _records.at,
    _records.by,
    _records.command,
    _records.event,
    _records.previous,
)
_postings = schema.postings.c


class DatabaseStore:
    """Reads run beside the writer, on threads of their own."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="croupier-reader")
        self._changes = Changes(engine)
        self._writer = Writer(engine, self._changes.stored_here)

    async def append(self, append: Append) -> None:
        await self._writer.submit(append)

    async def read(self, stream: str, after: int = 0, limit: int = 10_000) -> Sequence[Record]:
        wanted = (
            select(*_RECORD)
            .where(_records.stream == stream, _records.version > after)
            .order_by(_records.version)
            .limit(limit)
        )
        return await self._find(wanted, read_record)

    async def scan(self, after: int = 0, limit: int = 10_000) -> Sequence[Entry]:
        wanted = (
            select(_records.seq, *_RECORD)
            .where(_records.seq > after)
            .order_by(_records.seq)
            .limit(limit)
        )
        return await self._find(wanted, lambda row: Entry(row[0], read_record(row[1:])))

    async def heads(self) -> dict[str, Head]:
        return dict(await self._find(select(schema.streams), read_head))

    async def answered(self, command: str) -> Answer | None:
        wanted = select(schema.answers).where(schema.answers.c.command == command)
        found = await self._find(wanted, lambda row: Answer(row[0], row[1], row[2].encode()))
        return found[0] if found else None

    async def postings(self, stream: str, after: int = 0, limit: int = 10_000) -> list[Posting]:
        columns = [column for column in _postings if column.name != "line"]
        wanted = (
            select(*columns)
            .where(_postings.stream == stream, _postings.version > after)
            .order_by(_postings.version, _postings.line)
            .limit(limit)
        )
        return await self._find(wanted, read_posting)

    async def balances(self, prefix: str = "") -> dict[str, int]:
        account = schema.balances.c.account
        wanted = select(schema.balances).where(account.startswith(prefix, autoescape=True))
        return dict(await self._find(wanted, lambda row: (row[0], row[1])))

    async def snapshots(self) -> dict[str, Snapshot]:
        found = await self._find(
            select(schema.snapshots),
            lambda row: Snapshot(row[0], row[1], bytes.fromhex(row[2]), row[3]),
        )
        return {snapshot.stream: snapshot for snapshot in found}

    async def save(self, snapshots: Sequence[Snapshot]) -> None:
        rows = [
            {
                "stream": each.stream,
                "version": each.version,
                "hash": each.hash.hex(),
                "state": each.state,
            }
            for each in sorted(snapshots, key=lambda each: each.stream)
        ]
        statement = statements_for(self._engine.dialect).keep_snapshots
        if rows:
            await self._writer.send(lambda connection: connection.execute(statement, rows))

    async def check(self, *, whole: bool = False) -> Check:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._readers, _guarded, check_log, self._engine, whole)

    def changes(self) -> AsyncIterator[dict[str, int]]:
        return self._changes.follow()

    async def close(self) -> None:
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        self._writer.close()
        self._changes.close()
        self._readers.shutdown()
        self._engine.dispose()

    async def _find(self, wanted: Select[Any], read: Callable[[Any], T]) -> list[T]:
        return await self._on_thread(
            lambda connection: [read(row) for row in connection.execute(wanted)]
        )

    async def _on_thread(self, work: Callable[[Connection], T]) -> T:
        def run() -> T:
            with self._engine.connect() as connection:
                return work(connection)

        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._readers, _guarded, run)


def _guarded(work: Callable[..., T], *arguments: object) -> T:
    try:
        return work(*arguments)
    except DBAPIError as error:
        raise unavailable(error) from error
