"""Who sits where at a table of physical chips, and what its dealer asks pit and cage for.

A seat holds a registered player, picked from the register, or somebody whom the house does not
know, by a number of the table's own, until they leave. So nobody sits down under another spelling
of a name that is excluded.
"""

from collections.abc import Sequence

from croupier.house.model import commands as hc
from croupier.house.model import events as h
from croupier.house.model.refusals import HouseCode, decline, demand_role
from croupier.house.model.table.parts import UNKNOWN, people_at
from croupier.house.model.table.state import HouseTable
from croupier.rulebooks.terms import Role
from croupier.table.commands import PlaceWager
from croupier.table.events import PlayerLeft

NEEDS_MAX = 3
"""Open calls of one table for the same thing or another."""


def is_unknown(player: str) -> bool:
    """A seat's name for somebody whom the house does not know."""
    return player.startswith(UNKNOWN)


def take_seat(table: HouseTable, command: hc.TakeSeat) -> tuple[h.TableStreamEvent, ...]:
    demand_role(command.by, Role.DEALER)
    if command.box > table.game.settings.boxes:
        decline(HouseCode.BAD_COMMAND, f"Table {table.name} has no box {command.box}.")
    if not table.recording:
        decline(HouseCode.BAD_COMMAND, f"Players of table {table.name} sit down by themselves.")
    sitting = table.seats.get(command.box)
    if command.shares:
        _demand_shared(table, command)
    elif sitting is not None:
        decline(HouseCode.SEAT_TAKEN, f"{sitting} sits at box {command.box}.")
    if command.player is not None and is_unknown(command.player):
        decline(HouseCode.BAD_COMMAND, "Leave the player out for somebody who is not known.")
    name = command.player or f"{UNKNOWN}{table.unknowns + 1} at {table.name}"
    return (h.SeatTaken(command.box, name),)


def _demand_shared(table: HouseTable, command: hc.TakeSeat) -> None:
    """Somebody else sits there, and the rules of the game let a second person wager on the box."""
    shared, box = table.game.rulebook.betting.shared_boxes, command.box
    if not shared.value:
        decline(
            HouseCode.SEAT_TAKEN,
            f"Boxes are not shared in this game: one person plays box {box}.",
            shared.clause,
        )
    if box not in table.seats:
        decline(HouseCode.NOT_SEATED, f"Nobody sits at box {box} yet: seat them there.")
    if command.player in people_at(table.seats, table.sharers, box):
        decline(HouseCode.SEAT_TAKEN, f"{command.player} is at box {box} already.")


def leave_seat(table: HouseTable, command: hc.LeaveSeat) -> tuple[h.TableStreamEvent, ...]:
    demand_role(command.by, Role.DEALER)
    people = people_at(table.seats, table.sharers, command.box)
    if not people:
        decline(HouseCode.NOT_SEATED, f"Nobody sits at box {command.box}.")
    name = command.player or people[0]
    if name not in people:
        decline(HouseCode.NOT_SEATED, f"{name} is not at box {command.box}.")
    return (h.SeatLeft(command.box, name),)


def seats_left(table: HouseTable, events: Sequence[h.TableStreamEvent]) -> list[h.SeatLeft]:
    """Whoever walks away from a round gets up."""
    gone = {event.player for event in events if isinstance(event, PlayerLeft)}
    return [
        h.SeatLeft(box, name)
        for box in sorted(table.seats)
        for name in people_at(table.seats, table.sharers, box)
        if name in gone
    ]


def demand_seated(table: HouseTable, command: PlaceWager) -> None:
    """Where seats are held, wagers that staff record are those of people who sit there."""
    by, player = command.by, command.player
    if by is None or not by.role.is_staff or player is None or not table.recording:
        return
    sitting = table.seats.get(command.box)
    seated = {*table.seats.values(), *table.sharers.get(command.box, ())}
    if sitting is not None and player not in seated:
        decline(
            HouseCode.NOT_SEATED,
            f"{sitting} sits at box {command.box}, and {player} has no seat at table "
            f"{table.name}: pick who sits there.",
        )


def call_for(table: HouseTable, command: hc.CallFor) -> tuple[h.TableStreamEvent, ...]:
    demand_role(command.by, Role.DEALER)
    assert command.by is not None
    if len(table.needs) >= NEEDS_MAX or any(one.need == command.need for one in table.needs):
        decline(HouseCode.CALLED_ALREADY, "They have been called; they are on their way.")
    words = " ".join(command.words.split())
    return (h.FloorCalled(table.needs_called + 1, command.need.value, words, command.by.id),)


def answer_need(table: HouseTable, command: hc.AnswerNeed) -> tuple[h.TableStreamEvent, ...]:
    """The cashier who brings chips answers too, and is no dealer."""
    if command.call not in [one.number for one in table.needs]:
        decline(HouseCode.NO_SUCH_CALL, f"No call {command.call} of table {table.name} is open.")
    return (h.FloorAnswered(command.call, "" if command.by is None else command.by.id),)
