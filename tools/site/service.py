"""The service of the house as pages of the site, from the description that it serves."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from croupier.house.http.application import service
from croupier.house.http.description import described
from croupier.house.http.pages.site import web_routes
from croupier.house.http.security import SERVER_SETTINGS
from croupier.house.http.streaming_description import streaming_description

Schema = Mapping[str, Any]
_LOCKS = {"token": "token", "session": "session", "csrf": "CSRF header"}


@cache
def description() -> dict[str, Any]:
    return described(service(web_routes(), SERVER_SETTINGS).openapi_schema.to_schema())


def operations_page() -> str:
    """The introduction, and every operation under its subject."""
    found = description()
    parts = [found["info"]["description"], _refusals(found["components"]["responses"])]
    for tag in found["tags"]:
        parts.append(f"## {tag['name']}\n\n{tag['description']}.")
        parts += [
            _operation(path, method, operation)
            for path, methods in found["paths"].items()
            for method, operation in methods.items()
            if operation["tags"] == [tag["name"]]
        ]
    return "\n\n".join(parts)


def _refusals(responses: Schema) -> str:
    rows = [(name.removeprefix("Refused"), one["description"]) for name, one in responses.items()]
    return "## Refusals\n\n" + table(("status", "meaning"), rows)


def _operation(path: str, method: str, operation: Schema) -> str:
    lines = [
        f"### `{operation['operationId']}` {{#{operation['operationId']}}}",
        f"`{method.upper()} {path}`",
        f"{operation['summary']}.",
    ]
    if said := operation.get("description"):
        lines.append(" ".join(said.split()))
    if parameters := operation.get("parameters"):
        lines.append(table(("parameter", "in", "type", "meaning"), map(_parameter, parameters)))
    told = [("who", _who(operation["security"]))]
    if body := operation.get("requestBody"):
        told.append(("body", _content(body["content"])))
    for status, answer in operation["responses"].items():
        if status < "400":
            told.append((status, _content(answer.get("content", {}))))
    refused = [status for status in operation["responses"] if status >= "400"]
    told.append(("refusals", ", ".join(refused)))
    return "\n\n".join([*lines, table(("", ""), told)])


def _parameter(one: Schema) -> tuple[str, ...]:
    name = f"`{one['name']}`" + ("" if one.get("required") else " (optional)")
    return name, one["in"], shown(one["schema"]), one.get("description", "")


def _who(security: list[Schema]) -> str:
    ways = [" with ".join(_LOCKS[name] for name in way) for way in security]
    return " or ".join(ways) or "anybody"


def _content(content: Schema) -> str:
    ways = [f"{shown(one['schema'])} (`{kind}`)" for kind, one in content.items()]
    return "<br>".join(ways) or "nothing"


def shown(schema: Schema) -> str:
    """A type in a few words, linked where it has a name."""
    ways = schema.get("oneOf") or schema.get("anyOf")
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](http-types.md#{name})"
    if ways:
        return " or ".join(dict.fromkeys(map(shown, ways)))
    if "enum" in schema:
        return ", ".join(f"`{value}`" for value in schema["enum"])
    if "const" in schema:
        return f"`{schema['const']}`"
    kind = schema.get("type", "anything")
    if kind == "array":
        return f"list of {shown(schema.get('items') or {})}"
    if kind == "object" and isinstance(schema.get("additionalProperties"), Mapping):
        return f"object of {shown(schema['additionalProperties'])}"
    if isinstance(kind, list):
        return " or ".join(kind)
    return f"{kind} ({schema['format']})" if "format" in schema else str(kind)


def types_page() -> str:
    """What is sent and answered, by name."""
    return types_of(description()["components"]["schemas"])


def types_of(schemas: Schema) -> str:
    return "\n\n".join(_type(name, one) for name, one in sorted(schemas.items()))


def _type(name: str, schema: Schema) -> str:
    lines = [f"### {name} {{#{name}}}"]
    if said := schema.get("description"):
        lines.append(" ".join(said.split()))
    fields = schema.get("properties")
    if fields is None:
        return "\n\n".join([*lines, shown(schema)])
    required = schema.get("required", ())
    rows = [
        (f"`{field}`" + ("" if field in required else " (optional)"), shown(one), _said(one))
        for field, one in fields.items()
    ]
    return "\n\n".join([*lines, table(("field", "type", "meaning"), rows)])


def _said(schema: Schema) -> str:
    return " ".join(schema.get("description", "").split())


def streaming_page() -> str:
    """Every message, and where the whole description is."""
    found = streaming_description()
    messages = found["components"]["messages"]
    parts = ["A house serves this as AsyncAPI 3 at `/api/schema/asyncapi.json`, with all types."]
    for name, title in (("ask", "What a house is asked"), ("tell", "What a house says")):
        parts.append(f"## {title}")
        for one in found["operations"][name]["messages"]:
            message = messages[one["$ref"].rpartition("/")[2]]
            schema = found["components"]["schemas"][message["payload"]["$ref"].rpartition("/")[2]]
            parts.append(_message(message, schema))
    return "\n\n".join(parts)


def _message(message: Schema, schema: Schema) -> str:
    needed = schema.get("required", ())
    rows = [
        (f"`{field}`" + ("" if field in needed else " (optional)"), _plainly(one), _said(one))
        for field, one in schema["properties"].items()
    ]
    lines = [f"### `{message['name']}`", message["summary"]]
    return "\n\n".join([*(one for one in lines if one), table(("field", "type", "meaning"), rows)])


def _plainly(schema: Schema) -> str:
    """Without links: these types are described in their own document."""
    return re.sub(r"\[(\w+)\]\(\S+?\)", r"\1", shown(schema))


def table(columns: tuple[str, ...], rows: Iterable[Iterable[str]]) -> str:
    lines = [columns, ("---",) * len(columns), *rows]
    return "\n".join(
        f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines
    )
