"""A house's files are for its user alone, whatever the umask and the folder's permissions.

New files are created that way and are never open even for a moment. A file found readable by others
is restricted, and the log says so: others may have read it before.
"""

import logging
import os
from contextlib import suppress
from pathlib import Path
from stat import S_IMODE
from typing import BinaryIO

FILE_MODE = 0o600
FOLDER_MODE = 0o700
OTHERS = 0o077
BESIDE_DATABASE = ("", "-wal", "-shm", "-journal")
"""SQLite gives the files it creates beside the database the same mode as the database."""

log = logging.getLogger("croupier.house")


def is_open_to_others(path: Path, others: int = OTHERS) -> bool:
    return bool(path.stat().st_mode & others)


def folder(path: Path) -> None:
    """Create a folder and its parents. An existing one is left as it is: others may use it."""
    if path.is_dir():
        return
    path.parent.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    path.mkdir(mode=FOLDER_MODE)
    path.chmod(FOLDER_MODE)


def write(path: Path, content: bytes) -> None:
    """The whole file; an existing one is restricted before it is written."""
    with open(path, "wb", opener=_opened) as file:
        file.write(content)


def new(path: Path) -> BinaryIO:
    """A file that must not exist yet."""
    return open(path, "xb", opener=_opened)


def append(path: Path, content: bytes) -> None:
    """Add to a file; the content is on disk when this returns."""
    with open(path, "ab", opener=_opened) as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def narrow(path: Path) -> None:
    """An existing file that belongs to this user, or a folder that only a house creates."""
    if path.is_file():
        _narrow(path, FILE_MODE)
    elif path.is_dir():
        _narrow(path, FOLDER_MODE)


def database(path: Path) -> None:
    """The file of a database before it is opened; the database will report what prevents this."""
    with suppress(OSError):
        if not path.exists():
            new(path).close()
        narrow_database(path)


def narrow_database(path: Path) -> None:
    for ending in BESIDE_DATABASE:
        narrow(path.with_name(path.name + ending))


def _opened(path: str, flags: int) -> int:
    handle = os.open(path, flags, FILE_MODE)
    with suppress(OSError):  # not a file, such as /dev/stdout, or somebody else's
        if not Path(path).is_char_device():
            os.fchmod(handle, FILE_MODE)
    return handle


def _narrow(path: Path, mode: int) -> None:
    found = path.stat()
    if not found.st_mode & OTHERS or found.st_uid != os.geteuid():
        return
    path.chmod(mode)
    before = f"{S_IMODE(found.st_mode):04o}"
    log.warning("narrowed", extra={"file": str(path), "mode": before, "now": f"{mode:04o}"})
