"""Files as they are sent to browsers: compressed where that helps, and not twice."""

import gzip
import hashlib
from collections.abc import Mapping

from litestar import HttpMethod, Response
from msgspec import Struct

from croupier.house.http.security import AnyRequest

READ = [HttpMethod.GET, HttpMethod.HEAD]
_WORTH_PACKING = 600

# Text gets its charset when it is sent.
CONTENT_TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".txt": "text/plain",
    ".woff2": "font/woff2",
}


class File(Struct, frozen=True):
    """One file as it is sent."""

    content: bytes
    packed: bytes | None
    content_type: str
    etag: str


def _packed(content: bytes) -> bytes | None:
    """Compressed, or none if that does not help: pictures and fonts are already compressed."""
    packed = gzip.compress(content, 9, mtime=0) if len(content) >= _WORTH_PACKING else content
    return packed if len(packed) < len(content) else None


def made_file(content: bytes, suffix: str) -> File:
    etag = hashlib.sha256(content).hexdigest()[:32]
    return File(content, _packed(content), CONTENT_TYPES[suffix], etag)


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


def send(
    request: AnyRequest,
    file: File,
    cache: str,
    status: int = 200,
    more: Mapping[str, str] | None = None,
) -> Response[bytes]:
    """With the headers of every page, or others in their place."""
    etag = f'"{file.etag}"'
    headers = {
        **SECURITY_HEADERS,
        "Vary": "Accept-Encoding",
        **(more or {}),
        "Cache-Control": cache,
        "ETag": etag,
    }
    if request.headers.get("if-none-match") == etag:
        return Response(b"", status_code=304, headers=headers, media_type=file.content_type)
    content = file.content
    if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        content = file.packed
        headers["Content-Encoding"] = "gzip"
    return Response(content, status_code=status, headers=headers, media_type=file.content_type)
