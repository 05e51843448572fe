"""Derives the list of significant events again from the log and compares it."""

from collections import deque

from croupier.house.log.event_store import EventStore, Search
from croupier.house.log.paging import PAGE, events_of
from croupier.house.log.snapshots import read_snapshot
from croupier.house.log.stream import Department
from croupier.house.model.operation.events import HouseOpened
from croupier.house.model.operation.state import Operation
from croupier.house.model.records import Head, Marker, SignificantEvent
from croupier.house.model.significant import (
    LARGE_WIN,
    is_large_win,
    listed,
    round_after,
    worded_before,
)
from croupier.house.model.table.state import HouseTable
from croupier.house.read.proof.findings import Findings, Wrong
from croupier.money import Cents

SIGNIFICANT = "significant events"
"""The subject of the check, as findings name it."""


async def prove_significant(store: EventStore, heads: dict[str, Head], findings: Findings) -> int:
    """Every line follows from its record, and no significant record lacks one; returns the count.

    The amount from which a win is large is a setting of each start. A win must be listed if it
    reaches the largest amount ever set, and may be if it reaches the smallest.
    """
    thresholds = await _thresholds(store)
    marker = await store.archived()
    count = 0
    for stream, head in heads.items():
        number = None if marker is None else _number(stream, marker)
        bounds = (min(thresholds), max(thresholds))
        with findings.looking(SIGNIFICANT):
            kept = deque(await _kept(store, stream, head.version))
            count += len(kept)
            await _prove_stream(store, stream, head.version, bounds, number, kept)
    return count


def _number(stream: str, marker: Marker) -> int | None:
    """The round that was on a table when earlier records were archived."""
    kept = marker.states.get(stream)
    state = None if kept is None else read_snapshot(stream, kept)[0]
    return state.game.round.number if isinstance(state, HouseTable) else None


async def _thresholds(store: EventStore) -> set[Cents]:
    found = {LARGE_WIN}
    marker = await store.archived()
    if marker is not None and Department.OPERATION in marker.states:
        kept = read_snapshot(Department.OPERATION, marker.states[Department.OPERATION])[0]
        assert isinstance(kept, Operation)
        found.add(kept.large_win)
    async for _, event in events_of(store, Department.OPERATION):
        if isinstance(event, HouseOpened):
            found.add(event.large_win)
    return found


async def _prove_stream(
    store: EventStore,
    stream: str,
    until: int,
    bounds: tuple[Cents, Cents],
    number: int | None,
    kept: deque[SignificantEvent],
) -> None:
    smallest, largest = bounds
    async for record, event in events_of(store, stream, until=until):
        permitted = listed([(record, event)], number, smallest)
        number = round_after(number, event)
        for line in permitted:
            if kept and kept[0] in (line, worded_before(line, event)):
                kept.popleft()
            elif not is_large_win(event) or event.line.won >= largest:  # type: ignore[union-attr]
                raise Wrong.at(
                    stream, record.version, "its line among what matters is missing or changed"
                )
    for line in kept:
        raise Wrong.at(stream, line.version, "it is listed among what matters for no reason")


async def _kept(store: EventStore, stream: str, until: int) -> list[SignificantEvent]:
    """The stored lines of a stream in the order of its versions."""
    lines: list[SignificantEvent] = []
    before = None
    while page := await store.significant(Search(stream=stream, before=before, limit=PAGE)):
        lines += page
        last = page[-1]
        before = (last.at, last.stream, last.version)
        if len(page) < PAGE:
            break
    return sorted((one for one in lines if one.version <= until), key=lambda one: one.version)
