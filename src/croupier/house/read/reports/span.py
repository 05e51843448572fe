"""The part of the log that a report covers."""

from collections.abc import AsyncIterator
from datetime import datetime

from msgspec import Struct

from croupier.house.log.event_store import EventStore
from croupier.house.log.paging import records_of
from croupier.house.model import events as h
from croupier.house.model.records import Record
from croupier.house.read.history import version_at


class Span(Struct, frozen=True):
    """From one moment up to another."""

    since: datetime
    until: datetime | None
    """None for everything from then on."""


async def records_in(store: EventStore, stream: str, span: Span) -> AsyncIterator[Record]:
    """The records of a stream within a span, in order."""
    heads = await store.heads()
    if stream not in heads:
        return
    head = heads[stream].version
    after = await version_at(store, stream, head, span.since) - 1
    async for record in records_of(store, stream, after):
        if span.until is not None and record.at >= span.until:
            return
        yield record


async def events_in(
    store: EventStore, stream: str, span: Span
) -> AsyncIterator[tuple[Record, h.LogEvent]]:
    async for record in records_in(store, stream, span):
        yield record, h.decode_event(record.event)
