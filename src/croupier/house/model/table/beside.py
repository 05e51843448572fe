"""What the house keeps beside the game of a table: after the game's events, and after commands."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from msgspec import structs

from croupier.house.model import commands as hc
from croupier.house.model.table import payment as paying
from croupier.house.model.table.house_table import HouseTable
from croupier.house.model.table.parts import laid_in
from croupier.house.model.table.payment import Payment, Stays
from croupier.table import events as e
from croupier.table.commands import CorrectEntry, Fold, PlaceWager

replace = structs.replace


# Events of the game


def beside(table: HouseTable, before: HouseTable, event: Any, at: datetime) -> HouseTable:
    """What the house keeps beside its game, after an event of the game."""
    kept = _BESIDE.get(type(event))
    return table if kept is None else kept(table, before, event, at)


def _paid_out(table: HouseTable, before: HouseTable, event: Any, at: datetime) -> HouseTable:
    return replace(table, payment=paying.settled(table.payment))


def _ruled(
    table: HouseTable, before: HouseTable, event: e.MatterDecided, at: datetime
) -> HouseTable:
    matters = before.game.matters
    return replace(table, payment=paying.matter_decided(table.payment, event, matters, at))


def _decided(
    table: HouseTable, before: HouseTable, event: e.IrregularityDecided, at: datetime
) -> HouseTable:
    return replace(table, payment=paying.irregularity_decided(table.payment, event, at))


def _open_again(
    table: HouseTable, before: HouseTable, event: e.TableOpened, at: datetime
) -> HouseTable:
    return replace(table, last_round=None)  # the one that had been announced


def _begun(table: HouseTable, before: HouseTable, event: e.BetsOpened, at: datetime) -> HouseTable:
    """What was said, asked for and flagged in the round before is over with it."""
    return replace(
        table,
        calls=(),
        requests=(),
        placed={},
        timed_out=(),
        over_limit=(),
        refused_reports={},
        laid_before=laid_in(before.game) if table.recording else (),
        payment=Payment(),
        paid=paying.remembered(table.paid, before.game.round.number, table.payment),
    )


_BESIDE: Mapping[type, Callable[[HouseTable, HouseTable, Any, datetime], HouseTable]] = {
    e.BetsOpened: _begun,
    e.RoundSettled: _paid_out,
    e.RoundVoided: _paid_out,
    e.MatterDecided: _ruled,
    e.IrregularityDecided: _decided,
    e.TableOpened: _open_again,
}
KEPT_BESIDE = frozenset(_BESIDE)
"""The events after which something is kept."""


# Commands


def given(table: HouseTable, command: Any, at: datetime) -> HouseTable:
    """After a command was carried out."""
    kept = _GIVEN.get(type(command))
    return table if kept is None else kept(table, command, at)


def _placed(table: HouseTable, command: PlaceWager, at: datetime) -> HouseTable:
    """What players place is counted."""
    if not is_counted(table, command):
        return table
    assert command.by is not None
    player = command.by.id
    return replace(table, placed={**table.placed, player: table.placed.get(player, 0) + 1})


def _corrected(table: HouseTable, command: CorrectEntry, at: datetime) -> HouseTable:
    return replace(table, payment=paying.corrected(table.payment, table.game, command, at))


def _folded(table: HouseTable, command: Fold, at: datetime) -> HouseTable:
    if command.by is not None or not table.dealing.automatic:
        return table
    return replace(table, timed_out=(*table.timed_out, command.box))


def _acts_given(table: HouseTable, command: hc.ConfirmActs, at: datetime) -> HouseTable:
    if command.remembered is not True:
        return table
    return replace(table, payment=replace(table.payment, remembered=True))


def _payment_reported(table: HouseTable, command: hc.ReportPayment, at: datetime) -> HouseTable:
    if command.stays is not True or not isinstance(command.second_person_above, int):
        return table
    return _left_wrong(table, command)


def _left_wrong(table: HouseTable, command: hc.ReportPayment) -> HouseTable:
    left = Stays(command.box, command.player, command.wager, command.over)
    if command.round == table.game.round.number:
        kept = replace(table.payment, stays=(*table.payment.stays, left))
        return replace(table, payment=kept)
    return replace(table, paid=paying.left_wrong(table.paid, command.round, left))


def is_counted(table: HouseTable, command: Any) -> bool:
    """A player places a wager: not the one that keeps them in a round."""
    return (
        type(command) is PlaceWager
        and command.by is not None
        and not command.by.role.is_staff
        and command.wager != table.game.rulebook.stay.wager
    )


_GIVEN: Mapping[type, Callable[[HouseTable, Any, datetime], HouseTable]] = {
    PlaceWager: _placed,
    Fold: _folded,
    CorrectEntry: _corrected,
    hc.ConfirmActs: _acts_given,
    hc.ReportPayment: _payment_reported,
}
