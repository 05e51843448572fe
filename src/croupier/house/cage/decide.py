"""What the cage makes of a command: pure, and decided again by whoever proves the log."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any

from msgspec import Struct

from croupier.house import commands as hc
from croupier.house import events as h
from croupier.house.cage import commands as c
from croupier.house.cage import events as e
from croupier.house.cage.closing import Standing, close
from croupier.house.cage.day import is_day
from croupier.house.cage.state import Cage
from croupier.house.jackpot import proposals
from croupier.house.jackpot.proposals import CONFIGURE, demand_power
from croupier.house.ledger.wallets import account_of, owed, wallet
from croupier.house.log.storing import Bound
from croupier.house.people.roles import HouseRole, Signature
from croupier.house.refusals import HouseCode, decline
from croupier.house.settings import Money
from croupier.money import Cents

PRACTICE_MAX: Cents = 10_000_00
"""The most that a practice wallet holds after play money was taken."""
RAISED_AFTER = timedelta(hours=24)
"""A loss limit is lowered at once; raised or lifted, it holds this much longer."""

AT_CAGE = (HouseRole.CAGE,)
AT_TABLE = (
    HouseRole.DEALER,
    HouseRole.PIT_SUPERVISOR,
    HouseRole.PIT_MANAGER,
    HouseRole.SHIFT_MANAGER,
)
COUNTING = (*AT_TABLE[1:], HouseRole.CAGE)
CLOSING = (HouseRole.SHIFT_MANAGER,)

Command = c.CageCommand | hc.Approve | hc.Decline


class TableKept(Struct, frozen=True):
    """What the cage has to know of a table."""

    money: Money | None
    recording: bool


class Surroundings(Struct, frozen=True):
    """What stands outside the cage's own stream when a command is decided."""

    day: str
    """The gaming day of the moment."""
    table: TableKept | None = None
    """The table that the command names."""
    standing: Standing | None = None
    """The balances that a count or a closing is held against."""
    passed_on: Mapping[str, Cents] = {}


class Decision(Struct, frozen=True):
    """The events of a command, and the balances that must allow it."""

    events: tuple[h.LogEvent, ...]
    bounds: tuple[Bound, ...] = ()


def decide_cage(
    cage: Cage, command: Command, by: Signature | None, at: datetime, around: Surroundings
) -> Decision:
    """A command to the cage; raises `HouseRefused` and changes nothing."""
    match command:
        case c.BuyIn(money=Money.PRACTICE):
            return _practice(command, by)
        case c.SetLossLimit():
            return _limit(cage, command, by, at)
        case c.Recover():
            return _recover(command, by)
        case c.CloseDay():
            return _close(cage, command, by, around)
        case c.ReopenDay():
            return Decision((_propose_reopening(cage, command, by),))
        case hc.Approve():
            proposal, approved = proposals.approve(cage.proposals, command.proposal, by)
            assert isinstance(proposal.command, c.ReopenDay)
            _demand_closed(cage, proposal.command.day)
            reopened = e.DayReopened(proposal.command.day, proposal.command.reason)
            return Decision((approved, reopened))
        case hc.Decline():
            refused = proposals.refuse(cage.proposals, command.proposal, command.reason, by)
            return Decision((refused,))
        case _:
            if cage.is_closed(around.day):
                decline(
                    HouseCode.DAY_CLOSED,
                    f"The gaming day {around.day} is closed; two people can open it again.",
                )
            return _DATED[type(command)](cage, command, by, around)


# Wallets


def _practice(command: c.BuyIn, by: Signature | None) -> Decision:
    if by is None or by.id != command.player:
        decline(HouseCode.NOT_YOURS, "Everybody takes play money for themselves.")
    most = Bound(wallet(Money.PRACTICE, command.player), 0, PRACTICE_MAX)
    return Decision((e.PracticeTaken(command.player, command.amount),), (most,))


def _buy_in(cage: Cage, command: c.BuyIn, by: Signature | None, around: Surroundings) -> Decision:
    demand_power(by, AT_CAGE)
    return Decision((e.BoughtIn(command.player, command.amount, around.day),))


def _cash_out(
    cage: Cage, command: c.CashOut, by: Signature | None, around: Surroundings
) -> Decision:
    demand_power(by, AT_CAGE)
    nothing_owed = Bound(owed(Money.LIVE, command.player))
    return Decision((e.CashedOut(command.player, command.amount, around.day),), (nothing_owed,))


