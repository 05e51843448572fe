"""Writes the types that the pages are checked against: `make types`.

They are read from what the service itself goes by: the annotations of its routes, the messages of
the streaming connection, and the parameters in its OpenAPI description. The file is part of the
repository and no page loads it; a test makes it again and compares.
"""

import enum
import re
import types
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Union, get_args, get_origin

import msgspec
from litestar import Litestar, Response
from litestar.handlers import HTTPRouteHandler
from litestar.routes import HTTPRoute
from msgspec import Struct, inspect

from croupier.house.app.audience import (
    JackpotEventForAll,
    JackpotEventForStaff,
    TableEventForAll,
    TableEventForStaff,
)
from croupier.house.http.application import service_routes
from croupier.house.http.bodies import Limits
from croupier.house.http.pages.site import FOLDER, web_routes
from croupier.house.http.push import LobbyPush, TablePush
from croupier.house.http.shapes import Message, TableSummary, Trouble
from croupier.house.model.commands import AnyCommand
from croupier.jackpot.commands import JackpotCommand
from croupier.table.commands import TableCommand
from croupier.table.events import NoticeShown

FILE = FOLDER.parent / "api.d.ts"

ALIASES: Mapping[str, Any] = {
    "AnyCommand": AnyCommand,
    "TableCommand": TableCommand,
    "JackpotCommand": JackpotCommand,
    "Message": Message,
    "Told": TableEventForAll
    | TableEventForStaff
    | JackpotEventForAll
    | JackpotEventForStaff
    | NoticeShown,
}
"""Unions that pages call by a name."""

LINE_MAX = 120

PUSHED = (TablePush, LobbyPush, TableSummary, Trouble)

HEAD = """\
/* What the service takes and gives. Written by tools/page_types.py: `make types`. */

"""

PLAIN: Mapping[type[inspect.Type], str] = {
    inspect.AnyType: "any",
    inspect.NoneType: "null",
    inspect.BoolType: "boolean",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
    inspect.BytesType: "string",
    inspect.DateTimeType: "string",
    inspect.DateType: "string",
    inspect.DecimalType: "string",
    inspect.RawType: "any",
}


class Types:
    """TypeScript for the types of messages; each struct and enumeration is declared once."""

    def __init__(self, taken: Iterable[Any]) -> None:
        self.declared: dict[str, str] = {}
        self._names: dict[str, type] = {}
        self._aliases = {frozenset(get_args(union)): name for name, union in ALIASES.items()}
        self._taken: set[type] = set()
        for one in taken:
            self._note(inspect.type_info(one))

    def _note(self, info: inspect.Type) -> None:
        """Structs that are sent to the house: what has a default may be left out."""
        if isinstance(info, inspect.StructType):
            if info.cls in self._taken:
                return
            self._taken.add(info.cls)
        for part in _parts(info):
            self._note(part)

    def of(self, annotation: Any) -> str:
        return self._write(inspect.type_info(annotation))

    def alias(self, name: str, union: Any) -> None:
        members = [self.of(one) for one in get_args(union)]
        self.declared[name] = f"export type {name} =\n  | " + "\n  | ".join(members) + ";\n"

    def _write(self, info: inspect.Type) -> str:
        match info:
            case inspect.StructType():
                return self._declare(info.cls, lambda: self._struct(info))
            case inspect.EnumType():
                return self._declare(info.cls, lambda: _enumeration(info.cls))
            case inspect.LiteralType():
                return " | ".join(map(_literal, info.values))
            case inspect.UnionType():
                return self._union(info)
            case inspect.TupleType():
                return f"[{', '.join(map(self._write, info.item_types))}]"
            case inspect.DictType():
                return f"Record<{self._write(info.key_type)}, {self._write(info.value_type)}>"
            case inspect.CollectionType():
                item = self._write(info.item_type)
                return f"({item})[]" if " " in item else f"{item}[]"
            case inspect.Metadata():
                return self._write(info.type)
            case inspect.CustomType(cls) if cls is object:
                return "any"
            case inspect.CustomType():
                raise TypeError(f"{info.cls} has no JSON of its own")
        return PLAIN[type(info)]

    def _declare(self, cls: type, write: Callable[[], str]) -> str:
        name = cls.__name__
        if self._names.setdefault(name, cls) is not cls:
            name = cls.__module__.split(".")[-2].title() + name
            if self._names.setdefault(name, cls) is not cls:
                raise TypeError(f"two types would be called {name}")
        if name not in self.declared:
            self.declared[name] = ""  # it may hold itself
            self.declared[name] = write().replace("{name}", name)
        return name

    def _struct(self, info: inspect.StructType) -> str:
        lines = []
        if info.tag_field is not None:
            lines.append(f"  {info.tag_field}: {_literal(info.tag)};\n")
        seldom = info.cls in self._taken or info.cls.__struct_config__.omit_defaults
        for field in info.fields:
            mark = "" if field.required or not seldom else "?"
            lines.append(f"  {field.encode_name}{mark}: {self._write(field.type)};\n")
        said = (info.cls.__doc__ or "").strip().split("\n")[0]
        comment = f"/** {said} */\n" if said else ""
        return f"{comment}export interface {{name}} {{\n{''.join(lines)}}}\n"

    def _union(self, info: inspect.UnionType) -> str:
        members = list(info.types)
        known = self._aliases.get(
            frozenset(one.cls for one in members if isinstance(one, inspect.StructType))
        )
        if known is not None:
            members = [one for one in members if not isinstance(one, inspect.StructType)]
        written = [known] if known is not None else []
        return " | ".join([*written, *map(self._write, members)])


