"""Which program is running: every file of the installed package with its SHA-256."""

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

import croupier

_LEFT_OUT = {".pyc", ".nbi", ".nbc"}
"""What Python and numba generate from the files."""


def manifest(root: Path | None = None) -> dict[str, str]:
    """Each file of the program, code and pages alike, with its SHA-256."""
    root = root or Path(croupier.__file__).parent
    return {
        path.relative_to(root).as_posix(): sha256(path.read_bytes()).hexdigest()
        for path in sorted(root.rglob("*"))
        if path.is_file() and path.suffix not in _LEFT_OUT and "__pycache__" not in path.parts
    }


def digest(files: Mapping[str, str]) -> str:
    """One SHA-256 for all of them: the hash of what `sha256sum` would print."""
    listed = "".join(f"{files[name]}  {name}\n" for name in sorted(files))
    return sha256(listed.encode()).hexdigest()


def changed(before: Mapping[str, str], now: Mapping[str, str]) -> dict[str, str | None]:
    """What has changed: the new SHA-256, or none for a file that is gone."""
    new: dict[str, str | None] = {
        name: mark for name, mark in now.items() if before.get(name) != mark
    }
    return new | dict.fromkeys(before.keys() - now.keys())
