"""Which part of the log each gaming day is, once its books are closed.

The books of a day end with a record that its closing names. Its file begins where the one before it
was cut, and goes on to the closing itself: with the counts of the morning after and whoever signed,
it has everything that the reports of the day are made from. The cut, up to which the records leave
the database, is before the end of the books: before the opening call of every round that was under
way then, because such a round belongs to the day on which it is settled. So no round is split, and
a few minutes of play, with the hours until a day is closed, are in two files.
"""

from datetime import datetime

from msgspec import Struct

from croupier.house.log.event_store import EventStore, Search
from croupier.house.log.stream import Department
from croupier.house.model.cage.day import GamingDay
from croupier.house.model.cage.events import DayClosed
from croupier.house.model.records import Entry, decode_event, table_stream
from croupier.house.model.significant_kinds import Kind
from croupier.house.read.history import opening_call

YEARS_KEPT = 5
"""How long records are kept, in the database or in files (Casino Control Act 143)."""
_PAGE = 200


class CannotArchive(Exception):
    """Nothing was archived; the sentence says why."""


class Part(Struct, frozen=True):
    """What goes into one file."""

    day: str
    """The last of its gaming days."""
    until: datetime
    """No record that leaves the database is younger."""
    cut: int | None = None
    """The last record that leaves the database; none for all before `until`."""
    end: int | None = None
    """The last record of the file, if that is after the cut."""


async def up_to(store: EventStore, before: datetime, now: datetime, days: GamingDay) -> Part:
    """Everything before a day as one part. What is older than five years may have come from a
    house that never closed its books."""
    if before <= _years_ago(now):
        return Part(days.of(before), before)
    return (await closed_days(store, days.of(before), now, days))[-1]


def _years_ago(now: datetime) -> datetime:
    try:
        return now.replace(year=now.year - YEARS_KEPT)
    except ValueError:  # the 29th of February
        return now.replace(year=now.year - YEARS_KEPT, day=28)


async def closed_days(store: EventStore, before: str, now: datetime, days: GamingDay) -> list[Part]:
    """A part for each gaming day before one; raises `CannotArchive` unless all are closed.

    A day that was closed together with the next one, or in which a round was under way from its
    first to its last minute, is in the file of that one.
    """
    closings = [
        one
        for one in await _closings(store)
        if one.event.day < before and days.ends(one.event.day) <= now
    ]
    await _demand_all_closed(store, closings[-1].event.day if closings else None, before, days)
    marker = await store.archived()
    after = 0
    if marker is not None:  # the closing of the last archived day is still here
        after = marker.seq
        closings = [one for one in closings if days.ends(one.event.day) > marker.until]
    parts: list[Part] = []
    for closing in closings:
        day = closing.event.day
        cut = await _cut(store, closing.event.report.seq)
        if cut > after:
            parts.append(Part(day, days.ends(day), cut, await _end(store, closing.entry)))
            after = cut
    if not parts:
        raise CannotArchive(f"There are no records of closed gaming days before {before}.")
    return parts


class _Closing(Struct, frozen=True):
    entry: Entry
    event: DayClosed


async def _closings(store: EventStore) -> list[_Closing]:
    """The last closing of each day, oldest first."""
    found: dict[str, _Closing] = {}
    before = None
    while True:
        page = await store.significant(
            Search(kind=Kind.DAY.value, stream=Department.CAGE, before=before, limit=_PAGE)
        )
        for one in page:
            for entry in await store.scan_stream(Department.CAGE, one.version - 1, 1):
                event = decode_event(entry.record.event)
                if isinstance(event, DayClosed):
                    found.setdefault(event.day, _Closing(entry, event))
        if len(page) < _PAGE:
            return [found[day] for day in sorted(found)]
        before = (page[-1].at, page[-1].stream, page[-1].version)


async def _demand_all_closed(
    store: EventStore, closed: str | None, before: str, days: GamingDay
) -> None:
    """Nothing was recorded between the last closed day and the day up to which to archive."""
    marker = await store.archived()
    last = 0 if closed is None else await store.last_before(days.ends(closed))
    last = max(last, 0 if marker is None else marker.seq)
    if await store.last_before(days.begins(before)) <= last:
        return
    [first] = await store.scan(last, 1)
    day = days.of(first.record.at)
    raise CannotArchive(
        f"The books of the gaming day {day} are not closed, and an open day is not archived: close "
        f"it at the page of the cage, or archive what is before it (--before {day})."
    )


async def _cut(store: EventStore, end: int) -> int:
    """The last record before the end of the books and before every round under way there."""
    first = end
    for stream in sorted(await store.heads()):
        if stream.startswith(table_stream("")):
            opened = await opening_call(store, stream, await store.version_by(stream, end))
            first = first if opened is None else min(first, opened.seq)
    return first - 1


async def _end(store: EventStore, closing: Entry) -> int:
    """The last record of the command that closed a day."""
    end = closing.seq
    for entry in await store.scan(end, _PAGE):
        if entry.record.command != closing.record.command:
            break
        end = entry.seq
    return end
