"""The documentation at `/docs`: the site that `make site` built, or how to build it.

The wheel contains it. Its generator puts small scripts into its pages; each page allows exactly
those, by their hashes, and like every page of the house nothing from elsewhere.
"""

import base64
import hashlib
import re
from functools import lru_cache
from pathlib import Path

from litestar import Response, route
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from litestar.response import Redirect

from croupier.house.http.pages.files import (
    ASK_AGAIN,
    CONTENT_TYPES,
    READ,
    SECURITY_HEADERS,
    File,
    made_file,
    send,
)
from croupier.house.http.security import AnyRequest

FOLDER = Path(__file__).parents[1] / "documentation"
ADDRESS = "/docs"
NOT_BUILT = b"""\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Documentation</title>
<h1>The documentation is not built here</h1>
<p>This house runs from a copy of the repository. <code>make site</code> builds the documentation,
and it appears at this address; the wheel that <code>make dist</code> makes contains it. Its
sources are the files in the folder <code>docs</code>.</p>
<p><a href="/">Back to the tables</a></p>
</html>
"""

_INLINE = re.compile(rb"<script(?![^>]*\b(?:src|type)=)[^>]*>(.*?)</script>", re.DOTALL)


def policy(page: bytes) -> str:
    """What a page of the site may load and run: its own files, and the scripts in its text."""
    hashes = {
        base64.b64encode(hashlib.sha256(found).digest()).decode() for found in _INLINE.findall(page)
    }
    scripts = "".join(f" 'sha256-{one}'" for one in sorted(hashes))
    return (
        f"default-src 'self'; script-src 'self'{scripts}; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data:; base-uri 'none'; object-src 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    )


@lru_cache(maxsize=400)
def _read(path: Path, changed: int) -> tuple[File, str]:
    """A file and its policy, read again once it has changed."""
    content = path.read_bytes()
    asks = policy(content) if path.suffix == ".html" else ""
    return made_file(content, path.suffix), asks


def found(address: str, folder: Path) -> tuple[File, str] | None:
    """The file at an address below `/docs/`; nothing outside the folder is ever read."""
    root = folder.resolve()
    try:
        path = (root / address.lstrip("/")).resolve()
        if not path.is_relative_to(root):
            return None
        if path.is_dir():
            path /= "index.html"
        if path.suffix not in CONTENT_TYPES or not path.is_file():
            return None
        return _read(path, path.stat().st_mtime_ns)
    except OSError:  # a name longer than any file has, or a file that went away
        return None


@route(ADDRESS, http_method=READ, include_in_schema=False, sync_to_thread=True)
def show_documentation(request: AnyRequest) -> Response[bytes] | Redirect:
    """Links within the site are relative to an address that ends with a slash."""
    if request.scope["raw_path"].endswith(b"/") or not FOLDER.is_dir():
        return _shown(request, "/")
    return Redirect(f"{ADDRESS}/")


@route(f"{ADDRESS}/{{path:path}}", http_method=READ, include_in_schema=False, sync_to_thread=True)
def show_documentation_file(request: AnyRequest, path: FromPath[str]) -> Response[bytes]:
    return _shown(request, path)


def _shown(request: AnyRequest, path: str) -> Response[bytes]:
    if not FOLDER.is_dir():
        return send(request, made_file(NOT_BUILT, ".html"), ASK_AGAIN, 404)
    file = found(path, FOLDER)
    if file is None:
        raise NotFoundException("There is no such page of the documentation.")
    content, asks = file
    more = {"Content-Security-Policy": asks} if asks else SECURITY_HEADERS
    return send(request, content, ASK_AGAIN, more=more)


def documentation_routes() -> list[HTTPRouteHandler]:
    return [show_documentation, show_documentation_file]
