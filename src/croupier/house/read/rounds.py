"""Finding rounds: by number, time, table, player, gaming day and amount won."""

from collections.abc import AsyncIterator, Sequence
from datetime import datetime, timedelta
from typing import TypeGuard

from msgspec import Struct, structs

from croupier.house.app.stream_cache import StreamCache
from croupier.house.log.event_store import EventStore
from croupier.house.log.stream import Stream, records_of
from croupier.house.model import events as h
from croupier.house.model.jackpot.state import HouseJackpot
from croupier.house.model.ledger.accounts import is_bot, payers
from croupier.house.model.records import Record, decode_event, table_stream
from croupier.house.read.history import (
    FIRST_LOOK,
    LONGEST_LOOK,
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


class PlayersRounds(Struct, frozen=True):
    """Rounds of one player, each with the outcome of every wager."""

    rounds: tuple[RoundPlayed, ...]
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
    found: list[RoundFound] = []
    looked_at = 0
    async for played in _newest_first(store, streams, wanted):
        looked_at += 1
        told = _told(played)
        if _fits(told, wanted):
            found.append(told)
        if len(found) == wanted.limit or looked_at == LOOKED_AT_MAX:
            return Rounds(tuple(found), _cursor(played))
    return Rounds(tuple(found), None)


async def rounds_of(
    store: EventStore, streams: StreamCache, player: str, wanted: RoundWanted
) -> PlayersRounds:
    """The finished rounds that a player had a wager in, newest first, with all their lines."""
    wanted = structs.replace(wanted, player=player)
    found: list[RoundPlayed] = []
    async for played in _newest_first(store, streams, wanted):
        if any(line.player == player for line in played.lines):
            found.append(played)
        if len(found) > wanted.limit:
            return PlayersRounds(tuple(found[:-1]), _cursor(found[-2]))
    return PlayersRounds(tuple(found), None)


def _cursor(last: RoundPlayed) -> str:
    return f"{last.opened}~{last.table}"


async def _newest_first(
    store: EventStore, streams: StreamCache, wanted: RoundWanted
) -> AsyncIterator[RoundPlayed]:
    """By their opening call, whatever table they were played at."""
    names = streams.tables() if wanted.table is None else [wanted.table]
    if _paid(wanted.player):
        paid_in = set(await store.paid_in(payers(wanted.player)))
        names = [name for name in names if table_stream(name) in paid_in]
    sources = [_of_table(store, streams, name, wanted) for name in names]
    newest = [(await anext(source, None), source) for source in sources]
    while waiting := [(played, source) for played, source in newest if played is not None]:
        last, source = max(waiting, key=lambda pair: (pair[0].opened, pair[0].table))
        yield last
        newest = [
            (await anext(one, None), one) if one is source else (played, one)
            for played, one in newest
        ]


def _paid(player: str | None) -> TypeGuard[str]:
    """Whether the store knows where a player paid; of demonstration players it does not."""
    return player is not None and not is_bot(player)


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
        before = await _after_round(store, stream.name, before, stream.version + 1)
    back = (
        _paid_by(store, table, link, before, payers(wanted.player))
        if _paid(wanted.player)
        else _all(store, table, link, before)
    )
    async for played in back:
        opened = datetime.fromisoformat(played.opened)
        if wanted.since is not None and opened < wanted.since:
            return
        if wanted.until is not None and opened >= wanted.until:
            continue
        if wanted.before is not None and (opened, table) >= wanted.before:
            continue
        yield played


async def _all(
    store: EventStore, table: str, link: Stream[HouseJackpot] | None, before: int
) -> AsyncIterator[RoundPlayed]:
    while True:
        page = await rounds_before(store, table, link, before, ROUNDS_AT_ONCE)
        for played in page:
            yield played
        if len(page) < ROUNDS_AT_ONCE:
            return
        before = page[-1].first_version


async def _paid_by(
    store: EventStore,
    table: str,
    link: Stream[HouseJackpot] | None,
    before: int,
    accounts: Sequence[str],
) -> AsyncIterator[RoundPlayed]:
    """The rounds in which one of these accounts paid: the cost depends on them alone."""
    stream = table_stream(table)
    while paid := await store.last_paid(accounts, stream, before):
        end = await _after_round(store, stream, paid, before, FIRST_LOOK)
        found = await rounds_before(store, table, link, end, 1)
        before = await round_start(store, stream, paid)
        if found and found[0].first_version == before:
            yield found[0]


async def _after_round(
    store: EventStore, stream: str, version: int, end: int, at_once: int = LONGEST_LOOK
) -> int:
    """The version of the opening call after this one, so that its round is seen in full."""
    async for record in records_of(store, stream, version - 1, at_once=at_once):
        if record.version >= end:
            break
        if is_opening_call(record):
            return record.version
    return end


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
