"""The figures of each table for the pit's board, kept up to date round by round.

They are those of the reports of the day: win by the cage's books, the rest by the same fold over
the table's rounds, which here goes on where it stood.
"""

import asyncio
from collections.abc import Mapping

from msgspec import Struct

from croupier.house.log.stream import Department
from croupier.house.model.cage.day import TableDay, TableReport, table_report
from croupier.house.model.cage.state import Cage
from croupier.house.model.records import table_stream
from croupier.house.model.table.state import HouseTable
from croupier.house.read.reports.books import Houses, day_books, together
from croupier.house.read.reports.played import Round, Rounds, begun, followed
from croupier.house.read.reports.sums import Exact, Sums, percent
from croupier.house.read.reports.tables import TermsOfTable, terms_of
from croupier.money import Cents


class Figures(Struct, frozen=True):
    """A table since the last closing of a day; on a day that was opened again, since the one
    before that day, as in its reports."""

    rounds: int
    hands: int
    handle: Cents
    average_bet: Cents | None
    rounds_per_hour: float | None
    win: Cents
    drop: Cents | None
    """None for those who are not to know it before the box is counted."""
    hold: str | None
    theoretical: Exact
    """Of the wagers that were made, under best play."""
    is_counted: bool
    """Whether the float was counted since the last closing."""


class _Table:
    """What is known of one table."""

    def __init__(self, rounds: Rounds) -> None:
        self.rounds = rounds
        self.sums = Sums()

    def take(self, done: list[Round], terms: TermsOfTable) -> Sums:
        """With the round that may still change, which is not kept."""
        for one in done:
            self.sums.take(one, terms(one.number))
        current = self.rounds.current
        if current is None or not current.counts:
            return self.sums
        last = Sums()
        last.add(self.sums)
        last.take(current, terms(current.number))
        return last


class Board:
    """Of one house; asked by one reader at a time."""

    def __init__(self) -> None:
        self._last: tuple[int, str | None] | None = None
        """The closing that it goes by, and the day that was opened again."""
        self._since = 0
        self._earlier: dict[str, TableReport] = {}
        """What that day was closed with before."""
        self._tables: dict[str, _Table] = {}
        self._opened: Mapping[str, Cents] = {}
        """What each account held at the last closing."""
        self._turn = asyncio.Lock()

    async def figures(self, house: Houses) -> dict[str, Figures]:
        async with self._turn:
            streams = house.handler.streams
            cage: Cage = (await streams.department(Department.CAGE)).stored
            last = (0 if cage.last_report is None else cage.last_report.seq, cage.reopened)
            if last != self._last:
                await self._begin(house, *last)
                self._last = last
            floats = await house.store.balances("float:")
            found = {}
            for name in streams.tables():
                stream = await streams.table(name)
                sums = await self._sums(house, stream.stored, stream.version)
                books = self._books(stream.stored, cage, floats.get(f"float:{name}", 0))
                earlier = self._earlier.get(name)
                whole = books if earlier is None else earlier.followed_by(books)
                found[name] = _figures(whole, sums, is_counted=books.counted is not None)
            return found

    async def _begin(self, house: Houses, since: int, reopened: str | None) -> None:
        self._since, self._tables, self._earlier = since, {}, {}
        if reopened is not None:
            books = await day_books(house, reopened)
            self._since = books.after
            self._earlier = {one.table: one for one in together(books.closings).tables}
        opened = await house.store.standing(self._since) if self._since else None
        self._opened = {} if opened is None else opened.accounts

    async def _sums(self, house: Houses, table: HouseTable, version: int) -> Sums:
        stream = table_stream(table.name)
        known = self._tables.get(table.name)
        if known is None:
            after = await house.store.version_by(stream, self._since) if self._since else 0
            known = self._tables[table.name] = _Table(await begun(house.store, stream, after))
        done = [one async for one in followed(house.store, stream, known.rounds, version)]
        terms = await terms_of(house.handler.streams, table)
        return await asyncio.to_thread(known.take, done, terms)

    def _books(self, table: HouseTable, cage: Cage, held: Cents) -> TableReport:
        """Play-money tables have no part in the closing; what they opened with is looked up."""
        if table.practice:
            opening = self._opened.get(f"float:{table.name}", 0)
            return table_report(table.name, held, TableDay(), opening, 0)
        last = cage.last_report
        openings = {} if last is None else {one.table: one.closing for one in last.tables}
        day = {} if cage.day is None else cage.until(cage.day)
        return table_report(
            table.name, held, day.get(table.name, TableDay()), openings.get(table.name, 0), 0
        )


def _figures(books: TableReport, sums: Sums, *, is_counted: bool) -> Figures:
    return Figures(
        sums.rounds,
        sums.hands,
        sums.handle,
        sums.average_bet,
        sums.rounds_per_hour,
        books.win,
        books.drop,
        percent(books.win, books.drop),
        Exact.of(sums.theoretical),
        is_counted,
    )
