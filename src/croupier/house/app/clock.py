"""The time of the house: this machine's clock, protected from being set, and the gaming day.

The house counts by a clock that nobody can set and follows the time of day slowly: a clock that is
set wrong for a moment barely moves it, a lasting correction is reached in time, and the house's
time never goes back.
"""

import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial

from croupier.house.model.cage.day import GamingDay

STEP_SECONDS = 2.0
"""A larger difference between two readings is a step; smaller ones keep a clock right."""
LEAD = 0.1
"""Seconds per second by which the house's time approaches the time of day."""
LOOKS_SECONDS = 60.0
"""At most this much of the time between two readings counts, whatever the clock says."""

Clock = Callable[[], float]


steady_seconds: Clock = partial(
    time.clock_gettime, getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
)
"""From a clock that nobody can set; on Linux it keeps running while the machine sleeps."""


class HouseClock:
    """What time it is in the house."""

    def __init__(self, wall: Clock = time.time, steady: Clock = steady_seconds) -> None:
        self._wall, self._steady = wall, steady
        self._looked = steady()
        self._offset = wall() - self._looked

    def now(self) -> datetime:
        steady = self._steady()
        passed = steady - self._looked
        most = (passed if passed < LOOKS_SECONDS else LOOKS_SECONDS) * LEAD
        away = self._wall() - steady - self._offset
        if away > most:
            away = most
        elif away < -most:
            away = -most
        self._offset += away
        self._looked = steady
        return datetime.fromtimestamp(steady + self._offset, UTC)


class ClockWatch:
    """Compares the time of day with a clock that only runs forward."""

    def __init__(self, wall: Clock = time.time, steady: Clock = steady_seconds) -> None:
        self._wall, self._steady = wall, steady
        self._offset = wall() - steady()

    def step(self) -> float | None:
        """Seconds by which the time of day was set since the last reading, if it was."""
        offset = self._wall() - self._steady()
        difference, self._offset = offset - self._offset, offset
        return difference if abs(difference) > STEP_SECONDS else None


class Calendar:
    """The gaming day of one moment after another, worked out once a day."""

    def __init__(self, days: GamingDay) -> None:
        self.days = days
        self._day = ""
        self._begins = self._ends = datetime(1, 1, 1, tzinfo=UTC)

    def of(self, at: datetime) -> str:
        if not self._begins <= at < self._ends:
            self._day = self.days.of(at)
            self._begins, self._ends = self.days.begins(self._day), self.days.ends(self._day)
        return self._day
