"""Making appends in tests: short names, chained as they should be."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime

from croupier.house.log.event_store import Append
from croupier.house.model.people.roles import HouseRole, Signature
from croupier.house.model.records import Answer, Head, Posting, Record
from croupier.house.store import DatabaseStore, open_store
from tests.waiting import again_and_again

NOON = datetime(2026, 1, 1, 12, 0, 0, 250, tzinfo=UTC)
DEALER = Signature("d1", HouseRole.DEALER)


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[DatabaseStore]:
    store = await open_store(url)
    try:
        yield store
    finally:
        await store.close()


async def heard_while_writing(
    listener: DatabaseStore, writer: DatabaseStore, author: "Author", *streams: str
) -> dict[str, int]:
    """The first change that one store hears of while another writes.

    It listens from some moment on: what was written before that, it does not hear.
    """
    changes = listener.changes()
    listening = asyncio.ensure_future(anext(changes))
    try:
        for _ in again_and_again():
            await writer.append(author.write(*streams))
            while (await asyncio.wait([listening], timeout=1))[0]:
                if heard := listening.result():
                    return heard
                listening = asyncio.ensure_future(anext(changes))
    finally:
        listening.cancel()
    raise AssertionError


class Author:
    """Knows the heads of the streams as they will be once all its appends are stored."""

    def __init__(self, heads: Mapping[str, Head] | None = None, name: str = "author") -> None:
        self.heads = dict(heads or {})
        self.name = name
        self.written = 0

    def write(
        self,
        *streams: str,
        reads: tuple[str, ...] = (),
        amount: int = 100,
        command: str | None = None,
        at: datetime = NOON,
    ) -> Append:
        """One record on each stream, each moving an amount from a player to a layout."""
        self.written += 1
        command = command or f"{self.name}-{self.written}"
        expected = {stream: self.heads.get(stream, Head()) for stream in (*streams, *reads)}
        records, postings = [], []
        for stream in streams:
            before = self.heads.get(stream, Head())
            event = f'{{"event":"call_made","text":"{command} — Zürich","clauses":[]}}'.encode()
            by = DEALER if self.written % 2 else None
            record = Record(stream, before.version + 1, at, by, command, event, before.hash)
            self.heads[stream] = Head(record.version, record.hash)
            records.append(record)
            if amount:
                postings.append(
                    Posting(
                        stream, record.version, "player:ann", f"layout:{stream}", amount, "ante"
                    )
                )
        answer = Answer(command, streams[0] if streams else "", b'{"ok":true}')
        return Append(expected, tuple(records), tuple(postings), answer)
