"""Fills and credits by slip: requested, issued by one person, received by another.

Between issue and receipt the chips are under way, in the account `transit:TABLE`. A fill is the
table's from its receipt on, a credit is no longer the table's from its issue on.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import assert_never

from msgspec import Struct

from croupier.house.model.approvals import AT_CAGE, AT_TABLE, CONFIRM_HIT, demand_power
from croupier.house.model.cage import commands as c
from croupier.house.model.cage import events as e
from croupier.house.model.people.roles import HouseRole, Signature
from croupier.house.model.refusals import HouseCode, decline
from croupier.house.model.settings import CageLimits, ChipSet
from croupier.money import Cents, dollars

SUPERVISING = (*CONFIRM_HIT, HouseRole.SHIFT_MANAGER)

Event = e.TransferRequested | e.TransferIssued | e.TransferReceived | e.TransferCancelled


class Transfer(Struct, frozen=True):
    """A slip that is not done with."""

    slip: int
    table: str
    way: c.Way
    amount: Cents
    chips: tuple[c.Pieces, ...]
    requested_by: str
    at: datetime
    issued_by: str | None = None


class Slips(Struct, frozen=True):
    """Of the cage."""

    made: int = 0
    open: tuple[Transfer, ...] = ()

    def find(self, command: c.IssueTransfer | c.ReceiveTransfer | c.CancelTransfer) -> Transfer:
        for one in self.open:
            if (one.slip, one.table) == (command.slip, command.table):
                return one
        decline(
            HouseCode.NO_SUCH_PROPOSAL, f"No slip {command.slip} of table {command.table} is open."
        )

    @property
    def under_way(self) -> tuple[Transfer, ...]:
        return tuple(one for one in self.open if one.issued_by is not None)


def decide(
    slips: Slips, command: c.Transfers, by: Signature | None, day: str, most: CageLimits
) -> Event:
    match command:
        case c.RequestTransfer():
            return _request(slips, command, by, day, most)
        case c.IssueTransfer():
            return _issue(slips.find(command), command, by, day)
        case c.ReceiveTransfer():
            return _receive(slips.find(command), by, day, most)
        case c.CancelTransfer():
            return _cancel(slips.find(command), command, by, day)
        case _:
            assert_never(command)


def _request(
    slips: Slips, command: c.RequestTransfer, by: Signature | None, day: str, most: CageLimits
) -> e.TransferRequested:
    by = demand_power(by, (*AT_TABLE, *AT_CAGE))
    most.demand_within(command.way.value, command.amount)
    if command.chips:
        _demand_sum(command.chips, command.amount)
    return e.TransferRequested(
        slips.made + 1, command.table, command.way, command.amount, command.chips, by.id, day
    )


def _issue(
    slip: Transfer, command: c.IssueTransfer, by: Signature | None, day: str
) -> e.TransferIssued:
    """Of a fill by the cage, of a credit at the table."""
    by = demand_power(by, AT_CAGE if slip.way is c.Way.FILL else AT_TABLE)
    if slip.issued_by is not None:
        decline(
            HouseCode.PROPOSED_ALREADY,
            f"The chips of slip {slip.slip} are under way, from {slip.issued_by}.",
        )
    _demand_sum(command.chips, slip.amount)
    return e.TransferIssued(slip.slip, slip.table, slip.way, slip.amount, command.chips, by.id, day)


def _receive(
    slip: Transfer, by: Signature | None, day: str, most: CageLimits
) -> e.TransferReceived:
    """By somebody else; a large fill by somebody who supervises the table."""
    to_table = SUPERVISING if most.takes_two(slip.amount) else AT_TABLE
    by = demand_power(by, to_table if slip.way is c.Way.FILL else AT_CAGE)
    if slip.issued_by is None:
        decline(HouseCode.NOT_ASKED, f"The chips of slip {slip.slip} have not left yet.")
    _demand_other(slip, by)
    return e.TransferReceived(slip.slip, slip.table, slip.way, slip.amount, slip.chips, by.id, day)


def _cancel(
    slip: Transfer, command: c.CancelTransfer, by: Signature | None, day: str
) -> e.TransferCancelled:
    """Of chips that are under way, somebody else confirms that they are back."""
    by = demand_power(by, (*AT_TABLE, *AT_CAGE))
    back = 0
    if slip.issued_by is not None:
        _demand_other(slip, by)
        back = slip.amount
    chips = slip.chips if back else ()
    return e.TransferCancelled(slip.slip, slip.table, slip.way, back, chips, command.reason, day)


def issuer(slips: Slips, command: object) -> str | None:
    """Who let the chips go that a command takes in, or says are back: nobody who takes them in."""
    if not isinstance(command, c.ReceiveTransfer | c.CancelTransfer):
        return None
    return slips.find(command).issued_by


def _demand_sum(chips: tuple[c.Pieces, ...], amount: Cents) -> None:
    demand_each_once(chips)
    if c.total(chips) != amount:
        decline(
            HouseCode.BAD_COMMAND,
            f"The chips come to {dollars(c.total(chips))}, and the slip is for {dollars(amount)}.",
        )


def demand_each_once(chips: tuple[c.Pieces, ...]) -> None:
    """Inventories are kept by value: a second entry of one would be lost from it."""
    values = [one.value for one in chips]
    for value in values:
        if values.count(value) > 1:
            decline(HouseCode.BAD_COMMAND, f"Chips of {dollars(value)} are named twice.")


def demand_house_chips(
    command: object, slips: Slips, house: ChipSet, held: Mapping[str, "Inventory"]
) -> None:
    """Chips that the house has; a table may still have others from before, which leave it.

    Asked when it is given, not by a proof: the house may have other chips by then.
    """
    match command:
        case c.RequestTransfer(way=c.Way.FILL, chips=chips):
            known = set(house.values)
        case c.IssueTransfer(chips=chips) if slips.find(command).way is c.Way.FILL:
            known = set(house.values)
        case c.RequestTransfer() | c.IssueTransfer() | c.CountFloat():
            chips = command.chips
            known = {*house.values, *(one.value for one in held.get(command.table, ()))}
        case _:
            return
    for one in chips:
        if one.value not in known:
            values = ", ".join(map(dollars, house.values))
            decline(
                HouseCode.BAD_COMMAND,
                f"The house has no chip of {dollars(one.value)}: its chips are {values}.",
            )


def _demand_other(slip: Transfer, by: Signature) -> None:
    if by.id == slip.issued_by:
        decline(
            HouseCode.SAME_PERSON,
            f"{by.id} has issued the chips of slip {slip.slip}; a different person has to count "
            "them where they arrive.",
        )


def evolve(slips: Slips, event: Event, at: datetime) -> Slips:
    if isinstance(event, e.TransferRequested):
        asked = Transfer(
            event.slip,
            event.table,
            event.way,
            event.amount,
            event.chips,
            event.requested_by,
            at,
        )
        return Slips(event.slip, (*slips.open, asked))
    if isinstance(event, e.TransferIssued):
        return Slips(slips.made, tuple(_issued(one, event) for one in slips.open))
    return Slips(slips.made, tuple(one for one in slips.open if one.slip != event.slip))


def _issued(one: Transfer, event: e.TransferIssued) -> Transfer:
    if one.slip != event.slip:
        return one
    return Transfer(
        one.slip,
        one.table,
        one.way,
        one.amount,
        event.chips,
        one.requested_by,
        one.at,
        event.issued_by,
    )


Inventory = tuple[c.Pieces, ...]


def moved(inventories: Mapping[str, Inventory], event: Event) -> Mapping[str, Inventory]:
    """The chips of each table as last counted, with what came and went by slip since."""
    match event:
        case e.TransferReceived(way=c.Way.FILL):
            sign = 1
        case e.TransferIssued(way=c.Way.CREDIT):
            sign = -1
        case e.TransferCancelled(way=c.Way.CREDIT):
            sign = 1
        case _:
            return inventories
    held = {one.value: one.count for one in inventories.get(event.table, ())}
    for one in event.chips:
        held[one.value] = held.get(one.value, 0) + sign * one.count
    left = tuple(c.Pieces(value, count) for value, count in sorted(held.items()) if count > 0)
    return {**inventories, event.table: left}
