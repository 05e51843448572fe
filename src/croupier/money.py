"""Whole cents, odds and exact shares. No floating point anywhere near money."""

import re
from collections.abc import Sequence

Cents = int
"""Money is a plain whole number of cents."""

MOST_CENTS = 10**15
"""No single amount, limit or meter value may be larger."""
MOST_HELD = 9 * 10**15
"""No account holds more, or less than minus this: exact in 64 bits and in a browser."""


def percent_of(amount: Cents, percent: int) -> Cents:
    """`percent` of an amount, rounded half up to the cent (X8)."""
    return (amount * percent + 50) // 100


def equal_shares(pool: Cents, count: int) -> list[Cents]:
    """A pool in equal shares; left-over cents go one each to the first (X8)."""
    share, left_over = divmod(pool, count)
    return [share + 1] * left_over + [share] * (count - left_over)


def shares_in_proportion(total: Cents, weights: Sequence[int]) -> list[Cents]:
    """A total divided in proportion; left-over cents go one each in order (M6, X8)."""
    whole = sum(weights)
    if whole == 0:
        return [0] * len(weights)
    if len(weights) == 1:
        return [total]
    shares = [total * weight // whole for weight in weights]
    left_over = total - sum(shares)
    for index, weight in enumerate(weights):
        if left_over == 0:
            break
        if weight:
            shares[index] += 1
            left_over -= 1
    return shares


_DOLLARS = re.compile(r"\$(\d{1,3}(?:,\d{3})+|\d{1,15})(?:\.(\d{1,2}))?")


def amount_in(text: str) -> Cents:
    """What people write for an amount: whole cents, or dollars with their sign (`$5,000`)."""
    if found := _DOLLARS.fullmatch(text.strip()):
        whole, part = found.groups(default="")
        return int(whole.replace(",", "")) * 100 + int(part.ljust(2, "0"))
    try:
        return int(text)
    except ValueError:
        wanted = "whole cents such as 500000, or dollars such as '$5,000' or '$12.50'"
        raise ValueError(f"'{text.strip()}' is no amount of money: write {wanted}") from None


def dollars(amount: Cents) -> str:
    """`1,234.50` for people; whole dollars keep their two decimals."""
    sign = "-" if amount < 0 else ""
    whole, cents = divmod(abs(amount), 100)
    return f"{sign}{whole:,}.{cents:02d}"


def in_dollars(amount: Cents) -> str:
    """`$1,234.50`, and `-$5.00` below zero: with its sign, as people write amounts."""
    return f"{'-' if amount < 0 else ''}${dollars(abs(amount))}"
