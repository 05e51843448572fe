"""What the cage makes of a command: pure, and decided again by whoever proves the log."""

from datetime import datetime
from typing import assert_never

from msgspec import Struct, structs

from croupier.house.model import approvals
from croupier.house.model import commands as hc
from croupier.house.model import events as h
from croupier.house.model.approvals import AT_CAGE, AT_TABLE, COUNTING, demand_power
from croupier.house.model.cage import (
    closing,
    corrections,
    counting,
    drawers,
    limits,
    rotation,
    shifts,
    transfers,
)
from croupier.house.model.cage import commands as c
from croupier.house.model.cage import events as e
from croupier.house.model.cage.state import Cage
from croupier.house.model.cage.surroundings import Surroundings, TableKept
from croupier.house.model.ledger.accounts import (
    Bound,
    account_of,
    owed,
    owed_chips,
    remainder,
    wallet,
)
from croupier.house.model.people.roles import HouseRole, Signature
from croupier.house.model.refusals import HouseCode, decline
from croupier.house.model.settings import Money
from croupier.jackpot.commands import AdjustJackpot
from croupier.money import Cents, dollars

Command = c.CageCommand | hc.OtherStreamCommand | hc.Approve | hc.Decline

PRACTICE_MAX: Cents = 10_000_00
"""The most that a practice wallet holds after play money was taken."""

CLOSING = (HouseRole.SHIFT_MANAGER,)


class Decision(Struct, frozen=True):
    """The events of a command, and the balances that must allow it."""

    events: tuple[h.LogEvent, ...]
    bounds: tuple[Bound, ...] = ()


def decide_cage(
    cage: Cage, command: Command, by: Signature | None, at: datetime, around: Surroundings
) -> Decision:
    """A command to the cage; raises `HouseRefused` and changes nothing.

    An entry is dated in the gaming day of its moment, and in no other.
    """
    day = cage.days.of(at)
    match command:
        case c.BuyIn(money=Money.PRACTICE):
            return _practice(command, by)
        case c.SetLossLimit():
            return Decision((limits.set_limit(cage, command, by, at),))
        case c.Recover():
            return _recover(command, by)
        case c.ConfigureCage():
            _demand_itself(by)
            return Decision((e.CageConfigured(command.limits, command.days, command.chips),))
        case c.CloseDay():
            return _close(cage, command, by, day, around)
        case (
            c.ReopenDay()
            | c.RecountDrop()
            | c.MoveBankroll()
            | c.CorrectBuyIn()
            | c.HandOverShift()
            | hc.RegisterTable()
            | hc.RegisterJackpot()
            | hc.ChangeEdition()
            | hc.AdmitShoe()
            | hc.ReportPayment()
        ):
            return Decision((_propose(cage, command, by, day, around),))
        case c.OpenShift():
            return Decision((shifts.open_shift(cage.shifts, command, by, day),))
        case c.CloseShift():
            return Decision((shifts.close_shift(cage.shifts, command, by, day),))
        case c.PlanRotation():
            return Decision((rotation.plan(command, by, at),))
        case hc.Approve():
            return _approve(cage, command, by, day, around)
        case hc.Decline():
            refused = approvals.refuse(cage.proposals, command.proposal, command.reason, by)
            return Decision((refused,))
        case c.CountFloat() | c.CountDrop():
            _demand_open(cage, day)
            return _count(cage, command, by, day, around)
        case c.PayPrize():
            _demand_open(cage, day)
            paid = drawers.pay_prize(cage.drawers, command, around.prize, by, day)
            return Decision((paid,))
        case c.OpenDrawer():
            _demand_open(cage, day)
            return Decision((drawers.open_drawer(command, by, day),))
        case c.CloseDrawer():
            _demand_open(cage, day)
            alone = _alone(cage, command, by, day)
            closed = drawers.close_drawer(cage.drawers, cage.proposals, command, by, day, alone)
            return Decision((closed,))
        case c.RequestTransfer() | c.IssueTransfer() | c.ReceiveTransfer() | c.CancelTransfer():
            _demand_open(cage, day)
            _table_of(around)
            return Decision((transfers.decide(cage.slips, command, by, day, cage.most),))
        case _:
            _demand_open(cage, day)
            _demand_slip(cage, command)
            if _takes_two(cage, command):
                return Decision((_propose(cage, command, by, day, around),))
            return _move(cage, command, by, day, around)


