"""The messages of a frame, read strictly and, where it bears nothing but commands, at once.

`read_json` looks at every value of a frame in turn. Nearly all frames are commands in which there
is nothing to find, and a few looks at the whole text are enough to know that. Whatever they cannot
rule out is read value by value, and only there a frame is refused: so the sentence is the same.
"""

import msgspec

from croupier.house.http.bodies import DEEPEST, WORD_MOST, read_json
from croupier.house.http.shapes import Give, Message

_Messages = Message | list[Message]
_messages = msgspec.json.Decoder(_Messages).decode
_values = msgspec.json.Decoder().decode
_LONGEST_NUMBER = len(str(2**63))
_CHARACTERS_A_QUOTE = 3
"""At least, on average: names, numbers and brackets of a command stand between quotation marks."""


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
    brackets, colons, numbers and the three words of JSON. A colon for each name that was kept
    means that no name stood there twice.
    """
    if frame.count('"') * _CHARACTERS_A_QUOTE > len(frame):
        return None  # hardly commands, and much work to take apart
    if "\\" in frame or not (frame.isprintable() if not frame.isascii() else "\x7f" not in frame):
        return None
    pieces = frame.split('"')
    texts, rest = pieces[1::2], pieces[::2]
    between = "".join(rest)
    if (
        max(map(len, texts), default=0) > WORD_MOST
        or max(map(len, rest)) > _LONGEST_NUMBER
        or between.count("[") > DEEPEST // 2
        or "." in between
        or "E" in between
        or between.count("e") != between.count("true") + between.count("false")
    ):
        return None
    try:
        read, values = _messages(frame), _values(frame)
    except (msgspec.DecodeError, RecursionError):  # the second for what is nested a thousand deep
        return None
    if not isinstance(read, list):
        read, values = [read], [values]
    names = 0
    for message, value in zip(read, values, strict=True):
        if type(message) is not Give:
            return None
        names += len(value) + len(value["command"])
    return read if between.count(":") == names else None
