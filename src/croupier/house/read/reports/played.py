"""What a table's rounds came to: the one fold from which boards, reports and ratings are made.

A round belongs to the period in which it is settled. One that was settled before the period and
is undone in it takes out what it had brought, as in the ledger.
"""

from collections.abc import AsyncIterator, Mapping
from datetime import datetime

from msgspec import Struct, structs

from croupier.house.log.event_store import EventStore
from croupier.house.log.snapshots import read_snapshot
from croupier.house.log.stream import records_of
from croupier.house.model import events as h
from croupier.house.model.records import Marker, Record, decode_event
from croupier.house.model.table.state import HouseTable
from croupier.house.read.history import round_start
from croupier.table import events as e
from croupier.table.hands import UNKNOWN
from croupier.table.state import Line, Settled

DEALER = "dealer"


def _beginning(kind: type[Struct]) -> bytes:
    return f'{{"event":"{kind.__struct_config__.tag}"'.encode()


_LOOKED_INTO = tuple(
    _beginning(kind)
    for kind in (
        e.BetsOpened,
        e.WagerPlaced,
        e.CardsDealt,
        e.HandShown,
        e.HandsCorrected,
        e.UpCardChanged,
        e.HandFolded,
        e.DrawMade,
        e.WagerSettled,
        e.SettlementReversed,
        e.RoundSettled,
        e.RoundVoided,
    )
)
"""The others are told by their first bytes, and not decoded."""


class Decided(Struct, frozen=True):
    """Whether a hand stayed in, and what its player could see then."""

    stayed: bool
    hand: str | None
    """None where the cards were not yet known to the house: they are keyed when they are turned."""
    up_card: str | None
    absent: bool = False
    """The rules folded it for somebody who was not there."""


class Round(Struct, frozen=True):
    """One round as far as it concerns a period."""

    number: int
    opened: datetime
    by: str | None
    """Who made the opening call: whoever deals."""
    ended: datetime | None = None
    settled: int = 0
    """One where it was settled in the period; minus one where that was undone in it."""
    voided: bool = False
    lines: tuple[Line, ...] = ()
    undone: tuple[Line, ...] = ()
    """Settled before the period, and taken back in it."""
    hands: Mapping[str, str] = {}
    """By box, with the dealer's under `dealer`."""
    up_card: str | None = None
    decided: Mapping[int, "Decided"] = {}
    magic: bool = False
    lucky: bool = False

    @property
    def counts(self) -> bool:
        return bool(self.settled or self.voided or self.lines or self.undone)


class Rounds:
    """The rounds of one table, event by event; the one under way is `current`."""

    def __init__(self, after: int) -> None:
        self.version = after
        """The last record that was taken in."""
        self.current: Round | None = None
        self._after = after
        self._before: tuple[Line, ...] = ()

    def resume(self, stream: str, marker: Marker) -> None:
        """With the last round before an archive was cut: it was over, and can still be undone."""
        kept = marker.states.get(stream)
        state = None if kept is None else read_snapshot(stream, kept)[0]
        if isinstance(state, HouseTable) and isinstance(state.game.round, Settled):
            self.current = Round(state.game.round.number, marker.until, None)
            self._before = state.game.round.lines

    def take(self, record: Record, event: h.LogEvent) -> Round | None:
        """Returns the round that an opening call has ended for good."""
        self.version = max(self.version, record.version)
        if isinstance(event, e.BetsOpened):
            done, self._before = self.current, ()
            by = None if record.by is None else record.by.id
            self.current = Round(event.round, record.at, by)
            return done if done is not None and done.counts else None
        if self.current is not None:
            self.current = self._noted(self.current, record, event)
        return None

    def _noted(self, now: Round, record: Record, event: h.LogEvent) -> Round:
        before = record.version <= self._after
        match event:
            case e.WagerSettled(line=line):
                if before:
                    self._before = (*self._before, line)
                    return now
                return structs.replace(now, lines=(*now.lines, line))
            case e.SettlementReversed():
                undone, self._before = self._before, ()
                if before:
                    return now
                return structs.replace(
                    now, lines=(), undone=(*now.undone, *undone), settled=now.settled - 1
                )
            case e.RoundSettled():
                return structs.replace(now, settled=now.settled + (not before), ended=record.at)
            case e.RoundVoided():
                return structs.replace(now, voided=not before, ended=record.at)
            case e.CardsDealt() | e.HandsCorrected():
                return structs.replace(
                    now,
                    hands={**event.hands, DEALER: event.dealer},
                    up_card=event.dealer.split()[-1] if event.dealer else None,
                )
            case e.HandShown(cards=cards, box=box):
                place = DEALER if box is None else str(box)
                return structs.replace(now, hands={**now.hands, place: cards})
            case e.UpCardChanged():
                return structs.replace(now, up_card=event.card)
            case e.HandFolded():
                return _with_decision(now, event.box, stayed=False, absent=event.absent)
            case e.WagerPlaced() if now.hands:
                return _with_decision(now, event.box, stayed=True)
            case e.DrawMade():
                return structs.replace(
                    now,
                    magic=event.magic_card is not None,
                    lucky=event.lucky_box is not None or event.lucky_dealer is not None,
                )
            case _:
                return now


def _with_decision(now: Round, box: int, *, stayed: bool, absent: bool = False) -> Round:
    hand = now.hands.get(str(box))
    known = hand if hand is not None and UNKNOWN not in hand.split() else None
    made = Decided(stayed, known, now.up_card, absent)
    return structs.replace(now, decided={**now.decided, box: made})


async def rounds_between(
    store: EventStore, stream: str, after: int, until: int
) -> AsyncIterator[Round]:
    """The rounds of a table that a period between two versions of its stream concerns."""
    rounds = await begun(store, stream, after)
    async for one in followed(store, stream, rounds, until):
        yield one
    if rounds.current is not None and rounds.current.counts:
        yield rounds.current


async def begun(store: EventStore, stream: str, after: int) -> Rounds:
    """With the round that was under way when the period began."""
    rounds = Rounds(after)
    if after:
        start = await round_start(store, stream, after)
        async for record in records_of(store, stream, start - 1, after):
            rounds.take(record, decode_event(record.event))
    if rounds.current is None and (marker := await store.archived()) is not None:
        rounds.resume(stream, marker)
    return rounds


async def followed(
    store: EventStore, stream: str, rounds: Rounds, until: int
) -> AsyncIterator[Round]:
    """Those that came to their end since; `rounds` has then seen everything up to a version."""
    async for record in records_of(store, stream, rounds.version, until):
        if not record.event.startswith(_LOOKED_INTO):
            rounds.version = record.version
            continue
        done = rounds.take(record, decode_event(record.event))
        if done is not None:
            yield done
