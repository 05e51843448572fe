"""Rounds of a table added up: stakes, what the table kept, and what it keeps on average."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from fractions import Fraction
from math import sqrt

from msgspec import Struct

from croupier.house.read.reports.edges import Circumstances, Edge, Link, edge, limited_ante
from croupier.house.read.reports.played import Round
from croupier.money import Cents
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.progressive import MeterShare
from croupier.rulebooks.wagers import JACKPOTS, Award, WagerKind
from croupier.script.format import TableEntry
from croupier.table.state import Line
from croupier.wagers import Result

OUT = (Result.VOID, Result.RETURNED)
REST = timedelta(minutes=10)
"""A longer time between two opening calls is no play, and no part of the pace."""


class Terms(Struct, frozen=True):
    """What a round was played by: the table's entry with its edition, and its link."""

    entry: TableEntry
    rulebook: Rulebook
    link: Link | None = None

    def from_meter(self, line: Line) -> bool:
        """Whether a prize is a share of the meter, which the link pays and not the table."""
        if line.wager not in JACKPOTS or not line.won or not line.clauses:
            return False
        rows = self.rulebook.progressive.rows
        return any(
            row.clause == line.clauses[0] and isinstance(row.prize, MeterShare) for row in rows
        )

    def edge(self, wager: str, around: Circumstances) -> Edge | None:
        return edge(self.entry, wager, self.link, around)


class WagerSum(Struct, frozen=True):
    """One wager over a period."""

    wagers: int = 0
    staked: Cents = 0
    """Of wagers that were played to the end."""
    squares: int = 0
    """Of the individual stakes, for the variance."""
    paid: Cents = 0
    """By the table; shares of a meter are the link's."""
    win: Cents = 0
    """What the table kept of it, before contributions to the link."""
    theoretical: str = "0"
    """What it keeps on average, in cents, exactly."""


class Exact(Struct, frozen=True):
    """A sum of money on average: rounded to the cent, and exactly."""

    cents: Cents
    exactly: str
    """A fraction of cents in lowest terms."""

    @classmethod
    def of(cls, value: Fraction) -> "Exact":
        return cls(round(value), str(value))


class _Wager:
    """One kind of wager, added up in whole numbers for each price. The exact fractions are
    multiplied once, at the end: they have dozens of digits."""

    def __init__(self) -> None:
        self.wagers = self.staked = self.squares = self.paid = self.win = 0
        self._stakes: Counter[Edge] = Counter()
        self._squares: Counter[Edge] = Counter()

    def price(self, stake: Cents, sign: int, found: Edge) -> None:
        self._stakes[found] += sign * stake
        self._squares[found] += sign * stake**2

    def add(self, other: "_Wager") -> None:
        self.wagers += other.wagers
        self.staked += other.staked
        self.squares += other.squares
        self.paid += other.paid
        self.win += other.win
        self._stakes.update(other._stakes)
        self._squares.update(other._squares)

    @property
    def theoretical(self) -> Fraction:
        return sum((staked * one.keeps for one, staked in self._stakes.items()), Fraction(0))

    @property
    def variance(self) -> Fraction:
        return sum((squares * one.variance for one, squares in self._squares.items()), Fraction(0))


