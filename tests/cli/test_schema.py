"""`croupier schema`: shapes that scripts and results have, checked by a small validator."""

import json
import re
from typing import Any

import pytest

from tests.cli.running import run
from tests.cli.test_documents import EXAMPLES

SCRIPT: dict[str, Any] = json.loads(run("schema", "script").stdout)
RESULT: dict[str, Any] = json.loads(run("schema", "result").stdout)

_TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "boolean": (bool,),
    "null": (type(None),),
}


def fits(value: Any, schema: Any, root: dict[str, Any]) -> bool:
    """Whether a value fits the part of JSON Schema that our schemas use."""
    if isinstance(schema, bool):
        return schema
    if "$ref" in schema and not fits(value, root["$defs"][schema["$ref"].split("/")[-1]], root):
        return False
    if "anyOf" in schema and not any(fits(value, one, root) for one in schema["anyOf"]):
        return False
    if "enum" in schema and value not in schema["enum"]:
        return False
    if "type" in schema:
        if isinstance(value, bool) and schema["type"] != "boolean":
            return False
        if not isinstance(value, _TYPES[schema["type"]]):
            return False
    match value:
        case dict():
            return _object_fits(value, schema, root)
        case list():
            return _array_fits(value, schema, root)
        case str():
            return len(value) >= schema.get("minLength", 0) and bool(
                re.search(schema.get("pattern", ""), value)
            )
        case int():
            return value >= schema.get("minimum", value) and (
                "exclusiveMinimum" not in schema or value > schema["exclusiveMinimum"]
            )
    return True


def _object_fits(value: dict[str, Any], schema: Any, root: dict[str, Any]) -> bool:
    properties = schema.get("properties", {})
    others = schema.get("additionalProperties", True)
    return (
        all(name in value for name in schema.get("required", ()))
        and len(value) >= schema.get("minProperties", 0)
        and all(fits(item, properties.get(name, others), root) for name, item in value.items())
    )


def _array_fits(value: list[Any], schema: Any, root: dict[str, Any]) -> bool:
    first = schema.get("prefixItems", [])
    rest = schema.get("items", True)
    return schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)) and all(
        fits(item, first[place] if place < len(first) else rest, root)
        for place, item in enumerate(value)
    )


@pytest.mark.parametrize(("script", "result"), EXAMPLES)
def test_the_examples_fit(script: dict[str, Any], result: dict[str, Any]) -> None:
    assert fits(script, SCRIPT, SCRIPT)
    assert fits(result, RESULT, RESULT)


@pytest.mark.parametrize(
    "change",
    [
        {"format": "croupier-script/2"},
        {"extra": 1},
        {"tables": {}},
        {"tables": {"T1": {"rulebook": "casino-stud", "device": "hat"}}},
        {"tables": {"T1": {"rulebook": "casino-stud", "limits": {"ante": [1]}}}},
        {"commands": [{"do": "dance"}]},
        {"commands": [{"do": "open_bets", "extra": 1}]},
        {"commands": [{"do": "fold"}]},
        {"commands": [{"do": "fold", "box": 0}]},
        {"commands": [{"do": "place_wager", "box": 1, "wager": "ante", "amount": 0}]},
        {"commands": [{"do": "place_wager", "box": 1, "wager": "ante", "amount": "5"}]},
        {"commands": [{"do": "choose", "box": 1, "option": "perhaps"}]},
        {"commands": [{"do": "open_bets", "by": {"id": "x", "role": "boss"}}]},
    ],
    ids=str,
)
def test_what_is_no_script_does_not_fit(change: dict[str, Any]) -> None:
    script, _ = EXAMPLES[0]
    assert fits(script, SCRIPT, SCRIPT)
    assert not fits({**script, **change}, SCRIPT, SCRIPT)


@pytest.mark.parametrize("schema", [SCRIPT, RESULT], ids=["script", "result"])
def test_every_type_and_field_is_described(schema: dict[str, Any]) -> None:
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["title"].startswith("Croupier ")
    for name, definition in schema["$defs"].items():
        assert definition["title"] == name
        assert definition["description"], name
        for field, shape in definition.get("properties", {}).items():
            assert shape["description"], f"{name}.{field}"


@pytest.mark.parametrize("schema", [SCRIPT, RESULT], ids=["script", "result"])
def test_every_reference_leads_somewhere(schema: dict[str, Any]) -> None:
    references = re.findall(r'"#/\$defs/([^"]+)"', json.dumps(schema))
    assert references
    assert set(references) == set(schema["$defs"])


def test_there_are_three_documents() -> None:
    result = run("schema", "house")
    assert result.exit_code == 2
    assert "'house' is not one of 'result', 'rulebook', 'script'" in result.stderr
