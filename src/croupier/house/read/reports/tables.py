"""Win, drop and hold of each table and game on a gaming day, against the exact expectation.

Compared is what the house keeps of wagers that were played to the end with what it keeps on
average under best play: ante and stay-in wager together, per ante; side wagers per stake; a
jackpot wager per stake at the meter that was displayed when the gaming day began, the whole
prize counted as paid. Players who do not play best lose more than that.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping
from datetime import datetime
from fractions import Fraction
from functools import lru_cache
from math import sqrt

from msgspec import Struct, structs

from croupier.books import kept_rulebook
from croupier.house.app.stream_cache import StreamCache
from croupier.house.log.event_store import EventStore
from croupier.house.log.stream import Department, records_of
from croupier.house.model import events as h
from croupier.house.model.cage.events import TableBoughtIn
from croupier.house.model.records import Record, decode_event, jackpot_stream, table_stream
from croupier.house.model.table.state import with_edition_of
from croupier.house.read.history import version_at
from croupier.jackpot.events import JackpotWon
from croupier.money import Cents
from croupier.rulebooks.overrides import read_as
from croupier.rulebooks.wagers import Award, WagerKind
from croupier.script.format import TableEntry
from croupier.table import events as e
from croupier.table.state import Line
from croupier.wagers import Result


class Span(Struct, frozen=True):
    """From one moment up to another."""

    since: datetime
    until: datetime | None
    """None for everything from then on."""


async def records_in(store: EventStore, stream: str, span: Span) -> AsyncIterator[Record]:
    """The records of a stream within a span, in order."""
    after = await store.first_since(stream, span.since) - 1
    async for record in records_of(store, stream, after):
        if span.until is not None and record.at >= span.until:
            return
        yield record


async def events_in(
    store: EventStore, stream: str, span: Span
) -> AsyncIterator[tuple[Record, h.LogEvent]]:
    async for record in records_in(store, stream, span):
        yield record, decode_event(record.event)


COMPARED = __doc__.partition("\n\n")[2].replace("\n", " ").strip()


class Edge(Struct, frozen=True):
    """What the house keeps of one unit on average, and the variance of a single round."""

    keeps: Fraction
    variance: Fraction


Edges = dict[str, Edge]


def edges(entry: TableEntry, meter: Cents | None, stake: Cents | None, reset: Cents) -> Edges:
    """The edge of each wager that is placed by itself; takes a second the first time."""
    readings = tuple(sorted(entry.readings.items()))
    found = dict(_main(entry.rulebook, readings))
    if meter is not None and stake is not None:
        found |= _jackpots(entry.rulebook, readings, meter, stake, reset, entry.boxes)
    return found


@lru_cache(maxsize=64)
def _main(name: str, readings: tuple[tuple[str, bool | int | str], ...]) -> Edges:
    from croupier.odds import price

    sheet = price(read_as(kept_rulebook(name), dict(readings)))
    main: Edges = {WagerKind.ANTE: Edge(-sheet.main.expected, sheet.main.variance)}
    return main | {
        wager: Edge(-odds.expected, odds.variance) for wager, odds in sheet.side_wagers.items()
    }


@lru_cache(maxsize=256)
def _jackpots(
    name: str,
    readings: tuple[tuple[str, bool | int | str], ...],
    meter: Cents,
    stake: Cents,
    reset: Cents,
    boxes: int,
) -> Edges:
    from croupier.odds import CannotPrice, JackpotTerms, Question, price

    try:
        terms = JackpotTerms(meter=meter, stake=stake, reset=reset, boxes=boxes)
        rulebook = read_as(kept_rulebook(name), dict(readings))
        sheet = price(rulebook, Question(jackpot=terms))
    except CannotPrice:
        return {}
    return {
        target: Edge(-odds.pay_table.expected, odds.pay_table.variance)
        for target, odds in sheet.jackpots.items()
    }


_OUT = (Result.VOID, Result.RETURNED)


class WagerSum(Struct, frozen=True):
    """One wager over the day."""

    wagers: int = 0
    staked: Cents = 0
    """Of wagers that were played to the end."""
    squares: int = 0
    """Of the individual stakes, for the variance."""
    paid: Cents = 0
    win: Cents = 0
    """What the table kept of it."""


class TableResult(Struct, frozen=True):
    """A table, or all tables of a game."""

    table: str
    game: str
    money: str | None
    rounds: int
    voided: int
    handle: Cents
    """All stakes that were played to the end."""
    win: Cents
    drop: Cents
    """Cash into the table's drop box."""
    hold: str | None
    """Win per unit of drop, in per cent; none without drop."""
    hold_of_handle: str | None
    expected_win: str
    """Exact, in cents, rounded to two further digits."""
    deviations: str | None
    """Standard deviations between the win on ante and stay-in wager and its expectation."""
    wagers: Mapping[str, WagerSum]


