"""Reading a log page by page, so that its length does not matter."""

from collections.abc import AsyncIterator

from croupier.house.log.event_store import EventStore
from croupier.house.model import events as h
from croupier.house.model.records import Entry, Posting, Record

PAGE = 5_000


async def entries(store: EventStore, after: int = 0) -> AsyncIterator[Entry]:
    """The whole log in order."""
    while page := await store.scan(after, PAGE):
        for entry in page:
            yield entry
        after = page[-1].seq


async def records_of(
    store: EventStore,
    stream: str,
    after: int = 0,
    until: int | None = None,
    at_once: int = PAGE,
) -> AsyncIterator[Record]:
    """The records of a stream in order, from after one version up to another."""
    while until is None or after < until:
        wanted = at_once if until is None else min(at_once, until - after)
        page = await store.read(stream, after, wanted)
        for record in page:
            yield record
        if not page:
            return
        after = page[-1].version


async def events_of(
    store: EventStore, stream: str, after: int = 0, until: int | None = None
) -> AsyncIterator[tuple[Record, h.LogEvent]]:
    """The same, each with its decoded event."""
    async for record in records_of(store, stream, after, until):
        yield record, h.decode_event(record.event)


async def postings_of(
    store: EventStore, stream: str, after: int, until: int
) -> AsyncIterator[Posting]:
    """The postings of a stream in order, from after one version up to another."""
    while after < until and (page := await store.postings(stream, after, PAGE)):
        if len(page) == PAGE:  # the last version may continue on the next page
            page = [one for one in page if one.version < page[-1].version]
        for posting in page:
            if posting.version <= until:
                yield posting
        after = page[-1].version
