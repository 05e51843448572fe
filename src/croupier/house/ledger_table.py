"""Postings of a table: wagers onto the layout and off it, lines paid and lost."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, structs

from croupier.house.moves import Move, float_of, move, player, undone
from croupier.money import Cents
from croupier.table import events as e
from croupier.table.state import Line

replace = structs.replace


class TableLedger(Struct, frozen=True):
    """What the postings of a table need to know of its round."""

    table: str
    stakes: Mapping[str, Cents] = {}
    """What lies on the layout, by box, wager and player."""
    paid: tuple[Move, ...] = ()
    """How the lines of the round were posted, so that they can be undone."""

    @property
    def layout(self) -> str:
        return f"layout:{self.table}"


Posted = tuple[TableLedger, tuple[Move, ...]]


def post(ledger: TableLedger, event: Any) -> Posted:
    """The ledger after an event, and the movements of money that the event means."""
    match event:
        case e.BetsOpened():
            return TableLedger(ledger.table), ()
        case e.WagerPlaced():
            return _staked(ledger, event, _stake(ledger, event) + event.amount, "placed")
        case e.WagerWithdrawn():
            return _staked(ledger, event, _stake(ledger, event) - event.amount, "withdrawn")
        case e.ExcessHandedBack():
            return _staked(ledger, event, _stake(ledger, event) - event.amount, "handed back")
        case e.WagerCorrected():
            return _staked(ledger, event, event.amount, "corrected")
        case e.WagerSettled():
            moves = _line(ledger, event.line)
            return replace(ledger, paid=(*ledger.paid, *moves)), moves
        case e.SettlementReversed():
            return replace(ledger, paid=()), undone(ledger.paid)
        case _:
            return ledger, ()


Wagered = e.WagerPlaced | e.WagerWithdrawn | e.ExcessHandedBack | e.WagerCorrected


def _key(event: Wagered) -> str:
    return f"{event.box}/{event.wager}/{event.player}"


def _stake(ledger: TableLedger, event: Wagered) -> Cents:
    return ledger.stakes.get(_key(event), 0)


def _staked(ledger: TableLedger, event: Wagered, amount: Cents, how: str) -> Posted:
    """The wager now stands at this amount."""
    memo = f"{event.wager} {how}, box {event.box}"
    change = amount - _stake(ledger, event)
    moves = move(player(event.player), ledger.layout, change, memo)
    return replace(ledger, stakes={**ledger.stakes, _key(event): amount}), moves


def _line(ledger: TableLedger, line: Line) -> tuple[Move, ...]:
    """One line of the round: the stake leaves the layout, and what was won is paid."""
    table_float, owner = float_of(ledger.table), player(line.player)
    what = f"{line.wager} {line.result}, box {line.box}"
    return (
        *move(ledger.layout, table_float, line.staked - line.returned, what),
        *move(ledger.layout, owner, line.returned, f"stake back: {what}"),
        *move(table_float, owner, line.won, what),
    )
