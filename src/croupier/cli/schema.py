"""`croupier schema`: the JSON Schemas of scripts, of results and of rulebooks' files."""

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
"""Shorter names for definitions that Python must distinguish."""


@click.command()
@click.argument("document", type=click.Choice(sorted((*_ROOTS, "rulebook"))))
def schema(document: str) -> None:
    """Print the JSON Schema (2020-12) of a script, of its result, or of a rulebook file.

    The schema describes shapes. What depends on the house (which boxes a table has,
    which jackpots there are) is checked when a script is read; 'croupier rules
    --check' checks whether a rulebook is sound.
    """
    found = rulebook_file_schema() if document == "rulebook" else schema_of(document)
    text = msgspec.json.encode(found)
    click.echo(msgspec.json.format(text, indent=2))


def rulebook_file_schema() -> dict[str, Any]:
    """The schema of a rulebook's file, for editors that read TOML by JSON Schema."""
    from croupier.cli.rulebook_words import RULEBOOK_WORDS
    from croupier.rulebooks.file.schema import rulebook_schema

    title = {"title": "Croupier rulebook"}
    return {"$schema": DIALECT, **rulebook_schema(RULEBOOK_WORDS), **title}


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
    """A definition whose fields have descriptions."""
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