def named_table(cage: Cage, command: Command) -> str | None:
    """The table that a command is about, or that what it approves is about."""
    wanted: Command | hc.TwoPersonCommand = command
    if isinstance(command, hc.Approve):
        wanted = cage.proposals.find(command.proposal).command
    match wanted:
        case c.TableBuyIn() | c.Fill() | c.Credit() | hc.ChangeEdition():
            return wanted.table
        case c.CountFloat() | c.CountDrop() | c.RecountDrop():
            return wanted.table
        case c.RequestTransfer() | c.IssueTransfer() | c.ReceiveTransfer() | c.CancelTransfer():
            return wanted.table
        case _:
            return None


def corrected_by(cage: Cage, command: Command) -> c.CorrectBuyIn | None:
    """The correction of a buy-in that a command asks for, or agrees to."""
    wanted: Command | hc.TwoPersonCommand = command
    if isinstance(command, hc.Approve):
        wanted = cage.proposals.find(command.proposal).command
    return wanted if isinstance(wanted, c.CorrectBuyIn) else None


def closed_by(cage: Cage, command: Command) -> c.CloseDay | None:
    """The closing of a day that a command asks for, or agrees to."""
    wanted: Command | hc.TwoPersonCommand = command
    if isinstance(command, hc.Approve):
        wanted = cage.proposals.find(command.proposal).command
    return wanted if isinstance(wanted, c.CloseDay) else None


def approved_elsewhere(cage: Cage, command: Command) -> hc.OtherStreamCommand | None:
    """What the second person has come for, if it is done in another stream."""
    if not isinstance(command, hc.Approve):
        return None
    wanted = cage.proposals.find(command.proposal).command
    return wanted if isinstance(wanted, hc.OtherStreamCommand) else None


def _demand_open(cage: Cage, day: str) -> None:
    if cage.is_closed(day):
        decline(
            HouseCode.DAY_CLOSED, f"The gaming day {day} is closed; two people can open it again."
        )


def _demand_itself(by: Signature | None) -> None:
    if by is None or by.id != "house":
        decline(HouseCode.ROLE_TOO_LOW, "The house does this by itself.")


# Two people

_LIKE = {"buy_chips": "buy_in", "redeem_chips": "cash_out", "pay_remainder": "cash_out"}
"""What has the limit of another movement."""


def _takes_two(cage: Cage, command: c.Bounded) -> bool:
    """More than any single movement may be is refused; above a second limit it takes two."""
    tag = str(command.__struct_config__.tag)
    cage.most.demand_within(_LIKE.get(tag, tag), command.amount)
    return cage.most.takes_two(command.amount)


def _alone(cage: Cage, command: c.CloseDrawer, by: Signature | None, day: str) -> Cents:
    """By how much the count of a drawer may differ on one person's word: less with each that did,
    or who opens and closes a drawer often enough carries the safe away."""
    cashier = command.cashier or ("" if by is None else by.id)
    before = cage.differences.of(cashier, day) if command.adds_up else 0
    return max(0, cage.most.second_person_above - before)


def _propose(
    cage: Cage, command: hc.TwoPersonCommand, by: Signature | None, day: str, around: Surroundings
) -> h.Proposed:
    if isinstance(command, hc.Registration):
        command = structs.replace(command, by=None)
    proposed = approvals.propose(cage.proposals, "cage", command, by)
    match command:
        case c.ReopenDay():
            closing.demand_reopenable(cage, command.day, day)
        case c.RecountDrop():
            _recount(cage, command, day)
        case c.MoveBankroll():
            _demand_open(cage, day)
        case c.CorrectBuyIn():
            _corrected(cage, command, day, around)
        case c.HandOverShift():
            shifts.demand_handed(cage.shifts, command, proposed.by)
        case _:
            pass
    return proposed


