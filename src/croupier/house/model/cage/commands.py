"""What may be asked of the cage: who asks is on the record, in the signature."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from croupier.house.model.cage.day import GamingDay, Period
from croupier.house.model.settings import CageLimits, ChipSet, Money
from croupier.jackpot.commands import Name
from croupier.money import MOST_CENTS, Cents

Amount = Annotated[Cents, Meta(gt=0, le=MOST_CENTS)]
Counted = Annotated[Cents, Meta(ge=0, le=MOST_CENTS)]
Day = Annotated[
    str, Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}\Z", description="a gaming day: 2026-01-31")
]
Reason = Annotated[str, Meta(min_length=1, max_length=500)]
Slip = Annotated[int, Meta(ge=1, le=MOST_CENTS, description="the number of a slip")]


class Pieces(Struct, frozen=True, forbid_unknown_fields=True):
    """So many chips of one value."""

    value: Amount
    count: Annotated[int, Meta(gt=0, le=1_000_000)]


Chips = Annotated[tuple[Pieces, ...], Meta(max_length=30)]


def total(chips: tuple[Pieces, ...]) -> Cents:
    return sum(one.value * one.count for one in chips)


ShiftName = Annotated[str, Meta(min_length=1, max_length=40)]


class Direction(StrEnum):
    """Where cash goes, seen from the house."""

    IN = "in"
    OUT = "out"


class Way(StrEnum):
    """Where chips go."""

    FILL = "fill"
    """From the cage to a table."""
    CREDIT = "credit"
    """From a table to the cage."""


class Sheet(StrEnum):
    """What a count of the float is for."""

    OPENING = "opening"
    CLOSING = "closing"
    CHECK = "check"


class DepartmentCommand(
    Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True
):
    """A command that is not given at a table."""


class BuyIn(DepartmentCommand, frozen=True, tag="buy_in"):
    """Cash for the wallet; play money a player takes for themself."""

    player: Name
    amount: Amount
    money: Money = Money.LIVE


class CashOut(DepartmentCommand, frozen=True, tag="cash_out"):
    """Cash for what the wallet holds."""

    player: Name
    amount: Amount


class BuyChips(DepartmentCommand, frozen=True, tag="buy_chips"):
    """Cash for physical chips at the cage."""

    player: Name
    amount: Amount


class RedeemChips(DepartmentCommand, frozen=True, tag="redeem_chips"):
    """Cash for physical chips that a patron brings."""

    player: Name
    amount: Amount


class PayRemainder(DepartmentCommand, frozen=True, tag="pay_remainder"):
    """In coin, what no chip could pay at a table."""

    player: Name
    amount: Amount


class PayPrize(DepartmentCommand, frozen=True, tag="pay_prize"):
    """Cash for a jackpot prize that two people have released, out of the cashier's drawer."""

    slip: Name
    """The number of the hand-pay slip: `jackpot:J1/3`."""


class OpenDrawer(DepartmentCommand, frozen=True, tag="open_drawer"):
    """Cash from the safe into the drawer of whoever asks; given again, more of it."""

    amount: Amount


class CloseDrawer(DepartmentCommand, frozen=True, tag="close_drawer"):
    """What was counted in a drawer goes back into the safe."""

    amount: Counted
    reason: Reason | None = None
    """Needed where the count differs from the records."""
    cashier: Name | None = None
    """Whose drawer, where a shift manager closes it; left out, one's own."""
    adds_up: bool = False
    """Counts differently together with what differed in that cashier's drawers earlier on the day;
    the house fills it in. Not so in logs from before."""


class MoveBankroll(DepartmentCommand, frozen=True, tag="move_bankroll"):
    """Cash that the house brings into its safe, or takes out of it; two people."""

    way: Direction
    amount: Amount
    reason: Reason


class CorrectBuyIn(DepartmentCommand, frozen=True, tag="correct_buy_in"):
    """A buy-in of this gaming day was entered wrongly, at the cage or at a table; two people."""

    receipt: Slip
    amount: Counted
    """What it should have been; nothing where there was none."""
    reason: Reason


class OpenShift(DepartmentCommand, frozen=True, tag="open_shift"):
    """Whoever gives it has charge of the shift."""

    name: ShiftName


class HandOverShift(DepartmentCommand, frozen=True, tag="hand_over_shift"):
    """One shift ends and the next begins; whoever takes it over agrees."""

    to: Name
    name: ShiftName
    """Of the shift that begins."""
    remarks: Reason
    """What the next has to know."""


class CloseShift(DepartmentCommand, frozen=True, tag="close_shift"):
    """A shift ends, and none begins."""

    remarks: Reason | None = None
    """Needed where somebody else has charge of it."""


class PlanRotation(DepartmentCommand, frozen=True, tag="plan_rotation"):
    """Who deals where, turn by turn; without dealers, the plan is withdrawn."""

    dealers: Annotated[tuple[Name, ...], Meta(max_length=60)] = ()
    """In the order in which they follow each other."""
    tables: Annotated[tuple[Name, ...], Meta(max_length=40)] = ()
    """In the order in which they are dealt; after the last one dealers rest."""
    minutes: Annotated[int, Meta(ge=5, le=240)] = 20
    since: Annotated[datetime, Meta(tz=True)] | None = None
    """When the first turn begins; left out, now."""


