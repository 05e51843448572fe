"""Sums over a long history: SQLite adds in 64 bits, and what went to and fro may exceed them."""

from typing import Any

from sqlalchemy import ColumnElement, func, literal_column

_HALF: ColumnElement[int] = literal_column("32")
_LOW_HALF: ColumnElement[int] = literal_column("4294967295")


def in_halves(amount: ColumnElement[int]) -> tuple[ColumnElement[Any], ColumnElement[Any]]:
    """Two columns to select: the upper and the lower halves of the amounts, each summed up."""
    return func.sum(amount.op(">>")(_HALF)), func.sum(amount.op("&")(_LOW_HALF))


def joined(upper: Any, lower: Any) -> int:
    """The sum, of what `in_halves` selected; nothing at all comes to 0."""
    return (int(upper or 0) << 32) + int(lower or 0)
