"""Between the tables of a file and the frozen values of the model, guided by the shapes."""

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from msgspec import UNSET, Struct

from croupier.rulebooks.file.shapes import (
    Entry,
    Named,
    Recast,
    Record,
    Several,
    Shape,
    Table,
    rulebook_shape,
)
from croupier.rulebooks.file.spelling import Leaf, Unreadable, shown
from croupier.rulebooks.model import Rulebook

Path = tuple[str, ...]
Tables = Mapping[str, Any]

BAD: Any = UNSET
"""A placeholder for what cannot be read."""

CANNOT_BE_SAID: Mapping[str, str] = {
    "community_cards": "cards that players share cannot be said yet: every hand is dealt whole",
    "streets": "several decision stages cannot be said yet: a hand stays in or folds once",
    "decision_stages": "several decision stages cannot be said yet: a hand stays in or folds once",
    "discards": "drawing other cards cannot be said yet: a hand is played as it was dealt",
    "draw_cards": "drawing other cards cannot be said yet: a hand is played as it was dealt",
    "decks": "several decks cannot be said yet: every game is played with one of 52 cards",
    "jokers": "jokers cannot be said yet: every game is played with one deck of 52 cards",
    "wild_cards": "wild cards cannot be said yet: every card counts as it is",
}
"""Keys of games that are not of this kind."""


class Fault(Struct, frozen=True):
    """What is wrong with a file, and where."""

    path: Path
    words: str


def read_tables(tables: Tables) -> tuple[Rulebook | None, list[Fault]]:
    """The rulebook in a file's tables, or everything that is wrong with them."""
    document = tables.get("document")
    reader = _Reader(document if isinstance(document, str) else "?")
    rulebook = reader.read(rulebook_shape(), tables, ())
    return (None, reader.faults) if reader.faults else (rulebook, [])


class _Reader:
    def __init__(self, document: str) -> None:
        self.document = document
        self.faults: list[Fault] = []

    def read(self, shape: Shape, value: Any, path: Path) -> Any:
        match shape:
            case Leaf():
                return self._leaf(shape, value, path)
            case Several():
                return self._several(shape, value, path)
            case Recast(shape=inner, build=build):
                read = self.read(inner, value, path)
                return BAD if read is BAD else build(read)
        if not isinstance(value, Mapping):
            return self._bad(path, f"{shown(value)} is not a table")
        match shape:
            case Record():
                return self._record(shape, value, path)
            case Table():
                return self._table(shape, value, path)
            case Named():
                return self._named(shape, value, path)

    def _bad(self, path: Path, words: str) -> Any:
        self.faults.append(Fault(path, words))
        return BAD

    def _leaf(self, leaf: Leaf, value: Any, path: Path) -> Any:
        try:
            return leaf.read(value, self.document)
        except Unreadable as error:
            return self._bad(path, str(error))

    def _several(self, shape: Several, value: Any, path: Path) -> Any:
        if not isinstance(value, list):
            return self._bad(path, f"{shown(value)} is not a list")
        if shape.length is not None and len(value) != shape.length:
            return self._bad(path, f"takes {shape.length} values, not {len(value)}")
        items = [self._leaf(shape.item, item, path) for item in value]
        if any(item is BAD for item in items):
            return BAD
        if shape.length is None and len(set(items)) < len(items):
            return self._bad(path, "names something twice")
        return shape.make(items)

    def _record(self, record: Record, value: Tables, path: Path) -> Any:
        read = {
            entry.name: self._entry(entry, value, path)
            for entry in record.entries
            if entry.required or entry.name in value
        }
        known = {entry.name for entry in record.entries}
        for key in value:
            if key not in known:
                self._bad((*path, key), _unknown(key, known))
                read[key] = BAD
        return BAD if any(item is BAD for item in read.values()) else record.make(**read)

    def _entry(self, entry: Entry, value: Tables, path: Path) -> Any:
        if entry.name not in value:
            return self._bad((*path, entry.name), "missing, and no reading fills it")
        return self.read(entry.shape, value[entry.name], (*path, entry.name))

    def _table(self, table: Table, value: Tables, path: Path) -> Any:
        read = {}
        for key, item in value.items():
            inner = (*path, key)
            read[self._leaf(table.key, key, inner)] = self.read(table.item, item, inner)
        return BAD if BAD in read or any(item is BAD for item in read.values()) else read

    def _named(self, named: Named, value: Tables, path: Path) -> Any:
        items = []
        for name, item in value.items():
            inner = (*path, name)
            if not isinstance(item, Mapping):
                items.append(self._bad(inner, f"{shown(item)} is not a table"))
            elif "name" in item:
                items.append(self._bad((*inner, "name"), _unknown("name", set())))
            else:
                items.append(self._record(named.item, {"name": name, **item}, inner))
        return BAD if any(item is BAD for item in items) else tuple(items)


def _unknown(key: str, known: set[str]) -> str:
    if key in CANNOT_BE_SAID:
        return CANNOT_BE_SAID[key]
    near = get_close_matches(key, known, n=1)
    meant = f"; did you mean {near[0]}?" if near else ""
    return f"there is no such key here{meant}"


def write_tables(rulebook: Rulebook) -> dict[str, Any]:
    """The tables of a file for this rulebook, complete and without a base."""
    tables: dict[str, Any] = _write(rulebook_shape(), rulebook, rulebook.document)
    return tables


def _write(shape: Shape, value: Any, document: str) -> Any:
    match shape:
        case Leaf():
            return shape.write(value, document)
        case Several(item=leaf):
            items = sorted(value) if shape.make is frozenset else value
            return [leaf.write(item, document) for item in items]
        case Recast(shape=inner, take_apart=take_apart):
            return _write(inner, take_apart(value), document)
        case Table(key=key, item=inner):
            return {
                key.write(name, document): _write(inner, item, document)
                for name, item in value.items()
            }
        case Named(item=record):
            return {item.name: _without_name(_write(record, item, document)) for item in value}
        case Record():
            return {
                entry.name: _write(entry.shape, item, document)
                for entry in shape.entries
                if (item := getattr(value, entry.name)) != entry.default or entry.required
            }


def _without_name(tables: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in tables.items() if key != "name"}
