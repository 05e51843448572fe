"""Files of a house are for its user alone, whatever the umask and whatever their folder allows.

What is made is made so, and never for a moment otherwise. What is found readable by others is
narrowed, and the log says so: others may have read it before.
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
"""SQLite gives the files that it makes beside the database the mode of the database."""

log = logging.getLogger("croupier.house")


def is_open_to_others(path: Path, others: int = OTHERS) -> bool:
    return bool(path.stat().st_mode & others)


def folder(path: Path) -> None:
    """Make a folder, with those above it. One that is there is left as it is: others may use it."""
    if path.is_dir():
        return
    path.parent.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    path.mkdir(mode=FOLDER_MODE)
    path.chmod(FOLDER_MODE)


def write(path: Path, content: bytes) -> None:
    """The whole file; one that is there is narrowed before it is written."""
    with open(path, "wb", opener=_opened) as file:
        file.write(content)


def new(path: Path) -> BinaryIO:
    """A file that was not there."""
    return open(path, "xb", opener=_opened)


def append(path: Path, content: bytes) -> None:
    """To what is there, on the disk when this returns."""
    with open(path, "ab", opener=_opened) as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def narrow(path: Path) -> None:
    """A file that is there and belongs to this user, or a folder that only a house makes."""
    if path.is_file():
        _narrow(path, FILE_MODE)
    elif path.is_dir():
        _narrow(path, FOLDER_MODE)


def database(path: Path) -> None:
    """The file of a database before it is opened; what stops this, the database will say."""
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
