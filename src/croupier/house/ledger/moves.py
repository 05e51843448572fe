"""A movement of money before it is tied to the record that caused it."""

from collections.abc import Sequence

from msgspec import Struct

from croupier.money import Cents

HOUSE = "house"


class Move(Struct, frozen=True):
    """The debit account gives, the credit account receives."""

    debit: str
    credit: str
    amount: Cents
    memo: str


def player(name: str) -> str:
    return f"player:{name}"


def float_of(table: str) -> str:
    return f"float:{table}"


def move(debit: str, credit: str, amount: Cents, memo: str) -> tuple[Move, ...]:
    """From one account to another; a negative amount goes the other way, nothing not at all."""
    if amount == 0:
        return ()
    if amount < 0:
        return (Move(credit, debit, -amount, memo),)
    return (Move(debit, credit, amount, memo),)


def undone(moves: Sequence[Move]) -> tuple[Move, ...]:
    """The same movements the other way round, the last one first."""
    return tuple(
        Move(each.credit, each.debit, each.amount, f"undone: {each.memo}")
        for each in reversed(moves)
    )
