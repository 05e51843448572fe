"""Sums over a long history: SQLite adds in 64 bits, and what went to and fro may exceed them."""

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, func, literal_column

from croupier.money import MOST_HELD

_HALF: ColumnElement[int] = literal_column("32")
_LOW_HALF: ColumnElement[int] = literal_column("4294967295")


def in_halves(amount: ColumnElement[int]) -> tuple[ColumnElement[Any], ColumnElement[Any]]:
    """Two columns to select: the upper and the lower halves of the amounts, each summed up."""
    return func.sum(amount.op(">>")(_HALF)), func.sum(amount.op("&")(_LOW_HALF))


def joined(upper: Any, lower: Any) -> int:
    """The sum, of what `in_halves` selected; nothing at all comes to 0."""
    return (int(upper or 0) << 32) + int(lower or 0)


def is_sum(value: Any) -> bool:
    """Whether a stored sum is one that this program writes: whole, and within bounds."""
    return type(value) is int and abs(value) <= MOST_HELD


def held_in(rows: Iterable[Sequence[Any]]) -> dict[str, int]:
    """What accounts hold; broken rows, which the check of the log names, are left out."""
    return {row[0]: row[1] for row in rows if is_sum(row[1])}
