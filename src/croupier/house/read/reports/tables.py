"""Win, drop and hold of each table and game on a gaming day, against the exact expectation.

Compared is what the house keeps of wagers that were played to the end with what it keeps on
average under best play: ante and stay-in wager together, per ante; side wagers per stake; of a
jackpot wager what the link does not take. Players who do not play best lose more than that.
Contributions to a jackpot and prizes from its meter are charged to the link, not to the table.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from croupier.house.app.stream_cache import StreamCache
from croupier.house.log.event_store import EventStore
from croupier.house.log.stream import records_of
from croupier.house.model import events as h
from croupier.house.model.cage.day import TableReport
from croupier.house.model.records import Record, decode_event, table_stream
from croupier.house.model.table.state import HouseTable, with_edition_of
from croupier.house.read.reports.books import DayBooks, Houses, day_books
from croupier.house.read.reports.edges import Link
from croupier.house.read.reports.played import Round, rounds_between
from croupier.house.read.reports.sums import Exact, Sums, Terms, WagerSum, percent
from croupier.money import Cents

COMPARED = __doc__.partition("\n\n")[2].replace("\n", " ").strip()


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


class TableResult(Struct, frozen=True):
    """A table, or all tables of a game."""

    table: str
    game: str
    money: str | None
    rounds: int
    voided: int
    hands: int
    handle: Cents
    """All stakes that were played to the end."""
    average_bet: Cents | None
    """All that a hand staked in a round, on average."""
    rounds_per_hour: float | None
    """While the table was dealt; longer rests are not counted."""
    win: Cents
    """closing + credits + drop - opening - fills, as in the close of the day."""
    result: Cents
    """What the rounds left in the float: the win without differences found in counts."""
    drop: Cents | None
    """Cash into the table's drop box; none where whoever asks is not to know it before a count."""
    hold: str | None
    """Win per unit of drop, in per cent; none without drop."""
    hold_of_handle: str | None
    """Result per unit of handle, in per cent."""
    theoretical: Exact
    """What the house keeps of these wagers on average, under best play."""
    expected_win: str
    """The same in cents, rounded to two further digits."""
    deviations: str | None
    """Standard deviations between the win on ante and stay-in wager and its expectation."""
    jackpots: Cents
    """What the table passed on to the meter and reserve of its link."""
    unpriced: tuple[str, ...]
    """Wagers that cannot be counted exactly, and are in no expectation."""
    wagers: Mapping[str, WagerSum]


class TablesReport(Struct, frozen=True):
    day: str
    since: datetime | None
    """The end of the last closing before it: everything since belongs to the day."""
    closed: bool
    compared: str
    tables: tuple[TableResult, ...]
    games: tuple[TableResult, ...]

    def without_drop(self, tables: frozenset[str]) -> "TablesReport":
        """As those are told who work with whoever counts the boxes of these tables."""
        games = {one.game for one in self.tables if one.table in tables}
        return replace(
            self,
            tables=tuple(_no_drop(one) if one.table in tables else one for one in self.tables),
            games=tuple(_no_drop(one) if one.game in games else one for one in self.games),
        )


def _no_drop(one: TableResult) -> TableResult:
    return replace(one, drop=None, hold=None)


class Kept(Struct, frozen=True):
    """What a table came to by the cage's books; without them, what its rounds came to."""

    win: Cents = 0
    result: Cents = 0
    drop: Cents = 0
    jackpots: Cents = 0

    @classmethod
    def of(cls, report: TableReport | None, sums: Sums, passed_on: Cents) -> "Kept":
        if report is None:
            kept = sums.kept - passed_on
            return cls(kept, kept, 0, passed_on)
        return cls(report.win, report.result, report.drop, report.jackpots)

    def plus(self, other: "Kept") -> "Kept":
        return Kept(
            self.win + other.win,
            self.result + other.result,
            self.drop + other.drop,
            self.jackpots + other.jackpots,
        )


