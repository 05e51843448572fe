"""The cage as the fold of its stream."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, assert_never

from msgspec import Struct, structs

from croupier.house.model import approvals
from croupier.house.model import events as h
from croupier.house.model.approvals import Proposals
from croupier.house.model.cage import commands as c
from croupier.house.model.cage import drawers, rotation, shifts, transfers
from croupier.house.model.cage import events as e
from croupier.house.model.cage.day import DayReport, GamingDay, Period, TableDay
from croupier.house.model.cage.drawers import Differences, Drawer
from croupier.house.model.cage.rotation import Rotation
from croupier.house.model.cage.shifts import Shifts
from croupier.house.model.cage.transfers import Inventory, Slips
from croupier.house.model.settings import CageLimits, ChipSet
from croupier.money import Cents

replace = structs.replace


class LossLimit(Struct, frozen=True):
    """A voluntary limit; none where it was lifted."""

    amount: Cents | None
    period: Period
    since: datetime


class Cage(Struct, frozen=True):
    """What the cage has to remember between its acts."""

    tables: Mapping[str, TableDay] = {}
    """What went in and out of each table on the day of the last entry, `day`."""
    day: str | None = None
    earlier: Mapping[str, Mapping[str, TableDay]] = {}
    """The same of the days before it that are not closed."""
    boxes: Mapping[str, Cents] = {}
    """What lies in each drop box, by the records."""
    drops: Mapping[str, Cents] = {}
    """What the last count of each drop box came to."""
    counts: Mapping[str, int] = {}
    """How many proposals had been made when a float or box was last counted, or closed with its
    day: an earlier proposal to count it is out of date."""
    closed: str | None = None
    """The last gaming day that was closed; none before it takes an entry."""
    reopened: str | None = None
    """A closed day that takes entries after all."""
    last_report: DayReport | None = None
    limits: Mapping[str, tuple[LossLimit, ...]] = {}
    """Of each player: the one in force, and one that is still to come."""
    asked: Mapping[str, int] = {}
    """How often players asked something today, `asked_day`."""
    asked_day: str | None = None
    proposals: Proposals = Proposals()
    most: CageLimits = CageLimits()
    """What single movements may come to."""
    days: GamingDay = GamingDay()
    chips: ChipSet = ChipSet()
    slips: Slips = Slips()
    drawers: Mapping[str, Drawer] = {}
    """Those that are open, by cashier."""
    differences: Differences = Differences()
    """What counts of drawers differed by today."""
    chips_of: Mapping[str, Inventory] = {}
    """The chips of each table by value, as last counted, with what came and went since by slip."""
    corrected: Mapping[int, Cents] = {}
    """Buy-ins of a day, `corrected_day`, that were put right: by receipt, what they stand at."""
    corrected_day: str | None = None
    shifts: Shifts = Shifts()
    rotation: Rotation | None = None

    def is_closed(self, day: str) -> bool:
        return self.closed is not None and day <= self.closed and day != self.reopened

    def until(self, day: str) -> dict[str, TableDay]:
        """What went in and out of each table since the last closing, up to the end of a day."""
        ended = [tables for of, tables in sorted(self.earlier.items()) if of <= day]
        if self.day is None or self.day <= day:
            ended.append(self.tables)
        merged: dict[str, TableDay] = {}
        for tables in ended:
            for name, entries in tables.items():
                merged[name] = merged[name].followed_by(entries) if name in merged else entries
        return merged

    def asked_on(self, what: str, at: datetime) -> int:
        """How often it was asked in the gaming day of this moment."""
        return self.asked.get(what, 0) if self.asked_day == self.days.of(at) else 0

    def limit(self, player: str, at: datetime) -> LossLimit | None:
        """The limit that holds for a player now."""
        found = None
        for limit in self.limits.get(player, ()):
            if limit.since <= at:
                found = limit
        return None if found is None or found.amount is None else found


def counted_float(table: str) -> str:
    return f"float:{table}"


def counted_box(table: str) -> str:
    return f"drop:{table}"


def limit_set(player: str) -> str:
    return f"limit:{player}"


def practice_taken(player: str) -> str:
    return f"practice:{player}"


def evolve(cage: Cage, event: h.CageStreamEvent, at: datetime) -> Cage:  # noqa: PLR0912 - a case an event
    """The cage after an event of its stream."""
    match event:
        case h.CommandGiven() | e.Recovered():
            return cage  # wallets are in the ledger
        case e.BoughtIn() | e.CashedOut() | e.ChipsBought() | e.ChipsRedeemed():
            return _in_drawers(cage, event, at)
        case e.RemainderPaid() | e.PrizePaid() | e.DrawerOpened():
            return _in_drawers(cage, event, at)
        case e.DrawerClosed():
            counted = replace(cage, differences=cage.differences.after(event))
            return _in_drawers(counted, event, at)
        case e.BuyInCorrected():
            return _buy_in_corrected(cage, event, at)
        case e.BankrollMoved():
            return cage  # in the ledger
        case e.ShiftOpened() | e.ShiftClosed():
            return replace(cage, shifts=shifts.evolve(cage.shifts, event, at))
        case e.RotationPlanned():
            return replace(cage, rotation=rotation.planned(event))
        case e.TableBoughtIn():
            return _bought_in_at_table(cage, event, at)
        case e.FloatFilled():
            return _filled(cage, event, at)
        case e.FloatCredited():
            return _credited(cage, event, at)
        case e.TransferRequested() | e.TransferIssued():
            return _transferred(cage, event, at)
        case e.TransferReceived() | e.TransferCancelled():
            return _transferred(cage, event, at)
        case e.FloatCounted():
            return _float_counted(cage, event, at)
        case e.DropCounted():
            return _drop_counted(cage, event, at)
        case e.DropRecounted():
            return _drop_recounted(cage, event, at)
        case e.DayClosed():
            return _closed(cage, event, at)
        case e.DayReopened():
            return _reopened(cage, event, at)
        case e.LossLimitSet():
            return _limited(cage, event, at)
        case e.PracticeTaken():
            return _practice_taken(cage, event, at)
        case e.CageConfigured():
            return _configured(cage, event, at)
        case h.Proposed() | h.ProposalApproved() | h.ProposalDeclined():
            return _on_proposal(cage, event, at)
        case _:
            assert_never(event)


def _in_drawers(
    cage: Cage, event: drawers.Taken | drawers.Paid | e.DrawerOpened | e.DrawerClosed, at: datetime
) -> Cage:
    return replace(cage, drawers=drawers.evolve(cage.drawers, event, at))


def _on(cage: Cage, day: str) -> Cage:
    """With the day of an entry as the one that the tables' figures are of."""
    if cage.day == day:
        return cage
    earlier = cage.earlier
    if cage.tables:
        earlier = {**earlier, cage.day or "": cage.tables}
    return replace(cage, day=day, tables={}, earlier=earlier)