class TablesReport(Struct, frozen=True):
    day: str
    compared: str
    tables: tuple[TableResult, ...]
    games: tuple[TableResult, ...]


async def tables_report(
    store: EventStore, streams: StreamCache, day: str, span: Span
) -> TablesReport:
    drops = await _drops(store, day, span)
    links = _Links(store, streams, span)
    sums = [await _table(store, streams, links, name, span) for name in streams.tables()]
    for one in sums:
        one.drop = drops.get(one.table, 0)
    games: dict[tuple[str, str | None], _Sums] = {}
    for one in sums:
        games.setdefault((one.game, one.money), _Sums("", one.game, one.stay)).add(one)
    return TablesReport(
        day,
        COMPARED,
        tuple(one.result() for one in sums),
        tuple(one.result() for one in games.values()),
    )


class _Links:
    """What the tables of a jackpot have in common: found once, however many tables it has."""

    def __init__(self, store: EventStore, streams: StreamCache, span: Span) -> None:
        self._store, self._streams, self._span = store, streams, span
        self._payments: dict[str, list[tuple[str, JackpotWon]]] = {}
        self._meters: dict[str, Cents] = {}

    async def payments(self, jackpot: str) -> list[tuple[str, JackpotWon]]:
        """What it paid within the span, each with the command that caused it."""
        if jackpot not in self._payments:
            found = self._payments[jackpot] = []
            async for record in records_in(self._store, jackpot_stream(jackpot), self._span):
                if record.event.startswith(_WON):
                    event = decode_event(record.event)
                    assert isinstance(event, JackpotWon)
                    found.append((record.command, event))
        return self._payments[jackpot]

    async def meter(self, jackpot: str) -> Cents:
        """What it displayed when the span began, or else when it was registered."""
        if jackpot not in self._meters:
            link = await self._streams.jackpot(jackpot)
            first = await version_at(self._store, link.name, link.version, self._span.since)
            meter = await self._store.moved(link.name, f"jackpot:{jackpot}", first - 1)
            self._meters[jackpot] = meter or link.stored.meter.settings.meter
        return self._meters[jackpot]


def _beginning(kind: type[Struct]) -> bytes:
    return f'{{"event":"{kind.__struct_config__.tag}"'.encode()


_WON = _beginning(JackpotWon)
_ADDED_UP = tuple(
    _beginning(kind)
    for kind in (
        e.WagerSettled,
        e.BetsOpened,
        e.SettlementReversed,
        e.RoundSettled,
        e.RoundVoided,
        h.EditionChanged,
    )
)
"""Events that a report looks into; the others are told by their first bytes."""


async def _table(
    store: EventStore, streams: StreamCache, links: _Links, name: str, span: Span
) -> "_Sums":
    """What a table took and kept, each wager compared under the edition of its round."""
    table = (await streams.table(name)).stored
    whole = _Sums(name, table.game.rulebook.slug, table.game.rulebook.stay.wager)
    part = _Sums(name, whole.game, whole.stay)
    settled_by: set[str] = set()
    played = 0
    async for record in records_in(store, table_stream(name), span):
        if not record.event.startswith(_ADDED_UP):
            continue
        event = decode_event(record.event)
        match event:
            case e.WagerSettled():
                settled_by.add(record.command)
            case e.BetsOpened(round=played):
                pass
            case h.EditionChanged(round=first):
                part.close()
                part.price(await _edges(streams, links, name, first - 1))
                whole.add(part)
                part = _Sums(name, whole.game, whole.stay)
        part.take(event)
    part.close()
    if table.jackpot is not None:
        for command, won in await links.payments(table.jackpot):
            if command not in settled_by:
                part.take_late(won)
    part.price(await _edges(streams, links, name, played))
    whole.add(part)
    whole.money = getattr(table, "money", None)
    return whole