def _corrected(
    cage: Cage, command: c.CorrectBuyIn, day: str, around: Surroundings
) -> e.BuyInCorrected:
    _demand_open(cage, day)
    return corrections.corrected(command, around.bought, cage.corrected, day, cage.most)


def _approve(
    cage: Cage, command: hc.Approve, by: Signature | None, day: str, around: Surroundings
) -> Decision:
    """What is done in another stream stands there, beside what is here."""
    proposal, approved = approvals.approve(cage.proposals, command.proposal, by)
    wanted = proposal.command
    match wanted:
        case c.ReopenDay():
            closing.demand_reopenable(cage, wanted.day, day)
            return Decision((approved, e.DayReopened(wanted.day, wanted.reason)))
        case hc.RegisterTable() | hc.RegisterJackpot() | hc.ChangeEdition() | hc.AdmitShoe():
            return Decision((approved,))
        case hc.ReportPayment():
            return Decision((approved,))
        case c.RecountDrop():
            return Decision((approved, _recount(cage, wanted, day)))
        case c.MoveBankroll():
            _demand_open(cage, day)
            moved = e.BankrollMoved(wanted.way, wanted.amount, wanted.reason, day)
            return Decision((approved, moved))
        case c.CorrectBuyIn():
            return Decision((approved, _corrected(cage, wanted, day, around)))
        case c.HandOverShift():
            assert by is not None
            return Decision(
                (approved, *shifts.handed_over(cage.shifts, wanted, proposal.by, by, day))
            )
        case c.CloseDay():
            return Decision((approved, closing.closed(cage, wanted, day, around)))
        case c.CountFloat() | c.CountDrop():
            _demand_countable(cage, wanted, day)
            return Decision((approved, counting.confirmed(cage, proposal, day)))
        case c.CloseDrawer():
            _demand_open(cage, day)
            return Decision((approved, drawers.confirmed(cage.drawers, proposal, day)))
        case (
            hc.PayJackpot()
            | hc.ReturnPayment()
            | AdjustJackpot()
            | hc.ChangeJackpot()
            | hc.RetireJackpot()
        ):
            raise AssertionError("this is no matter of the cage")
        case _:
            _demand_open(cage, day)
            _takes_two(cage, wanted)
            done = _move(cage, wanted, proposal.by, day, around)
            return Decision((approved, *done.events), done.bounds)


def _close(
    cage: Cage, command: c.CloseDay, by: Signature | None, day: str, around: Surroundings
) -> Decision:
    demand_power(by, CLOSING)
    if cage.most.two_people:
        closing.demand_closable(cage, command, day, around)
        return Decision((approvals.propose(cage.proposals, "cage", command, by),))
    return Decision((closing.closed(cage, command, day, around),))


# Wallets


def _practice(command: c.BuyIn, by: Signature | None) -> Decision:
    if by is None or by.id != command.player:
        decline(HouseCode.NOT_YOURS, "Everybody takes play money for themselves.")
    most = Bound(wallet(Money.PRACTICE, command.player), 0, PRACTICE_MAX)
    return Decision((e.PracticeTaken(command.player, command.amount),), (most,))