class Sums:
    """Adds up rounds; what was undone is taken out again."""

    def __init__(self) -> None:
        self.rounds = self.voided = self.hands = 0
        self.unpriced: set[str] = set()
        """Wagers that cannot be counted exactly, and are in no expectation."""
        self.played = timedelta()
        """From one opening call to the next, without rests."""
        self._wagers: dict[str, _Wager] = {}
        self._opened: datetime | None = None

    def take(self, one: Round, terms: Terms, player: str | None = None) -> None:
        """A round, or one player's part of it."""
        self.rounds += one.settled
        self.voided += one.voided
        self.time(one)
        for line, sign in signed(one):
            if player is not None and line.player != player:
                continue
            self._add(line, sign, terms, self._around(one, line, terms))

    def time(self, one: Round) -> None:
        last = self._opened
        if last is not None and one.opened > last:
            self.played += min(one.opened - last, REST)
        self._opened = one.opened

    def _around(self, one: Round, line: Line, terms: Terms) -> Circumstances:
        if line.wager == WagerKind.ANTE:
            return Circumstances(ante=limited_ante(terms.rulebook, line.staked))
        if line.wager not in JACKPOTS:
            return Circumstances()
        antes = {
            other.box
            for other in (*one.lines, *one.undone)
            if other.wager == WagerKind.ANTE and other.player != line.player
        }
        others = len(antes) if terms.rulebook.envy else 0
        return Circumstances(others=others, magic=one.magic, lucky=one.lucky)

    def _add(self, line: Line, sign: int, terms: Terms, around: Circumstances) -> None:
        one = self._wagers.setdefault(line.wager, _Wager())
        at_risk = 0 if line.result in OUT else line.staked
        paid = 0 if terms.from_meter(line) else line.won
        one.paid += sign * paid
        one.win += sign * (line.staked - line.returned - paid)
        if not at_risk:
            return
        one.wagers += sign
        one.staked += sign * at_risk
        one.squares += sign * at_risk**2
        if line.wager == WagerKind.ANTE:
            self.hands += sign
        if line.wager == terms.rulebook.stay.wager:
            return  # priced with the ante
        found = terms.edge(line.wager, around)
        if found is None:
            self.unpriced.add(line.wager)
            return
        one.price(at_risk, sign, found)

    def add(self, other: "Sums") -> None:
        self.rounds += other.rounds
        self.voided += other.voided
        self.hands += other.hands
        self.unpriced |= other.unpriced
        self.played += other.played
        for name, one in other._wagers.items():
            self._wagers.setdefault(name, _Wager()).add(one)

    @property
    def handle(self) -> Cents:
        """All stakes that were played to the end."""
        return sum(one.staked for one in self._wagers.values())

    @property
    def kept(self) -> Cents:
        """What the table kept of all wagers, before contributions to the link."""
        return sum(one.win for one in self._wagers.values())

    @property
    def theoretical(self) -> Fraction:
        return sum((one.theoretical for one in self._wagers.values()), Fraction(0))

    @property
    def average_bet(self) -> Cents | None:
        """All that a hand staked in a round, on average."""
        return round(Fraction(self.handle, self.hands)) if self.hands > 0 else None

    @property
    def rounds_per_hour(self) -> float | None:
        """From the first opening call to the last."""
        seconds, intervals = self.played.total_seconds(), self.rounds + self.voided - 1
        return round(intervals * 3600 / seconds, 1) if seconds > 0 and intervals > 0 else None

    def wagers(self) -> Mapping[str, WagerSum]:
        return {
            name: WagerSum(
                one.wagers, one.staked, one.squares, one.paid, one.win, str(one.theoretical)
            )
            for name, one in sorted(self._wagers.items())
        }

    def deviations(self, stay: str) -> str | None:
        """Standard deviations between the win on ante and stay-in wager and its expectation."""
        ante = self._wagers.get(WagerKind.ANTE)
        if ante is None or (variance := ante.variance) <= 0:
            return None
        main = (WagerKind.ANTE, stay, Award.ANTE_BONUS)
        kept = sum(one.win for wager, one in self._wagers.items() if wager in main)
        return f"{(kept - float(ante.theoretical)) / sqrt(variance):+.2f}"


def signed(one: Round) -> Iterator[tuple[Line, int]]:
    """The lines of a round, and those that were taken back in its period."""
    for line in one.lines:
        yield line, 1
    for line in one.undone:
        yield line, -1


TermsOf = Callable[[int], Terms]
"""By the number of a round."""


def percent(part: Cents, whole: Cents) -> str | None:
    return f"{100 * part / whole:.2f}" if whole else None
