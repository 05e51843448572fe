"""A floor of linked tables, as a TOML file describes it."""

import tomllib
from fractions import Fraction
from pathlib import Path

import msgspec
import numpy as np
from msgspec import Struct

from croupier.books import UnknownRulebook, find_rulebook
from croupier.odds.strategy import OPTIMAL
from croupier.rulebooks.settings import BadSetting, JackpotSettings, TableSettings
from croupier.simulation.errors import CannotSimulate
from croupier.simulation.link import Seats
from croupier.simulation.terms import Terms

_HOURS_A_DAY = 24
_DAYS_A_YEAR = 365
_TABLES_MAX = 10_000
_ROUNDS_AN_HOUR_MAX = 500
_YEARS_MAX = 1_000
_HISTORIES_MAX = 100_000


class TablesEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """Tables that are alike."""

    count: int = 1
    boxes: int = 7
    rounds_per_hour: int = 40
    occupancy: float = 1.0
    """How often a box has a player."""
    jackpot_players: float = 0.5
    """How many of those place the jackpot wager."""


class JackpotEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """The progressive of the link, in cents."""

    meter: int
    reset: int
    stake: int = 500
    max_credits: int = 5
    increment: str = "0.2"
    reserve: str = "0"
    """A further share of each wager, set aside for the next reset value."""
    credits: int = 1
    dealer_credits: int = 0


class FloorTerms(Struct, frozen=True, forbid_unknown_fields=True):
    """A link, what is played on it, and for how long."""

    rulebook: str
    jackpot: JackpotEntry
    tables: tuple[TablesEntry, ...]
    strategy: str = OPTIMAL
    years: float = 1.0
    hours_per_day: int = _HOURS_A_DAY
    histories: int = 10
    seed: int = 1

    @property
    def days(self) -> int:
        return max(1, round(self.years * _DAYS_A_YEAR))

    @property
    def rounds_per_day(self) -> int:
        each_hour = sum(entry.count * entry.rounds_per_hour for entry in self.tables)
        return each_hour * self.hours_per_day

    def check(self) -> None:
        """One flat ladder: the first thing that is wrong is reported."""
        for entry in self.tables:
            _demand(1 <= entry.count <= _TABLES_MAX, f"tables.count is 1 to {_TABLES_MAX}")
            _demand(
                1 <= entry.rounds_per_hour <= _ROUNDS_AN_HOUR_MAX,
                f"tables.rounds_per_hour is 1 to {_ROUNDS_AN_HOUR_MAX}",
            )
            _demand(0 < entry.occupancy <= 1, "tables.occupancy is a share above 0 and up to 1")
            _demand(0 <= entry.jackpot_players <= 1, "tables.jackpot_players is a share")
        _demand(_is_share(self.jackpot.reserve), "jackpot.reserve is a share such as 0.05")
        _demand(bool(self.tables), "a floor has at least one [[tables]] entry")
        _demand(1 <= self.hours_per_day <= _HOURS_A_DAY, f"hours_per_day is 1 to {_HOURS_A_DAY}")
        _demand(0 < self.years <= _YEARS_MAX, f"years is above 0 and up to {_YEARS_MAX}")
        _demand(1 <= self.histories <= _HISTORIES_MAX, f"histories is 1 to {_HISTORIES_MAX}")

    def progressive(self) -> JackpotSettings:
        entry = self.jackpot
        return JackpotSettings(
            meter=entry.meter,
            reset=entry.reset,
            stake=entry.stake,
            max_credits=entry.max_credits,
            increment=entry.increment,
        )

    def terms(self) -> Terms:
        """The wagers of each box, with as many players as the largest table has."""
        self.check()
        try:
            book = find_rulebook(self.rulebook)
            if book.jackpot is None:
                raise CannotSimulate(f"{book.name} has no progressive that could link tables")
            progressive = self.progressive()
            for entry in self.tables:
                TableSettings(rulebook=book, boxes=entry.boxes)
        except (UnknownRulebook, BadSetting) as error:
            raise CannotSimulate(str(error)) from None
        return Terms(
            rulebook=book,
            strategy=self.strategy,
            players=max(entry.boxes for entry in self.tables),
            jackpot=self.jackpot.credits,
            dealer_jackpot=self.jackpot.dealer_credits,
            sides=dict.fromkeys(book.side_wagers, 0),
            progressive=progressive,
        )

    def seats(self) -> Seats:
        """Tables in the order of an hour's rounds, evenly spread and one after another."""
        tables = [entry for entry in self.tables for _ in range(entry.count)]
        moments = sorted(
            ((number + (place + 0.5) / len(tables)) / entry.rounds_per_hour, place)
            for place, entry in enumerate(tables)
            for number in range(entry.rounds_per_hour)
        )
        whole = float(1 << 32)
        return (
            np.array([place for _, place in moments], np.int64),
            np.array([entry.boxes for entry in tables], np.int64),
            np.array([e.occupancy * e.jackpot_players * whole for e in tables]).astype(np.uint64),
            np.array([entry.occupancy * whole for entry in tables]).astype(np.uint64),
        )


def _is_share(text: str) -> bool:
    try:
        return 0 <= Fraction(text) <= 1
    except (ValueError, ZeroDivisionError):
        return False


def _demand(true: bool, otherwise: str) -> None:
    if not true:
        raise CannotSimulate(otherwise)


def read_floor(path: Path) -> FloorTerms:
    """A floor from its file; anything wrong with it is reported in a sentence."""
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), FloorTerms)
    except OSError as error:
        raise CannotSimulate(f"{path} cannot be read: {error.strerror}") from None
    except ValueError as error:  # not TOML, not text, a number without end, or another document
        raise CannotSimulate(f"{path} describes no floor: {error}") from None
    except RecursionError:
        raise CannotSimulate(f"{path} describes no floor: it is nested too deeply") from None
