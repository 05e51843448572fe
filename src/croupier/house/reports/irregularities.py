"""Irregularities, rulings, voids and overrides of a span, from the significant events."""

from collections import Counter
from collections.abc import Mapping

from msgspec import Struct

from croupier.house.audit.kinds import Kind
from croupier.house.log.records import Significant
from croupier.house.log.storing import EventStore, Search
from croupier.house.reports.span import Span

KINDS = (Kind.IRREGULARITY, Kind.RULING, Kind.VOID, Kind.OVERRIDE, Kind.PLAYER)
PAGE = 1_000


class Irregularities(Struct, frozen=True):
    day: str
    counts: Mapping[str, int]
    tables: Mapping[str, int]
    events: tuple[Significant, ...]
    """Oldest first."""


async def irregularities(store: EventStore, day: str, span: Span) -> Irregularities:
    found: list[Significant] = []
    for kind in KINDS:
        before = None
        while True:
            page = await store.significant(
                Search(
                    kind=kind.value, since=span.since, until=span.until, before=before, limit=PAGE
                )
            )
            found += page
            if len(page) < PAGE:
                break
            before = (page[-1].at, page[-1].stream, page[-1].version)
    found.sort(key=lambda one: (one.at, one.stream, one.version))
    return Irregularities(
        day,
        dict(Counter(one.kind for one in found)),
        dict(Counter(one.place or "" for one in found)),
        tuple(found),
    )
