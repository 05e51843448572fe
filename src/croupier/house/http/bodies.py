"""What callers send, read strictly: JSON that means one thing, in text that people can read.

A number is a whole number and stands without quotes, a key stands once, and nothing is nested
deeper than any request needs to be. Names and keys have no control characters, and texts that
end up in the log have a length. Whatever is wrong is said in one sentence.
"""

import json
import re
from typing import Any, NoReturn

import msgspec
from litestar import Request
from litestar.datastructures import State

from croupier.rulebooks.file.checking import LONGEST as FILE_MOST
from croupier.rulebooks.file.checking import UNREADABLE

DEEPEST = 32
TEXT_MOST = 500
"""Characters of a reason or a description."""
WORD_MOST = 200
"""Characters of anything else in a command: a name, a key, a hand of cards."""
TEXTS = frozenset({"reason", "description"})
"""What people write in their own words; it may have lines."""
FILES = frozenset({"rulebook"})
"""What may be the text of a file; the house's limit for a body is mostly the narrower one."""
SECRETS = frozenset({"password", "old", "new"})
"""Taken as they are typed."""


class BadBody(Exception):
    """The sentence says what is wrong with what was sent (400, or 415 for another kind)."""

    def __init__(self, message: str, status: int = 400) -> None:
        super().__init__(message)
        self.status = status


def read_json(body: bytes | str, *, bounded: bool = False) -> Any:
    """The JSON of a body as plain values; `bounded` where its texts go into the log."""
    try:
        text = body if isinstance(body, str) else body.decode()
        read = json.loads(
            text,
            object_pairs_hook=_once,
            parse_float=_no_fraction,
            parse_constant=_no_fraction,
            parse_int=_whole,
        )
        _demand_readable(read, "", 0, bounded=bounded)
    except UnicodeDecodeError:
        raise BadBody("The body is not UTF-8.") from None
    except json.JSONDecodeError as error:
        raise BadBody(f"This is not JSON: {error.msg} at character {error.pos + 1}.") from None
    except RecursionError:
        _too_deep()
    return read


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read: dict[str, Any] = {}
    for key, value in pairs:
        if key in read:
            raise BadBody(f"'{_shown(key)}' stands there twice.")
        read[key] = value
    return read


def _no_fraction(number: str) -> NoReturn:
    raise BadBody(f"{_shown(number)} is no whole number: amounts are cents, such as 1000.")


def _whole(number: str) -> int:
    if len(number) > len(str(2**63)):
        raise BadBody(f"{_shown(number)}… is too large a number.")
    return int(number)


def _too_deep() -> NoReturn:
    raise BadBody(f"The JSON is nested more than {DEEPEST} deep.")


def _demand_readable(value: Any, name: str, depth: int, *, bounded: bool) -> None:
    if depth > DEEPEST:
        _too_deep()
    match value:
        case str():
            _demand_text(value, name, bounded=bounded)
        case dict():
            for key, inner in value.items():
                _demand_text(key, key, bounded=bounded)
                _demand_readable(inner, key, depth + 1, bounded=bounded)
        case list():
            for inner in value:
                _demand_readable(inner, name, depth + 1, bounded=bounded)


def _demand_text(text: str, name: str, *, bounded: bool) -> None:
    if name in SECRETS:
        return
    lines = name in TEXTS or name in FILES
    most = FILE_MOST if name in FILES else TEXT_MOST if name in TEXTS else WORD_MOST
    if bounded and len(text) > most:
        raise BadBody(f"'{_shown(name)}' has {len(text)} characters; {most} is the most.")
    if UNREADABLE.search(re.sub(r"[\r\n\t]", " ", text) if lines else text):
        raise BadBody(f"'{_shown(name)}' has a control character or line break in it.")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise BadBody(f"'{_shown(name)}' has half a character in it.") from None


def _shown(text: str) -> str:
    """A piece of what was sent, fit for a sentence."""
    return ascii(text[:40])[1:-1]


class StrictRequest(Request[Any, Any, State]):
    """A request whose body is what its route takes, and nothing that merely could be read so."""

    async def json(self) -> Any:
        kind = self.headers.get("content-type", "application/json").partition(";")[0].strip()
        if kind.lower() != "application/json":
            raise BadBody(f"Send application/json, not '{_shown(kind)}'.", 415)
        body = await self.body()
        field = self.route_handler.parsed_data_field
        shape: Any = Any if field is None else field.annotation
        read = read_json(body, bounded="command" in getattr(shape, "__struct_fields__", ()))
        try:
            return msgspec.convert(read, shape, str_keys=True)
        except msgspec.ValidationError as error:
            raise BadBody(_sentence(error)) from None


def _sentence(error: msgspec.ValidationError) -> str:
    """`command.amount: Expected `int`, got `str`` for msgspec's own order of words."""
    said, _, path = str(error).partition(" - at `$")
    where = path.rstrip("`").lstrip(".") or "body"
    return f"{where}: {said}"
