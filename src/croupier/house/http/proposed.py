"""The figures behind a proposal, for whoever approves it: what the books say now.

Those who count floats and drop boxes are shown the tables that are counted, and told which are not.
"""

from msgspec import Struct

from croupier.house.app.house import House
from croupier.house.log.stream import Department
from croupier.house.model.approvals import Proposal
from croupier.house.model.cage import commands as c
from croupier.house.model.cage.closing import against_closing
from croupier.house.model.cage.counting import wholly_counted
from croupier.house.model.cage.day import DayReport
from croupier.house.model.cage.state import Cage
from croupier.house.model.people.roles import Signature
from croupier.house.model.people.sections import RECONCILING
from croupier.house.read.cash import receipt
from croupier.house.read.reports.books import day_books
from croupier.money import Cents


class BuyInProposed(Struct, frozen=True):
    """A buy-in that is to be put right."""

    what: str
    player: str
    table: str | None
    stands: Cents
    """What it stands at now."""
    should: Cents
    """What it is to become."""


class DayProposed(Struct, frozen=True):
    """A gaming day that is to be closed, as it would be closed now."""

    day: str
    report: DayReport
    against: tuple[str, ...]
    """What speaks against it."""
    unseen: tuple[str, ...]
    """Tables that whoever asks may still have to count: the report is without them."""


class RecountProposed(Struct, frozen=True):
    """A count of a drop box that is to be put right."""

    table: str
    stands: Cents
    should: Cents


class ProposedFigures(Struct, frozen=True):
    """What it is about; none of them where its sentence says everything."""

    buy_in: BuyInProposed | None = None
    day: DayProposed | None = None
    recount: RecountProposed | None = None


async def figures_of(house: House, proposal: Proposal, by: Signature) -> ProposedFigures:
    cage: Cage = (await house.handler.streams.department(Department.CAGE)).stored
    match proposal.command:
        case c.CorrectBuyIn() as command:
            return ProposedFigures(buy_in=await _buy_in(house, cage, command))
        case c.CloseDay(day=day):
            return ProposedFigures(day=await _day(house, cage, day, by))
        case c.RecountDrop(table=table, amount=amount):
            counted = RecountProposed(table, cage.drops.get(table, 0), amount)
            return ProposedFigures(recount=counted)
        case _:
            return ProposedFigures()


async def _buy_in(house: House, cage: Cage, command: c.CorrectBuyIn) -> BuyInProposed | None:
    found = await receipt(house.store, command.receipt)
    if found is None:
        return None
    stands = cage.corrected.get(command.receipt, found.amount)
    return BuyInProposed(found.what, found.player, found.table, stands, command.amount)


async def _day(house: House, cage: Cage, day: str, by: Signature) -> DayProposed | None:
    report = (await day_books(house, day)).report
    if report is None:
        return None
    today = house.handler.calendar.of(house.handler.now())
    against = against_closing(cage, day, today, await house.handler.cage.physical())
    if by.role in RECONCILING:
        return DayProposed(day, report, against, ())
    known = report.of_tables(wholly_counted(cage, day))
    seen = {one.table for one in known.tables}
    unseen = tuple(one.table for one in report.tables if one.table not in seen)
    return DayProposed(day, known, against, unseen)