async def tables_report(house: Houses, day: str) -> TablesReport:
    streams = house.handler.streams
    books = await day_books(house, day)
    passed_on = await house.store.passed_on(books.after, books.until)
    tables, games = [], dict[tuple[str, str | None], _Game]()
    for name in streams.tables():
        table = (await streams.table(name)).stored
        sums = await sums_of(house, table, books)
        kept = Kept.of(None if table.practice else books.table(name), sums, passed_on.get(name, 0))
        tables.append(line_of(table, sums, kept))
        money = None if table.money is None else table.money.value
        slug = table.game.rulebook.slug
        game = games.setdefault((slug, money), _Game(table))
        game.sums.add(sums)
        game.kept = game.kept.plus(kept)
    return TablesReport(
        day,
        books.since,
        books.closed,
        COMPARED,
        tuple(tables),
        tuple(line_of(one.table, one.sums, one.kept, name="") for one in games.values()),
    )


class _Game:
    def __init__(self, table: HouseTable) -> None:
        self.table = table
        self.sums, self.kept = Sums(), Kept()


def line_of(table: HouseTable, sums: Sums, kept: Kept, name: str | None = None) -> TableResult:
    rulebook = table.game.rulebook
    return TableResult(
        table=table.name if name is None else name,
        game=rulebook.slug,
        money=None if table.money is None else table.money.value,
        rounds=sums.rounds,
        voided=sums.voided,
        hands=sums.hands,
        handle=sums.handle,
        average_bet=sums.average_bet,
        rounds_per_hour=sums.rounds_per_hour,
        win=kept.win,
        result=kept.result,
        drop=kept.drop,
        hold=percent(kept.win, kept.drop),
        hold_of_handle=percent(kept.result, sums.handle),
        theoretical=Exact.of(sums.theoretical),
        expected_win=f"{float(sums.theoretical):.2f}",
        deviations=sums.deviations(rulebook.stay.wager),
        jackpots=kept.jackpots,
        unpriced=tuple(sorted(sums.unpriced)),
        wagers=sums.wagers(),
    )


async def sums_of(
    house: Houses, table: HouseTable, books: DayBooks, span: Span | None = None
) -> Sums:
    """The rounds of a table on a day, or in a part of it."""
    rounds = [one async for one in rounds_of(house.store, table.name, books)]
    if span is not None:
        rounds = [one for one in rounds if _within(one, span)]
    terms = await terms_of(house.handler.streams, table)

    def added() -> Sums:
        sums = Sums()
        for one in rounds:
            sums.take(one, terms(one.number))
        return sums

    return await asyncio.to_thread(added)


def _within(one: Round, span: Span) -> bool:
    """By the moment at which it ended, or began where it has not."""
    at = one.ended or one.opened
    return span.since <= at and (span.until is None or at < span.until)


async def rounds_of(store: EventStore, table: str, books: DayBooks) -> AsyncIterator[Round]:
    stream = table_stream(table)
    after = await store.version_by(stream, books.after) if books.after else 0
    until = await store.version_by(stream, books.until)
    async for one in rounds_between(store, stream, after, until):
        yield one


class TermsOfTable:
    """By which terms each round of a table was played: its edition, and its link."""

    def __init__(self, table: HouseTable, link: Link | None) -> None:
        self._table, self._link = table, link
        self._known: dict[int, Terms] = {}

    def __call__(self, number: int) -> Terms:
        before = sum(1 for one in self._table.earlier if one.until < number)
        if before not in self._known:
            table = with_edition_of(self._table, self._table, number)
            self._known[before] = Terms(table.entry, table.game.rulebook, self._link)
        return self._known[before]


async def terms_of(streams: StreamCache, table: HouseTable) -> TermsOfTable:
    if table.jackpot is None:
        return TermsOfTable(table, None)
    state = (await streams.jackpot(table.jackpot)).stored
    settings = state.meter.settings
    return TermsOfTable(table, Link(settings.stake, settings.increment, state.terms.reserve))
