"""The routes of the pages: one shell for every address, and its static files from memory.

Every file is served under a folder named by the digest of all of them, so that a browser may cache
it for ever and never mixes two editions. When a file changes on disk, the next page requested has a
new digest. The folder also names the language, if it is not English: in such a folder the modules
of texts say the same in that language, and all other files are the same.
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

from croupier.house.http.languages import language_of
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
from croupier.languages.catalogue import ENGLISH, LANGUAGES, Catalogue, read_catalogue
from croupier.languages.page_texts import PageTexts

FOLDER = Path(__file__).parent / "static"
SHELL = "index.html"
_LOOK_AGAIN_SECONDS = 1.0

_TEXTS = re.compile(r"text/en\w*\.js")
"""The modules of words."""

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


def _catalogues() -> list[Path]:
    return [one.file for one in LANGUAGES.values() if one.tag != ENGLISH]


def _marks(paths: Iterable[Path]) -> tuple[tuple[str, int, int], ...]:
    return tuple(
        (str(path), stat.st_mtime_ns, stat.st_size) for path in paths for stat in (path.stat(),)
    )


class Edition:
    """All files at one time, in every language."""

    def __init__(self, contents: dict[str, bytes], words: dict[str, Catalogue], digest: str):
        self.digest = digest
        self.words = words
        self.shell = contents.pop(SHELL).decode()
        """The page around every page, with places for what it is called."""
        self.files = {name: made_file(one, Path(name).suffix) for name, one in contents.items()}
        self._translated: dict[tuple[str, str], File] = {}

    def folder(self, tag: str) -> str:
        return self.digest if tag == ENGLISH else f"{self.digest}.{tag}"

    def say(self, tag: str, sentence: str) -> str:
        return self.words[tag].say(sentence) if tag in self.words else sentence

    def file(self, tag: str, name: str) -> File | None:
        """A file as it is in a language."""
        if tag not in self.words or name not in self.files or not name.endswith(".js"):
            return self.files.get(name)
        known = self._translated.get((tag, name))
        if known is None:
            source = self.files[name].content.decode()
            texts = PageTexts(source, signs_only=not _TEXTS.fullmatch(name))
            said = texts.translated(self.words[tag].word, LANGUAGES[tag].locale)
            known = made_file(said.encode(), ".js")
            self._translated[tag, name] = known
        return known


@lru_cache(maxsize=200)
def shell_of(edition: Edition, about: About, address: str, origin: str, tag: str) -> File:
    """The shell as it is sent for one address, in one language."""
    words = {
        "title": " · ".join(edition.say(tag, part) for part in about.whole_title.split(" · ")),
        "description": edition.say(tag, about.description),
        "needed": edition.say(tag, NEEDED),
        "address": address,
        "origin": origin,
        "language": tag,
        "edition": edition.folder(tag),
    }
    shell = edition.shell
    for name, text in words.items():
        shell = shell.replace(f"{{{name}}}", escape(text))
    return made_file(shell.encode(), ".html")


def read_edition() -> Edition:
    """The files as they are in the folder now."""
    contents = {path.relative_to(FOLDER).as_posix(): _read(path) for path in _paths()}
    whole = hashlib.sha256()
    for name, content in contents.items():
        whole.update(f"{name} {len(content)} ".encode() + content)
    for path in _catalogues():
        whole.update(path.read_bytes())
    words = {tag: read_catalogue(one) for tag, one in LANGUAGES.items() if tag != ENGLISH}
    return Edition(contents, words, whole.hexdigest()[:16])


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
            marks = _marks([*_paths(), *_catalogues()])
            if marks != self._marks or self._edition is None:
                self._edition, self._marks = read_edition(), marks
        return self._edition


NEEDED = "Croupier needs JavaScript: the table is drawn in the browser."
NOT_PAGES = ("/api/", "/static/")
"""Addresses of programs and files, where a missing one is no page."""

_site = Site()


def send_shell(
    request: AnyRequest, found: About | None, address: str, origin: str
) -> Response[bytes]:
    tag = language_of(request.headers)
    shell = shell_of(_site.edition(), found or NOWHERE, address, origin, tag)
    more = {"Content-Language": tag, "Vary": "Accept-Encoding, Accept-Language, Cookie"}
    return send(request, shell, ASK_AGAIN, 404 if found is None else 200, more)


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
    current, tag = _site.edition(), edition.partition(".")[2] or ENGLISH
    file = current.file(tag, path.lstrip("/"))
    if file is None:
        raise NotFoundException("There is no such file.")
    return send(request, file, FOR_EVER if edition == current.folder(tag) else ASK_AGAIN)


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
