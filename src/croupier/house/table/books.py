"""By which rulebook a table goes: an edition of the package, or a file whose text the log keeps.

Whoever registers a table names a game, an edition or a file. The house settles what that means
at that moment, and the log says it: the edition and, of a file, the whole text. Nothing in that
text is left to a base or to a reading, so that neither a later edition of the package nor a later
reading of a silence changes what was played.
"""

from datetime import datetime
from functools import lru_cache

from msgspec import Struct, structs

from croupier.books import (
    BadRulebook,
    UnknownRulebook,
    editions,
    find_rulebook,
    is_file_name,
    kept_rulebook,
)
from croupier.house import events as h
from croupier.house.table.fingerprint import Readings, fingerprint, is_of
from croupier.rulebooks.file import rulebook_text
from croupier.rulebooks.file.checking import LONGEST
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.overrides import read_as
from croupier.rulebooks.settings import BadSetting, TableSettings
from croupier.script.format import TableEntry

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
