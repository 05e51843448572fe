"""What happens to money outside the rounds: names and meanings are a public format."""

from datetime import datetime

from msgspec import UNSET, Struct, UnsetType

from croupier.house.model.cage.commands import Direction, Pieces, Sheet, Way
from croupier.house.model.cage.day import DayReport, GamingDay, Period
from croupier.house.model.settings import CageLimits, ChipSet, Money
from croupier.money import Cents


class _Event(Struct, frozen=True, tag_field="event"):
    """Time and signature are on the record that carries it."""


Drawn = str | UnsetType
"""Whose drawer cash went into or came out of; unset, the safe."""


class Found(Struct, frozen=True):
    """What the books said when something was counted that waits for a second person."""

    expected: Cents
    seq: int | None = None
    """The last record of the house that it takes in, where it is of the ledger."""


class BoughtIn(_Event, frozen=True, tag="bought_in"):
    """Cash for chips: the wallet of a player grows."""

    player: str
    amount: Cents
    day: str
    drawer: Drawn = UNSET


class PracticeTaken(_Event, frozen=True, tag="practice_taken"):
    """Play money, for nothing."""

    player: str
    amount: Cents


class CashedOut(_Event, frozen=True, tag="cashed_out"):
    """Chips for cash: the wallet shrinks."""

    player: str
    amount: Cents
    day: str
    drawer: Drawn = UNSET


class ChipsBought(_Event, frozen=True, tag="chips_bought"):
    """Cash for physical chips, at the cage."""

    player: str
    amount: Cents
    day: str
    drawer: Drawn = UNSET


class ChipsRedeemed(_Event, frozen=True, tag="chips_redeemed"):
    """Physical chips for cash."""

    player: str
    amount: Cents
    day: str
    drawer: Drawn = UNSET


class RemainderPaid(_Event, frozen=True, tag="remainder_paid"):
    """Coin for what no chip could pay at a table."""

    player: str
    amount: Cents
    day: str
    drawer: Drawn = UNSET


class PrizePaid(_Event, frozen=True, tag="prize_paid"):
    """Cash for a jackpot prize, on a hand-pay slip."""

    slip: str
    jackpot: str
    table: str
    box: int
    player: str
    amount: Cents
    day: str
    drawer: Drawn


class DrawerOpened(_Event, frozen=True, tag="drawer_opened"):
    """Cash from the safe into the drawer of a cashier, the first or more."""

    cashier: str
    amount: Cents
    day: str


class DrawerClosed(_Event, frozen=True, tag="drawer_closed"):
    """What was counted in a drawer is in the safe again."""

    cashier: str
    amount: Cents
    expected: Cents
    """What was in it by the records."""
    day: str
    reason: str | None = None


class BankrollMoved(_Event, frozen=True, tag="bankroll_moved"):
    """Cash of the house into its safe, or out of it."""

    way: Direction
    amount: Cents
    reason: str
    day: str


class BuyInCorrected(_Event, frozen=True, tag="buy_in_corrected"):
    """A buy-in counts as if it had been entered so."""

    receipt: int
    what: str
    """The event that is put right: `bought_in`, `chips_bought` or `table_bought_in`."""
    player: str
    stood_at: Cents
    """Entered, or put right before."""
    amount: Cents
    day: str
    reason: str
    table: str | None = None
    account: str | None = None
    """At a table, where the chips went."""
    drawer: Drawn = UNSET

    @property
    def difference(self) -> Cents:
        return self.amount - self.stood_at


class ShiftOpened(_Event, frozen=True, tag="shift_opened"):
    shift: int
    """Counted from 1."""
    name: str
    manager: str
    day: str


class ShiftClosed(_Event, frozen=True, tag="shift_closed"):
    shift: int
    name: str
    by: str
    remarks: str
    day: str


class RotationPlanned(_Event, frozen=True, tag="rotation_planned"):
    """Where dealers are meant to be; without dealers, nowhere in particular."""

    dealers: tuple[str, ...]
    tables: tuple[str, ...]
    minutes: int
    since: datetime
    by: str