def _table(cage: Cage, table: str, **changes: Any) -> Cage:
    return replace(cage, tables={**cage.tables, table: replace(_today(cage, table), **changes)})


def _today(cage: Cage, table: str) -> TableDay:
    return cage.tables.get(table, TableDay())


def _bought_in_at_table(cage: Cage, event: e.TableBoughtIn, at: datetime) -> Cage:
    cage = _on(cage, event.day)
    boxes = {**cage.boxes, event.table: cage.boxes.get(event.table, 0) + event.amount}
    boxed = _today(cage, event.table).boxed + event.amount
    return _table(replace(cage, boxes=boxes), event.table, boxed=boxed)


def _buy_in_corrected(cage: Cage, event: e.BuyInCorrected, at: datetime) -> Cage:
    """As if it had been entered so: in the box of a table, or in a drawer that is still open."""
    today = cage.corrected if cage.corrected_day == event.day else {}
    cage = replace(cage, corrected={**today, event.receipt: event.amount}, corrected_day=event.day)
    if event.table is None:
        return replace(cage, drawers=drawers.evolve(cage.drawers, event, at))
    cage = _on(cage, event.day)
    boxes = {**cage.boxes, event.table: cage.boxes.get(event.table, 0) + event.difference}
    boxed = _today(cage, event.table).boxed + event.difference
    return _table(replace(cage, boxes=boxes), event.table, boxed=boxed)


def _filled(cage: Cage, event: e.FloatFilled, at: datetime) -> Cage:
    cage = _on(cage, event.day)
    return _table(cage, event.table, fills=_today(cage, event.table).fills + event.amount)


def _credited(cage: Cage, event: e.FloatCredited, at: datetime) -> Cage:
    cage = _on(cage, event.day)
    return _table(cage, event.table, credits=_today(cage, event.table).credits + event.amount)


