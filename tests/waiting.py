"""How tests wait: for a condition, and never for a time that a fast machine happens to need."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator

PATIENCE = 120.0
"""Seconds after which something is taken never to come; a busy machine needs far less."""
PATIENCE_MS = PATIENCE * 1000
"""The same for browsers, which count in milliseconds."""


async def until(holds: Callable[[], bool | Awaitable[bool]]) -> None:
    """Look again and again until it holds."""
    async with asyncio.timeout(PATIENCE):
        while True:
            found = holds()
            if found if isinstance(found, bool) else await found:
                return
            await asyncio.sleep(0.01)


def again_and_again() -> Iterator[None]:
    """As often as patience lasts, for what has to be looked at or tried anew."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        yield
    raise TimeoutError("it never came")