async def _edges(streams: StreamCache, links: _Links, name: str, number: int) -> Edges:
    """For the wagers at a table, by the edition that a round was opened with."""
    now = (await streams.table(name)).stored
    table = with_edition_of(now, now, number) if number else now
    meter = stake = None
    reset = 0
    if table.jackpot is not None:
        meter = await links.meter(table.jackpot)
        settings = (await streams.jackpot(table.jackpot)).stored.meter.settings
        stake, reset = settings.stake, settings.reset
    return await asyncio.to_thread(edges, table.entry, meter, stake, reset)


async def _drops(store: EventStore, day: str, span: Span) -> dict[str, Cents]:
    """Cash put into each table's box, dated within the day."""
    found: dict[str, Cents] = {}
    async for _, event in events_in(store, Department.CAGE, span):
        if isinstance(event, TableBoughtIn) and event.day == day:
            found[event.table] = found.get(event.table, 0) + event.amount
    return found


class _Sums:
    """Adds up the lines of a table; a reversed settlement is taken out again."""

    def __init__(self, table: str, game: str, stay: str) -> None:
        self.table, self.game, self.stay = table, game, stay
        self.money: str | None = None
        self.rounds = self.voided = 0
        self.drop: Cents = 0
        self.wagers: dict[str, WagerSum] = {}
        self.expected = Fraction(0)
        self.main_expected = self.main_variance = Fraction(0)
        self._lines: list[Line] = []

    def take(self, event: h.LogEvent) -> None:
        match event:
            case e.BetsOpened():
                self.close()
            case e.WagerSettled(line=line):
                self._lines.append(line)
            case e.SettlementReversed():
                self._lines = []
                self.rounds -= 1
            case e.RoundSettled():
                self.rounds += 1
            case e.RoundVoided():
                self.voided += 1

    def close(self) -> None:
        """The round can no longer change."""
        for line in self._lines:
            known = self.wagers.get(line.wager, WagerSum())
            at_risk = 0 if line.result in _OUT else line.staked
            self.wagers[line.wager] = WagerSum(
                known.wagers + (at_risk > 0),
                known.staked + at_risk,
                known.squares + at_risk**2,
                known.paid + line.won,
                known.win + line.staked - line.returned - line.won,
            )
        self._lines = []

    def take_late(self, event: JackpotWon) -> None:
        """A claim of this table that had waited its turn was paid (CSP 4.5.2)."""
        for won in event.winnings if event.table == self.table else ():
            known = self.wagers.get(won.target.value, WagerSum())
            self.wagers[won.target.value] = structs.replace(
                known,
                paid=known.paid + won.amount,
                win=known.win - won.amount - won.returned,
            )

    def add(self, other: "_Sums") -> None:
        self.money = other.money
        self.rounds += other.rounds
        self.voided += other.voided
        self.drop += other.drop
        self.expected += other.expected
        self.main_expected += other.main_expected
        self.main_variance += other.main_variance
        for wager, one in other.wagers.items():
            known = self.wagers.get(wager, WagerSum())
            self.wagers[wager] = WagerSum(
                *(
                    mine + more
                    for mine, more in zip(structs.astuple(known), structs.astuple(one), strict=True)
                )
            )

    def price(self, edges: Edges) -> None:
        """What should have been won, once everything is added up."""
        for kind, edge in edges.items():
            laid = self.wagers.get(kind, WagerSum())
            self.expected += laid.staked * edge.keeps
            if kind == WagerKind.ANTE:
                self.main_expected = laid.staked * edge.keeps
                self.main_variance = laid.squares * edge.variance

    def result(self) -> TableResult:
        handle = sum(one.staked for one in self.wagers.values())
        win = sum(one.win for one in self.wagers.values())
        return TableResult(
            self.table,
            self.game,
            self.money,
            self.rounds,
            self.voided,
            handle,
            win,
            self.drop,
            _percent(win, self.drop),
            _percent(win, handle),
            f"{float(self.expected):.2f}",
            self._deviations(),
            dict(sorted(self.wagers.items())),
        )

    def _deviations(self) -> str | None:
        if not self.main_variance:
            return None
        main = (WagerKind.ANTE, self.stay, Award.ANTE_BONUS)
        kept = sum(one.win for wager, one in self.wagers.items() if wager in main)
        return f"{(kept - float(self.main_expected)) / sqrt(self.main_variance):+.2f}"


def _percent(part: Cents, whole: Cents) -> str | None:
    return f"{100 * part / whole:.2f}" if whole else None
