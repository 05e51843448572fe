"""The ledger of the cage: cash, chips and wallets, as its events move them."""

from typing import Any

from msgspec import UNSET, Struct

from croupier.house.model.cage import events as c
from croupier.house.model.cage.commands import Direction
from croupier.house.model.cage.commands import Way as Transferred
from croupier.house.model.ledger.accounts import (
    CASH,
    CHIPS,
    HOUSE,
    PATRONS,
    PLAY_BANK,
    ROUNDING,
    Move,
    chips,
    float_of,
    move,
    owed,
    remainder,
    wallet,
)
from croupier.house.model.settings import Money


def drop_of(table: str) -> str:
    return f"drop:{table}"


def transit_of(table: str) -> str:
    return f"transit:{table}"


DRAWER = "drawer"


def drawer_of(cashier: str) -> str:
    return f"{DRAWER}:{cashier}"


def _cash(
    event: (
        c.BoughtIn
        | c.CashedOut
        | c.ChipsBought
        | c.ChipsRedeemed
        | c.RemainderPaid
        | c.PrizePaid
        | c.BuyInCorrected
    ),
) -> str:
    """The drawer of the cashier who took it in or paid it out, or the safe."""
    return CASH if event.drawer is UNSET else drawer_of(event.drawer)


class CageLedger(Struct, frozen=True):
    """The postings of the cage need to know nothing of what was before."""


def post(event: Any) -> tuple[Move, ...]:
    """The movements of money that an event of the cage means."""
    match event:
        case c.BoughtIn(player=player, amount=amount):
            return (
                *move(PATRONS, _cash(event), amount, "cash for a buy-in"),
                *move(CHIPS, wallet(Money.LIVE, player), amount, "buy-in"),
            )
        case c.PracticeTaken(player=player, amount=amount):
            return move(PLAY_BANK, wallet(Money.PRACTICE, player), amount, "play money")
        case c.CashedOut(player=player, amount=amount):
            return (
                *move(wallet(Money.LIVE, player), CHIPS, amount, "cash-out"),
                *move(_cash(event), PATRONS, amount, "cash for a cash-out"),
            )
        case c.ChipsBought(player=player, amount=amount):
            return (
                *move(PATRONS, _cash(event), amount, "cash for chips"),
                *move(CHIPS, chips(player), amount, "chips bought"),
            )
        case c.ChipsRedeemed(player=player, amount=amount):
            return (
                *move(chips(player), CHIPS, amount, "chips redeemed"),
                *move(_cash(event), PATRONS, amount, "cash for chips"),
            )
        case c.PrizePaid(player=player, amount=amount):
            what = f"jackpot prize, slip {event.slip}"
            return (
                *move(chips(player), CHIPS, amount, f"cash in place of chips: {what}"),
                *move(_cash(event), PATRONS, amount, f"cash: {what}"),
            )
        case c.RemainderPaid(player=player, amount=amount):
            return (
                *move(remainder(player), ROUNDING, amount, "paid in coin"),
                *move(_cash(event), PATRONS, amount, "coin for what no chip could pay"),
            )
        case c.DrawerOpened(cashier=cashier, amount=amount):
            return move(CASH, drawer_of(cashier), amount, "cash for a drawer")
        case c.DrawerClosed(cashier=cashier, amount=amount):
            return (
                *move(drawer_of(cashier), CASH, event.expected, "drawer closed"),
                *move(HOUSE, CASH, amount - event.expected, "drawer counted differently"),
            )
        case c.BankrollMoved(amount=amount):
            brought = amount if event.way is Direction.IN else -amount
            return move(HOUSE, CASH, brought, f"bankroll: {event.reason}")
        case c.BuyInCorrected():
            return _corrected(event)
        case c.TableBoughtIn(table=table, amount=amount):
            return (
                *move(PATRONS, drop_of(table), amount, f"cash at table {table}"),
                *move(float_of(table), event.account, amount, f"buy-in at table {table}"),
            )
        case c.FloatFilled(table=table, amount=amount):
            return move(CHIPS, float_of(table), amount, "fill")
        case c.FloatCredited(table=table, amount=amount):
            return move(float_of(table), CHIPS, amount, "credit")
        case c.TransferIssued() | c.TransferReceived() | c.TransferCancelled():
            return _transferred(event)
        case c.DropCounted(table=table, amount=amount):
            return (
                *move(drop_of(table), CASH, event.expected, "drop box emptied"),
                *move(HOUSE, CASH, amount - event.expected, "drop box counted differently"),
            )
        case c.DropRecounted(amount=amount, before=before):
            return move(HOUSE, CASH, amount - before, "drop box recounted")
        case c.DayClosed():
            return tuple(
                each
                for one in event.report.tables
                for each in move(HOUSE, float_of(one.table), one.variance, "float counted")
            )
        case c.Recovered(player=player, amount=amount, money=money):
            return move(wallet(money, player), owed(money, player), amount, "recovered")
        case _:
            return ()


def _corrected(event: c.BuyInCorrected) -> tuple[Move, ...]:
    """What the buy-in would have moved more, or less."""
    more, memo = event.difference, f"buy-in corrected, receipt {event.receipt}"
    if event.table is not None and event.account is not None:
        return (
            *move(PATRONS, drop_of(event.table), more, memo),
            *move(float_of(event.table), event.account, more, memo),
        )
    in_chips = event.what == "chips_bought"
    account = chips(event.player) if in_chips else wallet(Money.LIVE, event.player)
    return (
        *move(PATRONS, _cash(event), more, memo),
        *move(CHIPS, account, more, memo),
    )


def _transferred(
    event: c.TransferIssued | c.TransferReceived | c.TransferCancelled,
) -> tuple[Move, ...]:
    """Out of where they were into transit, and from there to where they go, or back."""
    ends = (CHIPS, float_of(event.table))
    start, end = ends if event.way is Transferred.FILL else ends[::-1]
    transit, memo = transit_of(event.table), f"{event.way}, slip {event.slip}"
    match event:
        case c.TransferIssued():
            return move(start, transit, event.amount, f"{memo}, issued")
        case c.TransferReceived():
            return move(transit, end, event.amount, f"{memo}, received")
        case c.TransferCancelled():
            return move(transit, start, event.amount, f"{memo}, cancelled")