def _transferred(cage: Cage, event: transfers.Event, at: datetime) -> Cage:
    """A fill is the table's from its receipt on, a credit is not from its issue on."""
    cage = replace(
        cage,
        slips=transfers.evolve(cage.slips, event, at),
        chips_of=transfers.moved(cage.chips_of, event),
    )
    match event:
        case e.TransferReceived(way=c.Way.FILL):
            fills, back = event.amount, 0
        case e.TransferIssued(way=c.Way.CREDIT):
            fills, back = 0, event.amount
        case e.TransferCancelled(way=c.Way.CREDIT):
            fills, back = 0, -event.amount
        case _:
            return cage
    cage = _on(cage, event.day)
    today = _today(cage, event.table)
    return _table(cage, event.table, fills=today.fills + fills, credits=today.credits + back)


def _float_counted(cage: Cage, event: e.FloatCounted, at: datetime) -> Cage:
    cage = _counted(_on(cage, event.day), counted_float(event.table))
    if event.chips:
        cage = replace(cage, chips_of={**cage.chips_of, event.table: event.chips})
    return _table(cage, event.table, counted=event.amount, variance=event.amount - event.ledger)


def _counted(cage: Cage, *places: str) -> Cage:
    made = dict.fromkeys(places, cage.proposals.made)
    return replace(cage, counts={**cage.counts, **made})


def _drop_counted(cage: Cage, event: e.DropCounted, at: datetime) -> Cage:
    """What was put in after the count lies in the next box."""
    cage = _counted(_on(cage, event.day), counted_box(event.table))
    boxes = {table: held for table, held in cage.boxes.items() if table != event.table}
    if left := cage.boxes.get(event.table, 0) - event.expected:
        boxes[event.table] = left
    cage = replace(cage, boxes=boxes, drops={**cage.drops, event.table: event.amount})
    return _in_drop(cage, event.table, event.amount, event.amount - event.expected)


def _drop_recounted(cage: Cage, event: e.DropRecounted, at: datetime) -> Cage:
    cage = _on(cage, event.day)
    cage = replace(cage, drops={**cage.drops, event.table: event.amount})
    difference = event.amount - event.before
    return _in_drop(cage, event.table, difference, difference)


def _in_drop(cage: Cage, table: str, counted: Cents, variance: Cents) -> Cage:
    today = _today(cage, table)
    return _table(
        cage,
        table,
        drop_counted=(today.drop_counted or 0) + counted,
        drop_variance=today.drop_variance + variance,
    )


def _closed(cage: Cage, event: e.DayClosed, at: datetime) -> Cage:
    """Entries of days after it stay for the next closing."""
    closed = event.day if cage.closed is None else max(event.day, cage.closed)
    posted = {one.table: one.variance for one in event.report.tables if one.variance}
    later = cage.day is not None and cage.day > event.day
    cage = _counted(cage, *(counted_float(one.table) for one in event.report.tables))
    return replace(
        cage,
        closed=closed,
        reopened=None,
        tables=_less(cage.tables, posted) if later else {},
        earlier={
            day: _less(tables, posted) for day, tables in cage.earlier.items() if day > event.day
        },
        last_report=event.report,
    )


def _less(tables: Mapping[str, TableDay], posted: Mapping[str, Cents]) -> dict[str, TableDay]:
    """A float counted before the closing of an earlier day posted what it found: not twice."""
    return {
        name: replace(one, variance=one.variance - posted.get(name, 0))
        if one.counted is not None
        else one
        for name, one in tables.items()
    }


def _reopened(cage: Cage, event: e.DayReopened, at: datetime) -> Cage:
    return replace(cage, reopened=event.day)


def _limited(cage: Cage, event: e.LossLimitSet, at: datetime) -> Cage:
    """The limit in force stays until the new one begins; what was still to come is dropped."""
    before = [one for one in cage.limits.get(event.player, ()) if one.since <= at][-1:]
    after = LossLimit(event.amount, event.period, event.since)
    kept = (*before, after) if event.since > at else (after,)
    cage = _asked(cage, limit_set(event.player), at)
    return replace(cage, limits={**cage.limits, event.player: kept})


def _practice_taken(cage: Cage, event: e.PracticeTaken, at: datetime) -> Cage:
    return _asked(cage, practice_taken(event.player), at)


def _asked(cage: Cage, what: str, at: datetime) -> Cage:
    day, times = cage.days.of(at), cage.asked_on(what, at) + 1
    today = cage.asked if day == cage.asked_day else {}
    return replace(cage, asked_day=day, asked={**today, what: times})


def _configured(cage: Cage, event: e.CageConfigured, at: datetime) -> Cage:
    return replace(cage, most=event.limits, days=event.days, chips=event.chips or cage.chips)


def _on_proposal(cage: Cage, event: approvals.Event, at: datetime) -> Cage:
    return replace(cage, proposals=approvals.evolve(cage.proposals, event, at))
