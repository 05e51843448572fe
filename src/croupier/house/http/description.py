"""The description of the service for integrators (OpenAPI): what Litestar cannot know by itself.

It finds addresses, parameters and bodies in the handlers. Added here: who may ask and by what, how
a refusal looks, which ones an operation can meet, its subject, and the headers of every answer.
"""

import re
from typing import Any

from litestar import Request
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import Method
from litestar.types.internal_types import PathParameterDefinition
from msgspec.json import schema_components

from croupier.house.http.security import BEGINNINGS, COOKIE, CSRF_HEADER, LOG_OUT, SAFE_METHODS
from croupier.house.http.server import PLAIN, VERSIONED
from croupier.house.http.shapes import Trouble
from croupier.version import __version__

INTRODUCTION = """\
Everything that a page of this house shows or does goes through these operations. Addresses under
`/api/v1` keep their meaning; what is added to an answer later does not count as a change.

**Who is asking** is shown by a personal or device token (`Authorization: Bearer …`, made at
`POST /api/tokens`) or by the session of a browser: a cookie, and for everything but reading the
header of `GET /api/me`'s `csrf`. Operations without a lock are open to anybody.

**Commands** have an idempotency key: the same key is carried out once and answered alike, whatever
becomes of the connection. Send it in the body or as `Idempotency-Key`.

**Refusals** have one shape, `Trouble`: a kind for programs, a message for people, a code, and the
clause of the approved rules if one forbids it. Nothing has happened unless the kind is `unknown`;
then repeat the command with the same key.

**Lists** that can grow take `limit`, and an answer that is not the last has the address of the next
page in its header `Link`. Those that go back in time take `before`: the `next` of the last answer.

**Limits.** Where requests are counted, the answer says in `RateLimit-Limit`, `RateLimit-Remaining`
and `RateLimit-Reset` (in seconds) how many are left; a refusal with 429 has `Retry-After`.

Money is in whole cents. Moments are in UTC. Every answer has an `X-Request-Id`; send one of your
own to find a request again in the log of the house.
"""

SUBJECTS = {
    "Tables": ("What happens at a table", ("tables", "commands")),
    "Jackpots": ("Meters and payments of the progressives", ("jackpots", "payables", "returns")),
    "Sign-in": (
        "Sessions, passwords, second factors, passkeys and language of the caller",
        (
            *("me", "session", "sessions", "guest", "password", "second-factor", "passkeys"),
            *("notices", "language"),
        ),
    ),
    "People": ("The register of people and devices", ("people", "tokens", "shoes")),
    "Cage": (
        "Wallets, slips, receipts and what waits for a second person",
        ("wallet", "wallets", "proposals", "slips", "receipts"),
    ),
    "Audit": ("Rounds, events and reports", ("audit", "reports")),
    "Rulebooks": ("Rules, odds and practice", ("book", "odds")),
    "School": ("Exercises for dealers and supervisors, and their marks", ("school",)),
    "Log": ("Heads of the log, for whoever checks it from outside", ("log",)),
    "Floor": ("What the consoles of dealers, pit and cage show", ("floor",)),
    "Operation": ("Health, measurements and alarms", ("health", "metrics", "alarms")),
}
"""Each with the first parts of its addresses."""

OPEN = re.compile(
    r"/health|/metrics"
    r"|/api/(me|session/challenge|odds.*|book.*|jackpots|jackpots/{jackpot}|log/\w+)"
    r"|/api/tables(/{table}(/(odds.*|advice|felt|play|company|book|editions))?)?"
)
"""Addresses that anybody may read: what is seen there may depend on who asks."""

