"""Whether the clock of this machine was set: a clock that nobody can set runs beside it."""

import time
from collections.abc import Callable

STEP_SECONDS = 2.0
"""A larger difference between two looks is a step; smaller ones are how a clock is kept right."""


class ClockWatch:
    """Compares the time of day with a clock that only ever runs forward."""

    def __init__(
        self,
        wall: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self._wall, self._steady = wall, steady
        self._offset = wall() - steady()

    def step(self) -> float | None:
        """Seconds by which the time of day was set since the last look, if it was."""
        offset = self._wall() - self._steady()
        difference, self._offset = offset - self._offset, offset
        return difference if abs(difference) > STEP_SECONDS else None
