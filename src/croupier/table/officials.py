"""Orders that officials may give: players restricted or barred, boxes and tables closed."""

from typing import NoReturn

from croupier.refusal import Code, refuse
from croupier.rulebooks.terms import Actor, Role
from croupier.table import events as e
from croupier.table.commands import (
    BarPlayer,
    CloseTable,
    DisallowBoxes,
    OpenTable,
    ReadmitPlayer,
    RestrictPlayer,
    SetJackpotService,
)
from croupier.table.evolve import Draft
from croupier.table.guards import demand_box, demand_staff
from croupier.table.irregular.consequences import bar


def restrict_player(draft: Draft, command: RestrictPlayer) -> None:
    """One position from now on (MEGA 3.4.3; as a stop to controlling several hands, 5.10.3)."""
    power = draft.table.rulebook.people.restrict
    if power is None:
        _no_such_power(draft, "restricting a player to one position")
    by = demand_staff(command.by, power.value, power.clause)
    stop = draft.table.rulebook.people.stop_action
    clauses = power.clauses
    if stop is not None and by.role.may_act_as(stop.value):
        clauses += stop.clauses
    draft.emit(e.PlayerRestricted(command.player, by, clauses))


def bar_player(draft: Draft, command: BarPlayer) -> None:
    power = draft.table.rulebook.people.bar
    if power is None:
        _no_such_power(draft, "barring a player")
    by = demand_staff(command.by, power.value, power.clause)
    bar(draft, command.player, by, power.clauses)


def readmit_player(draft: Draft, command: ReadmitPlayer) -> None:
    power = draft.table.rulebook.people.bar
    if power is None:
        _no_such_power(draft, "barring a player")
    by = demand_staff(command.by, power.value, power.clause)
    draft.emit(e.PlayerReadmitted(command.player, by))


def _no_such_power(draft: Draft, what: str) -> NoReturn:
    refuse(Code.NOT_IN_THIS_GAME, f"{draft.table.rulebook.name} has no rule for {what}.")


def jackpot_service(draft: Draft, command: SetJackpotService) -> None:
    """No jackpot wagers taken or paid from the next round on, or taken again."""
    if draft.link is None:
        refuse(Code.NO_JACKPOT, "This table is not linked to a jackpot.")
    by = _house(draft, command.by)
    draft.emit(e.JackpotServiceSet(command.available, by))
    if not command.available:
        draft.emit(
            e.NoticeShown(
                "From the next round on no jackpot wagers are taken or paid at this table.",
                draft.table.rulebook.progressive.after_failure.notice.clauses,
            )
        )


def close_table(draft: Draft, command: CloseTable) -> None:
    draft.emit(e.TableClosed(_house(draft, command.by)))


def open_table(draft: Draft, command: OpenTable) -> None:
    draft.emit(e.TableOpened(_house(draft, command.by)))


def disallow_boxes(draft: Draft, command: DisallowBoxes) -> None:
    by = _house(draft, command.by)
    for number in command.boxes:
        demand_box(draft.table, number)
    draft.emit(e.BoxesDisallowed(tuple(sorted(set(command.boxes))), by))


def _house(draft: Draft, by: Actor | None) -> Actor:
    """The House acts through a shift manager (C23)."""
    choice = draft.table.rulebook.progressive.after_failure.choice
    return demand_staff(by, Role.SHIFT_MANAGER, choice.clause)
