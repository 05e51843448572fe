"""The messages of a frame, read strictly and, where it bears nothing but commands, at once.

`read_json` looks at every value of a frame in turn. Nearly all frames are commands in which there
is nothing to find, and a few looks at the whole text are enough to know that. Whatever they cannot
rule out is read value by value, and only there a frame is refused: so the sentence is the same.
"""

import re

import msgspec

from croupier.house.http.bodies import DEEPEST, WORD_MOST, read_json
from croupier.house.http.shapes import Give, Message

_Messages = Message | list[Message]
_messages = msgspec.json.Decoder(_Messages).decode
_values = msgspec.json.Decoder().decode
_ODD_NUMBER = re.compile(r"[0-9][.eE]|[-0-9]{20}")
"""A number that is not whole, or longer than any that `read_json` takes."""


def read_frame(frame: str) -> list[Message]:
    """Raises `BadBody` or `msgspec.ValidationError`, whose sentence says what is wrong."""
    plain = _read_plain(frame)
    if plain is not None:
        return plain
    read = msgspec.convert(read_json(frame, bounded=True), _Messages, str_keys=True)
    return read if isinstance(read, list) else [read]


def _read_plain(frame: str) -> list[Message] | None:
    """Commands, if `read_json` would certainly find nothing wrong with them; otherwise none.

    Text without a backslash and without a character that is not printable has no control
    character, no half of one and no other way to write the same name. Its quotation marks then
    tell texts from what stands between them: brackets, colons and numbers. A colon for each name
    that was kept means that no name stood there twice.
    """
    if "\\" in frame or not frame.isprintable():
        return None
    pieces = frame.split('"')
    between = "".join(pieces[::2])
    if (
        max(map(len, pieces)) > WORD_MOST
        or between.count("[") > DEEPEST // 2
        or _ODD_NUMBER.search(between) is not None
    ):
        return None
    try:
        read, values = _messages(frame), _values(frame)
    except msgspec.DecodeError:
        return None
    if not isinstance(read, list):
        read, values = [read], [values]
    names = 0
    for message, value in zip(read, values, strict=True):
        if type(message) is not Give:
            return None
        names += len(value) + len(value["command"])
    return read if between.count(":") == names else None
