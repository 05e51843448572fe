"""The routes of the pages: one shell for every address, and its static files from memory.

Every file is served under a folder named by the digest of all of them, so that a browser may cache
it for ever and never mixes two editions. When a file changes on disk, the next page requested has a
new digest.
"""

import hashlib
import re
import time
from collections.abc import Iterable
from functools import lru_cache
from html import escape
from pathlib import Path

from litestar import Response, route
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from msgspec import Struct

from croupier.house.http.pages.book import book_routes
from croupier.house.http.pages.cage import office_routes
from croupier.house.http.pages.coach import show_advice
from croupier.house.http.pages.documentation import documentation_routes
from croupier.house.http.pages.felt import show_felt
from croupier.house.http.pages.files import (
    ASK_AGAIN,
    CONTENT_TYPES,
    FOR_EVER,
    READ,
    File,
    made_file,
    send,
)
from croupier.house.http.pages.learning import learning_routes
from croupier.house.http.pages.odds import odds_routes
from croupier.house.http.pages.pit import floor_routes
from croupier.house.http.pages.replay import show_replay
from croupier.house.http.pages.titles import NOWHERE, About, about
from croupier.house.http.security import AnyRequest, house_of, visit

FOLDER = Path(__file__).parent / "static"
SHELL = "index.html"
_LOOK_AGAIN_SECONDS = 1.0

_COMMENT = re.compile(rb"^[ \t]*/\*(?:(?!\*/).)*\*/[ \t]*$", re.MULTILINE | re.DOTALL)
"""A comment on lines of its own, as the formatter keeps them."""


_TYPE = re.compile(rb"/\*\* @type (?:(?!\*/).)*\*/ ?")
"""A type within a line."""
_INDENT = re.compile(rb"^ +", re.MULTILINE)


def without_comments(script: bytes) -> bytes:
    """Types and reasons are for developers of the pages, and so is indentation; no text of ours
    runs over several lines. Line numbers stay the same."""
    script = _COMMENT.sub(lambda found: b"\n" * found[0].count(b"\n"), script)
    return _INDENT.sub(b"", _TYPE.sub(b"", script))


_CSS_COMMENT = re.compile(rb"/\*.*?\*/", re.DOTALL)
_CSS_PADDING = re.compile(rb"\s*([{};,])\s*")


def without_padding(sheet: bytes) -> bytes:
    """A style sheet as browsers need it: without comments, and without space around its signs."""
    return _CSS_PADDING.sub(rb"\1", _CSS_COMMENT.sub(b"", sheet)).strip()


def _read(path: Path) -> bytes:
    content = path.read_bytes()
    match path.suffix:
        case ".js":
            return without_comments(content)
        case ".css":
            return without_padding(content)
        case _:
            return content


def _paths() -> list[Path]:
    return sorted(path for path in FOLDER.rglob("*") if path.suffix in CONTENT_TYPES)


def _marks(paths: Iterable[Path]) -> tuple[tuple[str, int, int], ...]:
    return tuple(
        (str(path), stat.st_mtime_ns, stat.st_size) for path in paths for stat in (path.stat(),)
    )


class Edition(Struct, frozen=True):
    """All files at one time."""

    digest: str
    files: dict[str, File]
    shell: str
    """The page around every page, with places for what it is called."""


@lru_cache(maxsize=200)
def shell_of(shell: str, about: About, address: str, origin: str) -> File:
    """The shell as it is sent for one address."""
    words = {
        "title": about.whole_title,
        "description": about.description,
        "address": address,
        "origin": origin,
    }
    for name, text in words.items():
        shell = shell.replace(f"{{{name}}}", escape(text))
    return made_file(shell.encode(), ".html")


def read_edition() -> Edition:
    """The files as they are in the folder now."""
    contents = {path.relative_to(FOLDER).as_posix(): _read(path) for path in _paths()}
    whole = hashlib.sha256()
    for name, content in contents.items():
        whole.update(f"{name} {len(content)} ".encode() + content)
    digest = whole.hexdigest()[:16]
    shell = contents.pop(SHELL).decode().replace("{edition}", digest)
    files = {name: made_file(content, Path(name).suffix) for name, content in contents.items()}
    return Edition(digest, files, shell)


class Site:
    """The newest edition; checked again at most once a second."""

    def __init__(self) -> None:
        self._edition: Edition | None = None
        self._marks: tuple[tuple[str, int, int], ...] = ()
        self._looked = 0.0

    def edition(self) -> Edition:
        now = time.monotonic()
        if self._edition is None or now - self._looked > _LOOK_AGAIN_SECONDS:
            self._looked = now
            marks = _marks(_paths())
            if marks != self._marks or self._edition is None:
                self._edition, self._marks = read_edition(), marks
        return self._edition


NOT_PAGES = ("/api/", "/static/")
"""Addresses of programs and files, where a missing one is no page."""

_site = Site()


def send_shell(
    request: AnyRequest, found: About | None, address: str, origin: str
) -> Response[bytes]:
    shell = shell_of(_site.edition().shell, found or NOWHERE, address, origin)
    return send(request, shell, ASK_AGAIN, 404 if found is None else 200)


@route(["/", "/{address:path}"], http_method=READ, include_in_schema=False)
async def show_page(
    request: AnyRequest, state: State, address: FromPath[str] = "/"
) -> Response[bytes]:
    """The shell of a page, whatever the address; if there is no such page, it says so.

    Programs that ask for something that is not there are told so in their own way.
    """
    if address.startswith(NOT_PAGES):
        raise NotFoundException("There is nothing at this address.")
    found = await about(house_of(state), address)
    return send_shell(request, found, address, visit(request).site.origin)


@route("/favicon.ico", http_method=READ, include_in_schema=False, sync_to_thread=False)
def show_icon(request: AnyRequest) -> Response[bytes]:
    return send(request, _site.edition().files["icon.svg"], ASK_AGAIN)


@route(
    "/static/{edition:str}/{path:path}",
    http_method=READ,
    include_in_schema=False,
    sync_to_thread=False,
)
def show_file(request: AnyRequest, edition: FromPath[str], path: FromPath[str]) -> Response[bytes]:
    """A file; for another edition the current file is sent, without caching."""
    current = _site.edition()
    file = current.files.get(path.lstrip("/"))
    if file is None:
        raise NotFoundException("There is no such file.")
    return send(request, file, FOR_EVER if edition == current.digest else ASK_AGAIN)


def web_routes() -> list[HTTPRouteHandler]:
    """What `croupier serve` adds to the service."""
    own = [show_page, show_icon, show_file, show_advice, show_felt, show_replay]
    return [
        *own,
        *odds_routes(),
        *learning_routes(),
        *book_routes(),
        *floor_routes(),
        *office_routes(),
        *documentation_routes(),
    ]
