"""The readings: how the five documents are understood where their words leave a choice.

Each is a named choice with its reason. What a rulebook takes from a reading names it by id, and the
few that a table may decide for itself are listed in `OVERRIDABLE`.
"""

from collections.abc import Mapping
from types import MappingProxyType

from croupier.rulebooks.readings import (
    casino_stud,
    casino_stud_irregularities,
    common,
    common_irregularities,
    megalink_stud,
    multi_link_stud,
    singapore_stud,
    three_card_poker,
)
from croupier.rulebooks.readings.model import Reading

__all__ = ["OVERRIDABLE", "READINGS", "Reading", "UnknownReading", "by_id"]

_GROUPS = "XSCLMT"


def _group_and_number(reading: Reading) -> tuple[int, int]:
    return _GROUPS.index(reading.id[0]), int(reading.id[1:])


READINGS: tuple[Reading, ...] = tuple(
    sorted(
        (
            *common.READINGS,
            *common_irregularities.READINGS,
            *singapore_stud.READINGS,
            *casino_stud.READINGS,
            *casino_stud_irregularities.READINGS,
            *multi_link_stud.READINGS,
            *megalink_stud.READINGS,
            *three_card_poker.READINGS,
        ),
        key=_group_and_number,
    )
)
"""Every reading, by group and number."""

OVERRIDABLE: Mapping[str, Reading] = MappingProxyType(
    {reading.name: reading for reading in READINGS if reading.choices}
)
"""The readings that a table may override, by name."""

_BY_ID = {reading.id: reading for reading in READINGS}


class UnknownReading(KeyError):
    """An id that names no reading."""

    def __init__(self, cited: str) -> None:
        super().__init__(cited)
        self.cited = cited

    def __str__(self) -> str:
        return f"there is no reading {self.cited!r}; readings run {_ranges()}"


def by_id(reading_id: str, /) -> Reading:
    """The reading called `X5`; `UnknownReading` if there is none."""
    try:
        return _BY_ID[reading_id]
    except KeyError:
        raise UnknownReading(reading_id) from None


def _ranges() -> str:
    last = {reading.id[0]: reading.id for reading in READINGS}
    return ", ".join(f"{group}1 to {end}" for group, end in last.items())
