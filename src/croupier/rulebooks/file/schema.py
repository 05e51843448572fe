"""The JSON Schema of a rulebook's file, for editors: from the same shapes that read and write it.

It requires nothing: a file that extends another contains only the differences, and the check
says what may be left to readings.
"""

from collections.abc import Mapping
from typing import Any

from croupier.rulebooks.file.merging import EXTENDS, WITHOUT
from croupier.rulebooks.file.shapes import (
    Named,
    Recast,
    Record,
    Several,
    Shape,
    Table,
    rulebook_shape,
)
from croupier.rulebooks.file.spelling import Leaf

Words = Mapping[str, Mapping[str, str]]
"""What a key is, by the title of its table and its own name."""


def rulebook_schema(words: Words) -> dict[str, Any]:
    """The schema; tables that occur in several places are defined once."""
    definitions: dict[str, Any] = {}
    root = _record(rulebook_shape(), words, definitions)
    files = words.get("File", {})
    extends = {
        EXTENDS: {"type": "string", "description": files.get(EXTENDS, "")},
        WITHOUT: {
            "type": "array",
            "items": {"type": "string"},
            "description": files.get(WITHOUT, ""),
        },
    }
    return {**root, "properties": extends | root["properties"], "$defs": definitions}


def _schema(shape: Shape, words: Words, definitions: dict[str, Any]) -> dict[str, Any]:
    match shape:
        case Leaf(schema=schema):
            return dict(schema)
        case Several(item=leaf, length=length):
            bounds = {} if length is None else {"minItems": length, "maxItems": length}
            return {"type": "array", "items": dict(leaf.schema), **bounds}
        case Table(key=key, item=item):
            inner = _schema(item, words, definitions)
            names = {"propertyNames": dict(key.schema)} if "enum" in key.schema else {}
            return {"type": "object", "additionalProperties": inner, **names}
        case Named(item=record):
            inner = _record(record, words, definitions)
            del inner["properties"]["name"]
            return {"type": "object", "additionalProperties": inner}
        case Recast(shape=inner_shape):
            return _schema(inner_shape, words, definitions)
        case Record():
            return _referred(shape, words, definitions)


def _referred(record: Record, words: Words, definitions: dict[str, Any]) -> dict[str, Any]:
    """A rule differs by its value, so each is written out; any other table is defined once."""
    if any(entry.name == "value" for entry in record.entries):
        return _record(record, words, definitions)
    title = record.title.removeprefix("_")
    if title not in definitions:
        definitions[title] = {}  # a placeholder while it is computed
        definitions[title] = _record(record, words, definitions)
    return {"$ref": f"#/$defs/{title}"}


def _record(record: Record, words: Words, definitions: dict[str, Any]) -> dict[str, Any]:
    title = record.title.removeprefix("_")
    told = {**words.get("Source", {}), **words.get(title, {})}
    properties = {}
    for entry in record.entries:
        schema = _schema(entry.shape, words, definitions)
        described = {"description": told[entry.name]} if entry.name in told else {}
        properties[entry.name] = {**schema, **described}
    return {
        "title": title,
        "description": record.told,
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
    }
