"""Lists that can grow are given in pages: `limit` items at most, from after the cursor `after`.

An answer that is not the last has the address of the next in its header `Link` (RFC 8288); clients
follow it and need not know what a cursor is made of. It names the last item that was given, so that
what comes or goes meanwhile shifts nothing.
"""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Annotated, TypeVar
from urllib.parse import urlencode

from litestar import Response
from litestar.params import QueryParameter
from msgspec import Struct

from croupier.house.http.security import AnyRequest
from croupier.house.http.server import PLAIN, VERSIONED

T = TypeVar("T")
PAGE_MAX = 1000

After = Annotated[
    str | None,
    QueryParameter(max_length=300, description="from the address of the next page, in `Link`"),
]
Limit = Annotated[int, QueryParameter(ge=1, le=PAGE_MAX)]


class Cut(Struct, frozen=True):
    """Which part of a list was asked for."""

    after: str | None
    limit: int
    newest_first: bool = False

    def of(self, items: Sequence[T], name: Callable[[T], str]) -> tuple[list[T], str | None]:
        """Items in the order of their names, and the cursor of the next page if there is one."""
        ordered = sorted(items, key=name, reverse=self.newest_first)
        if self.after is not None:
            after, back = self.after, self.newest_first
            ordered = [one for one in ordered if (name(one) < after if back else name(one) > after)]
        found = ordered[: self.limit]
        return found, name(found[-1]) if len(ordered) > len(found) else None


def moment_name(at: datetime, *more: object) -> str:
    """What something that happened at a moment goes by: names are in the order of moments."""
    return " ".join([at.astimezone(UTC).isoformat(timespec="microseconds"), *map(str, more)])


def page(request: AnyRequest, found: T, cursor: str | None) -> Response[T]:
    """The answer, a list or what has one in it, with the address of the next page."""
    if cursor is None:
        return Response(found)
    asked = [(key, value) for key, value in request.query_params.multi_items() if key != "after"]
    path = request.scope["path"].replace(PLAIN, VERSIONED, 1)
    address = f"{path}?{urlencode([*asked, ('after', cursor)])}"
    return Response(found, headers={"Link": f'<{address}>; rel="next"'})
