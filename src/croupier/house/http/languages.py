"""In which language a caller is answered, and answers in that language.

Answers are made in English. Before one leaves for somebody who reads another language, the fields
that hold words are said in it; names, codes and figures are never touched.
"""

import gzip
from collections.abc import Mapping
from functools import lru_cache, partial
from typing import Any

import msgspec
from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from croupier.languages.catalogue import ENGLISH, LANGUAGES, Say, catalogue, chosen
from croupier.languages.figures import with_days
from croupier.languages.lines import said as said_lines
from croupier.odds.report.reader import Reader

COOKIE = "croupier_language"
"""What a person has chosen on a page. It says nothing else about them."""

WORDS = frozenset(
    {
        *("message", "text", "brief", "title", "label", "name", "game", "time_out", "said"),
        *(
            "hand",
            "holding",
            "pays",
            "outcome",
            "prize",
            "stay",
            "stay_with",
            "because",
            "memo",
            "why",
        ),
        *(
            "aim",
            "subject",
            "value",
            "gist",
            "question",
            "choice",
            "reason",
            "notice",
            "need",
            "qualifies",
        ),
        *(
            "words",
            "told",
            "note",
            "means",
            "do",
            "how",
            "missing",
            "at_the_end",
            "prizes",
            "compared",
            "operator",
        ),
        *("decides", "left_out", "inseparable"),
    }
)
"""Fields that hold words, alone or in a list."""
NAMED_WORDS = frozenset({"labels", "games", "wagers", "honours"})
"""Fields that hold words by the name of what they are for."""
_DESCRIPTION = "/api/schema"
"""For programs, in English."""


def language_of(headers: Mapping[str, str]) -> str:
    """The one chosen on a page, or else the one that the browser asks for."""
    for part in headers.get("cookie", "").split(";"):
        name, _, value = part.strip().partition("=")
        if name == COOKIE and value in LANGUAGES:
            return value
    wishes = headers.get("accept-language", "")
    return chosen(wishes) if wishes else ENGLISH


def say_to(headers: Mapping[str, str], sentence: str) -> str:
    """A sentence to a caller whose request went no further than the door."""
    return catalogue(language_of(headers)).say(sentence)


def reader_of(headers: Mapping[str, str]) -> Reader:
    """The caller as the reader of a document."""
    tag = language_of(headers)
    return Reader(tag, partial(said_lines, tag=tag)) if tag != ENGLISH else Reader()


@lru_cache(maxsize=200)
def said(answer: bytes, tag: str) -> bytes:
    """JSON with its words in a language; viewers of a table are often sent the same."""
    say, locale = catalogue(tag).say, LANGUAGES[tag].locale
    told = _said(msgspec.json.decode(answer), lambda words: with_days(say(words), locale))
    return msgspec.json.encode(told)


def _said(part: Any, say: Say, words: bool = False) -> Any:
    match part:
        case dict():
            return {name: _field(part, name, value, say) for name, value in part.items()}
        case list():
            return [_said(one, say, words) for one in part]
        case str() if words:
            return say(part)
    return part


def _field(part: dict[str, Any], name: str, value: Any, say: Say) -> Any:
    if name in NAMED_WORDS and isinstance(value, dict):
        return {
            key: say(one) if isinstance(one, str) else _said(one, say) for key, one in value.items()
        }
    return _said(value, say, words=name in WORDS and not _goes_by(part, name, value))


def _goes_by(part: dict[str, Any], name: str, value: Any) -> bool:
    """Whether pages go by these words, and do not show them."""
    match name:
        case "hand":
            return "label" in part
        case "title":
            return "facts" in part or "differences" in part
        case "stay":
            return isinstance(value, str) and value.islower()
        case "name":  # of a field, a person or a table; games and requirements have several words
            return "words" in part or (isinstance(value, str) and " " not in value)
        case "value":
            return "words" in part  # an answer in the school
        case "do":
            return "means" not in part  # a command, not what to do about an alarm
        case "how":
            return "tests" not in part and "at_the_end" not in part
    return False


class InTheirLanguage(ASGIMiddleware):
    """Answers of the service in the caller's language."""

    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        path = scope["path"]
        tag = language_of(Headers.from_scope(scope)) if path.startswith("/api/") else ENGLISH
        if tag == ENGLISH or path.startswith(_DESCRIPTION):
            await next_app(scope, receive, send)
        else:
            await next_app(scope, receive, _Answer(tag, send).send)


class _Answer:
    """One answer, held back until it is whole."""

    def __init__(self, tag: str, send: Send) -> None:
        self._tag, self._send = tag, send
        self._start: Message | None = None
        self._body = b""

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableScopeHeaders.from_message(message)
            if headers.get("content-type", "").startswith("application/json"):
                self._start = message
                return
        if self._start is None or message["type"] != "http.response.body":
            await self._send(message)
            return
        self._body += message["body"]
        if not message["more_body"]:
            await self._whole(self._start)

    async def _whole(self, start: Message) -> None:
        headers = MutableScopeHeaders.from_message(start)
        if headers.get("content-encoding") == "gzip":
            self._body = gzip.decompress(self._body)
            del headers["content-encoding"]
        body = said(self._body, self._tag) if self._body else self._body
        headers["content-length"] = str(len(body))
        headers["content-language"] = self._tag
        headers["vary"] = "Accept-Encoding, Accept-Language, Cookie"
        if "etag" in headers:
            del headers["etag"]  # of the English answer
        await self._send(start)
        await self._send({"type": "http.response.body", "body": body, "more_body": False})
