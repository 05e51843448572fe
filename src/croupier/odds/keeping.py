"""Counts kept on disk from one process to the next.

A file is named by the fingerprint of what it counts and of the source that counted it, and it
carries a checksum: a file that is damaged, or that is another, is noticed and counted again.
Files are in `$CROUPIER_CACHE`, else in `$XDG_CACHE_HOME/croupier`, else in `~/.cache/croupier`;
`CROUPIER_CACHE=none` keeps nothing. A folder that cannot be written costs time and nothing else.
"""

import hashlib
import os
import sys
from contextlib import suppress
from math import prod
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zlib import crc32

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from croupier import ranking
from croupier.odds.counts import Counts
from croupier.odds.deck import Kinds

if TYPE_CHECKING:
    import logging

_NONE = "none"
_ENDING = ".counts"
_MOST_FILES = 24
"""Older files than these are removed when another is written."""
_SOURCE = ("counting", "counts", "deck", "flushes", "loops", "up_card", "keeping")
"""Whatever changes here changes the fingerprint: old counts never answer for new code."""


class _Header(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of a file."""

    fingerprint: str
    checksum: int
    """CRC-32 of all that follows the line: against damage; a forger would write both."""
    ups: int
    cells: int
    states: int


def cache_folder() -> Path | None:
    """Where files are kept from one process to the next; none if nowhere."""
    if given := os.environ.get("CROUPIER_CACHE"):
        return None if given == _NONE else Path(given)
    base = os.environ.get("XDG_CACHE_HOME", "")
    if base and Path(base).is_absolute():  # others are to be ignored, says the specification
        return Path(base) / "croupier"
    try:
        return Path.home() / ".cache" / "croupier"
    except RuntimeError:
        return None


def fingerprint_of(kinds: Kinds, qualifies: int, known: int) -> str:
    """SHA-256 of everything that determines the counts."""
    classes = [hand.slug for hand in kinds.order.classes]
    game = (kinds.size, classes, kinds.deck.ranks, kinds.deck.suits, qualifies, known)
    digest = hashlib.sha256(repr((game, sys.byteorder)).encode())
    here = Path(__file__)
    for path in (Path(ranking.__file__), *(here.with_name(f"{name}.py") for name in _SOURCE)):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def read_counts(fingerprint: str) -> Counts | None:
    """The counts of that fingerprint; none if they are not kept, or the file is no good."""
    folder = cache_folder()
    if folder is None:
        return None
    path = folder / _name(fingerprint)
    try:
        return _decoded(_mapped(path), fingerprint)
    except OSError:
        return None
    except ValueError as error:
        _log().warning("%s is not used: %s. What it held is counted again.", path, error)
        return None


def keep_counts(fingerprint: str, counts: Counts) -> None:
    """Write the counts for the next process, in one step: another may be reading or writing."""
    folder = cache_folder()
    if folder is None:
        return
    import tempfile

    with suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        number, name = tempfile.mkstemp(dir=folder, suffix=".part")
        written = Path(name)
        try:
            with os.fdopen(number, "wb") as file:
                file.writelines(_encoded(counts, fingerprint))
            written.replace(folder / _name(fingerprint))
        finally:
            written.unlink(missing_ok=True)
        _tidy(folder)


def _name(fingerprint: str) -> str:
    return f"odds-{fingerprint[:32]}{_ENDING}"


def _arrays(counts: Counts) -> list[bytes]:
    return [
        counts.sums.astype(np.int64, copy=False).tobytes(),
        counts.first.astype(np.int32, copy=False).tobytes(),
        counts.hands.astype(np.int32, copy=False).tobytes(),
        counts.weights.astype(np.uint16, copy=False).tobytes(),
    ]


def _encoded(counts: Counts, fingerprint: str) -> list[bytes]:
    arrays = _arrays(counts)
    checksum = 0
    for array in arrays:
        checksum = crc32(array, checksum)
    cells, states = len(counts.first) - 1, len(counts.weights)
    header = _Header(fingerprint, checksum, counts.ups, cells, states)
    return [msgspec.json.encode(header), b"\n", *arrays]


def _mapped(path: Path) -> mmap | bytes:
    """The content of a file, without a copy of what the system has in memory already."""
    with path.open("rb") as file:
        length = os.fstat(file.fileno()).st_size
        return mmap(file.fileno(), length, access=ACCESS_READ) if length else b""


def _decoded(content: mmap | bytes, fingerprint: str) -> Counts:
    line = content[: content.find(b"\n") + 1]
    try:
        header = msgspec.json.decode(line, type=_Header)
    except msgspec.DecodeError:
        raise ValueError("it is not a file of counts") from None
    if header.fingerprint != fingerprint:
        raise ValueError("it holds other counts than its name says")
    body = memoryview(content)[len(line) :]
    if crc32(body) != header.checksum:
        raise ValueError("it is damaged, as its checksum shows")
    kinds = header.cells // header.ups
    sums, body = _taken(body, np.int64, (4, header.ups, kinds))
    first, body = _taken(body, np.int32, (header.cells + 1,))
    hands, body = _taken(body, np.int32, (3, header.states))
    weights, body = _taken(body, np.uint16, (header.states,))
    if body:
        raise ValueError("it is longer than its counts")
    return Counts(header.ups, first, weights, hands, sums)


def _taken(
    body: memoryview, kind: type[np.generic], shape: tuple[int, ...]
) -> tuple[NDArray[Any], memoryview]:
    """The next array of a file, and what follows it."""
    size = prod(shape)
    array = np.frombuffer(body, kind, size).reshape(shape)
    return array, body[array.nbytes :]


def _tidy(folder: Path) -> None:
    """Remove the oldest files: an older version's counts are read by nobody."""
    files = sorted(folder.glob(f"odds-*{_ENDING}"), key=lambda path: path.stat().st_mtime)
    for path in files[:-_MOST_FILES]:
        path.unlink(missing_ok=True)


def _log() -> "logging.Logger":
    import logging

    return logging.getLogger("croupier.odds")
