"""The messages of a frame, read strictly and, where it bears nothing but commands, at once.

`read_json` looks at every value of a frame in turn. Nearly all frames are commands in which there
is nothing to find, and a few looks at the whole text are enough to know that. Whatever they cannot
rule out is read value by value, and only there a frame is refused: so the sentence is the same.
"""

import re

import msgspec

from croupier.house.http.bodies import DEEPEST, WORD_MOST, read_json
from croupier.house.http.shapes import Give, Message


def _no_fraction(number: str) -> float:
    raise ValueError(number)


_Messages = Message | list[Message]
_messages = msgspec.json.Decoder(_Messages).decode
_values = msgspec.json.Decoder(float_hook=_no_fraction).decode
_encode = msgspec.json.Encoder().encode
_LONGEST_NUMBER = len(str(2**63))
_TEXT, _BETWEEN = rf'"[^"]{{0,{WORD_MOST}}}+"', rf'[^"]{{0,{_LONGEST_NUMBER}}}+'
_of_bounded_pieces = re.compile(f"{_BETWEEN}(?:{_TEXT}{_BETWEEN})*+").fullmatch
"""Texts between quotation marks, and what stands between texts: neither longer than it may be."""


def read_frame(frame: str) -> list[Message]:
    """Raises `BadBody` or `msgspec.ValidationError`, whose sentence says what is wrong."""
    plain = _read_plain(frame)
    if plain is not None:
        return plain
    read = msgspec.convert(read_json(frame, bounded=True), _Messages, str_keys=True)
    return read if isinstance(read, list) else [read]


def _read_plain(frame: str) -> list[Message] | None:
    """Commands, if `read_json` would certainly find nothing wrong with them; otherwise none.

    Text without a backslash and without a character that is not printable has no half of a
    character and no other way to write the same name; control characters of ASCII are none of
    JSON's, but the last. Its quotation marks then tell texts from what stands between them:
    brackets, colons, numbers and the three words of JSON. In a frame that is just as this program
    writes these messages there is nothing else; in another one no name stood twice if the values
    that were kept are written with as many colons.
    """
    if (
        "\\" in frame
        or not (frame.isprintable() if not frame.isascii() else "\x7f" not in frame)
        or not _of_bounded_pieces(frame)
    ):
        return None
    try:
        read = _messages(frame)
        if _encode(read) != frame.encode():
            kept = _encode(_values(frame))
            if kept.count(b":") != frame.count(":"):
                return None
    except (msgspec.DecodeError, RecursionError):  # the second for what is nested a thousand deep
        return None
    if not isinstance(read, list):
        read = [read]
    for message in read:
        if type(message) is not Give:
            return None
    brackets = frame.count("{") + frame.count("[")
    return read if brackets <= DEEPEST // 2 + 2 * len(read) else None  # two each are their own
