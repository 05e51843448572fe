"""Tables as the text of a file: one line for a rule, a heading for a section."""

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

import msgspec

from croupier.rulebooks.file.shapes import (
    Named,
    Recast,
    Record,
    Shape,
    Table,
    rulebook_shape,
)
from croupier.rulebooks.file.tables import Path, Tables, write_tables
from croupier.rulebooks.model import Rulebook

WIDEST = 120
"""A rule that would be longer than this gets a section of its own."""


def rulebook_text(rulebook: Rulebook) -> str:
    """A file for this rulebook, complete and without a base."""
    return text_of(write_tables(rulebook))


def text_of(tables: Tables) -> str:
    return "\n".join(_section(rulebook_shape(), tables, ())).lstrip("\n") + "\n"


def _section(shape: Shape, tables: Tables, path: Path) -> Iterator[str]:
    """A heading and a line for each rule, then the sections below it."""
    if isinstance(shape, Recast):
        shape = shape.shape
    below = {key for key in tables if not _fits(_inner(shape, key), key, tables[key])}
    if below and not isinstance(shape, Record):
        below = set(tables)  # or they would lose their order
    if path and below != set(tables):
        yield from ("", f"[{dotted(path)}]")
    yield from (f"{_key(key)} = {inline(tables[key])}" for key in tables if key not in below)
    for key in tables:
        if key in below:
            yield from _section(_inner(shape, key), tables[key], (*path, key))


def _inner(shape: Shape, key: str) -> Shape:
    """The value of a key."""
    match shape:
        case Table(item=item) | Named(item=item):
            return item
        case Record(entries=entries):
            return next(entry.shape for entry in entries if entry.name == key)
    return shape


def _fits(shape: Shape, key: str, value: Any) -> bool:
    """Whether a rule fits on one line; a list of rules has a section of its own."""
    if not isinstance(value, Mapping) or not value:
        return True
    nested = any(isinstance(inner, Mapping) for inner in value.values())
    short = len(f"{_key(key)} = {inline(value)}") <= WIDEST
    match shape:
        case Record():
            return not nested or (short and not _is_section(value))
        case Table():
            return not nested and short
    return False


def _is_section(value: Tables) -> bool:
    return all(isinstance(inner, Mapping) for inner in value.values())


def inline(value: Any) -> str:
    """A value on one line."""
    match value:
        case Mapping():
            inner = ", ".join(f"{_key(key)} = {inline(item)}" for key, item in value.items())
            return f"{{ {inner} }}" if inner else "{}"
        case list():
            return f"[{', '.join(inline(item) for item in value)}]"
        case datetime():
            return value.isoformat()
        case str():
            # TOML takes the escapes of JSON; msgspec leaves DEL as it is, which TOML forbids.
            return msgspec.json.encode(value).decode().replace("\x7f", "\\u007f")
    return msgspec.json.encode(value).decode()


def dotted(path: Path) -> str:
    """`play.notes."A void round"`, as TOML writes it."""
    return ".".join(_key(key) for key in path)


def _key(key: str) -> str:
    return key if re.fullmatch("[A-Za-z0-9_-]+", key) else inline(key)
