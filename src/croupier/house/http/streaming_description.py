"""The description of the streaming connection for integrators (AsyncAPI 3), from its own types."""

from functools import cache
from typing import Any, get_args

from litestar import get
from msgspec import Struct
from msgspec.json import schema_components

from croupier.house.app.audience import (
    JackpotEventForAll,
    JackpotEventForStaff,
    TableEventForAll,
    TableEventForStaff,
)
from croupier.house.http.description import for_every_language
from croupier.house.http.messages import SAID
from croupier.house.http.security import COOKIE
from croupier.house.http.shapes import Message, TableSummary
from croupier.table.events import NoticeShown
from croupier.version import __version__

ADDRESS = "/api/v1/stream"
SENT_WHOLE = (
    TableEventForAll | TableEventForStaff | JackpotEventForAll | JackpotEventForStaff | NoticeShown
)
"""Events that name no closed card."""
_REF = "#/components/schemas/{name}"
_CODES = """\
Every frame is a JSON array of messages, or one message. The house closes the connection with 1008
if too much of what is sent cannot be read, with 1013 if the viewer cannot keep up or too many
connections come from one address, and with 4001 if who the viewer is has changed: come back, and go
on from the last version.
"""


@cache
def streaming_description() -> dict[str, Any]:
    """The whole document."""
    taken: tuple[type[Struct], ...] = get_args(Message)
    events = get_args(SENT_WHOLE)
    written, schemas = schema_components([*taken, *SAID, *events, TableSummary], ref_template=_REF)
    names = [one["$ref"].rpartition("/")[2] for one in written]
    told = dict(zip((*taken, *SAID, *events), names, strict=False))
    whole_events = [{"$ref": _REF.format(name=told[one])} for one in events]
    _event_of(schemas)["oneOf"] = [*whole_events, _in_part(events)]
    schemas["LobbyPush"]["properties"]["tables"]["items"] = {
        "$ref": _REF.format(name="TableSummary")
    }
    messages = {_name(one): _message(one, told[one]) for one in (*taken, *SAID)}
    whole = {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Croupier, streaming connection",
            "version": __version__,
            "description": _CODES,
        },
        "defaultContentType": "application/json",
        "channels": {
            "stream": {
                "address": ADDRESS,
                "description": "Subscriptions and commands in, events, views and answers out.",
                "messages": {name: _ref("components/messages", name) for name in messages},
                "bindings": {"ws": {"method": "GET", "bindingVersion": "0.1.0"}},
            }
        },
        "operations": {
            "ask": _operation("receive", "What a house is asked.", taken),
            "tell": _operation("send", "What a house says.", SAID),
        },
        "components": {
            "messages": messages,
            "schemas": schemas,
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer"},
                "session": {"type": "httpApiKey", "in": "cookie", "name": COOKIE},
            },
        },
    }
    described: dict[str, Any] = for_every_language(whole)
    return described


def _event_of(schemas: dict[str, Any]) -> dict[str, Any]:
    event: dict[str, Any] = schemas["StreamEvent"]["properties"]["event"]
    description = event.get("description")
    event.clear()
    if description:
        event["description"] = description
    return event


def _in_part(events: tuple[type[Struct], ...]) -> dict[str, Any]:
    return {
        "type": "object",
        "description": "Another event of the log, with what this viewer may know of it.",
        "properties": {"event": {"type": "string", "not": {"enum": [*map(_name, events)]}}},
        "required": ["event"],
    }


def _name(message: type[Struct]) -> str:
    return str(message.__struct_config__.tag)


def _message(message: type[Struct], schema: str) -> dict[str, Any]:
    said = " ".join((message.__doc__ or "").split())
    return {
        "name": _name(message),
        "summary": said.partition(". ")[0],
        "payload": {"$ref": _REF.format(name=schema)},
    }


def _ref(where: str, name: str) -> dict[str, str]:
    return {"$ref": f"#/{where}/{name}"}


def _operation(action: str, summary: str, messages: tuple[type[Struct], ...]) -> dict[str, Any]:
    return {
        "action": action,
        "summary": summary,
        "channel": {"$ref": "#/channels/stream"},
        "security": [_ref("components/securitySchemes", name) for name in ("token", "session")],
        "messages": [_ref("channels/stream/messages", _name(one)) for one in messages],
    }


@get("/api/schema/asyncapi.json", include_in_schema=False, sync_to_thread=False)
def show_streaming_description() -> dict[str, Any]:
    """Everybody may read it."""
    return streaming_description()
