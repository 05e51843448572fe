"""Reports and corrections that name cards of a live table, and are refused.

The rules compare what staff say they saw with the cards that were entered, so that a refusal
tells something about cards that lie closed. Each is on record before it is answered, and after
a few nobody asks again in the same round.
"""

from croupier.house import commands as hc
from croupier.house import events as h
from croupier.house.refusals import HouseCode, decline, demand_house
from croupier.house.settings import Cards
from croupier.house.table.committed_cards import names_cards
from croupier.house.table.state import HouseTable
from croupier.refusal import Code
from croupier.rulebooks.roles import Actor
from croupier.table import commands as c

MOST_REFUSED = 5
"""Of one person at one table in one round."""


def refused_report(
    table: HouseTable, command: hc.AnyCommand, code: Code
) -> hc.NoteRefusedReport | None:
    """What the house has to note of a command that the rules refused, if anything."""
    if not _compares_cards(table, command):
        return None
    by: Actor | None = getattr(command, "by", None)
    if by is None or not by.role.is_staff:
        return None
    kind = command.irregularity if isinstance(command, c.Report) else None
    return hc.NoteRefusedReport(person=by.id, code=code, irregularity=kind)


def demand_few_refused(table: HouseTable, command: hc.AnyCommand) -> None:
    by: Actor | None = getattr(command, "by", None)
    if by is not None and _compares_cards(table, command):
        _demand_few(table, by.id)


def note_refused(table: HouseTable, command: hc.NoteRefusedReport) -> tuple[h.LogEvent, ...]:
    """Refusals that came together are counted one by one, and the surplus is answered alike."""
    demand_house(command.by)
    if table.dealing.cards is Cards.ELECTRONIC:
        decline(HouseCode.BAD_COMMAND, "No report names cards of an electronic table.")
    _demand_few(table, command.person)
    return (h.ReportRefused(command.person, command.code, command.irregularity),)


def _compares_cards(table: HouseTable, command: hc.AnyCommand) -> bool:
    return table.dealing.cards is not Cards.ELECTRONIC and names_cards(command)


def _demand_few(table: HouseTable, person: str) -> None:
    if table.refused_reports.get(person, 0) >= MOST_REFUSED:
        decline(
            HouseCode.REFUSED_TOO_OFTEN,
            f"{MOST_REFUSED} reports or corrections of yours that named cards were refused at "
            f"table {table.name} in this round; another official may report.",
        )
