"""The results of a series of rounds: counts and exact sums, which can only be added up.

Nothing here grows with the number of rounds, and adding is in whole numbers, so the
sum over any division into stretches is the same.
"""

from math import sqrt

from msgspec import Struct

CONFIDENCE = 1.959963984540054
"""Half-widths are for 95 %."""


class Sums(Struct, frozen=True):
    """A wager over many boxes and rounds, in cents."""

    net: int = 0
    squares: int = 0
    """Of each box's net."""
    round_squares: int = 0
    """Of the net of all boxes of a round together: the boxes face the same dealer's hand."""

    def __add__(self, other: "Sums") -> "Sums":
        return Sums(
            self.net + other.net,
            self.squares + other.squares,
            self.round_squares + other.round_squares,
        )


class Tally(Struct, frozen=True):
    """The rounds from the first on."""

    rounds: int
    boxes: int
    counts: dict[int, int]
    """How often each code occurred."""
    wagers: dict[str, Sums]
    worst: int = 0
    best: int = 0
    """Of all rounds, the players' least and greatest net together, in cents."""

    def __add__(self, other: "Tally") -> "Tally":
        if not self.rounds:
            return other
        counts = dict(self.counts)
        for code, count in other.counts.items():
            counts[code] = counts.get(code, 0) + count
        return Tally(
            self.rounds + other.rounds,
            self.boxes + other.boxes,
            counts,
            {name: sums + other.wagers[name] for name, sums in self.wagers.items()},
            min(self.worst, other.worst),
            max(self.best, other.best),
        )

    def estimate(self, wager: str, stake: int) -> "Estimate":
        """A wager's mean in units of its stake, and how far it may be off."""
        sums = self.wagers[wager]
        players = self.boxes / self.rounds
        mean = sums.net / self.boxes
        spread = max(0.0, sums.squares / self.boxes - mean * mean)
        round_mean = sums.net / self.rounds
        round_spread = max(0.0, sums.round_squares / self.rounds - round_mean * round_mean)
        error = sqrt(round_spread / self.rounds) / players
        return Estimate(mean / stake, error / stake, sqrt(spread) / stake)


class Estimate(Struct, frozen=True):
    """What a simulation knows of a wager, in units of its stake."""

    mean: float
    standard_error: float
    standard_deviation: float

    @property
    def half_width(self) -> float:
        """Of the 95 % confidence interval."""
        return CONFIDENCE * self.standard_error
