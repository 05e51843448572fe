"""How read-only answers are sent: tagged, cached by browsers, kept apart by rulebook."""

from hashlib import sha256
from typing import Any

from litestar import Response
from litestar.datastructures import State
from litestar.openapi.datastructures import ResponseSpec

from croupier.books import UnknownRulebook, is_carried
from croupier.cards import NoSuchCard
from croupier.extras import MissingExtra
from croupier.house.http.pages.workbench import Answer, TooMuch
from croupier.house.http.security import AnyRequest, house_of
from croupier.house.http.shapes import Trouble
from croupier.odds import CannotPrice
from croupier.rulebooks.clauses import UnknownClause
from croupier.rulebooks.file import rulebook_text
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.readings import UnknownReading

_KEEP = "public, max-age=60, must-revalidate"
_VARY = "Accept-Encoding, Accept-Language, Cookie"
_WORTH_PACKING = 1_000


def send(
    request: AnyRequest, answer: Answer, media_type: str = "application/json"
) -> Response[Any]:
    """The answer, or only its tag if the browser already has it."""
    headers = {"Cache-Control": _KEEP, "ETag": answer.etag, "Vary": _VARY}
    tags = request.headers.get("if-none-match", "")
    if answer.etag in (tag.strip().removeprefix("W/") for tag in tags.split(",")):
        return Response(b"", status_code=304, headers=headers, media_type=media_type)
    body = answer.body
    if len(body) > _WORTH_PACKING and "gzip" in request.headers.get("accept-encoding", ""):
        body = answer.packed
        headers["Content-Encoding"] = "gzip"
    return Response(body, headers=headers, media_type=media_type)


def _sentence(error: Exception) -> str:
    said = str(error)
    return said[:1].upper() + said[1:] + ("" if said.endswith(("?", ".")) else ".")


def _makes_no_sense(request: AnyRequest, error: Exception) -> Response[Trouble]:
    return Response(Trouble("bad-request", _sentence(error)), status_code=400)


def _not_there(request: AnyRequest, error: Exception) -> Response[Trouble]:
    return Response(Trouble("no-such", _sentence(error)), status_code=404)


def _too_much(request: AnyRequest, error: TooMuch) -> Response[Trouble]:
    return Response(
        Trouble("throttled", str(error)),
        status_code=429,
        headers={"Retry-After": str(error.seconds)},
    )


def not_installed(request: AnyRequest, error: MissingExtra) -> Response[Trouble]:
    return Response(Trouble("not-installed", _sentence(error)), status_code=501)


TROUBLES: dict[int | type[Exception], Any] = {
    CannotPrice: _makes_no_sense,
    NoSuchCard: _makes_no_sense,
    UnknownRulebook: _not_there,
    UnknownClause: _not_there,
    UnknownReading: _not_there,
    TooMuch: _too_much,
    MissingExtra: not_installed,
}

ANSWERS = {
    304: ResponseSpec(None, description="not changed since the tag that was sent"),
    400: ResponseSpec(Trouble, description="what is asked makes no sense; the message says why"),
    404: ResponseSpec(Trouble, description="there is no such thing"),
    429: ResponseSpec(Trouble, description="asked too often; Retry-After says how long to wait"),
}


async def rulebook_of_table(state: State, table: str) -> Rulebook:
    """The one that the table uses, with its readings."""
    return (await house_of(state).handler.streams.table(table)).stored.game.rulebook


def key_of(rulebook: Rulebook) -> str:
    """The cache key of its answers: the name for one of ours, the whole text for any other."""
    if is_carried(rulebook):
        return rulebook.edition_name
    return sha256(rulebook_text(rulebook).encode()).hexdigest()
