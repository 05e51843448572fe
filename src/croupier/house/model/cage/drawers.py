"""Cashiers' drawers: opened with cash from the safe, closed by a count that is blind.

Cash that a cashier with an open drawer takes in or pays out is in that drawer, in the account
`drawer:ID`; otherwise it is in the safe, `cash`. A difference is posted with the closing.
"""

from collections.abc import Mapping
from datetime import datetime

from msgspec import UNSET, Struct, structs

from croupier.house.model import approvals
from croupier.house.model import events as h
from croupier.house.model.approvals import AT_CAGE, Proposal, Proposals, demand_power
from croupier.house.model.cage import commands as c
from croupier.house.model.cage import events as e
from croupier.house.model.jackpot.payables import Payable
from croupier.house.model.people.roles import HouseRole, Signature
from croupier.house.model.refusals import HouseCode, decline
from croupier.money import Cents, in_dollars


class Drawer(Struct, frozen=True):
    """Of a cashier who is at work."""

    opened: Cents
    """Cash out of the safe."""
    held: Cents
    """What is in it by the records."""
    since: datetime


class Differences(Struct, frozen=True):
    """What counts of drawers differed by on a gaming day."""

    day: str = ""
    found: Mapping[str, Cents] = {}
    """By cashier, too much and too little together: one does not make up for the other."""

    def of(self, cashier: str, day: str) -> Cents:
        return self.found.get(cashier, 0) if day == self.day else 0

    def after(self, event: e.DrawerClosed) -> "Differences":
        today = self.found if event.day == self.day else {}
        difference = abs(event.amount - event.expected)
        together = today.get(event.cashier, 0) + difference
        return Differences(event.day, {**today, event.cashier: together})


Drawers = Mapping[str, Drawer]
Taken = e.BoughtIn | e.ChipsBought
Paid = e.CashedOut | e.ChipsRedeemed | e.RemainderPaid | e.PrizePaid


def into(drawers: Drawers, by: Signature) -> e.Drawn:
    """Where cash goes that somebody takes in."""
    return by.id if by.id in drawers else UNSET


def out_of(drawers: Drawers, by: Signature, amount: Cents) -> e.Drawn:
    """Where cash comes from that somebody pays out.

    What a drawer holds is not said: it is to be counted blind.
    """
    drawer = drawers.get(by.id)
    if drawer is None:
        return UNSET
    if drawer.held < amount:
        decline(
            HouseCode.INSUFFICIENT_FUNDS,
            "By the records there is not so much in your drawer: take cash out of the safe first.",
        )
    return by.id


def pay_prize(
    drawers: Drawers,
    command: c.PayPrize,
    payable: Payable | None,
    by: Signature | None,
    day: str,
) -> e.PrizePaid:
    """On a slip that two people have released; always out of a drawer, so that a cashier answers
    for it. A drawer is counted blind: what it lacks is not said, but what is sure to be enough."""
    by = demand_power(by, AT_CAGE)
    if payable is None:
        decline(
            HouseCode.NO_SUCH_PAYABLE,
            f"Nothing is to be paid on hand-pay slip {command.slip}: it was paid, or the win was "
            "undone.",
        )
    amount = in_dollars(payable.amount)
    if by.id not in drawers:
        decline(
            HouseCode.DRAWER_CLOSED,
            f"The prize of {payable.player}, {amount}, is paid out of a drawer, and yours is not "
            f"open: open it with at least {amount} out of the safe.",
        )
    if drawers[by.id].held < payable.amount:
        decline(
            HouseCode.INSUFFICIENT_FUNDS,
            f"The prize of {payable.player} is {amount}, and by the records your drawer does not "
            f"hold so much: {amount} more out of the safe is enough.",
        )
    return e.PrizePaid(
        command.slip,
        approvals.stream_of(command.slip).removeprefix("jackpot:"),
        payable.table,
        payable.box,
        payable.player,
        payable.amount,
        day,
        by.id,
    )


def open_drawer(command: c.OpenDrawer, by: Signature | None, day: str) -> e.DrawerOpened:
    by = demand_power(by, AT_CAGE)
    return e.DrawerOpened(by.id, command.amount, day)


def close_drawer(
    drawers: Drawers,
    proposals: Proposals,
    command: c.CloseDrawer,
    by: Signature | None,
    day: str,
    alone: Cents,
) -> e.DrawerClosed | h.Proposed:
    """The closing itself, or the proposal of one that differs too much for one person: by more
    than they may still write down `alone`."""
    by = demand_power(by, (*AT_CAGE, HouseRole.SHIFT_MANAGER))
    cashier = command.cashier or by.id
    if cashier != by.id and by.role is not HouseRole.SHIFT_MANAGER:
        decline(HouseCode.NOT_YOURS, "A shift manager closes the drawer of somebody else.")
    closed = _counted(drawers, command, cashier, day)
    difference = abs(closed.amount - closed.expected)
    if not difference or difference <= alone:
        return closed
    named = structs.replace(command, cashier=cashier)
    proposed = approvals.propose(proposals, "cage", named, by)
    return structs.replace(proposed, found=e.Found(closed.expected))


def confirmed(drawers: Drawers, proposal: Proposal, day: str) -> e.DrawerClosed:
    """A count that waited; nothing may have gone in or out since."""
    command, found = proposal.command, proposal.found
    assert isinstance(command, c.CloseDrawer)
    assert command.cashier is not None
    assert found is not UNSET
    closed = _counted(drawers, command, command.cashier, day)
    if closed.expected != found.expected:
        decline(
            HouseCode.COUNTED_SINCE,
            f"Cash went into or out of the drawer of {command.cashier} since it was counted; "
            "decline this, and count anew.",
        )
    return closed


def _counted(drawers: Drawers, command: c.CloseDrawer, cashier: str, day: str) -> e.DrawerClosed:
    if cashier not in drawers:
        decline(HouseCode.NOT_COUNTED, f"The drawer of {cashier} is not open.")
    expected = drawers[cashier].held
    if command.amount != expected and command.reason is None:
        decline(
            HouseCode.REASON_NEEDED,
            "That is not what should be in the drawer: count it again, or say what may have "
            "happened.",
        )
    return e.DrawerClosed(cashier, command.amount, expected, day, command.reason)


def evolve(
    drawers: Drawers,
    event: Taken | Paid | e.DrawerOpened | e.DrawerClosed | e.BuyInCorrected,
    at: datetime,
) -> Drawers:
    match event:
        case e.DrawerOpened(cashier=cashier, amount=amount):
            held = drawers.get(cashier, Drawer(0, 0, at))
            more = Drawer(held.opened + amount, held.held + amount, held.since)
            return {**drawers, cashier: more}
        case e.DrawerClosed(cashier=cashier):
            return {name: one for name, one in drawers.items() if name != cashier}
        case _:
            if event.drawer is UNSET:
                return drawers
            held = drawers[event.drawer]
            match event:
                case e.BuyInCorrected():
                    change = event.difference
                case e.BoughtIn() | e.ChipsBought():
                    change = event.amount
                case _:
                    change = -event.amount
            return {**drawers, event.drawer: structs.replace(held, held=held.held + change)}
