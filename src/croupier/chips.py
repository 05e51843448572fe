"""Chips: the usual values, and an amount cut into as few of them as possible."""

from collections.abc import Sequence

from croupier.money import Cents

CHIPS = (100, 500, 1000, 2500, 10_000, 50_000, 100_000, 500_000, 2_500_000, 10_000_000)
"""In cents, smallest first."""


def cut(amount: Cents, chips: Sequence[Cents]) -> tuple[tuple[Cents, int], ...]:
    """As few chips as possible: value and number, highest first."""
    found = []
    for value in sorted(chips, reverse=True):
        count, amount = divmod(amount, value)
        if count:
            found.append((value, count))
    return tuple(found)
