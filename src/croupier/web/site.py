"""The static files of the pages, held in memory with their digests.

Every file is served under a folder named by the digest of all of them, so that a
browser may keep it for ever and never mixes two editions. A file that changes on
disk makes a new digest with the next page that is asked for.
"""

import gzip
import hashlib
import time
from collections.abc import Iterable
from pathlib import Path

from msgspec import Struct

FOLDER = Path(__file__).parent / "static"
SHELL = "index.html"
_LOOK_AGAIN_SECONDS = 1.0
_WORTH_PACKING = 600

CONTENT_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".txt": "text/plain; charset=utf-8",
    ".woff2": "font/woff2",
}


class File(Struct, frozen=True):
    """One file as it is sent."""

    content: bytes
    packed: bytes | None
    content_type: str
    etag: str


class Edition(Struct, frozen=True):
    """All files at one time."""

    digest: str
    files: dict[str, File]
    shell: File


def _packed(content: bytes) -> bytes | None:
    """Smaller, or not at all: pictures and typefaces are packed already."""
    packed = gzip.compress(content, 9, mtime=0) if len(content) >= _WORTH_PACKING else content
    return packed if len(packed) < len(content) else None


def _file(content: bytes, suffix: str) -> File:
    etag = hashlib.sha256(content).hexdigest()[:32]
    return File(content, _packed(content), CONTENT_TYPES[suffix], etag)


def _paths() -> list[Path]:
    return sorted(path for path in FOLDER.rglob("*") if path.suffix in CONTENT_TYPES)


def _marks(paths: Iterable[Path]) -> tuple[tuple[str, int, int], ...]:
    return tuple(
        (str(path), stat.st_mtime_ns, stat.st_size) for path in paths for stat in (path.stat(),)
    )


def read_edition() -> Edition:
    """The files as they lie in the folder now."""
    contents = {path.relative_to(FOLDER).as_posix(): path.read_bytes() for path in _paths()}
    whole = hashlib.sha256()
    for name, content in contents.items():
        whole.update(f"{name} {len(content)} ".encode() + content)
    digest = whole.hexdigest()[:16]
    shell = contents.pop(SHELL).replace(b"{edition}", digest.encode())
    files = {name: _file(content, Path(name).suffix) for name, content in contents.items()}
    return Edition(digest, files, _file(shell, ".html"))


class Site:
    """The newest edition; looked for again at most once a second."""

    def __init__(self) -> None:
        self._edition: Edition | None = None
        self._marks: tuple[tuple[str, int, int], ...] = ()
        self._looked = 0.0

    def edition(self) -> Edition:
        now = time.monotonic()
        if self._edition is None or now - self._looked > _LOOK_AGAIN_SECONDS:
            self._looked = now
            marks = _marks(_paths())
            if marks != self._marks or self._edition is None:
                self._edition, self._marks = read_edition(), marks
        return self._edition
