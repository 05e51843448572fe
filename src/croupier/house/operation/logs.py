"""What a server says while it runs: one JSON object a line on standard error."""

import logging
import sys
from datetime import UTC, datetime

import msgspec

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
