"""Every command and every event has its place in the tables that are looked up by class."""

from typing import get_args

from croupier.jackpot import meter
from croupier.jackpot.events import JackpotEvent
from croupier.table.commands import TableCommand
from croupier.table.decide import _DECIDES
from croupier.table.events import TableEvent
from croupier.table.evolve import _AFTER


def test_every_command_is_decided() -> None:
    assert set(_DECIDES) == set(get_args(TableCommand))


def test_every_event_is_folded() -> None:
    assert set(_AFTER) == set(get_args(TableEvent))


def test_every_movement_of_a_meter_is_folded() -> None:
    assert set(meter._AFTER) == set(get_args(JackpotEvent))
