"""Python's collector of cycles, called when nobody waits for it.

States and records have no cycles and go when they are let go; what the collector finds is
little. Left to itself it costs a busy house an eighth of its time, in pauses that all
commands feel, so it is called in a quiet second instead, and at the latest in half an hour.
"""

import asyncio
import gc
from collections.abc import Callable

LOOK_SECONDS = 1.0
QUIET = 20
"""Commands in a second that still count as quiet."""
OFTEN, SELDOM = 60, 1800
"""Seconds between two collections: when it is quiet, and whatever is going on."""


async def collect_when_quiet(commands: Callable[[], int]) -> None:
    """Until cancelled; `commands` says how many there have been so far."""
    gc.disable()
    waited, before = 0.0, commands()
    try:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            waited += LOOK_SECONDS
            now = commands()
            quiet, before = now - before <= QUIET, now
            if waited >= SELDOM or (quiet and waited >= OFTEN):
                gc.collect()
                waited = 0.0
    finally:
        gc.enable()
