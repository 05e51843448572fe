"""Other limits of a table: said by a pit manager, in force with the next opening call.

A round is judged by the limits that it was opened with, as by its edition.
"""

from msgspec import structs

from croupier.house.model import commands as hc
from croupier.house.model import events as h
from croupier.house.model.refusals import HouseCode, decline, demand_role
from croupier.house.model.table.rulebook import settings_of
from croupier.house.model.table.state import HouseTable
from croupier.money import dollars
from croupier.rulebooks.settings import BadSetting, TableSettings
from croupier.rulebooks.terms import Role
from croupier.script.format import TableEntry


def change_limits(table: HouseTable, command: hc.ChangeLimits) -> tuple[h.TableStreamEvent, ...]:
    """What changes with the next opening call; raises `HouseRefused`.

    To name the limits that the table has is how a plan is withdrawn.
    """
    demand_role(command.by, Role.PIT_MANAGER)
    rulebook = table.game.rulebook
    for wager in command.limits:
        if wager not in rulebook.entry_wagers:
            decline(HouseCode.BAD_SETTING, f"{rulebook.name} has no limits of '{wager}'.")
    entry = structs.replace(table.entry, limits={**table.entry.limits, **command.limits})
    now = table.game.settings
    try:
        then = settings_of(entry)
        if table.planned is not None:
            settings_of(
                structs.replace(entry, rulebook=table.planned.book or table.planned.edition)
            )
    except BadSetting as error:
        decline(HouseCode.BAD_SETTING, str(error))
    changed = {
        wager: pair
        for wager, pair in command.limits.items()
        if then.limits_of(wager) != now.limits_of(wager)
    }
    if not changed and not table.planned_limits:
        decline(HouseCode.BAD_SETTING, f"Table {table.name} has these limits already.")
    _demand_bots_within(table, then)
    return (h.LimitsPlanned(changed, command.reason),)


def _demand_bots_within(table: HouseTable, then: TableSettings) -> None:
    for box, bot in sorted(table.bots.items()):
        if not then.ante.minimum <= bot.ante <= then.ante.maximum:
            decline(
                HouseCode.BAD_SETTING,
                f"{bot.name} at box {box} plays for {dollars(bot.ante)}: send them away first.",
            )


def with_limits(table: HouseTable) -> TableEntry:
    """A table's entry with the limits that are planned."""
    return structs.replace(table.entry, limits={**table.entry.limits, **table.planned_limits})


def taken_up(table: HouseTable) -> tuple[h.TableStreamEvent, ...]:
    """What comes before an opening call."""
    if not table.planned_limits:
        return ()
    return (h.LimitsChanged(table.game.round.number + 1, table.planned_limits),)