class TableBoughtIn(_Event, frozen=True, tag="table_bought_in"):
    """Cash into the drop box of a table, chips out of its float."""

    table: str
    player: str
    amount: Cents
    account: str
    """Where the chips went: a wallet, or a patron's pocket at a recording table."""
    day: str


class FloatFilled(_Event, frozen=True, tag="float_filled"):
    table: str
    amount: Cents
    day: str


class FloatCredited(_Event, frozen=True, tag="float_credited"):
    table: str
    amount: Cents
    day: str


class TransferRequested(_Event, frozen=True, tag="transfer_requested"):
    """A slip for a fill or a credit."""

    slip: int
    table: str
    way: Way
    amount: Cents
    chips: tuple[Pieces, ...]
    requested_by: str
    day: str


class TransferIssued(_Event, frozen=True, tag="transfer_issued"):
    """Its chips are under way."""

    slip: int
    table: str
    way: Way
    amount: Cents
    chips: tuple[Pieces, ...]
    issued_by: str
    day: str


class TransferReceived(_Event, frozen=True, tag="transfer_received"):
    """Somebody else has them."""

    slip: int
    table: str
    way: Way
    amount: Cents
    chips: tuple[Pieces, ...]
    received_by: str
    day: str


class TransferCancelled(_Event, frozen=True, tag="transfer_cancelled"):
    slip: int
    table: str
    way: Way
    amount: Cents
    """What had left and is back; zero where nothing had."""
    chips: tuple[Pieces, ...]
    reason: str
    day: str


class FloatCounted(_Event, frozen=True, tag="float_counted"):
    """What lay in the float, beside what the ledger said at that moment."""

    table: str
    amount: Cents
    ledger: Cents
    seq: int
    """The last record of the house that the ledger's figure takes in."""
    day: str
    chips: tuple[Pieces, ...] = ()
    sheet: Sheet | None = None


class DropCounted(_Event, frozen=True, tag="drop_counted"):
    """What was in the drop box; it is the cage's now."""

    table: str
    amount: Cents
    expected: Cents
    """What had been put in by the records."""
    day: str


class DropRecounted(_Event, frozen=True, tag="drop_recounted"):
    """The last count of a drop box put right."""

    table: str
    amount: Cents
    before: Cents
    """What had been counted."""
    day: str


class DayClosed(_Event, frozen=True, tag="day_closed"):
    """The gaming day reconciled, to the cent."""

    day: str
    report: DayReport
    reason: str | None = None
    """Why it was closed all the same."""


class DayReopened(_Event, frozen=True, tag="day_reopened"):
    day: str
    reason: str


class LossLimitSet(_Event, frozen=True, tag="loss_limit_set"):
    """A voluntary limit, and from when on it holds."""

    player: str
    amount: Cents | None
    period: Period
    since: datetime


class Recovered(_Event, frozen=True, tag="recovered"):
    """What somebody owed was taken from their wallet, as far as it went."""

    player: str
    amount: Cents
    money: Money


class CageConfigured(_Event, frozen=True, tag="cage_configured"):
    """What single movements may come to, and when gaming days start, from now on."""

    limits: CageLimits
    days: GamingDay
    chips: ChipSet | None = None
    """None: as they were."""


CageEvent = (
    BoughtIn
    | PracticeTaken
    | CashedOut
    | ChipsBought
    | ChipsRedeemed
    | RemainderPaid
    | PrizePaid
    | DrawerOpened
    | DrawerClosed
    | BankrollMoved
    | BuyInCorrected
    | ShiftOpened
    | ShiftClosed
    | RotationPlanned
    | TableBoughtIn
    | FloatFilled
    | FloatCredited
    | TransferRequested
    | TransferIssued
    | TransferReceived
    | TransferCancelled
    | FloatCounted
    | DropCounted
    | DropRecounted
    | DayClosed
    | DayReopened
    | LossLimitSet
    | Recovered
    | CageConfigured
)