def _recover(command: c.Recover, by: Signature | None) -> Decision:
    """Only the house itself, and never more than is owed."""
    if by is None or by.id != "house":
        decline(HouseCode.ROLE_TOO_LOW, "The house recovers what is owed by itself.")
    no_more = Bound(owed(command.money, command.player), None, 0)
    return Decision((e.Recovered(command.player, command.amount, command.money),), (no_more,))


# Tables


def _table_of(around: Surroundings) -> TableKept:
    assert around.table is not None
    if around.table.money is Money.PRACTICE:
        decline(HouseCode.OTHER_MONEY, "The cage has no part in a practice table.")
    return around.table


def _table_buy_in(
    cage: Cage, command: c.TableBuyIn, by: Signature | None, around: Surroundings
) -> Decision:
    demand_power(by, AT_TABLE)
    table = _table_of(around)
    account = account_of(Money.LIVE, command.player, recording=table.recording)
    return Decision(
        (e.TableBoughtIn(command.table, command.player, command.amount, account, around.day),)
    )


def _fill(cage: Cage, command: c.Fill, by: Signature | None, around: Surroundings) -> Decision:
    demand_power(by, AT_CAGE)
    _table_of(around)
    return Decision((e.FloatFilled(command.table, command.amount, around.day),))


def _credit(cage: Cage, command: c.Credit, by: Signature | None, around: Surroundings) -> Decision:
    demand_power(by, AT_CAGE)
    _table_of(around)
    return Decision((e.FloatCredited(command.table, command.amount, around.day),))


def _count_float(
    cage: Cage, command: c.CountFloat, by: Signature | None, around: Surroundings
) -> Decision:
    demand_power(by, COUNTING)
    _table_of(around)
    assert around.standing is not None
    ledger = around.standing.balances.get(f"float:{command.table}", 0)
    return Decision(
        (e.FloatCounted(command.table, command.amount, ledger, around.standing.seq, around.day),)
    )


def _count_drop(
    cage: Cage, command: c.CountDrop, by: Signature | None, around: Surroundings
) -> Decision:
    demand_power(by, AT_CAGE)
    _table_of(around)
    expected = cage.boxes.get(command.table, 0)
    return Decision((e.DropCounted(command.table, command.amount, expected, around.day),))


_DATED: dict[type, Callable[[Cage, Any, Signature | None, Surroundings], Decision]] = {
    c.BuyIn: _buy_in,
    c.CashOut: _cash_out,
    c.TableBuyIn: _table_buy_in,
    c.Fill: _fill,
    c.Credit: _credit,
    c.CountFloat: _count_float,
    c.CountDrop: _count_drop,
}
"""Entries that are dated in a gaming day, and refused once it is closed."""


# The gaming day


def _close(cage: Cage, command: c.CloseDay, by: Signature | None, around: Surroundings) -> Decision:
    demand_power(by, CLOSING)
    if not is_day(command.day):
        decline(HouseCode.BAD_COMMAND, f"There is no day {command.day}.")
    if command.day > around.day:
        decline(HouseCode.DAY_OPEN, f"The gaming day {command.day} has not begun.")
    if cage.is_closed(command.day):
        decline(HouseCode.DAY_CLOSED, f"The gaming day {command.day} is closed already.")
    assert around.standing is not None
    openings = (
        {}
        if cage.last_report is None
        else {one.table: one.closing for one in cage.last_report.tables}
    )
    report = close(around.standing, cage.tables, openings, around.passed_on)
    return Decision((e.DayClosed(command.day, report),))


def _demand_closed(cage: Cage, day: str) -> None:
    if not cage.is_closed(day):
        decline(HouseCode.DAY_OPEN, f"The gaming day {day} is not closed.")


def _propose_reopening(cage: Cage, command: c.ReopenDay, by: Signature | None) -> h.Proposed:
    proposed = proposals.propose(cage.proposals, "cage", command, by)
    _demand_closed(cage, command.day)
    return proposed


# Loss limits


def _limit(cage: Cage, command: c.SetLossLimit, by: Signature | None, at: datetime) -> Decision:
    """Lowered at once; what makes it looser, or lifts it, waits a day."""
    player = command.player or (by.id if by is not None else "")
    if by is None or (by.id != player and by.role not in (*CONFIGURE, HouseRole.CAGE)):
        decline(HouseCode.NOT_YOURS, "A loss limit is set by the player, or by staff for them.")
    held = cage.limit(player, at)
    stricter = held is None or (
        command.amount is not None
        and held.amount is not None
        and command.period is held.period
        and command.amount <= held.amount
    )
    since = at if stricter else at + RAISED_AFTER
    return Decision((e.LossLimitSet(player, command.amount, command.period, since),))
