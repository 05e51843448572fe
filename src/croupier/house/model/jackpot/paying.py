"""Payment of a win that two people release, and the way back of one that was undone.

Chips have no odd cents. What is paid in chips follows the house's setting, as at a table: the
player gets the next chip, and what that is more is posted to `rounding`; or the cage pays the odd
part in coin. What was given so counts against what the player gets, or gives back, for the round
later: a win that is undone and comes back gives nothing away a second time.
"""

from collections.abc import Sequence

from msgspec import UNSET, structs

from croupier.house.model import commands as hc
from croupier.house.model import events as h
from croupier.house.model.approvals import Proposal, to_pay
from croupier.house.model.jackpot import events as hj
from croupier.house.model.jackpot.payables import Payable, handed_to
from croupier.house.model.jackpot.state import HouseJackpot
from croupier.house.model.ledger.accounts import account_of
from croupier.house.model.ledger.accounts import chips as chips_of
from croupier.house.model.refusals import HouseCode, decline
from croupier.house.model.settings import ChipSet, Money, OddMoney
from croupier.house.model.table.acts import Handed as InChips
from croupier.house.model.table.acts import rounded_up
from croupier.house.model.table.state import HouseTable
from croupier.money import Cents, in_dollars
from croupier.table.state import Settled, Voided


def with_chips(
    command: hc.PayJackpot | hc.ReturnPayment, chips: ChipSet
) -> hc.PayJackpot | hc.ReturnPayment:
    """With what the house has set, whatever was sent."""
    if isinstance(command, hc.ReturnPayment):
        return structs.replace(command, smallest_chip=chips.smallest)
    return structs.replace(
        command, smallest_chip=chips.smallest, odd_money=chips.odd_money, at_desk=True
    )


def payable_of(link: HouseJackpot, command: hc.PayJackpot) -> Payable:
    place = (command.table, command.round, command.box, command.target)
    for one in link.payables:
        if one.place == place and one.slip is not None:
            decline(
                HouseCode.NO_SUCH_PAYABLE,
                f"{in_dollars(one.amount)} for {one.player} is released already: a cashier pays it "
                f"in cash, on hand-pay slip {one.slip}.",
            )
        if one.place == place:
            return one
    decline(
        HouseCode.NO_SUCH_PAYABLE,
        f"Nothing is payable on jackpot {link.name} for table {command.table}, round "
        f"{command.round}, box {command.box}.",
    )


def in_chips(link: HouseJackpot, payable: Payable, smallest: Cents, odd_money: OddMoney) -> InChips:
    """A payment as chips can make it, less what the player was given for the same win before."""
    before = 0
    if payable.before:
        had = handed_to(link.handed, (payable.table, payable.round, payable.player))
        before = min(had.rounded or 0, payable.amount)
    handed = rounded_up(payable.amount - before, smallest, odd_money)
    return structs.replace(handed, set_off=before)


def due(
    link: HouseJackpot, linked: Sequence[HouseTable], payable: Payable, command: hc.PayJackpot
) -> h.Due:
    """What two people agree to, to the cent and to the chip."""
    of_round = [one for one in link.handed if one.key[:2] == payable.place[:2]]
    unreturned = sum(one.unreturned for one in of_round)
    found = h.Due(payable.player, payable.amount, payable.before, unreturned)
    handed = _handed(link, _table(linked, payable), payable, command)
    return found if handed is None else structs.replace(found, chips=handed.chips)


def _table(linked: Sequence[HouseTable], payable: Payable) -> HouseTable:
    [table] = [one for one in linked if one.name == payable.table]
    return table


def _handed(
    link: HouseJackpot, table: HouseTable, payable: Payable, command: hc.PayJackpot
) -> InChips | None:
    """None where no chips are handed over, and in logs from before odd cents were looked at."""
    if not table.recording or command.cash or command.smallest_chip is None:
        return None
    return in_chips(link, payable, command.smallest_chip, command.odd_money or OddMoney.ROUND)


def _demand_as_proposed(proposal: Proposal, now: h.Due) -> None:
    """Two people agree to one payment: not to another that came in its place in between."""
    if proposal.due is UNSET or proposal.due == now:
        return
    decline(
        HouseCode.PAYABLE_CHANGED,
        f"{proposal.by.id} proposed to pay {to_pay(proposal.due)}; now {to_pay(now)} is payable. "
        "Decline the proposal, look at the round, and propose the payment again.",
    )


def paid(
    link: HouseJackpot, linked: Sequence[HouseTable], command: hc.PayJackpot, proposal: Proposal
) -> hj.JackpotPaid | hj.PrizeReleased:
    """To the winner, once the round is settled; cash is the cage's to pay from then on."""
    payable = payable_of(link, command)
    _demand_as_proposed(proposal, due(link, linked, payable, command))
    table = _table(linked, payable)
    current = table.game.round
    if current.number == payable.round and not isinstance(current, Settled | Voided):
        decline(
            HouseCode.ROUND_RUNNING,
            f"Round {payable.round} of table {payable.table} is not settled yet.",
        )
    account = account_of(
        table.money, payable.player, recording=table.recording, play_chips=table.play_chips
    )
    worth = table.recording and table.money is Money.LIVE
    if command.cash and not worth:
        decline(
            HouseCode.OTHER_MONEY,
            f"At table {payable.table} a win goes to the wallet; the cage pays cash out of that.",
        )
    if command.cash and command.at_desk:
        return hj.PrizeReleased(proposal.id, *payable.place, payable.player, payable.amount)
    before = payable.before if worth and proposal.due is not UNSET else UNSET
    event = hj.JackpotPaid(
        *payable.place, payable.player, payable.amount, account, before, command.cash
    )
    handed = _handed(link, table, payable, command)
    if handed is None:
        return event
    if handed.at_cage:
        given = -handed.set_off if handed.set_off else UNSET
        return structs.replace(event, given=given, remainder=handed.odd)
    return structs.replace(event, given=handed.odd - handed.set_off)


def on_slip(link: HouseJackpot, slip: str) -> Payable | None:
    """The win that the cage has to pay in cash on a slip."""
    return next((one for one in link.payables if one.slip == slip), None)


def paid_at_desk(payable: Payable, cashier: str) -> hj.JackpotPaid:
    """What the jackpot records of cash that a cashier has paid on a slip."""
    return hj.JackpotPaid(
        *payable.place,
        payable.player,
        payable.amount,
        chips_of(payable.player),
        payable.before,
        cash=True,
        cashier=cashier,
    )


def returned(link: HouseJackpot, command: hc.ReturnPayment) -> hj.PaymentReturned:
    """Chips of a payment that was undone: what they were paid for is payable again if it is won.

    In whole chips it is all of it, with what the player was given for want of one.
    """
    key = (command.table, command.round, command.player)
    one = handed_to(link.handed, key)
    whole = one.to_give_back(command.smallest_chip)
    if command.amount == whole:
        return hj.PaymentReturned(*key, one.unreturned, whole - one.unreturned)
    if command.amount > one.unreturned:
        decline(
            HouseCode.NOTHING_OWED,
            f"{command.player} has {in_dollars(whole)} to give back for table {command.table}, "
            f"round {command.round}, on jackpot {link.name}, not {in_dollars(command.amount)}.",
        )
    return hj.PaymentReturned(*key, command.amount)
