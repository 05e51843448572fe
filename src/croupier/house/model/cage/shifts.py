"""Shifts within a gaming day: opened by a shift manager, handed over to the next, or closed.

One runs at a time. A hand-over takes two people, who goes and who comes: it ends one shift and
begins the next in the same moment, so that nothing lies between them.
"""

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct, structs

from croupier.house.model.approvals import demand_power
from croupier.house.model.cage import commands as c
from croupier.house.model.cage import events as e
from croupier.house.model.people.roles import HouseRole, Signature
from croupier.house.model.refusals import HouseCode, decline

RUNNING = (HouseRole.SHIFT_MANAGER,)
KEPT = 12
"""Of those that are over; all of them are in the log."""


class StaffShift(Struct, frozen=True):
    """One shift, while it runs and after."""

    number: int
    name: str
    manager: str
    day: str
    opened: datetime
    closed: datetime | None = None
    closed_by: str | None = None
    remarks: str = ""
    """Of whoever closed it, or handed it over."""


class Shifts(Struct, frozen=True):
    made: int = 0
    now: StaffShift | None = None
    past: tuple[StaffShift, ...] = ()
    """The last ones, oldest first."""

    def demand_running(self) -> StaffShift:
        if self.now is None:
            decline(HouseCode.NO_ROUND, "No shift is open.")
        return self.now


Event = e.ShiftOpened | e.ShiftClosed


def open_shift(
    shifts: Shifts, command: c.OpenShift, by: Signature | None, day: str
) -> e.ShiftOpened:
    by = demand_power(by, RUNNING)
    if (now := shifts.now) is not None:
        decline(
            HouseCode.PROPOSED_ALREADY,
            f"Shift '{now.name}' of {now.manager} runs: it is handed over, or closed first.",
        )
    return e.ShiftOpened(shifts.made + 1, command.name, by.id, day)


def close_shift(
    shifts: Shifts, command: c.CloseShift, by: Signature | None, day: str
) -> e.ShiftClosed:
    by = demand_power(by, RUNNING)
    now = shifts.demand_running()
    if by.id != now.manager and not command.remarks:
        decline(
            HouseCode.REASON_NEEDED,
            f"Say why: {now.manager} has charge of this shift, and somebody else closes it.",
        )
    return e.ShiftClosed(now.number, now.name, by.id, command.remarks or "", day)


def demand_handed(shifts: Shifts, command: c.HandOverShift, by: Signature) -> StaffShift:
    """Whoever has charge of the shift hands it over; raises `HouseRefused`."""
    now = shifts.demand_running()
    if by.id != now.manager:
        decline(HouseCode.NOT_YOURS, f"{now.manager} has charge of shift '{now.name}'.")
    if command.to == by.id:
        decline(HouseCode.SAME_PERSON, "A shift is handed over to somebody else.")
    return now


def handed_over(
    shifts: Shifts, command: c.HandOverShift, first: Signature, second: Signature, day: str
) -> tuple[e.ShiftClosed, e.ShiftOpened]:
    """Agreed to by whoever comes, and by nobody in their place."""
    now = demand_handed(shifts, command, first)
    if second.id != command.to:
        decline(HouseCode.NOT_YOURS, f"{command.to} takes the shift over, and agrees to it.")
    return (
        e.ShiftClosed(now.number, now.name, first.id, command.remarks, day),
        e.ShiftOpened(shifts.made + 1, command.name, command.to, day),
    )


def evolve(shifts: Shifts, event: Event, at: datetime) -> Shifts:
    if isinstance(event, e.ShiftOpened):
        now = StaffShift(event.shift, event.name, event.manager, event.day, at)
        return structs.replace(shifts, made=event.shift, now=now)
    assert shifts.now is not None
    over = structs.replace(shifts.now, closed=at, closed_by=event.by, remarks=event.remarks)
    return structs.replace(shifts, now=None, past=_last((*shifts.past, over)))


def _last(past: Sequence[StaffShift]) -> tuple[StaffShift, ...]:
    return tuple(past[-KEPT:])
