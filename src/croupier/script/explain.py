"""Explaining what is wrong with a script that cannot be read: where, which field, what."""

import json
import re
from collections.abc import Mapping
from typing import Any

import msgspec

_PATH = re.compile(r" - at `\$(?P<path>.*?)`$")
_COMMAND = re.compile(r"^\.commands\[(\d+)\]\.?(.*)$")
_ENTRY = re.compile(r"^\.(tables|jackpots)\[\.\.\.\]\.?(.*)$")
_NAMED = re.compile(r"(?:required|unknown) field `(.+?)`")


def explain(message: str, text: bytes | str, entry_types: Mapping[str, type]) -> str:
    """A decoder's complaint as a sentence; the types are those of tables and jackpots."""
    found = _PATH.search(message)
    path = found["path"] if found else ""
    problem = _plain(message[: found.start()] if found else message)
    named = _NAMED.search(message)
    where, field = _place(path, text, entry_types)
    if named:
        field = f"{field}.{named[1]}" if field else named[1]
    return f"{where}, field '{field}': {problem}" if field else f"{where}: {problem}"


def _place(path: str, text: bytes | str, entry_types: Mapping[str, type]) -> tuple[str, str]:
    """The part of the script that a decoder's path refers to, and the field in it."""
    command = _COMMAND.match(path)
    if command:
        return f"command {command[1]} ({_do(int(command[1]), text)})", _field(command[2])
    entry = _ENTRY.match(path)
    if entry:
        kind = entry[1].removesuffix("s")
        name = _culprit(entry[1], entry_types[entry[1]], text)
        return f"{kind} {name}", _field(entry[2])
    return "the script", _field(path.lstrip("."))


def _culprit(kind: str, entry_type: type, text: bytes | str) -> str:
    """The table or jackpot in question, which the decoder does not name; `?` if unknown."""
    try:
        entries = json.loads(text)[kind]
    except (ValueError, RecursionError):  # the rest is not even JSON
        return "?"
    for name, entry in entries.items():
        try:
            msgspec.convert(entry, entry_type)
        except msgspec.ValidationError:
            return str(name)
    return "?"


def _field(path: str) -> str:
    return path.replace("[...]", "").replace("key in `", "")


def _do(index: int, text: bytes | str) -> str:
    """What the command asks for; `?` if even that cannot be read."""
    try:
        entry = json.loads(text)["commands"][index]
        return str(entry["do"])
    except (ValueError, LookupError, TypeError, RecursionError):
        return "?"


def _plain(message: str) -> str:
    return message.replace("`", "'")


class _Twice(Exception):
    """A key that occurs twice in an object."""


def key_named_twice(text: bytes | str) -> tuple[str, str] | None:
    """The place and name of a key that occurs twice in one object, if there is one.

    JSON readers keep the second one; a hand typed twice would be settled on half of what was
    written.
    """
    try:
        json.loads(text, object_pairs_hook=_unique)
    except _Twice as twice:
        return _where_twice(text, str(twice))
    return None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        raise _Twice(next(name for name in names if names.count(name) > 1))
    return found


class _Marked(dict[str, Any]):
    """An object in which some key occurs twice."""


def _where_twice(text: bytes | str, key: str) -> tuple[str, str]:
    def mark(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        return found if len(found) == len(pairs) else _Marked(found)

    script = json.loads(text, object_pairs_hook=mark, parse_int=str)
    commands = script.get("commands", [])
    for index, command in enumerate(commands):
        if _holds_marked(command):
            return f"command {index} ({command.get('do', '?')})", key
    return "the script", key


def _holds_marked(value: Any) -> bool:
    if isinstance(value, _Marked):
        return True
    if isinstance(value, dict):
        return any(_holds_marked(one) for one in value.values())
    return isinstance(value, list) and any(_holds_marked(one) for one in value)