def _move(
    cage: Cage, command: c.Bounded, by: Signature | None, day: str, around: Surroundings
) -> Decision:
    """Chips or cash from one place to another, dated in a gaming day."""
    if isinstance(command, c.TableBuyIn):
        return _table_buy_in(command, by, day, around)
    by, amount = demand_power(by, AT_CAGE), command.amount
    match command:
        case c.BuyIn(player=player):
            drawer = drawers.into(cage.drawers, by)
            return Decision((e.BoughtIn(player, amount, day, drawer),))
        case c.BuyChips(player=player):
            drawer = drawers.into(cage.drawers, by)
            return Decision((e.ChipsBought(player, amount, day, drawer),))
        case c.CashOut(player=player):
            drawer = drawers.out_of(cage.drawers, by, amount)
            nothing_owed = Bound(owed(Money.LIVE, player))
            return Decision((e.CashedOut(player, amount, day, drawer),), (nothing_owed,))
        case c.RedeemChips(player=player):
            drawer = drawers.out_of(cage.drawers, by, amount)
            nothing_owed = Bound(owed_chips(player))
            return Decision((e.ChipsRedeemed(player, amount, day, drawer),), (nothing_owed,))
        case c.PayRemainder(player=player):
            drawer = drawers.out_of(cage.drawers, by, amount)
            no_more = Bound(remainder(player))
            return Decision((e.RemainderPaid(player, amount, day, drawer),), (no_more,))
        case c.Fill():
            _table_of(around)
            return Decision((e.FloatFilled(command.table, amount, day),))
        case c.Credit():
            _table_of(around)
            return Decision((e.FloatCredited(command.table, amount, day),))
        case _:
            assert_never(command)


def _recover(command: c.Recover, by: Signature | None) -> Decision:
    """Only the house itself, and never more than is owed."""
    _demand_itself(by)
    no_more = Bound(owed(command.money, command.player), None, 0)
    return Decision((e.Recovered(command.player, command.amount, command.money),), (no_more,))


# Tables


def _table_of(around: Surroundings) -> TableKept:
    assert around.table is not None
    if around.table.money is Money.PRACTICE:
        decline(HouseCode.OTHER_MONEY, "The cage has no part in a practice table.")
    return around.table


def _table_buy_in(
    command: c.TableBuyIn, by: Signature | None, day: str, around: Surroundings
) -> Decision:
    demand_power(by, AT_TABLE)
    table = _table_of(around)
    account = account_of(Money.LIVE, command.player, recording=table.recording)
    return Decision((e.TableBoughtIn(command.table, command.player, command.amount, account, day),))


def _count(
    cage: Cage, command: c.Count, by: Signature | None, day: str, around: Surroundings
) -> Decision:
    demand_power(by, COUNTING if isinstance(command, c.CountFloat) else AT_CAGE)
    _table_of(around)
    _demand_pieces(command)
    _demand_countable(cage, command, day)
    if isinstance(command, c.CountFloat):
        standing = around.standing
        assert standing is not None
        counted: counting.Counted = counting.found_in_float(
            command, standing.balances, standing.seq, day
        )
    else:
        counted = counting.found_in_box(cage, command, day)
    return Decision((counting.taken(cage, command, counted, by),))


def _demand_pieces(command: c.Count) -> None:
    if isinstance(command, c.CountFloat) and command.chips:
        transfers.demand_each_once(command.chips)
        together = c.total(command.chips)
        if together != command.amount:
            decline(
                HouseCode.BAD_COMMAND,
                f"The chips come to {dollars(together)}, and {dollars(command.amount)} is entered.",
            )


def _demand_slip(cage: Cage, command: c.Bounded) -> None:
    if cage.most.two_people and isinstance(command, c.Fill | c.Credit):
        decline(
            HouseCode.BAD_COMMAND,
            "Chips go to and from a table by a slip: it is requested, issued by one person and "
            "received by another.",
        )


def _demand_countable(cage: Cage, command: c.Count | c.RecountDrop, day: str) -> None:
    _demand_open(cage, day)
    cage.most.demand_within("count", command.amount)


def _recount(cage: Cage, command: c.RecountDrop, day: str) -> e.DropRecounted:
    _demand_countable(cage, command, day)
    before = counting.demand_counted(cage, command)
    return e.DropRecounted(command.table, command.amount, before, day)
