"""Where a person who opens the description of the service is sent: its rendered reference."""

from pathlib import Path

from litestar.datastructures import Headers
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.response.redirect import ASGIRedirectResponse
from litestar.types import ASGIApp, Receive, Scope, Send

DESCRIPTION = "/api/schema"
REFERENCE = "/docs/reference/http/"
PAGE = Path(__file__).parent / "documentation" / "reference" / "http" / "index.html"
"""Built with the documentation."""


class ReferenceForPeople(ASGIMiddleware):
    """A browser gets the page that can be read; a program, or a house without it, the JSON."""

    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        asked = scope["path"].rstrip("/") == DESCRIPTION
        if asked and "text/html" in Headers.from_scope(scope).get("accept", "") and PAGE.is_file():
            await ASGIRedirectResponse(path=REFERENCE, status_code=303)(scope, receive, send)
        else:
            await next_app(scope, receive, send)
