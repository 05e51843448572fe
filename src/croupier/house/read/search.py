"""Searching significant events page by page, and exporting them."""

import csv
import io
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct, structs

from croupier.house.log.event_store import EventStore, Search
from croupier.house.model.records import SignificantEvent
from croupier.house.model.significant_said import as_said

LIMIT_MAX = 1000
VERSIONS = 2**62
"""More than any stream will ever have, and within what databases can count."""


class BadCursor(ValueError):
    """A `before` that no answer contained."""


class Page(Struct, frozen=True):
    """Significant events, newest first, and where the next page begins."""

    events: tuple[SignificantEvent, ...]
    next: str | None
    """To be passed as `before`; none if there is nothing further back."""


async def search(store: EventStore, wanted: Search) -> Page:
    found = await store.significant(wanted)
    more = len(found) == wanted.limit
    return Page(tuple(map(as_said, found)), cursor(found[-1]) if more else None)


async def search_all(store: EventStore, wanted: Search) -> list[SignificantEvent]:
    """All matches, however many pages they fill."""
    found: list[SignificantEvent] = []
    wanted = structs.replace(wanted, limit=LIMIT_MAX)
    while True:
        page = await search(store, wanted)
        found += page.events
        if page.next is None:
            return found
        wanted = structs.replace(wanted, before=read_cursor(page.next))


def cursor(line: SignificantEvent) -> str:
    return f"{line.at.isoformat()}~{line.stream}~{line.version}"


def read_moment(text: str) -> datetime:
    """A moment with its offset, in a year with room for date arithmetic; raises `ValueError`."""
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None or not _FIRST_YEAR <= moment.year <= _LAST_YEAR:
        raise ValueError("a moment has an offset, and lies in a year that people count")
    return moment


_FIRST_YEAR, _LAST_YEAR = 1900, 9000


def read_cursor(text: str) -> tuple[datetime, str, int]:
    try:
        at, stream, version = text.split("~")
        if not 0 <= int(version) < VERSIONS:
            raise ValueError(version)
        return read_moment(at), stream, int(version)
    except ValueError:
        raise BadCursor("'before' is the 'next' of an earlier answer") from None


def as_csv(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Comma-separated values with a header line; no cell can be read as a formula."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow([_cell(value) for value in row])
    return out.getvalue()


def _cell(value: Any) -> Any:
    if value is None:
        return ""
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r")):
        return "'" + value
    return value


COLUMNS = SignificantEvent.__struct_fields__


def significant_csv(events: Iterable[SignificantEvent]) -> str:
    return as_csv(COLUMNS, ([getattr(one, name) for name in COLUMNS] for one in events))
