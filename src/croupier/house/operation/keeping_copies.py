"""Backups by the clock: made beside the house, the oldest ones let go."""

from datetime import UTC, datetime
from pathlib import Path

from msgspec import Struct

from croupier.house import private
from croupier.house.operation.backup import BackupFailed, back_up

PREFIX = "house-"
ENDING = ".backup"


class CopyFailed(Exception):
    """No backup was made; the sentence says why."""


class Made(Struct, frozen=True):
    file: str
    records: int
    removed: tuple[str, ...]


def copy_now(url: str, folder: Path, keep: int, now: datetime | None = None) -> Made:
    """Back up into the folder under the name of this moment, and keep the newest ones only."""
    moment = (now or datetime.now(UTC)).astimezone(UTC)
    path = folder / f"{PREFIX}{moment:%Y%m%dT%H%M%SZ}{ENDING}"
    try:
        private.folder(folder)
        copied = back_up(url, path)
    except (BackupFailed, OSError) as failed:
        raise CopyFailed(str(failed)) from failed
    copies = sorted(folder.glob(f"{PREFIX}*{ENDING}"))
    removed = copies[: max(0, len(copies) - max(1, keep))]
    for old in removed:
        old.unlink()
    return Made(path.name, copied.records, tuple(old.name for old in removed))
