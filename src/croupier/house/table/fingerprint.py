"""What identifies the rules that a program runs, whoever built it.

A fingerprint covers the rules and the clauses that they cite, which stand in the log. Notes and
the names of readings are for people: to correct one closes nobody's house. Until this was so, a
fingerprint covered every word. Those of that time stay known: see `fingerprints_before.json`.

A rule that the model gets later is left out while it has its default, so that a new version of the
program recognises every house that was opened before, strangers' files too.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import NODEFAULT, Struct, structs

from croupier.books import kept_rulebook
from croupier.ranking import OrderOfHands
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.overrides import read_as
from croupier.script.format import TableEntry

Readings = tuple[tuple[str, bool | int | str], ...]

FOR_PEOPLE = frozenset({"notes", "reading", "short_name", "label"})
"""Fields of a rulebook that no program obeys."""

ALWAYS_WRITTEN: Mapping[str, str] = {
    "Rulebook": "hand_clauses ante_bonus side_wagers jackpot envy draws",
    "Layout": "named",
    "Betting": "one_view_notice proxy_notice short_again",
    "Fold": "keeps_jackpot",
    "Play": "announce_hand announce_no_hand announce_stand_off answered_interruption",
    "MainGame": "payout_max unrevealed",
    "Unrevealed": "seen_by",
    "PayTable": "either_way",
    "JackpotRules": "house_order",
    "JackpotRow": "shared_by envy",
    "HandPattern": "top suits",
    "AfterFailure": "close_table bar_boxes no_jackpot notice",
    "IrregularityRule": "clause also named_by goes_on none_viewed options stays_valid "
    "permit_withdrawal",
    "People": "restrict stop_action bar",
    "Source": "clause also",
    "Cited": "clause also",
}
"""What may be left to a default and is hashed all the same, because the first fingerprints of rules
did so. Closed: what is added to the model now has no place here."""


def fingerprint(entry: TableEntry) -> str:
    """SHA-256 of every rule, pay table and clause that a table goes by."""
    return _of(entry.rulebook, tuple(sorted(entry.readings.items())))


def is_of(entry: TableEntry, recorded: str) -> bool:
    """Whether a fingerprint in the log is that of these rules, by this program or an earlier."""
    if recorded == fingerprint(entry):
        return True
    return recorded == _before(entry.rulebook, tuple(sorted(entry.readings.items())))


@lru_cache(maxsize=256)
def _of(rulebook: str, readings: Readings) -> str:
    return rulebook_hash(read_as(kept_rulebook(rulebook), dict(readings)))


def rulebook_hash(rulebook: Rulebook) -> str:
    """SHA-256 of the rules as canonical JSON."""
    plain = msgspec.to_builtins(_rules(rulebook), str_keys=True, order="sorted")
    return sha256(msgspec.json.encode(plain, order="sorted")).hexdigest()


def _rules(value: Any) -> Any:
    """A rulebook without what is for people, in plain values; a struct is named by its type."""
    match value:
        case Struct():
            return {"": type(value).__name__} | {
                field: _rules(getattr(value, field))
                for field in value.__struct_fields__
                if field not in FOR_PEOPLE and not _left_out(type(value), field, value)
            }
        case Mapping():
            return {key: _rules(inner) for key, inner in value.items()}
        case tuple():
            return [_rules(inner) for inner in value]
        case frozenset():
            return sorted(value)
        case OrderOfHands():
            return {"size": value.size, "classes": [str(one) for one in value.classes]}
    return value


def _left_out(kind: type[Struct], field: str, value: Struct) -> bool:
    defaults = _later_defaults(kind)
    return field in defaults and getattr(value, field) == defaults[field]


@cache
def _later_defaults(kind: type[Struct]) -> Mapping[str, Any]:
    """The defaults of the rules that a struct got after the first fingerprints."""
    always = ALWAYS_WRITTEN.get(kind.__name__, "").split()
    later = [one for one in structs.fields(kind) if not one.required and one.name not in always]
    return {
        one.name: one.default if one.default is not NODEFAULT else one.default_factory()
        for one in later
    }


# Of the time before


class _Before(Struct, frozen=True):
    """The fingerprints that a rulebook had, by its readings, and what it has to be for them."""

    rules: str
    was: Mapping[str, str]


@cache
def _recorded() -> Mapping[str, _Before]:
    source = files("croupier.house.table") / "fingerprints_before.json"
    return msgspec.json.decode(source.read_bytes(), type=dict[str, _Before])


@lru_cache(maxsize=256)
def _before(rulebook: str, readings: Readings) -> str | None:
    """The fingerprint that these very rules had when it covered words too; none for others."""
    book = kept_rulebook(rulebook)
    before = _recorded().get(book.slug)
    if before is None or before.rules != rulebook_hash(book):
        return None
    return before.was.get(other_readings(book, dict(readings)))


def other_readings(rulebook: Rulebook, readings: Mapping[str, bool | int | str]) -> str:
    """The readings that are not our own: `absent=return max_areas_per_player=2`."""
    other = [
        f"{name}={value}"
        for name, value in sorted(readings.items())
        if read_as(rulebook, {name: value}) != rulebook
    ]
    return " ".join(other)
