"""The process itself: its collector of cycles, its log lines.

States and records have no cycles and go when they are let go; what the collector finds is mostly
what connections leave behind. Left to itself it costs a busy house an eighth of its time, in
pauses that all commands feel, so it is called in a quiet second instead, at the latest in half an
hour, and whenever much has been left: whoever connects again and again fills no memory.
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
"""Seconds between two collections: when it is quiet, and whatever is going on."""
MUCH = 100_000
"""Objects more than at the last look at the young ones: some ten megabytes."""
YOUNG = 10
"""So often the young ones alone are looked at, which is quick; then all."""


async def collect_when_quiet(commands: Callable[[], int]) -> None:
    """Until cancelled; `commands` says how many there have been so far."""
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
    """Time, level, where from, what; and whatever facts came with it."""

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
