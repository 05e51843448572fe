"""`croupier schema`: the JSON Schemas of scripts and of results."""

from collections.abc import Mapping
from typing import Any

import click
import msgspec

from croupier.cli.schema_words import WORDS, WORDS_OF
from croupier.script import Result, Script

DIALECT = "https://json-schema.org/draft/2020-12/schema"

_TITLES = {"script": "Croupier table script, version 1", "result": "Croupier result, version 1"}
_ROOTS: Mapping[str, type] = {"script": Script, "result": Result}
_NAMES = {"croupier.script.result.Result": "Result", "croupier.table.state.Result": "Outcome"}
"""Shorter names for definitions that Python has to tell apart."""


@click.command()
@click.argument("document", type=click.Choice(sorted(_ROOTS)))
def schema(document: str) -> None:
    """Print the JSON Schema (2020-12) of a script, or of the result of one.

    The schema tells shapes; what depends on the house (which boxes a table has,
    which jackpots there are) is checked when a script is read.
    """
    text = msgspec.json.encode(schema_of(document))
    click.echo(msgspec.json.format(text, indent=2))


def schema_of(document: str) -> dict[str, Any]:
    """The schema with a title, and with a description of every field."""
    (root,), definitions = msgspec.json.schema_components(
        [_ROOTS[document]], ref_template="#/$defs/{name}"
    )
    described = {
        _NAMES.get(name, name): _described(_NAMES.get(name, name), definition)
        for name, definition in definitions.items()
    }
    whole = {"$schema": DIALECT, "title": _TITLES[document], **root, "$defs": described}
    return _renamed(whole)  # type: ignore[no-any-return]


def _described(name: str, definition: Mapping[str, Any]) -> dict[str, Any]:
    """A definition whose fields say what they are."""
    properties = definition.get("properties")
    if not properties:
        return {**definition, "title": name}
    words = {**WORDS, **WORDS_OF.get(name, {})}
    told = {
        field: {"description": words[field], **shape} if field in words else shape
        for field, shape in properties.items()
    }
    return {**definition, "title": name, "properties": told}


def _renamed(value: Any) -> Any:
    """References follow the shorter names."""
    if isinstance(value, dict):
        return {key: _renamed(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_renamed(item) for item in value]
    if isinstance(value, str) and value.startswith("#/$defs/"):
        name = value.removeprefix("#/$defs/")
        return f"#/$defs/{_NAMES.get(name, name)}"
    return value
