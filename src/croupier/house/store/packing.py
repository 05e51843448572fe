"""Events as the rows of the log hold them: deflated with a dictionary of frequent ones."""

import zlib
from collections.abc import Iterable

from croupier.house.store.dictionary import DICTIONARIES, NEWEST

_WINDOW, _MEMORY = -12, 5
"""A window of 4 KiB, without a header. With zlib's defaults, 32 KiB and a hash table to match,
clearing the memory would take longer than packing a row."""
_LEVEL = 3
EVENTS_BYTES_MAX = 64 << 20
"""What a row of a few bytes may not claim to unpack to."""

_prepared = zlib.compressobj(
    _LEVEL, zlib.DEFLATED, _WINDOW, _MEMORY, zlib.Z_DEFAULT_STRATEGY, DICTIONARIES[NEWEST]
)
_MARK = bytes([NEWEST])


def packed(events: Iterable[bytes]) -> bytes:
    """Events as a row of the log holds them: a line each, deflated (RFC 1951) with the dictionary
    that the first byte names."""
    deflate = _prepared.copy()
    return _MARK + deflate.compress(b"\n".join(events)) + deflate.flush()


def unpacked(stored: bytes) -> list[bytes]:
    """The same back; raises `ValueError` if this is not what `packed` makes."""
    dictionary = DICTIONARIES.get(stored[0]) if stored else None
    if dictionary is None:
        raise ValueError("events are packed in a way that this program does not know")
    inflate = zlib.decompressobj(_WINDOW, dictionary)
    try:
        plain = inflate.decompress(stored[1:], EVENTS_BYTES_MAX)
    except zlib.error:
        raise ValueError("packed events cannot be unpacked") from None
    if not inflate.eof or inflate.unused_data:
        raise ValueError("packed events do not end where they should")
    return plain.split(b"\n")
