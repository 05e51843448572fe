"""Looking back into a stream: what happened after a version, and the rounds that were played."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any

from msgspec import Struct, structs

from croupier.house.log.event_store import EventStore
from croupier.house.log.snapshots import read_snapshot
from croupier.house.log.stream import Change, Stream, events_of, fold_table
from croupier.house.model import events as h
from croupier.house.model.jackpot.state import HouseJackpot
from croupier.house.model.records import Entry, Record, decode_event, table_stream
from croupier.house.model.refusals import HouseCode, decline
from croupier.house.model.table import state as tables
from croupier.house.model.table.state import HouseTable
from croupier.jackpot.events import JackpotWon
from croupier.table import events as e
from croupier.table.state import Line
from croupier.wagers import Result

FIRST_LOOK, LONGEST_LOOK = 64, 500
"""Records searched for an opening call, first and at most: a round has fewer."""
CLOCKS_DIFFER = timedelta(hours=1)
"""Between processes of one house, at the very most."""
_OPENING = b'{"event":"bets_opened"'
_REOPENING = b'{"event":"settlement_reversed"'
_ENDING = (b'{"event":"round_settled"', b'{"event":"round_voided"')


def is_opening_call(record: Record) -> bool:
    """Recognized from the stored bytes, so that looking back decodes nothing."""
    return record.event.startswith(_OPENING)


async def round_start(store: EventStore, stream: str, version: int) -> int:
    """Version of the last opening call at or before a version; 1 if there is none."""
    until, step = version, FIRST_LOOK
    while until > 0:
        after = max(0, until - step)
        read = await store.read(stream, after, until - after)
        records = [record for record in read if record.version <= until]
        for record in reversed(records):
            if is_opening_call(record):
                return record.version
        if not records:  # earlier records are in an archive
            break
        until, step = after, min(2 * step, LONGEST_LOOK)
    return 1


async def demand_here(store: EventStore, day: str, begins: datetime) -> None:
    """Some records of an archived day may still be here, from before it was closed: a report made
    of them alone would be wrong."""
    marker = await store.archived()
    if marker is None or begins >= marker.until:
        return
    notes = await store.markers()
    [found, *_] = [one for one in notes if begins < one.until]
    if found is notes[0] and await store.is_part():
        decline(
            HouseCode.ARCHIVED,
            f"The gaming day {day} is in an archive, {found.file} or one before it: "
            "'croupier unpack' makes it readable.",
        )
    decline(
        HouseCode.ARCHIVED,
        f"The gaming day {day} is in the archive {found.file}: "
        "'croupier unpack' makes it readable.",
    )


async def opening_call(store: EventStore, stream: str, version: int) -> Entry | None:
    """The opening call of the round that was under way at a version, if one was."""
    start = await round_start(store, stream, version)
    found: Entry | None = None
    over = True
    for entry in await store.scan_stream(stream, start - 1, version - start + 1):
        event = entry.record.event
        if entry.record.version > version:
            break
        if event.startswith(_OPENING):
            found, over = entry, False
        elif event.startswith(_REOPENING):
            over = False
        elif event.startswith(_ENDING):
            over = True
    return None if over else found


async def version_at(store: EventStore, stream: str, head: int, moment: datetime) -> int:
    """The first version that is not before a moment; one beyond the head if there is none."""
    return min(head + 1, await store.first_since(stream, moment))


async def changes_after(
    store: EventStore, held: Stream[Any], after: int, limit: int = 10_000
) -> list[Change[Any]]:
    """What was stored after a version, with the state from which a viewer's part is made.

    A round starts afresh with its opening call, so the fold begins there, under the edition that
    the round was opened with.
    """
    stream = held.name
    if not stream.startswith("table:"):
        return _grouped(await store.read(stream, after, limit), None)
    state = await _first_state(store, stream)
    start = await round_start(store, stream, after) if after else 1
    before = max(0, start - 2)  # the shuffle of a round is committed just before its opening call
    records = await store.read(stream, before, limit + after - before)
    opened = [decode_event(one.event) for one in records if one.version == start]
    if held.stored.earlier and opened and isinstance(opened[0], e.BetsOpened):
        state = tables.with_edition_of(state, held.stored, opened[0].round)
    return [change for change in _grouped(records, state) if change.records[-1].version > after]


async def _first_state(store: EventStore, stream: str) -> HouseTable:
    """A table as registered, or as it stood when its first records were archived."""
    [first] = await store.read(stream, 0, 1)
    registration = decode_event(first.event)
    if isinstance(registration, h.TableRegistered):
        return tables.registered(stream.partition(":")[2], registration)
    marker = await store.archived()
    assert marker is not None
    state, _ = read_snapshot(stream, marker.states[stream])
    assert isinstance(state, HouseTable)
    return state


def _grouped(records: Sequence[Record], state: HouseTable | None) -> list[Change[Any]]:
    changes: list[Change[Any]] = []
    for _, group in groupby(records, key=lambda record: record.command):
        together = tuple(group)
        events = tuple(decode_event(record.event) for record in together)
        if state is not None:
            for record, event in zip(together, events, strict=True):
                if not isinstance(event, h.TableRegistered):
                    state = fold_table(state.name, state, event, record.at)
        changes.append(Change(together, events, state))
    return changes


class RoundPlayed(Struct, frozen=True):
    """A finished round, with the outcome of every wager."""

    table: str
    round: int
    edition: str
    first_version: int
    last_version: int
    opened: str
    ended: str
    void: bool
    commitment: str | None
    seed: str | None
    lines: tuple[Line, ...]
    added: Mapping[str, str] = {}
    """What players added to the seed."""


class _Round(Struct):
    """A round being put together."""

    number: int
    edition: str
    first: int
    opened: str
    last: int = 0
    ended: str | None = None
    void: bool = False
    commitment: str | None = None
    seed: str | None = None
    lines: list[Line] = []
    added: dict[str, str] = {}


async def rounds_before(
    store: EventStore,
    table: str,
    link: Stream[HouseJackpot] | None,
    before: int,
    limit: int = 25,
) -> list[RoundPlayed]:
    """The rounds that ended before a version, newest first.

    Every read is a range of one stream's versions, which are indexed, so the cost depends on the
    rounds returned and not on the length of the history.
    """
    stream = table_stream(table)
    found: list[RoundPlayed] = []
    end = before - 1
    while end > 0 and len(found) < limit:
        start = await round_start(store, stream, end)
        if start <= 1:
            break
        records = await store.read(stream, start - 2, end - start + 2)
        played = _read_round(table, records)
        if played is not None:
            found.append(played)
        end = start - 1
    if link is not None:
        found = [await _with_late_payments(store, link, one) for one in found]
    return found


def _read_round(table: str, records: Sequence[Record]) -> RoundPlayed | None:
    current: _Round | None = None
    commitment = None
    for record in records:
        event = decode_event(record.event)
        if isinstance(event, h.ShuffleCommitted):
            commitment = event.commitment
        elif isinstance(event, e.BetsOpened):
            current = _Round(event.round, event.edition, record.version, record.at.isoformat())
            current.commitment = commitment
        elif current is not None:
            _note(current, event, record)
    if current is None or current.ended is None:
        return None
    return RoundPlayed(
        table,
        current.number,
        current.edition,
        current.first,
        current.last,
        current.opened,
        current.ended,
        current.void,
        current.commitment,
        current.seed,
        tuple(current.lines),
        current.added,
    )


def _note(current: _Round, event: h.LogEvent, record: Record) -> None:
    match event:
        case e.WagerSettled():
            current.lines.append(event.line)
        case e.SettlementReversed():
            current.lines, current.ended = [], None
        case e.RoundSettled() | e.RoundVoided():
            current.ended, current.last = record.at.isoformat(), record.version
            current.void = isinstance(event, e.RoundVoided)
        case h.SeedAdded(player=player, seed=str(seed)):
            current.added = {**current.added, player: seed}
        case h.ShuffleOpened():
            current.seed = event.seed
        case _:
            pass


async def _with_late_payments(
    store: EventStore, link: Stream[HouseJackpot], played: RoundPlayed
) -> RoundPlayed:
    """Pending lines that have been paid since (CSP 4.5.2), searched for from the round on."""
    place = (played.table, played.round)
    waiting = {(entry.table, entry.number) for entry, _ in link.stored.meter.pending()}
    lines = list(played.lines)
    if place in waiting or not _is_pending(lines):
        return played
    since = datetime.fromisoformat(played.opened) - CLOCKS_DIFFER
    after = await version_at(store, link.name, link.version, since) - 1
    async for _, event in events_of(store, link.name, after, link.version):
        if isinstance(event, JackpotWon) and (event.table, event.round) == place:
            lines = [paid_line(line, event) for line in lines]
            if not _is_pending(lines):
                break
    return structs.replace(played, lines=tuple(lines))


def _is_pending(lines: Sequence[Line]) -> bool:
    return any(line.result is Result.PENDING for line in lines)


def paid_line(line: Line, event: JackpotWon) -> Line:
    """A pending line, won if the event pays it."""
    for winning in event.winnings:
        if line.result is Result.PENDING and (winning.box, winning.target) == (
            line.box,
            line.wager,
        ):
            return structs.replace(
                line, result=Result.WON, won=winning.amount, returned=winning.returned
            )
    return line
