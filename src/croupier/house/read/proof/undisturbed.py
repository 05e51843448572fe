"""Proves a log whose beginning may move: records that are being proved can go into an archive.

A proof looks at one thing after another. If a beginning that it started from is gone meanwhile, it
misses records, answers and postings that nobody took away wrongly; so what it found means nothing,
and it starts again from the new beginning.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from croupier.house.log.event_store import EventStore, StoreUnavailable, Unreadable

PAUSES = (0.0, 1.0, 10.0)
"""Seconds before each attempt: where the files are small, one day is archived right after another,
and all of them are soon."""

T = TypeVar("T")


async def undisturbed(store: EventStore, prove: Callable[[], Awaitable[T]]) -> tuple[T, int | None]:
    """What a proof found during which no records were archived, and the record after which the log
    began; raises `StoreUnavailable` if there is no such proof."""
    for pause in PAUSES:
        await asyncio.sleep(pause)
        before = await _begin(store)
        found = await prove()
        if await _begin(store) == before:
            return found, before
    raise StoreUnavailable(
        "Records were archived again and again while the log was being proved, so nothing can be "
        "said about it yet: prove it once the archiving has ended."
    )


async def _begin(store: EventStore) -> int | None:
    """None where it cannot be read: the proof says what is wrong with it."""
    try:
        marker = await store.archived()
    except Unreadable:
        return None
    return 0 if marker is None else marker.seq
