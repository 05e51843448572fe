"""Whether the house could store a command now, found out by storing something."""

import asyncio

from croupier.house.log.event_store import EventStore, StoreUnavailable

FRESH_SECONDS = 1.0
"""How long a good result is valid: the disk is asked once in this time, however many ask."""
PATIENCE_SECONDS = 10.0
"""A disk that has not written by then cannot take commands either."""


class Writable:
    """Asks the store, once for everybody who wants to know."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._trying: asyncio.Task[bool] | None = None
        self._tried_at = 0.0

    async def __call__(self) -> bool:
        now = asyncio.get_running_loop().time()
        trying = self._trying
        stale = now > self._tried_at + FRESH_SECONDS
        if trying is None or (trying.done() and (stale or not trying.result())):
            trying = self._trying = asyncio.create_task(self._try())
            self._tried_at = now
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                return await asyncio.shield(trying)
        except TimeoutError:
            return False

    async def _try(self) -> bool:
        try:
            await self._store.demand_writable()
        except StoreUnavailable:
            return False
        return True
