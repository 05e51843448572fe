"""Another edition of a table's game: planned by two people, taken up between two rounds.

A round is judged by the edition that it was opened with, to its end and in everything that is
put right in it later. Nothing can be put right any more once the next round opens, so that is
the moment at which a table goes over: with the first opening call at or after the stated time.
"""

from datetime import datetime

from msgspec import Struct, structs

from croupier.house.model import commands as hc
from croupier.house.model import events as h
from croupier.house.model.jackpot import events as hj
from croupier.house.model.jackpot.state import HouseJackpot
from croupier.house.model.refusals import HouseCode, decline
from croupier.house.model.table import state as tables
from croupier.house.model.table.limits import taken_up, with_limits
from croupier.house.model.table.rulebook import Pinned, named, pinned, rulebook_of, settings_of
from croupier.house.model.table.state import HouseTable
from croupier.house.model.table.unattended import timer_events
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.settings import BadSetting
from croupier.script.format import TableEntry

OTHERS_LINKED = "jackpot {jackpot} links other tables, and all tables of a link run one rulebook"


def plan_edition(
    table: HouseTable,
    link: HouseJackpot | None,
    command: hc.ChangeEdition,
    recorded: Pinned | None = None,
) -> h.EditionPlanned:
    """What two people agreed to, as things stand; raises `HouseRefused`.

    A proof gives what the log has: the package may have other editions by now.
    """
    wanted = structs.replace(with_limits(table), rulebook=command.rulebook)
    try:
        by = recorded or pinned(wanted, command.since)
        assert by.edition is not None
        entry = structs.replace(wanted, rulebook=by.book or by.edition)
        rulebook = settings_of(entry).rulebook
    except BadSetting as error:
        decline(HouseCode.BAD_SETTING, str(error))
    _demand_same_game(table, rulebook)
    demand_in_force(rulebook, command.since)
    _demand_other(table, entry, by)
    if link is not None and _parts(link, by.rulebook):
        decline(
            HouseCode.OTHER_RULEBOOK,
            f"Table {table.name} cannot go over by itself: "
            f"{OTHERS_LINKED.format(jackpot=link.name)}. Register tables with "
            f"{named(command.rulebook)} on a new jackpot, and retire {link.name} with its money "
            "to that one.",
        )
    return h.EditionPlanned(
        command.rulebook, command.since, command.reason, by.edition, by.book, by.rulebook
    )


def decide_edition(
    table: HouseTable,
    link: HouseJackpot | None,
    command: hc.ChangeEdition,
    now: datetime,
    recorded: Pinned | None = None,
) -> tuple[tuple[h.TableStreamEvent, ...], HouseTable]:
    """What is planned, with the clock of a table at which nobody bets; and the table after it."""
    planned = plan_edition(table, link, command, recorded)
    table = tables.evolve(table, planned, now)
    timers = timer_events(table, now)
    for timer in timers:
        table = tables.evolve(table, timer, now)
    return (planned, *timers), table


def _demand_same_game(table: HouseTable, rulebook: Rulebook) -> None:
    now = table.game.rulebook
    if rulebook.slug != now.slug:
        decline(
            HouseCode.OTHER_RULEBOOK,
            f"Table {table.name} plays {now.slug}, and {rulebook.edition_name} is another game: "
            "register a table for it.",
        )
    if rulebook.hands.size != now.hands.size:
        decline(
            HouseCode.OTHER_RULEBOOK,
            f"Table {table.name} deals hands of {now.hands.size} cards, and "
            f"{rulebook.edition_name} has {rulebook.hands.size}: register a table for it.",
        )


def demand_in_force(rulebook: Rulebook, since: datetime) -> None:
    if rulebook.effective > since:
        decline(
            HouseCode.BAD_SETTING,
            f"{rulebook.edition_name} comes into force on {rulebook.effective:%d %B %Y at %H:%M %Z}"
            ", and no table runs it before.",
        )


def _demand_other(table: HouseTable, entry: TableEntry, by: Pinned) -> None:
    """Rounds are stamped with the edition: one name for two sets of rules would tell nothing.

    To name the edition that the table has is how a plan is withdrawn.
    """
    if entry.rulebook == table.entry.rulebook and table.planned is None:
        decline(HouseCode.OTHER_RULEBOOK, f"Table {table.name} runs {by.edition} already.")
    gone_by = [(one.entry, one.rulebook) for one in table.earlier]
    if any(
        rules != by.rulebook and rulebook_of(played).edition_name == by.edition
        for played, rules in (*gone_by, (table.entry, table.rulebook))
    ):
        decline(
            HouseCode.OTHER_RULEBOOK,
            f"Rounds of table {table.name} were played by {by.edition}, with other rules than "
            "these: give the file an edition of its own.",
        )


def _parts(link: HouseJackpot, rulebook: str) -> bool:
    """Whether its tables would run different rules; a corrected note is none."""
    return link.retired is None and len(link.tables) > 1 and link.rulebook != rulebook


class WentOver(Struct, frozen=True):
    """What comes before an opening call."""

    table: tuple[h.TableStreamEvent, ...] = ()
    link: tuple[h.JackpotStreamEvent, ...] = ()


def goes_over(table: HouseTable, link: HouseJackpot | None, now: datetime) -> WentOver:
    """The events by which a table takes up what was planned, if its time has come."""
    limits = taken_up(table)
    for event in limits:
        table = tables.evolve(table, event, now)
    over = _other_edition(table, link, now)
    return WentOver((*limits, *over.table), over.link)


def _other_edition(table: HouseTable, link: HouseJackpot | None, now: datetime) -> WentOver:
    planned = table.planned
    if planned is None or now < planned.since or _claims_wait(table, link):
        return WentOver()
    number = table.game.round.number + 1
    entry = structs.replace(table.entry, rulebook=planned.book or planned.edition)
    if link is not None and _parts(link, planned.rulebook):  # a table has joined meanwhile
        reason = OTHERS_LINKED.format(jackpot=link.name)
        return WentOver((h.EditionNotChanged(planned.edition, number, reason),))
    changed = h.EditionChanged(planned.edition, number, entry, planned.rulebook)
    if link is None or link.rulebook == planned.rulebook:
        return WentOver((changed,))
    return WentOver((changed,), (hj.LinkEditionChanged(table.name, planned.rulebook),))


def _claims_wait(table: HouseTable, link: HouseJackpot | None) -> bool:
    """Claims on the meter are judged by the edition that they were won under."""
    return link is not None and any(entry.table == table.name for entry, _ in link.meter.pending())
