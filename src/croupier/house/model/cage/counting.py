"""Counts of floats and drop boxes: what differs much from the books takes two people.

A count is of its moment. Where it waits for a second person, what the books said then waits with
it, so that what goes in and out of the table meanwhile is no part of the difference.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET, structs

from croupier.house.model import approvals
from croupier.house.model import events as h
from croupier.house.model.approvals import Proposal
from croupier.house.model.cage import commands as c
from croupier.house.model.cage import events as e
from croupier.house.model.cage.day import TableDay
from croupier.house.model.cage.state import Cage, counted_box, counted_float
from croupier.house.model.people.roles import Signature
from croupier.house.model.refusals import HouseCode, decline
from croupier.money import Cents

Counted = e.FloatCounted | e.DropCounted


def found_in_float(
    command: c.CountFloat, balances: Mapping[str, Cents], seq: int, day: str
) -> e.FloatCounted:
    ledger = balances.get(f"float:{command.table}", 0)
    return e.FloatCounted(
        command.table, command.amount, ledger, seq, day, command.chips, command.sheet
    )


def found_in_box(cage: Cage, command: c.CountDrop, day: str) -> e.DropCounted:
    expected = cage.boxes.get(command.table, 0)
    return e.DropCounted(command.table, command.amount, expected, day)


def taken(cage: Cage, command: c.Count, counted: Counted, by: Signature | None) -> h.LogEvent:
    """The count itself, or the proposal of one that differs too much for one person."""
    if not _differs_much(cage, counted):
        return counted
    proposed = approvals.propose(cage.proposals, "cage", command, by)
    if isinstance(counted, e.FloatCounted):
        return structs.replace(proposed, found=e.Found(counted.ledger, counted.seq))
    return structs.replace(proposed, found=e.Found(counted.expected))


def confirmed(cage: Cage, proposal: Proposal, day: str) -> Counted:
    """A count that waited, held against the books as they were when it was made."""
    command, found = proposal.command, proposal.found
    assert isinstance(command, c.Count)
    assert found is not UNSET
    in_box = isinstance(command, c.CountDrop)
    place = counted_box(command.table) if in_box else counted_float(command.table)
    if cage.counts.get(place, 0) >= proposal.number:
        decline(
            HouseCode.COUNTED_SINCE,
            f"Table {command.table} was counted again or its day closed since {proposal.by.id} "
            "counted it; decline this, and count anew.",
        )
    if isinstance(command, c.CountDrop):
        return e.DropCounted(command.table, command.amount, found.expected, day)
    assert found.seq is not None
    return e.FloatCounted(
        command.table, command.amount, found.expected, found.seq, day, command.chips, command.sheet
    )


def demand_counted(cage: Cage, command: c.RecountDrop) -> Cents:
    """What the last count of a box came to, which is to be put right."""
    if command.table not in cage.drops:
        decline(HouseCode.NOT_COUNTED, f"The drop box of table {command.table} was never counted.")
    return cage.drops[command.table]


def boxes_to_count(cage: Cage) -> frozenset[str]:
    """Tables with cash in the drop box, by the records, that nobody has counted."""
    return frozenset(table for table, held in cage.boxes.items() if held)


def wholly_counted(cage: Cage, day: str) -> frozenset[str]:
    """Tables of which those who count may know what the books say: float and drop box."""
    floats = {table for table, one in cage.until(day).items() if one.counted is not None}
    return frozenset(floats - boxes_to_count(cage))


def _differs_much(cage: Cage, counted: Counted) -> bool:
    """Differences of a box go to the books at once, and add up until the day is closed."""
    if isinstance(counted, e.FloatCounted):
        return cage.most.takes_two(abs(counted.amount - counted.ledger))
    difference = counted.amount - counted.expected
    before: Any = cage.until(counted.day).get(counted.table, TableDay())
    together = before.drop_variance + difference if difference else 0
    return cage.most.takes_two(max(abs(difference), abs(together)))
