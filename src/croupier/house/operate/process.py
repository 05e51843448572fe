"""The process itself: its garbage collector, its log lines.

States and records have no cycles and are freed at once; what the collector finds is mostly left by
connections. On its own it costs a busy house an eighth of its time, in pauses that delay all
commands. So it runs in a quiet second instead, after half an hour at the latest, and whenever much
garbage has built up, so that repeated connections cannot fill the memory.
"""

import asyncio
import gc
import logging
import sys
from collections.abc import Callable
from datetime import UTC, datetime

import msgspec

LOOK_SECONDS = 1.0
QUIET = 20
"""Commands in a second that still count as quiet."""
OFTEN, SELDOM = 60, 1800
"""Seconds between two collections: when it is quiet, and in any case."""
MUCH = 100_000
"""Net new objects since the young ones were last collected: about ten megabytes."""
YOUNG = 10
"""Collections of the young objects alone, which are quick, before one of all."""


async def collect_when_quiet(commands: Callable[[], int]) -> None:
    """Until cancelled; `commands` returns how many there have been so far."""
    gc.disable()
    waited, before, looks = 0.0, commands(), 0
    try:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            waited += LOOK_SECONDS
            now = commands()
            quiet, before = now - before <= QUIET, now
            if waited >= SELDOM or (quiet and waited >= OFTEN) or looks >= YOUNG:
                gc.collect()
                waited, looks = 0.0, 0
            elif gc.get_count()[0] > MUCH:
                gc.collect(1)
                looks += 1
    finally:
        gc.enable()


_PLAIN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "color_message"}


class JsonLines(logging.Formatter):
    """Time, level, source, message, and any facts that came with it."""

    def format(self, record: logging.LogRecord) -> str:
        said: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
        }
        said |= {name: value for name, value in vars(record).items() if name not in _PLAIN}
        if record.exc_info:
            said["traceback"] = self.formatException(record.exc_info)
        return msgspec.json.encode(said, enc_hook=str).decode()


def log_to_standard_error(level: str) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for name in ("httpx", "httpcore", "alembic"):
        logging.getLogger(name).setLevel(logging.WARNING)
