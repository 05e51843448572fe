"""What a command writes: records, the postings and significant events that follow from them.

The streams go on from here at once; that all of it reaches the disk together is the store's part.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct

from croupier.house.log.stream import CAGE, Change, Ledger, Stream, Write, post
from croupier.house.model import events as h
from croupier.house.model.ledger.accounts import (
    MOVING,
    debited,
    demand_seatable,
    demand_standing,
    movements,
)
from croupier.house.model.ledger.table import TableLedger
from croupier.house.model.people.roles import Signature
from croupier.house.model.people.state import People
from croupier.house.model.records import Posting, Record, SignificantEvent, bears_cards
from croupier.house.model.settings import Money
from croupier.house.model.significant import ORDINARY, listed
from croupier.house.model.table.cards import seal_for
from croupier.house.model.table.seats import is_unknown
from croupier.house.model.table.state import HouseTable
from croupier.house.sealing import Keyring
from croupier.money import Cents

_LIVE = Money.LIVE
"""A constant, as `CAGE` is."""


class Written(Struct, frozen=True):
    """Everything that one command writes."""

    records: tuple[Record, ...]
    postings: tuple[Posting, ...]
    significant: tuple[SignificantEvent, ...]
    guarded: frozenset[str]
    """Wallets that were debited: they must not fall below zero."""
    pockets: bool
    """Whether physical chips in the postings are live money."""


class _Drafted(Struct, frozen=True):
    """What one stream is about to receive."""

    stream: Stream[Any]
    change: Change[Any]
    postings: tuple[Posting, ...]
    significant: Sequence[SignificantEvent]


def write_down(
    writes: Sequence[Write],
    at: datetime,
    by: Signature | None,
    key: str,
    large_win: Cents,
    people: People,
    keys: Keyring,
) -> Written:
    """The streams continue from here, before anything is on disk.

    Raises `HouseRefused`, and changes nothing, if it would move money of somebody whose money may
    not move, or if cards cannot be sealed.
    """
    drafts = [_draft(write, at, by, key, large_win, people, keys) for write in writes]
    records: tuple[Record, ...] = ()
    postings: tuple[Posting, ...] = ()
    significant: tuple[SignificantEvent, ...] = ()
    guarded: frozenset[str] = frozenset()
    pockets = False
    for draft in drafts:
        change, ledger = draft.change, draft.change.ledger
        draft.stream.advance(change)
        records += change.records
        if draft.significant:
            significant += tuple(draft.significant)
        if draft.postings:
            postings += draft.postings
            if moves_wallets(draft.stream.name, ledger):
                guarded |= debited(draft.postings)
        pockets = pockets or getattr(ledger, "money", None) is _LIVE
    return Written(records, postings, significant, guarded, pockets)


def _draft(
    write: Write,
    at: datetime,
    by: Signature | None,
    key: str,
    large_win: Cents,
    people: People,
    keys: Keyring,
) -> _Drafted:
    stream, events = write.stream, write.events
    seal = None
    if type(write.state) is HouseTable and any(map(bears_cards, events)):
        seal = seal_for(write.state, keys)
    added = stream.next_records(events, at, by, key, seal)
    ledger, postings = post(stream.name, stream.ledger, zip(added, events, strict=True))
    kinds = set(map(type, events))
    if postings and not MOVING.isdisjoint(kinds) and moves_wallets(stream.name, ledger):
        stay = ledger.stay if type(ledger) is TableLedger else None
        for record, event in zip(added, events, strict=True):
            for moved in movements(record, event, postings, stay):
                demand_standing(people, moved, at)
    if h.SeatTaken in kinds:
        _demand_seatable(events, people, at)
    lines: Sequence[SignificantEvent] = ()
    if not kinds <= ORDINARY:
        before = stream.state
        number = before.game.round.number if type(before) is HouseTable else None
        lines = listed(list(zip(added, events, strict=True)), number, large_win)
    return _Drafted(stream, Change(added, events, write.state, ledger), postings, lines)


def _demand_seatable(events: Sequence[h.LogEvent], people: People, at: datetime) -> None:
    for event in events:
        if isinstance(event, h.SeatTaken) and not is_unknown(event.player):
            demand_seatable(people, event.player, at)


def moves_wallets(stream: str, ledger: Ledger | None) -> bool:
    """False for a table or jackpot from before there were wallets."""
    return stream == CAGE or getattr(ledger, "money", None) is not None