class TableBuyIn(DepartmentCommand, frozen=True, tag="table_buy_in"):
    """Cash changed at a table: it goes into the drop box, chips come out of the float."""

    table: Name
    player: Name
    amount: Amount


class Fill(DepartmentCommand, frozen=True, tag="fill"):
    """Chips from the cage to a table."""

    table: Name
    amount: Amount


class Credit(DepartmentCommand, frozen=True, tag="credit"):
    """Chips from a table to the cage."""

    table: Name
    amount: Amount


class RequestTransfer(DepartmentCommand, frozen=True, tag="request_transfer"):
    """A table wants chips, or has too many; a slip is opened."""

    table: Name
    way: Way
    amount: Amount
    chips: Chips = ()
    """As they are wanted; left out, as they come."""


class IssueTransfer(DepartmentCommand, frozen=True, tag="issue_transfer"):
    """The chips of a slip leave: of a fill the cage, of a credit the table."""

    table: Name
    slip: Slip
    chips: Annotated[Chips, Meta(min_length=1)]


class ReceiveTransfer(DepartmentCommand, frozen=True, tag="receive_transfer"):
    """Somebody else has counted the chips of a slip where they arrived."""

    table: Name
    slip: Slip


class CancelTransfer(DepartmentCommand, frozen=True, tag="cancel_transfer"):
    """Nothing comes of a slip; chips that had left are back."""

    table: Name
    slip: Slip
    reason: Reason


class CountFloat(DepartmentCommand, frozen=True, tag="count_float"):
    """What two people counted in the float of a table."""

    table: Name
    amount: Counted
    chips: Chips = ()
    """By value; together they come to the amount."""
    sheet: Sheet | None = None


class CountDrop(DepartmentCommand, frozen=True, tag="count_drop"):
    """What was in the drop box of a table; it goes to the cage."""

    table: Name
    amount: Counted


class RecountDrop(DepartmentCommand, frozen=True, tag="recount_drop"):
    """The last count of a drop box was wrong, and what it should have been; two people."""

    table: Name
    amount: Counted
    reason: Reason


class CloseDay(DepartmentCommand, frozen=True, tag="close_day"):
    """The gaming day is reconciled; nothing further is dated in it."""

    day: Day
    reason: Reason | None = None
    """Needed where something speaks against it: tables not counted, chips under way, a day that
    still runs."""


class ReopenDay(DepartmentCommand, frozen=True, tag="reopen_day"):
    """Entries dated in a closed day after all; two people."""

    day: Day
    reason: Reason


class SetLossLimit(DepartmentCommand, frozen=True, tag="set_loss_limit"):
    """A player limits what they can lose; lowered at once, raised or lifted a day later."""

    amount: Counted | None
    """None lifts it."""
    period: Period
    player: Name | None = None
    """Left out, whoever gives the command."""


class Recover(DepartmentCommand, frozen=True, tag="recover"):
    """The house takes what somebody owes from their wallet; it does so by itself."""

    player: Name
    amount: Amount
    money: Money = Money.LIVE


class ConfigureCage(DepartmentCommand, frozen=True, tag="configure_cage"):
    """What stands in the configuration; the house says so by itself when it opens on another."""

    limits: CageLimits
    days: GamingDay
    chips: ChipSet | None = None
    """None: as they are."""


Bounded = BuyIn | CashOut | BuyChips | RedeemChips | PayRemainder | TableBuyIn | Fill | Credit
"""What the limits of the cage hold for, by name, and what takes two people above one."""

AtDesk = (
    BuyIn
    | CashOut
    | BuyChips
    | RedeemChips
    | PayRemainder
    | Fill
    | Credit
    | CountDrop
    | RecountDrop
    | CloseDrawer
)
"""What a cashier does, or proposes where it takes two people."""

Count = CountFloat | CountDrop
"""What is held against the books, and takes two people where it differs much from them."""

Shifting = OpenShift | HandOverShift | CloseShift

Transfers = RequestTransfer | IssueTransfer | ReceiveTransfer | CancelTransfer
"""Fills and credits, by slip."""

CageCommand = (
    BuyIn
    | CashOut
    | BuyChips
    | RedeemChips
    | PayRemainder
    | PayPrize
    | OpenDrawer
    | CloseDrawer
    | MoveBankroll
    | CorrectBuyIn
    | OpenShift
    | HandOverShift
    | CloseShift
    | PlanRotation
    | TableBuyIn
    | Fill
    | Credit
    | RequestTransfer
    | IssueTransfer
    | ReceiveTransfer
    | CancelTransfer
    | CountFloat
    | CountDrop
    | RecountDrop
    | CloseDay
    | ReopenDay
    | SetLossLimit
    | Recover
    | ConfigureCage
)
