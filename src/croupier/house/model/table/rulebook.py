"""The rulebook of a table: an edition of the package or a stored file, and its fingerprint.

A fingerprint covers the rules and the clauses that they cite, which stand in the log. Notes and
the names of readings are for people: to correct one closes nobody's house. Until this was so, a
fingerprint covered every word. Those of that time stay known: see `fingerprints_before.json`.

A rule that the model gets later is left out while it has its default, so that a new version of the
program recognises every house that was opened before, strangers' files too.

Whoever registers a table names a game, an edition or a file. The house settles what that means
at that moment, and the log says it: the edition and, of a file, the whole text. Nothing in that
text is left to a base or to a reading, so that neither a later edition of the package nor a later
reading of a silence changes what was played.
"""

from collections.abc import Mapping
from datetime import datetime
from functools import cache, lru_cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import NODEFAULT, Struct, structs

from croupier.books import (
    BadRulebook,
    UnknownRulebook,
    editions,
    find_rulebook,
    is_file_name,
    kept_rulebook,
)
from croupier.house.model import events as h
from croupier.ranking import OrderOfHands
from croupier.rulebooks.file import rulebook_text
from croupier.rulebooks.file.checking import LONGEST
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.overrides import read_as
from croupier.rulebooks.settings import BadSetting, TableSettings
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
    source = files("croupier.house.model.table") / "fingerprints_before.json"
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


TOLD_AT_ONCE = 3
"""So many of the things that are wrong with a file stand in a refusal."""


class Pinned(Struct, frozen=True):
    """What an entry means: for ever, whatever the package has by then."""

    edition: str | None
    """`casino-stud@6`; none in logs from before there were editions."""
    book: str | None
    """The whole text where it came as a file."""
    rulebook: str
    """The fingerprint, with the readings of the entry."""


def pinned(entry: TableEntry, at: datetime) -> Pinned:
    """The edition in force at a moment, the edition named, or a file.

    Raises `BadSetting` in a sentence.
    """
    name = entry.rulebook
    if is_file_name(name) and "\n" not in name:
        raise BadSetting("rulebook", "the house opens no files; send the text of the file")
    try:
        found = find_rulebook(name, at)
    except BadRulebook as error:
        raise BadSetting("rulebook", _wrong(error)) from None
    except UnknownRulebook as error:
        raise BadSetting("rulebook", str(error)) from None
    book = rulebook_text(found) if "\n" in name else None
    if book is not None and len(book) > LONGEST:
        raise BadSetting(
            "rulebook", f"written out it has {len(book):,} characters; {LONGEST:,} is the most"
        )
    edition = found.edition_name
    return Pinned(edition, book, fingerprint(structs.replace(entry, rulebook=book or edition)))


def _wrong(error: BadRulebook) -> str:
    told = "; ".join(str(one) for one in error.wrong[:TOLD_AT_ONCE])
    more = len(error.wrong) - TOLD_AT_ONCE
    return f"{told}; and {more} more ('croupier rules --check' lists all)" if more > 0 else told


def entry_of(event: h.TableRegistered) -> TableEntry:
    """A table's entry with the rulebook that it meant when the table was registered."""
    if event.edition is not None:
        return structs.replace(event.entry, rulebook=event.book or event.edition)
    return recorded(event.entry, event.rulebook)


def recorded(entry: TableEntry, fingerprint: str) -> TableEntry:
    """An entry from a log or snapshot; those from before there were editions name the game.

    Which edition it was, the fingerprint beside it says.
    """
    if "@" in entry.rulebook or "\n" in entry.rulebook:
        return entry
    readings = tuple(sorted(entry.readings.items()))
    return structs.replace(entry, rulebook=_edition(entry.rulebook, readings, fingerprint))


@lru_cache(maxsize=256)
def _edition(slug: str, readings: Readings, fingerprint: str) -> str:
    """The edition with this fingerprint; the name as it stands where none has it."""
    for one in reversed(editions(slug)):
        if is_of(TableEntry(one.edition_name, readings=dict(readings)), fingerprint):
            return one.edition_name
    return slug


def named(rulebook: str) -> str:
    """How a sentence calls what an entry names; the text of a file by the edition that it says."""
    if "\n" not in rulebook:
        return rulebook
    try:
        return f"{kept_rulebook(rulebook).edition_name} (a file)"
    except UnknownRulebook:
        return "a file"


def rulebook_of(entry: TableEntry) -> Rulebook:
    """The rulebook that a table of the house goes by, read as it reads it."""
    return read_as(kept_rulebook(entry.rulebook), entry.readings)


def settings_of(entry: TableEntry) -> TableSettings:
    return entry.settings(kept_rulebook)
