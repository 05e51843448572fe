"""What a document may leave unsaid, and the reading that then fills it.

A third party's file may be silent on each of these. It is then played as the five documents are
read, and a check of the file lists what was filled, and by which reading.
"""

import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from croupier.rulebooks.file.shapes import rulebook_shape
from croupier.rulebooks.file.tables import Path, Tables
from croupier.rulebooks.file.text import dotted
from croupier.rulebooks.readings import by_id

SILENCES: Mapping[str, Any] = tomllib.loads("""
deck = { reading = "X32" }

[layout]
boxes = { reading = "X15" }
drawings = { reading = "X15" }

[betting]
opens = { value = "Place your bets, please", reading = "X32" }
closes = { value = "No more bets", reading = "X32" }
entry = { reading = "C24" }
ante_to_decide = { reading = "X32" }
limits = { reading = "X14" }
own_box = { reading = "S8" }
shared_boxes = { value = false, reading = "S8" }
boxes_per_player = { value = 1, reading = "S8" }
views_per_player = { value = "unlimited", reading = "S8" }
decides = { reading = "S8" }
late_wager = { reading = "X3" }
late_withdrawal = { value = "refused", reading = "X32" }
proxy = { value = "dealer", reading = "X18" }
over_maximum = { reading = "X14" }
under_minimum = { value = "plays", reading = "X14" }

[dealing]
burn = { value = false, reading = "X32" }
cards = { reading = "X32" }

[dealing.patterns]
shoe = { value = "whole_hands", reading = "X32" }
shuffler = { value = "whole_hands", reading = "X32" }

[stay]
size = { reading = "X32" }
over = { reading = "S12" }
short = { reading = "S12" }

[fold]
loses_ante = { reading = "X16" }
keeps_jackpot = { value = true, reading = "S1" }

[play]
round_ends = { reading = "X32" }
decision = { reading = "X12" }
reveal = { reading = "X25" }
comparison = { reading = "X32" }
answered = { reading = "S11" }
earlier_rounds_stand = { reading = "X17" }

[main]
no_hand_ante = { reading = "T2" }
no_hand_stay = { reading = "T1" }
stand_off = { reading = "T13" }

[jackpot]
stake = { value = "prescribed", reading = "X26" }
needs_ante = { value = true, reading = "T8" }
second_refused = { value = true, reading = "X26" }
others_box = { reading = "S8" }
sharing = { value = "succession", reading = "T15" }
lower_first = { value = false, reading = "T15" }
order = { value = "by_entry", reading = "T15" }
claim = { reading = "X22" }
claim_is_entry = { value = false, reading = "T15" }
after_failure = { choice = { reading = "S20" } }
no_ante_returned_at_close = { value = true, reading = "S13" }

[irregularities]
foreign_card = { remedy = "void", decided_by = "pit_supervisor", reading = "X29" }
deck_count = { remedy = "void_unless_complete", decided_by = "pit_supervisor", reading = "X29" }
misdeal = { remedy = "move_unhandled", decided_by = "pit_supervisor", reading = "X32" }
dealer_card_count = { remedy = "reconstruct_or_void", decided_by = "pit_supervisor", reading = "X32" }
player_card_count = { remedy = "reconstruct_or_invalidate", decided_by = "pit_supervisor", reading = "S9" }
cards_exposed = { remedy = "exposed_void", decided_by = "pit_supervisor", reading = "X24" }
dealer_card_exposed = { remedy = "one_exposed", decided_by = "pit_supervisor", reading = "S14" }
technical_interruption = { remedy = "outcome_or_options", decided_by = "pit_supervisor", options = { reading = "S11" }, reading = "S11" }
jackpot_failure = { remedy = "jackpot_failure", decided_by = "shift_manager", reading = "S20" }
other = { remedy = "refer", decided_by = "shift_manager", reading = "S19" }

[people]
absent = { value = "fold", reading = "S10" }
absent_after_view = { value = "fold", reading = "S10" }
acting = { reading = "X18" }
""")  # noqa: E501
"""As a file would write it."""


OF_A_PROGRESSIVE = (("fold", "keeps_jackpot"), ("irregularities", "jackpot_failure"))
"""What a game without one says nothing about."""


class Silence(Struct, frozen=True):
    """Something that a file does not say, and the reading that fills it."""

    path: Path
    reading: str

    def __str__(self) -> str:
        name = by_id(self.reading).name
        return f"{dotted(self.path)}: silent; reading {self.reading}, {name}, fills it"


def filled(tables: Tables) -> tuple[dict[str, Any], tuple[Silence, ...]]:
    """The tables with every silence filled, and what was filled."""
    left_out = {
        entry.name
        for entry in rulebook_shape().entries
        if not entry.required and entry.name not in tables
    }
    may_be_filled = {key: value for key, value in SILENCES.items() if key not in left_out}
    if "jackpot" in left_out:
        for section, key in OF_A_PROGRESSIVE:
            of_others = {name: rule for name, rule in SILENCES[section].items() if name != key}
            may_be_filled[section] = of_others
    result = _fill(may_be_filled, tables)
    return result, tuple(_filled(may_be_filled, tables, ()))


def _is_said_whole(silence: Mapping[str, Any]) -> bool:
    """Whether a table is one rule, and not a section of several."""
    return any(not isinstance(value, Mapping) for value in silence.values())


def _fill(silences: Mapping[str, Any], tables: Tables) -> dict[str, Any]:
    result = dict(tables)
    for key, silence in silences.items():
        said = result.get(key)
        if said is None:
            result[key] = silence
        elif isinstance(said, Mapping) and not _is_said_whole(silence):
            result[key] = _fill(silence, said)
    return result


def _filled(silences: Mapping[str, Any], tables: Any, path: Path) -> Iterator[Silence]:
    for key, silence in silences.items():
        said = tables.get(key)
        if not _is_said_whole(silence):
            if said is None or isinstance(said, Mapping):
                yield from _filled(silence, said or {}, (*path, key))
        elif said is None:
            yield Silence((*path, key), silence["reading"])