_REFUSALS = {
    "400": "The request cannot be read: its address, a parameter or the body.",
    "401": "Log in first, or send a token that is still good.",
    "403": "The caller may not do this; the message says who may.",
    "404": "There is no such table, person or thing.",
    "409": "Another version than expected, or a key that was used for another command.",
    "413": "The body is longer than anything that is asked for.",
    "422": "Refused by the rules of the game or of the house; `clause` says by which.",
    "429": "Too fast, or too much at once.",
    "500": "A mistake of ours: the log of the house says what, under this request's id.",
    "503": "The house cannot store anything at present, or does not know whether it did.",
}
_ANYWHERE = ("400", "401", "403", "429", "500", "503")
"""A token that is no longer good, or a way round the proxy, is turned away at any address."""
_EXAMPLES = {
    "422": {
        "kind": "refused",
        "message": "The bet is exactly twice the ante: 20.00.",
        "code": "wrong-amount",
        "clause": "CSP 3.10",
        "version": None,
    },
    "401": {
        "kind": "not-allowed",
        "message": "Log in first: a viewer may not do this.",
        "code": "log-in",
        "clause": None,
        "version": None,
    },
}
_COMMAND = {
    "key": "till-7-000123",
    "command": {"do": "place_wager", "box": 1, "wager": "ante", "amount": 1000},
    "round": 12,
}


def operation_id(
    handler: HTTPRouteHandler, _: Method, path: list[str | PathParameterDefinition]
) -> str:
    """The name of the function that answers: `give_command`; the odds of a table have their own."""
    name = handler.handler_name.removesuffix("_of_table")
    of_table = name != handler.handler_name or ("tables" in path and "odds" in path)
    return f"{name}_of_table" if of_table else name


class Description(JsonRenderPlugin):
    """Serves the description with all that is added here."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        return super().render(request, described(openapi_schema))


def openapi_config() -> OpenAPIConfig:
    return OpenAPIConfig(
        title="Croupier",
        version=__version__,
        description=INTRODUCTION,
        path="/api/schema",
        operation_id_creator=operation_id,
        use_handler_docstrings=True,
        render_plugins=[Description(path=["/openapi.json", "/"])],
    )


def described(found: dict[str, Any]) -> dict[str, Any]:
    """The description that Litestar found, made true and complete."""
    whole: dict[str, Any] = for_every_language(found)
    components = whole.setdefault("components", {})
    components["securitySchemes"] = _schemes()
    components["headers"] = _headers()
    components.setdefault("schemas", {})["Trouble"] = _trouble()
    components["responses"] = {f"Refused{status}": _refusal(status) for status in _REFUSALS}
    subjects = set()
    for path, methods in whole["paths"].items():
        for method, operation in methods.items():
            if isinstance(operation, dict):
                subject = _subject(path)
                subjects.add(subject)
                operation["tags"] = [subject]
                _complete(operation, path, method.upper())
    whole["tags"] = [
        {"name": name, "description": about}
        for name, (about, _) in SUBJECTS.items()
        if name in subjects
    ]
    whole["paths"] = {
        path.replace(PLAIN, VERSIONED, 1): methods for path, methods in whole["paths"].items()
    }
    return whole


def for_every_language(found: Any) -> Any:
    """A copy whose patterns end as JSON Schema has it: `\\Z` is Python's alone."""
    match found:
        case dict():
            return {
                key: re.sub(r"\\Z$", "$", one)
                if key == "pattern" and isinstance(one, str)
                else for_every_language(one)
                for key, one in found.items()
            }
        case list() | tuple():
            return [for_every_language(one) for one in found]
    return found


def refusals_of(path: str, method: str) -> tuple[str, ...]:
    """The refusals that an operation can meet."""
    found = set(_ANYWHERE)
    if "{" in path or method not in SAFE_METHODS:
        found |= {"404", "422"}
    if method not in SAFE_METHODS:
        found |= {"409", "413"}
    return tuple(sorted(found))


def is_open(path: str, method: str) -> bool:
    """Whether somebody whom the house does not know may ask it."""
    if method in SAFE_METHODS:
        return OPEN.fullmatch(path) is not None
    return (method, path) in BEGINNINGS or (method, path) == LOG_OUT


