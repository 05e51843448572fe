"""A snapshot keeps everything that a stream's state has: what is left out is lost at a start."""

from msgspec import Struct

from croupier.house.log import snapshots
from croupier.house.model.jackpot.state import HouseJackpot
from croupier.house.model.table.state import HouseTable
from croupier.jackpot.meter import Jackpot


def left_out(state: type[Struct], kept: type[Struct]) -> set[str]:
    return set(state.__struct_fields__) - set(kept.__struct_fields__)


def test_every_field_of_a_table_is_kept() -> None:
    assert left_out(HouseTable, snapshots._TableState) == set()


def test_every_field_of_a_link_is_kept() -> None:
    """Its meter field by field; of a meter that does not add up no snapshot is used."""
    assert left_out(HouseJackpot, snapshots._JackpotState) == {"meter", "registered"}
    assert left_out(Jackpot, snapshots._JackpotState) == {"id", "settings"}
