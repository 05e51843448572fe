"""The routes of the pages: one shell for every address, and the files that it loads."""

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from croupier.house.service.requests import AnyRequest
from croupier.web.advice_api import show_advice
from croupier.web.book_api import book_routes
from croupier.web.floor_api import floor_routes
from croupier.web.odds_api import odds_routes
from croupier.web.office_api import office_routes
from croupier.web.replay_api import show_replay
from croupier.web.site import File, Site

SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; base-uri 'none'; object-src 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
}

FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"

ADDRESSES = [
    "/",
    "/table/{table:str}",
    "/deal/{table:str}",
    "/pit",
    "/cage",
    "/admin",
    "/sign",
    "/sign/{jackpot:str}",
    "/audit",
    "/audit/{table:str}/{round:int}",
    "/odds",
    "/odds/{rulebook:str}",
    "/book",
    "/book/{rulebook:str}",
    "/log",
    "/shuffle",
    "/me",
    "/login",
]
"""Every address of a page; the shell finds out which page it is."""

_site = Site()


def _send(request: AnyRequest, file: File, cache: str, status: int = 200) -> Response[bytes]:
    etag = f'"{file.etag}"'
    headers = {
        **SECURITY_HEADERS,
        "Cache-Control": cache,
        "ETag": etag,
        "Vary": "Accept-Encoding",
    }
    if request.headers.get("if-none-match") == etag:
        return Response(b"", status_code=304, headers=headers, media_type=file.content_type)
    content = file.content
    if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        content = file.packed
        headers["Content-Encoding"] = "gzip"
    return Response(content, status_code=status, headers=headers, media_type=file.content_type)


@get(ADDRESSES, include_in_schema=False, sync_to_thread=False)
def show_page(request: AnyRequest) -> Response[bytes]:
    return _send(request, _site.edition().shell, ASK_AGAIN)


@get("/{unknown:str}", include_in_schema=False, sync_to_thread=False)
def show_no_page(request: AnyRequest) -> Response[bytes]:
    """The shell says that there is no such page."""
    return _send(request, _site.edition().shell, ASK_AGAIN, 404)


@get("/favicon.ico", include_in_schema=False, sync_to_thread=False)
def show_icon(request: AnyRequest) -> Response[bytes]:
    return _send(request, _site.edition().files["icon.svg"], ASK_AGAIN)


@get("/static/{edition:str}/{path:path}", include_in_schema=False, sync_to_thread=False)
def show_file(request: AnyRequest, edition: FromPath[str], path: FromPath[str]) -> Response[bytes]:
    """A file; one of another edition is the present one, and not to be kept."""
    current = _site.edition()
    file = current.files.get(path.lstrip("/"))
    if file is None:
        raise NotFoundException("There is no such file.")
    return _send(request, file, FOR_EVER if edition == current.digest else ASK_AGAIN)


def web_routes() -> list[HTTPRouteHandler]:
    """What `croupier serve` adds to the service."""
    own = [show_page, show_no_page, show_icon, show_file, show_advice, show_replay]
    return [*own, *odds_routes(), *book_routes(), *floor_routes(), *office_routes()]
