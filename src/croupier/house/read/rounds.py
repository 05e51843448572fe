"""Finding rounds: by number, time, table, player, gaming day and amount won."""

from collections.abc import AsyncIterator, Sequence
from datetime import datetime, timedelta

from msgspec import Struct

from croupier.house.app.stream_cache import StreamCache
from croupier.house.log.event_store import EventStore
from croupier.house.log.stream import records_of
from croupier.house.model import events as h
from croupier.house.model.records import Record, decode_event, table_stream
from croupier.house.read.history import (
    AT_ONCE,
    RoundPlayed,
    is_opening_call,
    round_start,
    rounds_before,
    version_at,
)
from croupier.house.read.search import BadCursor, read_moment
from croupier.money import Cents
from croupier.table import events as e
from croupier.table.commands import OpenBets

ROUNDS_AT_ONCE = 20
BEFORE_CALL = 3
"""Records that may precede an opening call: the command, another edition, the shuffle."""
LOOKED_AT_MAX = 3_000
"""Rounds that one search examines before it returns what it has, with where to continue."""


class RoundWanted(Struct, frozen=True, kw_only=True):
    """Which rounds are wanted; a field that is not set does not restrict the search."""

    table: str | None = None
    player: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    """Opened before this moment."""
    min_won: Cents | None = None
    before: tuple[datetime, str] | None = None
    limit: int = 25


class RoundFound(Struct, frozen=True):
    """One round of a search."""

    table: str
    round: int
    edition: str
    opened: str
    ended: str
    void: bool
    players: tuple[str, ...]
    staked: Cents
    won: Cents
    """The most that one player won in it."""


class Rounds(Struct, frozen=True):
    rounds: tuple[RoundFound, ...]
    next: str | None
    """To be passed as `before`; none if there is nothing further back."""


async def round_end(store: EventStore, stream: str, head: int, number: int) -> int:
    """The last version before the opening call of a later round, found by bisection."""
    low, high = 1, head
    while low < high:
        middle = (low + high + 1) // 2
        opening = await _opening(store, stream, middle)
        if opening is not None and opening[1] > number:
            high = opening[0] - 1
        else:
            low = middle
    return low


async def round_records(
    store: EventStore, table: str, head: int, number: int
) -> Sequence[Record] | None:
    """The records of a round, from its opening call to before the next."""
    stream = table_stream(table)
    low = await round_end(store, stream, head, number)
    opening = await _opening(store, stream, low)
    if opening is None or opening[1] != number:
        return None
    start = max(0, opening[0] - BEFORE_CALL - 1)
    records = await store.read(stream, start, low - start)
    opened_by = next(one.command for one in records if one.version == opening[0])
    first = next(place for place, one in enumerate(records) if one.command == opened_by)
    own = list(records[first:])
    while own and own[-1].command != opened_by and _opens_next(own):
        last = own[-1].command
        while own and own[-1].command == last:
            own.pop()
    return own


def _opens_next(records: Sequence[Record]) -> bool:
    """Whether the last command is the next opening call, cut off before its call."""
    last = records[-1].command
    first = next(one for one in records if one.command == last)
    event = decode_event(first.event)
    return isinstance(event, h.CommandGiven) and isinstance(event.command, OpenBets)


async def _opening(store: EventStore, stream: str, version: int) -> tuple[int, int] | None:
    """Version and number of the last opening call at or before a version."""
    found = await round_start(store, stream, version)
    records = await store.read(stream, found - 1, 1)
    event = decode_event(records[0].event) if records else None
    return (found, event.round) if isinstance(event, e.BetsOpened) else None


async def search_rounds(store: EventStore, streams: StreamCache, wanted: RoundWanted) -> Rounds:
    """Finished rounds of one table or of all, newest first by their opening call."""
    names = streams.tables() if wanted.table is None else [wanted.table]
    sources = [_of_table(store, streams, name, wanted) for name in names]
    newest = [(await anext(source, None), source) for source in sources]
    found: list[RoundFound] = []
    looked_at = 0
    last: RoundPlayed | None = None
    while len(found) < wanted.limit and looked_at < LOOKED_AT_MAX:
        waiting = [(played, source) for played, source in newest if played is not None]
        if not waiting:
            return Rounds(tuple(found), None)
        last, source = max(waiting, key=lambda pair: (pair[0].opened, pair[0].table))
        newest = [
            (await anext(one, None), one) if one is source else (played, one)
            for played, one in newest
        ]
        looked_at += 1
        told = _told(last)
        if _fits(told, wanted):
            found.append(told)
    return Rounds(tuple(found), None if last is None else f"{last.opened}~{last.table}")


async def _of_table(
    store: EventStore, streams: StreamCache, table: str, wanted: RoundWanted
) -> AsyncIterator[RoundPlayed]:
    stream = await streams.table(table)
    linked = stream.stored.jackpot
    link = None if linked is None else await streams.jackpot(linked)
    before = stream.version + 1
    until = wanted.until
    if wanted.before is not None:
        after_cursor = wanted.before[0] + timedelta(microseconds=1)
        until = after_cursor if until is None else min(until, after_cursor)
    if until is not None:
        before = await version_at(store, stream.name, stream.version, until)
        before = await _after_round(store, stream.name, stream.version, before)
    while True:
        page = await rounds_before(store, table, link, before, ROUNDS_AT_ONCE)
        for played in page:
            opened = datetime.fromisoformat(played.opened)
            if wanted.since is not None and opened < wanted.since:
                return
            if wanted.until is not None and opened >= wanted.until:
                continue
            if wanted.before is not None and (opened, table) >= wanted.before:
                continue
            yield played
        if len(page) < ROUNDS_AT_ONCE:
            return
        before = page[-1].first_version


async def _after_round(store: EventStore, stream: str, head: int, version: int) -> int:
    """The version of the opening call after this one, so that its round is seen in full."""
    async for record in records_of(store, stream, version - 1, at_once=AT_ONCE):
        if is_opening_call(record):
            return record.version
    return head + 1


def _told(played: RoundPlayed) -> RoundFound:
    won: dict[str, Cents] = {}
    for line in played.lines:
        won[line.player] = won.get(line.player, 0) + line.won
    return RoundFound(
        played.table,
        played.round,
        played.edition,
        played.opened,
        played.ended,
        played.void,
        tuple(sorted(won)),
        sum(line.staked for line in played.lines),
        max(won.values(), default=0),
    )


def _fits(found: RoundFound, wanted: RoundWanted) -> bool:
    if wanted.player is not None and wanted.player not in found.players:
        return False
    return wanted.min_won is None or found.won >= wanted.min_won


def read_round_cursor(text: str) -> tuple[datetime, str]:
    opened, separator, table = text.partition("~")
    try:
        if not separator:
            raise ValueError
        return read_moment(opened), table
    except ValueError:
        raise BadCursor("'before' is the 'next' of an earlier answer") from None
