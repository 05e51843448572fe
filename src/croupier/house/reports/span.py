"""The part of the log that a report is about."""

from collections.abc import AsyncIterator
from datetime import datetime

from msgspec import Struct

from croupier.house import events as h
from croupier.house.audit.finding import version_at
from croupier.house.log import EventStore, Record

PAGE = 5_000


class Span(Struct, frozen=True):
    """From one moment up to another."""

    since: datetime
    until: datetime


async def records_in(store: EventStore, stream: str, span: Span) -> AsyncIterator[Record]:
    """The records of a stream within a span, in order."""
    heads = await store.heads()
    if stream not in heads:
        return
    head = heads[stream].version
    after = await version_at(store, stream, head, span.since) - 1
    while page := await store.read(stream, after, PAGE):
        for record in page:
            if record.at >= span.until:
                return
            yield record
        after = page[-1].version


async def events_in(
    store: EventStore, stream: str, span: Span
) -> AsyncIterator[tuple[Record, h.LogEvent]]:
    async for record in records_in(store, stream, span):
        yield record, h.decode_event(record.event)
