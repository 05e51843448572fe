"""A TypeScript client of the service, generated from its OpenAPI description.

    python -m tools.typescript_client openapi.json > client.ts

One class, `Client`, with a method for each operation, named by its operation id; types for all that
is sent and answered; `Refused` for what was not done. It needs nothing but `fetch`.
"""

import json
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

Schema = Mapping[str, Any]

HEAD = """\
// Generated from the OpenAPI description of the service. Do not edit.

/** What the house did not do, and why. */
export class Refused extends Error {
  constructor(readonly status: number, readonly trouble: Trouble, readonly request: string | null) {
    super(trouble.message);
  }
}

type Query = Record<string, unknown>;

export class Client {
  /** `address` such as https://house.example; a token acts as its owner. */
  constructor(readonly address: string, private readonly token?: string) {}

  private async ask(
    method: string,
    path: string,
    query: Query,
    body?: unknown,
    key?: string,
  ): Promise<Response> {
    const url = new URL(this.address + path);
    for (const [name, value] of Object.entries(query)) {
      for (const one of Array.isArray(value) ? value : [value]) {
        if (one !== undefined && one !== null) url.searchParams.append(name, String(one));
      }
    }
    const headers: Record<string, string> = {};
    if (this.token !== undefined) headers["Authorization"] = `Bearer ${this.token}`;
    if (body !== undefined) headers["Content-Type"] = "application/json";
    if (key !== undefined) headers["Idempotency-Key"] = key;
    const sent = body === undefined ? undefined : JSON.stringify(body);
    const answer = await fetch(url, { method, headers, body: sent });
    if (!answer.ok) {
      const request = answer.headers.get("X-Request-Id");
      throw new Refused(answer.status, await answer.json(), request);
    }
    return answer;
  }
"""


def client(description: Schema) -> str:
    """The whole module."""
    methods = [
        _method(path, method.upper(), operation)
        for path, by_method in description["paths"].items()
        for method, operation in by_method.items()
    ]
    types = [
        f"{_comment(one)}export type {_name(name)} = {_type(one)};\n"
        for name, one in sorted(description["components"]["schemas"].items())
    ]
    return HEAD + "\n".join(["", *methods]) + "}\n\n" + "\n".join(types)


def _method(path: str, method: str, operation: Schema) -> str:
    parameters = operation.get("parameters", ())
    inside = [one for one in parameters if one["in"] == "path"]
    asked = [one for one in parameters if one["in"] == "query"]
    has_key = any(one["name"] == "Idempotency-Key" for one in parameters)
    taken = [f"{one['name']}: {_type(one['schema'])}" for one in inside]
    body = "undefined"
    if content := operation.get("requestBody", {}).get("content"):
        taken.append(f"body: {_type(content['application/json']['schema'])}")
        body = "body"
    if asked:
        fields = "; ".join(
            f"{json.dumps(one['name'])}{'' if one.get('required') else '?'}: {_type(one['schema'])}"
            for one in asked
        )
        needed = any(one.get("required") for one in asked)
        taken.append(f"query: {{ {fields} }}" + ("" if needed else " = {}"))
    if has_key:
        taken.append("key?: string")
    where = re.sub(r"{(\w+)}", r"${encodeURIComponent(\1)}", path)
    answer, read = _answer(operation["responses"])
    given = f'"{method}", `{where}`, {"query" if asked else "{}"}, {body}'
    given += ", key" if has_key else ""
    return (
        f"  /** {operation['summary']}. */\n"
        f"  async {operation['operationId']}({', '.join(taken)}): Promise<{answer}> {{\n"
        f"    const answer = await this.ask({given});\n"
        f"    return {read};\n"
        "  }\n"
    )


def _answer(responses: Schema) -> tuple[str, str]:
    """The type of what comes back, and how it is read."""
    [done] = [one for status, one in responses.items() if status < "300"]
    content = done.get("content", {})
    if "application/json" in content and len(content) == 1:
        return _type(content["application/json"]["schema"]), "await answer.json()"
    return "Response", "answer"


def _name(name: str) -> str:
    return re.sub(r"\W", "_", name)


def _comment(schema: Schema) -> str:
    said = " ".join(schema.get("description", "").split()).replace("*/", "")
    return f"/** {said} */\n" if said else ""


def _type(schema: Schema) -> str:
    if "$ref" in schema:
        return _name(schema["$ref"].rpartition("/")[2])
    for choice in ("oneOf", "anyOf"):
        if choice in schema:
            return " | ".join(dict.fromkeys(f"({_type(one)})" for one in schema[choice]))
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if "const" in schema:
        return json.dumps(schema["const"])
    match schema.get("type"):
        case [*kinds]:
            return " | ".join(_type({**schema, "type": kind}) for kind in kinds)
        case "array" if "prefixItems" in schema:
            return f"[{', '.join(map(_type, schema['prefixItems']))}]"
        case "array":
            return f"({_type(schema.get('items') or {})})[]"
        case "object":
            return _object(schema)
        case "integer" | "number":
            return "number"
        case "string" | "boolean" | "null" as plain:
            return str(plain)
        case _:
            return "unknown"


def _object(schema: Schema) -> str:
    fields = schema.get("properties")
    if fields is None:
        values = schema.get("additionalProperties")
        inside = _type(values) if isinstance(values, Mapping) else "unknown"
        return f"Record<string, {inside}>"
    needed = schema.get("required", ())
    return (
        "{\n"
        + "".join(
            f"  {json.dumps(name)}{'' if name in needed else '?'}: {_type(one)};\n"
            for name, one in fields.items()
        )
        + "}"
    )


def main() -> None:
    description = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    sys.stdout.write(client(description))


if __name__ == "__main__":
    main()
