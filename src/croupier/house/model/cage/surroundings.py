"""What the cage's decisions take in besides its own stream."""

from collections.abc import Mapping

from msgspec import Struct

from croupier.house.model.cage.corrections import Bought
from croupier.house.model.cage.day import Standing
from croupier.house.model.jackpot.payables import Payable
from croupier.house.model.settings import Money
from croupier.money import Cents


class TableKept(Struct, frozen=True):
    """What the cage has to know of a table."""

    money: Money | None
    recording: bool


class Surroundings(Struct, frozen=True):
    """What stands outside the cage's own stream when a command is decided."""

    table: TableKept | None = None
    """The table that the command names."""
    standing: Standing | None = None
    """The balances that a count or a closing is held against."""
    passed_on: Mapping[str, Cents] = {}
    physical: frozenset[str] = frozenset()
    """Live tables with chips that can be counted, for a closing."""
    bought: Bought | None = None
    """The buy-in that the command puts right."""
    prize: Payable | None = None
    """What is to be paid on the slip that the command names."""
