"""Postings of the cage: each follows from its one event."""

from typing import Any

from msgspec import Struct

from croupier.house.model.cage import events as e
from croupier.house.model.ledger.accounts import HOUSE, Move, float_of, move, owed, wallet
from croupier.house.model.settings import Money

CASH = "cash"
CHIPS = "chips"
PATRONS = "patrons"
PLAY_BANK = "play-bank"


def drop_of(table: str) -> str:
    return f"drop:{table}"


class CageLedger(Struct, frozen=True):
    """The postings of the cage need to know nothing of what was before."""


def post(event: Any) -> tuple[Move, ...]:
    """The movements of money that an event of the cage means."""
    match event:
        case e.BoughtIn(player=player, amount=amount):
            return (
                *move(PATRONS, CASH, amount, "cash for a buy-in"),
                *move(CHIPS, wallet(Money.LIVE, player), amount, "buy-in"),
            )
        case e.PracticeTaken(player=player, amount=amount):
            return move(PLAY_BANK, wallet(Money.PRACTICE, player), amount, "play money")
        case e.CashedOut(player=player, amount=amount):
            return (
                *move(wallet(Money.LIVE, player), CHIPS, amount, "cash-out"),
                *move(CASH, PATRONS, amount, "cash for a cash-out"),
            )
        case e.TableBoughtIn(table=table, amount=amount):
            return (
                *move(PATRONS, drop_of(table), amount, f"cash at table {table}"),
                *move(float_of(table), event.account, amount, f"buy-in at table {table}"),
            )
        case e.FloatFilled(table=table, amount=amount):
            return move(CHIPS, float_of(table), amount, "fill")
        case e.FloatCredited(table=table, amount=amount):
            return move(float_of(table), CHIPS, amount, "credit")
        case e.DropCounted(table=table, amount=amount):
            return (
                *move(drop_of(table), CASH, event.expected, "drop box emptied"),
                *move(HOUSE, CASH, amount - event.expected, "drop box counted differently"),
            )
        case e.DropRecounted(amount=amount, before=before):
            return move(HOUSE, CASH, amount - before, "drop box recounted")
        case e.DayClosed():
            return tuple(
                each
                for one in event.report.tables
                for each in move(HOUSE, float_of(one.table), one.variance, "float counted")
            )
        case e.Recovered(player=player, amount=amount, money=money):
            return move(wallet(money, player), owed(money, player), amount, "recovered")
        case _:
            return ()
