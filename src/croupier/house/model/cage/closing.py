"""The closing of a gaming day: what speaks against it, and what it is closed with."""

from croupier.house.model.cage import commands as c
from croupier.house.model.cage import events as e
from croupier.house.model.cage.day import DayReport, TableDay, close, is_day
from croupier.house.model.cage.state import Cage
from croupier.house.model.cage.surroundings import Surroundings
from croupier.house.model.refusals import HouseCode, decline


def closed(cage: Cage, command: c.CloseDay, day: str, around: Surroundings) -> e.DayClosed:
    demand_closable(cage, command, day, around)
    return e.DayClosed(command.day, reconciled(cage, command.day, around), command.reason)


def demand_closable(cage: Cage, command: c.CloseDay, day: str, around: Surroundings) -> None:
    if not is_day(command.day):
        decline(HouseCode.BAD_COMMAND, f"There is no day {command.day}.")
    if command.day > day:
        decline(HouseCode.DAY_OPEN, f"The gaming day {command.day} has not begun.")
    if cage.is_closed(command.day):
        decline(HouseCode.DAY_CLOSED, f"The gaming day {command.day} is closed already.")
    against = against_closing(cage, command.day, day, around.physical)
    if cage.most.two_people and against and command.reason is None:
        decline(HouseCode.NOT_COUNTED, f"Give a reason: {'; '.join(against)}.")


def against_closing(
    cage: Cage, closing: str, today: str, physical: frozenset[str]
) -> tuple[str, ...]:
    """What speaks against closing a day: it takes a reason."""
    entries = cage.until(closing)
    tables = sorted({*physical, *entries})
    uncounted = [name for name in tables if entries.get(name, TableDay()).counted is None]
    said = []
    if closing == today:
        said.append("the day still runs")
    if uncounted:
        said.append(f"not counted: {', '.join(uncounted)}")
    if cage.drawers:
        said.append(f"drawers not closed: {', '.join(sorted(cage.drawers))}")
    if (shift := cage.shifts.now) is not None:
        said.append(f"shift '{shift.name}' of {shift.manager} not closed")
    if under_way := cage.slips.under_way:
        said.append(f"under way: {', '.join(f'slip {one.slip}' for one in under_way)}")
    return tuple(said)


def reconciled(cage: Cage, day: str, around: Surroundings) -> DayReport:
    """What a day is closed with, or would be: everything since the last closing."""
    assert around.standing is not None
    last = cage.last_report
    openings = {} if last is None else {one.table: one.closing for one in last.tables}
    return close(around.standing, cage.until(day), openings, around.passed_on)


def demand_reopenable(cage: Cage, day: str, today: str) -> None:
    """Only while it lasts: what is done later belongs to the day on which it is done."""
    if not cage.is_closed(day):
        decline(HouseCode.DAY_OPEN, f"The gaming day {day} is not closed.")
    if day != today:
        decline(
            HouseCode.DAY_CLOSED,
            f"The gaming day {day} is over: it is {today}, and nothing is dated elsewhere.",
        )
