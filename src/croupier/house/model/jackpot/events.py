"""What happens to a progressive around its meter: its registration, its tables, its payments.

The meter's own events are those of the game (`croupier.jackpot.events`).
"""

from msgspec import UNSET, Struct, UnsetType

from croupier.house.model.settings import JackpotTerms, Money
from croupier.money import Cents
from croupier.rulebooks.wagers import WagerKind
from croupier.script.format import JackpotEntry


class _Event(Struct, frozen=True, tag_field="event"):
    """Time and actor are on the record that carries it."""


class JackpotRegistered(_Event, frozen=True, tag="jackpot_registered"):
    entry: JackpotEntry
    terms: JackpotTerms
    money: Money | None = None
    """None in logs from before there were wallets."""


class TableLinked(_Event, frozen=True, tag="table_linked"):
    """A table joins the link; all of them run this one rulebook."""

    table: str
    rulebook: str
    play_chips: bool | UnsetType = UNSET
    """Its physical chips are worth nothing, as its registration says."""
    tray: bool | UnsetType = UNSET
    """Wagers are chips that stay in its tray, as its registration says: the house passes on what
    is the link's. In older logs the float did, which then held less than the tray."""


class LinkEditionChanged(_Event, frozen=True, tag="link_edition_changed"):
    """The only table of the link goes over to another edition of its game."""

    table: str
    rulebook: str


class JackpotParametersChanged(_Event, frozen=True, tag="jackpot_parameters_changed"):
    stake: Cents
    reset: Cents
    increment: str
    max_credits: int
    terms: JackpotTerms
    reason: str


class LinkFailed(_Event, frozen=True, tag="link_failed"):
    reason: str


class LinkRestored(_Event, frozen=True, tag="link_restored"):
    reason: str


class JackpotPaid(_Event, frozen=True, tag="jackpot_paid"):
    """Two people confirmed a win: what was payable is the winner's."""

    table: str
    round: int
    box: int
    target: WagerKind
    player: str
    amount: Cents
    account: str
    """Where it went: a wallet, or a patron's pocket at a recording table."""
    paid_before: Cents | UnsetType = UNSET
    """Of chips: what the player had got for the win before, and kept. Unset for wallets and play
    money, and in logs from before it was kept, where what was undone counted as handed back."""
    cash: bool = False
    """The cage paid it in cash; otherwise it went to the account."""
    given: Cents | UnsetType = UNSET
    """Of whole chips: what they came to beyond the amount, because no chip is so small; below zero
    where what was given before is set off. Unset where it was paid to the cent."""
    remainder: Cents = 0
    """Of chips: what no chip could pay, due at the cage."""
    cashier: str | UnsetType = UNSET
    """Who paid it in cash, on a slip; the cage's own entry then has the cash."""

    @property
    def chips(self) -> Cents:
        """What was handed over, where it was paid in chips."""
        return self.amount + (self.given or 0) - self.remainder


class PrizeReleased(_Event, frozen=True, tag="prize_released"):
    """Two people confirmed a win that is paid in cash: the cage has it to pay, and it stays payable
    until it has."""

    slip: str
    """The proposal that they agreed to: the number of the hand-pay slip."""
    table: str
    round: int
    box: int
    target: WagerKind
    player: str
    amount: Cents


class PaymentReturned(_Event, frozen=True, tag="payment_returned"):
    """Two people confirmed that chips came back, out of a payment that was undone."""

    table: str
    round: int
    player: str
    amount: Cents
    """Of the payment, to the cent."""
    given: Cents = 0
    """What the chips came to beyond it: the player had been given that for want of a chip. Below
    zero, what no chip could give back."""


class JackpotRetired(_Event, frozen=True, tag="jackpot_retired"):
    """The end of a link, and what became of its money."""

    reason: str
    to: str | None
    """The jackpot that got what was left; none: the house."""
    meter: Cents
    reserve: Cents
    overflow: Cents
    amount_in: Cents
    wins: Cents
    returned: str
    """Actual return to date: wins of the meter as a share of all jackpot wagers, exact."""


HouseJackpotEvent = (
    JackpotRegistered
    | TableLinked
    | LinkEditionChanged
    | JackpotParametersChanged
    | LinkFailed
    | LinkRestored
    | JackpotRetired
)