def _parts(info: inspect.Type) -> list[inspect.Type]:
    match info:
        case inspect.StructType():
            return [field.type for field in info.fields]
        case inspect.UnionType():
            return list(info.types)
        case inspect.TupleType():
            return list(info.item_types)
        case inspect.DictType():
            return [info.key_type, info.value_type]
        case inspect.CollectionType():
            return [info.item_type]
        case inspect.Metadata():
            return [info.type]
    return []


def _literal(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _enumeration(cls: type[enum.Enum]) -> str:
    return f"export type {{name}} = {' | '.join(_literal(one.value) for one in cls)};\n"


class Route(Struct, frozen=True):
    """A route as pages ask it."""

    name: str
    parameters: tuple[str, ...]
    data: Any
    answer: Any


def _answer(annotation: Any) -> Any:
    """What comes as JSON; a route that can send a file too is asked for it by a link."""
    if get_origin(annotation) is Response:
        return _answer(get_args(annotation)[0])
    if get_origin(annotation) in (Union, types.UnionType):
        kinds = [_answer(one) for one in get_args(annotation)]
        return Union[*(kind for kind in kinds if kind is not bytes)]
    return annotation


def _primitive(schema: Mapping[str, Any], schemas: Mapping[str, Any]) -> str:
    """The type of a parameter."""
    if "$ref" in schema:
        return _primitive(schemas[schema["$ref"].rsplit("/", 1)[1]], schemas)
    if "oneOf" in schema:
        return " | ".join(_primitive(one, schemas) for one in schema["oneOf"])
    if "enum" in schema:
        return " | ".join(map(_literal, schema["enum"]))
    if schema["type"] == "array":
        return f"({_primitive(schema['items'], schemas)})[]"
    return "number" if schema["type"] == "integer" else str(schema["type"])


def _routes(app: Litestar) -> list[Route]:
    description = app.openapi_schema.to_schema()
    schemas = description["components"]["schemas"]
    found: list[Route] = []
    for route in app.routes:
        if not isinstance(route, HTTPRoute):
            continue
        for handler in route.route_handlers:
            found += _methods(route, handler, description["paths"], schemas)
    return found


def _methods(
    route: HTTPRoute,
    handler: HTTPRouteHandler,
    paths: Mapping[str, Any],
    schemas: Mapping[str, Any],
) -> Iterable[Route]:
    described = paths.get(route.path_format, {})
    for method in sorted(handler.http_methods):
        if method.lower() not in described:
            continue
        signature = handler.parsed_fn_signature
        answer = _answer(signature.return_type.annotation)
        if answer is bytes:
            continue
        yield Route(
            f"{method} {route.path_format}",
            tuple(
                f"{one['name']}{'' if one['in'] == 'path' or one.get('required') else '?'}: "
                f"{_primitive(one['schema'], schemas)}"
                for one in described[method.lower()].get("parameters", ())
            ),
            signature.parameters["data"].annotation if "data" in signature.parameters else None,
            answer,
        )


def make() -> str:
    """The whole file."""
    app = Litestar([*service_routes(Limits()), *web_routes()])
    routes = sorted(_routes(app), key=lambda one: one.name.split()[::-1])
    written = Types([*(one.data for one in routes if one.data is not None), Message])
    lines = []
    for one in routes:
        given = "".join(f"      {parameter};\n" for parameter in one.parameters)
        lines += [
            f'  "{one.name}": {{\n',
            f"    given: {{\n{given}    }};\n" if given else "    given: Record<never, never>;\n",
            f"    data: {'undefined' if one.data is None else written.of(one.data)};\n",
            f"    answer: {written.of(one.answer)};\n",
            "  };\n",
        ]
    for name, union in ALIASES.items():
        written.alias(name, union)
    for pushed in PUSHED:
        written.of(pushed)
    table = (
        "/** Every route: what fills its address, what is sent along, what comes back. */\n"
        f"export interface Routes {{\n{''.join(lines)}}}\n"
    )
    whole = HEAD + "\n".join([table, *(written.declared[one] for one in sorted(written.declared))])
    return "".join(map(_broken, whole.splitlines(keepends=True)))


def _broken(line: str) -> str:
    """A long choice, one alternative to a line."""
    if len(line) <= LINE_MAX:
        return line
    indent = " " * (len(line) - len(line.lstrip()) + 2)
    start, choice = re.split(r"(?<=[:=]) ", line, maxsplit=1)
    return f"{start}\n" + "".join(
        f"{indent}| {one}" + ("" if one.endswith("\n") else "\n") for one in choice.split(" | ")
    )


def main() -> None:
    FILE.write_text(make(), encoding="utf-8")


if __name__ == "__main__":
    main()