def _complete(operation: dict[str, Any], path: str, method: str) -> None:
    name = operation["operationId"]
    operation.pop("deprecated", None)
    responses = {
        status: answer for status, answer in operation["responses"].items() if status < "400"
    }
    for answer in responses.values():
        answer["description"] = "Done." if method not in SAFE_METHODS else "What was asked for."
        headers = answer.setdefault("headers", {})
        headers["X-Request-Id"] = _HEADER
        if "after" in {one["name"] for one in operation.get("parameters", ())}:
            headers["Link"] = {"$ref": "#/components/headers/Link"}
        if method not in SAFE_METHODS:
            headers |= _RATE_LIMIT
    responses |= {
        status: {"$ref": f"#/components/responses/Refused{status}"}
        for status in refusals_of(path, method)
    }
    operation["responses"] = dict(sorted(responses.items()))
    if is_open(path, method):
        operation["security"] = []
    elif method in SAFE_METHODS:
        operation["security"] = [{"token": []}, {"session": []}]
    else:
        operation["security"] = [{"token": []}, {"session": [], "csrf": []}]
    if name in ("give_command", "give_house_command"):
        operation["parameters"] = [*operation.get("parameters", []), _KEY]
        [content] = operation["requestBody"]["content"].values()
        content["example"] = _COMMAND


def _subject(path: str) -> str:
    first = re.sub(r"^/(api/)?", "", path).partition("/")[0]
    return next(name for name, (_, parts) in SUBJECTS.items() if first in parts)


def _schemes() -> dict[str, Any]:
    return {
        "token": {
            "type": "http",
            "scheme": "bearer",
            "description": "A personal token, or one of a device, from `POST /api/tokens`.",
        },
        "session": {
            "type": "apiKey",
            "in": "cookie",
            "name": COOKIE,
            "description": "The session of a browser, from `POST /api/session`.",
        },
        "csrf": {
            "type": "apiKey",
            "in": "header",
            "name": CSRF_HEADER,
            "description": "Beside the cookie where something is changed: `csrf` of `GET /api/me`.",
        },
    }


_HEADER = {"$ref": "#/components/headers/RequestId"}
_RATE_LIMIT = {
    f"RateLimit-{name}": {"$ref": f"#/components/headers/RateLimit{name}"}
    for name in ("Limit", "Remaining", "Reset")
}
_KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "description": "The key, if it is not in the body; where it is in both places, the same.",
    "schema": {"type": "string", "minLength": 8, "maxLength": 128},
}


def _headers() -> dict[str, Any]:
    return {
        "RequestId": {
            "description": "The caller's own `X-Request-Id`, or one that was made.",
            "schema": {"type": "string"},
        },
        "Link": {
            "description": "Address of the next page, if there is one (RFC 8288, `rel=next`).",
            "schema": {"type": "string"},
        },
        "RateLimitLimit": {
            "description": "Where the request was counted: how many may come at once.",
            "schema": {"type": "integer"},
        },
        "RateLimitRemaining": {
            "description": "How many of them are left.",
            "schema": {"type": "integer"},
        },
        "RateLimitReset": {
            "description": "Seconds until all of them are there again.",
            "schema": {"type": "integer"},
        },
        "RetryAfter": {
            "description": "Seconds after which it is worth trying again.",
            "schema": {"type": "integer"},
        },
    }


def _refusal(status: str) -> dict[str, Any]:
    content: dict[str, Any] = {"schema": {"$ref": "#/components/schemas/Trouble"}}
    if status in _EXAMPLES:
        content["example"] = _EXAMPLES[status]
    headers = {"X-Request-Id": _HEADER}
    if status == "429":
        headers |= _RATE_LIMIT
    if status in ("429", "503"):
        headers["Retry-After"] = {"$ref": "#/components/headers/RetryAfter"}
    return {
        "description": _REFUSALS[status],
        "headers": headers,
        "content": {"application/json": content},
    }


def _trouble() -> dict[str, Any]:
    _, found = schema_components([Trouble], ref_template="#/components/schemas/{name}")
    trouble: dict[str, Any] = found["Trouble"]
    return trouble
